//! Entries of a tree and their metadata.

use crate::clock::Timestamp;
use crate::error::{Error, Result};

/// The kind of an entry.
///
/// The list is exhaustive on purpose. A workspace file has these three kinds only; another one would
/// need a new version of its schema, and every match on a kind should then be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
}

impl FileKind {
    /// Its name: `file`, `directory` or `symlink`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "directory",
            Self::Symlink => "symlink",
        }
    }

    pub(crate) fn code(self) -> i64 {
        match self {
            Self::File => 0,
            Self::Directory => 1,
            Self::Symlink => 2,
        }
    }

    pub(crate) fn from_code(code: i64) -> Result<Self> {
        match code {
            0 => Ok(Self::File),
            1 => Ok(Self::Directory),
            2 => Ok(Self::Symlink),
            _ => Err(Error::corrupt("an entry of unknown kind")),
        }
    }

    /// The permission bits that a new entry of this kind gets.
    #[must_use]
    pub fn default_mode(self) -> u32 {
        match self {
            Self::File => 0o644,
            Self::Directory => 0o755,
            Self::Symlink => 0o777,
        }
    }
}

/// Metadata of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stat {
    /// What it is.
    pub kind: FileKind,
    /// Bytes of a file, bytes of a link's target, 0 for a directory.
    pub size: u64,
    /// When it was last changed; for a directory, when an entry was last added or removed.
    pub mtime: Timestamp,
    /// Permission bits.
    pub mode: u32,
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DirEntry {
    /// Its name in the directory.
    pub name: String,
    /// What it is; a link is not followed.
    pub kind: FileKind,
}

/// One row of the `node` table.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: FileKind,
    /// The number of a directory, by which its entries refer to it; 0 for others.
    pub(crate) id: i64,
    pub(crate) mode: u32,
    pub(crate) size: u64,
    pub(crate) mtime_us: i64,
    pub(crate) content: Option<i64>,
    pub(crate) target: Option<String>,
}

impl Node {
    pub(crate) fn is_dir(&self) -> bool {
        self.kind == FileKind::Directory
    }

    pub(crate) fn stat(&self) -> Stat {
        Stat {
            kind: self.kind,
            size: self.size,
            mtime: Timestamp::from_micros(self.mtime_us),
            mode: self.mode,
        }
    }

    /// The token of [`Tree::version`](crate::Tree::version). Times rise with every change, and
    /// numbers of contents are never used twice.
    pub(crate) fn version(&self) -> String {
        let what = self.content.unwrap_or(self.id);
        format!("{:x}-{what:x}", self.mtime_us)
    }
}
