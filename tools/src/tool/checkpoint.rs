//! `checkpoint`: names the current state of the workspace.

use isolate_ops::history;
use isolate_prompt::ToolAnnotations;
use isolate_vfs::CheckpointOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Made>(
    "checkpoint",
    "Gives the current state of the workspace a name, to which restore goes back. It \
            costs nothing, and works as long as the history since then is kept.",
    ToolAnnotations::ADDS,
    |context, args| typed(context, args, checkpoint),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The name: letters, digits, dots, dashes and underscores.
    name: String,
    /// Whether to replace a checkpoint of this name. Default: false.
    overwrite: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Made {
    name: String,
    /// The last run before it; 0 where the history has none.
    run: i64,
}

impl Report for Made {}

fn checkpoint(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let mut options = CheckpointOptions::new();
    if args.overwrite == Some(true) {
        options = options.overwrite();
    }
    let last = context.operation(|access| history::checkpoint(access, &args.name, &options))?;
    Ok(Answer::of(&Made {
        name: args.name,
        run: last.map_or(0, i64::from),
    }))
}
