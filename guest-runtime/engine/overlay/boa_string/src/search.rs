//! Finding one text in another, in time linear in both.

use crate::{JsStr, JsStrVariant};

/// Units compared in vain that are forgiven before the search is done with a table.
const VAIN_UNITS_MIN: usize = 64;

trait Unit: Copy + Eq {
    /// Where the unit stands first.
    fn position(units: &[Self], unit: Self) -> Option<usize>;
}

impl Unit for u8 {
    fn position(units: &[Self], unit: Self) -> Option<usize> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let wanted = u64::from(unit) * LOW;
        let mut words = units.chunks_exact(8);
        let mut at = 0;
        for word in words.by_ref() {
            let word: [Self; 8] = word.try_into().unwrap_or_default();
            // A byte that is wanted becomes zero; the lowest zero byte is found exactly.
            let word = u64::from_le_bytes(word) ^ wanted;
            let zeros = word.wrapping_sub(LOW) & !word & HIGH;
            if zeros != 0 {
                return Some(at + zeros.trailing_zeros() as usize / 8);
            }
            at += 8;
        }
        let rest = words.remainder().iter().position(|found| *found == unit);
        rest.map(|index| at + index)
    }
}

impl Unit for u16 {
    fn position(units: &[Self], unit: Self) -> Option<usize> {
        units.iter().position(|found| *found == unit)
    }
}

/// Where `needle`, which is not empty, stands first in `text`.
fn find_units<T: Unit>(text: &[T], needle: &[T]) -> Option<usize> {
    let (first, rest) = needle.split_first()?;
    let last_start = text.len().checked_sub(needle.len())?;
    let mut at = 0;
    let mut vain = 0;
    while at <= last_start {
        at += T::position(&text[at..=last_start], *first)?;
        let candidate = &text[at + 1..=at + rest.len()];
        let equal = candidate.iter().zip(rest).take_while(|(a, b)| a == b);
        let equal = equal.count();
        if equal == rest.len() {
            return Some(at);
        }
        at += 1;
        vain += equal;
        if vain > VAIN_UNITS_MIN + 4 * at {
            return search_with_table(&text[at..], needle, false).map(|index| at + index);
        }
    }
    None
}

/// The search by Knuth, Morris and Pratt, for the first or the last place.
fn search_with_table<T: Unit>(text: &[T], needle: &[T], last: bool) -> Option<usize> {
    // For every prefix of the needle: how long its longest own prefix is that also ends it.
    let mut table = vec![0_usize; needle.len()];
    let mut matched = 0;
    for index in 1..needle.len() {
        while matched > 0 && needle[index] != needle[matched] {
            matched = table[matched - 1];
        }
        if needle[index] == needle[matched] {
            matched += 1;
        }
        table[index] = matched;
    }
    let mut found = None;
    matched = 0;
    for (index, unit) in text.iter().enumerate() {
        while matched > 0 && *unit != needle[matched] {
            matched = table[matched - 1];
        }
        if *unit == needle[matched] {
            matched += 1;
        }
        if matched == needle.len() {
            found = Some(index + 1 - matched);
            if !last {
                break;
            }
            matched = table[matched - 1];
        }
    }
    found
}

/// Where `needle`, which is not empty, stands last in `text`.
fn find_last_units<T: Unit>(text: &[T], needle: &[T]) -> Option<usize> {
    let first = *needle.first()?;
    let last_start = text.len().checked_sub(needle.len())?;
    let mut vain = 0;
    for at in (0..=last_start).rev() {
        if text[at] != first {
            continue;
        }
        let equal = text[at..].iter().zip(needle).take_while(|(a, b)| a == b);
        let equal = equal.count();
        if equal == needle.len() {
            return Some(at);
        }
        vain += equal;
        if vain > VAIN_UNITS_MIN + 4 * (last_start - at) {
            return search_with_table(&text[..at + needle.len() - 1], needle, true);
        }
    }
    None
}

/// Calls a search with both texts in one width.
macro_rules! in_one_width {
    ($search:ident, $text:expr, $needle:expr) => {
        match ($text.variant(), $needle.variant()) {
            (JsStrVariant::Latin1(text), JsStrVariant::Latin1(needle)) => $search(text, needle),
            (JsStrVariant::Utf16(text), JsStrVariant::Utf16(needle)) => $search(text, needle),
            (JsStrVariant::Utf16(text), JsStrVariant::Latin1(needle)) => {
                let needle: Vec<u16> = needle.iter().map(|unit| u16::from(*unit)).collect();
                $search(text, &needle)
            }
            (JsStrVariant::Latin1(text), JsStrVariant::Utf16(needle)) => {
                let needle: Vec<u8> = needle
                    .iter()
                    .map(|unit| u8::try_from(*unit).ok())
                    .collect::<Option<_>>()?;
                $search(text, &needle)
            }
        }
    };
}

/// Where `needle` stands first in `text`, from `start` on.
pub(crate) fn find(text: JsStr<'_>, needle: JsStr<'_>, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    if needle.is_empty() {
        return Some(start);
    }
    if needle.len() > rest.len() {
        return None;
    }
    let index: Option<usize> = in_one_width!(find_units, rest, needle);
    index.map(|index| start + index)
}

/// Where `needle` stands last in `text`, starting at `start` or before.
pub(crate) fn find_last(text: JsStr<'_>, needle: JsStr<'_>, start: usize) -> Option<usize> {
    if needle.is_empty() {
        return Some(start.min(text.len()));
    }
    let end = start.saturating_add(needle.len()).min(text.len());
    let text = text.get(..end)?;
    if needle.len() > text.len() {
        return None;
    }
    in_one_width!(find_last_units, text, needle)
}
