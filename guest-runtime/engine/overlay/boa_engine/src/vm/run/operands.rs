//! Looks at operands that call nothing.

use std::cmp::Ordering;

use super::DropLater;
use crate::{
    JsObject, JsString, JsValue,
    object::{
        IndexedProperties,
        internal_methods::InternalObjectMethods,
        plain::PLAIN,
        shape::slot::{Slot, SlotAttributes},
    },
    vm::{InlineCache, Vm},
};

impl InlineCache {
    /// The value of the property of an object that this site has seen, if it is plain data.
    #[inline(always)]
    pub(super) fn peek<'a>(&self, object: &'a JsObject) -> Option<&'a JsValue> {
        let object = object.peek();
        let slot = self.find(&object.properties().shape)?;
        if slot.attributes.is_accessor_descriptor() {
            return None;
        }
        let index = slot.index as usize;
        if slot.attributes.contains(SlotAttributes::PROTOTYPE) {
            let prototype = object.properties().shape.peek_prototype()?;
            return prototype.peek().properties().storage.get(index);
        }
        object.properties().storage.get(index)
    }

    /// The place of the property of an object that this site has seen, if it is plain data of the
    /// object's own. To be written at once.
    #[inline(always)]
    #[expect(
        clippy::mut_from_ref,
        reason = "the cell is not borrowed while bytecode runs"
    )]
    pub(super) fn place<'a>(&self, object: &'a JsObject) -> Option<&'a mut JsValue> {
        let slot = self.find(&object.peek().properties().shape)?;
        if slot.attributes.is_accessor_descriptor()
            || slot.attributes.contains(SlotAttributes::PROTOTYPE)
        {
            return None;
        }
        // SAFETY: Nothing borrows the object while bytecode runs.
        let object = unsafe { object.peek_mut() };
        object.properties_mut().storage.get_mut(slot.index as usize)
    }
}

impl Vm {
    /// A register of the frame on top.
    #[inline(always)]
    pub(super) fn place_of_register(&mut self, register: usize) -> &mut JsValue {
        let at = self.frame().rp as usize + register;
        // SAFETY: Bytecode names registers that its frame has.
        unsafe { self.stack.stack.get_unchecked_mut(at) }
    }

    /// Copies a global variable that is data of the global object to a register, where that takes
    /// no call; else nothing has happened.
    #[inline(always)]
    pub(super) fn get_global_quickly(&mut self, name: &JsString, register: usize) -> bool {
        let global = self.frame().realm.global_object();
        let value = global.peek_own(name).and_then(JsValue::share);
        value.is_some_and(|value| self.put_quickly(register, value))
    }

    /// Copies a register to such a variable, if it can be written.
    #[inline(always)]
    pub(super) fn set_global_quickly(&mut self, name: &JsString, register: usize) -> bool {
        let Some(value) = self.share_register(register) else {
            return false;
        };
        let frame: *const _ = self.frame();
        // SAFETY: The frame is not the list of what is dropped later, which alone changes.
        let global = unsafe { &*frame }.realm.global_object();
        let place = global.place_of_own_with(name, |attributes| {
            attributes.contains(SlotAttributes::WRITABLE) && !attributes.is_accessor_descriptor()
        });
        match place {
            Some(place) => self.later.replace(place, value),
            None => {
                // SAFETY: It is another reference, which nobody will miss.
                unsafe { value.release_shared() };
                std::mem::forget(value);
                false
            }
        }
    }

    /// A copy of a register, where making it takes no call.
    #[inline(always)]
    pub(super) fn share_register(&mut self, register: usize) -> Option<JsValue> {
        self.place_of_register(register).share()
    }

    /// Puts a value that `share` has made in a register. Where there is no room for what was
    /// there, nothing has happened.
    #[inline(always)]
    pub(super) fn put_quickly(&mut self, register: usize, value: JsValue) -> bool {
        let place: *mut JsValue = self.place_of_register(register);
        // SAFETY: The place is in the stack, which the list of what is dropped later is not.
        self.later.replace(unsafe { &mut *place }, value)
    }
}

impl JsObject {
    /// Where a property by a short name is, if it is data of the object's own that a look finds,
    /// and `is_ordinary` holds of the object's methods.
    #[inline(always)]
    fn find_quickly(
        &self,
        name: &JsString,
        is_ordinary: impl Fn(&InternalObjectMethods) -> bool,
    ) -> Option<Slot> {
        let methods = self.vtable();
        if !methods.has_ordinary_get_own() || !is_ordinary(methods) {
            return None;
        }
        self.peek().properties().shape.find_quickly(name)
    }

