//! Making a branch.

use super::BRANCHES_MAX;
use super::name::check_name;
use crate::error::{Error, ErrorKind, Result};
use crate::history::{Point, UndoScope};
use crate::node::Node;
use crate::run::RunOptions;
use crate::store::{int, unsigned};
use crate::txn::{MAIN, ReadTxn, Tree, WriteTxn};

/// How [`Tree::create_branch`] works.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BranchOptions {
    pub(crate) at: Point,
    pub(crate) actor: Option<String>,
}

impl Default for BranchOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl BranchOptions {
    /// The defaults: the present state.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            at: Point::Now,
            actor: None,
        }
    }

    /// Sets the point of the history at which the branch begins. Default: the present state.
    #[must_use]
    pub const fn at(mut self, point: Point) -> Self {
        self.at = point;
        self
    }

    /// Sets who makes the branch. Default: none.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }
}

impl Tree {
    /// Makes a branch of the present one, and stays on the present one. Nothing is copied: both share
    /// what is the same, until one of them changes it. To begin at an earlier point, the branch has a
    /// run of its own that takes it back.
    ///
    /// ```
    /// use isolate_text::VPath;
    /// use isolate_vfs::{BranchOptions, MemoryStore, OpenOptions, Tree};
    ///
    /// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
    /// let path = VPath::parse("/a")?;
    /// tree.write(&path, b"one")?;
    /// tree.create_branch("idea", &BranchOptions::new())?;
    /// tree.switch_branch("idea")?;
    /// tree.write(&path, b"two")?;
    /// tree.switch_branch("main")?;
    /// assert_eq!(tree.read(&path)?, b"one");
    /// # Ok::<(), isolate_vfs::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Invalid` for a text that is no name, and while a run is open; `Exists`; `TooLarge` beyond
    /// [`BRANCHES_MAX`](super::BRANCHES_MAX), and beyond 50 branches of which each was made from the one
    /// before; those of [`Tree::restore_at`] for a point.
    pub fn create_branch(&self, name: &str, options: &BranchOptions) -> Result<()> {
        self.check_no_run()?;
        check_name(name)?;
        self.atomically(|txn| {
            txn.forget_deleted_branches()?;
            txn.check_free(name)?;
            let state = txn.state()?;
            if txn.listed_branches()? >= BRANCHES_MAX {
                return Err(Error::new(ErrorKind::TooLarge).with_detail(format!(
                    "there are {BRANCHES_MAX} branches already; delete one first"
                )));
            }
            let root = txn
                .lookup(txn.root_holder(), "")?
                .ok_or_else(|| txn.no_root())?;
            let number = txn.new_id()?;
            txn.execute(
                "INSERT INTO branch (id, name, parent, forked, created_ms, deleted_ms, bytes, entries)
                 VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM run), ?4, NULL, ?5, ?6)",
                (
                    number,
                    name,
                    txn.branch_number().unwrap_or(0),
                    txn.now().as_millis(),
                    int(state.bytes),
                    int(state.entries),
                ),
            )?;
            // It can be entered.
            txn.runs_of_branch(number)?;
            txn.update_state(|state| state.branches += 1)?;
            txn.put_root(-number, "", &root)?;
            if options.at != Point::Now {
                txn.take_back(number, name, options)?;
            }
            txn.keep_common(number, 0, (-number, ""))
        })
    }
}

impl ReadTxn<'_> {
    fn check_free(&self, name: &str) -> Result<()> {
        if self.is_free(name)? {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Exists).with_detail(format!("there is a branch {name} already")))
    }

    /// Whether no branch has a name.
    pub(super) fn is_free(&self, name: &str) -> Result<bool> {
        let found = self.store.row(
            "SELECT 1 FROM branch WHERE name = ?1 AND deleted_ms IS NULL",
            [name],
            |_| Ok(()),
        )?;
        Ok(found.is_none() && name != MAIN)
    }

    /// How many branches there are that can be seen.
    fn listed_branches(&self) -> Result<u64> {
        let count = self.store.row(
            "SELECT count(*) FROM branch WHERE deleted_ms IS NULL AND id NOT IN (SELECT branch FROM aside)",
            [],
            |row| unsigned(row, 0),
        )?;
        Ok(count.unwrap_or_default())
    }
}

impl WriteTxn<'_> {
    /// Takes a new branch back to an earlier point, as a run of its own.
    fn take_back(&self, number: i64, name: &str, options: &BranchOptions) -> Result<()> {
        let branch = self.branch_of(number, name)?;
        self.within(branch, || {
            self.as_call_of(
                &RunOptions {
                    label: format!("branch {name} {}", options.at),
                    actor: options.actor.clone(),
                    ..RunOptions::default()
                },
                || {
                    self.with_history(|| self.restore_now(options.at, &[], UndoScope::Everything))?;
                    self.mark_making()
                },
            )
        })
    }

    /// Adds an entry that names the root directory of another.
    pub(super) fn put_root(&self, holder: i64, name: &str, root: &Node) -> Result<()> {
        self.share_directory(root.id)?;
        self.execute(
            "INSERT INTO node (parent, name, kind, id, mode, size, mtime_us, content, target)
             VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, NULL, NULL)",
            (
                holder,
                name,
                root.kind.code(),
                root.id,
                root.mode,
                root.mtime_us,
            ),
        )?;
        Ok(())
    }

    /// Keeps the present state of a root as one that a branch and its parent have in common since a
    /// run; 0 is before every run.
    pub(super) fn keep_common(&self, branch: i64, run: i64, root: (i64, &str)) -> Result<()> {
        let node = self
            .lookup(root.0, root.1)?
            .ok_or_else(|| Error::corrupt("no root directory"))?;
        self.put_root(-branch, &run.to_string(), &node)
    }

    /// Removes what is left of deleted branches that no run and no other branch names.
    pub(crate) fn forget_deleted_branches(&self) -> Result<()> {
        self.execute(
            "DELETE FROM branch WHERE deleted_ms IS NOT NULL AND id NOT IN (SELECT parent FROM branch)
             AND NOT EXISTS (SELECT 1 FROM run WHERE run.branch = branch.id)",
            [],
        )?;
        Ok(())
    }
}
