//! Patches as models write them: unified diffs and the `*** Begin Patch` envelope.
//!
//! Numbers in the headers of hunks are often wrong. They only decide between several places;
//! where a hunk goes is found by its text, as for an edit.

mod hunks;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use hunks::{Patched, Verdict, apply};
pub(crate) use parse::{parse, stripped};

/// What a patch does to one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FilePatch {
    /// The file as the patch names it; empty when it names none.
    pub(crate) name: String,
    pub(crate) act: Act,
    /// Where the file goes, as the patch names it.
    pub(crate) to: Option<String>,
    pub(crate) hunks: Vec<Hunk>,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Act {
    #[default]
    Update,
    Add,
    Delete,
}

/// What a row of a hunk says of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Keep,
    Remove,
    Add,
}

/// Lines that go and come, with those around them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// Each with its line break, where it has one.
    pub(crate) rows: Vec<(Sign, String)>,
    /// The line of the old file that the header names, from 1.
    pub(crate) line: Option<usize>,
    /// Lines that come before it, outermost first.
    pub(crate) anchors: Vec<String>,
    /// Whether it stands at the end of the file.
    pub(crate) is_at_end: bool,
    /// Lines that the header promises on both sides.
    promised: Option<(usize, usize)>,
}

impl Hunk {
    /// The text on one side.
    fn side(&self, other: Sign) -> String {
        let rows = self.rows.iter().filter(|(sign, _)| *sign != other);
        rows.map(|(_, row)| row.as_str()).collect()
    }

    pub(crate) fn old(&self) -> String {
        self.side(Sign::Add)
    }

    pub(crate) fn new_text(&self) -> String {
        self.side(Sign::Remove)
    }

    /// Lines on both sides.
    fn counts(&self) -> (usize, usize) {
        let count = |other: Sign| self.rows.iter().filter(|(sign, _)| *sign != other).count();
        (count(Sign::Add), count(Sign::Remove))
    }

    /// The line behind which a hunk without context puts its lines: one that removes nothing,
    /// and says so in its header, as `diff -U0` writes it. `-0,0` is what a new file has.
    pub(crate) fn added_behind(&self) -> Option<usize> {
        match self.promised {
            Some((0, _)) if self.anchors.is_empty() => self.line.filter(|line| *line > 0),
            _ => None,
        }
    }

    /// Whether it shows lines that stay.
    pub(crate) fn has_context(&self) -> bool {
        self.rows.iter().any(|(sign, _)| *sign == Sign::Keep)
    }

    fn is_complete(&self) -> bool {
        let have = self.counts();
        self.promised
            .is_some_and(|(old, new)| have.0 >= old && have.1 >= new)
    }
}
