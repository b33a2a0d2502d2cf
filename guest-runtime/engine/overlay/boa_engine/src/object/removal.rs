//! Properties that are deleted by a name that the program has computed.

use super::JsObject;
use super::shape::slot::SlotAttributes;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;

impl JsObject {
    /// Deletes a property, or finds that there is none, where that calls nothing and succeeds.
    ///
    /// An object of which such properties are deleted is a dictionary: others have not the same
    /// names, so that it keeps a layout of its own, which has gaps in the places of what is gone.
    pub(crate) fn remove_from_dictionary(&self, key: &PropertyKey) -> Option<()> {
        /// Fewer places are moved as quickly.
        const GAPS_FROM: usize = 8;
        let methods = self.vtable();
        if !SHORTCUTS
            || matches!(key, PropertyKey::Index(_))
            || !methods.has_ordinary_delete()
            || !methods.has_ordinary_get_own()
        {
            return None;
        }
        let Some(slot) = self.peek().properties().shape.lookup(key) else {
            return Some(());
        };
        if !slot.attributes.contains(SlotAttributes::CONFIGURABLE) {
            return None;
        }
        self.borrow_mut()
            .properties_mut()
            .remove_leaving_gaps(key, GAPS_FROM);
        Some(())
    }
}
