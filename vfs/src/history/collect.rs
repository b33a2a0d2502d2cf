//! Removing what is beyond the retention at once, and making the file smaller.

use crate::error::Result;
use crate::retention::Retention;
use crate::tree::Tree;

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
            let removed = self.atomically(|tree| tree.prune(&retention))?;
            collected.runs += removed;
            if removed == 0 {
                break;
            }
            self.store.give_back_some();
        }
        while self.store.give_back_all()? {
            self.check_deadline()?;
        }
        self.store.cut_log();
        collected.bytes_after = self.store.pages()?.all_bytes();
        Ok(collected)
    }
}
