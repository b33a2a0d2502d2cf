//! The reasons that the system gives.

use std::io;

/// The reason of a failed operation of the system, without its number.
pub(crate) fn system_reason(cause: &io::Error) -> String {
    let text = cause.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    text.to_lowercase()
}
