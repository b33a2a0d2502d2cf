//! Sums of strings, and a builder that is as narrow as what it holds.

use crate::vtable::{append, concat_flat, prepend};
use crate::{JsStr, JsStrVariant, JsString};

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

    /// The sum of a string and an integer.
    #[must_use]
    pub fn sum_with_integer(left: &Self, right: i32) -> Self {
        append(left, JsStr::latin1(itoa::Buffer::new().format(right).as_bytes()))
    }

    /// Gives the digits of an integer away.
    pub fn with_digits<R>(integer: i32, add: impl FnOnce(JsStr<'_>) -> R) -> R {
        add(JsStr::latin1(itoa::Buffer::new().format(integer).as_bytes()))
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
        self.wide.extend(self.narrow.iter().map(|unit| u16::from(*unit)));
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
