//! Writing files, making directories and links.

use std::cell::Cell;

use isolate_text::{PATH_BYTES_MAX, VPath};

use super::content::{Dropped, Overwrite};
use super::resolve::{Follow, Position};
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::store::int;
use crate::txn::{ReadTxn, Tree, WriteTxn};

/// Bits of a mode that are kept.
pub(super) const MODE_BITS: u32 = 0o7777;
/// A file that is made shorter by this much is taken for one that is emptied to make room.
const GIVEN_BACK_BYTES_MIN: u64 = 64 << 10;

/// How [`Tree::mkdir`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MkdirOptions {
    pub(crate) recursive: bool,
}

impl MkdirOptions {
    /// The defaults: the parent must exist, the directory must not.
    #[must_use]
    pub const fn new() -> Self {
        Self { recursive: false }
    }

    /// Creates missing parents, and accepts an existing directory. Default: `false`, which requires
    /// the parent to exist and the directory not to.
    #[must_use]
    pub const fn recursive(mut self) -> Self {
        self.recursive = true;
        self
    }
}

impl Tree {
    /// Replaces the bytes of a file, making it and its parents where they are missing.
    ///
    /// A link at the end of the path is followed, also to a target that does not exist yet.
    /// Where a file of more than 8 KiB replaces another, only parts that differ are stored.
    ///
    /// # Errors
    /// `IsDirectory`, `NotDirectory`, `Loop`, `NameTooLong`, `FileTooLarge` or `NoSpace`.
    pub fn write(&self, path: &VPath, data: &[u8]) -> Result<()> {
        self.quota
            .check_file(data.len() as u64)
            .map_err(|error| error.with_path(path))?;
        self.giving_back(|txn, gives_back| {
            let (position, old) = txn.file_position(path)?;
            let mode = FileKind::File.default_mode();
            txn.write_at(&position, old.as_ref(), data, mode, gives_back)
        })
    }

