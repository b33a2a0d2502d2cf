//! Changes of a workspace, read from its history: by any process that writes to the same file.

mod changes;
mod event;

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use isolate_host::CancelToken;
use isolate_host::Workspace;
use isolate_text::VPath;
use isolate_vfs::{RunId, RunState, Timestamp, Tree};

use crate::error::ToolError;

pub use event::{Event, EventKind};

pub(crate) use changes::{each_since, last_run};
pub(crate) use event::EventRow;

use changes::{Moves, Runs, each_event};

/// How often a waiting feed looks.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Most events of one poll: the rest is for the next.
const EVENTS_MAX: usize = 10_000;
/// Most bytes of paths and labels of one poll.
const EVENTS_BYTES_MAX: usize = 16 << 20;

/// The result of [`Feed::poll`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Polled {
    /// The changes, by run and within a run by path; at most 10,000.
    pub events: Vec<Event>,
    /// The last run that they include. A later feed can continue after it.
    pub last_run: i64,
    /// Whether the history no longer has some runs in between: read all files again.
    pub resync_required: bool,
    /// Whether there are more events: the next poll returns them.
    pub has_more: bool,
}

/// A feed of changes to a workspace, by any process.
///
/// ```
/// use isolate_host::text::VPath;
/// use isolate_host::Workspace;
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
    last_run: i64,
    /// The events of unfinished runs that were reported, by their hashes.
    reported: BTreeMap<RunId, HashSet<u64>>,
    /// The clock of the workspace when all events had been reported.
    clock: Option<Timestamp>,
    /// Where the last poll stopped, if it did not report all events.
    resume: Option<Resume>,
}

/// A position within a run.
#[derive(Debug)]
struct Resume {
    run: RunId,
    path: VPath,
    /// The moves of the run, if it has finished.
    moves: Option<Moves>,
    /// The clock of the workspace at the first of the polls that continue here.
    clock: Timestamp,
}

impl Feed {
    /// A feed of the changes from now on.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn from_now(workspace: &Workspace) -> Result<Self, ToolError> {
        let newest = last_run(&*workspace.tree()?)?;
        Ok(Self::after(workspace, newest))
    }

    /// A feed of the changes after a run.
    #[must_use]
    pub fn after(workspace: &Workspace, last_run: i64) -> Self {
        Self {
            workspace: workspace.clone(),
            last_run,
            reported: BTreeMap::new(),
            clock: None,
            resume: None,
        }
    }

    /// The last run that has been reported.
    #[must_use]
    pub const fn last_run(&self) -> i64 {
        self.last_run
    }

    /// The changes since the last poll, at most 10,000. A change of an unfinished run is reported
    /// once, and again if the run changes the same path in another way.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn poll(&mut self) -> Result<Polled, ToolError> {
        let workspace = self.workspace.clone();
        let tree = workspace.tree()?;
        tree.snapshot(|tree| {
            let clock = tree.last_change()?;
            if self.resume.is_none() && self.clock == Some(clock) {
                return Ok(Polled {
                    last_run: self.last_run,
                    ..Polled::default()
                });
            }
            self.look(tree, clock)
        })
    }

    fn look(&mut self, tree: &Tree, clock: Timestamp) -> Result<Polled, ToolError> {
        // A run that was not finished the last time may have changed more since.
        let from = self
            .reported
            .keys()
            .next()
            .map_or(self.last_run, |open| i64::from(*open).saturating_sub(1));
        let runs = Runs::since(tree, from.min(self.last_run))?;
        let mut polled = Polled {
            last_run: runs.newest,
            resync_required: runs.resync_required,
            ..Polled::default()
        };
        let mut resume = self.resume.take();
        // Later changes before the position are reported by the poll after these.
        let clock = resume.as_ref().map_or(clock, |resume| resume.clock);
        let mut left_out = HashSet::new();
        let mut bytes = 0;
        let mut reported = std::mem::take(&mut self.reported);
        for run in &runs.list {
            let is_open = run.state == RunState::Open;
            let was_open = reported.contains_key(&run.id);
            let is_past = resume.as_ref().is_some_and(|resume| run.id < resume.run);
            if is_past {
                left_out.insert(run.id);
            }
            if is_past || (i64::from(run.id) <= self.last_run && !was_open) {
                continue;
            }
            let here = resume.take().filter(|resume| resume.run == run.id);
            let (after, moves) = here.map_or((None, None), |here| (Some(here.path), here.moves));
            let moves = match moves {
                Some(moves) => moves,
                None => Moves::of(tree, run.id)?,
            };
            let mut known =
                (is_open || was_open).then(|| reported.remove(&run.id).unwrap_or_default());
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
                reported.insert(run.id, known);
            }
            if (polled.events.len() == EVENTS_MAX || bytes >= EVENTS_BYTES_MAX)
                && let Some(last) = polled.events.last()
            {
                polled.has_more = true;
                polled.last_run = self.last_run.max(i64::from(run.id).saturating_sub(1));
                self.resume = Some(Resume {
                    run: run.id,
                    path: last.path.clone(),
                    moves: (!is_open).then_some(moves),
                    clock,
                });
                break;
            }
        }
        if !polled.has_more {
            // Runs that have ended were reported completely.
            let open = |id: &RunId| {
                let run = runs.list.iter().find(|run| run.id == *id);
                run.is_some_and(|run| run.state == RunState::Open)
            };
            reported.retain(|id, _| open(id) || left_out.contains(id));
            self.clock = Some(clock);
        }
        self.reported = reported;
        self.last_run = polled.last_run;
        Ok(polled)
    }

    /// Waits for changes, the time-out or a cancellation. The last two return no events.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn wait(&mut self, timeout: Duration, cancel: &CancelToken) -> Result<Polled, ToolError> {
        // A time beyond the end of the clock is no limit.
        let end = Instant::now().checked_add(timeout);
        loop {
            let polled = self.poll()?;
            let is_over = end.is_some_and(|end| Instant::now() >= end) || cancel.is_cancelled();
            if is_over || polled.has_more || polled.resync_required || !polled.events.is_empty() {
                return Ok(polled);
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}
