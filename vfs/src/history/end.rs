//! The error of a run that cannot be ended.

use std::fmt;

use super::Effects;
use crate::error::Error;

/// A run that could not be ended as it should.
///
/// After it an atomic run has been rolled back; calls that were permanent by themselves remain.
#[derive(Debug)]
#[non_exhaustive]
pub struct EndError {
    /// Why.
    pub cause: Error,
    /// What the run had changed, if that could be read before.
    pub effects: Option<Box<Effects>>,
    /// The branch that has its changes, if it was set aside ([`OpenRun::set_aside`](crate::OpenRun::set_aside))
    /// and others have changed the same paths meanwhile, which the error names. Nothing was taken over.
    pub branch: Option<String>,
}

impl fmt::Display for EndError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for EndError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The text is that of the cause, so what comes next is the cause of that.
        self.cause.source()
    }
}

impl From<Error> for EndError {
    fn from(cause: Error) -> Self {
        Self {
            cause,
            effects: None,
            branch: None,
        }
    }
}
