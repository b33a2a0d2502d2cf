//! The keys that a `for…in` loop has come by.

use boa_gc::{Finalize, Trace};
use rustc_hash::FxHashSet;

use crate::{JsObject, JsString, object::shape::slot::SlotAttributes, property::PropertyKey};

/// Keys that were passed: those of a prototype among them are passed over.
///
/// The keys of one object are all different, and those of prototypes are hardly ever enumerable,
/// so most loops never ask.
#[derive(Debug, Default, Clone, Finalize, Trace)]
pub(super) struct Passed {
    #[unsafe_ignore_trace]
    keys: Vec<JsString>,
    /// As many of `keys` as it says, hashed.
    #[unsafe_ignore_trace]
    hashed: FxHashSet<JsString>,
    #[unsafe_ignore_trace]
    hashed_count: usize,
    /// Whether the loop has come to a prototype.
    is_beyond_first: bool,
}

impl Passed {
    /// What follows are keys of the next object of the chain.
    pub(super) fn begin_object(&mut self) {
        self.is_beyond_first = true;
    }

    pub(super) fn push(&mut self, key: JsString) {
        self.keys.push(key);
    }

    pub(super) fn contains(&mut self, key: &JsString) -> bool {
        if !self.is_beyond_first {
            return false;
        }
        self.hashed
            .extend(self.keys[self.hashed_count..].iter().cloned());
        self.hashed_count = self.keys.len();
        self.hashed.contains(key)
    }
}

impl JsObject {
    /// Whether a property is enumerable, and none where the object has no such property; nothing
    /// where learning it takes more than a look.
    pub(super) fn peek_enumerable(&self, key: &PropertyKey) -> Option<Option<bool>> {
        if !self.vtable().has_ordinary_get_own() {
            return None;
        }
        let properties = self.peek().properties();
        match key {
            PropertyKey::Index(index) => {
                if properties.get_dense_property(index.get()).is_some() {
                    return Some(Some(true));
                }
                None
            }
            _ => {
                let slot = properties.shape.lookup(key);
                Some(slot.map(|slot| slot.attributes.contains(SlotAttributes::ENUMERABLE)))
            }
        }
    }
}
