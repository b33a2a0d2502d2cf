//! Runs that are one transaction and have to wait: their changes move to a branch that nobody sees, so that
//! others can write meanwhile, and are taken over as a whole at the end.
//!
//! A row of `aside` says whose changes a branch keeps. Such a branch is not listed, cannot be entered by its
//! name, and does not count among the branches that a workspace may have. A run belongs to it as long as
//! its changes are there.
//!
//! Invariant: what a run has changed apart is taken over only if none of its paths was changed on the
//! branch that they are for. A directory that both have made is no change of the run: it stays that of the
//! others.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::quiet::{Wanted, times_of_directories};
use crate::error::{Error, ErrorKind, Result};
use crate::history::OpenRun;
use crate::node::Node;
use crate::run::{CommitMode, RunState};
use crate::store::{ROW_BYTES, int};
use crate::tree::{FORMER, MERGE_AGAIN, MERGE_BACK};
use crate::txn::{Aside, AsideEnd, CurrentBranch, CurrentRun, MAIN, ReadTxn, Tree, WriteTxn};

impl<T: Deref<Target = Tree>> OpenRun<T> {
    /// Moves what an atomic or dry run has changed so far to a branch that nobody sees, so that others can
    /// write while it waits. It goes on there, call by call. [`OpenRun::commit`] takes everything over
    /// as one run, unless others have changed the same paths meanwhile.
    ///
    /// Returns whether others can write now. What a run has done may be in the way of moving it: taking
    /// back a merge, or more changes than there is time, memory or room to move. It then goes on as before.
    ///
    /// # Errors
    /// `Invalid` if no run is open; those of a commit, after which the run has ended and nothing of it is
    /// kept.
    pub fn set_aside(&self) -> Result<bool> {
        let Some(run) = self.run.copied() else {
            return Err(Error::new(ErrorKind::Invalid).with_detail("no run is open"));
        };
        if run.mode == CommitMode::PerCall {
            return Ok(true);
        }
        if self.has_source() {
            return Ok(false);
        }
        let home = self.current_branch();
        let moved = self.atomically(|txn| txn.move_aside(&run, &home));
        let (id, branch) = match moved {
            Ok(moved) => moved,
            Err(cause) => {
                tracing::debug!(%cause, "a run that waits keeps others from writing");
                return Ok(false);
            }
        };
        // What is lost in a crash was not to be kept.
        self.relax();
        let committed = self.with_held_txn(|txn| {
            txn.flush_state()?;
            txn.make_room_to_commit();
            txn.commit()
        });
        if let Err(error) = committed {
            self.run.end();
            self.give_up();
            return Err(error);
        }
        self.enter(branch);
        self.run.change(|run| {
            run.id = Some(id);
            run.aside = Some(Aside {
                home,
                mode: run.mode,
            });
            run.mode = CommitMode::PerCall;
        });
        tracing::debug!(run = id, "set aside");
        Ok(true)
    }

    /// Whether the changes of the run are kept apart.
    #[must_use]
    pub fn is_aside(&self) -> bool {
        self.run.copied().is_some_and(|run| run.aside.is_some())
    }
}

impl ReadTxn<'_> {
    /// Refuses a run that has merged, or taken back a merge: that is no change of a path.
    fn check_no_merges(&self, run: i64) -> Result<()> {
        let sql = format!(
            "SELECT 1 FROM node WHERE parent < 0 AND name NOT IN ('', '0') AND abs(CAST(name AS INTEGER)) = ?1
             UNION ALL
             SELECT 1 FROM part WHERE run = ?1 AND (name GLOB '{MERGE_BACK}*' OR name GLOB '{MERGE_AGAIN}*')"
        );
        match self.store.row(&sql, [run], |_| Ok(()))? {
            None => Ok(()),
            Some(()) => Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "run {run} has merged branches, or taken a merge back"
            ))),
        }
    }

    /// The branch that keeps what a run has changed apart, and the one that it is for.
    pub(super) fn aside_of(&self, run: i64) -> Result<Option<(CurrentBranch, CurrentBranch)>> {
        let row = self.store.row(
            "SELECT a.branch, b.parent, p.name FROM aside a JOIN branch b ON b.id = a.branch
             LEFT JOIN branch p ON p.id = b.parent WHERE a.run = ?1",
            [run],
            |row| {
                Ok((
                    row.get::<i64>(0)?,
                    row.get::<i64>(1)?,
                    row.get::<Option<String>>(2)?,
                ))
            },
        )?;
        let Some((branch, parent, name)) = row else {
            return Ok(None);
        };
        let home = match (parent, name) {
            (0, _) => CurrentBranch::default(),
            (parent, Some(name)) => self.branch_of(parent, &name)?,
            (_, None) => {
                return Err(Error::corrupt(
                    "a branch without the one that it was made from",
                ));
            }
        };
        Ok(Some((self.branch_of(branch, &home.name)?, home)))
    }

    /// Runs whose changes are kept apart: all, or those that have ended without taking them over.
    fn asides(&self, is_all: bool) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        self.store.each(
            "SELECT a.run, r.state, r.owner, r.machine_ms FROM aside a LEFT JOIN run r ON r.id = a.run",
            [],
            |row| {
                let state = row.get::<Option<i64>>(1)?.map(RunState::from_code);
                let is_left = match state {
                    Some(RunState::Suspended) => self.is_of_copy(row.get(0)?)?,
                    Some(RunState::Open) => {
                        let owner: Option<String> = row.get(2)?;
                        self.is_left_open(owner.as_deref(), row.get(3)?)
                    }
                    _ => true,
                };
                if is_all || is_left {
                    isolate_text::budget::charge(size_of::<i64>())?;
                    found.push(row.get(0)?);
                }
                Ok(())
            },
        )?;
        Ok(found)
    }
}

