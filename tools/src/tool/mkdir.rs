//! `mkdir`: a directory.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{FileKind, MkdirOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Made>(
    "mkdir",
    "Creates a directory and its parents. An existing directory is no error.",
    ToolAnnotations::ADDS,
    |context, args| typed(context, args, mkdir),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of the directory.
    path: String,
    /// Whether to create its parents too. Default: true.
    parents: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Made {
    path: String,
    /// The directories that did not exist.
    created: Vec<String>,
}

impl Report for Made {}

fn mkdir(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let mut created = Vec::new();
    let mut at = Some(path.clone());
    while let Some(here) = at {
        match context.tree.stat(&here)? {
            Some(stat) if stat.kind == FileKind::Directory => break,
            Some(_) => {
                return Err(ToolError::at(Code::Exists, &here, "is a file")
                    .with_hint("use another path, or remove the file first"));
            }
            None => created.push(here.as_str().to_owned()),
        }
        at = here.parent();
    }
    created.reverse();
    if created.len() > 1 && args.parents == Some(false) {
        return Err(
            ToolError::new(Code::NotFound, format!("{} does not exist", created[0]))
                .with("path", created[0].as_str())
                .with_hint(context.phrase(Phrase::CreateParents)),
        );
    }
    if !created.is_empty() {
        context
            .tree
            .mkdir(&path, &MkdirOptions::new().recursive())?;
    }
    Ok(Answer::of(&Made {
        path: path.to_string(),
        created,
    }))
}
