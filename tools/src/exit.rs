//! The exit codes of the command `isolate-run` and of the tool `exec`, in one list.

use isolate_host::{ErrorKind, Limit, Outcome, Run};

/// The exit code of a process that has run a program or called a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u8)]
pub enum ExitCode {
    /// The program returned, or the tool succeeded.
    Success = 0,
    /// The program threw, or the tool failed.
    Failure = 1,
    /// The arguments are not valid.
    Usage = 2,
    /// The program does not parse; nothing ran.
    Unparsable = 3,
    /// Storage failed or is full.
    Storage = 4,
    /// Internal error: `EX_SOFTWARE` of `sysexits.h`.
    Internal = 70,
    /// The limit of fuel, time, calls or bytes was reached, as with `timeout`.
    Exhausted = 124,
    /// The run was cancelled, as a process that SIGINT has ended.
    Cancelled = 130,
    /// The limit of memory was reached, as a process that the system killed for its memory.
    Memory = 137,
}

impl ExitCode {
    /// The code of a finished run.
    #[must_use]
    pub const fn of(run: &Run) -> Self {
        match &run.outcome {
            Outcome::Returned(_) => Self::Success,
            Outcome::Unparsable(_) => Self::Unparsable,
            // A code that the program invented says nothing about the storage.
            Outcome::Threw(_) if run.is_storage_error => Self::Storage,
            Outcome::Threw(_) => Self::Failure,
            Outcome::LimitExceeded(exceeded) => Self::of_limit(exceeded.limit),
            _ => Self::Failure,
        }
    }

    /// The code of a run that reached a limit.
    #[must_use]
    pub const fn of_limit(limit: Limit) -> Self {
        match limit {
            Limit::Memory | Limit::HostMemory => Self::Memory,
            Limit::Stack => Self::Failure,
            Limit::Cancelled => Self::Cancelled,
            // Fuel, time, calls, bytes, and limits that are added later.
            _ => Self::Exhausted,
        }
    }

    /// The code of a fault of the sandbox.
    #[must_use]
    pub const fn of_fault(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Storage => Self::Storage,
            ErrorKind::Refused => Self::Usage,
            _ => Self::Internal,
        }
    }

    /// The number.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<ExitCode> for u8 {
    fn from(exit: ExitCode) -> Self {
        exit.code()
    }
}

impl From<ExitCode> for i32 {
    fn from(exit: ExitCode) -> Self {
        Self::from(exit.code())
    }
}
