//! [`Tree`]: one connection to a workspace. Each public call is atomic.

mod content;
mod copy;
mod current;
mod ending;
mod guarded;
mod kept;
mod list;
mod missing;
mod open_run;
mod own;
mod parts;
mod posix;
mod read;
mod record;
mod remove;
mod rename;
mod resolve;
mod retain;
mod room;
mod scope;
mod seed;
mod subtree;
mod walk;
mod write;

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_text::stop::StopSignal;

pub use copy::CopyOptions;
pub use current::MAIN;
pub use list::ENTRIES_MAX_DEFAULT;
pub use posix::{CopyLinks, CopyRules, Facts, FileFlags, ListOrder, Listing, Posix, Then};
pub use read::ContentReader;
pub use remove::RemoveOptions;
pub use walk::{
    FindEntry, FindOptions, GlobOptions, PathPatterns, Skip, TreeNode, TreeSummary, WalkOptions,
};
pub use write::MkdirOptions;

pub(crate) use content::Dropped;
pub(crate) use current::CurrentBranch;
pub(crate) use ending::check_kind_named;
pub(crate) use open_run::{CurrentRun, LateRun, Undoing};
pub(crate) use parts::{MERGE_AGAIN, MERGE_BACK, check_parts};
pub(crate) use record::RowEnd;
pub(crate) use resolve::{Follow, Place};
pub(crate) use retain::{INCOMPLETE, UNCHANGED};

use list::{NODE_BYTES, check_entries};
use room::Room;
use scope::Lost;

use crate::clock::{Clock, SystemClock, Timestamp};
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Guard;
use crate::quota::{Quota, Stored};
use crate::retention::Retention;
use crate::store::{self, MemoryStore, Store, int, unsigned};

/// The number of the root directory of the main branch.
pub(crate) const ROOT: i64 = 1;

/// How to open a tree.
///
/// ```
/// use isolate_vfs::{OpenOptions, Quota};
///
/// let options = OpenOptions::new()
///     .quota(Quota::new().bytes_max(64 << 20))
///     .read_only();
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Bounds on what the tree may hold.
    pub quota: Quota,
    /// How much history this connection keeps. Default: the setting of the workspace.
    pub retention: Option<Retention>,
    /// Whether the connection only reads; the file must exist then. Default: `false`, which makes
    /// a missing or empty file a new workspace.
    pub read_only: bool,
    /// How long a call waits for another connection before it fails with `Busy`. Default: 5 s.
    pub busy_timeout: Duration,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl OpenOptions {
    /// The defaults: read and write, within the default quota and retention.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            quota: Quota::new(),
            retention: None,
            read_only: false,
            busy_timeout: Duration::from_secs(5),
        }
    }

    /// Sets the bounds on what the tree may hold.
    #[must_use]
    pub const fn quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// Sets how much history this connection keeps, instead of the setting of the workspace.
    #[must_use]
    pub const fn retention(mut self, retention: Retention) -> Self {
        self.retention = Some(retention);
        self
    }

    /// Opens the workspace for reading only.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Sets how long a call waits for another connection.
    #[must_use]
    pub const fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }
}

/// The row of the `state` table; on a branch, the bytes and entries are those of the branch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    pub(crate) bytes: u64,
    pub(crate) entries: u64,
    pub(crate) clock_us: i64,
    pub(crate) next_id: i64,
    pub(crate) history_bytes: u64,
    /// How many branches there are beside the main one: without any, no directory is shared.
    pub(crate) branches: u64,
}

impl State {
    fn stored(self) -> Stored {
        Stored {
            bytes: self.bytes,
            entries: self.entries,
        }
    }
}

/// The transaction that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    None,
    Read,
    Write,
}

