//! Several calls as one.

use crate::error::Error;
use crate::txn::{Tree, Unit, WriteTxn};

/// Of so many calls outside of runs, one removes history beyond its bounds.
const CALLS_BETWEEN_PRUNINGS: i64 = 32;

impl Tree {
    /// Runs several calls as one: all of them happen, or none. Inside of another such closure, or of a
    /// run of one transaction, it is a savepoint, for which SQLite may keep the pages that change in
    /// memory until the outer one ends.
    ///
    /// # Errors
    /// The first error that `f` returns, after rolling back; a call that fails and whose
    /// error `f` ignores leaves no changes ([`WriteTxn`] says what holds behind very many calls).
    pub fn atomically<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.unit(Unit::Explicit, f)
    }

    /// As [`Tree::atomically`], for one call that changes files.
    pub(crate) fn call<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.unit(Unit::Call, f)
    }

    fn unit<T, E: From<Error>>(
        &self,
        unit: Unit,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_txn(unit, f, |call| {
            if call % CALLS_BETWEEN_PRUNINGS == 0 {
                self.prune_quietly();
            }
        })
    }
}
