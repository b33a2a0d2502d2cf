//! Deleting a branch.

use isolate_text::VPath;

use crate::error::{Error, ErrorKind, Result};
use crate::run::{RunId, RunOptions, RunState};
use crate::store::{ROW_BYTES, int};
use crate::txn::{Tree, WriteTxn};

impl Tree {
    /// Deletes another branch with everything that only it has. Its runs stay in the history, with what
    /// they changed, but cannot be undone.
    ///
    /// Returns the run that the history has of it; `None` if the branch had changed nothing that is
    /// still there.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; `Invalid` for the main branch, the one that this
    /// connection works on, and while a run is open; `NotPermitted` with a guard; `NotEmpty` while there
    /// are branches that were made from it, or runs that are to go on on it: [`Tree::suspended_runs`].
    pub fn delete_branch(&self, name: &str) -> Result<Option<RunId>> {
        self.check_no_run()?;
        if self.is_guarded() {
            return Err(Error::new(ErrorKind::NotPermitted)
                .with_detail("a connection with rules about paths cannot delete a branch"));
        }
        let deleted =
            self.with_room_to_remove(|| self.atomically(|txn| txn.delete_branch_now(name)));
        self.settle_removal();
        deleted
    }
}

impl WriteTxn<'_> {
    fn delete_branch_now(&self, name: &str) -> Result<Option<RunId>> {
        let branch = self.find_branch(name)?;
        let Some(number) = branch.number else {
            return Err(invalid("the main branch cannot be deleted".to_owned()));
        };
        if self.branch_number() == Some(number) {
            return Err(invalid(format!(
                "{name} is the branch that this connection works on: choose another first"
            )));
        }
        let below: Vec<String> = self
            .branches()?
            .into_iter()
            .filter(|info| info.parent == name)
            .map(|info| info.name)
            .collect();
        if !below.is_empty() {
            return Err(Error::new(ErrorKind::NotEmpty).with_detail(format!(
                "branches were made from {name}: delete {} first",
                below.join(", ")
            )));
        }
        self.drop_left_asides()?;
        // Nobody could go on with a run without its branch.
        let waits = self.store.row(
            "SELECT a.run FROM aside a JOIN branch b ON b.id = a.branch WHERE b.parent = ?1
             UNION SELECT s.run FROM suspended s JOIN run r ON r.id = s.run AND r.state = ?2
             JOIN identity i ON i.name = s.workspace WHERE r.branch = ?1 ORDER BY 1 LIMIT 1",
            (number, RunState::Suspended.code()),
            |row| row.get::<i64>(0),
        )?;
        if let Some(run) = waits {
            return Err(Error::new(ErrorKind::NotEmpty).with_detail(format!(
                "run {run}, whose changes are for {name}, is going on or waits: end it first"
            )));
        }
        let run = self.within(branch, || {
            let run = RunOptions::new(format!("delete branch {name}"));
            self.as_call_of(&run, || {
                self.record_end_of_branch(number)?;
                Ok(self.own_row().map(RunId))
            })
        })?;
        self.release_root(-number, "")?;
        for (run, _) in self.common_states(number)? {
            self.release_root(-number, &run.to_string())?;
        }
        self.execute(
            "UPDATE branch SET deleted_ms = ?2, bytes = 0, entries = 0 WHERE id = ?1",
            (number, self.now().as_millis()),
        )?;
        self.update_state(|state| state.branches = state.branches.saturating_sub(1))?;
        self.forget_deleted_branches()?;
        Ok(run)
    }

    /// What the runs of a branch left is in the next change of the same path. Nothing comes after
    /// the end of the branch, so that is recorded as a change of every path that its runs changed.
    fn record_end_of_branch(&self, number: i64) -> Result<()> {
        let mut paths = Vec::new();
        self.store.each(
            "SELECT DISTINCT path FROM change WHERE run IN (SELECT id FROM run WHERE branch = ?1)",
            [number],
            |row| {
                let path: String = row.get(0)?;
                isolate_text::budget::charge(path.len())?;
                paths.push(VPath::from_normal(path));
                Ok(())
            },
        )?;
        for path in &paths {
            self.check_deadline()?;
            let Some(node) = self.exact(path)?.and_then(|position| position.node) else {
                continue;
            };
            let Some(run) = self.run_for_change()? else {
                return Ok(());
            };
            if let Some(content) = node.content {
                self.hold_content(content)
                    .map_err(|error| error.naming(path))?;
            }
            self.execute(
                "INSERT INTO change (run, path, before_kind, before_mode, before_size, before_mtime_us, before_content,
                    before_target) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (
                    run,
                    path.as_str(),
                    node.kind.code(),
                    node.mode,
                    int(node.size),
                    node.mtime_us,
                    node.content,
                    node.target.as_deref(),
                ),
            )?;
            let text = path.as_str().len() + node.target.as_ref().map_or(0, String::len);
            self.charge_history(ROW_BYTES + text as u64)?;
        }
        self.mark_incomplete()
    }

    /// Deletes all branches but the main one, with their runs.
    pub(crate) fn delete_all_branches(&self) -> Result<()> {
        let mut roots: Vec<(i64, String)> = Vec::new();
        self.store.each(
            "SELECT parent, name FROM node WHERE parent < 0",
            [],
            |row| {
                roots.push((row.get(0)?, row.get(1)?));
                Ok(())
            },
        )?;
        for (holder, name) in roots {
            self.release_root(holder, &name)?;
        }
        let mut runs = Vec::new();
        self.store
            .each("SELECT id FROM run WHERE branch IS NOT NULL", [], |row| {
                runs.push(row.get(0)?);
                Ok(())
            })?;
        for run in runs {
            self.delete_run(run)?;
        }
        self.execute("DELETE FROM branch", [])?;
        self.update_state(|state| state.branches = 0)
    }
}

fn invalid(detail: String) -> Error {
    Error::new(ErrorKind::Invalid).with_detail(detail)
}
