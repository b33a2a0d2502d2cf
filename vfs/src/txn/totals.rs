//! The state row: totals, the clock and the next number. It is read once per transaction, and written
//! at the end of a call that has changed it.

use super::state::{Kind, StateRow};
use super::{ROOT, Tree, WriteTxn};
use crate::error::{Error, Result};
use crate::store::{self, int, unsigned};

impl Tree {
    /// The state row; loaded once per transaction that writes.
    pub(crate) fn state(&self) -> Result<StateRow> {
        if let Some(row) = self.state.row.get() {
            return Ok(row);
        }
        let row = self.load_state()?;
        if self.state.kind.get() == Kind::Write {
            self.state.row.set(Some(row));
            self.state.flushed.set(Some(row));
        }
        Ok(row)
    }

    fn load_state(&self) -> Result<StateRow> {
        let read = |row: &store::Row<'_>| {
            Ok(StateRow {
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
}

impl WriteTxn<'_> {
    /// Writes the state row, if it has changed.
    pub(crate) fn flush_state(&self) -> Result<()> {
        if let (Some(state), true) = (self.state.row.get(), self.state.is_changed.get()) {
            let (bytes, entries) = (int(state.bytes), int(state.entries));
            let (next_id, history_bytes) = (state.next_id, int(state.history_bytes));
            match self.branch_number() {
                None => self.execute(
                    "UPDATE state SET bytes = ?1, entries = ?2, clock_us = ?3, next_id = ?4, history_bytes = ?5,
                        branches = ?6 WHERE id = 1",
                    (bytes, entries, state.clock_us, next_id, history_bytes, int(state.branches)),
                )?,
                Some(branch) => {
                    self.execute(
                        "UPDATE state SET clock_us = ?1, next_id = ?2, history_bytes = ?3, branches = ?4 WHERE id = 1",
                        (state.clock_us, next_id, history_bytes, int(state.branches)),
                    )?;
                    self.execute(
                        "UPDATE branch SET bytes = ?2, entries = ?3 WHERE id = ?1",
                        (branch, bytes, entries),
                    )?
                }
            };
            self.state.is_changed.set(false);
            self.state.flushed.set(Some(state));
        }
        Ok(())
    }

    /// Changes the state row; written at the end of the call.
    pub(crate) fn update_state<T>(&self, change: impl FnOnce(&mut StateRow) -> T) -> Result<T> {
        let mut row = self.state()?;
        let result = change(&mut row);
        self.state.row.set(Some(row));
        self.state.is_changed.set(true);
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
        if let Some(stamp) = self.state.stamp.get() {
            return Ok(stamp);
        }
        let now = self.now().as_micros();
        let (before, stamp) = self.update_state(|state| {
            let before = state.clock_us;
            state.clock_us = now.max(before.saturating_add(1));
            (before, state.clock_us)
        })?;
        self.state.stamp.set(Some(stamp));
        self.run.change(|run| run.stamps.add(before, stamp));
        Ok(stamp)
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

    /// Checks the bounds and writes the totals at the end of a call that began with `before`.
    pub(super) fn close_call(&self, before: Option<StateRow>) -> Result<()> {
        let Some(after) = self.state.row.get() else {
            return Ok(());
        };
        if self.state.is_changed.get() {
            let before = match before.or(self.state.flushed.get()) {
                Some(before) => before,
                None => self.load_state()?,
            };
            self.quota.check_totals(before.stored(), after.stored())?;
            self.flush_state()?;
        }
        Ok(())
    }
}
