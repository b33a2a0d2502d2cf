//! The record of the functions that a run called.

use std::time::Duration;

/// The calls of functions in a run, in the order in which they began.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Calls {
    /// The first 1,000.
    pub entries: Vec<CallRecord>,
    /// How many more there were.
    pub omitted: u64,
    /// How many of those [may have changed something](CallRecord::may_have_written) outside.
    pub omitted_writes: u64,
}

/// One call of a function.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallRecord {
    /// `NAMESPACE.NAME`, or that of a built-in of the sandbox: `fetch`.
    pub function: String,
    /// When it began, from the start of the run.
    pub started: Duration,
    /// How long it took, approval included.
    pub duration: Duration,
    /// How it ended.
    pub status: CallStatus,
    /// Whether it may have changed something outside of the sandbox: a function that is not declared as
    /// reading was begun. No rollback of files takes that back.
    pub may_have_written: bool,
    /// The note of the function: see [`Scope::note`](crate::Scope::note).
    pub note: Option<String>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallStatus {
    /// It succeeded.
    Answered,
    /// It failed with an error with this code.
    Failed {
        /// `error.code`.
        code: String,
    },
    /// The run ended first; the future of the call was dropped.
    Unfinished,
}
