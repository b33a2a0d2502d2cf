//! `cp`: copies.

use isolate_prompt::ToolAnnotations;
use isolate_text::quoting::quote;
use isolate_vfs::{CopyOptions, FileKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::structure::Report;
use crate::tool::mv::make_room;
use crate::tool::rm::extent;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Copied>(
    "cp",
    "Copies a file to exactly the path `to` and creates its parent directories. A \
            directory needs recursive.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, cp),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of the file or directory.
    from: String,
    /// Absolute path of the copy, including its name.
    to: String,
    /// Whether to replace what is at `to`. Default: false.
    overwrite: Option<bool>,
    /// Whether to copy a directory with everything in it. Default: false.
    recursive: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Copied {
    from: String,
    to: String,
    /// How many entries were copied.
    entries: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
}

impl Report for Copied {}

fn cp(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let (from, to) = (context.path(&args.from)?, context.path(&args.to)?);
    let stat = context
        .tree
        .lstat(&from)?
        .ok_or_else(|| context.missing(&from))?;
    let is_directory = stat.kind == FileKind::Directory;
    if is_directory && args.recursive != Some(true) {
        return Err(ToolError::at(Code::IsDirectory, &from, "is a directory")
            .with_hint(context.phrase(Phrase::CopyRecursively)));
    }
    if is_directory && to.starts_with(&from) {
        return Err(ToolError::invalid(format!(
            "{} cannot be copied into itself",
            quote(from.as_str())
        ))
        .with_hint("use a path outside of it"));
    }
    let (entries, bytes) = extent(context, &from, &stat, "copied", "copy")?;
    make_room(context, &from, &to, stat.kind, args.overwrite == Some(true))?;
    context.cancel.check()?;
    let mut options = CopyOptions::new();
    if is_directory {
        options = options.recursive();
    }
    context.tree.copy(&from, &to, &options)?;
    Ok(Answer::of(&Copied {
        etag: context.version(&to).ok().flatten(),
        from: from.to_string(),
        to: to.to_string(),
        entries,
        bytes,
    }))
}
