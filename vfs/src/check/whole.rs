//! All rows of a workspace, for a copy.

use crate::error::{Error, Result};
use crate::store::RowChanges;
use crate::txn::Tree;

impl Tree {
    /// All rows of the workspace, of one moment. Everything that is stored is [checked](Tree::check)
    /// first, since a copy would take damage over.
    ///
    /// # Errors
    /// `Corrupt` for a damaged workspace; `Outdated` for a file of an older version; `NotPermitted` where
    /// a guard is set; `Storage`.
    pub fn all_rows(&self) -> Result<RowChanges> {
        self.check_unguarded()?;
        self.snapshot(|txn| {
            if let Some(found) = txn.survey()?.into_list().first() {
                return Err(Error::corrupt(found.to_string()));
            }
            txn.store.all_rows()
        })
    }
}
