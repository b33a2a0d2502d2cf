//! What a connection knows of its open transaction.

use std::cell::{Cell, RefCell};

use crate::quota::Stored;
use crate::store::Failure;

/// The row of the `state` table; on a branch, the bytes and entries are those of the branch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateRow {
    pub(crate) bytes: u64,
    pub(crate) entries: u64,
    pub(crate) clock_us: i64,
    pub(crate) next_id: i64,
    pub(crate) history_bytes: u64,
    /// How many branches there are beside the main one: without any, no directory is shared.
    pub(crate) branches: u64,
}

impl StateRow {
    pub(crate) fn stored(self) -> Stored {
        Stored {
            bytes: self.bytes,
            entries: self.entries,
        }
    }
}

/// The kind of the open transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// None is open.
    #[default]
    None,
    Read,
    Write,
}

/// Why SQLite has rolled back a transaction that is still open for the caller.
#[derive(Debug)]
pub(super) enum Lost {
    /// The deadline passed, or the stop signal was given.
    ToDeadline,
    /// A statement failed, as they do when the disk does.
    ToFailure(Failure),
}

/// The open transaction.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) kind: Cell<Kind>,
    /// The state row as the transaction sees it, once it is read.
    pub(super) row: Cell<Option<StateRow>>,
    /// The state row as the transaction has written it.
    pub(super) flushed: Cell<Option<StateRow>>,
    /// Whether the two differ.
    pub(super) is_changed: Cell<bool>,
    /// The time that the running call gives to everything it changes.
    pub(super) stamp: Cell<Option<i64>>,
    /// The history row of the running call when no run is open.
    pub(super) implicit_run: Cell<Option<i64>>,
    /// How many calls of the transaction are going on, one inside the other.
    pub(super) calls: Cell<u32>,
    /// How many savepoints are open, one inside the other.
    pub(super) savepoints: Cell<u32>,
    /// How many were opened inside of the outermost one that is open.
    pub(super) inner_savepoints: Cell<u32>,
    /// Whether a call without a savepoint has failed after it had changed something: the savepoint
    /// around it has to be rolled back.
    pub(super) is_spoiled: Cell<bool>,
    /// Why SQLite has rolled the transaction back, if it has.
    pub(super) lost: RefCell<Option<Lost>>,
    /// Whether a publisher has let the transaction begin, and was not told its end yet.
    pub(super) is_asked: Cell<bool>,
    /// Whether another host was faster than a transaction.
    pub(super) is_raced: Cell<bool>,
}

/// What a savepoint goes back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Saved {
    pub(super) row: Option<StateRow>,
    flushed: Option<StateRow>,
    is_changed: bool,
    implicit_run: Option<i64>,
}

impl State {
    /// A transaction that writes has begun.
    pub(super) fn begin_write(&self) {
        self.kind.set(Kind::Write);
        self.row.set(None);
        self.flushed.set(None);
        self.is_changed.set(false);
        self.stamp.set(None);
        self.savepoints.set(0);
        self.is_spoiled.set(false);
    }

    /// The transaction was committed.
    pub(super) fn end(&self) {
        self.kind.set(Kind::None);
        self.row.set(None);
    }

    /// The transaction was rolled back.
    pub(super) fn give_up(&self) {
        self.end();
        self.is_changed.set(false);
        self.lost.replace(None);
    }

    /// Calls `f`, which is a call of the transaction.
    pub(super) fn call<T>(&self, f: impl FnOnce() -> T) -> T {
        self.calls.set(self.calls.get() + 1);
        let value = f();
        self.calls.set(self.calls.get() - 1);
        value
    }

    pub(super) fn save(&self) -> Saved {
        Saved {
            row: self.row.get(),
            flushed: self.flushed.get(),
            is_changed: self.is_changed.get(),
            implicit_run: self.implicit_run.get(),
        }
    }

    /// The totals are those of the savepoint again.
    pub(super) fn restore_totals(&self, saved: &Saved) {
        self.row.set(saved.row);
        self.flushed.set(saved.flushed);
        self.is_changed.set(saved.is_changed);
    }

    pub(super) fn restore_run(&self, saved: &Saved) {
        self.implicit_run.set(saved.implicit_run);
    }

    /// The totals on the disk are others than those that were read.
    pub(super) fn forget_totals(&self) {
        self.row.set(None);
        self.flushed.set(None);
    }
}
