//! The private names that code can see: a list that all functions of a class share, so that
//! entering one of them copies nothing.

use boa_gc::{Finalize, Gc, Trace};

use super::PrivateEnvironment;

/// The names of a class and of those around it.
#[derive(Clone, Debug, Default, Trace, Finalize)]
pub(crate) struct PrivateNames {
    last: Option<Gc<Names>>,
}

#[derive(Debug, Trace, Finalize)]
struct Names {
    environment: Gc<PrivateEnvironment>,
    outer: PrivateNames,
}

impl PrivateNames {
    /// Drops them where they lie, without a call.
    ///
    /// # Safety
    /// They must not be used or dropped afterwards.
    #[inline(always)]
    pub(crate) unsafe fn release(&self) {
        if let Some(last) = &self.last {
            // SAFETY: The caller's.
            unsafe { Gc::release(last) };
        }
    }

    pub(crate) const fn new() -> Self {
        Self { last: None }
    }

    pub(crate) fn push(&mut self, environment: Gc<PrivateEnvironment>) {
        let outer = std::mem::take(self);
        self.last = Some(Gc::new(Names { environment, outer }));
    }

    pub(crate) fn pop(&mut self) {
        if let Some(names) = self.last.take() {
            *self = names.outer.clone();
        }
    }

    /// From the innermost class outwards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Gc<PrivateEnvironment>> {
        std::iter::successors(self.last.as_ref(), |names| names.outer.last.as_ref())
            .map(|names| &names.environment)
    }
}
