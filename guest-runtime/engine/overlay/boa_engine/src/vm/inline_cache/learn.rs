//! What a site may take for granted of objects whose layout it has seen.
//!
//! Getters, setters and traps of proxies run in the middle of a look-up and may change what was
//! found, so nothing that a look-up came across is kept: the property is looked for again when it
//! is over, in layouts alone.
//!
//! An object with methods of its own may have the layout of one without. These differ in elements,
//! in names that are numbers, and in the `length` of arrays; none of them is kept. A proxy has a
//! layout in which nothing is found.

use super::InlineCache;
use crate::{
    JsObject,
    object::shape::slot::{Slot, SlotAttributes},
    property::PropertyKey,
};

/// Whether a name may be that of an element of a typed array: a number as text.
pub(super) fn may_be_number(name: &PropertyKey) -> bool {
    let PropertyKey::String(name) = name else {
        return true;
    };
    let digit = |unit: u16| (u16::from(b'0')..=u16::from(b'9')).contains(&unit);
    match name.code_unit_at(0) {
        None => false,
        Some(first) if digit(first) || first == u16::from(b'-') => true,
        Some(_) => *name == "Infinity" || *name == "NaN",
    }
}

impl InlineCache {
    /// Where the property is, as layouts tell it: in the object, or in its prototype.
    fn locate(&self, object: &JsObject) -> Option<Slot> {
        let key = PropertyKey::from(self.name.clone());
        if may_be_number(&key) {
            return None;
        }
        let shape = &object.peek().properties().shape;
        if let Some(slot) = shape.lookup(&key) {
            return Some(slot);
        }
        let holder = &shape.peek_prototype()?.peek().properties().shape;
        let mut slot = holder.lookup(&key)?;
        slot.attributes |= SlotAttributes::PROTOTYPE;
        Some(slot)
    }

    /// Keeps where the property is that has been read.
    pub(crate) fn learn_get(&self, object: &JsObject) {
        if !self.megamorphic.get()
            && let Some(slot) = self.locate(object)
        {
            self.set(&object.peek().properties().shape, slot);
        }
    }

    /// Keeps where the property is that has been written, if the next one may be written alike.
    pub(crate) fn learn_set(&self, object: &JsObject) {
        if self.megamorphic.get() {
            return;
        }
        let Some(slot) = self.locate(object) else {
            return;
        };
        let attributes = slot.attributes;
        let is_alike = if attributes.is_accessor_descriptor() {
            attributes.has_set()
        } else {
            // The `length` of an array takes its elements with it. That of others can be
            // configured, or is left to them.
            let is_length = self.name == "length";
            !attributes.contains(SlotAttributes::PROTOTYPE)
                && attributes.contains(SlotAttributes::WRITABLE)
                && (!is_length || attributes.contains(SlotAttributes::CONFIGURABLE))
        };
        if is_alike {
            self.set(&object.peek().properties().shape, slot);
        }
    }
}
