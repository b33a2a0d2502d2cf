//! What only tests need: faults to inject, and counters to look at.
//!
//! It is no part of the API, and may change in every version. It is not behind a feature: cargo would
//! then build this crate and all that use it a second time for tests, and what is tested would not
//! be what ships.

use std::sync::Arc;

use crate::options::OpenOptions;
use crate::txn::Tree;
use isolate_text::VPath;

pub use crate::store::FailMode;

use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::outside::{ContentSource, Seed, SeedKind};
use crate::store::MemoryStore;

/// A file outside of a workspace: its path, and its text or why it cannot be read.
pub type OutsideFile = (
    &'static str,
    std::result::Result<&'static str, (ErrorKind, &'static str)>,
);

/// The size of a file that cannot be read.
const UNREADABLE_BYTES: u64 = 7;

/// A workspace in memory over files that are outside of it, some of which cannot be read.
///
/// # Errors
/// For a path that is none, or files that are not sorted by their paths.
pub fn store_over(files: &'static [OutsideFile]) -> Result<MemoryStore> {
    let store = MemoryStore::over(Arc::new(Outside { files }))?;
    let tree = Tree::open_memory(&store, &OpenOptions::new())?;
    let mut seeds = Vec::new();
    for (path, bytes) in files {
        seeds.push(Seed {
            path: VPath::parse(path)?,
            kind: SeedKind::File(bytes.map_or(UNREADABLE_BYTES, |text| text.len() as u64)),
            mode: 0o644,
            mtime: Timestamp::from_micros(0),
        });
    }
    let first = tree.seed(&seeds)?;
    assert_eq!(first, FIRST, "the number of the first entry");
    Ok(store)
}

/// The number of the first entry of an empty workspace.
const FIRST: u64 = 2;

#[derive(Debug)]
struct Outside {
    files: &'static [OutsideFile],
}

impl ContentSource for Outside {
    fn read(
        &self,
        number: u64,
        _start: u64,
        _length: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let index = usize::try_from(number - FIRST).unwrap_or(usize::MAX);
        match self.files.get(index) {
            Some((_, Ok(text))) => sink(text.as_bytes()),
            Some((_, Err((kind, reason)))) => Err(Error::new(*kind).with_detail(*reason)),
            None => Err(Error::new(ErrorKind::Unreadable)),
        }
    }
}

/// Faults and counters of a tree.
pub trait TreeTesting {
    /// Makes the N-th statement from now fail; 0 turns it off.
    fn fail_statement(&self, number: u64, mode: FailMode);

    /// Whether the injected fault has been reached.
    fn fault_fired(&self) -> bool;

    /// Makes the disk full after `pages_left` more pages; `None` restores the bound of the quota.
    ///
    /// # Errors
    /// As every read.
    fn fill_disk(&self, pages_left: Option<u64>) -> Result<()>;

    /// Bytes of the pages of the database: of all, and of those that hold something.
    ///
    /// # Errors
    /// As every read.
    fn database_bytes(&self) -> Result<(u64, u64)>;

    /// How many full durability barriers this connection has issued.
    fn barriers(&self) -> u64;

    /// How many bytes of files this connection has read.
    fn bytes_read(&self) -> u64;
}

impl TreeTesting for Tree {
    fn fail_statement(&self, number: u64, mode: FailMode) {
        self.store.fail_statement(number, mode);
    }

    fn fault_fired(&self) -> bool {
        self.store.fault_fired()
    }

    fn fill_disk(&self, pages_left: Option<u64>) -> Result<()> {
        self.prepare_room()?;
        match pages_left {
            Some(left) => self.store.set_pages_max(self.store.pages()?.all + left),
            None => self.store.set_bytes_max(self.quota().database_bytes_max()),
        }
    }

    fn database_bytes(&self) -> Result<(u64, u64)> {
        let pages = self.store.pages()?;
        Ok((pages.all_bytes(), pages.used_bytes()))
    }

    fn barriers(&self) -> u64 {
        self.barriers.get()
    }

    fn bytes_read(&self) -> u64 {
        self.bytes_read.get()
    }
}
