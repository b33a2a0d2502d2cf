//! Units of a text that stand in a JSON string as they are.

use crate::string::{JsStr, JsString, TextBuilder};

/// A unit of the text in either form that the engine holds text in.
pub(super) trait Unit: Copy + Eq + std::hash::Hash {
    fn code(self) -> u16;

    fn text(units: &[Self]) -> JsString;

    /// Adds units to a text that is put together.
    fn push(units: &[Self], to: &mut TextBuilder);

    /// How many units come before the first that is a quote, a backslash or a control character.
    fn plain(units: &[Self]) -> usize;
}

fn is_plain(unit: u16) -> bool {
    unit >= 0x20 && unit != u16::from(b'"') && unit != u16::from(b'\\')
}

impl Unit for u8 {
    fn code(self) -> u16 {
        self.into()
    }

    fn text(units: &[Self]) -> JsString {
        JsString::from(JsStr::latin1(units))
    }

    fn push(units: &[Self], to: &mut TextBuilder) {
        to.push(JsStr::latin1(units));
    }

    /// Eight at a time.
    #[inline]
    fn plain(units: &[Self]) -> usize {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        // Marks the bytes below a bound, perhaps others above the lowest of them.
        let below = |word: u64, bound: u64| word.wrapping_sub(LOW * bound) & !word;
        let mut words = units.chunks_exact(8);
        let mut at = 0;
        for word in words.by_ref() {
            let word: [Self; 8] = word.try_into().unwrap_or_default();
            let word = u64::from_le_bytes(word);
            let quotes = word ^ (LOW * u64::from(b'"'));
            let slashes = word ^ (LOW * u64::from(b'\\'));
            let marked = (below(word, 0x20) | below(quotes, 1) | below(slashes, 1)) & HIGH;
            if marked != 0 {
                return at + marked.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        let rest = words.remainder().iter();
        at + rest.take_while(|unit| is_plain(unit.code())).count()
    }
}

impl Unit for u16 {
    fn code(self) -> u16 {
        self
    }

    /// Narrow where it can be, as everywhere else in the engine.
    fn text(units: &[Self]) -> JsString {
        if units.iter().all(|unit| *unit <= 0xff) {
            let narrow: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
            return u8::text(&narrow);
        }
        JsString::from(units)
    }

    fn push(units: &[Self], to: &mut TextBuilder) {
        to.push(JsStr::utf16(units));
    }

    fn plain(units: &[Self]) -> usize {
        units.iter().take_while(|unit| is_plain(**unit)).count()
    }
}
