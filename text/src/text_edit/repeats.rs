//! Lines of the new text that repeat lines of the old one: they keep the bytes of the file.

use std::collections::HashMap;

use super::RESULT_BYTES_MAX;
use super::error::TextEditError;
use super::kind::TextEditErrorKind;
use super::lines::Shift;
use super::place::Place;
use super::rows::{Row, rows};
use crate::diff::{DiffErrorKind, aligned_changes};

/// What becomes of a line of the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// It is new.
    New,
    /// It repeats this line of the old text, elsewhere.
    Moved(usize),
    /// It repeats this line where it is.
    Kept(usize),
}

/// The lines of the new text.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    lines: Vec<Line>,
    /// How many lines the old text has.
    old: usize,
    /// Whether `\r` alone ends lines.
    returns: bool,
}

impl Repeats {
    /// Compares the two texts of an edit.
    ///
    /// # Errors
    /// There are too many lines to compare.
    pub(super) fn between(
        old: &[Row<'_>],
        new: &[Row<'_>],
        returns: bool,
    ) -> Result<Self, TextEditError> {
        let (old_lines, new_lines) = (plain(old), plain(new));
        let changes = aligned_changes(&as_strs(&old_lines), &as_strs(&new_lines)).map_err(
            |error| match error.kind() {
                DiffErrorKind::TooLarge => {
                    TextEditError::new(TextEditErrorKind::TooLarge, error.to_string())
                }
                DiffErrorKind::Stopped => TextEditError::stopped(),
            },
        )?;
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (index, row) in old.iter().enumerate().filter(|(_, row)| !row.is_blank()) {
            known.entry(row.text).or_insert(index);
        }
        let mut lines: Vec<Line> = new
            .iter()
            .map(|row| {
                known
                    .get(row.text)
                    .map_or(Line::New, |index| Line::Moved(*index))
            })
            .collect();
        let (mut old_at, mut new_at) = (0, 0);
        let spans = changes
            .iter()
            .map(|change| (change.old.clone(), change.new.end));
        for (changed, next) in spans.chain([(old.len()..old.len(), new.len())]) {
            for kept in old_at..changed.start {
                lines[new_at + kept - old_at] = Line::Kept(kept);
            }
            (old_at, new_at) = (changed.end, next);
        }
        Ok(Self {
            lines,
            old: old.len(),
            returns,
        })
    }

    /// The new text for lines of the file that were found by a level above the line endings, with
    /// the same shift; `None` where it has no such indentation to lose.
    pub(super) fn worded(
        &self,
        given: &[Row<'_>],
        new: &str,
        window: &[Row<'_>],
        shift: Shift<'_>,
    ) -> Option<String> {
        let mut out = String::with_capacity(new.len());
        for (row, line) in rows(new, self.returns).iter().zip(&self.lines) {
            match line {
                Line::Kept(index) | Line::Moved(index) => out.push_str(window[*index].text),
                Line::New => out.push_str(&shift.of_line(row.text)?),
            }
            out.push_str(&new[row.content_end()..row.end]);
            // So much is refused.
            if out.len() > RESULT_BYTES_MAX {
                break;
            }
        }
        // Blanks behind the last line are no part of what was to be replaced.
        if let (Some(line), Some(row)) = (given.last(), window.last())
            && !line.has_ending()
            && !new.is_empty()
            && !new.ends_with(['\n', '\r'])
            && !self.has_last_line()
        {
            out.push_str(behind(line.text, row.text));
        }
        Some(out)
    }

    fn has_last_line(&self) -> bool {
        let last = self.old.checked_sub(1);
        self.lines.iter().any(|line| match line {
            Line::Kept(index) | Line::Moved(index) => Some(*index) == last,
            Line::New => false,
        })
    }

    /// The parts of a place that change.
    pub(super) fn narrowed(&self, file: &str, place: Place) -> Vec<Place> {
        // Its line ends may be all that changes.
        if place.is_verbatim {
            return vec![place];
        }
        let old = rows_within(file, &place, self.returns);
        let new = rows(&place.new, self.returns);
        if old.len() != self.old || new.len() != self.lines.len() {
            return vec![place];
        }
        let mut places = Vec::new();
        // The place in the old and the new lines behind the last one that was kept.
        let (mut old_at, mut new_at) = (0, 0);
        let kept = self
            .lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| match line {
                Line::Kept(index) => Some((*index, at)),
                _ => None,
            });
        for (old_end, new_end) in kept.chain([(old.len(), new.len())]) {
            if old_at < old_end || new_at < new_end {
                let start = old.get(old_at).map_or(place.end, |row| row.start);
                let end = old.get(old_end).map_or(place.end, |row| row.start);
                let from = new.get(new_at).map_or(place.new.len(), |row| row.start);
                let to = new.get(new_end).map_or(place.new.len(), |row| row.start);
                places.push(Place::new(start, end, &place.new[from..to]));
            }
            (old_at, new_at) = (old_end + 1, new_end + 1);
        }
        places
    }
}

/// The lines of a place, with their places in the file.
fn rows_within<'f>(file: &'f str, place: &Place, returns: bool) -> Vec<Row<'f>> {
    let mut found = rows(&file[place.start..place.end], returns);
    for row in &mut found {
        row.start += place.start;
        row.end += place.start;
    }
    found
}

/// Lines with one ending, where they have one.
fn plain(rows: &[Row<'_>]) -> Vec<String> {
    rows.iter()
        .map(|row| format!("{}{}", row.text, if row.has_ending() { "\n" } else { "" }))
        .collect()
}

fn as_strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// The blanks at the end of a line of the file, where the given line ends without blanks.
fn behind<'r>(line: &str, row: &'r str) -> &'r str {
    if line.ends_with(char::is_whitespace) {
        ""
    } else {
        &row[row.trim_end().len()..]
    }
}
