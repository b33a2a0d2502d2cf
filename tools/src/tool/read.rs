//! `read`: a window of a file.
//!
//! A window costs the window: bytes before it are passed over in pieces, bytes behind it are not
//! read, and where the caller comes back with `byteOffset`, nothing before it is read either.

// Beside `read.rs`, because this file is included from elsewhere.
#[path = "read/window.rs"]
mod window;

use isolate_vfs::VPath;
use isolate_vfs::ops::detect::{self, HEAD_BYTES};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{ALWAYS, Access, LOOKS, Tool, input, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::ledger::Seen;
use crate::reply::{Answer, Body};
use crate::text::{Eol, is_binary};
use window::{Start, Window};

pub(crate) const TOOL: Tool = Tool {
    name: "read",
    about: "Reads a text file, or a part of it by lines. A long file comes in windows: call \
            again with the offset, byteOffset and etag of `next`. For other files it answers \
            type and size. Use grep to find a place first.",
    effects: LOOKS,
    access: Access::Read,
    input: input::<Args>,
    call: |context, args| typed(context, args, read),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

/// Files up to this size are counted to their end, so that the answer says how many lines there
/// are.
const COUNTED_BYTES_MAX: u64 = 4 << 20;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    pub(crate) path: String,
    /// First line, from 1.
    pub(crate) offset: Option<i64>,
    /// Number of lines. Default: 2000.
    pub(crate) limit: Option<i64>,
    /// Where line `offset` begins, as `next` said; saves passing over what is before.
    pub(crate) byte_offset: Option<u64>,
    /// The version that earlier windows were of; refused when the file has changed.
    pub(crate) etag: Option<String>,
    /// The last lines instead: how many.
    pub(crate) tail: Option<i64>,
    /// Whether each line begins with its number and a tab.
    pub(crate) line_numbers: Option<bool>,
}

pub(crate) fn read(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let (stat, etag) = context.file(&path)?;
    if args.etag.as_ref().is_some_and(|wanted| *wanted != etag) {
        let wanted = args.etag.as_deref().unwrap_or_default();
        return Err(context
            .stale(&path, wanted, Some(&etag))
            .with_hint("read the file from its beginning, without etag"));
    }
    let head = context.tree.read_range(&path, 0, HEAD_BYTES as u64)?;
    if is_binary(path.as_str(), &head) {
        return Ok(binary(&path, &head, stat.size, &etag));
    }
    let start = start(context, &args, &path, stat.size)?;
    let limit = limit(context, args.limit.or(args.tail))?;
    let window = Window::read(
        context,
        &path,
        stat.size,
        start,
        limit,
        args.line_numbers == Some(true),
    )?;
    if window.has_nul {
        return Ok(binary(&path, &head, stat.size, &etag));
    }
    let mut seen = Seen::new(&etag, context.rev, stat.size);
    if window.is_complete {
        seen.show(window.start_byte, window.end_byte);
    }
    context.remember(&path, Some(seen));
    Ok(answer(context, &path, &head, stat.size, &etag, window))
}

/// Where the window begins.
fn start(context: &Context<'_>, args: &Args, path: &VPath, size: u64) -> Result<Start, ToolError> {
    if let Some(lines) = args.tail {
        if args.offset.is_some() || args.byte_offset.is_some() || lines < 1 {
            return Err(ToolError::invalid(
                "tail is a number of lines from 1, and goes without offset",
            ));
        }
        return Ok(Start::Tail(usize::try_from(lines).unwrap_or(usize::MAX)));
    }
    let line = match args.offset {
        None | Some(1) => 1,
        Some(0) => {
            context.notice("lines count from 1: offset 0 was read as 1");
            1
        }
        Some(line) if line < 0 => {
            return Err(
                ToolError::invalid(format!("offset {line} is no line")).with_hint(format!(
                    "use tail: {} for the last lines",
                    line.unsigned_abs()
                )),
            );
        }
        Some(line) => u64::try_from(line).unwrap_or(u64::MAX),
    };
    match args.byte_offset {
        None | Some(0) => Ok(Start::Line(line)),
        Some(_) if args.offset.is_none() => Err(ToolError::invalid(
            "byteOffset goes with the offset that came with it",
        )),
        Some(byte) if byte >= size => Err(ToolError::invalid(format!(
            "byteOffset {byte} is behind the end: {path} has {size} bytes"
        ))
        .with("totalBytes", size)),
        Some(byte) => Ok(Start::Byte { line, byte }),
    }
}

fn limit(context: &Context<'_>, asked: Option<i64>) -> Result<usize, ToolError> {
    let max = context.settings.caps.read_lines_max;
    match asked {
        None => Ok(max),
        Some(lines) if lines < 1 => Err(ToolError::invalid("limit is a number of lines from 1")),
        Some(lines) => {
            let lines = usize::try_from(lines).unwrap_or(usize::MAX);
            if lines > max {
                context.notice(format!("at most {max} lines are read at once"));
            }
            Ok(lines.min(max))
        }
    }
}

fn binary(path: &VPath, head: &[u8], size: u64, etag: &str) -> Answer {
    let kind = detect::detect(path.as_str(), head);
    let hex: String = head
        .iter()
        .take(64)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Answer::new()
        .fact("kind", "binary")
        .fact("path", path.as_str())
        .fact("mime", kind.mime)
        .fact("totalBytes", size)
        .fact("etag", etag)
        .fact("head", hex)
        .fact(
            "notice",
            "this is not text; a program can read it with state.readFileBytes",
        )
}

fn answer(
    context: &Context<'_>,
    path: &VPath,
    head: &[u8],
    size: u64,
    etag: &str,
    window: Window,
) -> Answer {
    if window.replaced > 0 {
        context.notice(format!(
            "{} places are not UTF-8 and are shown as U+FFFD; edit finds such a file's text only exactly",
            window.replaced
        ));
    }
    let has_mark = head.starts_with(&[0xef, 0xbb, 0xbf]);
    let eol = Eol::of(&window.raw);
    let mut answer = Answer::new()
        .fact("kind", "text")
        .fact("path", path.as_str())
        .fact("startLine", window.start_line)
        .fact("endLine", window.end_line)
        .maybe("totalLines", window.total_lines)
        .fact("totalBytes", size)
        .fact("eol", eol.as_str())
        .fact("encoding", if has_mark { "utf8-bom" } else { "utf8" })
        .fact("etag", etag);
    if let Ok(real) = context.tree.real_path(path)
        && real != *path
    {
        answer = answer.fact("resolvedPath", real.as_str());
    }
    if window.is_partial_line {
        answer = answer.fact("partialLine", true);
    }
    if !window.long_lines.is_empty() {
        answer = answer.fact("longLines", window.long_lines.clone());
    }
    if window.end_byte < size {
        answer = answer.fact(
            "next",
            json!({ "offset": window.next_line, "byteOffset": window.end_byte, "etag": etag }),
        );
        let omitted = window
            .total_lines
            .map(|total| total.saturating_sub(window.end_line));
        answer = answer.cut(Some(Cut {
            limit: window.limit,
            unit: "lines",
            shown: (window.end_line + 1).saturating_sub(window.start_line),
            omitted,
            next: format!(
                "call again with offset {}, byteOffset {} and this etag",
                window.next_line, window.end_byte
            ),
        }));
    } else {
        answer = answer.fact("truncated", false);
    }
    answer
        .item("content", window.content)
        .body(Body::Item("content"))
}

/// The error for a window behind the end.
fn past_end(path: &VPath, line: u64, total: u64) -> ToolError {
    ToolError::new(
        Code::InvalidArgument,
        format!("offset {line} is behind the end: {path} has {total} lines"),
    )
    .with("totalLines", total)
    .with_hint("use an offset up to totalLines, or tail for the end")
}
