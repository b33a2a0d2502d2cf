//! What is kept of a run that is put away, beside taking it up: reading it without the memory of its program,
//! and replacing it.

use super::suspend::{ANSWERS, STATE, Suspension, WAITS};
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::run::RunId;
use crate::store::int;
use crate::txn::{ReadTxn, Tree, WriteTxn};

/// What is kept of a run that is put away, without the memory of its program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuspendedState {
    /// What it waits for.
    pub waits: Vec<u8>,
    /// What is needed to take it up again.
    pub state: Vec<u8>,
    /// Until when it waits.
    pub until: Timestamp,
    /// What the clock of the workspace showed before the first change of the run; none without a change.
    pub clock_before: Option<Timestamp>,
}

impl Tree {
    /// What makes this workspace another than its copies: 16 bytes, which stay when the file is moved.
    ///
    /// # Errors
    /// As every read.
    pub fn identity(&self) -> Result<Vec<u8>> {
        self.snapshot(|txn| txn.identity())
    }

    /// What is kept of a run that is put away, without the memory of its program.
    ///
    /// # Errors
    /// `NotFound` and `Invalid` as [`OpenRun::take_up`](crate::OpenRun::take_up); `Corrupt` if it is damaged; those of every read.
    pub fn suspended_state(&self, run: RunId) -> Result<SuspendedState> {
        self.snapshot(|txn| {
            txn.check_suspended(run)?;
            let row = self.store.row(
                "SELECT stamp_before, until_ms FROM suspended WHERE run = ?1",
                [run.0],
                |row| Ok((row.get::<Option<i64>>(0)?, row.get(1)?)),
            )?;
            let (clock, until) =
                row.ok_or_else(|| Error::corrupt("a run that waits without what was kept of it"))?;
            Ok(SuspendedState {
                waits: txn.item(run.0, WAITS)?,
                state: txn.item(run.0, STATE)?,
                until: Timestamp::from_millis(until),
                clock_before: clock.map(Timestamp::from_micros),
            })
        })
    }

    /// Replaces what is kept of a run that is put away, if that is still what is `known`. It waits as before,
    /// with the answers that it has, and whoever works on its calls. It is on the disk when this returns.
    ///
    /// # Errors
    /// `Stale` if something else is kept of it by now; `NotFound` and `Invalid` as [`OpenRun::take_up`](crate::OpenRun::take_up);
    /// `TooLarge` beyond [`SUSPENDED_BYTES_MAX`](crate::SUSPENDED_BYTES_MAX); those of every write.
    pub fn replace_suspended(
        &self,
        run: RunId,
        known: &SuspendedState,
        suspension: &Suspension,
    ) -> Result<()> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            txn.check_suspended(run)?;
            if txn.item(run.0, WAITS)? != known.waits || txn.item(run.0, STATE)? != known.state {
                let text = format!("run {run} has gone on meanwhile");
                return Err(Error::new(ErrorKind::Stale).with_detail(text));
            }
            txn.replace_items(run.0, suspension)
        })
    }
}

impl ReadTxn<'_> {
    pub(super) fn identity(&self) -> Result<Vec<u8>> {
        let name = self
            .store
            .row("SELECT name FROM identity WHERE id = 1", [], |row| {
                row.get::<Vec<u8>>(0)
            })?;
        name.ok_or_else(|| Error::corrupt("a workspace without an identity"))
    }
}

impl WriteTxn<'_> {
    fn replace_items(&self, run: i64, suspension: &Suspension) -> Result<()> {
        let size = "UPDATE suspended SET size = size + ?2 WHERE run = ?1";
        let before = self.store.row(
            "SELECT coalesce(sum(length(data)), 0) FROM suspension WHERE run = ?1 AND item < ?2",
            (run, ANSWERS),
            |row| row.get::<i64>(0),
        )?;
        self.execute(size, (run, -before.unwrap_or_default()))?;
        self.execute(
            "DELETE FROM suspension WHERE run = ?1 AND item < ?2",
            (run, ANSWERS),
        )?;
        self.check_suspended_room(suspension.bytes())?;
        self.execute(size, (run, int(suspension.bytes())))?;
        self.execute(
            "UPDATE suspended SET until_ms = ?2 WHERE run = ?1",
            (run, suspension.until.as_millis()),
        )?;
        self.keep_items(run, suspension)
    }
}
