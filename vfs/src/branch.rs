//! Branches: lines of development of one workspace, which share everything that is the same in them.
//!
//! The main branch has always been there and has no name in the file. Each other branch has a row in
//! `branch`, the entry of its root in the directory of the number `-id`, and a few entries beside it
//! that keep the states which it and the branch that it was made from had in common: merging compares
//! both with the last of them.
//!
//! Invariant: a branch sees its own runs and those of its ancestors from before it was made.

mod aside;
mod compare;
mod create;
mod delete;
mod differences;
mod info;
mod merge;
mod name;
mod quiet;
mod reversal;

pub(crate) use reversal::HOOK;

pub use create::BranchOptions;
pub use info::BranchInfo;
pub use merge::{Conflict, ConflictKind, MergeOptions, Merged};

use crate::error::{Error, ErrorKind, Result};
use crate::txn::{CurrentBranch, MAIN, ReadTxn, Tree};

/// Most branches beside the main one.
pub const BRANCHES_MAX: u64 = 1_000;
/// Most branches of which each was made from the one before.
const DEPTH_MAX: usize = 50;

impl Tree {
    /// Makes this connection work on another branch. Every later call reads and changes that branch.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; `Invalid` while a run is open.
    pub fn switch_branch(&self, name: &str) -> Result<()> {
        self.check_no_run()?;
        if self.is_in_transaction() {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("the branch cannot be changed inside a snapshot"));
        }
        if name == MAIN && self.branch_number().is_none() {
            return Ok(());
        }
        let next = self.snapshot(|txn| txn.find_branch(name))?;
        self.enter(next);
        Ok(())
    }
}

impl ReadTxn<'_> {
    /// A branch by its name.
    fn find_branch(&self, name: &str) -> Result<CurrentBranch> {
        if name == MAIN {
            return Ok(CurrentBranch::default());
        }
        let number = self.store.row(
            "SELECT id FROM branch WHERE name = ?1 AND deleted_ms IS NULL AND id NOT IN (SELECT branch FROM aside)",
            [name],
            |row| row.get(0),
        )?;
        match number {
            Some(number) => self.branch_of(number, name),
            None => Err(self.no_branch(name)?),
        }
    }

    fn branch_of(&self, number: i64, name: &str) -> Result<CurrentBranch> {
        Ok(CurrentBranch {
            number: Some(number),
            name: name.to_owned(),
            runs: self.runs_of_branch(number)?,
        })
    }

    /// Which rows of `run` a branch sees.
    fn runs_of_branch(&self, number: i64) -> Result<String> {
        let mut sql = format!("branch = {number}");
        let (mut child, mut last) = (number, i64::MAX);
        for _ in 0..=DEPTH_MAX {
            if child == 0 {
                return Ok(format!("({sql})"));
            }
            let (parent, forked) = self
                .store
                .row(
                    "SELECT parent, forked FROM branch WHERE id = ?1",
                    [child],
                    |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
                )?
                .ok_or_else(|| Error::corrupt("a branch without the one that it was made from"))?;
            // Each is older than the one before, so this ends.
            if parent >= child {
                return Err(Error::corrupt("a branch that is older than its parent"));
            }
            last = forked.min(last);
            sql.push_str(&match parent {
                0 => format!(" OR branch IS NULL AND id <= {last}"),
                _ => format!(" OR branch = {parent} AND id <= {last}"),
            });
            child = parent;
        }
        Err(Error::new(ErrorKind::TooLarge).with_detail(format!(
            "a branch of more than {DEPTH_MAX} branches, each made from the one before: make it from one of the earlier ones"
        )))
    }

    /// The error for a name that no branch has.
    fn no_branch(&self, name: &str) -> Result<Error> {
        let names: Vec<String> = self.branches()?.into_iter().map(|info| info.name).collect();
        Ok(Error::new(ErrorKind::NoBranch).with_detail(format!(
            "there is no branch {}; {}",
            isolate_text::lines::shown(name),
            name::listed(name, &names)
        )))
    }
}