/// One connection to a workspace.
///
/// It may move between threads and is used by one at a time. Several connections, also of
/// several processes, may be open on the same workspace.
pub struct Tree {
    pub(crate) store: Store,
    own_retention: Option<Retention>,
    quota: Quota,
    pub(crate) room: Room,
    clock: RefCell<Box<dyn Clock>>,
    scope: Cell<Scope>,
    /// The state row as the open write transaction sees it.
    pub(crate) state: Cell<Option<State>>,
    /// The state row as the open write transaction has it on disk.
    pub(crate) state_flushed: Cell<Option<State>>,
    state_changed: Cell<bool>,
    /// The time that the running call gives to everything it changes.
    stamp: Cell<Option<i64>>,
    pub(crate) run: RefCell<Option<CurrentRun>>,
    /// A run that is over, but whose row could not be closed in time: see `end_late_run`.
    pub(crate) late_run: RefCell<Option<LateRun>>,
    /// The history row of the running call when no run is open.
    pub(crate) implicit_run: Cell<Option<i64>>,
    /// How many full durability barriers this connection has issued.
    pub(crate) barriers: Cell<u64>,
    /// How many bytes of files this connection has handed out.
    pub(crate) bytes_read: Cell<u64>,
    /// Why SQLite has rolled back a transaction that is still open for the caller, if it has.
    lost: RefCell<Option<Lost>>,
    pub(crate) guard: RefCell<Option<Arc<dyn Guard>>>,
    /// The memory of the scratch tables, which stays when they are emptied.
    scratch_bytes: Cell<u64>,
    pub(crate) current: RefCell<CurrentBranch>,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").finish_non_exhaustive()
    }
}

impl Tree {
    /// Opens a workspace file, creating it where it is missing or empty.
    ///
    /// # Errors
    /// `Foreign` for a file that is not a workspace and `Outdated` for one of a development build before
    /// 0.1.0, which are left untouched; `Newer`, `Corrupt`, `ReadOnly`, `Busy` or `NotFound`.
    pub fn open(path: &Path, options: &OpenOptions) -> Result<Self> {
        Ok(Self::new(
            store::open_file(path, !options.read_only, options.busy_timeout)?,
            options,
        ))
    }

    /// Opens a workspace in memory.
    ///
    /// # Errors
    /// `Storage` when SQLite cannot allocate it, `Busy` when another tree holds it.
    pub fn open_memory(memory: &MemoryStore, options: &OpenOptions) -> Result<Self> {
        Ok(Self::new(
            store::open_memory(memory, options.busy_timeout)?,
            options,
        ))
    }

    pub(crate) fn new(store: Store, options: &OpenOptions) -> Self {
        Self {
            store,
            own_retention: options.retention,
            quota: options.quota,
            room: Room::new(),
            clock: RefCell::new(Box::new(SystemClock)),
            scope: Cell::new(Scope::None),
            state: Cell::new(None),
            state_flushed: Cell::new(None),
            state_changed: Cell::new(false),
            stamp: Cell::new(None),
            run: RefCell::new(None),
            late_run: RefCell::new(None),
            implicit_run: Cell::new(None),
            barriers: Cell::new(0),
            bytes_read: Cell::new(0),
            lost: RefCell::new(None),
            guard: RefCell::new(None),
            scratch_bytes: Cell::new(0),
            current: RefCell::default(),
        }
    }

    /// Replaces the clock.
    pub fn set_clock(&self, clock: Box<dyn Clock>) {
        *self.clock.borrow_mut() = clock;
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

    /// The bounds of this connection.
    #[must_use]
    pub fn quota(&self) -> Quota {
        self.quota
    }

    /// How much the tree holds now.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn stored(&self) -> Result<Stored> {
        Ok(self.state()?.stored())
    }

