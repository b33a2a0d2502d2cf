//! The hunks of a file, read line by line.

use super::{Hunk, Sign};
use crate::text_edit::TextEditError;

/// The error for a line that is not one of a patch.
pub(super) fn bad(index: usize, why: &str) -> TextEditError {
    TextEditError::invalid(format!("line {} of the patch: {why}", index + 1))
}

/// The lines of a patch. Where it was stored with `\r\n` at the ends of its own lines, these are not
/// part of the rows.
pub(super) struct Lines<'p> {
    pub(super) all: Vec<&'p str>,
    /// Whether rows have the line ends that they had in their file.
    pub(super) keeps_line_ends: bool,
}

impl<'p> Lines<'p> {
    pub(super) fn of(patch: &'p str) -> Self {
        const HEADERS: [&str; 5] = ["diff --git ", "--- ", "+++ ", "@@", "*** "];
        let is_header = |line: &&str| HEADERS.iter().any(|header| line.starts_with(header));
        let whole = patch.strip_suffix('\n').unwrap_or(patch);
        let mut all: Vec<&str> = whole.split('\n').collect();
        // No header of a patch ends in `\r`: names that do are quoted.
        let header = all.iter().copied().find(is_header);
        let keeps_line_ends = header.is_some_and(|header| !header.ends_with('\r'));
        if !keeps_line_ends {
            for line in &mut all {
                *line = line.strip_suffix('\r').unwrap_or(line);
            }
        }
        Self {
            all,
            keeps_line_ends,
        }
    }
}

/// Collects rows into hunks.
#[derive(Default)]
pub(super) struct Rows {
    hunk: Option<Hunk>,
    /// Lines that the hunk has of the old and of the new file.
    have: (usize, usize),
    /// How many of the last rows were lines without even a space.
    blank_rows: usize,
    keeps_line_ends: bool,
}

impl Rows {
    pub(super) fn of(lines: &Lines<'_>) -> Self {
        Self {
            keeps_line_ends: lines.keeps_line_ends,
            ..Self::default()
        }
    }

    fn begin(&mut self, hunk: Hunk) {
        self.have = (0, 0);
        self.hunk = Some(Hunk {
            keeps_line_ends: self.keeps_line_ends,
            ..hunk
        });
    }

    /// The hunk that is read.
    pub(super) fn current(&mut self) -> Option<&mut Hunk> {
        self.hunk.as_mut()
    }

    pub(super) fn has_hunk(&self) -> bool {
        self.hunk.is_some()
    }

    /// Whether a hunk lacks rows that its header counts, or has no counts.
    pub(super) fn is_within(&self) -> bool {
        let is_complete = |(old, new)| self.have.0 >= old && self.have.1 >= new;
        let hunk = self.hunk.as_ref();
        hunk.is_some_and(|hunk| !hunk.promised.is_some_and(is_complete))
    }

    /// Ends the hunk. One that changes nothing is left out.
    pub(super) fn close(&mut self) -> Option<Hunk> {
        let mut hunk = self.hunk.take()?;
        // Empty lines after the last row separate hunks, unless the header counts them.
        while self.blank_rows > 0 && hunk.promised != Some(self.have) {
            hunk.rows.pop();
            self.have = (self.have.0 - 1, self.have.1 - 1);
            self.blank_rows -= 1;
        }
        self.blank_rows = 0;
        let is_change = hunk.rows.iter().any(|(sign, _)| *sign != Sign::Keep);
        is_change.then_some(hunk)
    }

    /// Begins a hunk from the text after `@@`, and ends the one before.
    pub(super) fn open(&mut self, header: &str) -> Option<Hunk> {
        let is_stacked = self.hunk.as_ref().is_some_and(|hunk| hunk.rows.is_empty());
        let mut next = Hunk::default();
        let mut before = None;
        match (is_stacked, self.hunk.take()) {
            (true, Some(hunk)) => next.anchors = hunk.anchors,
            (_, hunk) => {
                self.hunk = hunk;
                before = self.close();
            }
        }
        let mut words = header.split_whitespace();
        let old = range(words.next(), '-');
        let new = range(words.next(), '+');
        if let Some((old, new)) = old.zip(new) {
            next.line = Some(old.0);
            next.promised = Some((old.1, new.1));
        } else {
            let anchor = header.trim().trim_end_matches("@@").trim_end();
            if !anchor.is_empty() && old.is_none() {
                next.anchors.push(anchor.to_owned());
            }
        }
        self.begin(next);
        before
    }

    /// Adds a row; answers whether the line is one.
    pub(super) fn row(&mut self, line: &str) -> bool {
        let (sign, text) = match line.as_bytes().first() {
            None => (Sign::Keep, ""),
            Some(b' ') => (Sign::Keep, &line[1..]),
            Some(b'-') => (Sign::Remove, &line[1..]),
            Some(b'+') => (Sign::Add, &line[1..]),
            Some(_) => return false,
        };
        self.blank_rows = if line.is_empty() {
            self.blank_rows + 1
        } else {
            0
        };
        if self.hunk.is_none() {
            self.begin(Hunk::default());
        }
        self.have.0 += usize::from(sign != Sign::Add);
        self.have.1 += usize::from(sign != Sign::Remove);
        if let Some(hunk) = &mut self.hunk {
            hunk.rows.push((sign, format!("{text}\n")));
        }
        true
    }

    /// The last row has no line break.
    pub(super) fn end_without_break(&mut self) {
        let last = self.hunk.as_mut().and_then(|hunk| hunk.rows.last_mut());
        if let Some((_, row)) = last
            && row.ends_with('\n')
        {
            row.pop();
        }
    }

    /// Whether a line with `---` in a hunk is not the removed line `--`, by what comes after it.
    pub(super) fn is_header(&self, next: &str, after: Option<&str>) -> bool {
        let Some(hunk) = &self.hunk else { return true };
        // One removed and one added line may be exactly what the hunk lacks.
        let lacks = hunk
            .promised
            .map(|(old, new)| (old.checked_sub(self.have.0), new.checked_sub(self.have.1)));
        next.starts_with("+++ ")
            && after.is_none_or(|after| after.starts_with("@@"))
            && lacks != Some((Some(1), Some(1)))
    }
}

/// `-12,3` as the first line and the number of lines.
fn range(text: Option<&str>, sign: char) -> Option<(usize, usize)> {
    let text = text?.strip_prefix(sign)?;
    match text.split_once(',') {
        None => Some((text.parse().ok()?, 1)),
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
    }
}