    /// An element that is stored without gaps, where copying it takes no call.
    #[inline(always)]
    pub(crate) fn share_dense(&self, index: usize) -> Option<JsValue> {
        match &self.peek().properties().indexed_properties {
            IndexedProperties::DenseI32(elements) => {
                elements.get(index).copied().map(JsValue::from)
            }
            IndexedProperties::DenseF64(elements) => {
                elements.get(index).copied().map(JsValue::from)
            }
            IndexedProperties::DenseElement(elements) => elements.get(index)?.share(),
            IndexedProperties::Holey(elements) => elements.get(index)?.share(),
            _ => None,
        }
    }

    /// The value of such a property.
    #[inline(always)]
    pub(super) fn peek_own(&self, name: &JsString) -> Option<&JsValue> {
        let slot = self.find_quickly(name, |methods| methods.has_ordinary_get())?;
        if slot.attributes.is_accessor_descriptor() {
            return None;
        }
        let storage = &self.peek().properties().storage;
        storage.get(slot.index as usize)
    }

    /// The place of such a property, to be written at once.
    #[inline(always)]
    pub(super) fn place_of_own(&self, name: &JsString) -> Option<&mut JsValue> {
        self.place_of_own_with(name, |attributes| attributes == PLAIN)
    }

    /// The place of such a property, if `may_write` holds of its attributes.
    #[inline(always)]
    #[expect(
        clippy::mut_from_ref,
        reason = "the cell is not borrowed while bytecode runs"
    )]
    fn place_of_own_with(
        &self,
        name: &JsString,
        may_write: impl Fn(SlotAttributes) -> bool,
    ) -> Option<&mut JsValue> {
        let slot = self.find_quickly(name, |methods| {
            methods.has_ordinary_set() && methods.has_ordinary_define_own()
        })?;
        if !may_write(slot.attributes) {
            return None;
        }
        // SAFETY: Nothing borrows the object while bytecode runs.
        let object = unsafe { self.peek_mut() };
        object.properties_mut().storage.get_mut(slot.index as usize)
    }
}

impl JsValue {
    /// How two strings compare.
    pub(super) fn peek_order(&self, other: &Self) -> Option<Ordering> {
        let (left, right) = (self.peek_string()?, other.peek_string()?);
        Some(left.as_str().cmp(&right.as_str()))
    }

    /// An element of an array without gaps, where copying it takes no call.
    #[inline(always)]
    pub(super) fn share_element(&self, index: i32) -> Option<Self> {
        let object = self.peek_object()?;
        if !object.is_array() {
            return None;
        }
        object.share_dense(usize::try_from(index).ok()?)
    }

    /// Replaces an element that an array without gaps has, where that takes no call.
    #[inline(always)]
    pub(super) fn put_element(&self, index: i32, value: &Self, later: &mut DropLater) -> bool {
        let (Some(object), Ok(index)) = (self.peek_object(), usize::try_from(index)) else {
            return false;
        };
        if !object.is_array() || !object.peek().extensible {
            return false;
        }
        // SAFETY: Nothing borrows the object while bytecode runs.
        let object = unsafe { object.peek_mut() };
        match &mut object.properties_mut().indexed_properties {
            IndexedProperties::DenseI32(elements) => {
                let (Some(place), Some(value)) = (elements.get_mut(index), value.integer()) else {
                    return false;
                };
                *place = value;
                true
            }
            IndexedProperties::DenseF64(elements) => {
                let number = value.integer().map(f64::from).or_else(|| value.float());
                let (Some(place), Some(value)) = (elements.get_mut(index), number) else {
                    return false;
                };
                *place = value;
                true
            }
            IndexedProperties::DenseElement(elements) => {
                let Some(place) = elements.get_mut(index) else {
                    return false;
                };
                let Some(value) = value.share() else {
                    return false;
                };
                later.replace(place, value)
            }
            IndexedProperties::Holey(elements) => {
                let Some(place) = elements.get_mut(index) else {
                    return false;
                };
                let Some(value) = value.share() else {
                    return false;
                };
                later.replace(place, value)
            }
            _ => false,
        }
    }

    /// An element of an array without gaps.
    pub(super) fn peek_element(&self, index: i32) -> Option<Self> {
        let object = self.peek_object()?;
        let index = u32::try_from(index).ok()?;
        object
            .is_array()
            .then(|| object.peek().properties().get_dense_property(index))?
    }

    /// Replaces an element that an array without gaps has.
    pub(super) fn replace_element(&self, index: i32, value: &Self) -> bool {
        let (Some(object), Ok(index)) = (self.peek_object(), u32::try_from(index)) else {
            return false;
        };
        if !object.is_array() || !object.peek().extensible {
            return false;
        }
        object
            .borrow_mut()
            .properties_mut()
            .set_dense_property(index, value)
    }
}
