//! Finding out whether one run undid another.

use std::collections::BTreeMap;

use super::{ChangeRow, is_still, is_untouched};
use crate::error::Result;
use crate::path::VPath;
use crate::run::RunId;
use crate::tree::Tree;

impl Tree {
    /// Whether a run restored every path that an earlier run had changed, and changed no other.
    /// Undoing does this, and so does removing a new file.
    ///
    /// # Errors
    /// `NotFound` if the history does not have one of the runs.
    pub fn reverses(&self, run: RunId, earlier: RunId) -> Result<bool> {
        let _rows = crate::budget::scratch();
        self.snapshot(|tree| {
            let back = tree.real_changes(run.0)?;
            let forth = tree.real_changes(earlier.0)?;
            if back.is_empty() || back.len() != forth.len() {
                return Ok(false);
            }
            Ok(back.iter().all(|(path, back)| {
                forth.get(path).is_some_and(|forth| {
                    is_still(back.before.as_ref(), forth.after.as_ref())
                        && is_still(back.after.as_ref(), forth.before.as_ref())
                })
            }))
        })
    }

    fn real_changes(&self, run: i64) -> Result<BTreeMap<VPath, ChangeRow>> {
        self.check_run_exists(run)?;
        let rows = self.change_rows(run)?.into_iter();
        Ok(rows
            .filter(|row| !is_untouched(row))
            .map(|row| (row.path.clone(), row))
            .collect())
    }
}
