//! What the history has the branches do.

use crate::error::Result;
use crate::run::RunId;
use crate::txn::{AsideEnd, Branches, CurrentBranch, ReadTxn, Undone, WriteTxn};

/// What each connection gets when it is opened.
pub(crate) const HOOK: &dyn Branches = &Hook;

struct Hook;

impl Branches for Hook {
    fn reverse_merges(&self, txn: &WriteTxn<'_>, undone: Undone) -> Result<()> {
        txn.check_no_merge_apart(undone)?;
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

    fn aside(&self, txn: &ReadTxn<'_>, run: i64) -> Result<Option<(CurrentBranch, CurrentBranch)>> {
        txn.aside_of(run)
    }

    fn take_over(&self, txn: &WriteTxn<'_>, run: i64, home: &CurrentBranch) -> Result<AsideEnd> {
        txn.take_over_from(run, home)
    }

    fn drop_aside(&self, txn: &WriteTxn<'_>, run: i64) -> Result<()> {
        txn.drop_changes_of(run)
    }

    fn drop_all_aside(&self, txn: &WriteTxn<'_>) -> Result<bool> {
        txn.drop_all_asides()
    }
}
