//! Charges values and texts where they are created, and checks the deadline on the way.
//!
//! A tree of values, and its text, can be far larger than the message that they come from. The code
//! that creates one calls [`made`] for each part, within the budget and the stop signal of the run:
//! see [`Bounds`].

use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

use isolate_text::budget::{self, Budget};
use isolate_text::stop;

use crate::watchdog::Control;

/// Parts between two checks of the deadline: less than a millisecond of work.
const UNCHECKED_MAX: u32 = 4_096;

thread_local! {
    static UNCHECKED: Cell<u32> = const { Cell::new(0) };
}

/// The work has to stop: the run has no memory left, its time is over, or it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halted;

impl fmt::Display for Halted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the run ends before the value is made")
    }
}

/// Charges a part that is about to be created.
#[inline]
pub(crate) fn made(bytes: usize) -> Result<(), Halted> {
    budget::charge(bytes).map_err(|_| Halted)?;
    let unchecked = UNCHECKED.get() + 1;
    UNCHECKED.set(unchecked % UNCHECKED_MAX);
    match unchecked == UNCHECKED_MAX && stop::is_due() {
        true => Err(Halted),
        false => Ok(()),
    }
}

/// The budget and the stop signal of a run, for work outside of its calls.
#[derive(Clone, Default)]
pub(crate) struct Bounds {
    budget: Option<Budget>,
    control: Option<Arc<Control>>,
}

impl Bounds {
    /// Without a budget, which is not known yet.
    pub(crate) fn until(control: &Arc<Control>) -> Self {
        Self {
            budget: None,
            control: Some(Arc::clone(control)),
        }
    }

    pub(crate) fn with_budget(self, budget: &Budget) -> Self {
        Self {
            budget: Some(budget.clone()),
            ..self
        }
    }

    /// Does work within these bounds; its charges remain.
    pub(crate) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        let control = self.control.clone();
        let signal = Arc::new(move || {
            let halted = control.as_ref().and_then(|control| control.halted());
            halted.is_some()
        });
        match &self.budget {
            Some(budget) => budget::within(budget, || stop::within(signal, work)),
            None => stop::within(signal, work),
        }
    }

    /// Awaits work within these bounds. They are set on whichever thread polls it, and for no longer.
    pub(crate) async fn awaited<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        poll_fn(|context| self.within(|| work.as_mut().poll(context))).await
    }

    /// The same for work whose memory is charged by the receiver of its result.
    pub(crate) fn within_scratch<T>(&self, work: impl FnOnce() -> T) -> T {
        self.within(|| {
            let _scratch = budget::scratch();
            work()
        })
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bounds")
    }
}
