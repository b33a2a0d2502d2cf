//! The files of one search, within its bounds.

use std::ops::ControlFlow;
use std::time::Instant;

use isolate_ops::search::{Ended, SearchOptions, Searched, Sink, WithoutText, Work, search};
use isolate_ops::{OpError, PassedOver, ReadBounds};
use isolate_text::VPath;
use isolate_text::detect::NotText;
use isolate_text::quoting::quote;
use isolate_text::search::{Context as Around, LineMatch, Matcher, Next};
use isolate_vfs::FindEntry;

use super::{FileCount, Match, OutputMode, Skipped};
use crate::context::Context;
use crate::error::ToolError;
use crate::interface::Phrase;
use crate::skipped::Unreadable;

/// A position in the order of matches: path, then line.
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
    pub(super) shown: Shown,
    pub(super) text: String,
    /// Matching lines that are shown or counted.
    pub(super) matches: u64,
    pub(super) files_scanned: u64,
    pub(super) files_matched: u64,
    pub(super) skipped: Skipped,
    pub(super) unreadable: Unreadable,
    /// The bound that ended the search.
    pub(super) limit: Option<&'static str>,
    pub(super) cursor: Option<String>,
}

/// What is shown of the matches, of which the mode fills one list.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) matches: Vec<Match>,
    pub(super) files: Vec<String>,
    pub(super) counts: Vec<FileCount>,
}

impl Shown {
    fn len(&self) -> usize {
        self.matches.len() + self.files.len() + self.counts.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

pub(super) struct Scan<'a, 'c> {
    context: &'a Context<'c>,
    mode: OutputMode,
    limit: usize,
    around: usize,
    cursor: Option<Cursor>,
    pub(super) per_file_max: usize,
    /// Whether only the number of matches is wanted, cheaply.
    pub(super) is_probe: bool,
    found: Found,
    /// Matching lines of the present file.
    lines: u64,
}

impl<'a, 'c> Scan<'a, 'c> {
    pub(super) fn new(
        context: &'a Context<'c>,
        mode: OutputMode,
        limit: usize,
        around: usize,
        cursor: Option<Cursor>,
    ) -> Self {
        Self {
            context,
            mode,
            limit,
            around,
            cursor,
            per_file_max: usize::MAX,
            is_probe: false,
            found: Found::default(),
            lines: 0,
        }
    }

    /// Searches files, which are sorted by path.
    pub(super) fn run(
        mut self,
        matcher: &Matcher,
        files: &[FindEntry],
    ) -> Result<Found, ToolError> {
        let caps = &self.context.settings.caps;
        let share = if self.is_probe { 8 } else { 1 };
        let side = (self.around > 0).then_some(self.around);
        let options = SearchOptions {
            context: Around {
                before: side,
                after: side,
            },
            not_text: WithoutText::PassOver,
            bounds: ReadBounds {
                file_bytes_max: caps.grep_file_bytes,
                bytes_max: caps.grep_scan_bytes / u64::from(share),
            },
            deadline: Instant::now().checked_add(caps.grep_time / share),
            // A whole file may be one long line: what is copied is bounded elsewhere.
            work: Work::PerFile,
        };
        let first = self.cursor.as_ref().map_or(0, |cursor| {
            files.partition_point(|file| file.path.as_str() < cursor.path.as_str())
        });
        // A store may have said which files have the text.
        let mirror = self.context.services.mirror.as_ref();
        let candidates = mirror.and_then(|mirror| mirror.candidates());
        let is_wanted = |path: &&VPath| {
            candidates
                .as_ref()
                .is_none_or(|known| known.contains(*path))
        };
        let all = files[first..].len();
        let files: Vec<&VPath> = files[first..]
            .iter()
            .map(|file| &file.path)
            .filter(is_wanted)
            .collect();
        let passed = (all - files.len()) as u64;
        let ended = self
            .context
            .operation(|access| search(access, files, matcher, options, &mut self))?;
        match ended {
            Ended::AtTheEnd => self.found.files_scanned += passed,
            Ended::BySink => {}
            Ended::ByDeadline(path) => self.stop("deadline", path, 0),
            Ended::ByBytes(path) => self.stop("scanBytes", path, 0),
        }
        Ok(self.found)
    }

    fn stop(&mut self, limit: &'static str, path: &VPath, line: usize) {
        self.found.limit = Some(limit);
        let cursor = Cursor {
            path: path.as_str().to_owned(),
            line,
        };
        self.found.cursor = Some(cursor.to_text());
    }

    /// Adds a matching line; answers whether there was room.
    fn push(&mut self, path: &str, found: &LineMatch<'_>) -> bool {
        let caps = &self.context.settings.caps;
        let (number, line) = (found.line, found.line_text);
        let start = found.matched.as_ptr() as usize - line.as_ptr() as usize;
        let end = start + found.matched.len();
        let (shown, is_cut) = centred(line, start, end, caps.grep_line_bytes);
        let mut row = Match {
            path: path.to_owned(),
            line: number,
            column: found.column,
            text: shown,
            line_truncated: is_cut.then_some(true),
            before: None,
            after: None,
        };
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
            text.push_str(&format!("{safe}:{number}:{}\n", row.text));
            for (at, line) in after.iter().enumerate() {
                text.push_str(&format!("{safe}-{}-{line}\n", number + at + 1));
            }
            text.push_str("--\n");
            row.before = Some(before);
            row.after = Some(after);
        } else {
            text = format!("{safe}:{number}:{}\n", row.text);
        }
        // The first match is always shown.
        if !self.found.shown.is_empty() && self.found.text.len() + text.len() > caps.grep_body_bytes
        {
            return false;
        }
        self.found.text.push_str(&text);
        self.found.shown.matches.push(row);
        true
    }
}

impl Sink for Scan<'_, '_> {
    /// Takes the first match of a line, if there is room for it.
    fn found(&mut self, path: &VPath, found: LineMatch<'_>) -> Result<Next, OpError> {
        let is_before = |cursor: &Cursor| cursor.path == path.as_str() && found.line <= cursor.line;
        if self.cursor.as_ref().is_some_and(is_before) {
            return Ok(Next::Line);
        }
        let is_full = match self.mode {
            OutputMode::Content => self.found.matches >= self.limit as u64,
            OutputMode::Files | OutputMode::Count => {
                self.found.shown.len() >= self.limit && self.lines == 0
            }
        };
        if is_full {
            self.stop("limit", path, found.line - 1);
            return Ok(Next::End);
        }
        if self.mode == OutputMode::Content {
            if self.lines >= self.per_file_max as u64 {
                self.context.notice(format!(
                    "more than {} lines match in {}: the rest of it was not searched; {}",
                    self.per_file_max,
                    quote(path.as_str()),
                    self.context.phrase(Phrase::MoreInFile)
                ));
                return Ok(Next::End);
            }
            if !self.push(path.as_str(), &found) {
                self.stop("bytes", path, found.line - 1);
                return Ok(Next::End);
            }
        }
        self.lines += 1;
        self.found.matches += 1;
        Ok(match self.mode {
            OutputMode::Files => Next::End,
            OutputMode::Content | OutputMode::Count => Next::Line,
        })
    }

