//! Runs that a limit ends, also before they have begun.

use std::time::{Duration, Instant};

use crate::calls::Calls;
use crate::error::Error;
use crate::limits::Limits;
use crate::outcome::{Effects, Limit, LimitExceeded, LogsDropped, Outcome, Run, Usage};
use crate::watchdog::{Control, Halt};

/// Why a run did not begin.
pub(super) enum Unbegun {
    Failed(Error),
    /// Its time was over before, or it was cancelled.
    Halted(Box<Run>),
}

impl From<Error> for Unbegun {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A run of which nothing was done.
pub(super) fn unbegun(outcome: Outcome, started: Instant) -> Run {
    Run {
        outcome,
        frame: None,
        logs: Vec::new(),
        logs_dropped: LogsDropped::default(),
        calls: Calls::default(),
        effects: Effects::default(),
        is_committed: false,
        run_id: None,
        diff: None,
        cuts: Vec::new(),
        is_storage_error: false,
        usage: Usage {
            wall: started.elapsed(),
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
    let message = match limit {
        Limit::Fuel => format!(
            "the program used all of its fuel ({}): look for an endless loop, do less in one run, or raise the fuel limit",
            limits.fuel
        ),
        Limit::Memory => format!(
            "the program needs more memory than its limit of {} MiB: work on smaller pieces, or raise the memory limit",
            limits.memory_bytes >> 20
        ),
        Limit::HostMemory => format!(
            "the calls of the program need more memory of the host than its limit of {} MiB: ask for less at once (narrower patterns, parts of files, fewer files in a batch), or raise the limit of host memory",
            limits.host_memory_bytes >> 20
        ),
        Limit::Timeout => format!(
            "the program ran longer than its time limit of {}: do less in one run, or raise the time limit",
            seconds(limits.timeout)
        ),
        Limit::Stack => "the program nests too deeply for the sandbox's stack: flatten nested brackets in its text, or turn deep recursion through callbacks into a loop".to_owned(),
        Limit::HostCalls => format!(
            "the program made more than {} calls to state: use the batch methods (glob, searchFiles, replaceInFiles, applyEdits), or raise the limit of host calls",
            limits.host_calls
        ),
        Limit::Cancelled => "the run was cancelled".to_owned(),
        Limit::Io => format!(
            "the program read or wrote more than {} bytes: narrow what it reads, or raise the limit of bytes",
            limits.io_bytes
        ),
    };
    Outcome::LimitExceeded(LimitExceeded {
        limit,
        message,
        line: None,
        column: None,
    })
}

fn seconds(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{} ms", duration.as_millis())
    }
}
