//! Methods of typed arrays that go over the elements without calling anything.
//!
//! Each answers whether it could; where not, nothing has happened.

use std::cmp::Ordering;
use std::io::Write;
use std::ops::Range;

use super::TypedArrayKind;
use crate::object::typed::{Elements, shift_of};
use crate::string::{JsStr, JsStrVariant};
use crate::{JsObject, JsString, JsValue};

/// Does something with the elements as words of their size, whatever they mean.
macro_rules! words {
    ($elements:expr, |$words:ident| $body:expr) => {{
        let elements: Elements = $elements;
        macro_rules! of {
            ($type:ty) => {{
                // SAFETY: All bits of elements are bits of such words, which are as large, and are
                // used here alone.
                let $words = unsafe { elements.numbers::<$type>() };
                $body
            }};
        }
        match shift_of(elements.kind) {
            0 => of!(u8),
            1 => of!(u16),
            2 => of!(u32),
            _ => of!(u64),
        }
    }};
}

/// Does something with the elements as the numbers that they are; else answers what comes last.
macro_rules! numbers {
    ($elements:expr, |$numbers:ident| $body:expr, |$floats:ident| $float_body:expr, $else:expr) => {{
        let elements: Elements = $elements;
        macro_rules! integers {
            ($type:ty) => {{
                // SAFETY: They are of this type, and used here alone.
                let $numbers = unsafe { elements.numbers::<$type>() };
                $body
            }};
        }
        macro_rules! floats {
            ($type:ty) => {{
                // SAFETY: They are of this type, and used here alone.
                let $floats = unsafe { elements.numbers::<$type>() };
                $float_body
            }};
        }
        match elements.kind {
            TypedArrayKind::Int8 => integers!(i8),
            TypedArrayKind::Uint8 | TypedArrayKind::Uint8Clamped => integers!(u8),
            TypedArrayKind::Int16 => integers!(i16),
            TypedArrayKind::Uint16 => integers!(u16),
            TypedArrayKind::Int32 => integers!(i32),
            TypedArrayKind::Uint32 => integers!(u32),
            TypedArrayKind::Float32 => floats!(f32),
            TypedArrayKind::Float64 => floats!(f64),
            _ => $else,
        }
    }};
}

/// `fill` with a number.
pub(super) fn fill(array: &JsObject, value: &JsValue, range: Range<u64>) -> bool {
    let Some(elements) = array.typed_elements() else {
        return false;
    };
    if range.start >= range.end || range.end > elements.count as u64 {
        return false;
    }
    let (start, end) = (range.start as usize, range.end as usize);
    // The first is converted, the others are copies.
    let is_set = elements.set(start, value);
    if is_set {
        words!(elements, |words| {
            let first = words[start];
            words[start..end].fill(first);
        });
    }
    is_set
}

/// `reverse` of so many elements.
pub(super) fn reverse(array: &JsObject, length: u64) -> bool {
    let Some(elements) = array.typed_elements() else {
        return false;
    };
    let is_whole = elements.count as u64 == length;
    if is_whole && shift_of(elements.kind) == 0 {
        // SAFETY: The bytes are used here alone.
        reverse_bytes(unsafe { elements.bytes() });
    } else if is_whole {
        words!(elements, |words| words.reverse());
    }
    is_whole
}

/// Many bytes at a time.
fn reverse_bytes(mut bytes: &mut [u8]) {
    const WORD: usize = size_of::<u64>();
    while bytes.len() >= 2 * WORD {
        let Some((first, rest)) = bytes.split_first_chunk_mut::<WORD>() else {
            return;
        };
        let Some((rest, last)) = rest.split_last_chunk_mut::<WORD>() else {
            return;
        };
        let (front, back) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        *first = back.swap_bytes().to_le_bytes();
        *last = front.swap_bytes().to_le_bytes();
        bytes = rest;
    }
    bytes.reverse();
}

/// Copies an array to one of the same kind and length.
pub(super) fn copy(from: &JsObject, to: &JsObject) -> bool {
    let (Some(from), Some(to)) = (from.typed_elements(), to.typed_elements()) else {
        return false;
    };
    let is_same = from.kind == to.kind && from.count == to.count;
    if is_same {
        // SAFETY: `copy` is used for arrays of which one has just been made.
        unsafe { to.bytes().copy_from_slice(from.bytes()) };
    }
    is_same
}

