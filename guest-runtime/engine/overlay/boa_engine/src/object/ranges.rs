//! Many elements of arrays at once, where all of them lie without gaps.
//!
//! Such an element is the array's own, and plain: finding it asks nobody else. Each function
//! answers whether it could; where not, nothing has happened.

use std::ops::Range;

use super::JsObject;
use super::append::{is_nothing_inherited, plain_length};
use super::dense;
use crate::builtins::Array;
use crate::object::IndexedProperties;
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsValue};

/// The elements of an array that has so many without gaps.
fn held(object: &JsObject, length: u64) -> Option<&IndexedProperties> {
    if !SHORTCUTS || !object.is::<Array>() {
        return None;
    }
    let held = &object.peek().properties().indexed_properties;
    (dense::count(held)? as u64 >= length).then_some(held)
}

fn copy(held: &IndexedProperties, range: Range<usize>) -> Option<IndexedProperties> {
    Some(match held {
        IndexedProperties::DenseI32(held) => {
            IndexedProperties::DenseI32(held[range].iter().copied().collect())
        }
        IndexedProperties::DenseF64(held) => {
            IndexedProperties::DenseF64(held[range].iter().copied().collect())
        }
        IndexedProperties::DenseElement(held) => {
            IndexedProperties::DenseElement(held[range].iter().cloned().collect())
        }
        _ => return None,
    })
}

/// `reverse` of so many elements.
pub(crate) fn reverse(object: &JsObject, length: u64) -> bool {
    if held(object, length).and_then(dense::count) != Some(length as usize) {
        return false;
    }
    match &mut object.borrow_mut().properties_mut().indexed_properties {
        IndexedProperties::DenseI32(held) => held.reverse(),
        IndexedProperties::DenseF64(held) => held.reverse(),
        IndexedProperties::DenseElement(held) => held.reverse(),
        _ => return false,
    }
    true
}

/// `copyWithin` of elements that are all there.
pub(crate) fn copy_within(object: &JsObject, length: u64, from: Range<u64>, to: u64) -> bool {
    let count = from.end.saturating_sub(from.start);
    if held(object, length).is_none() || from.end > length || to + count > length {
        return false;
    }
    let (range, to) = (from.start as usize..from.end as usize, to as usize);
    match &mut object.borrow_mut().properties_mut().indexed_properties {
        IndexedProperties::DenseI32(held) => held.copy_within(range, to),
        IndexedProperties::DenseF64(held) => held.copy_within(range, to),
        IndexedProperties::DenseElement(held) => {
            let moved = held[range].to_vec();
            for (place, value) in held[to..].iter_mut().zip(moved) {
                *place = value;
            }
        }
        _ => return false,
    }
    true
}

/// How elements are compared with what is looked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Same {
    Strictly,
    /// `SameValueZero`, to which what is not a number is the same as itself.
    ValueZero,
}

/// Where the first or the last element of a range is that is the same as a value.
pub(crate) fn find(
    object: &JsObject,
    value: &JsValue,
    range: Range<u64>,
    same: Same,
    is_from_end: bool,
) -> Option<Option<u64>> {
    if range.start >= range.end {
        return None;
    }
    let held = held(object, range.end)?;
    let start = range.start;
    let range = range.start as usize..range.end as usize;
    macro_rules! position {
        ($held:expr, $is_it:expr) => {{
            let held = &$held[range];
            if is_from_end {
                held.iter().rposition($is_it)
            } else {
                held.iter().position($is_it)
            }
        }};
    }
    let found = match (held, value.as_number()) {
        (IndexedProperties::DenseI32(_) | IndexedProperties::DenseF64(_), None) => None,
        (IndexedProperties::DenseI32(held), Some(number)) => {
            let sought = number as i32;
            if f64::from(sought) == number {
                position!(held, |item| *item == sought)
            } else {
                None
            }
        }
        (IndexedProperties::DenseF64(held), Some(number)) if number.is_nan() => {
            if same == Same::ValueZero {
                position!(held, |item| item.is_nan())
            } else {
                None
            }
        }
        (IndexedProperties::DenseF64(held), Some(number)) => {
            position!(held, |item| *item == number)
        }
        (IndexedProperties::DenseElement(held), _) => {
            // Nothing else is told apart by how it is compared.
            if same == Same::ValueZero && value.as_number().is_some_and(f64::is_nan) {
                position!(held, |item| JsValue::same_value_zero(value, item))
            } else {
                position!(held, |item| match item.peek_strict_equals(value) {
                    Some(is_equal) => is_equal,
                    None => item.strict_equals(value),
                })
            }
        }
        _ => return None,
    };
    Some(found.map(|place| start + place as u64))
}

