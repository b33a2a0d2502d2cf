//! Where the connection of a tree is, unless the tree rests.

use std::ops::Deref;
use std::time::Duration;

use super::Store;
use super::interrupt::Conditions;

/// The connection of a tree. One that rests has none, and nothing is asked of it until it is woken.
pub(crate) struct Seat {
    store: Option<Store>,
    /// What holds for the connection that the tree gets next.
    kept: Option<Kept>,
}

struct Kept {
    conditions: Conditions,
    lock_wait: Option<Duration>,
}

impl Seat {
    pub(crate) const fn of(store: Store) -> Self {
        Self {
            store: Some(store),
            kept: None,
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.store.is_none()
    }

    /// Takes the connection out, without what holds for this tree alone.
    pub(crate) fn leave(&mut self) -> Option<Store> {
        let store = self.store.take()?;
        self.kept = Some(Kept {
            conditions: store.interrupt().take(),
            lock_wait: store.lock_wait.take(),
        });
        Some(store)
    }

    /// Takes the connection of another tree.
    pub(crate) fn take_from(&mut self, other: &mut Self) {
        let Some(store) = other.store.take() else {
            return;
        };
        if let Some(kept) = self.kept.take() {
            store.interrupt().put(kept.conditions);
            store.lock_wait.set(kept.lock_wait);
        }
        self.store = Some(store);
    }
}

impl Deref for Seat {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.store
            .as_ref()
            .expect("a tree that rests is woken before it is used")
    }
}
