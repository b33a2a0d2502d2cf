//! A window of lines, collected from pieces of a file.

use isolate_text::VPath;
use schemars::JsonSchema;
use serde::Serialize;

use super::past_end;
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::ToolError;

/// Bytes that are read at once.
const PIECE_BYTES: u64 = 64 << 10;

/// Where a window begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    Line(u64),
    Byte { line: u64, byte: u64 },
    Tail(usize),
}

/// A line of which only the beginning is shown, and where the rest of it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LongLine {
    line: u64,
    total_bytes: usize,
    offset: u64,
    byte_offset: u64,
}

/// The lines that are shown.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub(super) content: String,
    /// The same bytes as they are in the file.
    pub(super) raw: Vec<u8>,
    pub(super) start_line: u64,
    /// The last line of which anything is shown.
    pub(super) end_line: u64,
    pub(super) start_byte: u64,
    /// The first byte that is not shown.
    pub(super) end_byte: u64,
    /// The line of `end_byte`.
    pub(super) next_line: u64,
    pub(super) total_lines: Option<u64>,
    pub(super) is_partial_line: bool,
    /// Whether every byte of the range is shown.
    pub(super) is_complete: bool,
    pub(super) long_lines: Vec<LongLine>,
    /// Places that are not UTF-8.
    pub(super) replaced: usize,
    pub(super) has_nul: bool,
    pub(super) limit: &'static str,
}

/// The source of a read: a file, or text decoded from one.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) path: &'a VPath,
    pub(super) decoded: Option<&'a str>,
    /// Bytes that there are.
    pub(super) size: u64,
    /// How many lines there are, where that is known.
    pub(super) lines: Option<u64>,
}

/// How much of it is shown.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lines_max: usize,
    pub(super) bytes_max: usize,
    /// Characters of one line.
    pub(super) line_chars_max: usize,
    pub(super) has_numbers: bool,
}

/// Pieces of a file in order.
struct Pieces<'a, 'c> {
    context: &'a Context<'c>,
    source: Source<'a>,
    at: u64,
}

impl Pieces<'_, '_> {
    fn next(&mut self) -> Result<Option<Vec<u8>>, ToolError> {
        if self.at >= self.source.size {
            return Ok(None);
        }
        self.context.cancel.check()?;
        let piece = self.range(self.at, PIECE_BYTES)?;
        if piece.is_empty() {
            return Ok(None);
        }
        self.at += piece.len() as u64;
        Ok(Some(piece))
    }

    fn range(&self, at: u64, length: u64) -> Result<Vec<u8>, ToolError> {
        let Some(text) = self.source.decoded else {
            return Ok(self.context.tree.read_range(self.source.path, at, length)?);
        };
        let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
        Ok(text.as_bytes()[index(at)..index(at.saturating_add(length))].to_vec())
    }
}

impl Window {
    pub(super) fn read(
        context: &Context<'_>,
        source: Source<'_>,
        start: Start,
        bounds: Bounds,
    ) -> Result<Self, ToolError> {
        let (path, size) = (source.path, source.size);
        let from = |at| Pieces {
            context,
            source,
            at,
        };
        let (line, byte, total) = match start {
            Start::Byte { line, byte } => (line, byte, source.lines),
            Start::Line(1) => (1, 0, source.lines),
            Start::Line(line) => {
                let (byte, passed) = skip_lines(&mut from(0), line - 1)?;
                if byte >= size {
                    return Err(past_end(context, path, line, passed));
                }
                (line, byte, source.lines)
            }
            Start::Tail(lines) => {
                let total = match source.lines {
                    Some(lines) => lines,
                    None => count_lines(&mut from(0))?,
                };
                let first = total.saturating_sub(lines as u64);
                let (byte, _) = skip_lines(&mut from(0), first)?;
                (first + 1, byte, Some(total))
            }
        };
        let mut window = Self {
            start_line: line,
            next_line: line,
            end_line: line.saturating_sub(1),
            start_byte: byte,
            end_byte: byte,
            is_complete: true,
            limit: "lines",
            total_lines: total,
            ..Self::default()
        };
        window.collect(&mut from(byte), bounds)?;
        if window.total_lines.is_none() {
            if window.end_byte >= size {
                window.total_lines = Some(window.end_line);
            } else if size <= context.settings.caps.count_bytes {
                let rest = count_lines(&mut from(window.end_byte))?;
                // The rest begins in the line where the window ends, or in the next one.
                window.total_lines = Some(window.next_line + rest - 1);
            }
        }
        Ok(window)
    }

