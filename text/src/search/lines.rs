//! Matches with the lines they are in.

use super::cursor::Cursor;
use super::line::{Line, without_return};
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
    /// The line in which it starts, from 1.
    pub line: usize,
    /// The column in UTF-16 code units, from 1.
    pub column: usize,
    /// The text of the match; may be empty. It holds a line end only if the query asks for one.
    pub matched: &'t str,
    /// The line without its end.
    pub line_text: &'t str,
    /// The lines before it, in their order.
    pub before: Option<Vec<&'t str>>,
    /// The lines after it.
    pub after: Option<Vec<&'t str>>,
}

/// Where a search goes on after a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// At the next match.
    Match,
    /// At the next match that starts in a later line.
    Line,
    /// Nowhere.
    End,
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
        let mut matches = Vec::new();
        let matches_max = matches_max.unwrap_or(usize::MAX);
        if matches_max == 0 {
            return Ok(matches);
        }
        let mut paid = Ok(());
        self.each_in_lines(text, context, budget, |found| {
            let lines = |lines: &Option<Vec<&str>>| lines.as_ref().map_or(0, Vec::len);
            let lines = lines(&found.before) + lines(&found.after);
            let bytes = size_of::<LineMatch<'_>>() * 3 / 2 + lines * size_of::<&str>();
            paid = crate::budget::charge(bytes);
            matches.push(found);
            if paid.is_ok() && matches.len() < matches_max {
                Next::Match
            } else {
                Next::End
            }
        })?;
        paid.map_err(|_| super::cursor::stopped())?;
        Ok(matches)
    }

    /// Gives `each` the matches in each line of a text, as [`search_lines`](Self::search_lines) finds
    /// them, and goes on where it says.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn each_in_lines<'t>(
        &self,
        text: &'t str,
        context: &Context,
        budget: &mut Budget,
        mut each: impl FnMut(LineMatch<'t>) -> Next,
    ) -> Result<(), SearchError> {
        let text = super::without_mark(text);
        let mut place = Place::default();
        let mut cursor = Cursor::new(self, text, budget);
        let mut next = Some(0);
        while let Some(from) = next
            && let Some((start, end)) = cursor.find_at(from)?
        {
            next = cursor.after((start, end));
            let line = cursor.line(start);
            place.move_to(text, start, line);
            // More lines than the budget pays for need not be collected.
            let lines_max = cursor.result_bytes_left() / LINE_COST_BYTES + 1;
            let found = LineMatch {
                line: place.lines + 1,
                column: place.units + 1,
                matched: &text[start..end],
                line_text: &text[line.start..line.end],
                before: context
                    .before
                    .map(|count| before(&text[..line.start], count.min(lines_max))),
                after: context
                    .after
                    .map(|count| following(&text[line.next..], count.min(lines_max))),
            };
            let around = found.before.iter().chain(&found.after).flatten();
            let bytes = around
                .map(|line| line.len() + LINE_COST_BYTES)
                .sum::<usize>();
            cursor.spend_match(bytes + found.line_text.len() + found.matched.len())?;
            match each(found) {
                Next::Match => {}
                Next::Line if line.is_last() => break,
                Next::Line => next = Some(line.next.max(end)),
                Next::End => break,
            }
        }
        Ok(())
    }
}

/// A position in a text, in lines and columns.
#[derive(Default)]
struct Place {
    at: usize,
    lines: usize,
    /// UTF-16 code units from the start of the line.
    units: usize,
}

impl Place {
    /// Moves on to a later position in a line.
    fn move_to(&mut self, text: &str, at: usize, line: Line) {
        if line.start > self.at {
            let passed = text[self.at..line.start].bytes();
            self.lines += passed.filter(|&byte| byte == b'\n').count();
            self.units = 0;
            self.at = line.start;
        }
        self.units += text[self.at..at].encode_utf16().count();
        self.at = at;
    }
}

/// The last lines of a text of whole lines.
fn before(text: &str, count: usize) -> Vec<&str> {
    let mut lines: Vec<&str> = match text.strip_suffix('\n') {
        None => Vec::new(),
        Some(text) => text.rsplit('\n').map(without_return).take(count).collect(),
    };
    lines.reverse();
    lines
}

/// The first lines of a text.
fn following(text: &str, count: usize) -> Vec<&str> {
    let lines = text.split_inclusive('\n').take(count);
    lines
        .map(|line| line.strip_suffix('\n').map_or(line, without_return))
        .collect()
}
