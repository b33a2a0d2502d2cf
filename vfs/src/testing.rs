//! What only tests need: faults to inject, and counters to look at.
//!
//! It is no part of the API, and may change in every version. It is not behind a feature: cargo would
//! then build this crate and all that use it a second time for tests, and what is tested would not
//! be what ships.

pub use crate::store::FailMode;

use crate::error::Result;
use crate::tree::Tree;

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
