//! Sums of strings, and a builder that is as narrow as what it holds.

use crate::buffer::{append, grow, prepend};
use crate::vtable::{concat_flat, followed_by, narrow};
use crate::{JsStr, JsStrVariant, JsString};
use std::mem::MaybeUninit;

/// A text with an integer behind it is made in one step up to this many units.
const SHORT_UNITS_MAX: usize = 16;

/// Sums.
impl JsString {
    /// The sum of two strings.
    #[must_use]
    pub fn sum(left: &Self, right: &Self) -> Self {
        if left.len() < right.len() {
            prepend(left.as_str(), right)
        } else {
            append(left, right.as_str())
        }
    }

    /// Adds text to this string, if this is the only reference to it and there is room; false
    /// otherwise.
    #[must_use]
    pub fn grow(&self, right: JsStr<'_>) -> bool {
        grow(self, right)
    }

    /// Characters of an integer in decimal notation.
    #[must_use]
    pub fn digits(integer: i32) -> usize {
        let digits = integer.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
        digits + usize::from(integer < 0)
    }

    /// The sum of a string and an integer.
    #[must_use]
    pub fn sum_with_integer(left: &Self, right: i32) -> Self {
        if let JsStrVariant::Latin1(units) = left.as_str().variant()
            && units.len() <= SHORT_UNITS_MAX
        {
            return followed_by(units, right);
        }
        append(
            left,
            JsStr::latin1(itoa::Buffer::new().format(right).as_bytes()),
        )
    }

    /// A string of `len` units of one byte, which `fill` writes; those that it leaves are nought.
    pub fn narrow(len: usize, fill: impl FnOnce(&mut Narrow<'_>)) -> Self {
        let text = narrow(len, fill);
        // The strings of one unit, and of none, exist already.
        if len <= 1 {
            Self::from(text.as_str())
        } else {
            text
        }
    }

    /// Gives the digits of an integer away.
    pub fn with_digits<R>(integer: i32, add: impl FnOnce(JsStr<'_>) -> R) -> R {
        add(JsStr::latin1(
            itoa::Buffer::new().format(integer).as_bytes(),
        ))
    }

    /// The sum of an integer and a string.
    #[must_use]
    pub fn sum_of_integer(left: i32, right: &Self) -> Self {
        let mut digits = itoa::Buffer::new();
        let left = JsStr::latin1(digits.format(left).as_bytes());
        if left.len() < right.len() {
            prepend(left, right)
        } else {
            concat_flat(left, right.as_str())
        }
    }

    /// Where `needle` stands last, starting at `start` or before.
    #[must_use]
    pub fn last_index_of(&self, needle: &Self, start: usize) -> Option<usize> {
        crate::search::find_last(self.as_str(), needle.as_str(), start)
    }

    /// The string `count` times.
    #[must_use]
    pub fn repeated(&self, count: usize) -> Self {
        match self.as_str().variant() {
            JsStrVariant::Latin1(units) => Self::from(JsStr::latin1(&units.repeat(count))),
            JsStrVariant::Utf16(units) => Self::from(JsStr::utf16(&units.repeat(count))),
        }
    }
}

/// Where the units of a new string go, one after the other.
#[derive(Debug)]
pub struct Narrow<'a> {
    pub(crate) rest: &'a mut [MaybeUninit<u8>],
}

impl<'a> Narrow<'a> {
    /// The next `len` units; none where that is too many.
    #[inline]
    fn take(&mut self, len: usize) -> Option<&'a mut [MaybeUninit<u8>]> {
        if len > self.rest.len() {
            return None;
        }
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(len);
        self.rest = rest;
        Some(taken)
    }

    /// Writes units; what is too much is left out.
    #[inline]
    pub fn write(&mut self, units: &[u8]) {
        if let Some(to) = self.take(units.len()) {
            copy(units, to);
        }
    }

    /// Writes an integer that takes that many digits and a sign.
    #[inline]
    pub fn write_integer(&mut self, integer: i32, len: usize) {
        if let Some(to) = self.take(len) {
            let mut left = integer.unsigned_abs();
            for digit in to.iter_mut().rev() {
                digit.write(b'0' + (left % 10) as u8);
                left /= 10;
            }
            if integer < 0 {
                to[0].write(b'-');
            }
        }
    }
}

/// Copies between slices of the same length. Short ones without the instruction for copying,
/// which leaves the module.
#[inline(always)]
pub fn copy(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    macro_rules! ends {
        ($word:ident) => {{
            const WORD: usize = size_of::<$word>();
            let tail = from.len() - WORD;
            let first = $word::from_ne_bytes(from[..WORD].try_into().expect("one word"));
            let last = $word::from_ne_bytes(from[tail..].try_into().expect("one word"));
            to[..WORD].write_copy_of_slice(&first.to_ne_bytes());
            to[tail..].write_copy_of_slice(&last.to_ne_bytes());
        }};
    }
    match from.len() {
        0 => {}
        1 => {
            to[0].write(from[0]);
        }
        2 | 3 => ends!(u16),
        4..8 => ends!(u32),
        8..=16 => ends!(u64),
        17..=32 => ends!(u128),
        _ => {
            to.write_copy_of_slice(from);
        }
    }
}

/// Text that is put together piece by piece, and becomes one string.
#[derive(Debug, Default)]
pub struct TextBuilder {
    narrow: Vec<u8>,
    /// What was narrow until something wide came, and what came after.
    wide: Vec<u16>,
    is_wide: bool,
}

impl TextBuilder {
    /// A builder with room for that many units of one byte.
    #[must_use]
    pub fn with_capacity(units: usize) -> Self {
        Self {
            narrow: Vec::with_capacity(units),
            ..Self::default()
        }
    }

    /// Adds text.
    pub fn push(&mut self, text: JsStr<'_>) {
        match text.variant() {
            JsStrVariant::Latin1(units) if !self.is_wide => self.narrow.extend_from_slice(units),
            JsStrVariant::Latin1(units) => {
                self.wide.extend(units.iter().map(|unit| u16::from(*unit)));
            }
            JsStrVariant::Utf16(units) => {
                if !self.is_wide {
                    // Wide in form only, as a part of a wider text may be?
                    if units.iter().all(|unit| *unit < 256) {
                        #[expect(clippy::cast_possible_truncation, reason = "looked at above")]
                        self.narrow.extend(units.iter().map(|unit| *unit as u8));
                        return;
                    }
                    self.widen();
                }
                self.wide.extend_from_slice(units);
            }
        }
    }

    fn widen(&mut self) {
        self.is_wide = true;
        self.wide.reserve(self.narrow.len());
        self.wide
            .extend(self.narrow.iter().map(|unit| u16::from(*unit)));
        self.narrow = Vec::new();
    }

    /// The string.
    #[must_use]
    pub fn build(self) -> JsString {
        if self.is_wide {
            JsString::from(JsStr::utf16(&self.wide))
        } else {
            JsString::from(JsStr::latin1(&self.narrow))
        }
    }
}