impl WriteTxn<'_> {
    /// Makes the branch that keeps the changes of a run, and takes them back on this one. Returns the
    /// number of the run.
    fn move_aside(&self, run: &CurrentRun, home: &CurrentBranch) -> Result<(i64, CurrentBranch)> {
        self.drop_left_asides()?;
        let id = match (run.id, self.run_for_change()?) {
            (Some(id), _) | (None, Some(id)) => id,
            (None, None) => return Err(Error::corrupt("a run without a number")),
        };
        self.check_run_complete(id)?;
        self.check_no_merges(id)?;
        let before: Vec<Wanted> = self
            .change_rows(id)?
            .into_iter()
            .map(|row| (row.path, row.before))
            .collect();
        // Where a directory was changed before it was removed, the history has the later time.
        let mut times = times_of_directories(&before);
        times.extend(self.run.times());
        let state = self.state()?;
        let root = self
            .lookup(self.root_holder(), "")?
            .ok_or_else(|| self.no_root())?;
        let number = self.new_id()?;
        self.execute(
            "INSERT INTO branch (id, name, parent, forked, created_ms, deleted_ms, bytes, entries)
             VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM run WHERE id < ?4), ?5, NULL, ?6, ?7)",
            (
                number,
                hidden_name(id),
                home.number.unwrap_or(0),
                id,
                self.now().as_millis(),
                int(state.bytes),
                int(state.entries),
            ),
        )?;
        self.execute(
            "INSERT INTO aside (run, branch) VALUES (?1, ?2)",
            (id, number),
        )?;
        let branch = self.branch_of(number, &home.name)?;
        self.update_state(|state| state.branches += 1)?;
        self.put_root(-number, "", &root)?;
        self.put_quietly(&before)?;
        self.set_times_quietly(&times, &BTreeMap::new())?;
        self.keep_common(number, 0, (self.root_holder(), ""))?;
        self.execute("UPDATE run SET branch = ?2 WHERE id = ?1", (id, number))?;
        Ok((id, branch))
    }

    /// Takes over what a run has changed apart, on this branch, or makes that branch one for everybody.
    pub(super) fn take_over_from(&self, run: i64, home: &CurrentBranch) -> Result<AsideEnd> {
        let number = self.hidden_branch(run)?;
        if self.is_incomplete(run)? {
            let branch = self.show_aside(run, number)?;
            return Ok(AsideEnd::Conflict {
                branch,
                paths: Vec::new(),
            });
        }
        let rows = self.change_rows(run)?;
        let mut before: Vec<Wanted> = rows
            .into_iter()
            .filter(|row| row.before.is_some() || row.after.is_some())
            .map(|row| (row.path, row.before))
            .collect();
        let mut left = self.at_paths(before.iter().map(|(path, _)| path))?;
        let made_by_both =
            self.within(home.clone(), || self.directories_of_both(&before, &left))?;
        before.retain(|(path, _)| !made_by_both.contains(path));
        left.retain(|(path, _)| !made_by_both.contains(path));
        let paths = || before.iter().map(|(path, _)| path);
        let mut times = self.times_above(paths())?;
        times.extend(times_of_directories(&left));
        let conflicts = self.within(home.clone(), || {
            let wanted: BTreeMap<&str, Option<&Node>> = (left.iter())
                .map(|(path, node)| (path.as_str(), node.as_ref()))
                .collect();
            let conflicts = self.changed_since(&before, &wanted)?;
            if conflicts.is_empty() {
                let times_here = self.times_above(paths())?;
                let stored = self.stored()?;
                self.put_quietly(&left)?;
                self.set_times_quietly(&times, &times_here)?;
                self.quota.check_totals(stored, self.stored()?)?;
            }
            Ok::<_, Error>(conflicts)
        })?;
        if !conflicts.is_empty() {
            let branch = self.show_aside(run, number)?;
            return Ok(AsideEnd::Conflict {
                branch,
                paths: conflicts,
            });
        }
        for path in &made_by_both {
            self.forget_made(run, path)?;
        }
        let id = self.newest_number(run)?;
        self.execute(
            "UPDATE run SET branch = ?2 WHERE id = ?1",
            (id, home.number),
        )?;
        self.remove_hidden_branch(number)?;
        Ok(AsideEnd::TakenOver { id, made_by_both })
    }

    /// Forgets what a run has changed apart: its row stays, as one that has changed nothing.
    pub(super) fn drop_changes_of(&self, run: i64) -> Result<()> {
        let Some((branch, home)) = self.aside_of(run)? else {
            return Ok(());
        };
        let Some(number) = branch.number else {
            return Err(Error::corrupt(
                "changes of the main branch that are kept apart",
            ));
        };
        self.delete_changes(run)?;
        self.execute(
            "UPDATE run SET branch = ?2 WHERE id = ?1",
            (run, home.number),
        )?;
        self.mark_as_unchanged(run)?;
        self.remove_hidden_branch(number)
    }

    /// Forgets what all runs have changed apart. Returns whether there was any.
    pub(super) fn drop_all_asides(&self) -> Result<bool> {
        let all = self.asides(true)?;
        for run in &all {
            self.drop_changes_of(*run)?;
        }
        Ok(!all.is_empty())
    }

    /// Forgets what runs have left apart that ended with their process.
    pub(super) fn drop_left_asides(&self) -> Result<()> {
        for run in self.asides(false)? {
            self.drop_changes_of(run)?;
        }
        Ok(())
    }

    fn hidden_branch(&self, run: i64) -> Result<i64> {
        let number = self
            .store
            .row("SELECT branch FROM aside WHERE run = ?1", [run], |row| {
                row.get(0)
            })?;
        number.ok_or_else(|| {
            Error::new(ErrorKind::NotFound)
                .with_detail(format!("what run {run} has changed is not there any more"))
        })
    }

    /// Makes a hidden branch one for everybody. Returns its name.
    fn show_aside(&self, run: i64, number: i64) -> Result<String> {
        let mut name = format!("run-{run}");
        let mut more = 1;
        while !self.is_free(&name)? {
            more += 1;
            name = format!("run-{run}-{more}");
        }
        self.execute(
            "UPDATE branch SET name = ?2 WHERE id = ?1",
            (number, &*name),
        )?;
        self.execute("DELETE FROM aside WHERE branch = ?1", [number])?;
        Ok(name)
    }

    /// Gives a run a number after all others, since that is where its changes are in the history. It
    /// keeps the one that it has if it is the newest.
    fn newest_number(&self, run: i64) -> Result<i64> {
        let next = self.next_run()?;
        if next == run + 1 {
            return Ok(run);
        }
        for table in ["change", "part"] {
            self.execute(
                &format!("UPDATE {table} SET run = ?2 WHERE run = ?1"),
                (run, next),
            )?;
        }
        self.execute("UPDATE run SET id = ?2 WHERE id = ?1", (run, next))?;
        self.move_key(run, next)?;
        let former = format!("{FORMER}{run}");
        self.charge_history(ROW_BYTES + former.len() as u64)?;
        self.execute(
            "INSERT INTO part (run, name, size, content) VALUES (?1, ?2, 0, NULL)",
            (next, former),
        )?;
        self.run.change(|open| open.id = Some(next));
        Ok(next)
    }

    fn remove_hidden_branch(&self, number: i64) -> Result<()> {
        self.release_root(-number, "")?;
        for (run, _) in self.common_states(number)? {
            self.release_root(-number, &run.to_string())?;
        }
        // They can be read only as long as the branch is there, which may be that of this connection.
        self.state()?;
        self.execute("DELETE FROM aside WHERE branch = ?1", [number])?;
        self.execute("DELETE FROM branch WHERE id = ?1", [number])?;
        self.update_state(|state| state.branches = state.branches.saturating_sub(1))
    }
}

impl Tree {
    /// Forgets what runs have left apart that ended with their process, if that needs no waiting: whoever
    /// opens the workspace next does it otherwise.
    pub(crate) fn tidy_asides(&self) {
        if self.is_read_only() {
            return;
        }
        let left = self.snapshot(|txn| txn.asides(false));
        if left.is_ok_and(|left| !left.is_empty()) {
            let tidied = self.write_txn_within(std::time::Duration::ZERO, |txn| {
                txn.drop_left_asides().map(Some)
            });
            if let Err(error) = tidied {
                tracing::debug!(%error, "changes of a run that was interrupted are still there");
            }
        }
    }
}

/// The name of a branch that nobody can enter by its name.
fn hidden_name(run: i64) -> String {
    format!("{MAIN} of run {run}")
}
