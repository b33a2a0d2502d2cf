//! `write`: the whole content of a file.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{ErrorKind, FileKind};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::diffs::FileDiff;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::settings::Freshness;
use crate::structure;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Report>(
    "write",
    "Writes the whole content of a file; creates the file and its parent directories. Use \
            edit to change an existing file. Replacing a file that you have not read completely \
            needs intent: \"overwrite\", or its etag as ifMatch.",
    ToolAnnotations::REPLACES,
    |context, args| typed(context, args, write),
);

/// What the caller believes about the path.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Intent {
    Any,
    Create,
    Overwrite,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    pub(crate) path: String,
    /// Its whole new content.
    pub(crate) content: String,
    /// create: fail if something is there. overwrite: replace a file, read or not. Default: any.
    pub(crate) intent: Option<Intent>,
    /// Write only if the file has this etag.
    pub(crate) if_match: Option<String>,
    /// "*": write only if nothing is there.
    pub(crate) if_none_match: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    path: String,
    bytes: usize,
    created: bool,
    etag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_etag: Option<String>,
    #[serde(flatten)]
    changed: FileDiff,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

impl structure::Report for Report {
    const TEXTS: &'static [&'static str] = &["diff"];
}

pub(crate) fn write(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    check_content(context, &args.content, context.phrase(Phrase::LargeContent))?;
    if args.if_none_match.as_deref().is_some_and(|tag| tag != "*") {
        return Err(ToolError::invalid("ifNoneMatch must be \"*\"")
            .with_hint("use ifMatch with the etag that the file must have"));
    }
    let creates = args.intent == Some(Intent::Create) || args.if_none_match.is_some();
    let old = context.tree.stat(&path)?;
    let previous = match old {
        None => None,
        Some(stat) if stat.kind == FileKind::Directory => {
            return Err(ToolError::at(Code::IsDirectory, &path, "is a directory")
                .with_hint("use the path of a file in it"));
        }
        Some(_) => context.version(&path)?,
    };
    if let (true, Some(etag)) = (creates, &previous) {
        return Err(ToolError::at(Code::Exists, &path, "exists")
            .with("etag", etag.as_str())
            .with_hint(context.phrase(Phrase::ChangeExisting)));
    }
    context.check_match(&path, args.if_match.as_deref(), previous.as_deref())?;
    check_parent(context, &path)?;
    if let Some(current) = &previous {
        check_seen(context, &path, current, &args)?;
    }
    let before = match &previous {
        Some(_) => bytes_before(context, &path)?,
        None => None,
    };
    context.cancel.check()?;
    context.tree.write(&path, args.content.as_bytes())?;
    note_syntax(context, path.as_str(), &args.content);
    let etag = context.written(&path, args.content.len() as u64)?;
    let mut changed = match before {
        None => FileDiff::default(),
        Some(before) => FileDiff::of(context, &path, &before, args.content.as_bytes()),
    };
    let (diff, body, cut) = changed.take("diff");
    let answer = Answer::of(&Report {
        path: path.to_string(),
        bytes: args.content.len(),
        created: previous.is_none(),
        etag,
        previous_etag: previous,
        changed,
        diff,
    });
    Ok(answer.body(body).cut(cut))
}

/// Refuses content that is larger than one call may write.
pub(crate) fn check_content(
    context: &Context<'_>,
    content: &str,
    hint: &str,
) -> Result<(), ToolError> {
    let (bytes, max) = (content.len(), context.settings.caps.write_bytes);
    if bytes <= max {
        return Ok(());
    }
    let text = format!("the content has {bytes} bytes; at most {max} are allowed");
    Err(ToolError::new(Code::TooLarge, text).with_hint(hint))
}

/// What a file holds that is replaced. Damaged bytes are replaced like all others; they are nothing to
/// compare with.
fn bytes_before(
    context: &Context<'_>,
    path: &isolate_text::VPath,
) -> Result<Option<Vec<u8>>, ToolError> {
    match context.tree.read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::Corrupt => {
            context.notice(format!(
                "what {} held before was damaged, so there is no diff",
                context.name(path.as_str())
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn check_parent(context: &Context<'_>, path: &isolate_text::VPath) -> Result<(), ToolError> {
    let Some(parent) = path.parent().filter(|_| context.settings.strict_parents) else {
        return Ok(());
    };
    if context.tree.stat(&parent)?.is_none() {
        return Err(ToolError::new(
            Code::NotFound,
            format!("the directory {parent} does not exist"),
        )
        .with("path", parent.as_str())
        .with_hint("create it with mkdir first"));
    }
    Ok(())
}

/// Refuses to replace a file that the caller has not read completely, unless the intent allows it.
fn check_seen(
    context: &Context<'_>,
    path: &isolate_text::VPath,
    current: &str,
    args: &Args,
) -> Result<(), ToolError> {
    let overwrites = args.intent == Some(Intent::Overwrite);
    if overwrites && context.settings.freshness != Freshness::Strict {
        return Ok(());
    }
    context
        .check_fresh(path, current, args.if_match.as_deref())
        .map_err(|error| match error.code {
            Code::NotRead if context.settings.freshness == Freshness::Tracked => {
                error.with_hint(context.phrase(Phrase::ReadBeforeWrite))
            }
            _ => error,
        })?;
    let is_partly_seen = context.settings.freshness == Freshness::Tracked
        && args.if_match.is_none()
        && context.seen(path).is_some_and(|seen| !seen.is_whole());
    if is_partly_seen {
        return Err(ToolError::at(
            Code::NotRead,
            path,
            "has been read only in part, and write replaces all of it",
        )
        .with_hint(context.phrase(Phrase::ReadRestBeforeWrite)));
    }
    Ok(())
}

/// Adds a notice if the file is of a format such as JSON and does not parse.
pub(crate) fn note_syntax(context: &Context<'_>, path: &str, content: &str) {
    let is_json = path.to_ascii_lowercase().ends_with(".json");
    if is_json
        && let Err(error) =
            serde_json::from_str::<IgnoredAny>(content.trim_start_matches('\u{feff}'))
    {
        context.notice(format!(
            "the file was written, but it is not valid JSON: {error}"
        ));
    }
}
