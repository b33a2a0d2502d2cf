//! The names of a scope, found without looking at all of them.

use std::ops::{Deref, DerefMut};

use boa_string::JsString;
use rustc_hash::FxHashMap;

use super::Binding;

/// Scopes of so many names are searched one by one, which is faster than hashing the name.
const SEARCHED_MAX: usize = 16;

#[derive(Debug, Default, PartialEq)]
pub(super) struct Bindings {
    list: Vec<Binding>,
    /// Where each name stands; empty up to [`SEARCHED_MAX`] names.
    places: FxHashMap<JsString, usize>,
}

impl Bindings {
    fn place(&self, name: &JsString) -> Option<usize> {
        if self.list.len() > SEARCHED_MAX {
            return self.places.get(name).copied();
        }
        self.list.iter().position(|binding| binding.name == *name)
    }

    pub(super) fn find(&self, name: &JsString) -> Option<&Binding> {
        self.place(name).map(|place| &self.list[place])
    }

    /// The same without those that `eval` has added.
    pub(super) fn find_own(&self, name: &JsString) -> Option<&Binding> {
        self.find(name).filter(|binding| !binding.flags.is_added())
    }

    pub(super) fn find_mut(&mut self, name: &JsString) -> Option<&mut Binding> {
        self.place(name).map(|place| &mut self.list[place])
    }

    /// Adds a name that is not there.
    pub(super) fn push(&mut self, binding: Binding) {
        self.list.push(binding);
        if self.list.len() <= SEARCHED_MAX {
            return;
        }
        let first = self.places.len();
        for (place, binding) in self.list.iter().enumerate().skip(first) {
            self.places.insert(binding.name.clone(), place);
        }
    }
}

impl Deref for Bindings {
    type Target = [Binding];

    fn deref(&self) -> &[Binding] {
        &self.list
    }
}

impl DerefMut for Bindings {
    fn deref_mut(&mut self) -> &mut [Binding] {
        &mut self.list
    }
}
