//! Giving paths what they held, or hold on another branch, without recording it.

use std::collections::{BTreeMap, BTreeSet};

use isolate_text::{VPath, budget};

use crate::error::{Error, Result};
use crate::history::is_still;
use crate::node::{FileKind, Node};
use crate::store::ROW_BYTES;
use crate::tree::Position;
use crate::txn::{ReadTxn, WriteTxn};

/// What is to be at a path.
pub(super) type Wanted = (VPath, Option<Node>);

/// What a path takes in memory beside its text.
const PATH_BYTES: usize = 192;

/// The times of the directories among these paths.
pub(super) fn times_of_directories(wanted: &[Wanted]) -> BTreeMap<VPath, i64> {
    let directories = wanted.iter().filter_map(|(path, node)| {
        let node = node.as_ref().filter(|node| node.is_dir())?;
        Some((path.clone(), node.mtime_us))
    });
    directories.collect()
}

/// The directories above a path, the nearest first.
fn ancestors(path: &VPath) -> impl Iterator<Item = VPath> {
    std::iter::successors(path.parent(), VPath::parent)
}

impl ReadTxn<'_> {
    /// What is at these paths.
    pub(super) fn at_paths<'a>(
        &self,
        paths: impl Iterator<Item = &'a VPath>,
    ) -> Result<Vec<Wanted>> {
        let mut found = Vec::new();
        for path in paths {
            self.check_deadline()?;
            budget::charge(path.as_str().len() + PATH_BYTES)?;
            found.push((path.clone(), self.node_at(path)?));
        }
        Ok(found)
    }

    fn node_at(&self, path: &VPath) -> Result<Option<Node>> {
        Ok(self.exact(path)?.and_then(|position| position.node))
    }

    /// The times of the directories that hold these paths.
    pub(super) fn times_above<'a>(
        &self,
        paths: impl Iterator<Item = &'a VPath>,
    ) -> Result<BTreeMap<VPath, i64>> {
        let mut times = BTreeMap::new();
        for path in paths {
            let Some(above) = path.parent() else { continue };
            if times.contains_key(&above) {
                continue;
            }
            self.check_deadline()?;
            if let Some(node) = self.node_at(&above)? {
                budget::charge(above.as_str().len() + PATH_BYTES)?;
                times.insert(above, node.mtime_us);
            }
        }
        Ok(times)
    }

    /// Directories that a run on another branch has made, and that are on this one now with the same
    /// permissions.
    pub(super) fn directories_of_both(
        &self,
        before: &[Wanted],
        left: &[Wanted],
    ) -> Result<BTreeSet<VPath>> {
        let mut both = BTreeSet::new();
        for ((path, before), (_, left)) in before.iter().zip(left) {
            let Some(left) = left.as_ref().filter(|node| node.is_dir()) else {
                continue;
            };
            self.check_deadline()?;
            if before.is_none()
                && let Some(now) = self.node_at(path)?
                && now.is_dir()
                && now.mode == left.mode
            {
                budget::charge(path.as_str().len() + PATH_BYTES)?;
                both.insert(path.clone());
            }
        }
        Ok(both)
    }

    /// Where this branch has something else than it had when a run on another began to change it: paths
    /// that are not as before, directories that are gone, and what was added below a path that goes.
    pub(super) fn changed_since(
        &self,
        before: &[Wanted],
        wanted: &BTreeMap<&str, Option<&Node>>,
    ) -> Result<Vec<VPath>> {
        let mut changed = Vec::new();
        for (path, before) in before {
            self.check_deadline()?;
            let position = self.exact(path)?;
            let now = position
                .as_ref()
                .and_then(|position| position.node.as_ref());
            // A link or a file that is in the way may be one that goes, which is looked at by itself.
            let is_reached = position.is_some()
                || ancestors(path).any(|above| wanted.contains_key(above.as_str()));
            if !is_reached || !is_still(now, before.as_ref()) {
                changed.push(path.clone());
                continue;
            }
            let after = wanted.get(path.as_str()).copied().flatten();
            let stays_directory = after.is_some_and(Node::is_dir);
            if let (Some(now), false) = (now.filter(|now| now.is_dir()), stays_directory) {
                for (name, _) in self.children(now.id, usize::MAX)? {
                    let child = VPath::from_names(path.components().chain([name.as_str()]));
                    if !wanted.contains_key(child.as_str()) {
                        changed.push(child);
                    }
                }
            }
            if let (Some(_), Some(above)) = (after, path.parent())
                && position
                    .as_ref()
                    .is_some_and(|position| position.parent().is_none())
                && !wanted
                    .get(above.as_str())
                    .is_some_and(|node| node.is_some_and(Node::is_dir))
            {
                changed.push(above);
            }
        }
        // Where rules hide what others have added, the directory that it is in is what can be told.
        for path in &mut changed {
            while self.is_hidden(path)
                && let Some(above) = path.parent()
            {
                *path = above;
            }
        }
        changed.sort();
        changed.dedup();
        Ok(changed)
    }
}

