//! Which runs of the history have been taken back.

use std::collections::{BTreeMap, BTreeSet};

use super::checkpoint::CHECKPOINTS;
use super::{RunInfo, RunState};
use crate::error::Result;
use crate::id::RunId;
use crate::path::VPath;
use crate::tree::Tree;

/// Runs of the history that are looked at: more than are kept, unless settings say otherwise.
const RUNS_MAX: usize = 10_000;

/// Changes of a run that are in memory together.
const PAGE: usize = 256;

/// Where output of calls is kept that did not fit into an answer.
pub const OUTPUTS: &str = "/.runs";

/// Where lies what nobody asked to change.
const OWN_FOLDERS: [&str; 2] = [OUTPUTS, CHECKPOINTS];

/// Whether a path is one of those that are kept beside the files that people work on.
pub(super) fn is_own(path: &VPath) -> bool {
    OWN_FOLDERS.iter().any(|folder| {
        let below = path.as_str().strip_prefix(folder);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}

/// The run that a run was made to take back: whoever undoes says so at the end of its label.
fn target(run: &RunInfo) -> Option<RunId> {
    let mut words = run.label.split([':', ' ']);
    words.any(|word| word == "undo").then_some(())?;
    words.next_back()?.parse().ok()
}

impl Tree {
    /// The history, newest first: all of it that can be meant.
    ///
    /// # Errors
    /// As [`Tree::history`].
    pub fn whole_history(&self) -> Result<Vec<RunInfo>> {
        self.history(RUNS_MAX)
    }

    /// Which of these runs took back which, by the run that was taken back. An undo that has
    /// been undone itself takes back nothing.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn undone(&self, runs: &[RunInfo]) -> Result<BTreeMap<RunId, RunId>> {
        let known: BTreeSet<RunId> = runs.iter().map(|run| run.id).collect();
        let mut undone = BTreeMap::new();
        for run in runs {
            let target = target(run).filter(|id| *id < run.id && known.contains(id));
            if let Some(target) = target
                && !undone.contains_key(&run.id)
                && !undone.contains_key(&target)
                // A label is only words: what was done decides.
                && self.reverses(run.id, target)?
            {
                undone.insert(target, run.id);
            }
        }
        Ok(undone)
    }

    /// The last run that changed something, is over and has not been taken back, of those that
    /// are meant.
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
            if is_meant && !self.is_own_business(run)? {
                return Ok(Some(run.id));
            }
        }
        Ok(None)
    }

    /// Whether a run changed nothing but what is kept beside the files that people work on.
    pub(super) fn is_own_business(&self, run: &RunInfo) -> Result<bool> {
        let _rows = crate::budget::scratch();
        let (mut seen, mut after) = (0, None);
        loop {
            let page = self.changes_page(run.id, after.as_ref(), PAGE)?;
            if !page.iter().all(|change| is_own(&change.path)) {
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
