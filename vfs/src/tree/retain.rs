//! Keeping the history within its bounds: the oldest runs are removed first.

use std::time::Duration;

use isolate_text::budget;

use super::kept::KEPT;
use crate::error::{Error, ErrorKind, Result};
use crate::retention::Retention;
use crate::run::{RunId, RunState};
use crate::store::{HELD_BYTES_SQL, Row, Runs, int, rows_bytes_sql, unsigned};
use crate::txn::{ReadTxn, Tree, WriteTxn};

/// Most runs that one pruning removes: a bound on the wait at the end of a run.
const RUNS_PRUNED_MAX: u64 = 64;
/// Added to the mode of a run whose rows do not have all its changes.
pub(crate) const INCOMPLETE: i64 = 4;
/// Added to the mode of a run that has a row but has not changed anything.
pub(crate) const UNCHANGED: i64 = 8;
/// Added to the mode of the run that took a new branch back to the point at which it begins.
const MAKES_BRANCH: i64 = 32;
/// How long an idempotency key is kept at least, with the record of its run: one day.
pub(crate) const KEY_MS_MIN: i64 = 24 * 60 * 60 * 1000;

/// Runs that are over, and those that may have been interrupted, which [`Tree::is_over`] finds out. Not among
/// them are those that are put away or have changes that are kept apart, one number: that of what is being
/// recorded, and those whose idempotency key was given after a time.
const RUNS_THAT_MAY_GO: &str = "SELECT id, machine_ms, owner, state <> 0 OR machine_ms < ?1
    FROM run WHERE id IS NOT ?2 AND state <> 4 AND id NOT IN (SELECT run FROM aside)
    AND (state <> 0 OR owner IS NOT NULL OR machine_ms < ?1)
    AND NOT EXISTS (SELECT 1 FROM idempotency k WHERE k.run = run.id AND k.created_ms > ?3)
    ORDER BY id";

/// Which runs are removed from the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spares {
    /// Not those whose idempotency keys are of the last day.
    Keyed,
    /// The disk has no room.
    Nothing,
}

