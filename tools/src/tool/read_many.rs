//! `read_many`: the beginnings of several files.

use isolate_prompt::ToolAnnotations;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};
use crate::tool::read;

pub(crate) const TOOL: Tool = Tool {
    name: "read_many",
    about: "Reads several text files at once, each from its beginning; they share maxBytes. A \
            file that cannot be read is reported and does not fail the others. Use read to \
            continue a file that is cut.",
    annotations: ToolAnnotations::READS,
    access: Access::Read,
    input: input::<Args>,
    output: || crate::structure::untyped("read_many"),
    call: |context, args| typed(context, args, read_many),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute paths of files, 1 to 20.
    paths: Vec<String>,
    /// Bytes of all of them together, at most and by default 262144.
    max_bytes: Option<usize>,
    /// Whether to put its number and a tab before each line.
    line_numbers: Option<bool>,
}

fn read_many(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    let count = args.paths.len();
    if count == 0 || count > caps.read_files {
        return Err(ToolError::invalid(format!(
            "there are {count} paths; 1 to {} are allowed",
            caps.read_files
        ))
        .with_hint("read the rest in another call"));
    }
    let mut left = match args.max_bytes {
        Some(0) => return Err(ToolError::invalid("maxBytes must be at least 1")),
        asked => asked.unwrap_or(caps.read_bytes).min(caps.read_bytes),
    };
    let mut rows: Vec<Json> = Vec::new();
    let mut contents: Vec<Json> = Vec::new();
    let mut body = String::new();
    let (mut failed, mut is_cut) = (0, false);
    for (index, path) in args.paths.iter().enumerate() {
        // The budget that one file leaves over is for the others.
        let share = left / (count - index);
        let window = read::Args {
            path: path.clone(),
            line_numbers: args.line_numbers,
            ..read::Args::default()
        };
        let answer = match read::read_within(context, window, share) {
            Ok(answer) => answer,
            Err(error) if matches!(error.code, Code::Cancelled | Code::Timeout) => {
                return Err(error);
            }
            Err(error) => {
                failed += 1;
                let error = error.for_interface(context.interface());
                contents.push(Json::Null);
                rows.push(json!({ "path": path, "error": {
                    "code": error.code.as_str(), "message": error.message, "hint": error.hint,
                }}));
                continue;
            }
        };
        let content = answer.items.get("content").and_then(Json::as_str);
        let content = content.unwrap_or_default();
        left = left.saturating_sub(content.len());
        if answer.facts.get("kind") == Some(&"text".into()) {
            body.push_str(&format!("==> {} <==\n{content}", Json::from(path.as_str())));
            if !content.ends_with('\n') {
                body.push('\n');
            }
        }
        is_cut |= answer.facts.get("truncated") == Some(&true.into());
        contents.push(content.into());
        rows.push(answer.facts.into());
    }
    Ok(Answer::new()
        .fact("count", count)
        .fact("failed", failed)
        .fact("truncated", is_cut)
        .fact("files", rows)
        .item("contents", contents)
        .body(Body::Text(body)))
}
