//! Hooks for tests, which are no part of the interface of this crate.

use crate::cancel::Cancel;

/// A token that is pulled at the N-th look, so that a test can stop a call everywhere.
#[must_use]
pub fn cancel_at_look(number: u64) -> Cancel {
    Cancel::at_look(number)
}

/// How often a token has been looked at.
#[must_use]
pub fn looks(cancel: &Cancel) -> u64 {
    cancel.looks()
}
