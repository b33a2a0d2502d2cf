//! Keeping the database below its bound: the oldest runs of the history are removed first, then
//! calls fail with `NoSpace`. Removals may use the reserve above the bound.

use std::cell::Cell;

use isolate_text::VPath;

use super::Tree;
use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::quota::{LOG_BYTES, database_is_full};
use crate::store::{LogReuse, ROW_BYTES};

/// What may be added between two checks of the number of pages: a small part of the reserve.
const UNSEEN_BYTES_MAX: u64 = 1 << 20;
/// In a small database, whose reserve grows with it, at least this.
const UNSEEN_BYTES_MIN: u64 = 64 << 10;

/// What is known about the space of the database.
#[derive(Debug)]
pub(crate) struct Room {
    /// Bytes that may have been added since the last check. Initially so large that the first call checks.
    unseen: Cell<u64>,
    /// How many bytes make the next check due: a quarter of the database, within bounds.
    unseen_max: Cell<u64>,
    /// How many operations read history that must not be removed meanwhile.
    pins: Cell<u32>,
    /// Whether the open transaction has removed something.
    has_removed: Cell<bool>,
    /// Whether something was removed from a full disk, so that history has to make room there.
    wants_space: Cell<bool>,
    /// Whether SQLite knows the bound of the database.
    is_bounded: Cell<bool>,
    /// Whether the log has to be checked before the next transaction.
    is_log_suspect: Cell<bool>,
    /// Whether the open transaction found a log that is too long and cannot be shortened.
    is_log_stuck: Cell<bool>,
}

impl Room {
    pub(super) fn new() -> Self {
        Self {
            unseen: Cell::new(UNSEEN_BYTES_MAX),
            unseen_max: Cell::new(UNSEEN_BYTES_MAX),
            pins: Cell::new(0),
            has_removed: Cell::new(false),
            wants_space: Cell::new(false),
            is_bounded: Cell::new(false),
            is_log_suspect: Cell::new(true),
            is_log_stuck: Cell::new(false),
        }
    }
}

/// The approximate size of a row that records a path.
pub(crate) fn row_bytes(path: &VPath, target: Option<&str>) -> u64 {
    ROW_BYTES + (path.as_str().len() + target.map_or(0, str::len)) as u64
}

impl Tree {
    /// Refuses what would not fit below the bound of the database, after removing old history.
    ///
    /// Checks the pages only when much has been added since the last check.
    pub(crate) fn make_room(&self, bytes: u64) -> Result<()> {
        if self.room.is_log_stuck.get() {
            return Err(Error::new(ErrorKind::NoSpace).with_detail(
                "no space left: the log of the workspace cannot be shortened while another connection reads an older state of it; try again when that has ended",
            ));
        }
        let unseen = self.room.unseen.get().saturating_add(bytes);
        self.room.unseen.set(unseen);
        if unseen < self.room.unseen_max.get() {
            return Ok(());
        }
        self.room.unseen.set(0);
        self.room.is_log_suspect.set(true);
        let pages = self.store.pages()?;
        self.store.keep_reserve(pages);
        let unseen_max = (pages.all_bytes() / 4).clamp(UNSEEN_BYTES_MIN, UNSEEN_BYTES_MAX);
        self.room.unseen_max.set(unseen_max);
        let bound = self.quota.database_bytes_soft();
        let fits = || -> Result<bool> {
            Ok(self.store.pages()?.used_bytes().saturating_add(bytes) <= bound)
        };
        if fits()? {
            return Ok(());
        }
        // Well below, so that the next call need not do the same.
        let goal = bound.saturating_sub(bytes).saturating_sub(bound / 16);
        self.prune_to(goal)?;
        if fits()? {
            return Ok(());
        }
        // The next call checks again.
        self.room.unseen.set(UNSEEN_BYTES_MAX);
        Err(Error::new(ErrorKind::NoSpace).with_detail(database_is_full(bound)))
    }

    /// What has to be known of the space before a transaction that writes begins: the first one of a
    /// connection sets the bound of the database in SQLite.
    pub(crate) fn prepare_room(&self) -> Result<()> {
        self.room.has_removed.set(false);
        if !self.room.is_bounded.get() {
            self.store.set_bytes_max(self.quota.database_bytes_max())?;
            self.room.is_bounded.set(true);
        }
        self.store.reuse_log_if_tight();
        self.settle_log()
    }