    /// Calls `write`, which notes when it gives much room back: it then works in a full workspace, too.
    pub(super) fn giving_back(
        &self,
        write: impl Fn(&WriteTxn<'_>, &Cell<bool>) -> Result<()>,
    ) -> Result<()> {
        let gives_back = Cell::new(false);
        let write = || self.call(|txn| write(txn, &gives_back));
        let mut written = write();
        if gives_back.get() {
            if self.lacks_room(&written) {
                written = self.with_room_to_remove(write);
            }
            self.settle_removal();
        }
        written
    }

    /// Adds bytes at the end of a file, making it and its parents where they are missing.
    ///
    /// # Errors
    /// As [`Tree::write`].
    pub fn append(&self, path: &VPath, data: &[u8]) -> Result<()> {
        self.call(|txn| {
            let (position, old) = txn.file_position(path)?;
            let mode = FileKind::File.default_mode();
            txn.append_at(&position, old.as_ref(), data, mode)
                .map_err(|error| match error.kind() {
                    ErrorKind::FileTooLarge => error.with_path(path),
                    _ => error.naming(path),
                })
        })
    }

    /// Sets the permission bits of a file or directory; a link at the end of the path is followed.
    /// They are stored and reported; nothing is refused because of them.
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory` or `Loop`; `Invalid` for the root, which has none of its own.
    pub fn set_mode(&self, path: &VPath, mode: u32) -> Result<()> {
        self.call(|txn| {
            let (position, old) = txn.below_root(path, "the mode")?;
            let mode = mode & MODE_BITS;
            if old.mode == mode {
                return Ok(());
            }
            let node = Node {
                mode,
                ..old.clone()
            };
            txn.set_facts(&position, &old, &node)
        })
    }

    /// Sets the time of the last change. The next change replaces it. A link at the end of the
    /// path is followed. The time is not part of what an entry holds: effects do not list it, and
    /// undoing does not restore it.
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory` or `Loop`; `Invalid` for the root.
    pub fn set_mtime(&self, path: &VPath, mtime: Timestamp) -> Result<()> {
        self.call(|txn| {
            let (position, old) = txn.below_root(path, "the time")?;
            let node = Node {
                mtime_us: mtime.as_micros(),
                ..old.clone()
            };
            txn.set_facts(&position, &old, &node)
        })
    }

    /// Creates an empty file if nothing is there. Otherwise sets the time of the last change to now.
    ///
    /// # Errors
    /// As [`Tree::append`] of nothing; `Invalid` for the root.
    pub fn touch(&self, path: &VPath) -> Result<()> {
        self.call(|txn| {
            if txn
                .stat(path)?
                .is_some_and(|stat| stat.kind == FileKind::Directory)
            {
                let (position, old) = txn.below_root(path, "the time")?;
                return txn.touch_file(&position, &old);
            }
            txn.append(path, &[])
        })
    }

    /// Makes a directory.
    ///
    /// # Errors
    /// `Exists`; `NotFound` for a missing parent that is required; `NotDirectory` for one
    /// that is something else; `Loop`, `NameTooLong` or `NoSpace`.
    pub fn mkdir(&self, path: &VPath, options: &MkdirOptions) -> Result<()> {
        self.call(|txn| {
            let mut position = txn.resolve(path, Follow::No)?;
            if let Some(node) = &position.node {
                let is_there = options.recursive
                    && (node.is_dir()
                        || node.kind == FileKind::Symlink && txn.is_link_to_dir(path)?);
                return if is_there {
                    Ok(())
                } else {
                    Err(Error::at(ErrorKind::Exists, path))
                };
            }
            if !options.recursive && position.parent().is_none() {
                return Err(Error::at(ErrorKind::NotFound, path));
            }
            txn.make_parents(&mut position)?;
            txn.make_dir(&position, FileKind::Directory.default_mode())?;
            Ok(())
        })
    }

    /// Makes a symbolic link with `target` as it is given. The target need not exist.
    ///
    /// # Errors
    /// `Exists`; `Invalid` for an empty target or one with a null character;
    /// `NameTooLong` for one beyond 4096 bytes; `NotDirectory`, `Loop` or `NoSpace`.
    pub fn symlink(&self, target: &str, link: &VPath) -> Result<()> {
        if target.is_empty() {
            return Err(Error::at(ErrorKind::Invalid, link).with_detail("link target is empty"));
        }
        if target.as_bytes().contains(&0) {
            return Err(Error::at(ErrorKind::Invalid, link)
                .with_detail("link target contains a null character"));
        }
        if target.len() > PATH_BYTES_MAX {
            return Err(Error::at(ErrorKind::NameTooLong, link).with_detail(format!(
                "link target is {} bytes, at most {PATH_BYTES_MAX} are allowed",
                target.len()
            )));
        }
        self.call(|txn| {
            let mut position = txn.resolve(link, Follow::No)?;
            if position.node.is_some() {
                return Err(Error::at(ErrorKind::Exists, link));
            }
            if link.names_directory() {
                return Err(Error::at(ErrorKind::NotDirectory, link)
                    .with_detail("a slash at the end names a directory, not a link")
                    .with_suggestion(link.without_slash()));
            }
            txn.make_parents(&mut position)?;
            txn.make_link(target, &position)
        })
    }
}

impl ReadTxn<'_> {
    /// The entry at a path, which is not the root: `what` of the root cannot be changed.
    fn below_root(&self, path: &VPath, what: &str) -> Result<(Position, Node)> {
        let mut position = self.resolve(path, Follow::Yes)?;
        let Some(node) = position.node.take() else {
            return Err(Error::at(ErrorKind::NotFound, path));
        };
        check_below_root(&position, what).map_err(|error| error.with_path(path))?;
        Ok((position, node))
    }

