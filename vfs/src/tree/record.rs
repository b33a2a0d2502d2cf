//! Recording changes as they happen, one row per run and path.

use isolate_text::VPath;

use super::content::Dropped;
use super::retain::UNCHANGED;
use super::room::row_bytes;
use super::subtree::Extent;
use crate::error::{Error, Result};
use crate::guard::Verb;
use crate::node::Node;
use crate::owner;
use crate::run::{CommitMode, RunId, RunState};
use crate::store::{ROW_BYTES, int};
use crate::txn::{CurrentRun, ReadTxn, Tree, WriteTxn};

/// How the row of a run says that it ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowEnd {
    pub(crate) state: RunState,
    pub(crate) finished_ms: Option<i64>,
}

impl RowEnd {
    /// It has not.
    const fn open() -> Self {
        Self {
            state: RunState::Open,
            finished_ms: None,
        }
    }
}

/// The number that the next run gets, in SQL.
macro_rules! next_run {
    () => {
        "max(coalesce((SELECT max(id) FROM run), 0), (SELECT forgotten FROM retention)) + 1"
    };
}

impl Tree {
    /// The number of the open run; `None` until it has changed something.
    #[must_use]
    pub fn open_run(&self) -> Option<RunId> {
        self.run_row().map(RunId)
    }

    /// Whether the history has a change of a path by the open run.
    pub(crate) fn has_change_of_open_run(&self, path: &VPath) -> Result<bool> {
        let Some(run) = self.run_row() else {
            return Ok(false);
        };
        let found = self.store.row(
            "SELECT 1 FROM change WHERE run = ?1 AND path = ?2",
            (run, path.as_str()),
            |_| Ok(()),
        )?;
        Ok(found.is_some())
    }
}

impl ReadTxn<'_> {
    /// The number that the next run gets. Numbers are never used twice.
    pub(crate) fn next_run(&self) -> Result<i64> {
        self.store
            .row(concat!("SELECT ", next_run!()), [], |row| row.get(0))?
            .ok_or_else(|| Error::corrupt("no number for a run"))
    }
}

