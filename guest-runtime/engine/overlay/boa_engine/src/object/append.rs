//! Elements that arrays do not have yet.

use super::JsObject;
use super::dense::{self, ThinVec};
use crate::builtins::Array;
use crate::object::IndexedProperties;
use crate::object::shape::slot::SlotAttributes;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::string::StaticJsStrings;
use crate::{Context, JsValue};

/// Elements at most that are made at once; more of them grow as those that are pushed do, so that
/// the limit of memory is met before the address space ends.
const AT_ONCE_MAX: usize = 1 << 24;

/// Whether no array inherits an element: what an assignment to a gap would look for.
pub(super) fn is_nothing_inherited(context: &Context) -> bool {
    let constructors = context.intrinsics().constructors();
    let array = constructors.array().prototype_ref().peek();
    let object = constructors.object().prototype_ref();
    let is_empty =
        |elements: &IndexedProperties| dense::count(elements).is_some_and(|count| count == 0);
    is_empty(&array.properties().indexed_properties)
        && is_empty(&object.peek().properties().indexed_properties)
        && array
            .properties()
            .shape
            .peek_prototype()
            .is_some_and(|prototype| JsObject::equals(prototype, object))
}

/// The length of an array of the plain layout, whose length may be written.
pub(super) fn plain_length(object: &JsObject, context: &Context) -> Option<u64> {
    if !SHORTCUTS || !object.is::<Array>() || !object.peek().extensible {
        return None;
    }
    let properties = object.peek().properties();
    let plain = context.intrinsics().templates().array().shape();
    if properties.shape.to_addr_usize() != plain.to_addr_usize() {
        return None;
    }
    properties
        .storage
        .first()?
        .as_number()
        .map(|length| length as u64)
}

/// The same of an array whose prototype inherits from that of arrays, as those of a class that
/// extends `Array` do: no prototype in between has elements, or does anything of its own.
fn derived_length(object: &JsObject, context: &Context) -> Option<u64> {
    const CHAIN_MAX: usize = 8;
    if !SHORTCUTS || !object.is::<Array>() || !object.peek().extensible {
        return None;
    }
    let properties = object.peek().properties();
    let slot = properties.shape.lookup(&StaticJsStrings::LENGTH.into())?;
    if slot.index != 0 || !slot.attributes.contains(SlotAttributes::WRITABLE) {
        return None;
    }
    let last = context.intrinsics().constructors().array().prototype_ref();
    let mut prototype = properties.shape.peek_prototype()?;
    for _ in 0..CHAIN_MAX {
        if JsObject::equals(prototype, last) {
            let length = properties.storage.first()?.as_number()?;
            return Some(length as u64);
        }
        let methods = prototype.vtable();
        let inherited = prototype.peek().properties();
        if !methods.has_ordinary_set()
            || !methods.has_ordinary_get_own()
            || dense::count(&inherited.indexed_properties) != Some(0)
        {
            return None;
        }
        prototype = inherited.shape.peek_prototype()?;
    }
    None
}

/// Fills elements as far as nothing but the array itself is asked; answers up to where.
pub(crate) fn fill(
    object: &JsObject,
    start: u64,
    end: u64,
    value: &JsValue,
    context: &Context,
) -> u64 {
    let is_plain = plain_length(object, context).is_some_and(|length| end <= length);
    if !is_plain || start >= end || !is_nothing_inherited(context) {
        return start;
    }
    let mut object = object.borrow_mut();
    let properties = object.properties_mut();
    let Some(count) = dense::count(&properties.indexed_properties) else {
        return start;
    };
    let size = end as usize;
    if start == 0 && size >= count && size <= AT_ONCE_MAX {
        properties.indexed_properties = repeat(value, size);
        return end;
    }
    for index in start..end {
        let is_done = properties.set_dense_property(index as u32, value)
            || (dense::count(&properties.indexed_properties) == Some(index as usize)
                && properties.indexed_properties.push_dense(value));
        if !is_done {
            return index;
        }
    }
    end
}

/// Pushes onto a plain array without gaps: the new length. None, and nothing has happened, where
/// that takes more.
pub(crate) fn push(this: &JsValue, items: &[JsValue], context: &Context) -> Option<JsValue> {
    let object = this.peek_object()?;
    let length = plain_length(&object, context).or_else(|| derived_length(&object, context))?;
    let end = length + items.len() as u64;
    if end >= u64::from(u32::MAX) || !is_nothing_inherited(context) {
        return None;
    }
    let mut object = object.borrow_mut();
    let properties = object.properties_mut();
    if dense::count(&properties.indexed_properties) != Some(length as usize) {
        return None;
    }
    for item in items {
        properties.indexed_properties.push_dense(item);
    }
    properties.storage[0] = JsValue::new(end);
    Some(JsValue::new(end))
}

fn repeat(value: &JsValue, count: usize) -> IndexedProperties {
    if let Some(number) = value.as_i32() {
        IndexedProperties::DenseI32(ThinVec::repeat(number, count))
    } else if let Some(number) = value.as_number() {
        IndexedProperties::DenseF64(ThinVec::repeat(number, count))
    } else {
        IndexedProperties::DenseElement(ThinVec::repeat(value.clone(), count))
    }
}

impl JsObject {
    /// Assigns an element that a plain array does not have; answers whether it could.
    pub(crate) fn append_element(
        &self,
        key: &PropertyKey,
        value: &JsValue,
        context: &Context,
    ) -> bool {
        matches!(key, PropertyKey::Index(_))
            && self.is::<Array>()
            && is_nothing_inherited(context)
            && self.add_dense_element(key, value, context)
    }
}
