//! Closing the rows of runs whose changes are permanent already.

use std::time::{Duration, Instant};

use crate::error::{Error, ErrorKind, Result};
use crate::run::RunState;
use crate::store::Durability;
use crate::txn::{CurrentRun, LateRun, Tree, WriteTxn};

/// How long the end of a run may wait for other connections: until a point in time, but no longer than
/// `most`.
pub(super) fn wait_at_end(until: Option<Instant>, most: Duration) -> Duration {
    until.map_or(most, |until| {
        until.saturating_duration_since(Instant::now()).min(most)
    })
}

impl Tree {
    /// Ends a run whose calls are committed. Returns whether the history may have to be pruned.
    ///
    /// Its changes are permanent already. So where another connection writes for longer than `until`,
    /// the row is left open, and closed as soon as this connection can. The same where the run ends inside
    /// of a call or a snapshot, which is an error.
    pub(super) fn close_committed_run(
        &self,
        run: &CurrentRun,
        id: i64,
        state: RunState,
        until: Option<Instant>,
    ) -> Result<bool> {
        if let Err(error) = self.check_no_transaction() {
            self.keep_late(run, id, state);
            return Err(error);
        }
        // SQLite gives up a little before the time that it may wait.
        let is_cut_short =
            wait_at_end(until, self.store.busy_timeout()) < self.store.busy_timeout();
        self.store.set_durability(Durability::Full)?;
        let close = || {
            let wait = wait_at_end(until, self.store.busy_timeout());
            self.close_in_transaction(run, id, state, wait)
        };
        let closed = self.with_room_to_remove(close);
        self.relax();
        match closed {
            Err(error) if is_cut_short && error.kind() == ErrorKind::Busy => {
                self.keep_late(run, id, state);
                Ok(false)
            }
            closed => closed,
        }
    }

    pub(super) fn keep_late(&self, run: &CurrentRun, id: i64, state: RunState) {
        let run = run.clone();
        self.run.keep_late([LateRun { run, id, state }]);
    }

    /// Closes the rows of runs that could not be closed in time, if that needs no waiting.
    pub(super) fn end_late_runs(&self) {
        self.end_late_runs_within(Duration::ZERO);
    }

    fn end_late_runs_within(&self, wait: Duration) {
        let mut late = self.run.take_late().into_iter();
        while let Some(run) = late.next() {
            let closed = self.end_late_run(&run, wait);
            if closed.is_err_and(|error| error.kind() == ErrorKind::Busy) {
                self.run.keep_late([run].into_iter().chain(late));
                return;
            }
        }
    }

    fn end_late_run(&self, late: &LateRun, wait: Duration) -> Result<()> {
        let LateRun { run, id, state } = late;
        let Some(aside) = &run.aside else {
            return self.close_in_transaction(run, *id, *state, wait).map(drop);
        };
        let branch = self.current_branch();
        let ended = self.end_aside(run, *id, aside, false, wait);
        self.enter(branch);
        ended.map(drop)
    }

    fn close_in_transaction(
        &self,
        run: &CurrentRun,
        id: i64,
        state: RunState,
        wait: Duration,
    ) -> Result<bool> {
        let closed = self.write_txn_within(wait, |txn| {
            txn.close_run(run, id, state)?;
            txn.is_too_much().map(Some)
        });
        closed.map(Option::unwrap_or_default)
    }
}

impl WriteTxn<'_> {
    /// Where machines share the workspace, somebody may have [ended](Tree::end_left) a run that this one goes
    /// on with.
    fn check_open(&self, id: i64) -> Result<()> {
        if !self.is_shared {
            return Ok(());
        }
        let state = self
            .store
            .row("SELECT state FROM run WHERE id = ?1", [id], |row| {
                row.get::<i64>(0)
            })?;
        match state.map(RunState::from_code) {
            None | Some(RunState::Open) => Ok(()),
            Some(_) => Err(Error::new(ErrorKind::Stale).with_detail(format!(
                "run {id} was ended while it went on here: nothing of it is kept"
            ))),
        }
    }

    /// Writes down how a run ended, and what is kept with it.
    pub(super) fn close_run(&self, run: &CurrentRun, id: i64, state: RunState) -> Result<()> {
        self.check_open(id)?;
        self.put_parts(id, &run.last_parts)?;
        let finished_ms = self.finished_ms(run);
        self.execute(
            "UPDATE run SET state = ?2, finished_ms = ?3, status = ?4, owner = NULL WHERE id = ?1",
            (id, state.code(), finished_ms, run.status.as_deref()),
        )?;
        Ok(())
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        /// Nobody does it after this connection.
        const LAST_WAIT: Duration = Duration::from_millis(100);
        if !self.is_resting() {
            self.end_late_runs_within(LAST_WAIT);
        }
    }
}
