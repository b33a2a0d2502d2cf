//! Charges values and texts where they are made, and looks at the deadline meanwhile.
//!
//! A tree of values, and a text that is written of one, can be far larger than the message that they
//! come from. Whatever makes one calls [`made`] for each of its parts, within the budget and the stop
//! signal of the run: see [`Bounds`].

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use isolate_text::budget::{self, Budget};
use isolate_text::stop;

use crate::watchdog::Control;

/// Parts that are made between two looks at the deadline: less than a millisecond of work.
const UNSEEN_MAX: u32 = 4_096;

thread_local! {
    static UNSEEN: Cell<u32> = const { Cell::new(0) };
}

/// The work has to stop: the run has no memory left, its time is over, or it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halted;

impl fmt::Display for Halted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the run ends before the value is made")
    }
}

/// Charges a part that is about to be made.
#[inline]
pub(crate) fn made(bytes: usize) -> Result<(), Halted> {
    budget::charge(bytes).map_err(|_| Halted)?;
    let unseen = UNSEEN.get() + 1;
    UNSEEN.set(unseen % UNSEEN_MAX);
    match unseen == UNSEEN_MAX && stop::is_due() {
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
    /// Those of a run whose budget is not known yet.
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

    /// Does work within them; what it charged stays charged.
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

    /// The same for work whose memory is charged by whoever takes its result.
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
