//! Finds the properties of a layout by their keys.
//!
//! A table with open addressing: an entry lies at the place that its hash tells, or behind it,
//! with none free in between. A look-up is a few instructions and calls nothing where the key is a
//! short text, so that the loop over bytecode can do it.

use super::slot::Slot;
use crate::{JsString, property::PropertyKey};

/// Entries that a look-up without a call passes at most: such a look-up is not paid for.
const QUICK_STEPS_MAX: usize = 8;

/// Places of the smallest table. A power of two, as all numbers of places are.
const PLACES_MIN: usize = 4;

#[derive(Debug, Clone)]
struct Entry {
    hash: u32,
    key: PropertyKey,
    /// Place among the keys, and in the storage.
    place: (u32, Slot),
}

/// The properties of a layout by their keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct PropertyIndex {
    entries: Box<[Option<Entry>]>,
    count: usize,
}

fn hash(key: &PropertyKey) -> u32 {
    match key {
        PropertyKey::String(name) => name.as_str().digest(),
        PropertyKey::Symbol(symbol) => {
            let hash = symbol.hash();
            (hash ^ (hash >> 32)) as u32
        }
        PropertyKey::Index(index) => index.get().wrapping_mul(0x9E37_79B1),
    }
}

impl PropertyIndex {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let mut index = Self::default();
        if capacity > 0 {
            index.resize((capacity + capacity / 3 + 1).next_power_of_two());
        }
        index
    }

    fn resize(&mut self, places: usize) {
        let places = places.max(PLACES_MIN);
        let entries = (0..places).map(|_| None).collect();
        let old = std::mem::replace(&mut self.entries, entries);
        for entry in old.into_iter().flatten() {
            let at = self.free(entry.hash);
            self.entries[at] = Some(entry);
        }
    }

    /// The place after one.
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.entries.len() - 1)
    }

    /// Where an entry of a hash would lie, if none were in its way.
    fn home(&self, hash: u32) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    /// The first free place for a hash. There has to be one.
    fn free(&self, hash: u32) -> usize {
        let mut at = self.home(hash);
        while self.entries[at].is_some() {
            at = self.after(at);
        }
        at
    }

    fn find(&self, key: &PropertyKey) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let hash = hash(key);
        let mut at = self.home(hash);
        while let Some(entry) = &self.entries[at] {
            if entry.hash == hash && entry.key == *key {
                return Some(at);
            }
            at = self.after(at);
        }
        None
    }

    pub(crate) fn get(&self, key: &PropertyKey) -> Option<&(u32, Slot)> {
        let at = self.find(key)?;
        self.entries[at].as_ref().map(|entry| &entry.place)
    }

    pub(crate) fn get_mut(&mut self, key: &PropertyKey) -> Option<&mut (u32, Slot)> {
        let at = self.find(key)?;
        self.entries[at].as_mut().map(|entry| &mut entry.place)
    }

    pub(crate) fn contains_key(&self, key: &PropertyKey) -> bool {
        self.find(key).is_some()
    }

    pub(crate) fn insert(&mut self, key: PropertyKey, place: (u32, Slot)) -> Option<(u32, Slot)> {
        if let Some(known) = self.get_mut(&key) {
            return Some(std::mem::replace(known, place));
        }
        // One place in four stays free, so that a look-up soon comes to one.
        if (self.count + 1) * 4 > self.entries.len() * 3 {
            self.resize(self.entries.len() * 2);
        }
        let hash = hash(&key);
        let at = self.free(hash);
        self.entries[at] = Some(Entry { hash, key, place });
        self.count += 1;
        None
    }

    pub(crate) fn remove(&mut self, key: &PropertyKey) -> Option<(u32, Slot)> {
        let mut gap = self.find(key)?;
        let removed = self.entries[gap].take()?;
        self.count -= 1;
        // An entry behind the gap that a look-up would no longer reach moves into it.
        let mut at = self.after(gap);
        while let Some(entry) = &self.entries[at] {
            let mask = self.entries.len() - 1;
            let home = self.home(entry.hash);
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(gap) & mask {
                self.entries.swap(at, gap);
                gap = at;
            }
            at = self.after(at);
        }
        Some(removed.place)
    }

    /// The place of a property whose name is a short text, where that is seen without a call.
    #[inline(always)]
    pub(crate) fn find_quickly(&self, name: &JsString) -> Option<(u32, Slot)> {
        let hash = name.digest_quickly()?;
        let mask = self.entries.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        for _ in 0..QUICK_STEPS_MAX {
            let entry = self.entries.get(at)?.as_ref()?;
            if entry.hash == hash
                && let PropertyKey::String(key) = &entry.key
                && key.equals_quickly(name)?
            {
                return Some(entry.place);
            }
            at = (at + 1) & mask;
        }
        None
    }
}
