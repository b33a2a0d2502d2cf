//! Removing entries and subtrees.

use isolate_text::VPath;

use super::content::Dropped;
use super::resolve::{Follow, Position};
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::Node;
use crate::txn::{ReadTxn, Tree, WriteTxn};

/// How [`Tree::remove`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RemoveOptions {
    pub(crate) recursive: bool,
    pub(crate) force: bool,
}

impl RemoveOptions {
    /// The defaults: a directory must be empty, and the path must exist.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            recursive: false,
            force: false,
        }
    }

    /// Removes directories with everything below them. An empty one can always be removed. Default:
    /// `false`.
    #[must_use]
    pub const fn recursive(mut self) -> Self {
        self.recursive = true;
        self
    }

    /// Ignores a missing path. Default: `false`.
    #[must_use]
    pub const fn force(mut self) -> Self {
        self.force = true;
        self
    }
}

impl Tree {
    /// Removes a file, a link or a directory. A link at the end of the path is not followed.
    ///
    /// This works in a full workspace. If there is no room to record what is removed, the whole
    /// history is removed and a directory is recorded without its contents. Such a run cannot be
    /// undone.
    ///
    /// # Errors
    /// `NotFound`, `NotEmpty`, `Loop`; `NotPermitted` for the root; `NoSpace` on a full disk where
    /// not even the log can be written.
    pub fn remove(&self, path: &VPath, options: &RemoveOptions) -> Result<()> {
        self.removing(|txn, recording| txn.remove_now(path, options, recording))
    }

    /// Calls `remove`, a second time without a history if there is no room to record it.
    pub(super) fn removing(
        &self,
        remove: impl Fn(&WriteTxn<'_>, Recording) -> Result<()>,
    ) -> Result<()> {
        let mut removed =
            self.with_room_to_remove(|| self.call(|txn| remove(txn, Recording::Whole)));
        if self.lacks_room(&removed) {
            removed = self.with_room_to_remove(|| {
                self.call(|txn| {
                    txn.forget_history()?;
                    remove(txn, Recording::Top)
                })
            });
        }
        self.settle_removal();
        removed
    }

    /// Removes an entry with everything below it. A missing path is not an error.
    ///
    /// # Errors
    /// `Loop`; `NotPermitted` for the root.
    pub fn remove_tree(&self, path: &VPath) -> Result<()> {
        self.remove(path, &RemoveOptions::new().recursive().force())
    }
}

impl ReadTxn<'_> {
    pub(crate) fn is_empty_dir(&self, id: i64) -> Result<bool> {
        let found = self
            .store
            .row("SELECT 1 FROM node WHERE parent = ?1 LIMIT 1", [id], |_| {
                Ok(())
            })?;
        Ok(found.is_none())
    }
}

impl WriteTxn<'_> {
    fn remove_now(
        &self,
        path: &VPath,
        options: &RemoveOptions,
        recording: Recording,
    ) -> Result<()> {
        let Some(Position {
            path: real,
            dirs,
            node: Some(node),
        }) = self.locate(path, Follow::No)?
        else {
            return if options.force {
                Ok(())
            } else {
                Err(Error::at(ErrorKind::NotFound, path))
            };
        };
        if real.is_root() {
            return Err(Error::at(ErrorKind::NotPermitted, path));
        }
        let position = Position {
            path: real,
            dirs,
            node: None,
        };
        self.remove_at(position, node, options.recursive, recording)
            .map_err(|error| match error.kind() {
                ErrorKind::NotEmpty => error.with_path(path),
                _ => error,
            })
    }

    /// Removes what is at a position below the root, with everything below it if it is `recursive`.
    pub(super) fn remove_at(
        &self,
        mut position: Position,
        node: Node,
        recursive: bool,
        recording: Recording,
    ) -> Result<()> {
        self.note_removal();
        if node.is_dir() && !self.is_empty_dir(node.id)? {
            if !recursive {
                return Err(Error::new(ErrorKind::NotEmpty));
            }
            return self.remove_below(&mut position, node, recording);
        }
        self.remove_entry(&position, &node)
    }

    /// Removes a file, a link or an empty directory.
    pub(crate) fn remove_entry(&self, position: &Position, node: &Node) -> Result<()> {
        let bytes = if node.content.is_some() { node.size } else { 0 };
        self.count(0, bytes, 0, 1)?;
        if node.is_dir() {
            let mut own = position.without_node();
            self.own_below(&mut own, node.clone())?;
        }
        self.delete_node(position)?;
        self.record(&position.path, Some(node), None, Dropped::Replaced)
    }

    fn remove_below(
        &self,
        position: &mut Position,
        node: Node,
        recording: Recording,
    ) -> Result<()> {
        let node = self.own_below(position, node)?;
        let (position, node) = (&*position, &node);
        let extent = self.gather(position, node)?;
        self.guard_gathered(&[Verb::Delete], &position.path, &position.path)?;
        self.count(0, extent.bytes, 0, extent.entries)?;
        if recording == Recording::Whole {
            self.make_room_to_remove(extent.row_bytes())?;
            self.delete_gathered(position)?;
            return self.record_gathered_gone(extent);
        }
        self.release_gathered(extent)?;
        self.delete_gathered(position)?;
        self.record(&position.path, Some(node), None, Dropped::Replaced)?;
        self.mark_incomplete()
    }
}

/// How much of a removal is recorded in the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recording {
    /// Every path.
    Whole,
    /// Only the path that was given.
    Top,
}
