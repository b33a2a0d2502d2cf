//! Patches as models write them: unified diffs and the `*** Begin Patch` envelope.
//!
//! Numbers in the headers of hunks are often wrong. They only decide between several places;
//! where a hunk goes is found by its text, as for an edit.

mod hunks;
mod parse;
#[cfg(test)]
mod tests;

pub use hunks::{Patched, Verdict, apply};
pub use parse::{parse, parse_within, stripped};

use crate::ops::text_edit::TextEditError;

/// Bytes of a patch, unless the caller has a bound of its own.
pub const TEXT_BYTES_MAX: usize = 2 << 20;
/// Files of one patch, unless the caller has a bound of its own.
pub const FILES_MAX: usize = 50;
/// Hunks of one patch: each is looked for in its file.
pub const HUNKS_MAX: usize = 1_000;

/// What a patch does to one file.
#[derive(Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilePatch {
    /// The file as the patch names it; empty when it names none.
    pub name: String,
    /// What happens to it.
    pub act: Act,
    /// The new name of the file, as the patch has it.
    pub to: Option<String>,
    /// What changes in it.
    pub hunks: Vec<Hunk>,
}

impl FilePatch {
    /// The content of a file that is created.
    ///
    /// # Errors
    /// `Invalid` when the patch shows lines that would be there already.
    pub fn added(&self) -> Result<String, TextEditError> {
        if self.hunks.iter().any(|hunk| !hunk.old().is_empty()) {
            return Err(TextEditError::invalid(
                "every line of an added file begins with +",
            ));
        }
        Ok(self.hunks.iter().map(Hunk::new_text).collect())
    }

    /// How many lines are removed and added.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let rows = || self.hunks.iter().flat_map(|hunk| &hunk.rows);
        let count = |wanted| rows().filter(|(sign, _)| *sign == wanted).count();
        (count(Sign::Remove), count(Sign::Add))
    }
}

/// What happens to a file.
///
/// The list is exhaustive on purpose: a caller that ignored an action would apply a part of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Act {
    /// Its lines change.
    #[default]
    Update,
    /// It is created.
    Add,
    /// It is removed.
    Delete,
}

/// What a hunk does with a line.
///
/// The list is exhaustive on purpose: the formats of patches have no other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is kept.
    Keep,
    /// It is removed.
    Remove,
    /// It is added.
    Add,
}

/// Removed and added lines, with the lines around them.
#[derive(Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hunk {
    /// Each with its line break, where it has one.
    pub rows: Vec<(Sign, String)>,
    /// The line of the old file that the header names, from 1.
    pub line: Option<usize>,
    /// Lines that come before it, outermost first.
    pub anchors: Vec<String>,
    /// Whether it is at the end of the file.
    pub is_at_end: bool,
    /// Lines that the header announces for both sides.
    promised: Option<(usize, usize)>,
}

impl Hunk {
    /// The text on one side.
    fn side(&self, other: Sign) -> String {
        let rows = self.rows.iter().filter(|(sign, _)| *sign != other);
        rows.map(|(_, row)| row.as_str()).collect()
    }

    /// The lines that are to be in the file.
    #[must_use]
    pub fn old(&self) -> String {
        self.side(Sign::Add)
    }

    /// The lines that are there afterwards.
    #[must_use]
    pub fn new_text(&self) -> String {
        self.side(Sign::Remove)
    }

    /// Lines on both sides.
    fn counts(&self) -> (usize, usize) {
        let count = |other: Sign| self.rows.iter().filter(|(sign, _)| *sign != other).count();
        (count(Sign::Add), count(Sign::Remove))
    }

    /// The line after which a hunk without context puts its lines: a hunk whose header says that
    /// it removes nothing, as `diff -U0` writes it. `-0,0` is the header for a new file.
    pub(crate) fn added_behind(&self) -> Option<usize> {
        match self.promised {
            Some((0, _)) if self.anchors.is_empty() => self.line.filter(|line| *line > 0),
            _ => None,
        }
    }

    /// Whether it has context lines.
    pub(crate) fn has_context(&self) -> bool {
        self.rows.iter().any(|(sign, _)| *sign == Sign::Keep)
    }

    fn is_complete(&self) -> bool {
        let have = self.counts();
        self.promised
            .is_some_and(|(old, new)| have.0 >= old && have.1 >= new)
    }
}
