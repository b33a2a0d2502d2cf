//! Which runs of the history have been undone.

use std::collections::BTreeMap;

use isolate_text::budget;

use super::{LogOptions, RunInfo};
use crate::error::{ErrorKind, Result};
use crate::folders::is_internal;
use crate::run::RunId;
use crate::txn::{ReadTxn, Tree};

/// Changes of a run that are in memory together.
const PAGE: usize = 256;

/// What an entry of a map of runs takes.
const ENTRY_BYTES: usize = 64;

/// For each run that was undone, the run that undid it.
type Undoings = BTreeMap<RunId, RunId>;

impl Tree {
    /// Which runs were undone: for each of these that was, and for each that one of these undid, the
    /// run that undid it. An undo that was itself undone does not count. A run that changed nothing but
    /// paths of an earlier one is undone with that one.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn undone(&self, runs: &[RunInfo]) -> Result<BTreeMap<RunId, RunId>> {
        let mut undone = Undoings::new();
        // What undoes a run is newer.
        let Some(oldest) = runs.iter().map(|run| run.id).min() else {
            return Ok(undone);
        };
        self.snapshot(|txn| {
            let sql = format!(
                "SELECT id, undoes FROM run WHERE id >= ?1 AND undoes IS NOT NULL AND {} ORDER BY id DESC",
                &*txn.seen_runs()
            );
            txn.store.each(
                &sql,
                [oldest.0],
                |row| {
                    txn.check_deadline()?;
                    txn.add_undone(RunId(row.get(0)?), RunId(row.get(1)?), &mut undone)
                },
            )
        })?;
        Ok(undone)
    }

    /// The newest run that changed something, has ended, was not undone and for which `is_wanted`
    /// returns true. On a branch that was made at an earlier point, only runs since then count.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn last_undoable(&self, is_wanted: impl Fn(&RunInfo) -> bool) -> Result<Option<RunId>> {
        let every = LogOptions::new().limit(usize::MAX).only_changing();
        let mut undone = Undoings::new();
        let mut found = None;
        let making = self.last_making()?;
        self.snapshot(|txn| {
            txn.read_runs(&every, |run| {
                // What came before has been taken back to another point.
                if making >= Some(run.id) {
                    return Ok(false);
                }
                if let Some(target) = run.undoes {
                    txn.add_undone(run.id, target, &mut undone)?;
                }
                let counts = is_wanted(&run)
                    && !run.state.may_go_on()
                    && !undone.contains_key(&run.id)
                    && !undone.values().any(|undo| *undo == run.id);
                if counts && !txn.changes_only_internal(&run)? && txn.has_effect(run.id)? {
                    found = Some(run.id);
                }
                Ok(found.is_none())
            })
        })?;
        Ok(found)
    }

    /// The newest undo that was not undone itself and for which `is_wanted` returns true: undoing it
    /// does the undone run again. An undo of an undo is none.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn last_redoable(&self, is_wanted: impl Fn(&RunInfo) -> bool) -> Result<Option<RunId>> {
        let every = LogOptions::new().limit(usize::MAX).only_changing();
        let mut undone = Undoings::new();
        let mut found = None;
        self.snapshot(|txn| {
            txn.read_runs(&every, |run| {
                let Some(target) = run.undoes else {
                    return Ok(true);
                };
                txn.add_undone(run.id, target, &mut undone)?;
                let is_of_undo = match txn.run_info(target)? {
                    Some(target) => target.undoes.is_some(),
                    None => true,
                };
                if !is_of_undo && undone.get(&target) == Some(&run.id) && is_wanted(&run) {
                    found = Some(run.id);
                }
                Ok(found.is_none())
            })
        })?;
        Ok(found)
    }
}

impl ReadTxn<'_> {
    /// Adds that a run undid another if it did. All newer runs were added before.
    fn add_undone(&self, run: RunId, target: RunId, undone: &mut Undoings) -> Result<()> {
        let may_have = target < run
            && !undone.contains_key(&run)
            && !undone.contains_key(&target)
            && self.has_run(target.0)?;
        // Both were taken back with an earlier run: this one is still what undid its target.
        let are_within = undone.contains_key(&run) && undone.get(&run) == undone.get(&target);
        if are_within && target < run && self.has_run(target.0)? && self.reverses(run, target)? {
            undone.insert(target, run);
            return Ok(());
        }
        // The run may have done more than that since.
        if may_have && self.reverses(run, target)? {
            let within = self.runs_within(target, run)?;
            for taken_back in std::iter::once(target).chain(within) {
                budget::charge(ENTRY_BYTES)?;
                undone.entry(taken_back).or_insert(run);
            }
        }
        Ok(())
    }

    /// Whether a run left anything else than it found: not if it changed a path and set it back, or
    /// wrote the same bytes.
    fn has_effect(&self, run: RunId) -> Result<bool> {
        if self.is_guarded() {
            // What is hidden is no effect that can be seen, and a change all the same.
            return Ok(true);
        }
        match self.effects_of(run.0, None) {
            Ok(effects) => Ok(!effects.is_empty()),
            // What cannot be compared may be different.
            Err(error) if error.kind() == ErrorKind::Corrupt => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Whether a run changed only paths that are not the user's work.
    pub(super) fn changes_only_internal(&self, run: &RunInfo) -> Result<bool> {
        let _rows = isolate_text::budget::scratch();
        let (mut seen, mut after) = (0, None);
        loop {
            let page = self.changes_page(run.id, after.as_ref(), PAGE)?;
            if !page.iter().all(|change| is_internal(&change.path)) {
                return Ok(false);
            }
            seen += page.len() as u64;
            if page.len() < PAGE {
                // What a guard hides is somebody's business.
                return Ok(seen == run.paths);
            }
            after = page.into_iter().next_back().map(|change| change.path);
        }
    }
}
