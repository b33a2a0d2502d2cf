//! Putting files back to what they were at a point of the history.

use std::collections::BTreeMap;

use isolate_text::VPath;

use super::difference::Sides;
use super::undo::Scope;
use super::{Effects, Point};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::node::{FileKind, Node};
use crate::run::RunOptions;
use crate::tree::check_kind_named;
use crate::txn::{Tree, Undone, WriteTxn};

impl Tree {
    /// Makes paths and what is below them what they were at a point of the history; without paths,
    /// everything but the checkpoints. This is a run of its own, or part of the open one. Returns what
    /// changed.
    ///
    /// # Errors
    /// `NotFound` for a run that the history does not have or of which it has only a part, and for a
    /// path where nothing was then and nothing is now; `NotDirectory` or `NotEmpty` where something
    /// that is not to be restored is in the way. Nothing is changed then.
    pub fn restore_at(&self, point: Point, paths: &[VPath]) -> Result<Effects> {
        let restore = || {
            self.taking_back(|| {
                self.concealing(paths, || {
                    self.atomically(|txn| {
                        txn.with_history(|| txn.restore_now(point, paths, Scope::Work))
                    })
                })
            })
        };
        if self.has_open_run() {
            restore()?;
            return self.effects();
        }
        if self.is_writing() {
            return restore().map(|()| Effects::default());
        }
        let own = self.begin(&RunOptions::new(format!("restore {point}")))?;
        restore()?;
        own.commit()
    }
}

impl WriteTxn<'_> {
    pub(crate) fn restore_now(&self, point: Point, paths: &[VPath], scope: Scope) -> Result<()> {
        let mut all = self.sides_until_now(point)?;
        if scope == Scope::Work {
            // Otherwise it is the contents themselves that come back, since earlier runs name them.
            all = self.unlike(all)?;
        }
        let is_selected = |path: &VPath| {
            (scope == Scope::Everything || !is_internal(path))
                && (paths.is_empty() || paths.iter().any(|above| path.starts_with(above)))
        };
        for path in paths {
            self.check_ending(path)?;
            let then = all.get(path).and_then(|(then, _)| then.as_ref());
            check_kind_named(path, then)?;
            let is_known = all.keys().any(|changed| changed.starts_with(path));
            if !is_known
                && self
                    .exact(path)?
                    .is_none_or(|position| position.node.is_none())
            {
                return Err(Error::at(ErrorKind::NotFound, path)
                    .with_detail(format!("nothing was at {path} {point}, and nothing is now")));
            }
        }
        let selected: BTreeMap<&VPath, &(Option<Node>, Option<Node>)> =
            all.iter().filter(|(path, _)| is_selected(path)).collect();
        // Below before above: a directory is empty when its turn comes.
        for (path, (then, now)) in selected.iter().rev() {
            let is_other = |now: &Node| then.as_ref().is_none_or(|then| then.kind != now.kind);
            if now.as_ref().is_some_and(is_other) {
                self.check_deadline()?;
                self.remove_exact(path)?;
            }
        }
        for (path, (then, _)) in &selected {
            if let Some(then) = then {
                self.check_deadline()?;
                self.restore_parents(path, &all)?;
                self.put_node(path, then)?;
            }
        }
        match paths {
            [] => self
                .branches
                .reverse_merges(self, Undone::After(point.last_run())),
            _ => Ok(()),
        }
    }

    /// Removes what is at a path: a directory only if it is empty.
    pub(crate) fn remove_exact(&self, path: &VPath) -> Result<()> {
        let Some(mut position) = self.exact(path)? else {
            return Ok(());
        };
        let Some(node) = position.node.take() else {
            return Ok(());
        };
        if node.is_dir() && !self.is_empty_dir(node.id)? {
            return Err(Error::at(ErrorKind::NotEmpty, path));
        }
        self.remove_entry(&position, &node)
    }

    /// Makes the directories above a path that were there then and are not there now.
    fn restore_parents(&self, path: &VPath, all: &Sides) -> Result<()> {
        let mut missing = Vec::new();
        let mut above = path.parent();
        while let Some(directory) = above {
            match self.exact(&directory)?.and_then(|position| position.node) {
                Some(node) if node.is_dir() => break,
                Some(_) => return Err(Error::at(ErrorKind::NotDirectory, &directory)),
                None => {}
            }
            above = directory.parent();
            missing.push(directory);
        }
        for directory in missing.into_iter().rev() {
            match all.get(&directory) {
                Some((Some(then), _)) if then.is_dir() => self.put_node(&directory, then)?,
                _ => return Err(Error::at(ErrorKind::NotDirectory, &directory)),
            }
        }
        Ok(())
    }

    /// Makes a path what a node of the history says. What is there now is of the same kind, or nothing
    /// is, and its directory is there.
    pub(crate) fn put_node(&self, path: &VPath, then: &Node) -> Result<()> {
        if path.is_root() {
            // It is always there.
            return match self.exact(path)?.and_then(|position| position.node) {
                Some(root) => self.put_mode(path, &root, then),
                None => Ok(()),
            };
        }
        let position = self.exact(path)?;
        let Some(mut position) = position.filter(|position| position.parent().is_some()) else {
            return Err(Error::at(ErrorKind::NotDirectory, path));
        };
        let old = position.node.take();
        match (then.kind, old) {
            (FileKind::Directory, Some(old)) if old.is_dir() => self.put_mode(path, &old, then),
            (FileKind::Directory, Some(_)) => Err(Error::at(ErrorKind::NotDirectory, path)),
            (FileKind::Directory, None) => {
                let node = Node {
                    id: self.new_id()?,
                    ..then.clone()
                };
                self.count(0, 0, 1, 0)?;
                self.insert_node(&position, &node)?;
                self.record(path, None, Some(&node), crate::tree::Dropped::Replaced)
            }
            (FileKind::File | FileKind::Symlink, Some(old)) if old.is_dir() => {
                Err(Error::at(ErrorKind::NotEmpty, path))
            }
            (FileKind::File | FileKind::Symlink, old) => {
                if let Some(content) = then.content {
                    self.hold_content(content)
                        .map_err(|error| error.naming(path))?;
                }
                self.replace_leaf(&position, old.as_ref(), then)
            }
        }
    }

    /// Gives a directory its earlier permissions.
    pub(super) fn put_mode(&self, path: &VPath, old: &Node, then: &Node) -> Result<()> {
        if old.mode == then.mode {
            return Ok(());
        }
        self.set_mode(path, then.mode)
    }
}
