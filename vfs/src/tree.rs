//! Calls of [`Tree`] on entries and bytes, and what they record. Each public call is atomic.

mod atomic;
mod content;
mod copy;
mod ending;
mod guarded;
mod kept;
mod list;
mod missing;
mod own;
mod parts;
mod posix;
mod read;
mod record;
mod remove;
mod rename;
mod reseed;
mod resolve;
mod retain;
mod room;
mod seed;
mod subtree;
mod walk;
mod write;

use std::path::PathBuf;

pub use copy::CopyOptions;
pub use list::ENTRIES_MAX_DEFAULT;
pub use posix::{
    CopyLinks, CopyRules, DEFAULT_UMASK, DetailedListing, Facts, FileFlags, ListOrder, Listing,
    Posix, Then,
};
pub use read::ContentReader;
pub use remove::RemoveOptions;
pub use walk::{
    FindEntry, FindOptions, GlobOptions, PathPatterns, Skip, TreeNode, TreeSummary, WalkOptions,
};
pub use write::MkdirOptions;

pub(crate) use content::Dropped;
pub(crate) use ending::check_kind_named;
pub(crate) use parts::{FORMER, MERGE_AGAIN, MERGE_BACK, check_parts};
pub(crate) use record::RowEnd;
pub(crate) use resolve::{Follow, Position};
pub(crate) use retain::{INCOMPLETE, KEY_MS_MIN, UNCHANGED};

use list::{NODE_BYTES, check_entries};

use crate::error::Result;
use crate::quota::{Quota, Stored};
use crate::txn::Tree;

impl Tree {
    /// The bounds of this connection.
    #[must_use]
    pub fn quota(&self) -> Quota {
        self.quota
    }

    /// How much the tree holds now.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn stored(&self) -> Result<Stored> {
        Ok(self.state()?.stored())
    }

    /// The memory in bytes that this connection keeps after operations on whole trees.
    #[must_use]
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes.get()
    }

    /// The files that the workspace consists of on the disk: the database, and those that are kept
    /// beside it, which need not exist. None for a workspace in memory.
    #[must_use]
    pub fn files_on_disk(&self) -> Vec<PathBuf> {
        self.store.files_on_disk()
    }

    /// The memory in bytes that the workspace itself takes; 0 for a file.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn memory_bytes(&self) -> Result<u64> {
        match self.store.is_in_memory() {
            true => self.store.all_bytes(),
            false => Ok(0),
        }
    }
}
