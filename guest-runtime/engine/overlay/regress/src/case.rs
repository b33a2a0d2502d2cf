//! Characters that are the same where case is ignored.

use super::{FoldRange, fold_code_point};
use crate::codepointset::{CodePoint, CodePointSet, Interval};
use crate::unicodetables::{FOLDS, TO_UPPERCASE};

/// The first character that is not in ASCII.
const ASCII_END: CodePoint = 0x80;

/// All characters that are the same as one of a set: as the flags `i` and `u` together say, or as
/// `i` alone does.
pub(crate) fn close_over_case(set: CodePointSet, unicode: bool) -> CodePointSet {
    match set.intervals().last() {
        None => set,
        Some(last) if last.last < ASCII_END => close_over_ascii(set, unicode),
        Some(_) => close_over_all(set, unicode),
    }
}

fn close_over_ascii(set: CodePointSet, unicode: bool) -> CodePointSet {
    let mut closed = set.clone();
    for lower in u32::from(b'a')..=u32::from(b'z') {
        let upper = lower - 0x20;
        if set.contains(lower) || set.contains(upper) {
            closed.add_one(lower);
            closed.add_one(upper);
            // The sign for kelvin and the long s, which only Unicode takes for letters of ASCII.
            match char::from_u32(lower) {
                Some('k') if unicode => closed.add_one(0x212A),
                Some('s') if unicode => closed.add_one(0x017F),
                _ => {}
            }
        }
    }
    closed
}

fn close_over_all(set: CodePointSet, unicode: bool) -> CodePointSet {
    let ranges: &[FoldRange] = if unicode { &FOLDS } else { &TO_UPPERCASE };
    let mut canonical = CodePointSet::new();
    // Most sets, such as `\s`, touch none of the ranges.
    for range in ranges {
        if overlaps(&set, range.transformed_from()) || overlaps(&set, range.transformed_to()) {
            for (code, of) in changed(range, unicode) {
                if set.contains(code) || set.contains(of) {
                    canonical.add_one(of);
                }
            }
        }
    }
    if canonical.is_empty() {
        return set;
    }
    let mut closed = set;
    for range in ranges {
        if overlaps(&canonical, range.transformed_to()) {
            for (code, of) in changed(range, unicode) {
                if canonical.contains(of) {
                    closed.add_one(code);
                }
            }
        }
    }
    closed.add_set(canonical);
    closed
}

/// Characters of a range that are the same as another, with that one.
fn changed(
    range: &FoldRange,
    unicode: bool,
) -> impl Iterator<Item = (CodePoint, CodePoint)> + use<> {
    range
        .transformed_from()
        .codepoints()
        .filter_map(move |code| {
            let canonical = fold_code_point(code, unicode);
            (canonical != code).then_some((code, canonical))
        })
}

/// Whether a character of the interval is in the set.
fn overlaps(set: &CodePointSet, interval: Interval) -> bool {
    let intervals = set.intervals();
    let next = intervals.partition_point(|other| other.last < interval.first);
    intervals
        .get(next)
        .is_some_and(|other| other.first <= interval.last)
}
