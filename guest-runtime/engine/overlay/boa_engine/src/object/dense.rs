//! Elements of arrays: a vector with room at its front, and ways past the property descriptors.

use std::ops::{Deref, DerefMut};

use boa_gc::{Finalize, Trace, custom_trace};

use super::{IndexedProperties, JsObject, append};
use crate::builtins::Array;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsValue};

/// Least room that is made at the front when elements come before the others.
const ROOM_MIN: usize = 8;

/// Values that were taken from the front and may stay there, at most as many as are left.
const TAKEN_MIN: usize = 32;

/// The name is that of the type which it takes the place of.
#[derive(Debug, Clone, Finalize)]
pub struct ThinVec<T> {
    /// From `head` on.
    items: Vec<T>,
    head: usize,
}

// SAFETY: The items are all that a vector holds.
unsafe impl<T: Trace> Trace for ThinVec<T> {
    custom_trace!(this, mark, {
        for item in &this.items {
            mark(item);
        }
    });
}

impl<T> Default for ThinVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for ThinVec<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `head` is never past the end.
        unsafe { self.items.get_unchecked(self.head..) }
    }
}

impl<T> DerefMut for ThinVec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[self.head..]
    }
}

impl<T> FromIterator<T> for ThinVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self {
            items: items.into_iter().collect(),
            head: 0,
        }
    }
}

impl<T> IntoIterator for ThinVec<T> {
    type Item = T;
    type IntoIter = std::iter::Skip<std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().skip(self.head)
    }
}

impl<'a, T> IntoIterator for &'a ThinVec<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> ThinVec<T> {
    /// No items.
    pub const fn new() -> Self {
        Self {
            items: Vec::new(),
            head: 0,
        }
    }

    /// One item many times.
    pub(crate) fn repeat(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self {
            items: vec![item; count],
            head: 0,
        }
    }

    /// Adds an item at the end.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Adds items at the end.
    pub(crate) fn append_all(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
    }

    /// Gives up items at the end.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.items.truncate(self.head + count);
        if self.items.capacity() > 4 * (self.items.len() + TAKEN_MIN) {
            self.items.shrink_to(2 * self.items.len());
        }
    }

    /// Takes the last item.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        self.items.pop()
    }
}

impl<T: Default> ThinVec<T> {
    /// Takes an element out; the first one in constant time, on average.
    pub fn remove(&mut self, index: usize) -> T {
        if index > 0 {
            return self.items.remove(self.head + index);
        }
        let item = std::mem::take(&mut self[0]);
        self.skip(1);
        item
    }

    /// Gives up elements at the front, which have been taken.
    fn skip(&mut self, count: usize) {
        self.head += count;
        if self.head > TAKEN_MIN && self.head > self.items.len() / 2 {
            self.items.drain(..self.head);
            self.head = 0;
            if self.items.capacity() > 4 * self.items.len() {
                self.items.shrink_to(2 * self.items.len());
            }
        }
    }

    /// Takes `removed` elements from `start` on out and puts others in their place.
    fn splice(&mut self, start: usize, removed: usize, items: impl ExactSizeIterator<Item = T>) {
        if start > 0 || (removed > 0 && items.len() > 0) {
            let start = self.head + start;
            self.items.splice(start..start + removed, items);
            return;
        }
        if removed > 0 {
            for item in &mut self[..removed] {
                *item = T::default();
            }
            self.skip(removed);
            return;
        }
        let count = items.len();
        if count > self.head {
            let room = count + self.len().max(ROOM_MIN);
            let mut moved = Vec::with_capacity(room + self.len());
            moved.resize_with(room, T::default);
            moved.extend(self.items.drain(self.head..));
            self.items = moved;
            self.head = room;
        }
        self.head -= count;
        for (place, item) in self.iter_mut().zip(items) {
            *place = item;
        }
    }
}

/// Replaces elements in whatever form they are held; `false` where that is not a vector.
fn splice_indexed(
    indexed: &mut IndexedProperties,
    start: usize,
    removed: usize,
    items: &[JsValue],
) -> bool {
    match indexed {
        IndexedProperties::DenseI32(held) if items.iter().all(|item| item.as_i32().is_some()) => {
            let items = items.iter().map(|item| item.as_i32().unwrap_or_default());
            held.splice(start, removed, items);
            return true;
        }
        IndexedProperties::DenseF64(held) if items.iter().all(JsValue::is_number) => {
            let items = items
                .iter()
                .map(|item| item.as_number().unwrap_or_default());
            held.splice(start, removed, items);
            return true;
        }
        IndexedProperties::DenseI32(held) => {
            let values = held.iter().map(|item| JsValue::from(*item)).collect();
            *indexed = IndexedProperties::DenseElement(values);
        }
        IndexedProperties::DenseF64(held) => {
            let values = held.iter().map(|item| JsValue::from(*item)).collect();
            *indexed = IndexedProperties::DenseElement(values);
        }
        _ => {}
    }
    let IndexedProperties::DenseElement(held) = indexed else {
        return false;
    };
    held.splice(start, removed, items.iter().cloned());
    true
}

