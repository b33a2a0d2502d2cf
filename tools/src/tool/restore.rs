//! `restore`: the workspace as it was at a checkpoint or after an operation.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{CheckpointError, Point, RunId};
use schemars::JsonSchema;
use serde::Deserialize;
use isolate_text::VPath;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::tool::{checkpoint, undo};

pub(crate) const TOOL: Tool = Tool {
    name: "restore",
    about: "Takes the workspace back to a checkpoint: undoes everything that anyone has changed \
            since, as one operation, which undo can take back. With at instead of name, back to what \
            it was after that operation, or only some paths of it. dryRun shows what would change.",
    annotations: ToolAnnotations::CHANGES,
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
    name: Option<String>,
    /// The opId of an operation.
    at: Option<i64>,
    /// With at: only these paths, and what is below them. Default: all.
    paths: Option<Vec<String>>,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
}

fn restore(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let paths = args.paths.unwrap_or_default();
    match (args.name, args.at) {
        (Some(name), None) if paths.is_empty() => restore_checkpoint(context, name),
        (Some(_), None) => Err(ToolError::invalid(
            "single paths cannot be restored from a checkpoint",
        )
        .with_hint("give at, the opId of the last operation that is to be kept, instead of name")),
        (None, Some(at)) => restore_at(context, RunId::from(at), &paths),
        _ => Err(ToolError::invalid("either name or at must be given")
            .with_hint("name is that of a checkpoint, at the opId of an operation")),
    }
}

fn restore_at(context: &Context<'_>, run: RunId, paths: &[String]) -> Result<Answer, ToolError> {
    let paths: Vec<VPath> = paths
        .iter()
        .map(|path| context.path(path))
        .collect::<Result<_, _>>()?;
    let _ = context.tree.extend_label(&format!(" {run}"));
    let effects = context.tree.restore_at(Point::After(run), &paths);
    let effects = effects.map_err(undo::refused)?;
    Ok(undo::told(context, &effects).fact("at", i64::from(run)))
}

fn restore_checkpoint(context: &Context<'_>, name: String) -> Result<Answer, ToolError> {
    let restored = context.tree.restore(&name).map_err(|error| match error {
        CheckpointError::Tree(error) => undo::refused(error),
        error => checkpoint::refused(context, error),
    })?;
    Ok(undo::told(context, &context.tree.effects()?)
        .fact("restored", name)
        .fact("operations", restored.operations))
}
