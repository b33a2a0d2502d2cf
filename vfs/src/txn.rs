//! Connections and their transactions.
//!
//! [`Tree`] is a connection. [`ReadTxn`] and [`WriteTxn`] are its open transaction: what needs one is a
//! method of the transaction, so that it cannot be called without. Whether a transaction is open, what
//! it has changed so far and which run is open is known here alone.
//!
//! Invariant: a statement that changes a row gets a [`WriteTxn`].

mod branch;
mod hook;
mod publish;
mod rest;
mod room;
mod run;
mod scope;
mod state;
mod totals;

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Instant;

use isolate_text::stop::StopSignal;

pub(crate) use branch::CurrentBranch;
pub use branch::MAIN;
pub(crate) use hook::{AsideEnd, Branches, Undone};
pub use publish::{Publisher, Publishers, RACES_MAX};
pub(crate) use room::UNSEEN_BYTES_MAX;
pub(crate) use run::{Aside, CurrentRun, LateRun, Stamps, Undoing};
pub(crate) use scope::Unit;
pub use scope::{ReadTxn, WriteTxn};

use room::Room;
use run::Runs;
use state::State;

use crate::clock::{Clock, SystemClock, Timestamp};
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Guard;
use crate::options::OpenOptions;
use crate::owner;
use crate::quota::Quota;
use crate::retention::Retention;
use crate::store::{Seat, Store};

/// A run that has begun may still be going on for this long, unless its process has ended: one day.
const OPEN_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// The number of the root directory of the main branch.
pub(crate) const ROOT: i64 = 1;

/// One connection to a workspace.
///
/// It may move between threads and is used by one at a time. Several connections, also of
/// several processes, may be open on the same workspace.
pub struct Tree {
    pub(crate) store: Seat,
    pub(crate) own_retention: Option<Retention>,
    pub(crate) quota: Quota,
    pub(crate) room: Room,
    clock: RefCell<Box<dyn Clock>>,
    /// The transaction that is open.
    state: State,
    /// The run that is open.
    pub(crate) run: Runs,
    /// How many full durability barriers this connection has issued.
    pub(crate) barriers: Cell<u64>,
    /// How many bytes of files this connection has handed out.
    pub(crate) bytes_read: Cell<u64>,
    pub(crate) guard: RefCell<Option<Arc<dyn Guard>>>,
    /// The memory of the scratch tables, which stays when they are emptied.
    pub(crate) scratch_bytes: Cell<u64>,
    current: RefCell<CurrentBranch>,
    /// Whether other machines write to the workspace.
    pub(crate) is_shared: bool,
    /// What the history asks of the branches, which are above it.
    pub(crate) branches: &'static dyn Branches,
    /// Who is shown the changes of each transaction before it is committed.
    pub(crate) publisher: RefCell<Option<Box<dyn Publisher>>>,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").finish_non_exhaustive()
    }
}

impl Tree {
    pub(crate) fn new(
        store: Store,
        options: &OpenOptions,
        branches: &'static dyn Branches,
    ) -> Self {
        Self::seated(
            Seat::of(store),
            (options.retention, options.quota),
            options.is_copy,
            branches,
        )
    }

    fn seated(
        store: Seat,
        (own_retention, quota): (Option<Retention>, Quota),
        is_shared: bool,
        branches: &'static dyn Branches,
    ) -> Self {
        Self {
            store,
            own_retention,
            quota,
            room: Room::new(),
            clock: RefCell::new(Box::new(SystemClock)),
            state: State::default(),
            run: Runs::default(),
            barriers: Cell::new(0),
            bytes_read: Cell::new(0),
            guard: RefCell::new(None),
            scratch_bytes: Cell::new(0),
            current: RefCell::default(),
            is_shared,
            branches,
            publisher: RefCell::new(None),
        }
    }

    /// Replaces the clock.
    pub fn set_clock(&self, clock: Box<dyn Clock>) {
        *self.clock.borrow_mut() = clock;
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.borrow().now()
    }

    /// Sets or clears the time after which calls fail with `Deadline`, also in the middle of a
    /// statement.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.store.interrupt().set_deadline(deadline);
    }

    /// Sets or clears a signal that makes calls fail with `Deadline`. It is asked often and must be
    /// fast.
    pub fn set_stop_signal(&self, signal: Option<StopSignal>) {
        self.store.interrupt().set_signal(signal);
    }

    /// Whether the deadline has passed or the stop signal was given. For work between calls.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.store.interrupt().is_due()
    }

    /// Stops a long call whose deadline has passed.
    pub(crate) fn check_deadline(&self) -> Result<()> {
        if self.store.interrupt().is_due() {
            return Err(Error::new(ErrorKind::Deadline));
        }
        Ok(())
    }

    /// The history row of the open run, if it has one.
    pub(crate) fn run_row(&self) -> Option<i64> {
        self.run.row()
    }

    /// The history row of the open run, or of the running call.
    pub(crate) fn own_row(&self) -> Option<i64> {
        self.run_row().or(self.implicit_run())
    }

    /// Whether every change is refused.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.store.is_read_only()
    }

    /// Whether a run is open on this connection.
    #[must_use]
    pub fn has_open_run(&self) -> bool {
        self.run.is_open()
    }

    /// Whether a run that has begun, and has not ended, never will: its process has, or it began too long
    /// ago. Where machines share the workspace, neither clocks nor what one machine sees decide that of
    /// another one's.
    pub(crate) fn is_left_open(&self, owner: Option<&str>, machine_ms: i64) -> bool {
        owner.is_some_and(|owner| owner::has_ended(owner, self.is_shared))
            || machine_ms < self.open_before()
    }

    /// Runs that began before this time of the machine, and have not ended, never will.
    pub(crate) fn open_before(&self) -> i64 {
        match self.is_shared {
            true => i64::MIN,
            false => self.now().as_millis().saturating_sub(OPEN_MS_MAX),
        }
    }

    /// Refuses what cannot be done inside of a run or of a transaction.
    pub(crate) fn check_no_run(&self) -> Result<()> {
        if self.has_open_run() || self.is_writing() {
            return Err(Error::new(ErrorKind::Invalid).with_detail("a run is open already"));
        }
        Ok(())
    }
}
