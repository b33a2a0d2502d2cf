//! Copying: entries are new, bytes are shared.

use isolate_text::{VPath, budget};

use super::NODE_BYTES;
use super::content::Dropped;
use super::rename::check_leaf_target;
use super::resolve::{Follow, Position};
use super::subtree::Extent;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::store::unsigned;
use crate::txn::{Tree, WriteTxn};

/// How [`Tree::copy`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CopyOptions {
    pub(crate) recursive: bool,
}

impl CopyOptions {
    /// The defaults: only files and links are copied.
    #[must_use]
    pub const fn new() -> Self {
        Self { recursive: false }
    }

    /// Copies directories, too, with everything below them. Default: `false`.
    #[must_use]
    pub const fn recursive(mut self) -> Self {
        self.recursive = true;
        self
    }
}

impl Tree {
    /// Copies an entry to exactly the path `to`, making its parents where they are missing.
    ///
    /// A file or link replaces a file or link. A directory is merged into a directory.
    /// Links are copied as links. A path onto itself changes nothing.
    ///
    /// # Errors
    /// `NotFound`; `IsDirectory` for a directory without `recursive` and for a file onto a
    /// directory; `NotDirectory` for a directory onto a file, and for a file onto a path that ends in
    /// a slash; `Invalid` for a directory
    /// into itself; `NoSpace`, `NameTooLong` or `Loop`.
    pub fn copy(&self, from: &VPath, to: &VPath, options: &CopyOptions) -> Result<()> {
        self.call(|txn| {
            let (source, node) = txn.existing(from, Follow::No)?;
            if node.is_dir() && !options.recursive {
                return Err(Error::at(ErrorKind::IsDirectory, from));
            }
            let mut target = txn.resolve_target(to, &node)?;
            if target.path == source.path {
                return Ok(());
            }
            if target.path.is_root() {
                return Err(Error::at(ErrorKind::IsDirectory, to));
            }
            if !node.is_dir() {
                if !target.node.as_ref().is_some_and(Node::is_dir) {
                    check_leaf_target(&source.path, to)?;
                }
                txn.guard(Verb::Read, &source.path, node.size)?;
                let copied = txn.copy_leaf(&node, &mut target, to);
                return copied.map_err(|error| error.naming(&source.path));
            }
            if target.path.starts_with(&source.path) {
                return Err(Error::at(ErrorKind::Invalid, to)
                    .with_detail("cannot copy a directory into itself"));
            }
            match target.node.take() {
                None => {
                    let extent = txn.gather(&source, &node)?;
                    txn.make_parents(&mut target)?;
                    txn.copy_gathered(&source, extent, &target)
                }
                Some(existing) if existing.is_dir() => txn.merge(&source, &node, &target),
                Some(_) => Err(Error::at(ErrorKind::NotDirectory, to)),
            }
        })
    }

    /// Copies an entry with everything below it.
    ///
    /// # Errors
    /// As [`Tree::copy`].
    pub fn copy_tree(&self, from: &VPath, to: &VPath) -> Result<()> {
        self.copy(from, to, &CopyOptions::new().recursive())
    }
}

impl WriteTxn<'_> {
    /// Puts a copy of the gathered subtree at a position where nothing is.
    pub(super) fn copy_gathered(
        &self,
        source: &Position,
        extent: Extent,
        target: &Position,
    ) -> Result<()> {
        self.guard_gathered(&[Verb::List, Verb::Read], &source.path, &source.path)?;
        self.check_fits(extent, source, target)?;
        self.count(extent.bytes, 0, extent.entries, 0)?;
        let rows = extent.row_bytes_at(&source.path, &target.path);
        // Names are not longer than paths.
        self.make_room(rows.saturating_mul(2))?;
        self.insert_gathered(extent, target)?;
        self.record_gathered_made(extent, &source.path, &target.path, Some(self.stamp()?))
    }

    /// Puts a copy of a file or link at a position.
    fn copy_leaf(&self, source: &Node, target: &mut Position, to: &VPath) -> Result<()> {
        let old = target.node.take();
        if old.as_ref().is_some_and(Node::is_dir) {
            return Err(Error::at(ErrorKind::IsDirectory, to));
        }
        self.make_parents(target)?;
        self.put_copy(source, target, old.as_ref())
    }

    /// Puts a copy of a file or link at a position, where it replaces nothing, a file or a link.
    pub(super) fn put_copy(
        &self,
        source: &Node,
        position: &Position,
        old: Option<&Node>,
    ) -> Result<()> {
        let node = Node {
            mtime_us: self.stamp()?,
            ..source.clone()
        };
        if let Some(content) = node.content {
            self.hold_content(content)?;
        }
        self.replace_leaf(position, old, &node)
    }

    /// Puts a file or link at a position, where it replaces nothing, a file or a link, and records it.
    pub(crate) fn replace_leaf(
        &self,
        position: &Position,
        old: Option<&Node>,
        node: &Node,
    ) -> Result<()> {
        let bytes = |node: &Node| {
            if node.kind == FileKind::File {
                node.size
            } else {
                0
            }
        };
        self.count(
            bytes(node),
            old.map_or(0, bytes),
            u64::from(old.is_none()),
            0,
        )?;
        if old.is_some() {
            self.update_node(position, node)?;
            self.touch_parent(position)?;
        } else {
            self.insert_node(position, node)?;
        }
        self.record(&position.path, old, Some(node), Dropped::Replaced)
    }

    /// Copies a directory onto a directory, entry by entry.
    fn merge(&self, source: &Position, node: &Node, target: &Position) -> Result<()> {
        self.gather(source, node)?;
        self.guard_gathered(&[Verb::List, Verb::Read], &source.path, &source.path)?;
        let mut entries = Vec::new();
        self.store.each(
            "SELECT path, kind, mode, size, content, target FROM temp.sub WHERE depth > 0 ORDER BY ord",
            [],
            |row| {
                let node = Node {
                    kind: FileKind::from_code(row.get(1)?)?,
                    id: 0,
                    mode: row.get(2)?,
                    size: unsigned(row, 3)?,
                    mtime_us: 0,
                    content: row.get(4)?,
                    target: row.get(5)?,
                };
                let path: String = row.get(0)?;
                budget::charge(path.len() + NODE_BYTES)?;
                entries.push((path, node));
                Ok(())
            },
        )?;
        let base = if target.path.is_root() {
            ""
        } else {
            target.path.as_str()
        };
        for (path, node) in entries {
            self.check_deadline()?;
            let from = VPath::parse(&path)?;
            let path = VPath::parse(&format!("{base}{}", &path[source.path.as_str().len()..]))?;
            let mut position = self.resolve(&path, Follow::No)?;
            if !node.is_dir() {
                self.copy_leaf(&node, &mut position, &path)
                    .map_err(|error| error.naming(&from))?;
                continue;
            }
            match &position.node {
                None => self.make_dir_at(&mut position)?,
                Some(existing) if existing.is_dir() => {}
                Some(_) => return Err(Error::at(ErrorKind::NotDirectory, &path)),
            }
        }
        Ok(())
    }
}
