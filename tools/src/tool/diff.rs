//! `diff`: how a file differs from an earlier version, another file, or a text.

use isolate_prompt::ToolAnnotations;
use schemars::JsonSchema;
use serde::Deserialize;
use isolate_text::VPath;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::diffs::Diffs;
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};

pub(crate) const TOOL: Tool = Tool {
    name: "diff",
    about: "Compares a file with an earlier version of it (etag), with another file (other) or \
            with a text (content). Answers a unified diff; lines with + are in the file now.",
    annotations: ToolAnnotations::READS,
    access: Access::Read,
    input: input::<Args>,
    output: || crate::structure::untyped("diff"),
    call: |context, args| typed(context, args, diff),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

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
    let answer = Answer::new()
        .fact("path", path.as_str())
        .fact("etag", etag)
        .fact("equal", is_equal);
    let (answer, text) = diffs.finish(answer);
    Ok(answer.item("diff", text).body(Body::Item("diff")))
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
