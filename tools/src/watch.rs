//! What changes in a workspace, and by whom: read from its history, so that it tells of every
//! process that writes to the same file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::{Duration, Instant};

use isolate_host::Workspace;
use isolate_vfs::{Change, FileKind, RunId, RunInfo, RunState, Side, Timestamp, Tree, VPath};
use serde_json::{Value as Json, json};

use crate::cancel::Cancel;
use crate::error::ToolError;

/// How often a waiting feed looks.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Changes of a run that are in memory together.
const PAGE: usize = 1000;
/// Most events that one look of a feed gives: the rest is for the next.
const EVENTS_MAX: usize = 10_000;
/// Most bytes of paths and labels that it gives.
const EVENTS_BYTES_MAX: usize = 16 << 20;
/// Most bytes of paths that moves are looked for among. A run that removes more than that is told
/// as removing and making.
const MOVES_BYTES_MAX: usize = 32 << 20;
/// Files up to this size are compared to tell a change from a touch.
const COMPARED_BYTES_MAX: u64 = 1 << 20;

/// What happened to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// It is there now and was not before.
    Created,
    /// It holds something else.
    Changed,
    /// It is gone.
    Deleted,
    /// It came from another path.
    Moved,
}

impl EventKind {
    /// The name of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Deleted => "deleted",
            Self::Moved => "moved",
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Event {
    /// The call, program or command that made it: a run of the history.
    pub op_id: RunId,
    /// The path; of something that moved, the new one.
    pub path: VPath,
    /// What happened.
    pub kind: EventKind,
    /// Where something that moved was before.
    pub from: Option<VPath>,
    /// What the history calls the run, with its actor: `agent:edit /a`.
    pub label: String,
    /// When the run began, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Event {
    fn bytes(&self) -> usize {
        let from = self.from.as_ref().map_or(0, |from| from.as_str().len());
        size_of::<Self>() + self.path.as_str().len() + self.label.len() + from
    }

    /// What stands for what happened to the path.
    fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.path, self.kind, &self.from).hash(&mut hasher);
        hasher.finish()
    }

    /// The event as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut event = json!({
            "opId": self.op_id,
            "kind": self.kind.as_str(),
            "path": self.path.as_str(),
            "by": self.label,
            "atMs": self.at_ms,
        });
        if let Some(from) = &self.from {
            event["from"] = from.as_str().into();
        }
        event
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.op_id, self.kind.as_str())?;
        if let Some(from) = &self.from {
            write!(f, "{from} -> ")?;
        }
        write!(f, "{}", self.path)?;
        if !self.label.is_empty() {
            write!(f, " ({})", self.label)?;
        }
        Ok(())
    }
}

/// What a look at the history found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Polled {
    /// The changes, in the order in which they were made, within a run by path; at most 10,000.
    pub events: Vec<Event>,
    /// The last run that they include; continue from here.
    pub rev: i64,
    /// Whether runs in between have been forgotten: look at everything anew.
    pub resync_required: bool,
    /// Whether there are more already: the next look gives them.
    pub has_more: bool,
}

/// The number of the last run in the history.
pub(crate) fn last_run(tree: &Tree) -> Result<i64, ToolError> {
    Ok(tree.history(1)?.first().map_or(0, |run| run.id.into()))
}

/// The runs after one.
struct Runs {
    /// Oldest first.
    list: Vec<RunInfo>,
    newest: i64,
    resync_required: bool,
}