    /// Shortens a log that takes the place of the database. Where that is not possible, because
    /// another connection reads an older state, the transaction may only remove.
    fn settle_log(&self) -> Result<()> {
        if !self.room.is_log_suspect.get() {
            return Ok(());
        }
        let is_long = || -> Result<bool> {
            let log = self.store.log_bytes();
            Ok(log > LOG_BYTES
                && log.saturating_add(self.store.pages()?.all_bytes())
                    > self.quota.storage_bytes_max())
        };
        let mut is_stuck = is_long()?;
        if is_stuck {
            self.store.cut_log();
            is_stuck = is_long()?;
        }
        self.room.is_log_stuck.set(is_stuck);
        self.room.is_log_suspect.set(is_stuck);
        Ok(())
    }

    /// Removes old history where the rows that record a removal would not fit below the reserve.
    pub(crate) fn make_room_to_remove(&self, bytes: u64) -> Result<()> {
        if bytes < UNSEEN_BYTES_MAX {
            return Ok(());
        }
        let goal = self.quota.database_bytes_soft().saturating_sub(bytes);
        if self.store.pages()?.used_bytes() > goal {
            self.prune_to(goal)?;
        }
        Ok(())
    }

    /// Notes that the open transaction removes something.
    pub(crate) fn note_removal(&self) {
        self.room.has_removed.set(true);
    }

    /// Calls `f`, which removes something in a transaction of its own, and again where there was no
    /// room for it: once the log starts anew, and once the reserve is released.
    ///
    /// In a transaction that is open already, only the reserve helps. What reads history in it must not
    /// make room.
    pub(crate) fn with_room_to_remove<T>(&self, f: impl Fn() -> Result<T>) -> Result<T> {
        let mut done = f();
        if self.lacks_room(&done) && self.store.reuse_log() == LogReuse::Done {
            done = f();
        }
        if self.lacks_room(&done) && self.store.release_reserve() {
            // In the room of the reserve the log may start anew as well, which saves most of it.
            self.store.reuse_log();
            done = f();
        }
        match self.lacks_room(&done) {
            true => done.map_err(|error| self.store.told_without_room(error)),
            false => done,
        }
    }

    /// Whether something has failed for want of room, and can be tried again.
    pub(crate) fn lacks_room<T>(&self, done: &Result<T>) -> bool {
        matches!(done, Err(error) if error.kind() == ErrorKind::NoSpace)
            && !self.is_history_pinned()
            && self.check_lost().is_ok()
    }

    /// Before the commit of an atomic run: what removes has to work on a full disk, where a commit
    /// that fails cannot be done again.
    pub(crate) fn make_room_to_commit(&self) {
        if self.room.has_removed.get() && self.store.release_reserve() {
            self.room.wants_space.set(true);
        }
    }

    /// Commits, and says what can be done where what was removed has found no room on the disk.
    pub(crate) fn commit_removal(&self) -> Result<()> {
        let has_removed = self.room.has_removed.get();
        self.commit().map_err(|error| match has_removed {
            true => self.store.told_without_room(error),
            false => error,
        })
    }

    /// After a call that removed something from a full disk: history makes room there, as far as no
    /// open run needs it.
    pub(crate) fn settle_removal(&self) {
        if self.store.has_released() && !self.is_writing() {
            self.room.wants_space.set(true);
            self.prune_quietly();
        }
    }

    /// Whether history has to make room on a full disk.
    pub(crate) fn wants_space(&self) -> bool {
        self.room.wants_space.get()
    }

    /// Removes old history after something was removed from a full disk.
    pub(crate) fn prune_to_file(&self) -> Result<()> {
        if !self.wants_space() {
            return Ok(());
        }
        self.prune_to(self.store.bytes_in_need()?)?;
        // Removals of an open run become history only when it ends.
        self.room.wants_space.set(self.open_run().is_some());
        Ok(())
    }

    /// Room for an entry that is made or changed, and for the row that records it.
    pub(crate) fn make_room_for(&self, path: &VPath, after: &Node) -> Result<()> {
        self.make_room(2 * row_bytes(path, after.target.as_deref()))
    }

    /// Whether history must not be removed now.
    pub(crate) fn is_history_pinned(&self) -> bool {
        self.room.pins.get() > 0
    }

    /// Keeps the whole history as it is while `f` reads it and changes the tree.
    pub(crate) fn with_history<T>(&self, f: impl FnOnce() -> T) -> T {
        self.room.pins.set(self.room.pins.get() + 1);
        let value = f();
        self.room.pins.set(self.room.pins.get() - 1);
        value
    }
}