/// Whether an array has no elements yet, and is as the engine makes arrays.
fn is_empty(object: &JsObject, context: &Context) -> bool {
    plain_length(object, context).is_some()
        && dense::count(&object.peek().properties().indexed_properties) == Some(0)
}

/// Copies elements to an array that has none; `length` are there.
pub(crate) fn copy_to(
    object: &JsObject,
    length: u64,
    range: Range<u64>,
    to: &JsObject,
    context: &Context,
) -> bool {
    if range.start >= range.end || range.end > length || !is_empty(to, context) {
        return false;
    }
    let Some(held) = held(object, range.end) else {
        return false;
    };
    let Some(copied) = copy(held, range.start as usize..range.end as usize) else {
        return false;
    };
    let mut to = to.borrow_mut();
    let properties = to.properties_mut();
    properties.indexed_properties = copied;
    let count = range.end - range.start;
    if properties.storage[0].as_number() < Some(count as f64) {
        properties.storage[0] = JsValue::new(count);
    }
    true
}

/// Adds the elements of an array behind the `count` of another one, which are all of them.
pub(crate) fn extend(
    to: &JsObject,
    count: u64,
    object: &JsObject,
    length: u64,
    context: &Context,
) -> bool {
    let end = count + length;
    if plain_length(to, context).is_none()
        || dense::count(&to.peek().properties().indexed_properties) != Some(count as usize)
        || end >= u64::from(u32::MAX)
        || JsObject::equals(to, object)
    {
        return false;
    }
    let Some(held) = held(object, length) else {
        return false;
    };
    if count == 0 && length > 0 {
        return copy_to(object, length, 0..length, to, context);
    }
    let mut to = to.borrow_mut();
    let properties = to.properties_mut();
    let length = length as usize;
    match (&mut properties.indexed_properties, held) {
        (IndexedProperties::DenseI32(to), IndexedProperties::DenseI32(held)) => {
            to.append_all(held[..length].iter().copied());
        }
        (IndexedProperties::DenseF64(to), IndexedProperties::DenseF64(held)) => {
            to.append_all(held[..length].iter().copied());
        }
        (IndexedProperties::DenseElement(to), IndexedProperties::DenseElement(held)) => {
            to.append_all(held[..length].iter().cloned());
        }
        (to, IndexedProperties::DenseI32(held)) => {
            for item in &held[..length] {
                to.push_dense(&JsValue::from(*item));
            }
        }
        (to, IndexedProperties::DenseF64(held)) => {
            for item in &held[..length] {
                to.push_dense(&JsValue::from(*item));
            }
        }
        (to, IndexedProperties::DenseElement(held)) => {
            for item in &held[..length] {
                to.push_dense(item);
            }
        }
        _ => return false,
    }
    if properties.storage[0].as_number() < Some(end as f64) {
        properties.storage[0] = JsValue::new(end);
    }
    true
}

/// So many values of an array.
pub(crate) fn values(object: &JsObject, length: u64) -> Option<Vec<JsValue>> {
    let length = usize::try_from(length).ok()?;
    Some(match held(object, length as u64)? {
        IndexedProperties::DenseI32(held) => {
            held[..length].iter().map(|item| (*item).into()).collect()
        }
        IndexedProperties::DenseF64(held) => {
            held[..length].iter().map(|item| (*item).into()).collect()
        }
        IndexedProperties::DenseElement(held) => held[..length].to_vec(),
        _ => return None,
    })
}

/// Makes a plain array without gaps shorter.
pub(crate) fn truncate(object: &JsObject, length: u32, context: &Context) -> bool {
    let Some(before) = plain_length(object, context) else {
        return false;
    };
    if u64::from(length) >= before || held(object, before).is_none() {
        return false;
    }
    let mut object = object.borrow_mut();
    let properties = object.properties_mut();
    let count = length as usize;
    match &mut properties.indexed_properties {
        IndexedProperties::DenseI32(held) => held.truncate(count),
        IndexedProperties::DenseF64(held) => held.truncate(count),
        IndexedProperties::DenseElement(held) => held.truncate(count),
        _ => return false,
    }
    properties.storage[0] = JsValue::new(length);
    true
}

/// Whether an array has no element at an index and inherits none.
pub(crate) fn is_nothing(object: &JsObject, index: u32, context: &Context) -> bool {
    plain_length(object, context).is_some()
        && !object
            .peek()
            .properties()
            .indexed_properties
            .contains_key(index)
        && is_nothing_inherited(context)
}
