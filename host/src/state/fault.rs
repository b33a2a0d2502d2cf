//! Errors of calls: what failed, and what the program catches.
//!
//! An operation ends with an [`OpError`], which has the parts of a message. [`format`] makes a
//! [`StateError`] of it when the handler has returned, from its kinds and fields, never from rendered
//! text, and nothing else does.
//! A handler that finds a mistake by itself uses the constructors of [`Call`] below. What functions
//! of the embedder fail with is no part of this: see [`crate::functions::fault_of`].

mod format;

use std::fmt::Display;

use isolate_ops::OpError;
use isolate_protocol::{ErrorCode, StateError};
use isolate_text::VPath;

use super::Call;
use crate::stop::Stop;

/// Why a call does not answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The program catches it.
    Error(StateError),
    /// The run is over.
    Stop(Stop),
    /// An operation failed: see [`Call::worded`].
    Op(OpError),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl<E: Into<OpError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Op(error.into())
    }
}

impl Call<'_> {
    /// The error that a program catches, or why the run stops instead.
    pub(super) fn worded(&self, fault: impl Into<Fault>) -> Result<StateError, Stop> {
        let error = match fault.into() {
            Fault::Error(error) => return Ok(error),
            Fault::Stop(stop) => return Err(stop),
            Fault::Op(OpError::InBatch { part, error }) => {
                return self.worded_in_batch(*error, &format::batch_part(&part));
            }
            Fault::Op(error) => error,
        };
        let line = match &error {
            OpError::Tree(error) => error.path().zip(error.suggestion()),
            _ => None,
        };
        let line = line.and_then(|(wrong, meant)| self.corrected(wrong, meant));
        let mut error = format::state_error(error, self.method.name)?;
        if let Some(line) = line {
            error.message.push_str(&format!("; write {line}"));
        }
        Ok(error)
    }

    /// The error of one item of a batch, reported as that of the whole batch.
    pub(super) fn worded_in_batch(
        &self,
        fault: impl Into<Fault>,
        item: &str,
    ) -> Result<StateError, Stop> {
        let mut error = self.worded(fault)?;
        let item = format!(" (at {item}; nothing was written)");
        error.message.push_str(&item);
        Ok(error)
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
    pub(super) fn system_fault(&self, fault: impl Into<Fault>) -> Fault {
        let error = match fault.into() {
            Fault::Op(OpError::Tree(error)) => error,
            other => return other,
        };
        let code = match format::vfs_code(error.kind()) {
            Ok(code) => code,
            Err(stop) => return Fault::Stop(stop),
        };
        let reason = match error.kind() {
            isolate_vfs::ErrorKind::Loop => "too many symbolic links encountered",
            _ => error.reason(),
        };
        self.own_words(code, format!("{code}: {reason}"), None)
    }

    /// An error whose whole message is given.
    pub(super) fn own_words(
        &self,
        code: ErrorCode,
        message: String,
        path: Option<&VPath>,
    ) -> Fault {
        Fault::Error(format::own_words(code, message, path))
    }
}
