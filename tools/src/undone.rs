//! Which runs of the history have been taken back.

use std::collections::{BTreeMap, BTreeSet};

use isolate_vfs::{RunInfo, RunState, Tree, VPath};

use crate::error::ToolError;

/// Runs of the history that are looked at: more than are kept, unless settings say otherwise.
const RUNS_MAX: usize = 10_000;
/// Where the tools themselves keep what nobody asked to change.
const OWN_FOLDERS: [&str; 2] = [crate::spill::FOLDER, crate::tool::checkpoint::FOLDER];

/// The history, newest first.
pub(crate) fn runs(tree: &Tree) -> Result<Vec<RunInfo>, ToolError> {
    Ok(tree.history(RUNS_MAX)?)
}

/// The run that a run was made to take back: whoever undoes says so at the end of its label.
fn target(run: &RunInfo) -> Option<i64> {
    let mut words = run.label.split([':', ' ']);
    words.any(|word| word == "undo").then_some(())?;
    words.next_back()?.parse().ok()
}

/// Which run took back which, by the run that was taken back. An undo that has been undone
/// itself takes back nothing.
pub(crate) fn undone(tree: &Tree, runs: &[RunInfo]) -> Result<BTreeMap<i64, i64>, ToolError> {
    let known: BTreeSet<i64> = runs.iter().map(|run| run.id).collect();
    let mut undone = BTreeMap::new();
    for run in runs {
        let target = target(run).filter(|id| *id < run.id && known.contains(id));
        if let Some(target) = target
            && !undone.contains_key(&run.id)
            && !undone.contains_key(&target)
            // A label is only words: what was done decides.
            && tree.reverses(run.id, target)?
        {
            undone.insert(target, run.id);
        }
    }
    Ok(undone)
}

/// The last run that changed something, is over and has not been taken back, of those that are
/// meant.
pub(crate) fn last(
    tree: &Tree,
    is_meant: impl Fn(&RunInfo) -> bool,
) -> Result<Option<i64>, ToolError> {
    let runs = runs(tree)?;
    let undone = undone(tree, &runs)?;
    for run in &runs {
        let is_meant = is_meant(run)
            && run.state != RunState::Open
            && !undone.contains_key(&run.id)
            && !undone.values().any(|undo| *undo == run.id);
        if is_meant && !is_own_business(tree, run)? {
            return Ok(Some(run.id));
        }
    }
    Ok(None)
}

/// Whether a run changed nothing but what the tools keep for themselves.
pub(crate) fn is_own_business(tree: &Tree, run: &RunInfo) -> Result<bool, ToolError> {
    let changes = tree.changes(run.id)?;
    let is_own = |path: &VPath| {
        OWN_FOLDERS.iter().any(|folder| {
            let below = path.as_str().strip_prefix(folder);
            below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        })
    };
    // What a guard hides is somebody's business.
    let is_seen = changes.len() as u64 == run.paths;
    Ok(is_seen && changes.iter().all(|change| is_own(&change.path)))
}
