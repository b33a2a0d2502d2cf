//! What the history asks of the branches, which are above it: the only calls that lead up.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::run::RunId;

use super::{CurrentBranch, ReadTxn, WriteTxn};
use isolate_text::VPath;

/// Runs whose changes have just been undone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Undone {
    /// One run.
    Run(i64),
    /// All runs after one.
    After(i64),
}

/// What became of changes that were kept apart.
#[derive(Debug)]
pub(crate) enum AsideEnd {
    /// They are those of the run with this number, but for directories that others have made too.
    TakenOver {
        id: i64,
        made_by_both: BTreeSet<VPath>,
    },
    /// Others have changed the same, and the changes are a branch of this name.
    Conflict { branch: String, paths: Vec<VPath> },
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

    /// Where the changes of a run are kept apart, if they are, and the branch that they are for.
    fn aside(&self, txn: &ReadTxn<'_>, run: i64) -> Result<Option<(CurrentBranch, CurrentBranch)>>;

    /// Takes over what a run has changed apart, on this branch, which keeps it. Where others have changed
    /// the same, nothing is taken over.
    fn take_over(&self, txn: &WriteTxn<'_>, run: i64, home: &CurrentBranch) -> Result<AsideEnd>;

    /// Forgets what a run has changed apart. Its row stays.
    fn drop_aside(&self, txn: &WriteTxn<'_>, run: i64) -> Result<()>;

    /// Forgets what all runs have changed apart: the workspace is a copy. Returns whether there was any.
    fn drop_all_aside(&self, txn: &WriteTxn<'_>) -> Result<bool>;
}
