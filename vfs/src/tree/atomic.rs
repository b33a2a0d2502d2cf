//! Several calls as one.

use crate::error::Error;
use crate::txn::{Tree, WriteTxn};

/// Of so many calls outside of runs, one removes history beyond its bounds.
const CALLS_BETWEEN_PRUNINGS: i64 = 32;

impl Tree {
    /// Runs several calls as one: all of them happen, or none.
    ///
    /// # Errors
    /// The first error that `f` returns, after rolling back; a call that fails and whose
    /// error `f` ignores leaves no changes.
    pub fn atomically<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_txn(f, |call| {
            if call % CALLS_BETWEEN_PRUNINGS == 0 {
                self.prune_quietly();
            }
        })
    }
}
