//! The arguments of the command.
//!
//! They are not those of the process where an interpreter has started the command.

use std::ffi::OsString;
use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Keeps the arguments, of which the first is the name of the command.
///
/// # Panics
///
/// The second time in a process.
pub(crate) fn keep(arguments: Vec<OsString>) {
    assert!(
        ARGUMENTS.set(arguments).is_ok(),
        "the command runs once in a process"
    );
}

/// All of them, with the name of the command. None before there are some, as in tests.
pub(crate) fn arguments() -> &'static [OsString] {
    ARGUMENTS.get().map_or(&[], Vec::as_slice)
}
