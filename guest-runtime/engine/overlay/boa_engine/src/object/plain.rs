//! Properties of plain objects: data, writable, enumerable and configurable, in objects without
//! methods of their own for it. Anything else is left to the engine's own, general way.

use super::{
    IndexedProperties, Object, PropertyMap, datatypes::ObjectData,
    internal_methods::ORDINARY_INTERNAL_METHODS,
};
use crate::{
    JsObject, JsString, JsValue,
    builtins::{OrdinaryObject, Promise},
    object::shape::{Shape, shared_shape::TransitionKey, slot::SlotAttributes},
    property::PropertyKey,
    shortcuts::SHORTCUTS,
};

/// What a property is that an assignment or a literal makes.
pub(crate) const PLAIN: SlotAttributes = SlotAttributes::WRITABLE
    .union(SlotAttributes::ENUMERABLE)
    .union(SlotAttributes::CONFIGURABLE);

/// Objects on the way to a property at most, so that a chain without end ends.
const CHAIN_MAX: usize = 64;

/// What a lookup that calls nothing finds.
enum Found {
    Value(JsValue),
    Nothing,
    /// Not plain.
    Unusual,
}

/// What became of an assignment.
pub(crate) enum Assigned {
    /// The object had the property.
    Replaced,
    Added,
    /// It takes more, and nothing has happened.
    Unusual,
}

/// Layouts that literals and assignments have led to, by where they came from.
///
/// A place is overwritten by the next that falls on it. The layouts are held strongly, so an
/// address means one of them alone.
#[derive(Debug)]
pub(crate) struct Transitions {
    known: Vec<Option<(Shape, JsString, Shape)>>,
}

impl Transitions {
    /// Places; each is an entry of 24 bytes. A power of two.
    const PLACES: usize = 512;

    pub(crate) fn new() -> Self {
        Self {
            known: vec![None; Self::PLACES],
        }
    }

    fn place(shape: &Shape, name: &JsString) -> usize {
        let mixed = (shape.to_addr_usize() >> 3) ^ (address(name) >> 2).wrapping_mul(31);
        mixed & (Self::PLACES - 1)
    }

    fn find(&self, shape: &Shape, name: &JsString) -> Option<&Shape> {
        let (from, with, to) = self.known[Self::place(shape, name)].as_ref()?;
        let is_same =
            from.to_addr_usize() == shape.to_addr_usize() && address(with) == address(name);
        is_same.then_some(to)
    }
}

/// Where a string lies: a quick way to know that two are the same, not that they differ.
fn address(text: &JsString) -> usize {
    // SAFETY: A string is one pointer.
    unsafe { *std::ptr::from_ref(text).cast::<usize>() }
}

impl JsObject {
    /// An ordinary object with a layout that has no properties.
    pub(crate) fn with_layout(shape: Shape) -> Self {
        Self::from_object_and_vtable(
            Object {
                data: ObjectData::new(OrdinaryObject),
                properties: PropertyMap::new(shape, IndexedProperties::default()),
                extensible: true,
                private_elements: thin_vec::ThinVec::new(),
            },
            &ORDINARY_INTERNAL_METHODS,
        )
    }

    /// The value of a property, its own or inherited, or `undefined` if there is none.
    pub(crate) fn plain_get(&self, key: &PropertyKey) -> Option<JsValue> {
        match self.plain_find(key, 0) {
            Found::Value(value) => Some(value),
            Found::Nothing => Some(JsValue::undefined()),
            Found::Unusual => None,
        }
    }

    /// The same, where nobody wants to hear of what is missing: see `missing_of_promise`.
    pub(crate) fn plain_get_quietly(&self, key: &PropertyKey) -> Option<JsValue> {
        self.plain_get(key)
            .filter(|found| !found.is_undefined() || !self.is::<Promise>())
    }

    /// Whether it is seen at once that the object has no such property of its own, or one that can
    /// be configured.
    pub(crate) fn is_changeable(&self, key: &PropertyKey) -> bool {
        if !SHORTCUTS
            || !self.vtable().has_ordinary_get_own()
            || matches!(key, PropertyKey::Index(_))
        {
            return false;
        }
        let slot = self.peek().properties().shape.lookup(key);
        slot.is_none_or(|slot| slot.attributes.contains(SlotAttributes::CONFIGURABLE))
    }

    /// As `plain_get`, but none where there is no such property.
    pub(crate) fn plain_try_get(&self, key: &PropertyKey) -> Option<Option<JsValue>> {
        match self.plain_find(key, 0) {
            Found::Value(value) => Some(Some(value)),
            Found::Nothing => Some(None),
            Found::Unusual => None,
        }
    }

