//! Changed lines of two texts: which of several equal lines a change takes, and the changes in order.
//!
//! A line that is added beside an equal one can be either of them. Programs that compare have rules for
//! this choice, and what merges two diffs needs the same choice in both.
//!
//! It does not search for a diff: a text is a list of lines, whatever they are, with a mark for each that
//! has no counterpart in the other text. There are as many lines without a mark in both, in pairs.
//!
//! Invariant: after a text is slid, it has as many marks as before, and the lines without one are equal to
//! those before.
//!
//! ```
//! use isolate_lines::{changes, slide};
//!
//! let mut added = [true, false];
//! slide(&["a", "a"], &mut added, &[false]);
//! assert_eq!(changes(&[false], &added).collect::<Vec<_>>(), [[1..1, 1..2]]);
//! ```

#![forbid(unsafe_code)]

/// The example of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod group;
mod indent;
#[cfg(test)]
mod tests;

use std::ops::Range;

use group::Group;
pub use indent::slide_by_indent;

/// Slides each change of one text beside a change of the other text, or else as far down as possible.
///
/// `changed` and `other` mark the lines of this text and of the other that have no counterpart.
pub fn slide<T: PartialEq>(lines: &[T], changed: &mut [bool], other: &[bool]) {
    slide_with(lines, changed, other, |ends, _| ends.end);
}

/// The changes in order: lines of the old text, and those of the new one that stand for them.
///
/// `removed` and `added` mark the lines that have no counterpart.
pub fn changes<'m>(
    removed: &'m [bool],
    added: &'m [bool],
) -> impl Iterator<Item = [Range<usize>; 2]> + 'm {
    let run = |marks: &[bool], start: usize| {
        let count = marks[start..].iter().take_while(|is| **is).count();
        start..start + count
    };
    let (mut old, mut new) = (0, 0);
    std::iter::from_fn(move || {
        while old < removed.len() || new < added.len() {
            let change = [run(removed, old), run(added, new)];
            // Behind a change there are two lines that are the same, or both ends.
            old = (change[0].end + 1).min(removed.len());
            new = (change[1].end + 1).min(added.len());
            if !change.iter().all(Range::is_empty) {
                return Some(change);
            }
        }
        None
    })
}

/// Slides each change of one text. Where none of the other text is beside, `choose` says where a change
/// ends: at the highest or the lowest place, or between them. It is also told how many lines the change has.
fn slide_with<T: PartialEq>(
    lines: &[T],
    changed: &mut [bool],
    other: &[bool],
    choose: impl Fn(Range<usize>, usize) -> usize,
) {
    let mut group = Group::first(changed);
    let mut beside = Group::first(other);
    loop {
        if !group.is_empty() {
            settle(lines, changed, other, (&mut group, &mut beside), &choose);
        }
        if !group.next(changed) {
            return;
        }
        beside.next(other);
    }
}

/// Slides one group to its place.
fn settle<T: PartialEq>(
    lines: &[T],
    changed: &mut [bool],
    other: &[bool],
    (group, beside): (&mut Group, &mut Group),
    choose: &impl Fn(Range<usize>, usize) -> usize,
) {
    let (mut highest, mut was_beside);
    let mut size;
    loop {
        size = group.len();
        while group.slide_up(lines, changed) {
            beside.previous(other);
        }
        highest = group.end;
        was_beside = !beside.is_empty();
        while group.slide_down(lines, changed) {
            beside.next(other);
            was_beside |= !beside.is_empty();
        }
        // A group that reaches another one is slid together with it.
        if group.len() == size {
            break;
        }
    }
    if group.end == highest {
        return;
    }
    if was_beside {
        while beside.is_empty() && group.slide_up(lines, changed) {
            beside.previous(other);
        }
        return;
    }
    let end = choose(highest..group.end, size);
    while group.end > end && group.slide_up(lines, changed) {
        beside.previous(other);
    }
}
