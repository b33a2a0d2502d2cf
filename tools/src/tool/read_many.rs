//! `read_many`: the beginnings of several files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Tool, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};
use crate::structure::Report;
use crate::tool::read::{self, FileRead, Reading};

pub(crate) const TOOL: Tool = Tool::reads::<Args, Readings>(
    "read_many",
    "Reads several text files at once, each from its beginning; they share maxBytes. A \
            file that cannot be read is reported and does not fail the others. Use read to \
            continue a file that is cut.",
    |context, args| typed(context, args, read_many),
);

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

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Readings {
    count: usize,
    failed: usize,
    /// Whether one of the files is not whole.
    truncated: bool,
    files: Vec<File>,
    /// The text of each file; `null` of one that cannot be read.
    contents: Vec<Option<String>>,
}

impl Report for Readings {
    const TEXTS: &'static [&'static str] = &["contents"];
}

/// One file.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum File {
    Read(Box<FileRead>),
    Failed { path: String, error: Failure },
}

#[derive(Serialize, JsonSchema)]
struct Failure {
    code: &'static str,
    message: String,
    hint: String,
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
    let mut files = Vec::new();
    let mut contents = Vec::new();
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
        let Reading { file, content } = match read::read_within(context, window, share) {
            Ok(reading) => reading,
            Err(error) if matches!(error.code, Code::Cancelled | Code::Timeout) => {
                return Err(error);
            }
            Err(error) => {
                failed += 1;
                let error = error.for_interface(context.interface());
                contents.push(None);
                files.push(File::Failed {
                    path: path.clone(),
                    error: Failure {
                        code: error.code.as_str(),
                        message: error.message,
                        hint: error.hint,
                    },
                });
                continue;
            }
        };
        if let Some(content) = &content {
            left = left.saturating_sub(content.len());
            body.push_str(&format!("==> {} <==\n{content}", Json::from(path.as_str())));
            if !content.ends_with('\n') {
                body.push('\n');
            }
        }
        is_cut |= file.truncated == Some(true);
        contents.push(Some(content.unwrap_or_default()));
        files.push(File::Read(Box::new(file)));
    }
    let answer = Answer::of(&Readings {
        count,
        failed,
        truncated: is_cut,
        files,
        contents,
    });
    Ok(answer.body(Body::Text(body)))
}
