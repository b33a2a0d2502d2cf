//! Matches with the lines they are in.

use super::cursor::Cursor;
use super::{Budget, Matcher, SearchError};

/// The cost of a line of context beside its text, in bytes of the answer: a file may have many
/// lines that are empty.
const LINE_COST_BYTES: usize = 16;

/// How many lines around a match to give: `None` leaves them out of the answer.
///
/// The fields are exhaustive on purpose: a match has two sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Lines before a match.
    pub before: Option<usize>,
    /// Lines after a match.
    pub after: Option<usize>,
}

/// A match in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineMatch<'t> {
    /// The line, from 1. Lines end at `\n`; after the last one comes one more.
    pub line: usize,
    /// The column in UTF-16 code units, from 1.
    pub column: usize,
    /// The text of the match; may be empty.
    pub matched: &'t str,
    /// The whole line; a `\r` before its end belongs to it.
    pub line_text: &'t str,
    /// The lines before, in their order.
    pub before: Option<Vec<&'t str>>,
    /// The lines after.
    pub after: Option<Vec<&'t str>>,
}

impl Matcher {
    /// Finds the matches in each line of a text, at most `matches_max`. The matcher is one
    /// for [`Scope::Lines`](super::Scope::Lines). A byte order mark at the front is not part of
    /// the text.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn search_lines<'t>(
        &self,
        text: &'t str,
        context: &Context,
        matches_max: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<LineMatch<'t>>, SearchError> {
        let text = super::without_mark(text);
        let mut matches = Vec::new();
        let matches_max = matches_max.unwrap_or(usize::MAX);
        let mut place = Place::default();
        let mut cursor = Cursor::new(self, text, budget);
        let mut next = Some(0);
        while let Some(from) = next
            && matches.len() < matches_max
            && let Some((start, end)) = cursor.find_at(from)?
        {
            next = cursor.after((start, end));
            place.move_to(text, start);
            let line_end = text[end..].find('\n').map_or(text.len(), |len| end + len);
            // More lines than the budget pays for need not be collected.
            let lines_max = cursor.result_bytes_left() / LINE_COST_BYTES + 1;
            let found = LineMatch {
                line: place.lines + 1,
                column: place.units + 1,
                matched: &text[start..end],
                line_text: &text[place.line_start..line_end],
                before: context
                    .before
                    .map(|count| before(text, place.line_start, count.min(lines_max))),
                after: context
                    .after
                    .map(|count| following(text, line_end, count.min(lines_max))),
            };
            let lines = |lines: &Option<Vec<&str>>| lines.as_ref().map_or(0, Vec::len);
            let lines = lines(&found.before) + lines(&found.after);
            cursor.charge(size_of::<LineMatch<'_>>() * 3 / 2 + lines * size_of::<&str>())?;
            let around = found.before.iter().chain(&found.after).flatten();
            let bytes = around
                .map(|line| line.len() + LINE_COST_BYTES)
                .sum::<usize>();
            cursor.spend_match(bytes + found.line_text.len() + found.matched.len())?;
            matches.push(found);
        }
        Ok(matches)
    }
}

/// A position in a text, in lines and columns.
#[derive(Default)]
struct Place {
    at: usize,
    lines: usize,
    line_start: usize,
    /// UTF-16 code units from the start of the line.
    units: usize,
}

impl Place {
    /// Moves on to a later position.
    fn move_to(&mut self, text: &str, at: usize) {
        let passed = &text[self.at..at];
        let mut rest = passed;
        if let Some(newline) = passed.rfind('\n') {
            self.lines += passed.bytes().filter(|&byte| byte == b'\n').count();
            self.line_start = self.at + newline + 1;
            self.units = 0;
            rest = &passed[newline + 1..];
        }
        self.units += rest.encode_utf16().count();
        self.at = at;
    }
}

fn before(text: &str, line_start: usize, count: usize) -> Vec<&str> {
    let mut lines: Vec<&str> = match text[..line_start].strip_suffix('\n') {
        None => Vec::new(),
        Some(earlier) => earlier.rsplit('\n').take(count).collect(),
    };
    lines.reverse();
    lines
}

fn following(text: &str, line_end: usize, count: usize) -> Vec<&str> {
    match text[line_end..].strip_prefix('\n') {
        None => Vec::new(),
        Some(later) => later.split('\n').take(count).collect(),
    }
}
