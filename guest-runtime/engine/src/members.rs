//! The members of objects that hold nothing but values under names.

use super::{JsObject, dense};
use crate::object::internal_methods::{
    ordinary_get, ordinary_get_own_property, ordinary_own_property_keys,
};
use crate::object::shape::slot::SlotAttributes;
use crate::property::PropertyKey;
use crate::{JsString, JsValue};

impl JsObject {
    /// Names and values of the enumerable members, in their order; none where reading one may run
    /// code, or where a key is an index or a symbol.
    pub(crate) fn plain_members(&self) -> Option<Vec<(JsString, JsValue)>> {
        let methods = self.vtable();
        if methods.__get__ as usize != ordinary_get as usize
            || methods.__get_own_property__ as usize != ordinary_get_own_property as usize
            || methods.__own_property_keys__ as usize != ordinary_own_property_keys as usize
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
