//! Merging two texts that were made from one: by lines, as `git merge-file` does.

mod json;
#[cfg(test)]
mod tests;

pub use json::merge_json;

use std::ops::Range;

use super::diff::{DiffError, Replaced, aligned_changes, lines};
use crate::budget::charge;

/// Characters of a marker.
const MARKER_LENGTH: usize = 7;

/// What merging two texts gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merge {
    /// The text. Where both sides changed the same lines, it has both versions between markers.
    pub text: String,
    /// How many places both sides changed in different ways.
    pub conflicts: usize,
}

/// What the sides are called beside the markers of a conflict.
///
/// The fields are exhaustive on purpose: a conflict has two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels<'a> {
    /// The side that is merged into.
    pub ours: &'a str,
    /// The side that is merged.
    pub theirs: &'a str,
}

/// Merges the changes from `base` to `ours` and those from `base` to `theirs`.
///
/// Changes of different lines are both made, and the same change on both sides is made once. Changes
/// that overlap or touch are a conflict.
///
/// # Errors
/// As [`diff::compare`](super::diff::compare).
pub fn merge(base: &str, ours: &str, theirs: &str, labels: Labels<'_>) -> Result<Merge, DiffError> {
    let (base, ours, theirs) = (lines(base)?, lines(ours)?, lines(theirs)?);
    let regions = regions(
        &aligned_changes(&base, &ours)?,
        &aligned_changes(&base, &theirs)?,
    );
    let mut out = Merge {
        text: String::new(),
        conflicts: 0,
    };
    let mut at = 0;
    for region in regions {
        out.push(&base[at..region.base.start])?;
        at = region.base.end;
        match region.change {
            Change::Ours => out.push(&ours[region.ours])?,
            Change::Theirs => out.push(&theirs[region.theirs])?,
            Change::Both => {
                let sides = Sides {
                    base: &base,
                    ours: &ours,
                    theirs: &theirs,
                    labels,
                };
                out.push_both(&sides, region.ours, region.theirs)?;
            }
        }
    }
    out.push(&base[at..])?;
    Ok(out)
}

impl Merge {
    fn push(&mut self, lines: &[&str]) -> Result<(), DiffError> {
        charge(lines.iter().map(|line| line.len()).sum())?;
        self.text.extend(lines.iter().copied());
        Ok(())
    }

    /// Adds the versions of both sides of the same lines. Common lines are not part of the conflict.
    fn push_both(
        &mut self,
        sides: &Sides<'_>,
        ours: Range<usize>,
        theirs: Range<usize>,
    ) -> Result<(), DiffError> {
        let mut at = ours.start;
        for change in aligned_changes(&sides.ours[ours.clone()], &sides.theirs[theirs.clone()])? {
            let mine = ours.start + change.old.start..ours.start + change.old.end;
            let other = theirs.start + change.new.start..theirs.start + change.new.end;
            self.push(&sides.ours[at..mine.start])?;
            at = mine.end;
            self.push_conflict(sides, mine, other)?;
        }
        self.push(&sides.ours[at..ours.end])
    }

    fn push_conflict(
        &mut self,
        sides: &Sides<'_>,
        ours: Range<usize>,
        theirs: Range<usize>,
    ) -> Result<(), DiffError> {
        let labels = sides.labels;
        self.conflicts += 1;
        charge(3 * (MARKER_LENGTH + 3) + labels.ours.len() + labels.theirs.len())?;
        let end = sides.line_end(ours.start, theirs.start);
        self.push_marker('<', labels.ours, end);
        self.push(&sides.ours[ours])?;
        self.push_marker('=', "", end);
        self.push(&sides.theirs[theirs])?;
        self.push_marker('>', labels.theirs, end);
        Ok(())
    }