impl Runs {
    fn since(tree: &Tree, since: i64) -> Result<Self, ToolError> {
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

/// What a caller that keeps no feed learns beside the events.
pub(crate) struct Since {
    pub(crate) rev: i64,
    pub(crate) resync_required: bool,
}

/// Tells everything after a run, one event after the other.
pub(crate) fn each_since(
    tree: &Tree,
    since: i64,
    mut tell: impl FnMut(Event),
) -> Result<Since, ToolError> {
    tree.snapshot(|tree| {
        let runs = Runs::since(tree, since)?;
        for run in &runs.list {
            let moves = Moves::of(tree, run.id)?;
            each_event(tree, run, None, &moves, &mut |event| {
                tell(event);
                true
            })?;
        }
        Ok(Since {
            rev: runs.newest,
            resync_required: runs.resync_required,
        })
    })
}

/// Calls `f` with each change of a run behind a path, until it says that this is enough.
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

/// The entries that went in a run, by what they were, and how many came that are the same.
///
/// Moving keeps the time of an entry, making one gives it a new one: an entry that went and
/// one that came with the same time, size and mode are one entry, where there is one of each.
#[derive(Debug, Default)]
struct Moves {
    gone: HashMap<u64, Gone>,
}

#[derive(Debug)]
struct Gone {
    from: VPath,
    times: u64,
    came: u64,
}

impl Moves {
    fn of(tree: &Tree, run: RunId) -> Result<Self, ToolError> {
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

    /// Where an entry was before that has moved, of the side that it has there and here.
    fn source(&self, side: &Side) -> Option<&VPath> {
        let gone = self.gone.get(&mark(side))?;
        ((gone.times, gone.came) == (1, 1)).then_some(&gone.from)
    }
}

/// What stands for a side of a change.
fn mark(side: &Side) -> u64 {
    let mut hasher = DefaultHasher::new();
    side.hash(&mut hasher);
    hasher.finish()
}

/// Calls `tell` with the events of a run behind a path, by path, until it says that this is
/// enough.
fn each_event(
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
            op_id: run.id,
            path: change.path.clone(),
            kind,
            from: from.cloned(),
            label: run.title().into_owned(),
            at_ms: run.started.as_millis(),
        })
    })
}

/// Whether a path holds something else, and was not merely touched.
fn differs(tree: &Tree, op_id: RunId, path: &VPath, before: &Side, after: &Side) -> bool {
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
    match (tree.read_before(op_id, path), tree.read_after(op_id, path)) {
        (Ok(before), Ok(after)) => before != after,
        _ => true,
    }
}

/// A feed of changes to a workspace, by any process.
///
/// ```
/// use isolate_host::{Workspace, vfs::VPath};
/// use isolate_tools::{EventKind, Feed};
///
/// let workspace = Workspace::memory()?;
/// let mut feed = Feed::from_now(&workspace)?;
/// workspace.tree()?.write(&VPath::parse("/a")?, b"x")?;
/// let polled = feed.poll()?;
/// assert_eq!(polled.events[0].kind, EventKind::Created);
/// assert!(feed.poll()?.events.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Feed {
    workspace: Workspace,
    rev: i64,
    /// What has been told of runs that were not finished, by what stands for each event.
    told: BTreeMap<RunId, HashSet<u64>>,
    /// The clock of the workspace when everything had been told.
    clock: Option<Timestamp>,
    /// Where the last look ended that was not the last of its kind.
    place: Option<Place>,
}

/// Somewhere in the middle of a run.
#[derive(Debug)]
struct Place {
    run: RunId,
    path: VPath,
    /// Of the run, when it cannot change any more.
    moves: Option<Moves>,
    /// The clock of the workspace when the first of the looks began that go on here.
    clock: Timestamp,
}

