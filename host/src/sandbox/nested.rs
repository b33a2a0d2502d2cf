//! The room for runs within runs.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Shared;
use crate::abi::{Guests, Template};
use crate::error::Error;

/// Instances for runs within others, at most: so many more fit the address space of a process.
const INNER_MAX: u32 = 4_096;

/// Instances for runs within so many others. Each has one, so that none waits for another.
pub(super) const fn inner_max(runs: u32) -> u32 {
    if runs < INNER_MAX { runs } else { INNER_MAX }
}

/// How many of them are there now.
#[derive(Default)]
pub(super) struct Inner(AtomicU32);

impl Guests for Shared {
    fn of_programs(&self) -> &Template {
        &self.template
    }

    fn of_commands(&self) -> Result<&Template, Error> {
        self.shell_template()
    }

    fn enter(&self) -> bool {
        let most = inner_max(self.runs);
        let one_more = |now: u32| (now < most).then_some(now + 1);
        let entered = (self.inner.0).fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more);
        entered.is_ok()
    }

    fn leave(&self) {
        self.inner.0.fetch_sub(1, Ordering::AcqRel);
    }
}
