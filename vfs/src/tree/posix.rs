//! The tree as a POSIX system shows it: paths are resolved as a kernel does, and operations are
//! those of system calls, with the same failures in the same order.
//!
//! A path is resolved component by component: `..` leads up from where a link has led, what is
//! missing on the way is an error, and a slash at the end means a directory. Elsewhere in this crate
//! `..` is settled by the text ([`VPath`](isolate_text::VPath)). Guards, quotas and the history hold as they do there.
//!
//! Errors name no path: the caller knows what it has asked for.

mod change;
mod copy;
mod list;
mod make;
mod open;
mod walk;

use isolate_text::VPath;

use super::read::ContentReader;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node, Stat};
use crate::store::unsigned;

pub use copy::{CopyLinks, CopyRules};
pub use list::{DetailedListing, ListOrder, Listing};
pub use open::{FileFlags, Then};

use crate::txn::{ReadTxn, Tree};
use walk::{End, find};

/// Bits of a mode that new entries do not get, unless others are given: the umask.
pub const DEFAULT_UMASK: u32 = 0o022;

/// A view of a [`Tree`] with the paths and operations of a POSIX system. Each call is atomic.
#[derive(Debug, Clone, Copy)]
pub struct Posix<'t> {
    tree: &'t Tree,
    umask: u32,
}

/// Metadata of an entry, with what only such a system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// What a [`Tree`] returns.
    pub stat: Stat,
    /// The names that the entry has: of a directory, its own, `.`, and `..` of each directory in it.
    pub links: u64,
    /// A number that no other path has. It stays the same until the entry is moved.
    pub number: u64,
}

impl Tree {
    /// The tree as a POSIX system shows it.
    #[must_use]
    pub fn posix(&self) -> Posix<'_> {
        Posix {
            tree: self,
            umask: DEFAULT_UMASK,
        }
    }
}

impl Posix<'_> {
    /// The same view, in which new files and directories do not get these bits of their modes. Default:
    /// [`DEFAULT_UMASK`].
    #[must_use]
    pub const fn with_umask(mut self, umask: u32) -> Self {
        self.umask = umask;
        self
    }

    /// Metadata of what is at a path, or of the link itself at its end.
    ///
    /// # Errors
    /// `NotFound`, `NotDirectory`, `Loop` or `NameTooLong`.
    pub fn facts(&self, path: &str, follows: bool) -> Result<Facts> {
        self.tree.snapshot(|txn| {
            let end = if follows { End::Followed } else { End::Itself };
            let (path, node) = seen(txn, path, end)?;
            facts_of(txn, &path, &node)
        })
    }

    /// The target of a link, unchanged.
    ///
    /// # Errors
    /// As [`Posix::facts`]; `Invalid` if it is not a link.
    pub fn read_link(&self, path: &str) -> Result<String> {
        self.tree.snapshot(|txn| {
            let (_, node) = seen(txn, path, End::Itself)?;
            if node.kind != FileKind::Symlink {
                return Err(Error::new(ErrorKind::Invalid));
            }
            node.target
                .ok_or_else(|| Error::corrupt("a link without a target"))
        })
    }

    /// The path without links, `.` and `..`.
    ///
    /// # Errors
    /// As [`Posix::facts`].
    pub fn real_path(&self, path: &str) -> Result<String> {
        self.tree.snapshot(|txn| {
            let (path, _) = seen(txn, path, End::Followed)?;
            Ok(path.as_str().to_owned())
        })
    }

    /// Reads a file piece by piece; `None` if it is a directory, which can be opened, but not read.
    ///
    /// # Errors
    /// As [`Posix::facts`], as [`Tree::read`], and what `f` returns.
    pub fn read_with<T, E: From<Error>>(
        &self,
        path: &str,
        f: impl FnOnce(&ContentReader<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        self.tree.check_lost()?;
        let mut f = Some(f);
        if !self.tree.is_guarded()
            && let Some(path) = walk::plain(path)
            && let Some(read) = self.tree.read_at_once(&path, &mut f)?
        {
            return Ok(Some(read));
        }
        let f = f.expect("it is taken only by a read that succeeds or fails");
        self.tree.snapshot(|txn| {
            let (position, node) = find(txn, path, End::Followed)?.existing()?;
            if node.is_dir() {
                return Ok(None);
            }
            txn.guard(Verb::Read, &position.path, node.size)?;
            let reader = txn.content_reader(&position.path, node.content, node.size)?;
            f(&reader).map(Some)
        })
    }
}

fn facts_of(txn: &ReadTxn<'_>, path: &VPath, node: &Node) -> Result<Facts> {
    let links = match node.kind {
        FileKind::File | FileKind::Symlink => 1,
        // How many directories a guard leaves out is not shown.
        FileKind::Directory if txn.is_guarded() => 2,
        FileKind::Directory => 2 + directory_count(txn, node.id)?,
    };
    Ok(Facts {
        stat: node.stat(),
        links,
        number: number_of(path),
    })
}

fn directory_count(txn: &ReadTxn<'_>, id: i64) -> Result<u64> {
    let count = txn.store.row(
        "SELECT count(*) FROM node WHERE parent = ?1 AND kind = ?2",
        (id, FileKind::Directory.code()),
        |row| unsigned(row, 0),
    )?;
    Ok(count.unwrap_or_default())
}

/// What is at a path and may be seen.
fn seen(txn: &ReadTxn<'_>, path: &str, end: End) -> Result<(VPath, Node)> {
    let (position, node) = find(txn, path, end)?.existing()?;
    txn.guard(Verb::List, &position.path, 0)?;
    Ok((position.path, node))
}

/// A number for a path, as an i-node has one: FNV-1a, with as many bits as a double holds exactly.
fn number_of(path: &VPath) -> u64 {
    const BITS: u64 = (1 << 53) - 1;
    let hash = path
        .as_str()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    (hash ^ (hash >> 53)) & BITS
}