pub(super) fn count(indexed: &IndexedProperties) -> Option<usize> {
    match indexed {
        IndexedProperties::DenseI32(held) => Some(held.len()),
        IndexedProperties::DenseF64(held) => Some(held.len()),
        IndexedProperties::DenseElement(held) => Some(held.len()),
        _ => None,
    }
}

/// Replaces elements of a plain array without holes that is `length` long; answers whether the
/// object is one.
pub(crate) fn splice(
    object: &JsObject,
    length: u64,
    start: u64,
    removed: u64,
    items: &[JsValue],
    context: &Context,
) -> bool {
    if !SHORTCUTS || !object.is::<Array>() || length >= u64::from(u32::MAX) - items.len() as u64 {
        return false;
    }
    // An element that was not there before may be inherited as a setter.
    if items.len() as u64 > removed && !append::is_nothing_inherited(context) {
        return false;
    }
    let mut object = object.borrow_mut();
    if !object.extensible {
        return false;
    }
    let plain = context.intrinsics().templates().array().shape();
    let properties = object.properties_mut();
    if properties.shape.to_addr_usize() != plain.to_addr_usize()
        || properties.storage[0].as_number() != Some(length as f64)
        || count(&properties.indexed_properties) != Some(length as usize)
        || start + removed > length
    {
        return false;
    }
    let is_done = splice_indexed(
        &mut properties.indexed_properties,
        start as usize,
        removed as usize,
        items,
    );
    if is_done {
        properties.storage[0] = JsValue::new(length - removed + items.len() as u64);
    }
    is_done
}

/// `unshift` of a plain array: the new length.
pub(crate) fn unshift(this: &JsValue, items: &[JsValue], context: &Context) -> Option<JsValue> {
    let object = this.as_object()?;
    if !object.is::<Array>() {
        return None;
    }
    let length = object.borrow().properties().storage.first()?.as_number()? as u64;
    splice(&object, length, 0, 0, items, context).then(|| JsValue::new(length + items.len() as u64))
}

impl JsObject {
    /// An element of an array which is nothing but a value.
    #[inline(always)]
    pub(crate) fn dense_element(&self, key: &PropertyKey) -> Option<JsValue> {
        let PropertyKey::Index(index) = key else {
            return None;
        };
        if !SHORTCUTS || !self.is_array() {
            return None;
        }
        self.peek().properties().get_dense_property(index.get())
    }

    /// Sets an element that an array has already; answers whether it has.
    #[inline]
    pub(crate) fn set_dense_element(&self, key: &PropertyKey, value: &JsValue) -> bool {
        let PropertyKey::Index(index) = key else {
            return false;
        };
        SHORTCUTS
            && self.is::<Array>()
            && self
                .borrow_mut()
                .properties_mut()
                .set_dense_property(index.get(), value)
    }

    /// Adds an element to a plain array, where it has none; answers whether it could.
    pub(crate) fn add_dense_element(
        &self,
        key: &PropertyKey,
        value: &JsValue,
        context: &Context,
    ) -> bool {
        let PropertyKey::Index(index) = key else {
            return false;
        };
        if !SHORTCUTS || !self.is::<Array>() {
            return false;
        }
        let mut object = self.borrow_mut();
        let plain = context.intrinsics().templates().array().shape();
        let extensible = object.extensible;
        let properties = object.properties_mut();
        let index = index.get();
        if !extensible || properties.shape.to_addr_usize() != plain.to_addr_usize() {
            return false;
        }
        let elements = &mut properties.indexed_properties;
        if count(elements) == Some(index as usize) {
            elements.push_dense(value);
        } else if elements.contains_key(index) {
            return false;
        } else {
            elements.insert_value(index, value);
        }
        let length = properties.storage[0].as_number().unwrap_or_default();
        if length <= f64::from(index) {
            properties.storage[0] = JsValue::new(index + 1);
        }
        true
    }
}
