//! What changes in a workspace, and by whom: read from its history, so that it tells of every
//! process that writes to the same file.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use isolate_host::Workspace;
use isolate_vfs::{Change, FileKind, RunState, Side, Tree, VPath};
use serde_json::{Value as Json, json};

use crate::cancel::Cancel;
use crate::error::ToolError;

/// How often a waiting feed looks.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Files up to this size are compared to tell a change from a touch.
const COMPARED_BYTES_MAX: u64 = 1 << 20;

/// What happened to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
pub struct Event {
    /// The call, program or command that made it: a run of the history.
    pub op_id: i64,
    /// The path; of something that moved, the new one.
    pub path: VPath,
    /// What happened.
    pub kind: EventKind,
    /// Where something that moved was before.
    pub from: Option<VPath>,
    /// What the history calls the run.
    pub label: String,
    /// When the run began, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Event {
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
pub struct Polled {
    /// The changes, in the order in which they were made, within a run by path.
    pub events: Vec<Event>,
    /// The last run that they include; continue from here.
    pub rev: i64,
    /// Whether runs in between have been forgotten: look at everything anew.
    pub resync_required: bool,
    /// Runs that are not finished: they may change more.
    open: Vec<i64>,
}

/// Everything after a run.
pub(crate) fn since(tree: &Tree, since: i64) -> Result<Polled, ToolError> {
    tree.snapshot(|tree| {
        let mut limit = 64;
        let runs = loop {
            let runs = tree.history(limit)?;
            let reaches = runs.last().is_none_or(|oldest| oldest.id <= since + 1);
            if reaches || runs.len() < limit {
                break runs;
            }
            limit *= 4;
        };
        let newest = runs.first().map_or(0, |run| run.id);
        let oldest = runs.last().map_or(0, |run| run.id);
        let mut polled = Polled {
            rev: newest,
            resync_required: since > newest || (since > 0 && oldest > since + 1),
            ..Polled::default()
        };
        for run in runs.iter().rev().filter(|run| run.id > since) {
            if run.state == RunState::Open {
                polled.open.push(run.id);
            }
            let changes = tree.changes(run.id)?;
            let found = events(tree, run.id, changes);
            polled.events.extend(found.into_iter().map(|event| Event {
                label: run.label.clone(),
                at_ms: run.started_ms,
                ..event
            }));
        }
        Ok(polled)
    })
}

/// The events of one run, by path.
fn events(tree: &Tree, op_id: i64, changes: Vec<Change>) -> Vec<Event> {
    let event = |kind, path: &VPath, from: Option<&VPath>| Event {
        op_id,
        path: path.clone(),
        kind,
        from: from.cloned(),
        label: String::new(),
        at_ms: 0,
    };
    let mut gone: Vec<(&VPath, &Side)> = Vec::new();
    let mut made: Vec<(&VPath, &Side)> = Vec::new();
    let mut found = Vec::new();
    for change in &changes {
        match (&change.before, &change.after) {
            (Some(before), None) => gone.push((&change.path, before)),
            (None, Some(after)) => made.push((&change.path, after)),
            (Some(before), Some(after)) if differs(tree, op_id, &change.path, before, after) => {
                found.push(event(EventKind::Changed, &change.path, None));
            }
            _ => {}
        }
    }
    // Moving keeps the time of an entry, making one gives it a new one: an entry that went and
    // one that came with the same time, size and mode are one entry, where there is one of each.
    let mut moved_from: Vec<&VPath> = Vec::new();
    for (path, side) in &made {
        let mut sources = gone.iter().filter(|(_, old)| old == side);
        let source = sources.next().filter(|_| sources.next().is_none());
        let is_only = made.iter().filter(|(_, other)| other == side).count() == 1;
        match source {
            Some((from, _)) if is_only => {
                moved_from.push(from);
                found.push(event(EventKind::Moved, path, Some(from)));
            }
            _ => found.push(event(EventKind::Created, path, None)),
        }
    }
    for (path, _) in &gone {
        if !moved_from.contains(path) {
            found.push(event(EventKind::Deleted, path, None));
        }
    }
    found.sort();
    found
}

/// Whether a path holds something else, and was not merely touched.
fn differs(tree: &Tree, op_id: i64, path: &VPath, before: &Side, after: &Side) -> bool {
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
    /// What has been told of runs that were not finished.
    told: BTreeMap<i64, Vec<Event>>,
}

impl Feed {
    /// Tells of what happens from now on.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn from_now(workspace: &Workspace) -> Result<Self, ToolError> {
        let rev = crate::toolbox::last_run(&*workspace.tree()?)?;
        Ok(Self::after(workspace, rev))
    }

    /// Tells of what happened after a run.
    #[must_use]
    pub fn after(workspace: &Workspace, rev: i64) -> Self {
        Self {
            workspace: workspace.clone(),
            rev,
            told: BTreeMap::new(),
        }
    }

    /// The last run that has been told of.
    #[must_use]
    pub const fn rev(&self) -> i64 {
        self.rev
    }

    /// What has happened since the last look. A change of a run that goes on is told once, and
    /// again when the run changes the same path in another way.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn poll(&mut self) -> Result<Polled, ToolError> {
        // A run that was not finished the last time may have changed more since.
        let from = self.told.keys().next().map_or(self.rev, |open| open - 1);
        let tree = self.workspace.tree()?;
        let mut polled = since(&tree, from.min(self.rev))?;
        drop(tree);
        let told = std::mem::take(&mut self.told);
        let rev = self.rev;
        polled.events.retain(|event| match told.get(&event.op_id) {
            Some(known) => !known.contains(event),
            None => event.op_id > rev,
        });
        for open in &polled.open {
            let mut known = told.get(open).cloned().unwrap_or_default();
            known.extend(
                polled
                    .events
                    .iter()
                    .filter(|event| event.op_id == *open)
                    .cloned(),
            );
            self.told.insert(*open, known);
        }
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
            if is_over || polled.resync_required || !polled.events.is_empty() {
                return Ok(polled);
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}
