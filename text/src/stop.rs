//! Stopping work on texts and bytes that takes too long.
//!
//! These operations know nothing of runs and their deadlines. A caller that does wraps the work in
//! [`within`], and loops that may be long check [`is_due`].
//!
//! Invariant: an operation that stops returns an error, never a part of its result.

use std::cell::RefCell;
use std::sync::Arc;

use crate::budget::{self, Exhausted};

/// Returns, on any thread, whether to stop.
pub type StopSignal = Arc<dyn Fn() -> bool + Send + Sync>;

thread_local! {
    static SIGNAL: RefCell<Option<StopSignal>> = const { RefCell::new(None) };
}

/// Does work during which operations of this thread stop when the signal says so.
pub fn within<T>(signal: StopSignal, work: impl FnOnce() -> T) -> T {
    budget::with_set(&SIGNAL, signal, work)
}

/// Whether the work has to stop. It takes some nanoseconds; loops check it for each chunk of bytes
/// or some thousand steps.
#[must_use]
pub fn is_due() -> bool {
    budget::is_exhausted()
        || SIGNAL.with(|slot| slot.borrow().as_ref().is_some_and(|signal| signal()))
}

/// The work ended early because it had to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped, because its time is over or it was cancelled")]
pub struct Stopped;

impl From<Exhausted> for Stopped {
    fn from(_: Exhausted) -> Self {
        Self
    }
}

/// Counts the steps of a loop, and checks at intervals whether it has to stop.
#[derive(Debug)]
pub(crate) struct Pace {
    steps: u32,
    every: u32,
}

impl Pace {
    pub(crate) const fn every(every: u32) -> Self {
        Self { steps: 0, every }
    }

    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps < self.every {
            return Ok(());
        }
        self.steps = 0;
        if is_due() { Err(Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_applies_only_during_the_work() {
        assert!(!is_due());
        within(Arc::new(|| true), || {
            assert!(is_due());
            within(Arc::new(|| false), || assert!(!is_due()));
            assert!(is_due());
            let mut pace = Pace::every(2);
            assert_eq!((pace.step(), pace.step()), (Ok(()), Err(Stopped)));
        });
        assert!(!is_due());
        let panicked = std::panic::catch_unwind(|| within(Arc::new(|| true), || panic!("inside")));
        assert!(panicked.is_err());
        assert!(!is_due());
    }
}
