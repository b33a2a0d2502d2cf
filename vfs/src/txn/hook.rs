//! What the history asks of the branches, which are above it: the only calls that lead up.

use crate::error::Result;
use crate::run::RunId;

use super::{ReadTxn, WriteTxn};

/// Runs whose changes have just been undone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Undone {
    /// One run.
    Run(i64),
    /// All runs after one.
    After(i64),
}

/// What the branches do when the history undoes, restores or is copied. It is installed when a workspace
/// is opened.
pub(crate) trait Branches: Sync {
    /// Reverses what runs of the current branch have merged, and which merges they have undone or
    /// done again, the newest run first.
    fn reverse_merges(&self, txn: &WriteTxn<'_>, undone: Undone) -> Result<()>;

    /// The last run of the current branch, other than `own`, that merged, undid a merge or did one
    /// again.
    fn last_merge(&self, txn: &ReadTxn<'_>, own: Option<RunId>) -> Result<Option<RunId>>;

    /// Deletes all branches but the main one, with their runs.
    fn delete_all(&self, txn: &WriteTxn<'_>) -> Result<()>;
}
