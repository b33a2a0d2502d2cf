//! `checkpoint`: names the current state of the workspace.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{CheckpointError, CheckpointOptions};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;

pub(crate) const TOOL: Tool = Tool {
    name: "checkpoint",
    about: "Gives the current state of the workspace a name, to which restore goes back. It \
            costs nothing, and works as long as the history since then is kept.",
    annotations: ToolAnnotations::ADDS,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, checkpoint),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The name: letters, digits, dots, dashes and underscores.
    name: String,
    /// Whether to replace a checkpoint of this name. Default: false.
    overwrite: Option<bool>,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
}

fn checkpoint(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let mut options = CheckpointOptions::new();
    options.overwrite = args.overwrite == Some(true);
    let rev = context
        .tree
        .checkpoint(&args.name, &options)
        .map_err(|error| refused(context, error))?;
    Ok(Answer::new()
        .fact("name", args.name)
        .fact("rev", rev.map_or(0, i64::from)))
}

/// The error for a checkpoint that cannot be created or restored.
pub(crate) fn refused(context: &Context<'_>, error: CheckpointError) -> ToolError {
    let message = error.to_string();
    match error {
        CheckpointError::Name(_) => ToolError::invalid(message)
            .with_hint("use 1 to 80 letters, digits, dots, dashes and underscores"),
        CheckpointError::Exists(_) => ToolError::new(Code::Exists, message).with_hint(format!(
            "use another name, or {} to replace the checkpoint",
            context.phrase(Phrase::Overwrite)
        )),
        CheckpointError::Missing { names, .. } => {
            let hint = if names.is_empty() {
                "there are none: create one with checkpoint before changing files".to_owned()
            } else {
                format!("the checkpoints are: {}", names.join(", "))
            };
            ToolError::new(Code::NotFound, message)
                .with_hint(hint)
                .with("candidates", names)
        }
        CheckpointError::Damaged(_) => ToolError::invalid(message)
            .with_hint("another writer changed that file: create a new checkpoint"),
        CheckpointError::Forgotten { .. } => ToolError::new(Code::Stale, message)
            .with_hint("undo single operations, or change the files by hand"),
        CheckpointError::Unfinished(_) => {
            ToolError::new(Code::Busy, message).with_hint("call restore when it has finished")
        }
        CheckpointError::Tree(error) => error.into(),
    }
}
