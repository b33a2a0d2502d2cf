//! Removing entries and subtrees.

use super::Tree;
use super::resolve::{Follow, Place};
use super::write::Dropped;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::Node;
use crate::path::VPath;

/// How [`Tree::remove`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemoveOptions {
    /// Whether a directory goes with everything below it. An empty one always goes.
    pub recursive: bool,
    /// Whether a missing path is fine.
    pub force: bool,
}

impl Tree {
    /// Removes a file, a link or a directory. Links are never followed at the end.
    ///
    /// # Errors
    /// `NotFound`, `NotEmpty`, `Loop`; `NotPermitted` for the root.
    pub fn remove(&self, path: &VPath, options: RemoveOptions) -> Result<()> {
        self.write_scope(|| {
            let Some(Place {
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
            let place = Place {
                path: real,
                dirs,
                node: None,
            };
            if node.is_dir() && !self.is_empty_dir(node.id)? {
                if !options.recursive {
                    return Err(Error::at(ErrorKind::NotEmpty, path));
                }
                return self.remove_below(&place, &node);
            }
            self.remove_entry(&place, &node)
        })
    }

    /// Removes whatever is at a path; nothing there is fine.
    ///
    /// # Errors
    /// `Loop`; `NotPermitted` for the root.
    pub fn remove_tree(&self, path: &VPath) -> Result<()> {
        self.remove(
            path,
            RemoveOptions {
                recursive: true,
                force: true,
            },
        )
    }

    pub(crate) fn is_empty_dir(&self, id: i64) -> Result<bool> {
        let found = self
            .store
            .row("SELECT 1 FROM node WHERE parent = ?1 LIMIT 1", [id], |_| {
                Ok(())
            })?;
        Ok(found.is_none())
    }

    /// Removes a file, a link or an empty directory.
    pub(crate) fn remove_entry(&self, place: &Place, node: &Node) -> Result<()> {
        let bytes = if node.content.is_some() { node.size } else { 0 };
        self.count(0, bytes, 0, 1)?;
        self.delete_node(place)?;
        self.record(&place.path, Some(node), None, Dropped::Replaced)
    }

    fn remove_below(&self, place: &Place, node: &Node) -> Result<()> {
        let extent = self.gather(place, node)?;
        self.guard_gathered(Verb::Delete, &place.path, &place.path)?;
        self.count(0, extent.bytes, 0, extent.entries)?;
        self.delete_gathered(place)?;
        self.record_gathered_gone(extent.bytes)
    }
}
