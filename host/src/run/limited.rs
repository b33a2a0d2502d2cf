//! Runs that a limit ends, also before they have begun.

use std::time::{Duration, Instant};

use crate::calls::Calls;
use crate::error::Error;
use crate::limits::{Limit, Limits};
use crate::outcome::{Effects, LimitExceeded, LogsDropped, Outcome, Run, Usage};
use crate::watchdog::{Control, Halt};

/// Why a run did not begin.
pub(super) enum Unbegun {
    Failed(Error),
    /// Its time was over before, it was cancelled, or it was done before.
    Halted(Box<Run>),
}

impl From<Error> for Unbegun {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A run that has to stop before it has begun.
pub(crate) fn unbegun_run(control: &Control, limits: &Limits, queued: Duration) -> Run {
    unbegun(halted_outcome(control, limits), Instant::now(), queued)
}

/// A run of which nothing was done.
pub(super) fn unbegun(outcome: Outcome, started: Instant, queued: Duration) -> Run {
    Run {
        outcome,
        output: None,
        frame: None,
        logs: Vec::new(),
        logs_dropped: LogsDropped::default(),
        calls: Calls::default(),
        effects: Effects::default(),
        is_committed: false,
        refusal: None,
        run_id: None,
        diff: None,
        cuts: Vec::new(),
        is_storage_error: false,
        is_repeated: false,
        usage: Usage {
            wall: started.elapsed(),
            queued,
            ..Usage::default()
        },
    }
}

/// The outcome of a run that was halted from outside.
pub(super) fn halted_outcome(control: &Control, limits: &Limits) -> Outcome {
    match control.halted() {
        // Also for a run whose future was dropped: nobody reads this outcome.
        Some(Halt::Cancelled) => exceeded(Limit::Cancelled, limits),
        Some(Halt::Expired) | None => exceeded(Limit::Timeout, limits),
    }
}

/// The outcome of a run that has reached a limit.
pub(super) fn exceeded(limit: Limit, limits: &Limits) -> Outcome {
    Outcome::LimitExceeded(LimitExceeded {
        limit,
        message: limit.message(limits),
        line: None,
        column: None,
    })
}
