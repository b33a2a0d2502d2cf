//! The runs of the history as events.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use isolate_text::VPath;
use isolate_vfs::{Change, FileKind, RunId, RunInfo, Side, Tree};

use super::{Event, EventKind};
use crate::error::ToolError;

/// Changes of a run that are in memory together.
const PAGE: usize = 1000;
/// Most bytes of paths among which moves are detected. A run that removes more than that is reported
/// as deletions and creations.
const MOVES_BYTES_MAX: usize = 32 << 20;
/// Files up to this size are compared, so that a touch is no change.
const COMPARED_BYTES_MAX: u64 = 1 << 20;

/// The number of the last run in the history.
pub(crate) fn last_run(tree: &Tree) -> Result<i64, ToolError> {
    Ok(tree.history(1)?.first().map_or(0, |run| run.id.into()))
}

/// The runs after one.
pub(super) struct Runs {
    /// Oldest first.
    pub(super) list: Vec<RunInfo>,
    pub(super) newest: i64,
    pub(super) resync_required: bool,
}

impl Runs {
    pub(super) fn since(tree: &Tree, since: i64) -> Result<Self, ToolError> {
        let next = since.saturating_add(1);
        let mut limit = 64;
        let mut runs = loop {
            let runs = tree.history(limit)?;
            let reaches = runs
                .last()
                .is_none_or(|oldest| i64::from(oldest.id) <= next);
            if reaches || runs.len() < limit {
                break runs;
            }
            limit *= 4;
        };
        let newest = runs.first().map_or(0, |run| i64::from(run.id));
        let oldest = runs.last().map_or(0, |run| i64::from(run.id));
        runs.retain(|run| i64::from(run.id) > since);
        runs.reverse();
        Ok(Self {
            list: runs,
            newest,
            resync_required: since > newest || (since > 0 && oldest > next),
        })
    }
}

/// The state of the history after [`each_since`].
pub(crate) struct Position {
    pub(crate) last_run: i64,
    pub(crate) resync_required: bool,
}

/// Passes each event after a run to `tell`.
pub(crate) fn each_since(
    tree: &Tree,
    since: i64,
    mut tell: impl FnMut(Event),
) -> Result<Position, ToolError> {
    tree.snapshot(|tree| {
        let runs = Runs::since(tree, since)?;
        for run in &runs.list {
            let moves = Moves::of(tree, run.id)?;
            each_event(tree, run, None, &moves, &mut |event| {
                tell(event);
                true
            })?;
        }
        Ok(Position {
            last_run: runs.newest,
            resync_required: runs.resync_required,
        })
    })
}

/// Calls `f` with each change of a run after a path, until it returns false.
fn each_change(
    tree: &Tree,
    run: RunId,
    after: Option<&VPath>,
    f: &mut dyn FnMut(&Change) -> bool,
) -> Result<(), ToolError> {
    let mut page = tree.changes_page(run, after, PAGE)?;
    loop {
        if !page.iter().all(&mut *f) || page.len() < PAGE {
            return Ok(());
        }
        let last = page.pop().map(|change| change.path);
        page = tree.changes_page(run, last.as_ref(), PAGE)?;
    }
}

/// The entries that a run deleted, by a hash of their state, and how many equal ones it created.
///
/// A move keeps the time of an entry, while a new entry gets a new time. A deleted and a created
/// entry with the same time, size and mode are therefore one entry that moved, if there is exactly
/// one of each.
#[derive(Debug, Default)]
pub(super) struct Moves {
    gone: HashMap<u64, Gone>,
}

#[derive(Debug)]
struct Gone {
    from: VPath,
    times: u64,
    came: u64,
}

impl Moves {
    pub(super) fn of(tree: &Tree, run: RunId) -> Result<Self, ToolError> {
        let mut moves = Self::default();
        let mut bytes = 0_usize;
        each_change(tree, run, None, &mut |change| {
            if let (Some(side), None) = (&change.before, &change.after) {
                let gone = moves.gone.entry(mark(side)).or_insert_with(|| Gone {
                    from: change.path.clone(),
                    times: 0,
                    came: 0,
                });
                gone.times += 1;
                bytes += change.path.as_str().len() + size_of::<(u64, Gone)>();
            }
            bytes <= MOVES_BYTES_MAX
        })?;
        if bytes > MOVES_BYTES_MAX {
            return Ok(Self::default());
        }
        if !moves.gone.is_empty() {
            each_change(tree, run, None, &mut |change| {
                if let (None, Some(side)) = (&change.before, &change.after)
                    && let Some(gone) = moves.gone.get_mut(&mark(side))
                {
                    gone.came += 1;
                }
                true
            })?;
        }
        Ok(moves)
    }

    /// The old path of an entry that has moved, by its state.
    fn source(&self, side: &Side) -> Option<&VPath> {
        let gone = self.gone.get(&mark(side))?;
        ((gone.times, gone.came) == (1, 1)).then_some(&gone.from)
    }
}

/// A hash of one side of a change.
fn mark(side: &Side) -> u64 {
    let mut hasher = DefaultHasher::new();
    side.hash(&mut hasher);
    hasher.finish()
}

/// Passes the events of a run after a path to `tell`, in the order of paths, until it returns false.
pub(super) fn each_event(
    tree: &Tree,
    run: &RunInfo,
    after: Option<&VPath>,
    moves: &Moves,
    tell: &mut dyn FnMut(Event) -> bool,
) -> Result<(), ToolError> {
    each_change(tree, run.id, after, &mut |change| {
        let (kind, from) = match (&change.before, &change.after) {
            (Some(before), None) if moves.source(before).is_some() => return true,
            (Some(_), None) => (EventKind::Deleted, None),
            (None, Some(after)) => match moves.source(after) {
                Some(from) => (EventKind::Moved, Some(from)),
                None => (EventKind::Created, None),
            },
            (Some(before), Some(after)) if differs(tree, run.id, &change.path, before, after) => {
                (EventKind::Changed, None)
            }
            _ => return true,
        };
        tell(Event {
            run_id: run.id,
            path: change.path.clone(),
            kind,
            from: from.cloned(),
            label: run.title().into_owned(),
            at_ms: run.started.as_millis(),
        })
    })
}

/// Whether a path has changed, and was not merely touched.
fn differs(tree: &Tree, run_id: RunId, path: &VPath, before: &Side, after: &Side) -> bool {
    let (old, new) = (before.stat, after.stat);
    if old.kind != new.kind || old.mode != new.mode || before.target != after.target {
        return true;
    }
    if old.kind != FileKind::File {
        return false;
    }
    if old.size != new.size || old.size > COMPARED_BYTES_MAX {
        return true;
    }
    match (
        tree.read_before(run_id, path),
        tree.read_after(run_id, path),
    ) {
        (Ok(before), Ok(after)) => before != after,
        _ => true,
    }
}
