//! How much history is kept.

use crate::error::{Error, Result};
use crate::store::{int, unsigned};
use crate::tree::Tree;

/// Most runs that one pruning removes: a bound on the wait at the end of a run.
const RUNS_PRUNED_MAX: u64 = 64;
/// A run that did not end may still be going on for this long: one day.
const OPEN_RUN_MS_MAX: i64 = 24 * 60 * 60 * 1000;

/// How much history is kept; the oldest runs go first.
///
/// Up to 32 calls outside of runs may be kept beyond `runs_max` until they are pruned together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Most runs. Default: 100. With 0, calls outside of runs are not recorded at all.
    pub runs_max: u64,
    /// Most bytes that only history holds. Default: 256 MiB. Limits on the tree do not count them.
    pub bytes_max: u64,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            runs_max: 100,
            bytes_max: 256 << 20,
        }
    }
}

impl Tree {
    /// Removes history beyond its bounds. What fails is tried again after the next run.
    pub(crate) fn prune_quietly(&self) {
        if self.is_writing() {
            return;
        }
        let pruned = self.begin_write().and_then(|()| {
            self.prune()?;
            self.flush_state()?;
            self.commit()
        });
        if pruned.is_err() {
            self.give_up();
        }
    }

    fn prune(&self) -> Result<()> {
        let mut runs = Vec::new();
        let started = self
            .now_us()
            .div_euclid(1000)
            .saturating_sub(OPEN_RUN_MS_MAX);
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
                let oldest = self.store.row(
                    "SELECT id FROM run WHERE state <> 0 OR started_ms < ?1 ORDER BY id LIMIT 1",
                    [started],
                    |row| Ok(row.get(0)?),
                )?;
                let Some(oldest) = oldest else { return Ok(()) };
                self.delete_run(oldest)?;
                left -= 1;
            }
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
        self.store
            .execute("DELETE FROM change WHERE run = ?1", [run])?;
        self.store.execute("DELETE FROM run WHERE id = ?1", [run])?;
        self.update_state(|state| state.history_bytes = state.history_bytes.saturating_sub(freed))
    }

    /// The bytes that only history holds, counted anew.
    pub(crate) fn recount_history(&self) -> Result<u64> {
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
