//! The files of one search, within its bounds.

use std::time::Instant;

use isolate_text::quoting::quote;
use isolate_text::search::{Budget, Context as Around, LineMatch, Matcher, Next, SearchErrorKind};
use isolate_vfs::FindEntry;
use serde_json::{Value as Json, json};

use super::{OutputMode, SKIPPED_NAMES_MAX};
use crate::context::Context;
use crate::error::{ToolError, is_refused};
use crate::interface::Phrase;
use crate::skipped::Unreadable;
use crate::text::is_binary;

/// A place in the order of matches: path, then line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    path: String,
    line: usize,
}

impl Cursor {
    pub(super) fn parse(text: &str) -> Result<Self, ToolError> {
        let parsed = text.split_once(':').and_then(|(line, path)| {
            Some(Self {
                path: path.to_owned(),
                line: line.parse().ok()?,
            })
        });
        parsed
            .ok_or_else(|| ToolError::invalid("this cursor is not from an earlier answer of grep"))
    }

    fn to_text(&self) -> String {
        format!("{}:{}", self.line, self.path)
    }
}

/// The result of a search.
#[derive(Default)]
pub(super) struct Found {
    pub(super) rows: Vec<Json>,
    pub(super) text: String,
    /// Matching lines that are shown or counted.
    pub(super) matches: u64,
    pub(super) files_scanned: u64,
    pub(super) files_matched: u64,
    /// Reason, some names, how many.
    pub(super) skipped: [(&'static str, Vec<String>, u64); 5],
    pub(super) unreadable: Unreadable,
    /// The bound that ended the search.
    pub(super) limit: Option<&'static str>,
    pub(super) cursor: Option<String>,
}

const BINARY: usize = 0;
const TOO_LARGE: usize = 1;
const NOT_UTF8: usize = 2;
const DENIED: usize = 3;
const UNREADABLE: usize = 4;

pub(super) struct Scan<'a, 'c> {
    context: &'a Context<'c>,
    matcher: &'a Matcher,
    mode: OutputMode,
    limit: usize,
    around: usize,
    cursor: Option<Cursor>,
    pub(super) per_file_max: usize,
    /// Whether only the number of matches is wanted, cheaply.
    pub(super) is_probe: bool,
    found: Found,
    scanned_bytes: u64,
}

impl<'a, 'c> Scan<'a, 'c> {
    pub(super) fn new(
        context: &'a Context<'c>,
        matcher: &'a Matcher,
        mode: OutputMode,
        limit: usize,
        around: usize,
        cursor: Option<Cursor>,
    ) -> Self {
        let mut found = Found::default();
        for (slot, reason) in
            found
                .skipped
                .iter_mut()
                .zip(["binary", "tooLarge", "notUtf8", "denied", "unreadable"])
        {
            slot.0 = reason;
        }
        Self {
            context,
            matcher,
            mode,
            limit,
            around,
            cursor,
            per_file_max: usize::MAX,
            is_probe: false,
            found,
            scanned_bytes: 0,
        }
    }

    /// Searches files, which are sorted by path.
    pub(super) fn run(mut self, files: &[FindEntry]) -> Result<Found, ToolError> {
        let caps = &self.context.settings.caps;
        let (scan_max, wall_max) = if self.is_probe {
            (caps.grep_scan_bytes / 8, caps.grep_time / 8)
        } else {
            (caps.grep_scan_bytes, caps.grep_time)
        };
        let deadline = Instant::now().checked_add(wall_max);
        let start = self.cursor.clone();
        for file in files {
            self.context.cancel.check()?;
            let path = file.path.as_str();
            if start
                .as_ref()
                .is_some_and(|cursor| path < cursor.path.as_str())
            {
                continue;
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.stop("deadline", path, 0);
                break;
            }
            if file.size > caps.grep_file_bytes {
                self.skip(TOO_LARGE, path);
                continue;
            }
            if self.scanned_bytes + file.size > scan_max {
                self.stop("scanBytes", path, 0);
                break;
            }
            self.scanned_bytes += file.size;
            let bytes = match self.context.tree.read(&file.path) {
                Err(error) if is_refused(&error) => {
                    // The file may be listed, but not read: it is counted, not named.
                    self.found.skipped[DENIED].2 += 1;
                    continue;
                }
                Err(error) if error.is_of_unreadable_file() => {
                    self.found.unreadable.add(self.context, &file.path, &error);
                    self.skip(UNREADABLE, path);
                    continue;
                }
                bytes => bytes?,
            };
            if bytes.contains(&0) || is_binary(path, &bytes) {
                self.skip(BINARY, path);
                continue;
            }
            let Ok(text) = String::from_utf8(bytes) else {
                self.skip(NOT_UTF8, path);
                continue;
            };
            self.found.files_scanned += 1;
            let after = match &start {
                Some(cursor) if cursor.path == path => cursor.line,
                _ => 0,
            };
            if !self.file(path, &text, after)? {
                break;
            }
        }
        Ok(self.found)
    }

    fn skip(&mut self, reason: usize, path: &str) {
        let (_, names, count) = &mut self.found.skipped[reason];
        *count += 1;
        if names.len() < SKIPPED_NAMES_MAX {
            names.push(path.to_owned());
        }
    }

    fn stop(&mut self, limit: &'static str, path: &str, line: usize) {
        self.found.limit = Some(limit);
        let cursor = Cursor {
            path: path.to_owned(),
            line,
        };
        self.found.cursor = Some(cursor.to_text());
    }

    /// Searches one file after a line; returns whether to continue.
    fn file(&mut self, path: &str, text: &str, after: usize) -> Result<bool, ToolError> {
        // A whole file may be one long line: what is copied is bounded elsewhere.
        let mut budget = Budget {
            scan_bytes: (text.len() as u64).saturating_mul(64).max(1 << 20),
            matches: u64::MAX,
            result_bytes: u64::MAX,
        };
        let side = (self.around > 0).then_some(self.around);
        let around = Around {
            before: side,
            after: side,
        };
        let matcher = self.matcher;
        let mut file = InFile::default();
        let mut cancelled = Ok(());
        let searched = matcher.each_in_lines(text, &around, &mut budget, |found| {
            cancelled = self.context.cancel.check();
            if cancelled.is_err() {
                return Next::End;
            }
            if found.line <= after {
                return Next::Line;
            }
            self.line(path, &found, &mut file)
        });
        cancelled?;
        searched.map_err(|error| match error.kind() {
            SearchErrorKind::Stopped => {
                ToolError::new(crate::error::Code::Cancelled, error.to_string())
            }
            SearchErrorKind::TooMuchWork | SearchErrorKind::TooManyResults => ToolError::new(
                crate::error::Code::Timeout,
                format!("the pattern costs too much: {error}"),
            )
            .with_hint(
                "use a simpler expression, without look-around, back-references and nested repetition",
            ),
            _ => super::pattern_error(&error),
        })?;
        if file.lines > 0 {
            self.found.files_matched += 1;
            let safe = self.context.name(path);
            match self.mode {
                OutputMode::Content => {}
                OutputMode::Files => {
                    self.found.rows.push(path.into());
                    self.found.text.push_str(&format!("{safe}\n"));
                }
                OutputMode::Count => {
                    let lines = file.lines;
                    self.found
                        .rows
                        .push(json!({ "path": path, "count": lines }));
                    self.found.text.push_str(&format!("{safe}: {lines}\n"));
                }
            }
        }
        Ok(!file.is_stopped)
    }

    /// Takes the first match of a line, if there is room for it.
    fn line(&mut self, path: &str, found: &LineMatch<'_>, file: &mut InFile) -> Next {
        let is_full = match self.mode {
            OutputMode::Content => self.found.matches >= self.limit as u64,
            OutputMode::Files | OutputMode::Count => {
                self.found.rows.len() >= self.limit && file.lines == 0
            }
        };
        if is_full {
            self.stop("limit", path, found.line - 1);
            file.is_stopped = true;
            return Next::End;
        }
        if self.mode == OutputMode::Content {
            if file.lines >= self.per_file_max as u64 {
                self.context.notice(format!(
                    "more than {} lines match in {}: the rest of it was not searched; {}",
                    self.per_file_max,
                    quote(path),
                    self.context.phrase(Phrase::MoreInFile)
                ));
                return Next::End;
            }
            if !self.push(path, found) {
                self.stop("bytes", path, found.line - 1);
                file.is_stopped = true;
                return Next::End;
            }
        }
        file.lines += 1;
        self.found.matches += 1;
        match self.mode {
            OutputMode::Files => Next::End,
            OutputMode::Content | OutputMode::Count => Next::Line,
        }
    }

    /// Adds a matching line; answers whether there was room.
    fn push(&mut self, path: &str, found: &LineMatch<'_>) -> bool {
        let caps = &self.context.settings.caps;
        let (number, line) = (found.line, found.line_text);
        let start = found.matched.as_ptr() as usize - line.as_ptr() as usize;
        let end = start + found.matched.len();
        let (shown, is_cut) = centred(line, start, end, caps.grep_line_bytes);
        let mut row =
            json!({ "path": path, "line": number, "column": found.column, "text": shown });
        if is_cut {
            row["lineTruncated"] = true.into();
        }
        let safe = self.context.name(path);
        let mut text = String::new();
        if let (Some(before), Some(after)) = (&found.before, &found.after) {
            let cut = |lines: &[&str]| -> Vec<String> {
                let lines = lines.iter();
                lines
                    .map(|line| crate::cut::head(line, caps.grep_line_bytes).to_owned())
                    .collect()
            };
            let (before, after) = (cut(before), cut(after));
            let first = number - before.len();
            for (at, line) in before.iter().enumerate() {
                text.push_str(&format!("{safe}-{}-{line}\n", first + at));
            }
            text.push_str(&format!("{safe}:{number}:{shown}\n"));
            for (at, line) in after.iter().enumerate() {
                text.push_str(&format!("{safe}-{}-{line}\n", number + at + 1));
            }
            text.push_str("--\n");
            row["before"] = before.into();
            row["after"] = after.into();
        } else {
            text = format!("{safe}:{number}:{shown}\n");
        }
        // The first match is always shown.
        if !self.found.rows.is_empty() && self.found.text.len() + text.len() > caps.grep_body_bytes
        {
            return false;
        }
        self.found.text.push_str(&text);
        self.found.rows.push(row);
        true
    }
}

/// What was found in one file.
#[derive(Default)]
struct InFile {
    /// Matching lines.
    lines: u64,
    /// Whether a bound of all files ended the search.
    is_stopped: bool,
}

/// A piece of a line around a match.
fn centred(line: &str, start: usize, end: usize, bytes_max: usize) -> (String, bool) {
    if line.len() <= bytes_max {
        return (line.to_owned(), false);
    }
    let (start, end) = (start.min(line.len()), end.min(line.len()));
    let spare = bytes_max.saturating_sub(end - start) / 2;
    let mut from = start.saturating_sub(spare).min(line.len() - bytes_max);
    while !line.is_char_boundary(from) {
        from += 1;
    }
    (crate::cut::head(&line[from..], bytes_max).to_owned(), true)
}