    fn is_link_to_dir(&self, path: &VPath) -> Result<bool> {
        match self.locate(path, Follow::Yes) {
            Ok(position) => Ok(position
                .and_then(|position| position.node)
                .is_some_and(|node| node.is_dir())),
            Err(error) if matches!(error.kind(), ErrorKind::Loop | ErrorKind::NameTooLong) => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}

impl WriteTxn<'_> {
    /// Writes the bytes of a file at its position; a new one gets `mode`.
    pub(super) fn write_at(
        &self,
        position: &Position,
        old: Option<&Node>,
        data: &[u8],
        mode: u32,
        gives_back: &Cell<bool>,
    ) -> Result<()> {
        let (old_size, size) = (old.map_or(0, |node| node.size), data.len() as u64);
        if old_size.saturating_sub(size) >= GIVEN_BACK_BYTES_MIN {
            gives_back.set(true);
            self.note_removal();
        }
        let (content, dropped) = match (old, self.compare_overwrite(old, data)?) {
            (Some(old), Overwrite::Same) => return self.touch_file(position, old),
            (_, Overwrite::Shares(layout)) => {
                self.check_growth(old_size, size, layout.added_bytes(data))?;
                let shared = layout.shared;
                let content = self.put_layout(&layout, data)?;
                (Some(content), Dropped::Rewritten { shared })
            }
            _ => {
                self.check_growth(old_size, size, size)?;
                (self.put_content(data)?, Dropped::Replaced)
            }
        };
        self.set_file(position, old, content, size, mode, dropped)
    }

    /// Adds bytes at the end of a file at its position; a new one gets `mode`.
    pub(super) fn append_at(
        &self,
        position: &Position,
        old: Option<&Node>,
        data: &[u8],
        mode: u32,
    ) -> Result<()> {
        let old_size = old.map_or(0, |node| node.size);
        let size = old_size + data.len() as u64;
        self.quota.check_file(size)?;
        if let (Some(old), true) = (old, data.is_empty()) {
            return self.touch_file(position, old);
        }
        self.check_growth(old_size, size, data.len() as u64)?;
        let (content, dropped) = self.append_content(old.and_then(|node| node.content), data)?;
        self.set_file(position, old, content, size, mode, dropped)
    }

    /// Changes what is known about an entry, which keeps its content.
    pub(super) fn set_facts(&self, position: &Position, old: &Node, node: &Node) -> Result<()> {
        self.update_node(position, node)?;
        self.record(&position.path, Some(old), Some(node), Dropped::Kept)
    }

    /// Where a file is to be written, and the file that is there.
    fn file_position(&self, path: &VPath) -> Result<(Position, Option<Node>)> {
        let mut position = self.resolve(path, Follow::Yes)?;
        let node = position.node.take();
        if node.as_ref().is_some_and(Node::is_dir) {
            return Err(Error::at(ErrorKind::IsDirectory, path));
        }
        Tree::check_file_path(path)?;
        self.make_parents(&mut position)?;
        Ok((position, node))
    }

    /// Refuses early, before `added` bytes are stored, what the bounds do not allow.
    fn check_growth(&self, old_size: u64, size: u64, added: u64) -> Result<()> {
        let before = self.stored()?;
        let mut after = before;
        after.bytes = before.bytes.saturating_sub(old_size).saturating_add(size);
        self.quota.check_totals(before, after)?;
        self.make_room(added)
    }

    /// Writes the same content again: only the time changes.
    fn touch_file(&self, position: &Position, old: &Node) -> Result<()> {
        let mut node = old.clone();
        node.mtime_us = self.stamp()?;
        self.set_facts(position, old, &node)
    }

    fn set_file(
        &self,
        position: &Position,
        old: Option<&Node>,
        content: Option<i64>,
        size: u64,
        mode: u32,
        dropped: Dropped,
    ) -> Result<()> {
        let node = Node {
            kind: FileKind::File,
            id: 0,
            mode: old.map_or(mode, |node| node.mode),
            size,
            mtime_us: self.stamp()?,
            content,
            target: None,
        };
        self.count(
            size,
            old.map_or(0, |node| node.size),
            u64::from(old.is_none()),
            0,
        )?;
        if old.is_some() {
            self.update_node(position, &node)?;
        } else {
            self.insert_node(position, &node)?;
        }
        self.record(&position.path, old, Some(&node), dropped)
    }

    /// Makes the missing directories above a position.
    pub(super) fn make_parents(&self, position: &mut Position) -> Result<()> {
        let depth = position.path.depth();
        while position.dirs.len() < depth {
            let path = VPath::from_names(position.path.components().take(position.dirs.len()));
            let parent = Position {
                path,
                dirs: position.dirs.clone(),
                node: None,
            };
            let id = self.make_dir(&parent, FileKind::Directory.default_mode())?;
            position.dirs.push(id);
        }
        Ok(())
    }

    pub(super) fn make_dir(&self, position: &Position, mode: u32) -> Result<i64> {
        let node = Node {
            kind: FileKind::Directory,
            id: self.new_id()?,
            mode,
            size: 0,
            mtime_us: self.stamp()?,
            content: None,
            target: None,
        };
        self.count(0, 0, 1, 0)?;
        self.insert_node(position, &node)?;
        self.record(&position.path, None, Some(&node), Dropped::Replaced)?;
        Ok(node.id)
    }

    /// Makes a directory and what is missing above it.
    pub(super) fn make_dir_at(&self, position: &mut Position) -> Result<()> {
        self.make_parents(position)?;
        self.make_dir(position, FileKind::Directory.default_mode())
            .map(drop)
    }

    /// Makes a link at its position, where nothing is.
    pub(super) fn make_link(&self, target: &str, position: &Position) -> Result<()> {
        let node = Node {
            kind: FileKind::Symlink,
            id: 0,
            mode: FileKind::Symlink.default_mode(),
            size: target.len() as u64,
            mtime_us: self.stamp()?,
            content: None,
            target: Some(target.to_owned()),
        };
        self.count(0, 0, 1, 0)?;
        self.insert_node(position, &node)?;
        self.record(&position.path, None, Some(&node), Dropped::Replaced)
    }

    /// Adds an entry to a directory, whose time changes.
    pub(crate) fn insert_node(&self, position: &Position, node: &Node) -> Result<()> {
        let parent = self.own_parent(position)?;
        self.execute(
            "INSERT INTO node (parent, name, kind, id, mode, size, mtime_us, content, target)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            (
                parent,
                position.name(),
                node.kind.code(),
                node.id,
                node.mode,
                int(node.size),
                node.mtime_us,
                node.content,
                node.target.as_deref(),
            ),
        )?;
        self.touch_parent(position)
    }

