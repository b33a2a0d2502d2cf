//! Errors of the library: the message is JSON, of which the package makes an exception.

use isolate_bindings::{Failure, Mistake};
use isolate_host::vfs;
use napi::{Error, Status};

/// The error of a failure.
pub(crate) fn thrown(failure: &Failure) -> Error {
    let text = serde_json::to_string(failure).unwrap_or_else(|_| failure.message.clone());
    Error::new(Status::GenericFailure, text)
}

/// The error of a wrong use.
pub(crate) fn usage(text: &str) -> Error {
    thrown(&Failure::usage(text))
}

pub(crate) fn mistake(mistake: Mistake) -> Error {
    thrown(&mistake.into())
}

pub(crate) fn fault(error: &isolate_host::Error) -> Error {
    thrown(&error.into())
}

pub(crate) fn of_files(error: &vfs::Error) -> Error {
    thrown(&error.into())
}
