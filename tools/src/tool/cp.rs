//! `cp`: copies.

use isolate_prompt::ToolAnnotations;
use isolate_text::quoting::quote;
use isolate_vfs::{CopyOptions, FileKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::structure::{Report, output};
use crate::tool::mv::make_room;
use crate::tool::rm::extent;

pub(crate) const TOOL: Tool = Tool {
    name: "cp",
    about: "Copies a file to exactly the path `to` and creates its parent directories. A \
            directory needs recursive.",
    annotations: ToolAnnotations::CHANGES,
    access: Access::Write,
    input: input::<Args>,
    output: output::<Copied>,
    call: |context, args| typed(context, args, cp),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

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
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
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
    let (entries, bytes) = extent(context, &from, stat.kind, stat.size)?;
    let max = context.settings.caps.recursive_entries;
    if entries > max {
        return Err(ToolError::at(
            Code::TooLarge,
            &from,
            format!("has {entries} entries; at most {max} are copied at once"),
        )
        .with_hint("copy the directories in it one by one"));
    }
    make_room(context, &from, &to, stat.kind, args.overwrite == Some(true))?;
    context.cancel.check()?;
    let recursive = is_directory;
    let mut options = CopyOptions::new();
    if recursive {
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
