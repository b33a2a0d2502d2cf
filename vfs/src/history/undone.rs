//! Which runs of the history have been undone.

use std::collections::{BTreeMap, BTreeSet};

use super::RunInfo;
use super::folders::is_internal;
use crate::error::Result;
use crate::run::{RunId, RunState};
use crate::tree::Tree;

/// Most runs that are looked at: more than are kept by default.
const RUNS_MAX: usize = 10_000;

/// Changes of a run that are in memory together.
const PAGE: usize = 256;

impl Tree {
    /// The newest 10,000 runs of the history, newest first.
    ///
    /// # Errors
    /// As [`Tree::history`].
    pub fn whole_history(&self) -> Result<Vec<RunInfo>> {
        self.history(RUNS_MAX)
    }

    /// Which of these runs were undone: for each undone run, the run that undid it. An undo that
    /// was itself undone does not count.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn undone(&self, runs: &[RunInfo]) -> Result<BTreeMap<RunId, RunId>> {
        let known: BTreeSet<RunId> = runs.iter().map(|run| run.id).collect();
        let mut undone = BTreeMap::new();
        for run in runs {
            let target = run.undoes.filter(|id| *id < run.id && known.contains(id));
            if let Some(target) = target
                && !undone.contains_key(&run.id)
                && !undone.contains_key(&target)
                // The run may have done more than that since.
                && self.reverses(run.id, target)?
            {
                undone.insert(target, run.id);
            }
        }
        Ok(undone)
    }

    /// The newest run that changed something, has ended, was not undone and for which `is_meant`
    /// returns true.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn last_undoable(&self, is_meant: impl Fn(&RunInfo) -> bool) -> Result<Option<RunId>> {
        let runs = self.whole_history()?;
        let undone = self.undone(&runs)?;
        for run in &runs {
            let is_meant = is_meant(run)
                && run.state != RunState::Open
                && !undone.contains_key(&run.id)
                && !undone.values().any(|undo| *undo == run.id);
            if is_meant && !self.changes_only_internal(run)? {
                return Ok(Some(run.id));
            }
        }
        Ok(None)
    }

    /// Whether a run changed only paths that are not the user's work.
    pub(super) fn changes_only_internal(&self, run: &RunInfo) -> Result<bool> {
        let _rows = crate::budget::scratch();
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
