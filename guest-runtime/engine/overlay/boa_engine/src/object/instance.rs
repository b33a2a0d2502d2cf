//! `instanceof`, where nothing but layouts has to be looked at.

use super::{JsObject, PROTOTYPE};
use crate::builtins::function::BoundFunction;
use crate::shortcuts::SHORTCUTS;
use crate::symbol::JsSymbol;
use crate::{Context, JsValue};

/// Objects on the way at most, so that a chain without end ends.
const CHAIN_MAX: usize = 64;

impl JsObject {
    /// Whether a value is an instance of this function, if that calls nothing.
    pub(crate) fn has_plain_instance(&self, value: &JsValue, context: &Context) -> Option<bool> {
        if !SHORTCUTS
            || !self.is_callable()
            || self.is::<BoundFunction>()
            || !self.decides_plainly(context)
        {
            return None;
        }
        let Some(object) = value.peek_object() else {
            return Some(false);
        };
        let properties = self.peek().properties();
        let slot = properties.shape.lookup(&PROTOTYPE.into())?;
        if slot.attributes.is_accessor_descriptor() {
            return None;
        }
        let sought = properties.storage.get(slot.index as usize)?.peek_object()?;
        let mut object: &Self = &object;
        for _ in 0..CHAIN_MAX {
            if !object.vtable().has_ordinary_get_prototype() {
                return None;
            }
            let Some(prototype) = object.peek().properties().shape.peek_prototype() else {
                return Some(false);
            };
            if Self::equals(prototype, &sought) {
                return Some(true);
            }
            object = prototype;
        }
        None
    }

    /// Whether what decides is the method that functions inherit, which nobody can change.
    fn decides_plainly(&self, context: &Context) -> bool {
        let last = context
            .intrinsics()
            .constructors()
            .function()
            .prototype_ref();
        let key = JsSymbol::has_instance().into();
        let mut object = self;
        for _ in 0..CHAIN_MAX {
            if Self::equals(object, last) {
                return true;
            }
            let methods = object.vtable();
            if !methods.has_ordinary_get() || !methods.has_ordinary_get_own() {
                return false;
            }
            let shape = &object.peek().properties().shape;
            if shape.lookup(&key).is_some() {
                return false;
            }
            match shape.peek_prototype() {
                Some(prototype) => object = prototype,
                None => return false,
            }
        }
        false
    }
}