impl WriteTxn<'_> {
    /// Makes these paths, sorted, what they are to be.
    pub(super) fn put_quietly(&self, wanted: &[Wanted]) -> Result<()> {
        // Below before above: a directory is empty when its turn comes.
        for (path, node) in wanted.iter().rev() {
            self.check_deadline()?;
            let Some(mut position) = self.exact(path)? else {
                continue;
            };
            let Some(now) = position.node.take() else {
                continue;
            };
            if node.as_ref().is_none_or(|node| node.kind != now.kind) {
                self.remove_quietly(&mut position, now)?;
            }
        }
        for (path, node) in wanted {
            if let Some(node) = node {
                self.check_deadline()?;
                self.put_node_quietly(path, node)?;
            }
        }
        Ok(())
    }

    /// Sets the times of directories, as far as they are there: the given ones, or those of before where
    /// these are later.
    pub(super) fn set_times_quietly(
        &self,
        times: &BTreeMap<VPath, i64>,
        before: &BTreeMap<VPath, i64>,
    ) -> Result<()> {
        for (path, time) in times {
            self.check_deadline()?;
            let Some(position) = self.exact(path)? else {
                continue;
            };
            let Some(node) = position.node.clone().filter(Node::is_dir) else {
                continue;
            };
            let mtime_us = before.get(path).map_or(*time, |before| *before.max(time));
            if path.is_root() {
                self.execute(
                    "UPDATE node SET mtime_us = ?2 WHERE parent = ?1 AND name = ''",
                    (self.root_holder(), mtime_us),
                )?;
            } else {
                self.update_node(&position, &Node { mtime_us, ..node })?;
            }
        }
        Ok(())
    }

    fn remove_quietly(&self, position: &mut Position, now: Node) -> Result<()> {
        // A directory may be one of another branch too.
        let now = self.own_below(position, now)?;
        self.delete_node(position)?;
        self.count(0, bytes_of(&now), 0, 1)?;
        self.release_quietly(position, &now)
    }

    fn put_node_quietly(&self, path: &VPath, node: &Node) -> Result<()> {
        let gone = || Error::corrupt("a directory that is gone");
        let mut position = self.exact(path)?.ok_or_else(gone)?;
        let now = position.node.take();
        if position.parent().is_none() && !path.is_root() {
            return Err(gone());
        }
        self.make_room(ROW_BYTES + path.as_str().len() as u64)?;
        if let Some(content) = node.content {
            self.hold_content(content)
                .map_err(|error| error.naming(path))?;
        }
        let Some(now) = now else {
            let id = match node.kind {
                FileKind::Directory => self.new_id()?,
                FileKind::File | FileKind::Symlink => 0,
            };
            self.count(bytes_of(node), 0, 1, 0)?;
            return self.insert_node(&position, &Node { id, ..node.clone() });
        };
        self.count(bytes_of(node), bytes_of(&now), 0, 0)?;
        // A directory keeps its number.
        let id = now.id;
        self.update_node(&position, &Node { id, ..node.clone() })?;
        self.release_quietly(&position, &now)
    }

    fn release_quietly(&self, position: &Position, now: &Node) -> Result<()> {
        let Some(content) = now.content else {
            return Ok(());
        };
        let freed = self
            .release_content(content, now.size)
            .map_err(|error| error.naming(&position.path))?;
        self.charge_history(now.size.saturating_sub(freed))
    }
}

/// What an entry adds to the bytes of its branch.
fn bytes_of(node: &Node) -> u64 {
    match node.kind {
        FileKind::File => node.size,
        FileKind::Directory | FileKind::Symlink => 0,
    }
}
