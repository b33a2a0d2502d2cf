//! Finding out whether one run undid another.

use std::collections::BTreeMap;

use isolate_text::VPath;

use super::{ChangeRow, Sides, is_still, is_untouched};
use crate::error::{ErrorKind, Result};
use crate::node::Node;
use crate::run::RunId;
use crate::txn::ReadTxn;

impl ReadTxn<'_> {
    /// Whether a run left every path that an earlier run had changed as it was before, and changed no
    /// other, but for directories above these that it had to make. Undoing does this, also by force,
    /// and so does removing a new file.
    ///
    /// # Errors
    /// `NotFound` if the history does not have one of the runs.
    pub(crate) fn reverses(&self, run: RunId, earlier: RunId) -> Result<bool> {
        let _rows = isolate_text::budget::scratch();
        let back = self.real_changes(run.0)?;
        let forth = self.real_changes(earlier.0)?;
        if back.is_empty() || forth.is_empty() {
            return Ok(false);
        }
        let is_back = |(path, back): (&VPath, &ChangeRow)| match forth.get(path) {
            Some(forth) => is_still(back.after.as_ref(), forth.before.as_ref()),
            None => is_directory_made_above(path, back, &forth),
        };
        if !back.iter().all(is_back) {
            return Ok(false);
        }
        let mut others = forth.iter().filter(|(path, _)| !back.contains_key(path));
        match others.next() {
            None => Ok(true),
            Some(first) => {
                let others = std::iter::once(first).chain(others);
                self.were_set_back(others, earlier, run)
            }
        }
    }

    /// Whether runs between two had already given these paths the state before the earlier one.
    fn were_set_back<'a>(
        &self,
        paths: impl Iterator<Item = (&'a VPath, &'a ChangeRow)>,
        earlier: RunId,
        run: RunId,
    ) -> Result<bool> {
        let mut between = Sides::new();
        self.add_sides(earlier.0 + 1, run.0 - 1, &mut between)?;
        for (path, forth) in paths {
            let Some((_, last)) = between.get(path) else {
                return Ok(false);
            };
            match self.is_as_left(last.as_ref(), forth.before.as_ref()) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                // What cannot be compared is not known to be back.
                Err(error) if error.kind() == ErrorKind::Corrupt => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Runs between two that changed nothing but paths which the earlier one had changed: whatever
    /// gives these the state before the earlier one takes them back too.
    pub(super) fn runs_within(&self, earlier: RunId, later: RunId) -> Result<Vec<RunId>> {
        let mut within = Vec::new();
        let sql = format!(
            "SELECT id FROM run WHERE id > ?1 AND id < ?2 AND {}
             AND EXISTS (SELECT 1 FROM change c WHERE c.run = run.id)
             AND NOT EXISTS (SELECT 1 FROM change c WHERE c.run = run.id
                AND NOT (before_kind IS after_kind AND before_mode IS after_mode
                    AND before_content IS after_content AND before_target IS after_target)
                AND NOT EXISTS (SELECT 1 FROM change e WHERE e.run = ?1 AND e.path = c.path))",
            &*self.seen_runs()
        );
        self.store.each(&sql, (earlier.0, later.0), |row| {
            self.check_deadline()?;
            within.push(RunId(row.get(0)?));
            Ok(())
        })?;
        Ok(within)
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

/// Whether all that happened at a path is that a directory was made above another.
fn is_directory_made_above(
    path: &VPath,
    change: &ChangeRow,
    others: &BTreeMap<VPath, ChangeRow>,
) -> bool {
    let is_made = change.before.is_none() && change.after.as_ref().is_some_and(Node::is_dir);
    is_made && others.keys().any(|other| other.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OpenOptions;
    use crate::run::RunOptions;
    use crate::store::MemoryStore;
    use crate::txn::Tree;

    #[test]
    fn a_run_that_undoes_another_is_recognised() {
        let tree = Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::new()).unwrap();
        let path = |text: &str| VPath::parse(text).unwrap();
        let last = || tree.history(1).unwrap()[0].id;
        let reverses = |run, earlier| tree.snapshot(|txn| txn.reverses(run, earlier));
        tree.write(&path("/kept"), b"0").unwrap();
        let first = last();
        let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
        run.write(&path("/kept"), b"1").unwrap();
        run.write(&path("/new/file"), b"new").unwrap();
        let done = run.commit().unwrap().run.unwrap();
        tree.undo(done).unwrap();
        let undone = last();
        assert!(reverses(undone, done).unwrap());
        assert!(reverses(done, undone).unwrap());
        assert!(!reverses(undone, first).unwrap());
        // The same path, and another content.
        tree.write(&path("/kept"), b"1").unwrap();
        let before = last();
        tree.write(&path("/kept"), b"2").unwrap();
        assert!(!reverses(last(), before).unwrap());
        // What removes a new file reverses its run.
        tree.write(&path("/more"), b"more").unwrap();
        let before = last();
        tree.remove_tree(&path("/more")).unwrap();
        assert!(reverses(last(), before).unwrap());
        let missing = reverses(last(), RunId(999)).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    }
}
