//! Errors of calls: what failed, and what the program catches.
//!
//! An operation ends with an [`OpError`], which has the parts of a message. [`format`] makes a
//! [`StateError`] of it, from its kinds and fields, never from rendered text, and nothing else does.
//! A handler that finds a mistake by itself uses the constructors of [`Call`] below. What functions
//! of the embedder fail with is no part of this: see [`crate::functions::fault_of`].

mod format;

use std::fmt::Display;

use isolate_ops::OpError;
use isolate_protocol::{ErrorCode, StateError};
use isolate_text::VPath;

use super::Call;
use crate::stop::Stop;

/// How a call ends that does not answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The program catches it.
    Error(StateError),
    /// The run is over.
    Stop(Stop),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Error(error) => f.write_str(&error.message),
            Self::Stop(stop) => stop.fmt(f),
        }
    }
}

/// So that an operation can carry it to its caller.
impl std::error::Error for Fault {}

impl Fault {
    /// The error of one item of a batch, reported as that of the whole batch.
    pub(super) fn in_batch(self, place: &str) -> Self {
        match self {
            Self::Error(mut error) => {
                error
                    .message
                    .push_str(&format!(" (at {place}; nothing was written)"));
                Self::Error(error)
            }
            stop @ Self::Stop(_) => stop,
        }
    }
}

/// What made a call fail.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It has its words already.
    Fault(Fault),
    /// An operation failed.
    Op(OpError),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl<E: Into<OpError>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::Op(error.into())
    }
}

impl Call<'_> {
    /// The error that a program catches.
    pub(super) fn fault(&self, trouble: impl Into<Trouble>) -> Fault {
        let error = match trouble.into() {
            Trouble::Fault(fault) => return fault,
            Trouble::Op(OpError::InBatch { part, error }) => {
                return self.fault(*error).in_batch(&format::batch_part(&part));
            }
            Trouble::Op(error) => error,
        };
        let line = match &error {
            OpError::Tree(error) => error.path().zip(error.suggestion()),
            _ => None,
        };
        let line = line.and_then(|(wrong, meant)| self.corrected(wrong, meant));
        match format::state_error(error, self.method.name) {
            Ok(mut error) => {
                if let Some(line) = line {
                    error.message.push_str(&format!("; write {line}"));
                }
                Fault::Error(error)
            }
            Err(stop) => Fault::Stop(stop),
        }
    }

    /// A mistake that concerns no path.
    pub(super) fn error(&self, code: ErrorCode, text: &str) -> Fault {
        Fault::Error(StateError::plain(code, text, self.method.name))
    }

    /// A mistake about a path.
    pub(super) fn error_at(&self, code: ErrorCode, text: &str, path: &str) -> Fault {
        Fault::Error(StateError::at_path(code, text, self.method.name, path))
    }

    /// A wrong argument: `what` names it and the right form.
    pub(super) fn argument_error(&self, what: impl Display) -> Fault {
        Fault::Error(StateError::argument(format!(
            "state.{}: {what}",
            self.method.name
        )))
    }

    /// A wrong argument, with the signature of the method.
    pub(super) fn usage_error(&self, what: impl Display) -> Fault {
        self.argument_error(format!("{what} — expected {}", self.method.signature()))
    }

    /// The error of an operation of Node's `fs`, which names the paths itself: `ENOENT: no such file
    /// or directory`.
    pub(super) fn system_fault(&self, trouble: Trouble) -> Fault {
        let error = match trouble {
            Trouble::Op(OpError::Tree(error)) => error,
            other => return self.fault(other),
        };
        let code = match format::vfs_code(error.kind()) {
            Ok(code) => code,
            Err(stop) => return Fault::Stop(stop),
        };
        let reason = match error.kind() {
            isolate_vfs::ErrorKind::Loop => "too many symbolic links encountered",
            _ => error.reason(),
        };
        Fault::Error(format::own_words(code, format!("{code}: {reason}"), None))
    }

    /// An error whose whole message is given.
    pub(super) fn own_words(&self, code: ErrorCode, message: String, path: &VPath) -> Fault {
        Fault::Error(format::own_words(code, message, Some(path)))
    }
}