    /// Takes whole lines until a bound is reached.
    fn collect(&mut self, pieces: &mut Pieces<'_, '_>, bounds: Bounds) -> Result<(), ToolError> {
        // A line that began in an earlier window is continued whole.
        let mut is_continued = self.start_byte > 0 && !begins_line(pieces, self.start_byte)?;
        let mut pending: Vec<u8> = Vec::new();
        let mut lines = 0;
        loop {
            while let Some(end) = pending.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = pending.drain(..=end).collect();
                if lines == bounds.lines_max || !self.push(&line, bounds, is_continued) {
                    return Ok(());
                }
                is_continued = false;
                lines += 1;
            }
            if lines == bounds.lines_max {
                return Ok(());
            }
            if pending.len() > bounds.bytes_max {
                self.fill(&pending, bounds);
                return Ok(());
            }
            match pieces.next()? {
                Some(piece) => pending.extend_from_slice(&piece),
                None => break,
            }
        }
        if !pending.is_empty() {
            self.push(&pending, bounds, is_continued);
        }
        Ok(())
    }

    /// Adds a line with its end; answers whether there was room.
    fn push(&mut self, line: &[u8], bounds: Bounds, is_continued: bool) -> bool {
        let (text, end) = split_end(line);
        let decoded = String::from_utf8_lossy(text);
        let chars = decoded.chars().count();
        let line_chars_max = bounds.line_chars_max;
        let is_cut = chars > line_chars_max && !is_continued;
        let mut shown = if bounds.has_numbers {
            format!("{}\t", self.next_line)
        } else {
            String::new()
        };
        if is_cut {
            shown.extend(decoded.chars().take(line_chars_max));
            shown.push_str(&format!(
                " [cut: {line_chars_max} of {chars} characters shown]"
            ));
        } else {
            shown.push_str(&decoded);
        }
        shown.push_str(end);
        if self.content.len() + shown.len() > bounds.bytes_max {
            self.fill(line, bounds);
            return false;
        }
        if is_cut {
            let head: String = decoded.chars().take(line_chars_max).collect();
            self.is_complete = false;
            self.long_lines.push(LongLine {
                line: self.next_line,
                total_bytes: text.len(),
                offset: self.next_line,
                byte_offset: self.end_byte + head.len() as u64,
            });
        }
        self.note(line, &decoded);
        self.content.push_str(&shown);
        self.end_line = self.next_line;
        self.end_byte += line.len() as u64;
        self.next_line += u64::from(line.ends_with(b"\n"));
        true
    }

    /// Ends a window that has no room for a line. A window shows at least the beginning of one.
    fn fill(&mut self, line: &[u8], bounds: Bounds) {
        self.limit = "bytes";
        if !self.content.is_empty() {
            return;
        }
        if bounds.has_numbers {
            self.content = format!("{}\t", self.next_line);
        }
        let room = bounds.bytes_max.saturating_sub(self.content.len());
        let mut end = line.len().min(room.max(4));
        // Back to the beginning of a character; three bytes suffice in UTF-8.
        for _ in 0..3 {
            if end > 0 && line.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
                end -= 1;
            }
        }
        let part = &line[..end];
        let decoded = String::from_utf8_lossy(part);
        self.note(part, &decoded);
        self.content.push_str(&decoded);
        self.is_partial_line = true;
        self.end_line = self.next_line;
        self.end_byte += part.len() as u64;
    }

    fn note(&mut self, bytes: &[u8], decoded: &str) {
        self.raw.extend_from_slice(bytes);
        self.has_nul |= bytes.contains(&0);
        if std::str::from_utf8(bytes).is_err() {
            self.replaced += decoded.matches('\u{fffd}').count();
        }
    }
}

/// A line without its end, and the end as it is shown.
fn split_end(line: &[u8]) -> (&[u8], &'static str) {
    match line.strip_suffix(b"\n") {
        None => (line, ""),
        Some(text) => (text.strip_suffix(b"\r").unwrap_or(text), "\n"),
    }
}

fn begins_line(pieces: &Pieces<'_, '_>, byte: u64) -> Result<bool, ToolError> {
    let before = pieces.range(byte - 1, 1)?;
    Ok(before == b"\n")
}

/// The byte after so many lines, and how many there were.
fn skip_lines(pieces: &mut Pieces<'_, '_>, lines: u64) -> Result<(u64, u64), ToolError> {
    let mut passed = 0;
    let mut ends_line = true;
    while passed < lines {
        let base = pieces.at;
        let Some(piece) = pieces.next()? else {
            return Ok((pieces.source.size, passed + u64::from(!ends_line)));
        };
        for at in memchr::memchr_iter(b'\n', &piece) {
            passed += 1;
            if passed == lines {
                let byte = base + at as u64 + 1;
                let at_end = byte >= pieces.source.size;
                return Ok((if at_end { pieces.source.size } else { byte }, passed));
            }
        }
        ends_line = piece.ends_with(b"\n");
    }
    Ok((0, 0))
}

fn count_lines(pieces: &mut Pieces<'_, '_>) -> Result<u64, ToolError> {
    let mut lines = 0;
    let mut ends_line = true;
    while let Some(piece) = pieces.next()? {
        lines += memchr::memchr_iter(b'\n', &piece).count() as u64;
        ends_line = piece.ends_with(b"\n");
    }
    Ok(lines + u64::from(!ends_line))
}
