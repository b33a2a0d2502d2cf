//! `restore`: the workspace as it was at a checkpoint or after a run.

use isolate_ops::history;
use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_vfs::RunId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::structure;
use crate::tool::undo::EffectLists;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Report>(
    "restore",
    "Takes the workspace back to a checkpoint: undoes everything that anyone has changed \
            since, as one run, which undo can take back. With at instead of name, back to what \
            it was after that run, or only some paths of it. dryRun shows what would change.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, restore),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The name of the checkpoint.
    name: Option<String>,
    /// The number of a run.
    at: Option<i64>,
    /// With at: only these paths, and what is below them. Default: all.
    paths: Option<Vec<String>>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Report {
    /// The checkpoint, where one was restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    restored: Option<String>,
    /// How many runs were undone for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
    /// The run, where the state after one was restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<i64>,
    #[serde(flatten)]
    effects: EffectLists,
}

impl structure::Report for Report {
    const TEXTS: &'static [&'static str] = EffectLists::TEXTS;
}

fn restore(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let paths = args.paths.unwrap_or_default();
    let report = match (&args.name, args.at) {
        (Some(name), None) if paths.is_empty() => {
            context.operation(|access| history::restore(access, name, false))?
        }
        (Some(_), None) => {
            return Err(
                ToolError::invalid("single paths cannot be restored from a checkpoint").with_hint(
                    "give at, the number of the last run that is to be kept, instead of name",
                ),
            );
        }
        (None, Some(at)) => {
            let paths: Vec<VPath> = paths
                .iter()
                .map(|path| context.path(path))
                .collect::<Result<_, _>>()?;
            let _ = context.tree.extend_label(&format!(" {at}"));
            context.operation(|access| {
                history::restore_after(access, RunId::from(at), &paths, false)
            })?
        }
        _ => {
            return Err(ToolError::invalid("either name or at must be given")
                .with_hint("name is that of a checkpoint, at the number of a run"));
        }
    };
    Ok(Answer::of(&Report {
        restored: args.name,
        runs: report.runs,
        at: args.at,
        effects: EffectLists::of(context, &report.effects),
    }))
}
