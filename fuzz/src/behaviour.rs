//! What an input made a target do, told by the target itself at some places.
//!
//! It is a cheap stand-in for the coverage of code: an input is worth keeping when it did something
//! that no other did.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

thread_local! {
    static SEEN: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
}

/// What inputs did; the same in every process of one build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Behaviour(BTreeSet<u64>);

impl Behaviour {
    /// Does something, and answers what targets told meanwhile.
    pub(crate) fn of(work: impl FnOnce()) -> Self {
        SEEN.take();
        work();
        Self(SEEN.take())
    }

    /// Whether there is something here that is not there.
    #[must_use]
    pub fn exceeds(&self, other: &Self) -> bool {
        !self.0.is_subset(&other.0)
    }

    /// What is here and not there.
    #[must_use]
    pub(crate) fn beyond(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    /// Adds what another did.
    pub(crate) fn add(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// How many things were done.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// Tells that this happened at a place of a target.
pub(crate) fn saw(place: &'static str, what: impl Hash) {
    let mut hasher = DefaultHasher::new();
    (place, what).hash(&mut hasher);
    SEEN.with_borrow_mut(|seen| seen.insert(hasher.finish()));
}

/// Sizes within a factor of two are alike.
pub(crate) fn size(count: usize) -> u32 {
    count.checked_ilog2().map_or(0, |log| log + 1)
}

/// The first words of an error, which are those of its kind; what the input put into it comes later.
pub(crate) fn words(error: &impl Display) -> String {
    let text = error.to_string();
    let is_own = |c: &char| c.is_ascii_alphabetic() || *c == ' ';
    text.chars().take_while(is_own).take(60).collect()
}

/// Tells how something ended: with an error of this kind, or well.
pub(crate) fn ended<T, E: Display>(place: &'static str, result: &Result<T, E>) {
    saw(place, result.as_ref().err().map(words));
}
