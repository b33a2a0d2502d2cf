//! `diff`: how a file differs from an earlier version, another file, or a text.

use isolate_text::VPath;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::diffs::{Diffs, Diffstat};
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Difference>(
    "diff",
    "Compares a file with an earlier version of it (etag), with another file (other) or \
            with a text (content). Answers a unified diff; lines with + are in the file now.",
    |context, args| typed(context, args, diff),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of the file.
    path: String,
    /// Compare with the version that had this etag.
    etag: Option<String>,
    /// Compare with this file: an absolute path.
    other: Option<String>,
    /// Compare with this text.
    content: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Difference {
    path: String,
    etag: String,
    equal: bool,
    diffstat: Diffstat,
    diff: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_lines: Option<u64>,
}

impl Report for Difference {
    const TEXTS: &'static [&'static str] = &["diff"];
}

fn diff(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let (after, etag) = read(context, &path)?;
    let (label, before) = match (args.etag, args.other, args.content) {
        (Some(wanted), None, None) => {
            let before = if wanted == etag {
                after.clone()
            } else {
                context.version_of(&path, &wanted)?.ok_or_else(|| {
                    context
                        .stale(&path, &wanted, Some(&etag))
                        .with_hint("the history no longer has that version: read the file")
                })?
            };
            (path.to_string(), before)
        }
        (None, Some(other), None) => {
            let other = context.path(&other)?;
            (other.to_string(), read(context, &other)?.0)
        }
        (None, None, Some(content)) => (path.to_string(), content.into_bytes()),
        _ => {
            return Err(
                ToolError::invalid("diff needs exactly one of etag, other and content")
                    .with_hint("call history with this path to see its etags"),
            );
        }
    };
    let mut diffs = Diffs::default();
    let is_equal = before == after;
    if !is_equal {
        let caps = &context.settings.caps;
        diffs.push(caps, (&label, path.as_str()), &before, &after);
    }
    let diffstat = diffs.stat();
    let (diff, cut) = diffs.shown();
    let answer = Answer::of(&Difference {
        path: path.to_string(),
        etag,
        equal: is_equal,
        diffstat,
        diff,
        omitted_lines: None,
    });
    Ok(answer.cut(cut).body(Body::Item("diff")))
}

fn read(context: &Context<'_>, path: &VPath) -> Result<(Vec<u8>, String), ToolError> {
    let (stat, etag) = context.file(path)?;
    let max = context.settings.caps.edit_bytes;
    if stat.size > max {
        return Err(ToolError::at(
            Code::TooLarge,
            path,
            format!("has {} bytes; diff takes at most {max}", stat.size),
        )
        .with_hint("compare it with a program: `state.diff` takes larger files"));
    }
    Ok((context.tree.read(path)?, etag))
}
