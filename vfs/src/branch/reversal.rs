//! What the history has the branches do.

use crate::error::Result;
use crate::run::RunId;
use crate::txn::{Branches, ReadTxn, Undone, WriteTxn};

/// What each connection gets when it is opened.
pub(crate) const HOOK: &dyn Branches = &Hook;

struct Hook;

impl Branches for Hook {
    fn reverse_merges(&self, txn: &WriteTxn<'_>, undone: Undone) -> Result<()> {
        match undone {
            Undone::Run(run) => txn.reverse_selected("r.id = ?1", run),
            Undone::After(run) => txn.reverse_selected("r.id > ?1", run),
        }
    }

    fn last_merge(&self, txn: &ReadTxn<'_>, own: Option<RunId>) -> Result<Option<RunId>> {
        txn.last_merge_but(own)
    }

    fn delete_all(&self, txn: &WriteTxn<'_>) -> Result<()> {
        txn.delete_all_branches()
    }
}
