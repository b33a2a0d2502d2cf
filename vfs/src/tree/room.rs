//! Keeping the database below its bound: the oldest runs of the history are removed first, then
//! calls fail with `NoSpace`. Removals may use the reserve above the bound.

use isolate_text::VPath;

use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::quota::database_is_full;
use crate::store::{LogReuse, ROW_BYTES};
use crate::txn::{Tree, UNSEEN_BYTES_MAX, WriteTxn};

/// The approximate size of a row that records a path.
pub(crate) fn row_bytes(path: &VPath, target: Option<&str>) -> u64 {
    ROW_BYTES + (path.as_str().len() + target.map_or(0, str::len)) as u64
}

impl Tree {
    /// Notes that the open transaction removes something.
    pub(crate) fn note_removal(&self) {
        self.room.note_removal();
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
            true => done.map_err(|error| self.store.explained_without_room(error)),
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
        if self.room.has_removed() && self.store.release_reserve() {
            self.room.set_wants_space(true);
        }
    }

    /// Commits, and says what can be done where what was removed has found no room on the disk.
    pub(crate) fn commit_removal(&self) -> Result<()> {
        let has_removed = self.room.has_removed();
        self.commit().map_err(|error| match has_removed {
            true => self.store.explained_without_room(error),
            false => error,
        })
    }

    /// After a call that removed something from a full disk: history makes room there, as far as no
    /// open run needs it.
    pub(crate) fn settle_removal(&self) {
        if self.store.has_released() && !self.is_writing() {
            self.room.set_wants_space(true);
            self.prune_quietly();
        }
    }

    /// Whether history has to make room on a full disk.
    pub(crate) fn wants_space(&self) -> bool {
        self.room.wants_space()
    }

    /// Whether history must not be removed now.
    pub(crate) fn is_history_pinned(&self) -> bool {
        self.room.is_pinned()
    }

    /// Keeps the whole history as it is while `f` reads it and changes the tree.
    pub(crate) fn with_history<T>(&self, f: impl FnOnce() -> T) -> T {
        self.room.pin();
        let value = f();
        self.room.unpin();
        value
    }
}

impl WriteTxn<'_> {
    /// Refuses what would not fit below the bound of the database, after removing old history.
    ///
    /// Checks the pages only when much has been added since the last check.
    pub(crate) fn make_room(&self, bytes: u64) -> Result<()> {
        if self.room.is_log_stuck() {
            return Err(Error::new(ErrorKind::NoSpace).with_detail(
                "no space left: the log of the workspace cannot be shortened while another connection reads an older state of it; try again when that has ended",
            ));
        }
        if !self.room.add(bytes) {
            return Ok(());
        }
        let pages = self.store.pages()?;
        self.store.keep_reserve(pages);
        self.room.look(pages.all_bytes());
        let bound = self.database_bytes_soft()?;
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
        self.room.look_again();
        Err(Error::new(ErrorKind::NoSpace).with_detail(database_is_full(bound)))
    }

    /// Removes old history where the rows that record a removal would not fit below the reserve.
    pub(crate) fn make_room_to_remove(&self, bytes: u64) -> Result<()> {
        if bytes < UNSEEN_BYTES_MAX {
            return Ok(());
        }
        let goal = self.database_bytes_soft()?.saturating_sub(bytes);
        if self.store.pages()?.used_bytes() > goal {
            self.prune_to(goal)?;
        }
        Ok(())
    }

    /// Removes old history after something was removed from a full disk.
    pub(crate) fn prune_to_file(&self) -> Result<()> {
        if !self.wants_space() {
            return Ok(());
        }
        self.prune_to(self.store.bytes_in_need()?)?;
        // Removals of an open run become history only when it ends.
        self.room.set_wants_space(self.open_run().is_some());
        Ok(())
    }

    /// Room for an entry that is made or changed, and for the row that records it.
    pub(crate) fn make_room_for(&self, path: &VPath, after: &Node) -> Result<()> {
        self.make_room(2 * row_bytes(path, after.target.as_deref()))
    }
}
