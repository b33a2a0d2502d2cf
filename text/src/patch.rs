//! Patches as models write them: unified diffs and the `*** Begin Patch` envelope.
//!
//! Numbers in the headers of hunks are often wrong. They only decide between several positions;
//! where a hunk goes is found by its text, as for an edit.

mod envelope;
mod hunks;
mod mail;
mod names;
mod numbers;
mod parse;
mod rows;
#[cfg(test)]
mod tests;
mod times;
mod unified;
mod verdict;

pub use hunks::{Patched, apply};
pub use parse::{parse, parse_within};
pub use verdict::Verdict;

use crate::text_edit::TextEditError;

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
    /// The same without what is only a prefix.
    pub path: String,
    /// What happens to it.
    pub act: Act,
    /// The path that it moves or is copied to.
    pub to: Option<String>,
    /// What the patch says that it is.
    pub kind: Option<Kind>,
    /// Whether it is executable from now on, if the patch says so.
    pub is_executable: Option<bool>,
    /// Whether the header is that of git, whose names are exact.
    pub is_git: bool,
    /// What changes in it.
    pub hunks: Vec<Hunk>,
    /// The number of the patch that it belongs to, in a text of several: each refers to what those
    /// before it have made.
    pub patch: usize,
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

    /// The path at which something is afterwards.
    fn target(&self) -> Option<&str> {
        match self.act {
            Act::Delete => None,
            Act::Add | Act::Update | Act::Copy => Some(self.to.as_ref().unwrap_or(&self.path)),
        }
    }

    /// The path at which nothing is left of it.
    fn gone(&self) -> Option<&str> {
        let moves = self.act == Act::Update && self.to.is_some();
        (moves || self.act == Act::Delete).then_some(&self.path)
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
    /// It stays, and a copy with other lines is made.
    Copy,
}

/// What an entry is that a patch changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A file.
    File,
    /// A symbolic link. Its content is its target.
    Link,
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
    /// Whether the line ends of its rows are those of its file.
    keeps_line_ends: bool,
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

    /// The line after which a hunk without context puts its lines: a hunk whose header says that
    /// it removes nothing, as `diff -U0` writes it. Line 0 is the beginning of the file.
    pub(crate) fn added_behind(&self) -> Option<usize> {
        match self.promised {
            Some((0, _)) if self.anchors.is_empty() => self.line,
            _ => None,
        }
    }

    /// Whether its header says that one side of the file has no line.
    pub(crate) fn says_nothing_of(&self, side: Sign) -> bool {
        match (side, self.promised) {
            (Sign::Remove, Some((old, _))) => old == 0 && self.line == Some(0),
            (Sign::Add, Some((_, new))) => new == 0,
            _ => false,
        }
    }

    /// Whether it has context lines.
    pub(crate) fn has_context(&self) -> bool {
        self.rows.iter().any(|(sign, _)| *sign == Sign::Keep)
    }
}
