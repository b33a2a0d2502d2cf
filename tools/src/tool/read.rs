//! `read`: a window of a file.
//!
//! The cost is that of the window: bytes before it are skipped in pieces, bytes after it are not
//! read, and where the caller comes back with `byteOffset`, nothing before it is read either.

mod window;

use isolate_text::VPath;
use isolate_text::detect::{self, HEAD_BYTES};
use isolate_text::quoting::quote;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::boundary::hex;
use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::ledger::Seen;
use crate::reply::{Answer, Body};
use crate::structure::Report;
use crate::text::Eol;
use crate::utf16::Utf16;
use window::{Bounds, LongLine, Source, Start, Window};

pub(crate) const TOOL: Tool = Tool::reads::<Args, Reading>(
    "read",
    "Reads a text file, or some lines of it. A long file comes in parts: call again with \
            the offset, byteOffset and etag in `next`. For a file that is not text it answers \
            type and size. Use grep to find a place first.",
    |context, args| typed(context, args, read),
);

/// Bytes of a file in UTF-16 that is read: it is decoded whole for every window.
const UTF16_BYTES_MAX: u64 = 8 << 20;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    pub(crate) path: String,
    /// First line, from 1.
    pub(crate) offset: Option<i64>,
    /// Number of lines. Default: 2000.
    pub(crate) limit: Option<i64>,
    /// The byteOffset in `next`: where line `offset` begins.
    pub(crate) byte_offset: Option<u64>,
    /// The etag in `next`; if the file has changed since, the error shows how.
    pub(crate) etag: Option<String>,
    /// Read this many lines at the end instead.
    pub(crate) tail: Option<i64>,
    /// Whether to put its number and a tab before each line.
    pub(crate) line_numbers: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reading {
    #[serde(flatten)]
    pub(crate) file: FileRead,
    /// The lines, of a file that is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content: Option<String>,
}

impl Report for Reading {
    const TEXTS: &'static [&'static str] = &["content"];
}

/// What a file is, and which part of it was read.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileRead {
    /// `text` or `binary`.
    kind: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_lines: Option<u64>,
    total_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    eol: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    etag: String,
    /// The first bytes of a file that is not text.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    /// The path that links lead to, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_path: Option<String>,
    /// Whether the last line is only a beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_line: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    long_lines: Option<Vec<LongLine>>,
    /// The arguments that read on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_hit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Next {
    offset: u64,
    byte_offset: u64,
    etag: String,
}

pub(crate) fn read(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let reading = read_within(context, args, context.settings.caps.read_bytes)?;
    let body = reading.content.as_ref().map(|_| Body::Item("content"));
    Ok(Answer::of(&reading).body(body))
}

/// Reads a window of at most so many bytes.
pub(crate) fn read_within(
    context: &Context<'_>,
    args: Args,
    bytes_max: usize,
) -> Result<Reading, ToolError> {
    let path = context.path(&args.path)?;
    let (stat, etag) = context.file(&path)?;
    if args.etag.as_ref().is_some_and(|wanted| *wanted != etag) {
        let wanted = args.etag.as_deref().unwrap_or_default();
        return Err(context
            .stale(&path, wanted, Some(&etag))
            .with_hint("read the file from its beginning, without etag"));
    }
    let head = context.tree.read_range(&path, 0, HEAD_BYTES as u64)?;
    let utf16 = Utf16::of(&head).filter(|_| stat.size <= UTF16_BYTES_MAX);
    if utf16.is_none() && detect::begins_as_binary(path.as_str(), &head) {
        return Ok(binary(&path, &head, stat.size, etag));
    }
    let decoded = match utf16 {
        None => None,
        Some(order) => Some(order.decode(&context.tree.read(&path)?)),
    };
    let known = context.seen(&path).filter(|seen| seen.etag == etag);
    let source = Source {
        path: &path,
        size: decoded
            .as_ref()
            .map_or(stat.size, |(text, _)| text.len() as u64),
        decoded: decoded.as_ref().map(|(text, _)| text.as_str()),
        lines: known.and_then(|seen| seen.lines),
    };
    let start = start(context, &args, &path, source.size)?;
    let bounds = Bounds {
        lines_max: limit(context, args.limit.or(args.tail))?,
        bytes_max,
        line_chars_max: context.settings.caps.line_chars,
        has_numbers: args.line_numbers == Some(true),
    };
    let mut window = Window::read(context, source, start, bounds)?;
    if window.has_nul {
        return Ok(binary(&path, &head, stat.size, etag));
    }
    window.replaced += decoded.as_ref().map_or(0, |(_, replaced)| *replaced);
    let mut seen = Seen::new(&etag, context.last_run, source.size);
    seen.lines = window.total_lines;
    if window.is_complete {
        seen.show(window.start_byte, window.end_byte);
    }
    context.remember(&path, Some(seen));
    let encoding = match utf16 {
        Some(order) => order.as_str(),
        None if head.starts_with(&[0xef, 0xbb, 0xbf]) => "utf8-bom",
        None => "utf8",
    };
    let is_cut = window.end_byte < source.size;
    Ok(reading(
        context, &path, stat.size, etag, encoding, window, is_cut,
    ))
}

