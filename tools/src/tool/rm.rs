//! `rm`: removing files and trees.

use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_vfs::{FileKind, RemoveOptions, Stat, WalkOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::Answer;
use crate::structure::Report;
use crate::versions::check_strict;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Removed>(
    "rm",
    "Removes a file, a link or an empty directory; with recursive, a whole tree. A \
            missing path is no error unless mustExist is true. undo with the run of the answer \
            takes it back.",
    ToolAnnotations::REPLACES,
    |context, args| typed(context, args, rm),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path.
    pub(crate) path: String,
    /// Whether to remove a directory with everything in it. Default: false.
    pub(crate) recursive: Option<bool>,
    /// Whether a missing path is an error. Default: false.
    pub(crate) must_exist: Option<bool>,
    /// Remove only if the file has this etag.
    pub(crate) if_match: Option<String>,
}

/// The answer.
#[derive(Default, Serialize, JsonSchema)]
struct Removed {
    path: String,
    deleted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// How many entries were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// How to take it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<&'static str>,
    /// Why nothing was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Report for Removed {}

pub(crate) fn rm(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    if path.is_root() {
        return Err(
            ToolError::new(Code::Denied, "the root directory cannot be removed")
                .with_hint("remove its entries one by one"),
        );
    }
    let Some(stat) = context.tree.lstat(&path)? else {
        let missing = context.missing(&path);
        let is_needed = args.must_exist == Some(true) || args.if_match.is_some();
        let is_pattern = context.tree.count_as_pattern(path.as_str())? > 0;
        if is_needed || is_pattern || missing.code != Code::NotFound {
            return Err(missing);
        }
        return Ok(Answer::of(&Removed {
            path: path.to_string(),
            reason: Some("absent"),
            ..Removed::default()
        }));
    };
    check_strict(context, &path, args.if_match.as_deref())?;
    if args.if_match.is_some() {
        let current = context.version(&path)?;
        context.check_match(&path, args.if_match.as_deref(), current.as_deref())?;
    }
    let (entries, bytes) = extent(context, &path, &stat, "removed", "remove")?;
    context.cancel.check()?;
    let mut options = RemoveOptions::new();
    if args.recursive == Some(true) {
        options = options.recursive();
    }
    context.tree.remove(&path, &options)?;
    context.remember(&path, None);
    Ok(Answer::of(&Removed {
        path: path.to_string(),
        deleted: true,
        kind: Some(stat.kind.as_str()),
        entries: Some(entries),
        bytes: Some(bytes),
        undo: Some("call undo with the run of this answer"),
        reason: None,
    }))
}

/// Entries and bytes at a path and below; an error if one call may not have so many.
pub(crate) fn extent(
    context: &Context<'_>,
    path: &VPath,
    stat: &Stat,
    done: &str,
    verb: &str,
) -> Result<(u64, u64), ToolError> {
    if stat.kind != FileKind::Directory {
        return Ok((1, stat.size));
    }
    let summary = context.tree.summarize(path, &WalkOptions::new())?;
    let entries = summary.files + summary.directories + summary.symlinks;
    let max = context.settings.caps.recursive_entries;
    if entries > max {
        let text = format!("has {entries} entries; at most {max} are {done} at once");
        return Err(ToolError::at(Code::TooLarge, path, text)
            .with_hint(format!("{verb} the directories in it one by one")));
    }
    Ok((entries, summary.bytes))
}
