//! The exit codes of the command `isolate-run` and of the tool `exec`, in one list.

use isolate_host::{ErrorKind, Limit, Outcome, Run};

/// Declares [`ExitCode`]. The documentation of a code is also its text in the help of the command and
/// in `docs/command.md`.
macro_rules! exit_codes {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal,)*) => {
        /// The exit code of a process that has run a program or called a tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum ExitCode {
            $($(#[doc = $doc])* $name = $code,)*
        }

        impl ExitCode {
            /// Every exit code, in ascending order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// When a process ends with this code: sentences in Markdown.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc,)*).trim_ascii(),)*
                }
            }
        }
    };
}

exit_codes! {
    /// The program returned, or the command succeeded.
    Success = 0,
    /// The program threw, awaits a promise that can never settle, or nests too deeply; or the command
    /// failed. Of `grep`: nothing matches. Of `check`: the file is damaged, with `--repair` also
    /// afterwards. Of `replay`: a run is different. The changes were not taken over or, with `--dir`,
    /// not written, because of a conflict or without a yes.
    Failure = 1,
    /// Usage: a wrong option, a script that cannot be read, or `--input` that is not JSON or would lose
    /// digits. Of `replay RUN`: the run is not comparable.
    Usage = 2,
    /// The program does not parse; nothing ran.
    Unparsable = 3,
    /// Storage failed or is full: the database is not a workspace, was made by a development build
    /// before 0.1.0, is newer, locked, read-only or damaged, or the program ended with an uncaught
    /// `ENOSPC`, `EIO`, `EBUSY` or `EROFS` from a call.
    Storage = 4,
    /// Internal error of the sandbox (please report it). What the program did before is kept, unless
    /// the run is atomic, and reported. This is `EX_SOFTWARE` of `sysexits.h`.
    Internal = 70,
    /// The run waits for an approval or an answer, and is kept in its workspace: `isolate-run pending`
    /// lists it. This is `EX_TEMPFAIL` of `sysexits.h`.
    Waiting = 75,
    /// The limit of fuel, time, calls or bytes was reached, as with `timeout`.
    Exhausted = 124,
    /// The run was cancelled, by SIGINT; after SIGHUP the code is 129, after SIGTERM 143. What the run
    /// did before is kept and reported.
    Cancelled = 130,
    /// The limit of memory, or of host memory, was reached, as if the system had ended the process for
    /// its memory.
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
            Outcome::LimitExceeded(exceeded) => Self::of_limit(exceeded.limit),
            Outcome::Suspended(_) => Self::Waiting,
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
            ErrorKind::Refused | ErrorKind::Repeated => Self::Usage,
            ErrorKind::Busy => Self::Exhausted,
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
