//! Beginning and ending transactions: a call is one, a call inside another is a savepoint.

use std::ops::Deref;
use std::time::Duration;

use super::Tree;
use super::state::{Kind, Lost, StateRow};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Failure, Params, Store, Writes};

/// Savepoints inside of one savepoint. For each of them SQLite may keep a copy in memory, until the
/// outer one is released, of every page that it changes: about 50 KB for a file that is written.
const INNER_SAVEPOINTS_MAX: u32 = 256;

/// What is done as a whole or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// What a caller says: inside of a transaction, it is always a savepoint.
    Explicit,
    /// One call, which is no savepoint behind very many others in one.
    Call,
}

/// An open transaction: all that is read in it belongs to one state of the workspace.
///
/// It dereferences to its [`Tree`], whose calls become a part of the transaction.
#[derive(Debug)]
pub struct ReadTxn<'t> {
    tree: &'t Tree,
}

impl Deref for ReadTxn<'_> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        self.tree
    }
}

/// An open transaction that may change the workspace, or a savepoint in one.
///
/// It dereferences to its [`Tree`]. A call of that which changes something is a savepoint: where it
/// fails, it leaves no changes. Behind 256 calls inside of one savepoint, a call that changes a file is
/// none: where it fails after it has changed something, the savepoint around it fails, too.
#[derive(Debug)]
pub struct WriteTxn<'t> {
    read: ReadTxn<'t>,
}

impl<'t> Deref for WriteTxn<'t> {
    type Target = ReadTxn<'t>;

    fn deref(&self) -> &ReadTxn<'t> {
        &self.read
    }
}

impl Writes for WriteTxn<'_> {}

impl<'t> WriteTxn<'t> {
    fn of(tree: &'t Tree) -> Self {
        debug_assert_eq!(tree.state.kind.get(), Kind::Write);
        Self {
            read: ReadTxn { tree },
        }
    }

    /// Runs a statement that changes rows. Returns how many.
    pub(crate) fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        self.store.execute(self, sql, params)
    }

    /// Sets the history row of the running call.
    pub(crate) fn set_implicit_run(&self, row: i64) {
        self.state.implicit_run.set(Some(row));
    }

    /// Calls `f` inside of the open transaction, in a savepoint: where `f` fails, it leaves no changes.
    fn nested<T, E: From<Error>>(
        &self,
        unit: Unit,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (depth, inner) = (&self.state.savepoints, &self.state.inner_savepoints);
        match depth.get() {
            0 => inner.set(0),
            _ if unit == Unit::Call && inner.get() >= INNER_SAVEPOINTS_MAX => {
                return self.joined(f);
            }
            _ => inner.set(inner.get().saturating_add(1)),
        }
        let (saved, run_row) = (self.state.save(), self.run_row());
        self.store.control("SAVEPOINT call")?;
        depth.set(depth.get() + 1);
        let result = self.in_call(saved.row, f).and_then(|value| {
            if self.state.is_spoiled.get() {
                return Err(spoiled().into());
            }
            self.store.control("RELEASE call")?;
            Ok(value)
        });
        depth.set(depth.get().saturating_sub(1));
        if result.is_err() {
            if !self.store.is_idle() {
                self.store.roll_back("ROLLBACK TO call");
                self.store.roll_back("RELEASE call");
                self.state.restore_totals(&saved);
            } else if self.is_writing() {
                // Otherwise `f` has ended the run that held the transaction.
                self.lose();
            }
            self.state.is_spoiled.set(false);
            self.state.restore_run(&saved);
            self.run.set_row(run_row);
        }
        result
    }

    /// As [`WriteTxn::nested`], without a savepoint: where `f` fails after it has changed something, the
    /// savepoint around it fails, too, whatever its caller makes of the error.
    fn joined<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (saved, run_row) = (self.state.save(), self.run_row());
        let changes = self.store.changes();
        let result = self.in_call(saved.row, f);
        if result.is_err() {
            if self.store.is_idle() {
                if self.is_writing() {
                    self.lose();
                }
            } else if self.store.changes() == changes {
                self.state.restore_totals(&saved);
            } else {
                self.state.is_spoiled.set(true);
            }
            self.state.restore_run(&saved);
            self.run.set_row(run_row);
        }
        result
    }

    /// Calls `f` as a call of the transaction, and checks and writes the totals at its end.
    fn in_call<T, E: From<Error>>(
        &self,
        before: Option<StateRow>,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.state.stamp.set(None);
        self.state.call(|| f(self)).and_then(|value| {
            self.close_call(before)?;
            Ok(value)
        })
    }

    /// Notes that SQLite has given up the whole transaction, as it does when the disk fails.
    fn lose(&self) {
        let lost = match self.store.take_failure() {
            _ if self.store.interrupt().is_due() => Lost::ToDeadline,
            Some(failure) => Lost::ToFailure(failure),
            None => Lost::ToFailure(Failure {
                kind: ErrorKind::Storage,
                reason: "storage failed: SQLite has ended the transaction".to_owned(),
            }),
        };
        self.state.lost.replace(Some(lost));
    }
}

