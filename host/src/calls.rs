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
    /// Why it failed, if it did.
    pub error: Option<CallError>,
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallError {
    /// Whose fault it is.
    pub kind: CallErrorKind,
    /// The message that the program has caught, of which at most 500 characters are kept. It may have
    /// contents.
    pub message: String,
}

/// Whose fault it is that a call failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallErrorKind {
    /// The program has passed an argument that does not fit. The function was not called, unless it says
    /// so itself ([`FunctionError::argument`](crate::FunctionError::argument)).
    Argument,
    /// The run may not call it, or it was not approved. The function was not called.
    Refused,
    /// It took too long, or its argument or its answer is too large.
    Limit,
    /// The function failed with this error.
    #[default]
    Function,
    /// The function panicked, or answered what does not fit its schema.
    Defect,
}

impl CallErrorKind {
    const ALL: [Self; 5] = [
        Self::Argument,
        Self::Refused,
        Self::Limit,
        Self::Function,
        Self::Defect,
    ];

    /// A stable word: `argument`, `refused`, `limit`, `function` or `defect`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Refused => "refused",
            Self::Limit => "limit",
            Self::Function => "function",
            Self::Defect => "defect",
        }
    }

    /// The inverse of [`as_str`](Self::as_str).
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
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
