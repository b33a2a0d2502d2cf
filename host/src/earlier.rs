//! Runs that a request is not done again for.

use isolate_vfs::RunId;

/// The run that a request was repeated of, and that has no answer: [`Error::earlier_run`](crate::Error::earlier_run).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlierRun {
    /// Its number in the history.
    pub run: RunId,
    /// Why it has none.
    pub state: EarlierState,
}

/// Why a run that has an idempotency key answers a request with that key by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EarlierState {
    /// It has not ended.
    Going,
    /// Its process ended before it did, or it was given up: some of it may have been done.
    Interrupted,
    /// It was run for another request: another program or input, or other options.
    OtherRequest,
    /// The history no longer has its record, for want of space.
    Forgotten,
}
