//! What is different between two directory trees, also of different branches.

use std::collections::{BTreeMap, HashSet};

use isolate_text::{VPath, budget, check_path_bounds};

use crate::error::{Error, Result};
use crate::history::{CHANGE_BYTES, Sides, is_still};
use crate::node::Node;
use crate::txn::ReadTxn;

/// Bytes of files that are read to find out whether two that were written apart are the same.
const COMPARED_BYTES_MAX: u64 = 64 << 20;

/// What a pair of directories takes in memory.
const PAIR_BYTES: usize = 64;

impl ReadTxn<'_> {
    /// What is at each path where two trees differ, given the numbers of their roots. What both share
    /// is not looked at, so this takes time in what is different and in the directories above it.
    /// Files with the same bytes and permissions are not different, up to a bound on what is read.
    pub(super) fn compare_trees(&self, old: i64, new: i64) -> Result<Sides> {
        let mut sides = Sides::new();
        let mut allowance = COMPARED_BYTES_MAX;
        // In a sound file one entry of each tree names a directory. In a prepared one this ends.
        let mut entered = HashSet::new();
        let mut pending = vec![(VPath::root(), Some(old), Some(new))];
        while let Some((path, old, new)) = pending.pop() {
            self.check_deadline()?;
            if old == new {
                continue;
            }
            budget::charge(PAIR_BYTES)?;
            if !entered.insert((old, new)) {
                return Err(Error::corrupt("a directory that is in two places"));
            }
            check_path_bounds(path.as_str().len(), path.depth())
                .map_err(|_| Error::corrupt("a path beyond all bounds"))?;
            for (name, (old, new)) in self.entries_of_both(old, new)? {
                let path = VPath::from_names(path.components().chain([name.as_str()]));
                let directory = |node: &Option<Node>| {
                    let node = node.as_ref().filter(|node| node.is_dir());
                    node.map(|node| node.id)
                };
                let below = (directory(&old), directory(&new));
                if below != (None, None) {
                    pending.push((path.clone(), below.0, below.1));
                }
                if !self.is_alike(old.as_ref(), new.as_ref(), &mut allowance)? {
                    budget::charge(path.as_str().len() + CHANGE_BYTES)?;
                    sides.insert(path, (old, new));
                }
            }
        }
        Ok(sides)
    }

    /// The entries of two directories by their names.
    #[expect(clippy::type_complexity, reason = "a map of pairs")]
    fn entries_of_both(
        &self,
        old: Option<i64>,
        new: Option<i64>,
    ) -> Result<BTreeMap<String, (Option<Node>, Option<Node>)>> {
        let mut both: BTreeMap<String, (Option<Node>, Option<Node>)> = BTreeMap::new();
        if let Some(old) = old {
            for (name, node) in self.children(old, usize::MAX)? {
                both.insert(name, (Some(node), None));
            }
        }
        if let Some(new) = new {
            for (name, node) in self.children(new, usize::MAX)? {
                both.entry(name).or_default().1 = Some(node);
            }
        }
        Ok(both)
    }

    /// Whether two entries hold the same.
    pub(super) fn is_alike(
        &self,
        one: Option<&Node>,
        other: Option<&Node>,
        allowance: &mut u64,
    ) -> Result<bool> {
        match (one, other) {
            _ if is_still(one, other) => Ok(true),
            (Some(one), Some(other)) if one.kind == other.kind => {
                self.is_same(one, other, allowance)
            }
            _ => Ok(false),
        }
    }
}