impl Tree {
    /// How much history this connection keeps: the setting of the workspace, unless the connection
    /// was opened with another. What does not fit beside the files is not kept.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn retention(&self) -> Result<Retention> {
        match self.own_retention {
            Some(retention) => Ok(retention),
            None => self.kept_retention(),
        }
    }

    /// Whether anything is to be recorded that changes nothing, and kept beside changes.
    pub(crate) fn keeps_runs(&self) -> Result<bool> {
        Ok(self.retention()?.runs_max > 0)
    }

    fn kept_retention(&self) -> Result<Retention> {
        let row = self.store.row(
            "SELECT runs_max, age_max_ms, bytes_max FROM retention WHERE id = 1",
            [],
            |row| {
                let age = unsigned(row, 1)?;
                Ok(Retention::new()
                    .runs_max(unsigned(row, 0)?)
                    .age_max(Duration::from_millis(age))
                    .bytes_max(unsigned(row, 2)?))
            },
        )?;
        row.ok_or_else(|| Error::corrupt("no retention"))
    }

    /// Changes how much history the workspace keeps, for all its connections. The next run that ends
    /// removes what is too much; [`Tree::collect`] does so at once.
    ///
    /// # Errors
    /// As every write.
    pub fn set_retention(&self, retention: &Retention) -> Result<()> {
        let set = self.with_room_to_remove(|| {
            self.atomically(|txn| {
                txn.execute(
                    "UPDATE retention SET runs_max = ?1, age_max_ms = ?2, bytes_max = ?3 WHERE id = 1",
                    (
                        int(retention.runs_max),
                        retention.age_max_ms(),
                        int(retention.bytes_max),
                    ),
                )?;
                Ok(())
            })
        });
        self.settle_removal();
        set
    }

    /// Removes history beyond its bounds now, and not after the next run.
    ///
    /// # Errors
    /// As every write; inside of a transaction, `Invalid`.
    pub fn prune(&self) -> Result<()> {
        let pruned = self.write_txn_within(self.store.busy_timeout(), |txn| {
            txn.prune(&txn.retention()?.within(&txn.quota))?;
            txn.prune_to_file().map(Some)
        });
        pruned.map(drop)
    }

    /// Removes history beyond its bounds. What fails is tried again after the next run.
    pub(crate) fn prune_quietly(&self) {
        if self.is_writing() {
            return;
        }
        let _ = self.write_txn_within(self.store.busy_timeout(), |txn| {
            txn.prune(&txn.retention()?.within(&txn.quota))?;
            txn.prune_to_file().map(Some)
        });
        self.store.give_back_some();
    }

    /// The number of the newest run, and when it began.
    pub(super) fn newest_run(&self) -> Result<Option<(i64, i64)>> {
        self.store.row(
            "SELECT id, machine_ms FROM run ORDER BY id DESC LIMIT 1",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Whether a run took a new branch back to the point at which it begins.
    pub(crate) fn makes_branch(&self, run: i64) -> Result<bool> {
        self.has_mode(run, MAKES_BRANCH)
    }

    /// The newest run that this branch sees and that took a new branch back to the point at which it
    /// begins.
    pub(crate) fn last_making(&self) -> Result<Option<RunId>> {
        let sql = format!(
            "SELECT max(id) FROM run WHERE mode & ?1 <> 0 AND {}",
            &*self.seen_runs()
        );
        let newest = self.store.row(&sql, [MAKES_BRANCH], |row| row.get(0))?;
        Ok(newest.flatten().map(RunId))
    }

    /// Whether the history has only a part of a run.
    pub(crate) fn is_incomplete(&self, run: i64) -> Result<bool> {
        self.has_mode(run, INCOMPLETE)
    }

    fn has_mode(&self, run: i64, flag: i64) -> Result<bool> {
        let mode = self
            .store
            .row("SELECT mode FROM run WHERE id = ?1", [run], |row| {
                row.get::<i64>(0)
            })?;
        Ok(mode.is_some_and(|mode| mode & flag != 0))
    }
}

impl ReadTxn<'_> {
    /// Whether there may be more history than is kept. Numbers of runs only grow, so there are no more
    /// runs than from the oldest number to the newest.
    pub(crate) fn is_too_much(&self) -> Result<bool> {
        let retention = self.retention()?.within(&self.quota);
        if self.state()?.history_bytes > retention.bytes_max {
            return Ok(true);
        }
        let oldest = self.store.row(
            "SELECT id, machine_ms FROM run ORDER BY id LIMIT 1",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let Some(newest) = self.newest_run()? else {
            return Ok(false);
        };
        Ok(oldest.is_some_and(|oldest| self.is_beyond(&retention, oldest, newest)))
    }

    /// Whether a run is too old to be kept, by its number or its age.
    fn is_beyond(&self, retention: &Retention, run: (i64, i64), newest: (i64, i64)) -> bool {
        let now = self.now().as_millis().max(newest.1);
        newest.0.saturating_sub(run.0) >= int(retention.runs_max)
            || now.saturating_sub(run.1) > retention.age_max_ms()
    }

    /// A run that began before this and has not ended is not going on any more.
    /// Whether a run of [`RUNS_THAT_MAY_GO`] is not going on any more.
    fn is_over(&self, row: &Row<'_>) -> Result<bool> {
        if row.get::<i64>(3)? != 0 {
            return Ok(true);
        }
        let owner: Option<String> = row.get(2)?;
        Ok(self.is_left_open(owner.as_deref(), row.get(1)?))
    }

    /// The record of a run whose key was given after this is kept.
    fn keyed_after(&self, spares: Spares) -> Result<i64> {
        let newest_ms = self.newest_run()?.map_or(i64::MIN, |newest| newest.1);
        let now_ms = self.now().as_millis().max(newest_ms);
        Ok(match spares {
            Spares::Keyed => now_ms.saturating_sub(KEY_MS_MIN),
            Spares::Nothing => i64::MAX,
        })
    }

    /// The oldest run that may go: one that is over, and not what is being recorded.
    fn oldest_run(&self, spares: Spares) -> Result<Option<i64>> {
        let mut oldest = None;
        self.store.each_while(
            RUNS_THAT_MAY_GO,
            (
                self.open_before(),
                self.own_row(),
                self.keyed_after(spares)?,
            ),
            |row| {
                if self.is_over(row)? {
                    oldest = Some(row.get(0)?);
                }
                Ok(oldest.is_none())
            },
        )?;
        Ok(oldest)
    }

    /// Refuses a run of which the history has only a part.
    pub(crate) fn check_run_complete(&self, run: i64) -> Result<()> {
        if self.is_incomplete(run)? {
            return Err(Error::new(ErrorKind::NotFound).with_detail(format!(
                "run {run} is not in the history as a whole: there was no space to keep all that it changed, so it cannot be undone"
            )));
        }
        Ok(())
    }

    /// The largest number of a run that was removed from the history.
    pub(crate) fn forgotten(&self) -> Result<i64> {
        let forgotten = self
            .store
            .row("SELECT forgotten FROM retention", [], |row| row.get(0))?;
        forgotten.ok_or_else(|| Error::corrupt("no retention"))
    }

    /// The numbers of all runs after one.
    pub(crate) fn runs_after(&self, run: i64) -> Result<Vec<i64>> {
        let mut runs = Vec::new();
        let sql = "SELECT id FROM run WHERE id > ?1 ORDER BY id";
        self.store.each(sql, [run], |row| {
            budget::charge(size_of::<i64>())?;
            runs.push(row.get(0)?);
            Ok(())
        })?;
        Ok(runs)
    }

    /// What the rows of runs take, with those of their changes and parts, as it is charged.
    fn rows_bytes(&self, runs: Runs, run: Option<i64>) -> Result<u64> {
        let sql = rows_bytes_sql(runs);
        let read = |row: &crate::store::Row<'_>| unsigned(row, 0);
        let bytes = match runs {
            Runs::All => self.store.row(&sql, [], read)?,
            Runs::One => self.store.row(&sql, [run], read)?,
        };
        bytes.ok_or_else(|| Error::corrupt("no totals"))
    }

    /// The bytes that only history holds and those of its rows, counted anew.
    pub(crate) fn recount_history(&self) -> Result<u64> {
        let rows = self.rows_bytes(Runs::All, None)?;
        let held = self.store.row(HELD_BYTES_SQL, [], |row| unsigned(row, 0))?;
        let held = held.ok_or_else(|| Error::corrupt("no totals"))?;
        Ok(rows.saturating_add(held))
    }
}

impl WriteTxn<'_> {
    /// In a copy: removes history beyond its bounds as a part of the transaction, since another one would
    /// be another entry in the log. What fails is tried again at the end of the next run.
    pub(crate) fn prune_within(&self) {
        if !self.is_published() || !self.is_too_much().unwrap_or(false) {
            return;
        }
        let pruned = self.atomically(|txn| txn.prune(&txn.retention()?.within(&txn.quota)));
        if let Err(error) = pruned {
            tracing::debug!(%error, "history beyond its bounds is still there");
        }
    }

    /// Removes some of the runs beyond the bounds, the oldest first. Returns how many.
    pub(crate) fn prune(&self, retention: &Retention) -> Result<u64> {
        let mut runs = Vec::new();
        if let Some(newest) = self.newest_run()? {
            self.store.each_while(
                RUNS_THAT_MAY_GO,
                (
                    self.open_before(),
                    self.own_row(),
                    self.keyed_after(Spares::Keyed)?,
                ),
                |row| {
                    let run = (row.get(0)?, row.get(1)?);
                    let is_beyond = self.is_beyond(retention, run, newest);
                    if is_beyond && self.is_over(row)? {
                        runs.push(run.0);
                    }
                    Ok(is_beyond && (runs.len() as u64) < RUNS_PRUNED_MAX)
                },
            )?;
        }
        let mut pruned = runs.len() as u64;
        for run in runs {
            self.forget_run(run)?;
        }
        let goal = |state_bytes: u64| state_bytes > retention.bytes_max && pruned < RUNS_PRUNED_MAX;
        // Counting anew is for nothing where no run may go.
        if !goal(self.state()?.history_bytes) || self.oldest_run(Spares::Keyed)?.is_none() {
            return Ok(pruned);
        }
        // The running count errs upwards only: what is shared may be counted twice.
        let exact = self.recount_history()?;
        self.update_state(|state| state.history_bytes = exact)?;
        if exact <= retention.bytes_max {
            return Ok(pruned);
        }
        // Well below the bound, so that the next run need not count again.
        let goal = retention.bytes_max / 4 * 3;
        while self.state()?.history_bytes > goal && pruned < RUNS_PRUNED_MAX {
            let Some(oldest) = self.oldest_run(Spares::Keyed)? else {
                break;
            };
            self.forget_run(oldest)?;
            pruned += 1;
        }
        Ok(pruned)
    }

    /// Removes the oldest runs that may be removed until the database holds at most `goal` bytes.
    pub(crate) fn prune_to(&self, goal: u64) -> Result<()> {
        if self.is_history_pinned() {
            return Ok(());
        }
        while self.store.pages()?.used_bytes() > goal {
            self.check_deadline()?;
            let Some(oldest) = self.oldest_run(Spares::Nothing)? else {
                return Ok(());
            };
            self.forget_run(oldest)?;
        }
        Ok(())
    }

    /// Forgets what all runs did, the open ones too: those are marked, and cannot be undone.
    pub(crate) fn forget_history(&self) -> Result<()> {
        self.store.make_scratch()?;
        self.execute("DELETE FROM temp.touched", [])?;
        // What is kept for an open run belongs to its changes.
        let forgotten = format!(
            "(name GLOB '{KEPT}*' OR run IN (SELECT id FROM run WHERE state NOT IN (0, 4) AND id IS NOT ?1))"
        );
        self.touch_history("true", &forgotten, self.own_row())?;
        self.release_touched()?;
        self.forget_shared()?;
        self.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IN (SELECT run FROM change)",
            [INCOMPLETE],
        )?;
        self.execute("DELETE FROM change", [])?;
        self.execute(
            &format!("DELETE FROM part WHERE {forgotten}"),
            [self.own_row()],
        )?;
        self.execute(
            "UPDATE retention SET forgotten = max(forgotten,
                (SELECT coalesce(max(id), 0) FROM run WHERE state NOT IN (0, 4) AND id IS NOT ?1))",
            [self.own_row()],
        )?;
        self.execute(
            "DELETE FROM run WHERE state NOT IN (0, 4) AND id IS NOT ?1",
            [self.own_row()],
        )?;
        self.execute(
            "DELETE FROM idempotency WHERE created_ms <= ?1 AND run NOT IN (SELECT id FROM run)",
            [self.keyed_after(Spares::Keyed)?],
        )?;
        let exact = self.recount_history()?;
        self.update_state(|state| state.history_bytes = exact)
    }

    /// Marks the run that is being recorded as one whose rows do not have all its changes.
    pub(crate) fn mark_incomplete(&self) -> Result<()> {
        self.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IS ?2",
            (INCOMPLETE, self.own_row()),
        )?;
        Ok(())
    }

    /// Marks the run that is being recorded as one that has changed nothing, if that is so. It must not
    /// change anything afterwards.
    pub(crate) fn mark_unchanged(&self) -> Result<()> {
        self.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IS ?2 AND NOT EXISTS (SELECT 1 FROM change WHERE run = ?2)",
            (UNCHANGED, self.own_row()),
        )?;
        Ok(())
    }

    /// Marks a run as one that has changed nothing, if that is so. It must have ended.
    pub(crate) fn mark_if_unchanged(&self, run: i64) -> Result<()> {
        self.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM change WHERE run = ?2)",
            (UNCHANGED, run),
        )?;
        Ok(())
    }

    /// Marks the run that is being recorded as a part of making the branch.
    pub(crate) fn mark_making(&self) -> Result<()> {
        self.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IS ?2",
            (MAKES_BRANCH, self.own_row()),
        )?;
        Ok(())
    }

    /// Sets the number below which runs are missing because they were removed.
    pub(crate) fn set_forgotten(&self, run: i64) -> Result<()> {
        self.execute("UPDATE retention SET forgotten = ?1", [run])
            .map(drop)
    }

    /// Forgets what all runs did, as if they had ended.
    pub(crate) fn forget_all_history(&self) -> Result<()> {
        self.execute(
            "UPDATE run SET state = ?1 WHERE state IN (?2, ?3)",
            (
                RunState::Abandoned.code(),
                RunState::Open.code(),
                RunState::Suspended.code(),
            ),
        )?;
        self.execute("DELETE FROM suspended", [])?;
        self.execute("DELETE FROM suspension", [])?;
        self.forget_history()
    }

    /// Removes all runs after one, once the tree is what it was then.
    pub(crate) fn delete_runs_after(&self, run: i64) -> Result<()> {
        // Otherwise what earlier runs left is in the tree again.
        let is_interleaved = self.has_interleaved_runs()?;
        for later in self.runs_after(run)? {
            match is_interleaved {
                true => self.forget_run(later)?,
                false => self.delete_run(later)?,
            }
        }
        Ok(())
    }

    /// Removes a run; what others that stay had left and only it holds is kept for them.
    fn forget_run(&self, run: i64) -> Result<()> {
        self.keep_for_rest(run)?;
        self.delete_run(run)
    }

    /// Removes what a run has changed from the history, once the tree does not have it any more.
    pub(crate) fn delete_changes(&self, run: i64) -> Result<()> {
        self.store.make_scratch()?;
        self.execute("DELETE FROM temp.touched", [])?;
        self.touch_history("run = ?1", "false", Some(run))?;
        let freed = self.release_touched()?;
        self.execute("DELETE FROM change WHERE run = ?1", [run])?;
        self.update_state(|state| state.history_bytes = state.history_bytes.saturating_sub(freed))
    }

    /// Marks a run as one that has changed nothing.
    pub(crate) fn mark_as_unchanged(&self, run: i64) -> Result<()> {
        self.execute(
            "UPDATE run SET mode = (mode | ?2) & ~?3 WHERE id = ?1",
            (run, UNCHANGED, INCOMPLETE),
        )?;
        Ok(())
    }

    pub(crate) fn delete_run(&self, run: i64) -> Result<()> {
        self.store.make_scratch()?;
        self.execute("DELETE FROM temp.touched", [])?;
        self.touch_history("run = ?1", "run = ?1", Some(run))?;
        let freed = self.release_touched()?;
        self.forget_shared()?;
        let rows = self.rows_bytes(Runs::One, Some(run))?;
        let freed = freed.saturating_add(rows);
        for sql in [
            "DELETE FROM change WHERE run = ?1",
            "DELETE FROM part WHERE run = ?1",
            "DELETE FROM suspended WHERE run = ?1",
            "DELETE FROM suspension WHERE run = ?1",
            "UPDATE retention SET forgotten = max(forgotten, ?1)",
        ] {
            self.execute(sql, [run])?;
        }
        // A key of the last day outlives the record of its run: what it was given to is not done again.
        self.execute(
            "DELETE FROM idempotency WHERE run = ?1 AND created_ms <= ?2",
            (run, self.keyed_after(Spares::Keyed)?),
        )?;
        self.execute("DELETE FROM run WHERE id = ?1", [run])?;
        self.update_state(|state| state.history_bytes = state.history_bytes.saturating_sub(freed))
    }

    /// Counts into `touched` what some changes and some parts of runs hold.
    fn touch_history(&self, changes: &str, parts: &str, run: Option<i64>) -> Result<()> {
        self.execute(
            &format!(
                "INSERT INTO temp.touched (id, n) SELECT content, count(*) FROM (
                    SELECT before_content AS content FROM change WHERE before_content IS NOT NULL AND {changes}
                    UNION ALL SELECT content FROM part WHERE content IS NOT NULL AND {parts})
                 WHERE ?1 IS NULL OR true GROUP BY content"
            ),
            [run],
        )?;
        Ok(())
    }
}
