//! The members of objects that hold nothing but values under names.

use super::{JsObject, dense};
use crate::object::shape::slot::SlotAttributes;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::{JsString, JsValue};

impl JsObject {
    /// Names and values of the enumerable members, in their order; none where reading one may run
    /// code, or where a key is an index or a symbol.
    pub(crate) fn plain_members(&self) -> Option<Vec<(JsString, JsValue)>> {
        let methods = self.vtable();
        if !SHORTCUTS
            || !methods.has_ordinary_get()
            || !methods.has_ordinary_get_own()
            || !methods.has_ordinary_own_keys()
        {
            return None;
        }
        let properties = self.peek().properties();
        if dense::count(&properties.indexed_properties) != Some(0) {
            return None;
        }
        let mut members = Vec::new();
        for key in properties.shape.keys() {
            let slot = properties.shape.lookup(&key)?;
            let PropertyKey::String(name) = key else {
                return None;
            };
            if slot.attributes.is_accessor_descriptor() {
                return None;
            }
            if slot.attributes.contains(SlotAttributes::ENUMERABLE) {
                let value = properties.storage.get(slot.index as usize)?;
                members.push((name, value.clone()));
            }
        }
        Some(members)
    }
}
