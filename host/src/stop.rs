//! Why a run has to end before its program does.

use crate::outcome::Limit;

/// Why a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit is reached.
    Limit(Limit),
    /// Time is over, or nobody waits any more; the run's `Control` says which.
    Halted,
    /// The guest broke the protocol: what it did. Only a guest that was taken over does.
    Hostile(&'static str),
    /// The engine panicked, which is a defect of it: what it says, and where in its sources.
    Panicked(String),
    /// The engine trapped for a reason that no limit explains, which is a defect of it too.
    Trapped(String),
}
