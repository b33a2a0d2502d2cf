//! Why a run has to end before its program does.

use crate::limits::Limit;

/// Why a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit is reached.
    Limit(Limit),
    /// The deadline has passed, or the run was cancelled; the run's `Control` says which.
    Halted,
    /// The run is a replay, and the program has asked something else than before.
    Diverged,
    /// The guest broke the protocol in this way. Only a compromised guest does.
    Hostile(&'static str),
    /// The engine panicked, which is a defect: its message, with the place in its sources.
    Panicked(String),
    /// The engine trapped for a reason that no limit explains, which is a defect too.
    Trapped(String),
}

impl Stop {
    /// Fails if the deadline of the run on this thread has passed, or the run was cancelled.
    pub(crate) fn check() -> Result<(), Self> {
        match isolate_text::stop::is_due() {
            true => Err(Self::Halted),
            false => Ok(()),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the run ends: {self:?}")
    }
}

/// So that an operation can carry it to its caller.
impl std::error::Error for Stop {}
