//! Hooks for tests, which are not part of the interface of this crate.

use crate::cancel::Cancel;

/// A token that is cancelled at the N-th check, so that a test can stop a call everywhere.
#[must_use]
pub fn cancel_at_look(number: u64) -> Cancel {
    Cancel::at_look(number)
}

/// How often a token has been checked.
#[must_use]
pub fn looks(cancel: &Cancel) -> u64 {
    cancel.looks()
}
