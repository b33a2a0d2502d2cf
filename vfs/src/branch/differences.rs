//! Differences between branches.

use crate::error::{Error, Result};
use crate::history::{Difference, Point, Sides, differences_of};
use crate::txn::{CurrentBranch, ReadTxn, Tree};

impl Tree {
    /// What a branch has changed since it and the one that it was made from last had the same state,
    /// which is when it was made or merged: what merging it would bring.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; `Invalid` for the main branch.
    pub fn differences_of_branch(&self, name: &str) -> Result<Vec<Difference>> {
        self.snapshot(|txn| {
            let branch = txn.find_branch(name)?;
            let sides = txn.changes_of_branch(&branch)?;
            Ok(differences_of(txn.unlike(txn.seen(sides))?))
        })
    }

    /// What is different on another branch from what this one has, or had at a point of its history.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; those of [`Tree::differences`] for a point.
    pub fn differences_to_branch(&self, from: Point, name: &str) -> Result<Vec<Difference>> {
        self.snapshot(|txn| {
            let branch = txn.find_branch(name)?;
            let mut sides = match from {
                Point::Now => Sides::new(),
                point => txn.sides_until_now(point)?,
            };
            for (path, (now, there)) in txn.compare_with(&branch)? {
                sides
                    .entry(path)
                    .and_modify(|(_, end)| end.clone_from(&there))
                    .or_insert((now, there));
            }
            Ok(differences_of(txn.unlike(txn.seen(sides))?))
        })
    }
}

impl ReadTxn<'_> {
    /// What is at each path where this branch and another differ.
    fn compare_with(&self, other: &CurrentBranch) -> Result<Sides> {
        let holder = other.number.map_or(0, |number| -number);
        let there = self
            .lookup(holder, "")?
            .ok_or_else(|| Error::corrupt("no root directory"))?;
        self.compare_trees(self.root()?, there.id)
    }
}
