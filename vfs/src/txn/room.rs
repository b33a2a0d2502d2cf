//! What is known of the space of the database, and what has to be known before a transaction that
//! writes begins.

use std::cell::Cell;

use super::Tree;
use crate::error::Result;
use crate::quota::LOG_BYTES;
use crate::store::unsigned;

/// What may be added between two checks of the number of pages: a small part of the reserve.
pub(crate) const UNSEEN_BYTES_MAX: u64 = 1 << 20;
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
    /// The bytes of runs that are put away with which SQLite knows the bound of the database; none if it
    /// does not know it yet.
    bounded_with: Cell<Option<u64>>,
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
            bounded_with: Cell::new(None),
            is_log_suspect: Cell::new(true),
            is_log_stuck: Cell::new(false),
        }
    }

    /// Adds bytes that are about to be written. Returns whether the pages have to be checked now.
    pub(crate) fn add(&self, bytes: u64) -> bool {
        let unseen = self.unseen.get().saturating_add(bytes);
        if unseen < self.unseen_max.get() {
            self.unseen.set(unseen);
            return false;
        }
        self.unseen.set(0);
        self.is_log_suspect.set(true);
        true
    }

    /// Sets when the next check is due, in a database of so many bytes.
    pub(crate) fn look(&self, database_bytes: u64) {
        let due = (database_bytes / 4).clamp(UNSEEN_BYTES_MIN, UNSEEN_BYTES_MAX);
        self.unseen_max.set(due);
    }

    /// Makes the next call check again.
    pub(crate) fn look_again(&self) {
        self.unseen.set(UNSEEN_BYTES_MAX);
    }

    pub(crate) fn is_log_stuck(&self) -> bool {
        self.is_log_stuck.get()
    }

    /// Notes that the open transaction removes something.
    pub(crate) fn note_removal(&self) {
        self.has_removed.set(true);
    }

    pub(crate) fn has_removed(&self) -> bool {
        self.has_removed.get()
    }

    pub(crate) fn set_wants_space(&self, wants_space: bool) {
        self.wants_space.set(wants_space);
    }

    pub(crate) fn wants_space(&self) -> bool {
        self.wants_space.get()
    }

    /// Keeps history from being removed, until [`Room::unpin`] is called as often.
    pub(crate) fn pin(&self) {
        self.pins.set(self.pins.get() + 1);
    }

    pub(crate) fn unpin(&self) {
        self.pins.set(self.pins.get() - 1);
    }

    pub(crate) fn is_pinned(&self) -> bool {
        self.pins.get() > 0
    }
}

impl Tree {
    /// What has to be known of the space before a transaction that writes begins: the first one of a
    /// connection sets the bound of the database in SQLite.
    pub(crate) fn prepare_room(&self) -> Result<()> {
        self.room.has_removed.set(false);
        if self.room.bounded_with.get().is_none() {
            self.bound_database(self.suspended_bytes()?)?;
        }
        self.store.reuse_log_if_tight();
        self.settle_log()
    }

    /// What everything but removing keeps to: runs that are put away are kept beside the quota.
    pub(crate) fn database_bytes_soft(&self) -> Result<u64> {
        let suspended = self.suspended_bytes()?;
        self.bound_database(suspended)?;
        Ok(self.quota.database_bytes_soft().saturating_add(suspended))
    }

    /// Sets the bound of the database in SQLite, which other connections may have raised with the runs
    /// that they have put away.
    pub(crate) fn bound_database(&self, suspended: u64) -> Result<()> {
        if self.room.bounded_with.get() != Some(suspended) {
            let bound = self.quota.database_bytes_max().saturating_add(suspended);
            self.store.set_bytes_max(bound)?;
            self.room.bounded_with.set(Some(suspended));
        }
        Ok(())
    }

    /// Bytes that all runs take that are put away.
    pub(crate) fn suspended_bytes(&self) -> Result<u64> {
        let bytes = self
            .store
            .row("SELECT coalesce(sum(size), 0) FROM suspended", [], |row| {
                unsigned(row, 0)
            })?;
        Ok(bytes.unwrap_or_default())
    }

    /// Shortens a log that takes the space of the database. Where that is not possible, because
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
}