/// Which of the elements that are equal is looked for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Search {
    First,
    Last,
    /// Any, which may be no number.
    Any,
}

/// Where an element of a range is that is equal to a value.
pub(super) fn find(
    array: &JsObject,
    value: &JsValue,
    range: Range<u64>,
    search: Search,
) -> Option<Option<u64>> {
    let elements = array.typed_elements()?;
    if range.end > elements.count as u64 {
        return None;
    }
    if range.start >= range.end {
        return Some(None);
    }
    let range = range.start as usize..range.end as usize;
    let start = range.start;
    let Some(number) = value.as_number() else {
        return numbers!(elements, |_items| Some(None), |_items| Some(None), None);
    };
    macro_rules! position {
        ($items:expr, $is_it:expr) => {{
            let items = &$items[range];
            let found = match search {
                Search::First | Search::Any => items.iter().position($is_it),
                Search::Last => items.iter().rposition($is_it),
            };
            Some(found.map(|place| (start + place) as u64))
        }};
    }
    numbers!(
        elements,
        |items| {
            let sought = cast(number, items);
            if f64::from(sought) == number {
                position!(items, |item| *item == sought)
            } else {
                Some(None)
            }
        },
        |items| {
            if number.is_nan() {
                if search == Search::Any {
                    position!(items, |item| item.is_nan())
                } else {
                    Some(None)
                }
            } else {
                position!(items, |item| f64::from(*item) == number)
            }
        },
        None
    )
}

/// A number as one of the type of the items, if it can be.
fn cast<T: FromNumber>(number: f64, _: &[T]) -> T {
    T::from_number(number)
}

trait FromNumber {
    fn from_number(number: f64) -> Self;
}

macro_rules! from_number {
    ($($type:ty)*) => {$(
        impl FromNumber for $type {
            /// It is looked at whether it is the same.
            fn from_number(number: f64) -> Self {
                number as Self
            }
        }
    )*};
}

from_number!(i8 u8 i16 u16 i32 u32);

/// `sort` without a comparator.
pub(super) fn sort(array: &JsObject, length: u64) -> bool {
    let Some(elements) = array.typed_elements() else {
        return false;
    };
    if elements.count as u64 != length {
        return false;
    }
    numbers!(
        elements,
        |items| {
            items.sort_unstable();
            true
        },
        |items| {
            items.sort_unstable_by(|left, right| match (left.is_nan(), right.is_nan()) {
                (false, false) => left.total_cmp(right),
                (true, true) => Ordering::Equal,
                (left, right) => left.cmp(&right),
            });
            true
        },
        false
    )
}

/// `join` of so many numbers.
pub(super) fn join(array: &JsObject, length: u64, separator: &JsString) -> Option<JsString> {
    let elements = array.typed_elements()?;
    let JsStrVariant::Latin1(separator) = separator.as_str().variant() else {
        return None;
    };
    if elements.count as u64 != length {
        return None;
    }
    let mut text = Vec::new();
    for index in 0..elements.count {
        if index > 0 {
            text.extend_from_slice(separator);
        }
        let value = elements.get(index)?;
        if let Some(integer) = value.as_i32() {
            write!(text, "{integer}").ok()?;
        } else {
            let mut digits = ryu_js::Buffer::new();
            text.extend_from_slice(digits.format(value.as_number()?).as_bytes());
        }
    }
    Some(JsString::from(JsStr::latin1(&text)))
}

/// Converts elements of an array to those of another, from an index on.
pub(super) fn convert(from: &JsObject, to: &JsObject, offset: u64, length: u64) -> bool {
    let (Some(from), Some(to)) = (from.typed_elements(), to.typed_elements()) else {
        return false;
    };
    let is_apart = !from.shares_bytes(to);
    let is_there = from.count as u64 == length && offset + length <= to.count as u64;
    let is_convertible =
        |elements: Elements| numbers!(elements, |_items| true, |_items| true, false);
    if !is_apart || !is_there || !is_convertible(from) || !is_convertible(to) {
        return false;
    }
    let offset = offset as usize;
    for index in 0..from.count {
        let Some(value) = from.get(index) else {
            return false;
        };
        if !to.set(offset + index, &value) {
            // Too large for a quick conversion.
            return false;
        }
    }
    true
}
