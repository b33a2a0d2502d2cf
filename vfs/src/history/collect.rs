//! Removing what is beyond the retention at once, and making the file smaller.

use crate::error::{ErrorKind, Result};
use crate::retention::Retention;
use crate::txn::Tree;

/// Most bytes that one transaction gives back: others wait for it.
const GIVE_BACK_BYTES_MAX: u64 = 16 << 20;
/// The same on a full disk, where the reserve has to hold the log of the transaction.
const GIVE_BACK_BYTES_MIN: u64 = 256 << 10;

/// What [`Tree::collect`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Collected {
    /// How many runs were removed from the history.
    pub runs: u64,
    /// How many bytes the database had before.
    pub bytes_before: u64,
    /// How many bytes the database has now.
    pub bytes_after: u64,
}

impl Tree {
    /// Removes history beyond the retention now, with the contents that only it held, and gives the
    /// free pages of the file back to the system.
    ///
    /// This is done in small transactions, so others wait only for one of them. If it is stopped in
    /// the middle, by its deadline or the end of the process, what it has done by then remains.
    ///
    /// # Errors
    /// `Invalid` while a run is open on this connection; otherwise those of a write.
    pub fn collect(&self, retention: &Retention) -> Result<Collected> {
        self.check_no_run()?;
        let retention = retention.within(&self.quota());
        let mut collected = Collected {
            bytes_before: self.store.pages()?.all_bytes(),
            ..Collected::default()
        };
        loop {
            self.check_deadline()?;
            let prune = || self.atomically(|txn| txn.prune(&retention));
            let removed = self.with_room_to_remove(prune)?;
            collected.runs += removed;
            if removed == 0 {
                break;
            }
            self.store.give_back_some();
        }
        self.give_back_pages()?;
        self.store.give_back_some();
        self.store.cut_log();
        collected.bytes_after = self.store.pages()?.all_bytes();
        Ok(collected)
    }

    /// Gives all free pages back, in smaller steps where the disk has no room for large ones.
    fn give_back_pages(&self) -> Result<()> {
        let mut step = GIVE_BACK_BYTES_MAX;
        loop {
            self.check_deadline()?;
            match self.with_room_to_remove(|| self.store.give_back_step(step)) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::NoSpace && step > GIVE_BACK_BYTES_MIN => {
                    step = GIVE_BACK_BYTES_MIN;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