    fn searched(&mut self, file: &Searched<'_>) -> Result<ControlFlow<()>, OpError> {
        let found = &mut self.found;
        found.files_scanned += 1;
        let lines = std::mem::take(&mut self.lines);
        if lines > 0 {
            found.files_matched += 1;
            let path = file.path.as_str();
            let safe = self.context.name(path);
            match self.mode {
                OutputMode::Content => {}
                OutputMode::Files => {
                    found.shown.files.push(path.to_owned());
                    found.text.push_str(&format!("{safe}\n"));
                }
                OutputMode::Count => {
                    found.shown.counts.push(FileCount {
                        path: path.to_owned(),
                        count: lines,
                    });
                    found.text.push_str(&format!("{safe}: {lines}\n"));
                }
            }
        }
        Ok(match found.limit {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        })
    }

    fn passed_over(&mut self, path: &VPath, reason: PassedOver) -> Result<(), OpError> {
        let skipped = &mut self.found.skipped;
        let names = match reason {
            // The file may be listed, but not read: it is counted, not named.
            PassedOver::Refused(_) => {
                skipped.denied.get_or_insert_default().count += 1;
                return Ok(());
            }
            PassedOver::Unreadable(error) => {
                self.found.unreadable.add(self.context, path, &error);
                &mut skipped.unreadable
            }
            PassedOver::TooLarge => &mut skipped.too_large,
            PassedOver::NotText(NotText::Binary) => &mut skipped.binary,
            PassedOver::NotText(NotText::NotUtf8) => &mut skipped.not_utf8,
        };
        names.get_or_insert_default().add(path);
        Ok(())
    }
}

/// A piece of a line around a match.
fn centred(line: &str, start: usize, end: usize, bytes_max: usize) -> (String, bool) {
    if line.len() <= bytes_max {
        return (line.to_owned(), false);
    }
    let (start, end) = (start.min(line.len()), end.min(line.len()));
    let spare = bytes_max.saturating_sub(end - start) / 2;
    let from = start.saturating_sub(spare).min(line.len() - bytes_max);
    let from = line.ceil_char_boundary(from);
    (crate::cut::head(&line[from..], bytes_max).to_owned(), true)
}