    fn push_marker(&mut self, sign: char, label: &str, end: &str) {
        // The last line of a text may have no end.
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str(end);
        }
        self.text.extend(std::iter::repeat_n(sign, MARKER_LENGTH));
        if !label.is_empty() {
            self.text.push(' ');
            self.text.push_str(label);
        }
        self.text.push_str(end);
    }
}

/// The lines of all three versions.
struct Sides<'a> {
    base: &'a [&'a str],
    ours: &'a [&'a str],
    theirs: &'a [&'a str],
    labels: Labels<'a>,
}

impl Sides<'_> {
    /// The line end of the markers of a conflict that begins at these lines, as git chooses it: that of
    /// the lines before, where both sides and the beginning of the base agree, or else a line feed.
    fn line_end(&self, ours: usize, theirs: usize) -> &'static str {
        let before = [
            (self.ours, ours.saturating_sub(1)),
            (self.theirs, theirs.saturating_sub(1)),
        ];
        let is_lf = |(lines, at): (&[&str], usize)| has_crlf(lines, at) == Some(false);
        match !before.into_iter().any(is_lf) && has_crlf(self.base, 0) == Some(true) {
            true => "\r\n",
            false => "\n",
        }
    }
}

/// Whether a line ends with CRLF; that of the line before where it has no end. `None` without any.
fn has_crlf(lines: &[&str], at: usize) -> Option<bool> {
    let line = lines.get(at)?;
    let line = match line.ends_with('\n') {
        true => line,
        false => lines.get(at.checked_sub(1)?)?,
    };
    Some(line.ends_with("\r\n"))
}

/// Lines of the base, with their versions on both sides.
#[derive(Debug)]
struct Region {
    base: Range<usize>,
    ours: Range<usize>,
    theirs: Range<usize>,
    change: Change,
}

/// The sides that changed a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Ours,
    Theirs,
    Both,
}

/// Puts the changes of both sides together: those that overlap or touch in the base are one region.
fn regions(ours: &[Replaced], theirs: &[Replaced]) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    let (mut ours, mut theirs) = (ours.iter().peekable(), theirs.iter().peekable());
    // How many lines each side is ahead of the base after the last region.
    let (mut our_shift, mut their_shift) = (0, 0);
    loop {
        let (change, first) = match (ours.peek(), theirs.peek()) {
            (None, None) => return regions,
            (Some(mine), Some(other)) if other.old.start < mine.old.start => {
                (Change::Theirs, *other)
            }
            (Some(mine), _) => (Change::Ours, *mine),
            (None, Some(other)) => (Change::Theirs, *other),
        };
        let mut region = Region {
            base: first.old.clone(),
            ours: 0..0,
            theirs: 0..0,
            change,
        };
        let (mut has_ours, mut has_theirs) = (false, false);
        let (mut our_end, mut their_end) = (our_shift, their_shift);
        loop {
            let is_near = |next: &&&Replaced| next.old.start <= region.base.end;
            if let Some(next) = ours.peek().filter(is_near) {
                region.base.end = region.base.end.max(next.old.end);
                our_end = shift(next);
                has_ours = true;
                ours.next();
            } else if let Some(next) = theirs.peek().filter(is_near) {
                region.base.end = region.base.end.max(next.old.end);
                their_end = shift(next);
                has_theirs = true;
                theirs.next();
            } else {
                break;
            }
        }
        region.ours = ahead(region.base.start, our_shift)..ahead(region.base.end, our_end);
        region.theirs = ahead(region.base.start, their_shift)..ahead(region.base.end, their_end);
        if has_ours && has_theirs {
            region.change = Change::Both;
        }
        (our_shift, their_shift) = (our_end, their_end);
        regions.push(region);
    }
}

/// How many lines a side is ahead of the base after a change.
fn shift(change: &Replaced) -> isize {
    change.new.end.cast_signed() - change.old.end.cast_signed()
}

/// The line of a side that corresponds to a line of the base.
fn ahead(line: usize, shift: isize) -> usize {
    line.saturating_add_signed(shift)
}