    /// The memory in bytes that this connection keeps after operations on whole trees.
    #[must_use]
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes.get()
    }

    /// The files that the workspace consists of on the disk: the database, and those that are kept
    /// beside it, which need not exist. None for a workspace in memory.
    #[must_use]
    pub fn files_on_disk(&self) -> Vec<PathBuf> {
        self.store.files_on_disk()
    }

    /// The memory in bytes that the workspace itself takes; 0 for a file.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn memory_bytes(&self) -> Result<u64> {
        if !self.store.is_in_memory() {
            return Ok(0);
        }
        let number = |sql| {
            let found = self.store.row(sql, [], |row| unsigned(row, 0))?;
            Ok::<u64, Error>(found.unwrap_or(0))
        };
        Ok(number("PRAGMA page_count")?.saturating_mul(number("PRAGMA page_size")?))
    }

    pub(crate) fn flush_state(&self) -> Result<()> {
        if let (Some(state), true) = (self.state.get(), self.state_changed.get()) {
            let (bytes, entries) = (int(state.bytes), int(state.entries));
            let (next_id, history_bytes) = (state.next_id, int(state.history_bytes));
            match self.branch_number() {
                None => self.store.execute(
                    "UPDATE state SET bytes = ?1, entries = ?2, clock_us = ?3, next_id = ?4, history_bytes = ?5,
                        branches = ?6 WHERE id = 1",
                    (bytes, entries, state.clock_us, next_id, history_bytes, int(state.branches)),
                )?,
                Some(branch) => {
                    self.store.execute(
                        "UPDATE state SET clock_us = ?1, next_id = ?2, history_bytes = ?3, branches = ?4 WHERE id = 1",
                        (state.clock_us, next_id, history_bytes, int(state.branches)),
                    )?;
                    self.store.execute(
                        "UPDATE branch SET bytes = ?2, entries = ?3 WHERE id = ?1",
                        (branch, bytes, entries),
                    )?
                }
            };
            self.state_changed.set(false);
            self.state_flushed.set(Some(state));
        }
        Ok(())
    }

    fn load_state(&self) -> Result<State> {
        let read = |row: &store::Row<'_>| {
            Ok(State {
                bytes: unsigned(row, 0)?,
                entries: unsigned(row, 1)?,
                clock_us: row.get(2)?,
                next_id: row.get(3)?,
                history_bytes: unsigned(row, 4)?,
                branches: unsigned(row, 5)?,
            })
        };
        let found = match self.branch_number() {
            None => self.store.row(
                "SELECT bytes, entries, clock_us, next_id, history_bytes, branches FROM state WHERE id = 1",
                [],
                read,
            )?,
            Some(branch) => self.store.row(
                "SELECT b.bytes, b.entries, t.clock_us, t.next_id, t.history_bytes, t.branches
                 FROM state t, branch b WHERE t.id = 1 AND b.id = ?1 AND b.deleted_ms IS NULL",
                [branch],
                read,
            )?,
        };
        found
            .filter(|state| state.next_id > ROOT)
            .ok_or_else(|| match self.branch_number() {
                None => Error::corrupt("no totals"),
                Some(_) => self.no_root(),
            })
    }

    /// The state row; loaded once per transaction.
    pub(crate) fn state(&self) -> Result<State> {
        if let Some(state) = self.state.get() {
            return Ok(state);
        }
        let state = self.load_state()?;
        if self.scope.get() == Scope::Write {
            self.state.set(Some(state));
            self.state_flushed.set(Some(state));
        }
        Ok(state)
    }

    /// Changes the state row; written at the end of the call.
    pub(crate) fn update_state<T>(&self, change: impl FnOnce(&mut State) -> T) -> Result<T> {
        debug_assert_eq!(
            self.scope.get(),
            Scope::Write,
            "totals change inside a write transaction only"
        );
        let mut state = self.state()?;
        let result = change(&mut state);
        self.state.set(Some(state));
        self.state_changed.set(true);
        Ok(result)
    }

    /// A number that nothing in this workspace has had before.
    pub(crate) fn new_id(&self) -> Result<i64> {
        self.new_ids(1)
    }

    /// The first of `count` new numbers.
    pub(crate) fn new_ids(&self, count: u64) -> Result<i64> {
        self.update_state(|state| {
            let first = state.next_id;
            state.next_id = first
                .checked_add(int(count))
                .ok_or_else(|| Error::corrupt("numbers are used up"))?;
            Ok(first)
        })?
    }

    /// The time of the running call in microseconds, later than that of every call before.
    pub(crate) fn stamp(&self) -> Result<i64> {
        if let Some(stamp) = self.stamp.get() {
            return Ok(stamp);
        }
        let now = self.now().as_micros();
        let (before, stamp) = self.update_state(|state| {
            let before = state.clock_us;
            state.clock_us = now.max(before.saturating_add(1));
            (before, state.clock_us)
        })?;
        self.stamp.set(Some(stamp));
        if let Some(run) = self.run.borrow_mut().as_mut() {
            run.stamps.add(before, stamp);
        }
        Ok(stamp)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.borrow().now()
    }

    /// Adds to and subtracts from the totals; totals that would turn negative are damage.
    pub(crate) fn count(
        &self,
        bytes_more: u64,
        bytes_less: u64,
        entries_more: u64,
        entries_less: u64,
    ) -> Result<()> {
        self.update_state(|state| {
            let bytes = state
                .bytes
                .saturating_add(bytes_more)
                .checked_sub(bytes_less);
            let entries = state
                .entries
                .saturating_add(entries_more)
                .checked_sub(entries_less);
            let (Some(bytes), Some(entries)) = (bytes, entries) else {
                return Err(Error::corrupt("totals do not match the entries"));
            };
            (state.bytes, state.entries) = (bytes, entries);
            Ok(())
        })?
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
}
