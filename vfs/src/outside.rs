//! Contents that are not stored in the workspace: files of a directory of the disk that are read when
//! they are needed.
//!
//! A [`MemoryStore`](crate::MemoryStore) may have a [`ContentSource`].
//! [`Tree::seed`](crate::Tree::seed) makes entries whose files have a size and no bytes, and the source
//! is asked for these whenever something reads them. Contents have numbers and never change, so that
//! copying, moving, removing and undoing need no bytes.
//!
//! [`Tree::reseed`](crate::Tree::reseed) brings single entries up to date later, and
//! [`Tree::unload`](crate::Tree::unload) lets stored bytes go that the source has by now.

use std::fmt;

use isolate_text::VPath;

use crate::clock::Timestamp;
use crate::error::Result;

/// Where the bytes of seeded files come from.
pub trait ContentSource: Send + Sync + fmt::Debug {
    /// Calls `sink` with the bytes of a file from `start`, `length` of them, in pieces: between two of
    /// them the deadline of the tree is looked at, and an error of `sink` ends the reading. `number` is
    /// that of [`Tree::seed`](crate::Tree::seed).
    ///
    /// # Errors
    /// [`Stale`](crate::ErrorKind::Stale) if they are no longer what they were when the tree was seeded,
    /// and [`Unreadable`](crate::ErrorKind::Unreadable) if they cannot be read; what `sink` returns.
    fn read(
        &self,
        number: u64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()>;

    /// Whether the workspace over this source has a history that lasts for more than one call. Default:
    /// `true`.
    fn keeps_history(&self) -> bool {
        true
    }
}

/// An entry to seed a tree with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// Its path.
    pub path: VPath,
    /// What it is.
    pub kind: SeedKind,
    /// Permission bits.
    pub mode: u32,
    /// When it was last changed.
    pub mtime: Timestamp,
}

/// What an entry to seed a tree with is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedKind {
    /// A file of so many bytes.
    File(u64),
    /// A directory.
    Directory,
    /// A link with this target.
    Symlink(String),
}

/// One change of [`Tree::reseed`](crate::Tree::reseed).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reseed {
    /// An entry is there, whatever was there before. A directory keeps what is in it.
    Put {
        /// The entry.
        seed: Seed,
        /// The number of the bytes of a file: one that they have had before, or that nothing has had.
        /// `None` for a new one.
        number: Option<u64>,
    },
    /// Nothing is there, and nothing below.
    Gone(VPath),
}
