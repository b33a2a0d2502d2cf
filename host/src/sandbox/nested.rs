//! The room for runs within runs.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Shared;
use crate::abi::{Guests, Lasts, Template};
use crate::error::Error;

/// Instances for runs within others, at most: so many more fit the address space of a process.
const CALLS_MAX: u32 = 4_096;
const LONG_MAX: u32 = 2_048;

/// Programs of commands that may step aside, beside one for each run: commands have pipes of several.
const LONG_MORE: u32 = 16;

/// Instances for runs within so many others, of which each can have one that lasts for a call, so that none
/// waits for another.
const fn calls_max(runs: u32) -> u32 {
    if runs < CALLS_MAX { runs } else { CALLS_MAX }
}

/// The same, for those that last longer.
const fn long_max(runs: u32) -> u32 {
    let wanted = runs.saturating_add(LONG_MORE);
    if wanted < LONG_MAX { wanted } else { LONG_MAX }
}

/// All of them.
pub(super) const fn inner_max(runs: u32) -> u32 {
    calls_max(runs) + long_max(runs)
}

/// How many of them are there now.
#[derive(Default)]
pub(super) struct Inner {
    calls: AtomicU32,
    long: AtomicU32,
}

impl Inner {
    const fn of(&self, lasts: Lasts) -> &AtomicU32 {
        match lasts {
            Lasts::Call => &self.calls,
            Lasts::Long => &self.long,
        }
    }
}

impl Guests for Shared {
    fn of_programs(&self) -> &Template {
        &self.template
    }

    fn of_commands(&self) -> Result<&Template, Error> {
        self.shell_template()
    }

    fn enter(&self, lasts: Lasts) -> bool {
        let most = match lasts {
            Lasts::Call => calls_max(self.runs),
            Lasts::Long => long_max(self.runs),
        };
        let one_more = |now: u32| (now < most).then_some(now + 1);
        let count = self.inner.of(lasts);
        let entered = count.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more);
        entered.is_ok()
    }

    fn leave(&self, lasts: Lasts) {
        self.inner.of(lasts).fetch_sub(1, Ordering::AcqRel);
    }
}
