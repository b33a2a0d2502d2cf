//! Moving: one row changes, no matter how much is below it.

use isolate_text::VPath;

use super::content::Dropped;
use super::ending::no_directory_at;
use super::resolve::{Follow, Position};
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::txn::{ReadTxn, Tree, WriteTxn};

impl Tree {
    /// Moves an entry to exactly the path `to`, making its parents where they are missing.
    ///
    /// A file or link replaces a file or link, a directory an empty directory. Links are
    /// moved as links. Times are kept. A path onto itself changes nothing. A guard is asked whether
    /// every entry may be listed, read and removed where it is, and written where it comes to be.
    ///
    /// # Errors
    /// `NotFound`; `IsDirectory` for a file onto a directory; `NotDirectory` for a
    /// directory onto a file, and for a file onto a path that ends in a slash; `NotEmpty` for a directory onto one with entries; `Invalid`
    /// for a directory into itself; `NoSpace`, `NameTooLong` or `Loop`.
    pub fn rename(&self, from: &VPath, to: &VPath) -> Result<()> {
        self.call(|txn| {
            let (source, node) = txn.existing(from, Follow::No)?;
            let mut target = txn.resolve_target(to, &node)?;
            if target.path == source.path {
                return Ok(());
            }
            if node.is_dir() && target.path.starts_with(&source.path) {
                return Err(Error::at(ErrorKind::Invalid, to)
                    .with_detail("cannot move a directory into itself"));
            }
            let old = target.node.take();
            txn.check_replace(&node, old.as_ref(), to)?;
            if !node.is_dir() {
                check_leaf_target(&source.path, to)?;
            }
            txn.make_parents(&mut target)?;
            txn.move_to(source, &node, target, old.as_ref())
        })
    }

    /// Moves an entry with everything below it.
    ///
    /// # Errors
    /// As [`Tree::rename`].
    pub fn move_tree(&self, from: &VPath, to: &VPath) -> Result<()> {
        self.rename(from, to)
    }
}

impl ReadTxn<'_> {
    /// The position that an entry is to be moved or copied to.
    pub(super) fn resolve_target(&self, to: &VPath, node: &Node) -> Result<Position> {
        self.resolve(to, Follow::No).map_err(|error| {
            // A directory does not replace the file without the slash either.
            if node.is_dir() && error.suggestion().is_some() {
                return Error::at(ErrorKind::NotDirectory, to);
            }
            error
        })
    }

    fn check_replace(&self, node: &Node, old: Option<&Node>, to: &VPath) -> Result<()> {
        let Some(old) = old else { return Ok(()) };
        match (node.is_dir(), old.is_dir()) {
            (false, true) => Err(Error::at(ErrorKind::IsDirectory, to)),
            (true, false) => Err(Error::at(ErrorKind::NotDirectory, to)),
            (true, true) if !self.is_empty_dir(old.id)? => Err(Error::at(ErrorKind::NotEmpty, to)),
            _ => Ok(()),
        }
    }
}

impl WriteTxn<'_> {
    /// Moves an entry to a position, where nothing is or what it may replace.
    pub(super) fn move_to(
        &self,
        mut source: Position,
        node: &Node,
        mut target: Position,
        old: Option<&Node>,
    ) -> Result<()> {
        self.own(&mut source)?;
        self.own(&mut target)?;
        if node.is_dir() {
            self.move_dir(&source, node, &target, old)
        } else {
            self.move_leaf(&source, node, &target, old)
        }
    }

    fn move_leaf(
        &self,
        source: &Position,
        node: &Node,
        target: &Position,
        old: Option<&Node>,
    ) -> Result<()> {
        // The reference of the node moves along; history needs one of its own.
        let file = node.kind == FileKind::File;
        self.guard(Verb::Delete, &source.path, 0)?;
        self.guard(Verb::List, &source.path, 0)?;
        if file {
            self.guard(Verb::Read, &source.path, node.size)?;
        }
        if let (true, Some(content)) = (file, node.content) {
            self.hold_content(content)
                .map_err(|error| error.naming(&source.path))?;
        }
        self.count(0, if file { node.size } else { 0 }, 0, 1)?;
        self.delete_node(source)?;
        self.record(&source.path, Some(node), None, Dropped::Extended)?;
        self.replace_leaf(target, old, node)
    }

    fn move_dir(
        &self,
        source: &Position,
        node: &Node,
        target: &Position,
        old: Option<&Node>,
    ) -> Result<()> {
        if let Some(old) = old {
            self.remove_entry(target, old)?;
        }
        let extent = self.gather(source, node)?;
        let verbs = [Verb::Delete, Verb::List, Verb::Read];
        self.guard_gathered(&verbs, &source.path, &source.path)?;
        self.check_fits(extent, source, target)?;
        let gone = extent.row_bytes();
        self.make_room(gone.saturating_add(extent.row_bytes_at(&source.path, &target.path)))?;
        let parent = target
            .parent()
            .ok_or_else(|| Error::corrupt("an entry without a directory"))?;
        let old_parent = source
            .parent()
            .ok_or_else(|| Error::corrupt("an entry without a directory"))?;
        self.execute(
            "UPDATE node SET parent = ?3, name = ?4 WHERE parent = ?1 AND name = ?2",
            (old_parent, source.name(), parent, target.name()),
        )?;
        self.touch_parent(source)?;
        self.touch_parent(target)?;
        self.record_gathered_moved(extent)?;
        self.record_gathered_made(extent, &source.path, &target.path, None)
    }
}

/// Refuses a path that ends in a slash as the new path of a file or link: it names a directory,
/// which is missing, or the directory that a link leads to.
pub(super) fn check_leaf_target(from: &VPath, to: &VPath) -> Result<()> {
    if !to.names_directory() {
        return Ok(());
    }
    let whole = from.name().and_then(|name| to.join(name).ok());
    Err(no_directory_at(to, whole))
}