impl WriteTxn<'_> {
    /// The history row that changes belong to, made at the first change; none when no
    /// history is kept and no run is open.
    pub(crate) fn run_for_change(&self) -> Result<Option<i64>> {
        if let Some(row) = self.run_row() {
            self.begin_with_undo(row)?;
            return Ok(Some(row));
        }
        let open = self.run.copied();
        if let Some(run) = open {
            let id = match run.first_row {
                Some(row) => self.use_first_row(&run, row)?,
                None => self.insert_open_run(&run, 0)?,
            };
            self.run.set_row(Some(id));
            return Ok(Some(id));
        }
        if self.implicit_run().is_none() && self.keeps_runs()? {
            let now = self.now().as_millis();
            let run = CurrentRun::new("", CommitMode::PerCall, now);
            let end = RowEnd {
                state: RunState::Finished,
                finished_ms: Some(now),
            };
            self.set_implicit_run(self.insert_run(&run, &end, 0)?);
        }
        Ok(self.implicit_run())
    }

    /// A run that has waited has a row before its first change: where that undoes another run, the row says
    /// so now.
    fn begin_with_undo(&self, row: i64) -> Result<()> {
        if self.run.change(|run| run.undoing.is_some()) != Some(true) {
            return Ok(());
        }
        let sql = "SELECT 1 FROM change WHERE run = ?1 LIMIT 1";
        let has_changed = self.store.row(sql, [row], |_| Ok(()))?.is_some();
        if let (false, Some(run)) = (has_changed, self.run.copied()) {
            let (label, undoes) = run.title();
            self.execute(
                "UPDATE run SET label = ?2, undoes = ?3 WHERE id = ?1",
                (row, label, undoes),
            )?;
        }
        Ok(())
    }

    /// Makes the row of a run that has not ended, with what is kept with it.
    pub(crate) fn insert_open_run(&self, run: &CurrentRun, flags: i64) -> Result<i64> {
        let id = self.insert_run(run, &RowEnd::open(), flags)?;
        self.put_parts(id, &run.parts)?;
        Ok(id)
    }

    /// Makes the row that a run got when it began that of its changes. Numbers of runs are in the
    /// order of their first changes: where another run has begun meanwhile, the row gets a new one.
    fn use_first_row(&self, run: &CurrentRun, row: i64) -> Result<i64> {
        let id = match self.newest_run()? {
            Some(newest) if newest.0 == row => row,
            _ => self.next_run()?,
        };
        let (label, undoes) = run.title();
        let moved = self.execute(
            "UPDATE run SET id = ?2, label = ?3, undoes = ?4, mode = mode & ~?5 WHERE id = ?1",
            (row, id, label, undoes, UNCHANGED),
        )?;
        if moved == 0 {
            // A run that goes on for days may have been taken for one that was interrupted.
            let id = self.insert_open_run(run, 0)?;
            self.move_key(row, id)?;
            return Ok(id);
        }
        self.charge_history(label.len().saturating_sub(run.label.len()) as u64)?;
        if id != row {
            self.execute("UPDATE part SET run = ?2 WHERE run = ?1", (row, id))?;
            self.move_key(row, id)?;
        }
        Ok(id)
    }

    /// Gives the idempotency key of a run, if it has one, to the run's new number.
    pub(crate) fn move_key(&self, row: i64, id: i64) -> Result<()> {
        self.execute("UPDATE idempotency SET run = ?2 WHERE run = ?1", (row, id))
            .map(drop)
    }

    /// Makes the row of a run, without what is kept with it.
    pub(crate) fn insert_run(&self, run: &CurrentRun, end: &RowEnd, flags: i64) -> Result<i64> {
        let (label, undoes) = run.title();
        let text_bytes = label.len() + run.actor.as_ref().map_or(0, String::len);
        self.charge_history(ROW_BYTES + text_bytes as u64)?;
        let owner = match end.state {
            RunState::Open => owner::this_process(),
            _ => None,
        };
        self.store
            .returning(
                self,
                concat!(
                    "INSERT INTO run (id, label, mode, state, started_ms, finished_ms, undoes, actor, owner,
                        machine_ms, status, branch) VALUES (",
                    next_run!(),
                    ", ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) RETURNING id"
                ),
                (
                    label,
                    run.mode.code() | flags,
                    end.state.code(),
                    run.started_ms,
                    end.finished_ms,
                    undoes,
                    run.actor.as_deref(),
                    owner,
                    run.machine_ms,
                    run.status.as_deref(),
                    self.branch_number(),
                ),
                |row| row.get(0),
            )?
            .ok_or_else(|| Error::corrupt("a run without a number"))
    }

    /// Records what one path was and is, and settles the reference on its old content.
    pub(crate) fn record(
        &self,
        path: &VPath,
        before: Option<&Node>,
        after: Option<&Node>,
        dropped: Dropped,
    ) -> Result<()> {
        self.guard_change(path, after)?;
        if let Some(after) = after {
            self.make_room_for(path, after)?;
        }
        // The clock rises with every change, also with one that gives nothing a new time.
        self.stamp()?;
        let known = match self.run_for_change()? {
            Some(run) => {
                if let Some(before) = before {
                    self.keep_for_others(run, path, before)?;
                }
                self.record_row(run, path, before, after)?
            }
            None => Known::Yes,
        };
        let Some((content, size)) = before.and_then(|node| Some((node.content?, node.size))) else {
            return Ok(());
        };
        // How many of its bytes no file may hold any more.
        let dropped_bytes = match dropped {
            Dropped::Replaced => size,
            Dropped::Rewritten { shared } => size.saturating_sub(shared),
            Dropped::Extended => 0,
            Dropped::Kept => {
                return match known {
                    Known::Yes => Ok(()),
                    Known::No => self
                        .hold_content(content)
                        .map_err(|error| error.naming(path)),
                };
            }
        };
        match known {
            // The row takes the reference over.
            Known::No => self.charge_history(dropped_bytes),
            Known::Yes => {
                let freed = self
                    .release_content(content, size)
                    .map_err(|error| error.naming(path))?;
                self.charge_history(dropped_bytes.saturating_sub(freed))
            }
        }
    }

    /// Counts bytes that no file holds any more, as far as is known without a recount.
    pub(crate) fn charge_history(&self, bytes: u64) -> Result<()> {
        if bytes > 0 {
            self.update_state(|state| {
                state.history_bytes = state.history_bytes.saturating_add(bytes)
            })?;
        }
        Ok(())
    }

    /// Forgets that a run has made what is at a path. Returns whether it had; contents are not released.
    pub(crate) fn forget_made(&self, run: i64, path: &VPath) -> Result<bool> {
        let gone = self.execute(
            "DELETE FROM change WHERE run = ?1 AND path = ?2 AND before_kind IS NULL",
            (run, path.as_str()),
        )?;
        if gone > 0 {
            let row_bytes = ROW_BYTES + path.as_str().len() as u64;
            self.update_state(|state| {
                state.history_bytes = state.history_bytes.saturating_sub(row_bytes);
            })?;
        }
        Ok(gone > 0)
    }

    fn record_row(
        &self,
        run: i64,
        path: &VPath,
        before: Option<&Node>,
        after: Option<&Node>,
    ) -> Result<Known> {
        let row_bytes = row_bytes(path, before.and_then(|node| node.target.as_deref()));
        let target_bytes = after
            .and_then(|node| node.target.as_ref())
            .map_or(0, |target| target.len() as u64);
        if after.is_none() {
            // Made and removed by the same run: nothing happened.
            if self.forget_made(run, path)? {
                return Ok(Known::Yes);
            }
        }
        let path = path.as_str();
        // Without bytes to settle, nothing depends on whether the row was there.
        let has_bytes = before.is_some_and(|node| node.content.is_some());
        if has_bytes {
            let updated = self.execute(
                "UPDATE change SET after_kind = ?3, after_mode = ?4, after_size = ?5, after_mtime_us = ?6,
                    after_content = ?7, after_target = ?8 WHERE run = ?1 AND path = ?2",
                (
                    run,
                    path,
                    after.map(|node| node.kind.code()),
                    after.map(|node| node.mode),
                    after.map(|node| int(node.size)),
                    after.map(|node| node.mtime_us),
                    after.and_then(|node| node.content),
                    after.and_then(|node| node.target.as_deref()),
                ),
            )?;
            if updated > 0 {
                self.charge_history(target_bytes)?;
                return Ok(Known::Yes);
            }
        }
        // Whether the row is new is not known: charged twice, it is counted anew before it matters.
        self.charge_history(row_bytes + target_bytes)?;
        self.execute(
            "INSERT INTO change VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
             ON CONFLICT (run, path) DO UPDATE SET after_kind = excluded.after_kind,
                after_mode = excluded.after_mode, after_size = excluded.after_size,
                after_mtime_us = excluded.after_mtime_us, after_content = excluded.after_content,
                after_target = excluded.after_target",
            (
                run,
                path,
                before.map(|node| node.kind.code()),
                before.map(|node| node.mode),
                before.map(|node| int(node.size)),
                before.map(|node| node.mtime_us),
                before.and_then(|node| node.content),
                before.and_then(|node| node.target.as_deref()),
                after.map(|node| node.kind.code()),
                after.map(|node| node.mode),
                after.map(|node| int(node.size)),
                after.map(|node| node.mtime_us),
                after.and_then(|node| node.content),
                after.and_then(|node| node.target.as_deref()),
            ),
        )?;
        Ok(Known::No)
    }

    /// Records that the gathered subtree is gone; its references move to history.
    pub(crate) fn record_gathered_gone(&self, extent: Extent) -> Result<()> {
        let Some(run) = self.run_for_change()? else {
            return self.release_gathered(extent);
        };
        self.note_interleaving(run)?;
        let mut freed = 0;
        if self.mark_known(run)? {
            self.keep_gathered_for_others(run)?;
            self.touch_gathered("known = 1")?;
            freed = self.release_touched()?;
            self.forget_known(run)?;
        }
        self.insert_gone(run)?;
        let held = extent.bytes.saturating_sub(freed);
        self.charge_history(held.saturating_add(extent.row_bytes()))
    }

    /// Releases the references of the gathered subtree; earlier runs may hold its contents.
    pub(crate) fn release_gathered(&self, extent: Extent) -> Result<()> {
        self.touch_gathered("1")?;
        let freed = self.release_touched()?;
        self.charge_history(extent.bytes.saturating_sub(freed))
    }

    /// Records that the gathered subtree left its paths; its references stay with its nodes.
    pub(crate) fn record_gathered_moved(&self, extent: Extent) -> Result<()> {
        let Some(run) = self.run_for_change()? else {
            return Ok(());
        };
        self.note_interleaving(run)?;
        if self.mark_known(run)? {
            // What others have left there goes to where nobody looks for it.
            self.keep_gathered_for_others(run)?;
            self.forget_known(run)?;
        }
        self.insert_gone(run)?;
        self.charge_history(extent.row_bytes())?;
        self.touch_gathered("known = 0")?;
        self.hold_touched()
    }

    /// Records that the gathered subtree is now at `to`, with a new time unless it kept its own.
    pub(crate) fn record_gathered_made(
        &self,
        extent: Extent,
        from: &VPath,
        to: &VPath,
        stamp: Option<i64>,
    ) -> Result<()> {
        self.guard_gathered(&[Verb::Write], from, to)?;
        let Some(run) = self.run_for_change()? else {
            return Ok(());
        };
        self.charge_history(extent.row_bytes_at(from, to))?;
        self.execute(
            "INSERT INTO change (run, path, after_kind, after_mode, after_size, after_mtime_us, after_content,
                after_target)
             SELECT ?1, ?3 || substr(path, length(?2) + 1), kind, mode, size, coalesce(?4, mtime_us), content, target
             FROM temp.sub WHERE true
             ON CONFLICT (run, path) DO UPDATE SET after_kind = excluded.after_kind,
                after_mode = excluded.after_mode, after_size = excluded.after_size,
                after_mtime_us = excluded.after_mtime_us, after_content = excluded.after_content,
                after_target = excluded.after_target",
            (run, from.as_str(), to.as_str(), stamp),
        )?;
        Ok(())
    }

    /// Marks the gathered paths that the run has changed before. Returns whether there are any.
    fn mark_known(&self, run: i64) -> Result<bool> {
        let marked = self.execute(
            "UPDATE temp.sub SET known = 1 WHERE EXISTS
             (SELECT 1 FROM change c WHERE c.run = ?1 AND c.path = sub.path)",
            [run],
        )?;
        Ok(marked > 0)
    }

    fn forget_known(&self, run: i64) -> Result<()> {
        self.execute(
            "UPDATE change SET after_kind = NULL, after_mode = NULL, after_size = NULL, after_mtime_us = NULL,
                after_content = NULL, after_target = NULL
             WHERE run = ?1 AND path IN (SELECT path FROM temp.sub WHERE known = 1)",
            [run],
        )?;
        self.execute(
            "DELETE FROM change WHERE run = ?1 AND before_kind IS NULL AND after_kind IS NULL",
            [run],
        )?;
        Ok(())
    }

    fn insert_gone(&self, run: i64) -> Result<()> {
        self.execute(
            "INSERT INTO change (run, path, before_kind, before_mode, before_size, before_mtime_us, before_content,
                before_target)
             SELECT ?1, path, kind, mode, size, mtime_us, content, target FROM temp.sub WHERE known = 0",
            [run],
        )?;
        Ok(())
    }

    /// Counts the contents of gathered entries into `touched`.
    fn touch_gathered(&self, filter: &str) -> Result<()> {
        self.execute("DELETE FROM temp.touched", [])?;
        self.execute(
            &format!(
                "INSERT INTO temp.touched (id, n)
                 SELECT content, count(*) FROM temp.sub WHERE content IS NOT NULL AND {filter} GROUP BY content"
            ),
            [],
        )?;
        Ok(())
    }
}

/// Whether the run had a row for the path already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Yes,
    No,
}