    fn plain_find(&self, key: &PropertyKey, depth: usize) -> Found {
        let methods = self.vtable();
        if !SHORTCUTS
            || !methods.has_ordinary_get()
            || !methods.has_ordinary_get_own()
            || depth > CHAIN_MAX
        {
            return Found::Unusual;
        }
        let properties = self.peek().properties();
        if let PropertyKey::Index(index) = key {
            if let Some(value) = properties.get_dense_property(index.get()) {
                return Found::Value(value);
            }
            if properties.contains_key(key) {
                return Found::Unusual;
            }
        } else if let Some(slot) = properties.shape.lookup(key) {
            return match properties.storage.get(slot.index as usize) {
                Some(value) if !slot.attributes.is_accessor_descriptor() => {
                    Found::Value(value.clone())
                }
                _ => Found::Unusual,
            };
        }
        match properties.shape.peek_prototype() {
            Some(prototype) => prototype.plain_find(key, depth + 1),
            None => Found::Nothing,
        }
    }

    /// Assigns a property, replacing or adding one of the object's own.
    pub(crate) fn plain_set(&self, key: &PropertyKey, value: &JsValue) -> Assigned {
        let methods = self.vtable();
        if !SHORTCUTS
            || !methods.has_ordinary_set()
            || !methods.has_ordinary_get_own()
            || !methods.has_ordinary_define_own()
            || matches!(key, PropertyKey::Index(_))
        {
            return Assigned::Unusual;
        }
        let properties = self.peek().properties();
        if let Some(slot) = properties.shape.lookup(key) {
            if slot.attributes != PLAIN {
                return Assigned::Unusual;
            }
            self.borrow_mut().properties_mut().storage[slot.index as usize] = value.clone();
            return Assigned::Replaced;
        }
        // An inherited property may forbid it, or be a setter.
        let prototype = properties.shape.peek_prototype();
        if prototype.is_none_or(|prototype| prototype.lets_add(key))
            && self.plain_add(key, value).is_some()
        {
            Assigned::Added
        } else {
            Assigned::Unusual
        }
    }

    /// Whether an assignment to an object that inherits from this one, and does not have the property,
    /// adds it.
    fn lets_add(&self, key: &PropertyKey) -> bool {
        let mut object = self;
        for _ in 0..=CHAIN_MAX {
            let methods = object.vtable();
            if !methods.has_ordinary_set() || !methods.has_ordinary_get_own() {
                return false;
            }
            let shape = &object.peek().properties().shape;
            if let Some(slot) = shape.lookup(key) {
                return slot.attributes.contains(SlotAttributes::WRITABLE)
                    && !slot.attributes.is_accessor_descriptor();
            }
            match shape.peek_prototype() {
                Some(prototype) => object = prototype,
                None => return true,
            }
        }
        false
    }

    /// Adds a property that the object has not got.
    fn plain_add(&self, key: &PropertyKey, value: &JsValue) -> Option<Shape> {
        if !self.peek().extensible || !self.peek().properties().shape.is_shared() {
            return None;
        }
        let key = TransitionKey {
            property_key: key.clone(),
            attributes: PLAIN,
        };
        let shape = self
            .peek()
            .properties()
            .shape
            .insert_property_transition(key);
        let mut object = self.borrow_mut();
        let properties = object.properties_mut();
        properties.shape = shape.clone();
        properties.storage.push(value.clone());
        Some(shape)
    }

    /// Defines a property in a literal. `false`, and nothing has happened, where that takes more
    /// than adding one or replacing one that an earlier part of the literal added.
    pub(crate) fn plain_define(
        &self,
        name: &JsString,
        value: &JsValue,
        transitions: &mut Transitions,
    ) -> bool {
        let methods = self.vtable();
        if !SHORTCUTS || !methods.has_ordinary_define_own() || !methods.has_ordinary_get_own() {
            return false;
        }
        let object = self.peek();
        if let Some(shape) = transitions.find(&object.properties().shape, name)
            && object.extensible
        {
            let mut object = self.borrow_mut();
            let properties = object.properties_mut();
            properties.shape = shape.clone();
            properties.storage.push(value.clone());
            return true;
        }
        let key = PropertyKey::from(name.clone());
        if matches!(key, PropertyKey::Index(_)) {
            return false;
        }
        let before = object.properties().shape.clone();
        if let Some(slot) = before.lookup(&key) {
            if slot.attributes != PLAIN {
                return false;
            }
            self.borrow_mut().properties_mut().storage[slot.index as usize] = value.clone();
            return true;
        }
        let Some(after) = self.plain_add(&key, value) else {
            return false;
        };
        if after.is_shared() {
            let place = Transitions::place(&before, name);
            transitions.known[place] = Some((before, name.clone(), after));
        }
        true
    }
}
