//! A number that equal texts have in common, for tables of names.
//!
//! Four units are taken at a time, so that the digest of a name is a few instructions. It does not
//! depend on how wide the units are that a text is kept in.

use crate::{JsStr, JsStrVariant, JsString};
use std::ops::Range;

/// Longer texts are not looked at without a call.
pub(crate) const QUICK_UNITS_MAX: usize = 32;

/// Units that are taken at a time.
const WORD: usize = 4;

/// Odd, with bits all over: the golden ratio of 32 bits.
const SPREAD: u32 = 0x9E37_79B1;

#[inline(always)]
fn mix(digest: u32, word: u32) -> u32 {
    let mixed = (digest ^ word).wrapping_mul(SPREAD);
    mixed ^ (mixed >> 15)
}

/// The digest of a text whose units are given one by one, or four at a time as a word.
#[inline(always)]
fn digest(len: usize, word: impl Fn(Range<usize>) -> u32, unit: impl Fn(usize) -> u32) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "texts of any length may have the same digest"
    )]
    let mut digest = len as u32;
    if len >= WORD {
        let mut at = 0;
        while at + WORD < len {
            digest = mix(digest, word(at..at + WORD));
            at += WORD;
        }
        // The last one reaches back where the text is no multiple of it.
        mix(digest, word(len - WORD..len))
    } else if len > 0 {
        mix(
            digest,
            unit(0) | (unit(len / 2) << 8) | (unit(len - 1) << 16),
        )
    } else {
        mix(digest, 0)
    }
}

/// # Safety
/// There are as many bytes at `units`.
#[inline(always)]
unsafe fn digest_of_bytes(units: *const u8, len: usize) -> u32 {
    digest(
        len,
        // SAFETY: The range lies in the text.
        |range| u32::from_le(unsafe { units.add(range.start).cast::<u32>().read_unaligned() }),
        // SAFETY: The place lies in the text.
        |index| u32::from(unsafe { *units.add(index) }),
    )
}

fn digest_of_units(units: &[u16]) -> u32 {
    // What does not fit in a byte changes a unit, others are as they are in a byte each.
    let fold = |unit: u16| {
        let high = u32::from(unit >> 8).wrapping_mul(0x85EB_CA6B) >> 16;
        (u32::from(unit) ^ high) & 0xFF
    };
    digest(
        units.len(),
        |range| {
            let units = units[range].iter().rev();
            units.fold(0, |word, unit| (word << 8) | fold(*unit))
        },
        |index| fold(units[index]),
    )
}

impl JsStr<'_> {
    /// A number that equal texts have in common.
    #[inline]
    #[must_use]
    pub fn digest(&self) -> u32 {
        match self.variant() {
            // SAFETY: These are its units.
            JsStrVariant::Latin1(units) => unsafe { digest_of_bytes(units.as_ptr(), units.len()) },
            JsStrVariant::Utf16(units) => digest_of_units(units),
        }
    }
}

impl JsString {
    /// The digest, where it is known without a call and in a few steps.
    #[inline(always)]
    #[must_use]
    pub fn digest_quickly(&self) -> Option<u32> {
        // SAFETY: The string lives.
        let header = unsafe { self.ptr.as_ref() };
        if !header.is_latin1 || header.len > QUICK_UNITS_MAX {
            return None;
        }
        // SAFETY: `data` points to its units, of a byte each.
        Some(unsafe { digest_of_bytes(header.data, header.len) })
    }

    /// Whether two texts are equal, where that is seen without a call.
    #[inline(always)]
    #[must_use]
    pub fn equals_quickly(&self, other: &Self) -> Option<bool> {
        if self.ptr == other.ptr {
            return Some(true);
        }
        // SAFETY: The strings live.
        let (left, right) = unsafe { (self.ptr.as_ref(), other.ptr.as_ref()) };
        if left.len != right.len {
            return Some(false);
        }
        if !left.is_latin1 || !right.is_latin1 || left.len > QUICK_UNITS_MAX {
            return None;
        }
        // SAFETY: Both have so many units of a byte.
        Some(unsafe { equal_bytes(left.data, right.data, left.len) })
    }
}

/// Whether so many bytes are the same. Comparing slices would be a call.
///
/// # Safety
/// There are as many bytes at both.
#[inline(always)]
unsafe fn equal_bytes(left: *const u8, right: *const u8, len: usize) -> bool {
    // SAFETY: The caller's, for what lies before `len`.
    unsafe {
        let differ = |at: usize| {
            let left = left.add(at).cast::<u32>().read_unaligned();
            left != right.add(at).cast::<u32>().read_unaligned()
        };
        if len >= WORD {
            let mut at = 0;
            while at + WORD < len {
                if differ(at) {
                    return false;
                }
                at += WORD;
            }
            return !differ(len - WORD);
        }
        for at in 0..len {
            if *left.add(at) != *right.add(at) {
                return false;
            }
        }
        true
    }
}
