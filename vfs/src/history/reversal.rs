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
    pub(crate) fn reverses(&self, run: RunId, earlier: RunId) -> Result<bool> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::run::RunOptions;
    use crate::store::MemoryStore;
    use crate::tree::OpenOptions;

    #[test]
    fn a_run_that_undoes_another_is_recognised() {
        let tree = Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::new()).unwrap();
        let path = |text: &str| VPath::parse(text).unwrap();
        let last = || tree.history(1).unwrap()[0].id;
        tree.write(&path("/kept"), b"0").unwrap();
        let first = last();
        let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
        run.write(&path("/kept"), b"1").unwrap();
        run.write(&path("/new/file"), b"new").unwrap();
        let done = run.commit().unwrap().run.unwrap();
        tree.undo(done).unwrap();
        let undone = last();
        assert!(tree.reverses(undone, done).unwrap());
        assert!(tree.reverses(done, undone).unwrap());
        assert!(!tree.reverses(undone, first).unwrap());
        // The same path, and another content.
        tree.write(&path("/kept"), b"1").unwrap();
        let before = last();
        tree.write(&path("/kept"), b"2").unwrap();
        assert!(!tree.reverses(last(), before).unwrap());
        // What removes a new file reverses its run.
        tree.write(&path("/more"), b"more").unwrap();
        let before = last();
        tree.remove_tree(&path("/more")).unwrap();
        assert!(tree.reverses(last(), before).unwrap());
        let missing = tree.reverses(last(), RunId(999)).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    }
}
