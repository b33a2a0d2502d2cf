//! The run that is open on a tree.

use std::cell::RefCell;
use std::collections::BTreeMap;

use isolate_text::VPath;

use super::CurrentBranch;
use crate::run::{CommitMode, Part, RunState};

/// The run that is open on a tree.
#[derive(Debug, Clone)]
pub(crate) struct CurrentRun {
    pub(crate) label: String,
    pub(crate) actor: Option<String>,
    pub(crate) mode: CommitMode,
    pub(crate) started_ms: i64,
    /// When it began by the clock of the machine; that of the tree may be another.
    pub(crate) machine_ms: i64,
    /// Its history row, once it has changed something.
    pub(crate) id: Option<i64>,
    /// What it is undoing.
    pub(crate) undoing: Option<Undoing>,
    /// Whether it has a row even if it changes nothing.
    pub(crate) is_recorded: bool,
    /// The row that it got when it began, before it had changed anything.
    pub(crate) first_row: Option<i64>,
    /// Whether it has an idempotency key.
    pub(crate) has_key: bool,
    /// What is kept with its row from the beginning.
    pub(crate) parts: Vec<Part>,
    /// What is kept with its row when it ends.
    pub(crate) last_parts: Vec<Part>,
    /// How it ended, in the words of the caller.
    pub(crate) status: Option<String>,
    /// The times that it gave to what it changed.
    pub(crate) stamps: Stamps,
    /// Where its changes are, if not on the branch that they are for.
    pub(crate) aside: Option<Aside>,
    /// Whether it is put away still: the transaction that ends it takes it up.
    pub(crate) is_put_away: bool,
}

/// A run whose changes are kept apart, on a branch that nobody sees, until it ends.
#[derive(Debug, Clone)]
pub(crate) struct Aside {
    /// The branch that they are for.
    pub(crate) home: CurrentBranch,
    /// What becomes of them: those of a dry run are not taken over.
    pub(crate) mode: CommitMode,
}

/// Directories whose times are kept of one run.
const TIMES_MAX: usize = 4096;

/// The times that a run gave to what it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stamps {
    /// The last time that was given before the run gave one.
    pub(crate) before: Option<i64>,
    pub(crate) last: i64,
    pub(crate) is_shared: bool,
}

impl Stamps {
    /// Adds a time of the run, and the last one that was given before it.
    pub(crate) fn add(&mut self, before: i64, stamp: i64) {
        match self.before {
            None => self.before = Some(before),
            // Where a call of the run was rolled back, its time is less.
            Some(_) => self.is_shared |= before > self.last,
        }
        self.last = stamp;
    }
}

impl CurrentRun {
    /// A run that begins at a time.
    pub(crate) fn new(label: &str, mode: CommitMode, started_ms: i64) -> Self {
        Self {
            label: label.to_owned(),
            actor: None,
            mode,
            started_ms,
            machine_ms: started_ms,
            id: None,
            undoing: None,
            is_recorded: false,
            first_row: None,
            has_key: false,
            parts: Vec::new(),
            last_parts: Vec::new(),
            status: None,
            stamps: Stamps::default(),
            aside: None,
            is_put_away: false,
        }
    }

    /// The label of the run, and the run that it was made to undo.
    pub(crate) fn title(&self) -> (&str, Option<i64>) {
        match &self.undoing {
            Some(undoing) => (undoing.label.trim_start(), Some(undoing.run)),
            None => (self.label.trim_start(), None),
        }
    }
}

/// An undo in progress. If the first change of a run is part of it, the run was made to undo.
#[derive(Debug, Clone)]
pub(crate) struct Undoing {
    /// The run that is undone.
    pub(crate) run: i64,
    /// The label of such a run.
    pub(crate) label: String,
}

/// A run whose changes are permanent and whose row still says that it is open.
#[derive(Debug)]
pub(crate) struct LateRun {
    pub(crate) run: CurrentRun,
    pub(crate) id: i64,
    /// How it has ended.
    pub(crate) state: RunState,
}

/// The run that is open on a tree, if one is, and those before it that are not closed yet.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    open: RefCell<Option<CurrentRun>>,
    late: RefCell<Vec<LateRun>>,
    /// The times that directories had before a run that is one transaction changed what is in them: the
    /// history does not have them.
    times: RefCell<BTreeMap<VPath, i64>>,
}

impl Runs {
    pub(crate) fn begin(&self, run: CurrentRun) {
        self.times.borrow_mut().clear();
        self.open.replace(Some(run));
    }

    /// The run that was open, which is none any more.
    pub(crate) fn end(&self) -> Option<CurrentRun> {
        self.times.borrow_mut().clear();
        self.open.take()
    }

    /// Whether the open run is one transaction.
    pub(crate) fn is_whole(&self) -> bool {
        let open = self.open.borrow();
        open.as_ref()
            .is_some_and(|run| run.mode != CommitMode::PerCall)
    }

    /// Whether the time that a directory has now is to be kept.
    pub(crate) fn wants_time(&self, directory: &VPath) -> bool {
        let times = self.times.borrow();
        times.len() < TIMES_MAX && !times.contains_key(directory)
    }

    pub(crate) fn keep_time(&self, directory: VPath, time: i64) {
        self.times.borrow_mut().insert(directory, time);
    }

    /// The times that were kept.
    pub(crate) fn times(&self) -> BTreeMap<VPath, i64> {
        self.times.take()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open.borrow().is_some()
    }

    /// A copy of the open run: making its row may make room, which looks at the open run.
    pub(crate) fn copied(&self) -> Option<CurrentRun> {
        self.open.borrow().clone()
    }

    /// Changes the open run; `None` if there is none.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut CurrentRun) -> T) -> Option<T> {
        self.open.borrow_mut().as_mut().map(change)
    }

    /// The history row of the open run, if it has one.
    pub(crate) fn row(&self) -> Option<i64> {
        self.open.borrow().as_ref()?.id
    }

    /// Sets the history row of the open run: the one that it has got, or had before a rollback.
    pub(crate) fn set_row(&self, row: Option<i64>) {
        self.change(|run| run.id = row);
    }

    /// The times that the open run gave to what it changed.
    pub(crate) fn stamps(&self) -> Option<Stamps> {
        Some(self.open.borrow().as_ref()?.stamps)
    }

    /// Keeps runs whose rows could not be closed in time.
    pub(crate) fn keep_late(&self, runs: impl IntoIterator<Item = LateRun>) {
        self.late.borrow_mut().extend(runs);
    }

    pub(crate) fn take_late(&self) -> Vec<LateRun> {
        self.late.take()
    }
}