impl Feed {
    /// Tells of what happens from now on.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn from_now(workspace: &Workspace) -> Result<Self, ToolError> {
        let rev = last_run(&*workspace.tree()?)?;
        Ok(Self::after(workspace, rev))
    }

    /// Tells of what happened after a run.
    #[must_use]
    pub fn after(workspace: &Workspace, rev: i64) -> Self {
        Self {
            workspace: workspace.clone(),
            rev,
            told: BTreeMap::new(),
            clock: None,
            place: None,
        }
    }

    /// The last run that has been told of.
    #[must_use]
    pub const fn rev(&self) -> i64 {
        self.rev
    }

    /// What has happened since the last look, at most 10,000 events of it. A change of a run that
    /// goes on is told once, and again when the run changes the same path in another way.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn poll(&mut self) -> Result<Polled, ToolError> {
        let workspace = self.workspace.clone();
        let tree = workspace.tree()?;
        tree.snapshot(|tree| {
            let clock = tree.last_change()?;
            if self.place.is_none() && self.clock == Some(clock) {
                return Ok(Polled {
                    rev: self.rev,
                    ..Polled::default()
                });
            }
            self.look(tree, clock)
        })
    }

    fn look(&mut self, tree: &Tree, clock: Timestamp) -> Result<Polled, ToolError> {
        // A run that was not finished the last time may have changed more since.
        let from = self
            .told
            .keys()
            .next()
            .map_or(self.rev, |open| i64::from(*open).saturating_sub(1));
        let runs = Runs::since(tree, from.min(self.rev))?;
        let mut polled = Polled {
            rev: runs.newest,
            resync_required: runs.resync_required,
            ..Polled::default()
        };
        let mut place = self.place.take();
        // What changed since then, in front of the place, is for the look after these.
        let clock = place.as_ref().map_or(clock, |place| place.clock);
        let mut left_out = HashSet::new();
        let mut bytes = 0;
        let mut told = std::mem::take(&mut self.told);
        for run in &runs.list {
            let is_open = run.state == RunState::Open;
            let was_open = told.contains_key(&run.id);
            let is_past = place.as_ref().is_some_and(|place| run.id < place.run);
            if is_past {
                left_out.insert(run.id);
            }
            if is_past || (i64::from(run.id) <= self.rev && !was_open) {
                continue;
            }
            let here = place.take().filter(|place| place.run == run.id);
            let (after, moves) = here.map_or((None, None), |here| (Some(here.path), here.moves));
            let moves = match moves {
                Some(moves) => moves,
                None => Moves::of(tree, run.id)?,
            };
            let mut known = (is_open || was_open).then(|| told.remove(&run.id).unwrap_or_default());
            each_event(tree, run, after.as_ref(), &moves, &mut |event| {
                if known
                    .as_mut()
                    .is_none_or(|known| known.insert(event.mark()))
                {
                    bytes += event.bytes();
                    polled.events.push(event);
                }
                polled.events.len() < EVENTS_MAX && bytes < EVENTS_BYTES_MAX
            })?;
            if let Some(known) = known {
                told.insert(run.id, known);
            }
            if (polled.events.len() == EVENTS_MAX || bytes >= EVENTS_BYTES_MAX)
                && let Some(last) = polled.events.last()
            {
                polled.has_more = true;
                polled.rev = self.rev.max(i64::from(run.id).saturating_sub(1));
                self.place = Some(Place {
                    run: run.id,
                    path: last.path.clone(),
                    moves: (!is_open).then_some(moves),
                    clock,
                });
                break;
            }
        }
        if !polled.has_more {
            // What has ended has been told to its end.
            let open = |id: &RunId| {
                let run = runs.list.iter().find(|run| run.id == *id);
                run.is_some_and(|run| run.state == RunState::Open)
            };
            told.retain(|id, _| open(id) || left_out.contains(id));
            self.clock = Some(clock);
        }
        self.told = told;
        self.rev = polled.rev;
        Ok(polled)
    }

    /// Waits until something happens, the time is over, or the token is pulled; the last two
    /// answer no events.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn wait(&mut self, timeout: Duration, cancel: &Cancel) -> Result<Polled, ToolError> {
        let end = Instant::now() + timeout;
        loop {
            let polled = self.poll()?;
            let is_over = Instant::now() >= end || cancel.is_cancelled();
            if is_over || polled.has_more || polled.resync_required || !polled.events.is_empty() {
                return Ok(polled);
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}
