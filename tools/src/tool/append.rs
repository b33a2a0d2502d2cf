//! `append`: more at the end of a file.

use isolate_prompt::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::ledger::Seen;
use crate::reply::Answer;
use crate::structure;
use crate::tool::write::check_content;
use crate::versions::check_strict;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Report>(
    "append",
    "Adds text to the end of a file. Creates the file unless create is false. Adds no \
            line break of its own.",
    ToolAnnotations::APPENDS,
    |context, args| typed(context, args, append),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    path: String,
    /// What to add.
    content: String,
    /// Whether to create a missing file. Default: true.
    create: Option<bool>,
    /// Append only if the file has this etag.
    if_match: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Report {
    path: String,
    /// How much was added.
    bytes: usize,
    size: u64,
    created: bool,
    etag: String,
}

impl structure::Report for Report {}

fn append(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    check_content(context, &args.content, "append it in several parts")?;
    let previous = match context.tree.stat(&path)? {
        None if args.create == Some(false) => return Err(context.missing(&path)),
        None => None,
        Some(_) => Some(context.file(&path)?),
    };
    let current = previous.as_ref().map(|(_, etag)| etag.as_str());
    context.check_match(&path, args.if_match.as_deref(), current)?;
    if previous.is_some() {
        check_strict(context, &path, args.if_match.as_deref())?;
    }
    let seen = context
        .seen(&path)
        .filter(|seen| Some(seen.etag.as_str()) == current);
    context.tree.append(&path, args.content.as_bytes())?;
    let old_size = previous.as_ref().map_or(0, |(stat, _)| stat.size);
    let size = old_size + args.content.len() as u64;
    let etag = context.version(&path)?.unwrap_or_default();
    // A caller that has read the file knows its new content as well.
    if previous.is_none() || seen.is_some() {
        let mut now = Seen::new(&etag, context.last_run + 1, size);
        now.shown = seen.map(|seen| seen.shown).unwrap_or_default();
        now.show(old_size, size);
        context.remember(&path, Some(now));
    }
    Ok(Answer::of(&Report {
        path: path.to_string(),
        bytes: args.content.len(),
        size,
        created: previous.is_none(),
        etag,
    }))
}