/// Where the window begins.
fn start(context: &Context<'_>, args: &Args, path: &VPath, size: u64) -> Result<Start, ToolError> {
    if let Some(lines) = args.tail {
        if args.offset.is_some() || args.byte_offset.is_some() || lines < 1 {
            return Err(ToolError::invalid(
                "tail must be at least 1, and cannot be combined with offset or byteOffset",
            ));
        }
        return Ok(Start::Tail(usize::try_from(lines).unwrap_or(usize::MAX)));
    }
    let line = match args.offset {
        None | Some(1) => 1,
        Some(0) => {
            context.notice("lines count from 1: offset 0 was taken as 1");
            1
        }
        Some(line) if line < 0 => {
            return Err(
                ToolError::invalid(format!("offset {line} is not a line number"))
                    .with_hint(context.interface().read_last(line.unsigned_abs())),
            );
        }
        Some(line) => u64::try_from(line).unwrap_or(u64::MAX),
    };
    match args.byte_offset {
        None | Some(0) => Ok(Start::Line(line)),
        Some(_) if args.offset.is_none() => Err(ToolError::invalid(
            "byteOffset needs the offset that was returned with it",
        )),
        Some(byte) if byte >= size => Err(ToolError::invalid(format!(
            "byteOffset {byte} is past the end: {path} has {size} bytes"
        ))
        .with("totalBytes", size)),
        Some(byte) => Ok(Start::Byte { line, byte }),
    }
}

fn limit(context: &Context<'_>, asked: Option<i64>) -> Result<usize, ToolError> {
    let max = context.settings.caps.read_lines;
    match asked {
        None => Ok(max),
        Some(lines) if lines < 1 => Err(ToolError::invalid("limit must be at least 1")),
        Some(lines) => {
            let lines = usize::try_from(lines).unwrap_or(usize::MAX);
            if lines > max {
                context.notice(format!("limit was reduced to {max} lines, the maximum"));
            }
            Ok(lines.min(max))
        }
    }
}

fn binary(path: &VPath, head: &[u8], size: u64, etag: String) -> Reading {
    let kind = detect::detect(path.as_str(), head);
    let notice = "this is not text; a program can read it with `state.readFileBytes`";
    Reading {
        file: FileRead {
            kind: "binary",
            path: path.to_string(),
            mime: Some(kind.mime),
            total_bytes: size,
            etag,
            head: Some(hex(&head[..head.len().min(64)])),
            notice: Some(notice.to_owned()),
            ..FileRead::default()
        },
        content: None,
    }
}

fn reading(
    context: &Context<'_>,
    path: &VPath,
    size: u64,
    etag: String,
    encoding: &'static str,
    window: Window,
    is_cut: bool,
) -> Reading {
    if encoding.starts_with("utf16") {
        context.notice(
            "the file is UTF-16 and is shown decoded: it cannot be edited until it is written again as UTF-8",
        );
    } else if window.replaced > 0 {
        context.notice(format!(
            "{} places are not UTF-8 and are shown as U+FFFD; edits of this file are located by exact text only",
            window.replaced
        ));
    }
    let real = context.tree.real_path(path).ok();
    let mut file = FileRead {
        kind: "text",
        path: path.to_string(),
        start_line: Some(window.start_line),
        end_line: Some(window.end_line),
        total_lines: window.total_lines,
        total_bytes: size,
        eol: Some(Eol::of(&window.raw).as_str()),
        encoding: Some(encoding),
        resolved_path: real
            .filter(|real| real != path)
            .map(|real| real.to_string()),
        partial_line: window.is_partial_line.then_some(true),
        long_lines: Some(window.long_lines).filter(|lines| !lines.is_empty()),
        truncated: Some(is_cut),
        ..FileRead::default()
    };
    if is_cut {
        let cut = Cut {
            limit: window.limit,
            unit: "lines",
            shown: (window.end_line + 1).saturating_sub(window.start_line),
            omitted: window
                .total_lines
                .map(|total| total.saturating_sub(window.end_line)),
            next: context
                .interface()
                .read_on(window.next_line, window.end_byte),
        };
        file.next = Some(Next {
            offset: window.next_line,
            byte_offset: window.end_byte,
            etag: etag.clone(),
        });
        file.limit_hit = Some(cut.limit);
        file.omitted_lines = cut.omitted;
        file.notice = Some(cut.mark());
    }
    file.etag = etag;
    Reading {
        file,
        content: Some(window.content),
    }
}

/// The error for a window past the end.
fn past_end(context: &Context<'_>, path: &VPath, line: u64, total: u64) -> ToolError {
    ToolError::new(
        Code::InvalidArgument,
        format!(
            "line {line} is past the end: {} has {total} lines",
            quote(path.as_str())
        ),
    )
    .with("totalLines", total)
    .about(path)
    .with_hint(context.phrase(Phrase::LinesInFile))
}
