//! Keeping the history within its bounds: the oldest runs are removed first.

use rusqlite::Params;

use super::Tree;
use crate::error::{Error, ErrorKind, Result};
use crate::store::{int, rows_bytes_sql, unsigned};

/// Most runs that one pruning removes: a bound on the wait at the end of a run.
const RUNS_PRUNED_MAX: u64 = 64;
/// Added to the mode of a run whose rows do not have all its changes.
pub(crate) const INCOMPLETE: i64 = 4;
/// A run that did not end may still be going on for this long: one day.
const OPEN_RUN_MS_MAX: i64 = 24 * 60 * 60 * 1000;

impl Tree {
    /// Removes history beyond its bounds. What fails is tried again after the next run.
    pub(crate) fn prune_quietly(&self) {
        if self.is_writing() {
            return;
        }
        let pruned = self.begin_write().and_then(|()| {
            self.prune()?;
            self.prune_to_file()?;
            self.flush_state()?;
            self.commit()
        });
        if pruned.is_err() {
            self.give_up();
        }
        self.store.give_back_some();
    }

    fn prune(&self) -> Result<()> {
        let mut runs = Vec::new();
        let started = self.started_before();
        self.store.each(
            "SELECT id FROM run WHERE id <= (SELECT id FROM run ORDER BY id DESC LIMIT 1 OFFSET ?1)
             AND (state <> 0 OR started_ms < ?2) ORDER BY id LIMIT ?3",
            (int(self.retention.runs_max), started, int(RUNS_PRUNED_MAX)),
            |row| {
                runs.push(row.get(0)?);
                Ok(())
            },
        )?;
        for run in runs {
            self.delete_run(run)?;
        }
        let mut left = RUNS_PRUNED_MAX;
        while self.state()?.history_bytes > self.retention.bytes_max && left > 0 {
            // The running count errs upwards only: what is shared may be counted twice.
            let exact = self.recount_history()?;
            self.update_state(|state| state.history_bytes = exact)?;
            if exact <= self.retention.bytes_max {
                break;
            }
            // Well below the bound, so that the next run need not count again.
            let goal = self.retention.bytes_max / 4 * 3;
            while self.state()?.history_bytes > goal && left > 0 {
                let Some(oldest) = self.oldest_run()? else {
                    return Ok(());
                };
                self.delete_run(oldest)?;
                left -= 1;
            }
        }
        Ok(())
    }

    /// A run that began before this and has not ended is not going on any more.
    fn started_before(&self) -> i64 {
        let now = self.now().as_millis();
        now.saturating_sub(OPEN_RUN_MS_MAX)
    }

    /// The oldest run that may go: one that is over, and not what is being recorded.
    fn oldest_run(&self) -> Result<Option<i64>> {
        self.store.row(
            "SELECT id FROM run WHERE (state <> 0 OR started_ms < ?1) AND id IS NOT ?2 ORDER BY id LIMIT 1",
            (self.started_before(), self.own_row()),
            |row| row.get(0),
        )
    }

    /// Removes the oldest runs that may be removed until the database holds at most `goal` bytes.
    pub(crate) fn prune_to(&self, goal: u64) -> Result<()> {
        if self.is_history_pinned() {
            return Ok(());
        }
        while self.store.pages()?.used_bytes() > goal {
            self.check_deadline()?;
            let Some(oldest) = self.oldest_run()? else {
                return Ok(());
            };
            self.delete_run(oldest)?;
        }
        Ok(())
    }

    /// Forgets what all runs did, the open ones too: those are marked, and cannot be undone.
    pub(crate) fn forget_history(&self) -> Result<()> {
        self.store.make_scratch()?;
        self.store.execute("DELETE FROM temp.touched", [])?;
        self.store.execute(
            "INSERT INTO temp.touched (id, n) SELECT before_content, count(*) FROM change
             WHERE before_content IS NOT NULL GROUP BY before_content",
            [],
        )?;
        self.release_touched()?;
        self.store.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IN (SELECT run FROM change)",
            [INCOMPLETE],
        )?;
        self.store.execute("DELETE FROM change", [])?;
        self.store.execute(
            "DELETE FROM run WHERE state <> 0 AND id IS NOT ?1",
            [self.own_row()],
        )?;
        let exact = self.recount_history()?;
        self.update_state(|state| state.history_bytes = exact)
    }

    /// Marks the run that is being recorded as one whose rows do not have all its changes.
    pub(crate) fn mark_incomplete(&self) -> Result<()> {
        self.store.execute(
            "UPDATE run SET mode = mode | ?1 WHERE id IS ?2",
            (INCOMPLETE, self.own_row()),
        )?;
        Ok(())
    }

    /// Whether the history has only a part of a run.
    pub(crate) fn is_incomplete(&self, run: i64) -> Result<bool> {
        let mode = self
            .store
            .row("SELECT mode FROM run WHERE id = ?1", [run], |row| {
                row.get::<i64>(0)
            })?;
        Ok(mode.is_some_and(|mode| mode & INCOMPLETE != 0))
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

    fn delete_run(&self, run: i64) -> Result<()> {
        self.store.make_scratch()?;
        self.store.execute("DELETE FROM temp.touched", [])?;
        self.store.execute(
            "INSERT INTO temp.touched (id, n) SELECT before_content, count(*) FROM change
             WHERE run = ?1 AND before_content IS NOT NULL GROUP BY before_content",
            [run],
        )?;
        let freed = self.release_touched()?;
        let rows = self.rows_bytes("run = ?1", "id = ?1", [run])?;
        let freed = freed.saturating_add(rows);
        self.store
            .execute("DELETE FROM change WHERE run = ?1", [run])?;
        self.store.execute("DELETE FROM run WHERE id = ?1", [run])?;
        self.update_state(|state| state.history_bytes = state.history_bytes.saturating_sub(freed))
    }

    /// What the rows of some changes and runs take, as it is charged.
    fn rows_bytes(&self, changes: &str, runs: &str, params: impl Params) -> Result<u64> {
        self.store
            .row(&rows_bytes_sql(changes, runs), params, |row| {
                unsigned(row, 0)
            })?
            .ok_or_else(|| Error::corrupt("no totals"))
    }

    /// The bytes that only history holds and those of its rows, counted anew.
    pub(crate) fn recount_history(&self) -> Result<u64> {
        let rows = self.rows_bytes("true", "true", [])?;
        Ok(rows.saturating_add(self.recount_held()?))
    }

    /// The bytes of contents that only history holds, counted anew.
    pub(crate) fn recount_held(&self) -> Result<u64> {
        self.store
            .row(
                "WITH live AS MATERIALIZED (
                    SELECT DISTINCT n.content AS id, c.stream FROM node n LEFT JOIN content c ON c.id = n.content
                    WHERE n.content IS NOT NULL
                 )
                 SELECT coalesce(sum(bytes), 0) FROM (
                    SELECT max(min(h.before_size, 1 << 40)) AS bytes FROM change h LEFT JOIN content c ON c.id = h.before_content
                    WHERE h.before_content IS NOT NULL AND h.before_content NOT IN (SELECT id FROM live)
                    AND (c.stream IS NULL OR c.stream NOT IN (SELECT stream FROM live WHERE stream IS NOT NULL))
                    GROUP BY c.stream, CASE WHEN c.stream IS NULL THEN h.before_content END
                 )",
                [],
                |row| unsigned(row, 0),
            )?
            .ok_or_else(|| Error::corrupt("no totals"))
    }
}
