//! `mv`: moving and renaming.

use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::quoting::quote;
use isolate_vfs::{FileKind, RemoveOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::ledger::Seen;
use crate::reply::Answer;
use crate::structure::Report;
use crate::versions::check_strict;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Moved>(
    "mv",
    "Moves or renames a file or a directory to exactly the path `to` and creates its \
            parent directories.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, mv),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file or directory.
    pub(crate) from: String,
    /// Its new absolute path, including its name.
    pub(crate) to: String,
    /// Whether to replace what is at `to`. Default: false.
    pub(crate) overwrite: Option<bool>,
    /// Move only if the file has this etag.
    pub(crate) if_match: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Moved {
    from: String,
    to: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
}

impl Report for Moved {}

pub(crate) fn mv(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let (from, to) = (context.path(&args.from)?, context.path(&args.to)?);
    if from.is_root() {
        return Err(ToolError::new(
            Code::Denied,
            "the root directory cannot be moved",
        ));
    }
    let stat = context
        .tree
        .lstat(&from)?
        .ok_or_else(|| context.missing(&from))?;
    let current = context.version(&from).ok().flatten();
    check_strict(context, &from, args.if_match.as_deref())?;
    context.check_match(&from, args.if_match.as_deref(), current.as_deref())?;
    if stat.kind == FileKind::Directory && to.starts_with(&from) && to != from {
        return Err(ToolError::invalid(format!(
            "{} cannot be moved into itself",
            quote(from.as_str())
        ))
        .with_hint("use a path outside of it"));
    }
    make_room(context, &from, &to, stat.kind, args.overwrite == Some(true))?;
    context.cancel.check()?;
    context.tree.rename(&from, &to)?;
    let seen = context.seen(&from);
    context.remember(&from, None);
    let etag = context.version(&to).ok().flatten();
    if let (Some(seen), Some(etag)) = (seen, &etag)
        && Some(&seen.etag) == current.as_ref()
    {
        let mut now = Seen::new(etag, context.last_run + 1, seen.size);
        now.shown = seen.shown;
        context.remember(&to, Some(now));
    }
    Ok(Answer::of(&Moved {
        from: from.to_string(),
        to: to.to_string(),
        kind: stat.kind.as_str(),
        etag,
    }))
}

/// Removes an existing destination, or refuses unless the caller asked for that.
pub(crate) fn make_room(
    context: &Context<'_>,
    from: &VPath,
    to: &VPath,
    kind: FileKind,
    overwrites: bool,
) -> Result<(), ToolError> {
    let Some(old) = context.tree.lstat(to)? else {
        return Ok(());
    };
    if from == to {
        return Err(ToolError::invalid(format!(
            "{} is both source and destination",
            quote(from.as_str())
        )));
    }
    if !overwrites {
        let error = ToolError::at(Code::Exists, to, "exists");
        let overwrite = context.phrase(Phrase::Overwrite);
        return Err(match (old.kind, from.name()) {
            (FileKind::Directory, Some(name)) => error.with_hint(format!(
                "to move it into that directory use {}; to replace the directory {overwrite}",
                crate::text::shown(&format!("{}/{name}", to.as_str().trim_end_matches('/')))
            )),
            _ => error.with_hint(format!("use another path, or {overwrite} to replace it")),
        });
    }
    // To make room for it would remove it.
    if from.starts_with(to) {
        return Err(ToolError::invalid(format!(
            "{} is in {} and cannot replace it",
            quote(from.as_str()),
            quote(to.as_str())
        ))
        .with_hint("use another path, or move it out of that directory first"));
    }
    if (old.kind == FileKind::Directory) != (kind == FileKind::Directory) {
        let (code, what) = if old.kind == FileKind::Directory {
            (Code::IsDirectory, "a directory")
        } else {
            (Code::NotADirectory, "not a directory")
        };
        return Err(ToolError::at(
            code,
            to,
            format!("is {what}: another kind cannot replace it"),
        )
        .with_hint("remove it first"));
    }
    if old.kind == FileKind::Directory {
        context.tree.remove(to, &RemoveOptions::new().recursive())?;
    }
    context.remember(to, None);
    Ok(())
}