    /// Replaces what an entry is; its name and directory stay.
    pub(crate) fn update_node(&self, position: &Position, node: &Node) -> Result<()> {
        let parent = self.own_parent(position)?;
        self.execute(
            "UPDATE node SET kind = ?3, id = ?4, mode = ?5, size = ?6, mtime_us = ?7, content = ?8, target = ?9
             WHERE parent = ?1 AND name = ?2",
            (
                parent,
                position.name(),
                node.kind.code(),
                node.id,
                node.mode,
                int(node.size),
                node.mtime_us,
                node.content,
                node.target.as_deref(),
            ),
        )?;
        Ok(())
    }

    /// Removes an entry from its directory, whose time changes.
    pub(crate) fn delete_node(&self, position: &Position) -> Result<()> {
        let parent = self.own_parent(position)?;
        self.execute(
            "DELETE FROM node WHERE parent = ?1 AND name = ?2",
            (parent, position.name()),
        )?;
        self.touch_parent(position)
    }

    /// The directory that holds a position, which no other branch has afterwards.
    pub(super) fn own_parent(&self, position: &Position) -> Result<i64> {
        let dirs = self.own_dirs(position)?;
        match dirs.last() {
            Some(parent) if dirs.len() == position.path.depth() => Ok(*parent),
            _ => Err(Error::corrupt("an entry without a directory")),
        }
    }

    /// Sets the time of the directory that holds a position.
    pub(crate) fn touch_parent(&self, position: &Position) -> Result<()> {
        let stamp = self.stamp()?;
        let depth = position.path.depth();
        if depth == 0 {
            return Ok(());
        }
        let dirs = self.own_dirs(position)?;
        let (holder, name) = match depth {
            1 => (self.root_holder(), ""),
            _ => {
                let name = position
                    .path
                    .components()
                    .nth(depth - 2)
                    .expect("a path of two or more components");
                let holder = dirs
                    .get(depth - 2)
                    .ok_or_else(|| Error::corrupt("an entry without a directory"))?;
                (*holder, name)
            }
        };
        self.keep_time(position, (holder, name))?;
        self.execute(
            "UPDATE node SET mtime_us = ?3 WHERE parent = ?1 AND name = ?2",
            (holder, name, stamp),
        )?;
        Ok(())
    }

    /// Keeps the time of the directory that holds a position, for a run whose changes may have to be moved
    /// elsewhere.
    fn keep_time(&self, position: &Position, (holder, name): (i64, &str)) -> Result<()> {
        if !self.run.is_whole() {
            return Ok(());
        }
        let Some(directory) = position.path.parent() else {
            return Ok(());
        };
        // What the run has changed itself is in the history, with its time.
        if self.run.wants_time(&directory)
            && !self.has_change_of_open_run(&directory)?
            && let Some(node) = self.lookup(holder, name)?
        {
            self.run.keep_time(directory, node.mtime_us);
        }
        Ok(())
    }
}

/// Refuses the root, of which `what` cannot be changed.
pub(super) fn check_below_root(position: &Position, what: &str) -> Result<()> {
    if position.parent().is_none() || position.path.is_root() {
        return Err(Error::new(ErrorKind::Invalid)
            .with_detail(format!("{what} of the root directory cannot be changed")));
    }
    Ok(())
}
