//! Characters that are the same where case is ignored.

use super::{FoldRange, fold_code_point};
use crate::codepointset::{CodePoint, CodePointSet};
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
    let changed = || {
        ranges.iter().flat_map(|range| {
            let codes = range.first()..=range.last();
            codes.filter_map(|code| {
                let canonical = fold_code_point(code, unicode);
                (canonical != code).then_some((code, canonical))
            })
        })
    };
    let mut canonical = CodePointSet::new();
    for (code, of) in changed() {
        if set.contains(code) || set.contains(of) {
            canonical.add_one(of);
        }
    }
    let mut closed = set;
    for (code, of) in changed() {
        if canonical.contains(of) {
            closed.add_one(code);
        }
    }
    closed.add_set(canonical);
    closed
}
