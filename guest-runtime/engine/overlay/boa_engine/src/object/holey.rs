//! Elements with gaps between them: a place for each index, as long as enough places are taken.
//!
//! Arrays have gaps while they are filled from the end or in any order, and where an element is
//! deleted. What is further apart is held in a map.

use std::iter::FusedIterator;

use boa_gc::{Finalize, Trace};

use crate::JsValue;

/// So many places are made for whatever number of elements.
const PLACES_MIN: usize = 64;

/// Of so many places, at least one is taken. An entry of a map takes somewhat more than a place.
const PLACES_PER_ELEMENT: usize = 8;

/// Elements by index.
#[derive(Debug, Trace, Finalize)]
pub struct Holey {
    /// The last one is taken.
    places: Vec<Option<JsValue>>,
    count: usize,
    /// How many elements there were when they got gaps, or the least number since then.
    before: usize,
}

impl Holey {
    /// Whether so many elements may have so many places.
    pub(super) fn is_worth(places: usize, count: usize) -> bool {
        places <= PLACES_MIN || places / PLACES_PER_ELEMENT <= count
    }

    /// Elements from index 0 on.
    pub(super) fn of(values: impl Iterator<Item = JsValue>) -> Self {
        let places: Vec<_> = values.map(Some).collect();
        let count = places.len();
        Self {
            places,
            count,
            before: count,
        }
    }

    /// How many elements there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// One more than the last index.
    pub(super) fn end(&self) -> usize {
        self.places.len()
    }

    /// The element at an index.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<&JsValue> {
        self.places.get(index)?.as_ref()
    }

    /// The same, to be replaced.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut JsValue> {
        self.places.get_mut(index)?.as_mut()
    }

    /// Sets an element; whether there was one.
    pub(super) fn insert(&mut self, index: usize, value: JsValue) -> bool {
        if index >= self.places.len() {
            self.places.resize(index + 1, None);
        }
        let replaced = self.places[index].replace(value).is_some();
        self.count += usize::from(!replaced);
        replaced
    }

    /// Takes an element out; whether there was one.
    pub(super) fn remove(&mut self, index: usize) -> bool {
        let Some(place) = self.places.get_mut(index) else {
            return false;
        };
        let removed = place.take().is_some();
        self.count -= usize::from(removed);
        self.before = self.before.min(self.count);
        while let Some(None) = self.places.last() {
            self.places.pop();
        }
        removed
    }

    /// Whether no gap is left, and giving up the places for them is paid for by what was added since
    /// there were any.
    pub(super) fn is_filled(&self) -> bool {
        self.count == self.places.len() && self.count >= 2 * self.before
    }

    /// Elements by index, in order.
    pub(super) fn iter(&self) -> Elements<'_> {
        Elements {
            places: self.places.iter().enumerate(),
            left: self.count,
        }
    }
}

impl FromIterator<(u32, JsValue)> for Holey {
    fn from_iter<I: IntoIterator<Item = (u32, JsValue)>>(elements: I) -> Self {
        let mut holey = Self::of(std::iter::empty());
        for (index, value) in elements {
            holey.insert(index as usize, value);
        }
        holey.before = holey.count;
        holey
    }
}

/// Elements by index, in order.
#[derive(Debug, Clone)]
pub struct Elements<'a> {
    places: std::iter::Enumerate<std::slice::Iter<'a, Option<JsValue>>>,
    left: usize,
}

impl<'a> Iterator for Elements<'a> {
    type Item = (u32, &'a JsValue);

    fn next(&mut self) -> Option<Self::Item> {
        let found = self
            .places
            .find_map(|(index, place)| Some((index as u32, place.as_ref()?)))?;
        self.left -= 1;
        Some(found)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

impl FusedIterator for Elements<'_> {}