impl Tree {
    /// Runs several reads that all see the same state of the tree.
    ///
    /// # Errors
    /// The error that `f` returns. Writing inside is `Invalid`.
    pub fn snapshot<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&ReadTxn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_lost()?;
        let txn = ReadTxn { tree: self };
        if self.state.kind.get() != Kind::None {
            return f(&txn);
        }
        self.store.control("BEGIN")?;
        self.state.kind.set(Kind::Read);
        let result = f(&txn);
        self.state.kind.set(Kind::None);
        // Nothing was written: ending the transaction either way is the same.
        if result.is_ok() {
            if let Err(error) = self.store.control("COMMIT") {
                self.store.roll_back("ROLLBACK");
                return Err(error.into());
            }
        } else {
            self.store.roll_back("ROLLBACK");
        }
        result
    }

    /// Calls `f` in a transaction, or in a savepoint of the open one. `committed` is called after a
    /// transaction that has made a run of its own in the history, with the number of that.
    pub(crate) fn write_txn<T, E: From<Error>>(
        &self,
        unit: Unit,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<T, E>,
        committed: impl FnOnce(i64),
    ) -> Result<T, E> {
        self.check_lost()?;
        match self.state.kind.get() {
            Kind::None => {}
            Kind::Read => {
                return Err(Error::new(ErrorKind::Invalid)
                    .with_detail("writing inside a snapshot")
                    .into());
            }
            Kind::Write => return WriteTxn::of(self).nested(unit, f),
        }
        let run_row = self.run_row();
        self.hold_txn()?;
        self.state.implicit_run.set(None);
        let txn = WriteTxn::of(self);
        let result = self.state.call(|| f(&txn)).and_then(|value| {
            txn.close_call(None)?;
            self.commit()?;
            Ok(value)
        });
        if result.is_err() {
            self.give_up();
            self.state.implicit_run.set(None);
            self.run.set_row(run_row);
        } else if let Some(run) = self.state.implicit_run.take() {
            committed(run);
        }
        result
    }

    /// Calls `f` in a transaction of its own, and waits for other connections at most so long. Where `f`
    /// returns nothing, it is rolled back.
    pub(crate) fn write_txn_within<T>(
        &self,
        wait: Duration,
        f: impl FnOnce(&WriteTxn<'_>) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        self.check_no_transaction()?;
        self.begin_write_by(|store| store.begin_within(wait))?;
        let txn = WriteTxn::of(self);
        let done = f(&txn).and_then(|value| {
            if value.is_some() {
                txn.flush_state()?;
                self.commit()?;
            }
            Ok(value)
        });
        if self.is_writing() {
            self.give_up();
        }
        done
    }

    /// Bounds how long a call waits for another connection that writes, for a caller that waits by itself
    /// and calls again: it is the busy timeout otherwise, and never more than that.
    pub fn set_lock_wait(&self, wait: Option<Duration>) {
        self.store.set_lock_wait(wait);
    }

    /// Whether a call has failed with `Busy` since this was asked last, and would have waited longer
    /// without [`Tree::set_lock_wait`].
    #[must_use]
    pub fn take_missed_lock(&self) -> bool {
        self.store.take_missed_lock()
    }

    /// How many rows this connection has changed so far, also in what was rolled back: where two numbers
    /// are equal, what was called between them has changed nothing.
    #[must_use]
    pub fn changed_rows(&self) -> u64 {
        self.store.changes()
    }

    /// Whether this connection could write now without waiting for another one.
    ///
    /// # Errors
    /// Every kind of a write but `Busy`.
    pub fn can_write_now(&self) -> Result<bool> {
        if self.store.is_read_only() || self.is_in_transaction() {
            return Ok(true);
        }
        match self.store.begin_within(Duration::ZERO) {
            Ok(()) => {
                self.store.roll_back("ROLLBACK");
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::Busy => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// How long a call waits for another connection that writes.
    #[must_use]
    pub fn busy_timeout(&self) -> Duration {
        self.store.busy_timeout()
    }

    /// Begins a transaction that is held open across calls, as that of a run is, until
    /// [`Tree::commit`] or [`Tree::give_up`]. Each call in it is a savepoint.
    pub(crate) fn hold_txn(&self) -> Result<()> {
        self.begin_write_by(Store::begin_immediate)
    }

    /// Calls `f` with the transaction that is held open, without a savepoint: where this fails, the
    /// transaction has to be given up. It fails inside of a call, whose savepoint is still open.
    pub(crate) fn with_held_txn<T>(&self, f: impl FnOnce(&WriteTxn<'_>) -> Result<T>) -> Result<T> {
        self.check_lost()?;
        if self.state.calls.get() > 0 {
            return Err(ends_inside());
        }
        f(&WriteTxn::of(self))
    }

    fn begin_write_by(&self, begin: impl FnOnce(&Store) -> Result<()>) -> Result<()> {
        if self.store.is_read_only() {
            return Err(Error::new(ErrorKind::ReadOnly));
        }
        self.prepare_room()?;
        self.ask_to_begin()?;
        if let Err(error) = begin(&self.store) {
            self.tell_end(false);
            return Err(error);
        }
        self.store.take_failure();
        self.state.begin_write();
        Ok(())
    }

    /// What a publisher has said yes to is committed even if the deadline has passed meanwhile.
    pub(crate) fn commit(&self) -> Result<()> {
        let is_published = self.publisher.borrow().is_some();
        let _disarmed = is_published.then(|| self.store.interrupt().disarm());
        self.publish()?;
        self.store.control("COMMIT")?;
        tracing::trace!("commit");
        self.state.end();
        self.tell_end(true);
        Ok(())
    }

    pub(crate) fn give_up(&self) {
        tracing::trace!("rollback");
        self.store.roll_back("ROLLBACK");
        self.state.give_up();
        self.tell_end(false);
    }

    /// Whether a statement that was stopped has rolled everything back.
    pub(crate) fn is_lost_to_deadline(&self) -> bool {
        matches!(*self.state.lost.borrow(), Some(Lost::ToDeadline))
    }

    /// Refuses a call in a transaction that SQLite has rolled back.
    pub(crate) fn check_lost(&self) -> Result<()> {
        match &*self.state.lost.borrow() {
            None => Ok(()),
            Some(Lost::ToDeadline) => Err(Error::new(ErrorKind::Deadline)),
            Some(Lost::ToFailure(Failure { kind, reason })) => Err(Error::new(*kind).with_detail(
                format!("{reason} (in an earlier call, which undid every change of the run)"),
            )),
        }
    }

    /// The history row of the running call, where it has got one and no run is open.
    pub(crate) fn implicit_run(&self) -> Option<i64> {
        self.state.implicit_run.get()
    }

    /// Refuses the end of a run inside of a call or a snapshot.
    pub(crate) fn check_no_transaction(&self) -> Result<()> {
        match self.is_in_transaction() {
            true => Err(ends_inside()),
            false => Ok(()),
        }
    }

    /// Whether a transaction is open.
    pub(crate) fn is_in_transaction(&self) -> bool {
        self.state.kind.get() != Kind::None
    }

    /// Whether a transaction that writes is open.
    pub(crate) fn is_writing(&self) -> bool {
        self.state.kind.get() == Kind::Write
    }
}

/// The error of a savepoint that holds the changes of a call that has failed.
fn spoiled() -> Error {
    Error::new(ErrorKind::Invalid).with_detail(
        "a part of this call failed after it had changed something, as it does on a full disk, so all of \
         it is rolled back: change fewer files at once",
    )
}

fn ends_inside() -> Error {
    Error::new(ErrorKind::Invalid).with_detail("a run cannot end inside of a call or a snapshot")
}
