//! `restore`: the workspace as it was at a checkpoint.

use isolate_vfs::RunState;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ALWAYS, Access, CHANGES, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::Answer;
use crate::tool::{checkpoint, undo};
use crate::undone;

pub(crate) const TOOL: Tool = Tool {
    name: "restore",
    about: "Takes the workspace back to a checkpoint: undoes everything that anyone has changed \
            since, as one operation, which undo can take back. dryRun shows what would change.",
    effects: CHANGES,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, restore),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The name of the checkpoint.
    name: String,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
}

fn restore(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let file = checkpoint::file_of(&args.name)?;
    if context.tree.lstat(&file)?.is_none() {
        let names = checkpoint::names(context)?;
        let hint = if names.is_empty() {
            "there are none: make one with checkpoint before you change things".to_owned()
        } else {
            format!("the checkpoints are: {}", names.join(", "))
        };
        return Err(ToolError::new(
            Code::NotFound,
            format!("there is no checkpoint {}", args.name),
        )
        .with_hint(hint)
        .with("candidates", names));
    }
    let rev = checkpoint::rev_of(context, &file)?;
    let runs = undone::runs(context.tree)?;
    let oldest = runs.last().map_or(0, |run| run.id);
    if rev > context.rev || oldest > rev + 1 {
        return Err(ToolError::new(
            Code::Stale,
            format!(
                "history does not reach back to checkpoint {}: it begins at operation {oldest}, and {} is needed",
                args.name,
                rev + 1
            ),
        )
        .with_hint("undo single operations, or change the files by hand"));
    }
    let mut count = 0;
    for run in runs.iter().filter(|run| run.id > rev) {
        context.cancel.check()?;
        if run.state == RunState::Open {
            return Err(ToolError::new(
                Code::Busy,
                format!("operation {} is not finished", run.id),
            )
            .with_hint("restore when it is"));
        }
        if undone::is_own_business(context.tree, run)? {
            continue;
        }
        context.tree.undo(run.id).map_err(undo::refused)?;
        count += 1;
    }
    Ok(undo::told(context, &context.tree.effects()?)
        .fact("restored", args.name)
        .fact("operations", count))
}
