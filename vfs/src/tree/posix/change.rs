//! Removing and renaming, modes and times.

use super::Posix;
use super::walk::{End, Found, Last, find};
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::tree::resolve::Position;
use crate::tree::write::{MODE_BITS, check_below_root};
use crate::txn::ReadTxn;

impl Posix<'_> {
    /// Removes a file or a link.
    ///
    /// # Errors
    /// `IsDirectory`, `NotFound`, `NotDirectory`, `Loop` or `NameTooLong`.
    pub fn unlink(&self, path: &str) -> Result<()> {
        self.tree.removing(|txn, recording| {
            let found = find(txn, path, End::Entry)?;
            let (last, has_slash) = (found.last, found.has_slash);
            let (position, node) = found.existing()?;
            if last != Last::Name || node.is_dir() {
                return Err(Error::new(ErrorKind::IsDirectory));
            }
            if has_slash {
                return Err(Error::new(ErrorKind::NotDirectory));
            }
            txn.remove_at(position, node, false, recording)
        })
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    /// `NotEmpty`, `NotDirectory`, `NotFound`, `Loop` or `NameTooLong`; `InUse` for the root.
    pub fn remove_directory(&self, path: &str) -> Result<()> {
        self.tree.removing(|txn, recording| {
            let (position, node) = directory_to_remove(find(txn, path, End::Entry)?)?;
            txn.remove_at(position, node, false, recording)
        })
    }

    /// Removes what is at a path with everything below it. A link is removed, not followed.
    ///
    /// # Errors
    /// As [`Posix::unlink`] and [`Posix::remove_directory`], but `NotEmpty`.
    pub fn remove_tree(&self, path: &str) -> Result<()> {
        self.tree.removing(|txn, recording| {
            let found = find(txn, path, End::Entry)?;
            let is_directory = found.position.node.as_ref().is_some_and(Node::is_dir);
            if is_directory {
                let (position, node) = directory_to_remove(found)?;
                return txn.remove_at(position, node, true, recording);
            }
            let has_slash = found.has_slash;
            let (position, node) = found.existing()?;
            if has_slash {
                return Err(Error::new(ErrorKind::NotDirectory));
            }
            txn.remove_at(position, node, false, recording)
        })
    }

    /// Renames an entry. What is at `to` is replaced: a file or link by a file or link, an empty
    /// directory by a directory.
    ///
    /// # Errors
    /// `NotFound`, `IsDirectory`, `NotDirectory`, `NotEmpty`; `Invalid` for a directory into itself;
    /// `InUse` for a path that ends in `.` or `..`; `NoSpace`, `NameTooLong` or `Loop`.
    pub fn rename(&self, from: &str, to: &str) -> Result<()> {
        self.tree.call(|txn| {
            let (source, target) = (find(txn, from, End::Entry)?, find(txn, to, End::Entry)?);
            if source.last != Last::Name || target.last != Last::Name {
                return Err(Error::new(ErrorKind::InUse));
            }
            let has_slash = source.has_slash || target.has_slash;
            let (source, node) = source.existing()?;
            let (target, old) = target.take();
            if has_slash && !node.is_dir() {
                return Err(Error::new(ErrorKind::NotDirectory));
            }
            if source.path == target.path {
                return Ok(());
            }
            if node.is_dir() && target.path.starts_with(&source.path) {
                return Err(Error::new(ErrorKind::Invalid));
            }
            if old.is_some() && source.path.starts_with(&target.path) {
                return Err(Error::new(ErrorKind::NotEmpty));
            }
            check_replace(txn, &node, old.as_ref())?;
            txn.move_to(source, &node, target, old.as_ref())
        })
    }

    /// Sets the permission bits of a file or directory.
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory`, `Loop` or `NameTooLong`; `Invalid` for the root.
    pub fn set_mode(&self, path: &str, mode: u32) -> Result<()> {
        self.tree.call(|txn| {
            let (position, old) = below_root(find(txn, path, End::Followed)?, "the mode")?;
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

    /// Sets the time of the last change, of a link itself unless it is followed.
    ///
    /// # Errors
    /// As [`Posix::set_mode`].
    pub fn set_time(&self, path: &str, time: Timestamp, follows: bool) -> Result<()> {
        self.tree.call(|txn| {
            let end = if follows { End::Followed } else { End::Itself };
            let (position, old) = below_root(find(txn, path, end)?, "the time")?;
            let node = Node {
                mtime_us: time.as_micros(),
                ..old.clone()
            };
            txn.set_facts(&position, &old, &node)
        })
    }
}

fn check_replace(txn: &ReadTxn<'_>, node: &Node, old: Option<&Node>) -> Result<()> {
    let Some(old) = old else { return Ok(()) };
    match (node.is_dir(), old.is_dir()) {
        (false, true) => Err(Error::new(ErrorKind::IsDirectory)),
        (true, false) => Err(Error::new(ErrorKind::NotDirectory)),
        (true, true) if !txn.is_empty_dir(old.id)? => Err(Error::new(ErrorKind::NotEmpty)),
        _ => Ok(()),
    }
}

fn below_root(found: Found, what: &str) -> Result<(Position, Node)> {
    let (position, node) = found.existing()?;
    check_below_root(&position, what)?;
    Ok((position, node))
}

/// The directory that a path names, which may be removed.
fn directory_to_remove(found: Found) -> Result<(Position, Node)> {
    match found.last {
        Last::Name => {}
        Last::Dot => return Err(Error::new(ErrorKind::Invalid)),
        Last::DotDot => return Err(Error::new(ErrorKind::NotEmpty)),
        Last::Root => return Err(Error::new(ErrorKind::InUse)),
    }
    let (position, node) = found.existing()?;
    if !node.is_dir() {
        return Err(Error::new(ErrorKind::NotDirectory));
    }
    Ok((position, node))
}
