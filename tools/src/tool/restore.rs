//! `restore`: the workspace as it was at a checkpoint.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::CheckpointError;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::tool::{checkpoint, undo};

pub(crate) const TOOL: Tool = Tool {
    name: "restore",
    about: "Takes the workspace back to a checkpoint: undoes everything that anyone has changed \
            since, as one operation, which undo can take back. dryRun shows what would change.",
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
    name: String,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
}

fn restore(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let restored = context
        .tree
        .restore(&args.name)
        .map_err(|error| match error {
            CheckpointError::Tree(error) => undo::refused(error),
            error => checkpoint::refused(context, error),
        })?;
    Ok(undo::told(context, &context.tree.effects()?)
        .fact("restored", args.name)
        .fact("operations", restored.operations))
}
