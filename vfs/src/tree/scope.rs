//! Transactions: a call is one, a call inside another is a savepoint.

use std::time::Duration;

use super::{Scope, State, Tree};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Failure, Store};

/// Why SQLite has undone a transaction that is still open for the caller.
#[derive(Debug)]
pub(super) enum Lost {
    /// The deadline passed, or the stop signal was given.
    ToDeadline,
    /// A statement failed, as they do when the disk does.
    ToFailure(Failure),
}

impl Tree {
    /// Runs several calls as one: all of them happen, or none.
    ///
    /// # Errors
    /// The first error that `f` returns, after rolling back; a call that fails and whose
    /// error `f` ignores leaves no changes.
    pub fn atomically<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_scope(|| f(self))
    }

    /// Runs several reads that all see the same state of the tree.
    ///
    /// # Errors
    /// The error that `f` returns. Writing inside is `Invalid`.
    pub fn snapshot<T, E: From<Error>>(
        &self,
        f: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.read_scope(|| f(self))
    }

    pub(crate) fn read_scope<T, E: From<Error>>(
        &self,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_lost()?;
        if self.scope.get() != Scope::None {
            return f();
        }
        self.store.control("BEGIN")?;
        self.scope.set(Scope::Read);
        let result = f();
        self.scope.set(Scope::None);
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

    pub(crate) fn write_scope<T, E: From<Error>>(
        &self,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_lost()?;
        match self.scope.get() {
            Scope::None => {
                let row = self.run_row();
                self.begin_write()?;
                self.implicit_run.set(None);
                let result = f().and_then(|value| {
                    self.close_call(None)?;
                    self.commit()?;
                    Ok(value)
                });
                if result.is_err() {
                    self.give_up();
                    self.implicit_run.set(None);
                    self.restore_run_row(row);
                } else if self.implicit_run.take().is_some_and(|run| run % 32 == 0) {
                    self.prune_quietly();
                }
                result
            }
            Scope::Read => Err(Error::new(ErrorKind::Invalid)
                .with_detail("writing inside a snapshot")
                .into()),
            Scope::Write => self.nested_scope(f),
        }
    }

    /// A call inside a transaction: a savepoint undoes it alone.
    fn nested_scope<T, E: From<Error>>(&self, f: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let before = (
            self.state.get(),
            self.state_changed.get(),
            self.implicit_run.get(),
            self.run_row(),
            self.state_flushed.get(),
        );
        self.store.control("SAVEPOINT call")?;
        self.stamp.set(None);
        let result = f().and_then(|value| {
            self.close_call(before.0)?;
            self.store.control("RELEASE call")?;
            Ok(value)
        });
        if result.is_err() {
            if self.store.is_idle() {
                // SQLite gave up the whole transaction, as it does when the disk fails.
                let lost = match self.store.take_failure() {
                    _ if self.store.interrupt().is_due() => Lost::ToDeadline,
                    Some(failure) => Lost::ToFailure(failure),
                    None => Lost::ToFailure(Failure {
                        kind: ErrorKind::Storage,
                        reason: "storage failed: SQLite has ended the transaction".to_owned(),
                    }),
                };
                self.lost.replace(Some(lost));
            } else {
                self.store.roll_back("ROLLBACK TO call");
                self.store.roll_back("RELEASE call");
                self.state.set(before.0);
                self.state_changed.set(before.1);
                self.state_flushed.set(before.4);
            }
            self.implicit_run.set(before.2);
            self.restore_run_row(before.3);
        }
        result
    }

    pub(crate) fn begin_write(&self) -> Result<()> {
        self.begin_write_by(Store::begin_immediate)
    }

    /// Begins a transaction that writes, and waits for other connections at most so long.
    pub(crate) fn begin_write_within(&self, wait: Duration) -> Result<()> {
        self.begin_write_by(|store| store.begin_within(wait))
    }

    fn begin_write_by(&self, begin: impl FnOnce(&Store) -> Result<()>) -> Result<()> {
        if self.store.is_read_only() {
            return Err(Error::new(ErrorKind::ReadOnly));
        }
        self.prepare_room()?;
        begin(&self.store)?;
        self.store.take_failure();
        self.scope.set(Scope::Write);
        self.state.set(None);
        self.state_flushed.set(None);
        self.state_changed.set(false);
        self.stamp.set(None);
        Ok(())
    }

    pub(crate) fn commit(&self) -> Result<()> {
        self.store.control("COMMIT")?;
        tracing::trace!("commit");
        self.scope.set(Scope::None);
        self.state.set(None);
        Ok(())
    }

    pub(crate) fn give_up(&self) {
        tracing::trace!("rollback");
        self.store.roll_back("ROLLBACK");
        self.lost.replace(None);
        self.scope.set(Scope::None);
        self.state.set(None);
        self.state_changed.set(false);
    }

    /// Whether a statement that was stopped has undone everything.
    pub(crate) fn is_lost_to_deadline(&self) -> bool {
        matches!(*self.lost.borrow(), Some(Lost::ToDeadline))
    }

    /// Refuses a call in a transaction that SQLite has undone.
    pub(crate) fn check_lost(&self) -> Result<()> {
        match &*self.lost.borrow() {
            None => Ok(()),
            Some(Lost::ToDeadline) => Err(Error::new(ErrorKind::Deadline)),
            Some(Lost::ToFailure(Failure { kind, reason })) => Err(Error::new(*kind).with_detail(
                format!("{reason} (in an earlier call, which undid every change of the run)"),
            )),
        }
    }

    /// Whether a transaction is open.
    pub(crate) fn is_in_transaction(&self) -> bool {
        self.scope.get() != Scope::None
    }

    /// Whether a write transaction is open.
    pub(crate) fn is_writing(&self) -> bool {
        self.scope.get() == Scope::Write
    }

    /// Checks the bounds and writes the totals at the end of a call.
    fn close_call(&self, before: Option<State>) -> Result<()> {
        let Some(after) = self.state.get() else {
            return Ok(());
        };
        if self.state_changed.get() {
            let before = match before.or(self.state_flushed.get()) {
                Some(before) => before,
                None => self.load_state()?,
            };
            self.quota.check_totals(before.stored(), after.stored())?;
            self.flush_state()?;
        }
        Ok(())
    }
}
