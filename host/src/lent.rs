//! A value that is with somebody else for a while.

use std::ops::{Deref, DerefMut};

const AWAY: &str = "a run that waits for one within it does nothing until that has ended";

/// A value that its holder does not use while it is lent.
pub(crate) struct Lent<T>(Option<Box<T>>);

impl<T> Lent<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Some(Box::new(value)))
    }

    /// Lends it: what is left here is not to be used until it is back.
    pub(crate) fn lend(&mut self) -> Self {
        Self(self.0.take())
    }

    pub(crate) fn into_inner(self) -> T {
        *self.0.expect(AWAY)
    }
}

impl<T> Deref for Lent<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect(AWAY)
    }
}

impl<T> DerefMut for Lent<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect(AWAY)
    }
}
