//! Contents that runs left and that nothing else holds any more.
//!
//! A change holds a reference on the content before it. The content after it is held by the tree, or
//! by the next change of the same path. There is no such change when the run that made it had changed
//! the path before another run did, since a run has one change for each path; or when it was removed
//! from the history before the other run, which is still going on. What such a run left is then kept
//! with it, as a part.

use isolate_text::{VPath, budget};

use crate::error::Result;
use crate::node::Node;
use crate::store::{ROW_BYTES, int, unsigned};
use crate::txn::{ReadTxn, WriteTxn};

/// What the names of such parts begin with. No caller may use one.
pub(super) const KEPT: &str = "kept:";

/// Added to the mode of a run that changed something after a run that began later had changed something:
/// its contents before may be what that run left.
const INTERLEAVED: i64 = 16;

/// A content with its size.
type Sized = (i64, u64);

impl ReadTxn<'_> {
    /// Whether the history has a run that went on after a later one had begun.
    pub(super) fn has_interleaved_runs(&self) -> Result<bool> {
        let sql = "SELECT 1 FROM run WHERE mode & ?1 <> 0 LIMIT 1";
        Ok(self.store.row(sql, [INTERLEAVED], |_| Ok(()))?.is_some())
    }
}

impl WriteTxn<'_> {
    /// Before an open run replaces or removes what is at a path: keeps it for another run, if that is
    /// what the other one left there after this run had changed the path.
    pub(super) fn keep_for_others(&self, own: i64, path: &VPath, now: &Node) -> Result<()> {
        if !self.note_interleaving(own)? {
            return Ok(());
        }
        let Some(content) = now.content else {
            return Ok(());
        };
        let left_by_own = self.store.row(
            "SELECT after_content FROM change WHERE run = ?1 AND path = ?2",
            (own, path.as_str()),
            |row| row.get::<Option<i64>>(0),
        )?;
        match left_by_own {
            Some(left) if left != Some(content) => {
                self.keep_for_maker(path.as_str(), (content, now.size), own)
            }
            _ => Ok(()),
        }
    }

    /// The same for the paths of the gathered subtree that the run has changed before.
    pub(super) fn keep_gathered_for_others(&self, own: i64) -> Result<()> {
        if !self.note_interleaving(own)? {
            return Ok(());
        }
        let mut foreign: Vec<(String, Sized)> = Vec::new();
        self.store.each(
            "SELECT s.path, s.content, s.size FROM temp.sub s JOIN change c ON c.run = ?1 AND c.path = s.path
             WHERE s.known = 1 AND s.content IS NOT NULL AND c.after_content IS NOT s.content",
            [own],
            |row| {
                let path: String = row.get(0)?;
                budget::charge(path.len() + size_of::<(String, Sized)>())?;
                foreign.push((path, (row.get(1)?, unsigned(row, 2)?)));
                Ok(())
            },
        )?;
        for (path, content) in foreign {
            self.keep_for_maker(&path, content, own)?;
        }
        Ok(())
    }

    /// Before a run is removed from the history: keeps what it holds for those of the other runs that stay.
    /// Later ones are looked at only if the run went on after they had begun.
    pub(super) fn keep_for_rest(&self, run: i64) -> Result<()> {
        let mode = "SELECT mode FROM run WHERE id = ?1";
        let mode = self.store.row(mode, [run], |row| row.get::<i64>(0))?;
        // Of a history that is pruned from its beginning there is hardly an earlier run.
        let rest = match mode.is_some_and(|mode| mode & INTERLEAVED != 0) {
            true => "r.id <> ?1",
            false => "r.id < ?1",
        };
        let mut left: Vec<(i64, Sized)> = Vec::new();
        self.store.each(
            &format!(
                "SELECT max(r.id), h.before_content, h.before_size FROM change h CROSS JOIN run r CROSS JOIN change c
                 WHERE h.run = ?1 AND h.before_content IS NOT NULL AND {rest}
                    AND c.run = r.id AND c.path = h.path AND c.after_content = h.before_content
                 GROUP BY h.path"
            ),
            [run],
            |row| {
                budget::charge(size_of::<(i64, Sized)>())?;
                left.push((row.get(0)?, (row.get(1)?, unsigned(row, 2)?)));
                Ok(())
            },
        )?;
        for (earlier, content) in left {
            self.keep_content(earlier, content)?;
        }
        Ok(())
    }

    /// Whether another run has changed something since the open run did so for the first time, which is
    /// noted with the row of the open run.
    pub(super) fn note_interleaving(&self, own: i64) -> Result<bool> {
        let is_interleaved = self.run.stamps().is_some_and(|stamps| stamps.is_shared);
        if is_interleaved {
            self.execute(
                "UPDATE run SET mode = mode | ?2 WHERE id = ?1 AND mode & ?2 = 0",
                (own, INTERLEAVED),
            )?;
        }
        Ok(is_interleaved)
    }

    /// Keeps a content that is at a path for the last run that left it there.
    fn keep_for_maker(&self, path: &str, content: Sized, own: i64) -> Result<()> {
        let maker = self.store.row(
            "SELECT r.id FROM run r CROSS JOIN change c ON c.run = r.id AND c.path = ?1
             WHERE c.after_content = ?2 AND r.id <> ?3 ORDER BY r.id DESC LIMIT 1",
            (path, content.0, own),
            |row| row.get(0),
        )?;
        match maker {
            Some(run) => self.keep_content(run, content),
            None => Ok(()),
        }
    }

    fn keep_content(&self, run: i64, (content, size): Sized) -> Result<()> {
        let name = format!("{KEPT}{content}");
        let row_bytes = ROW_BYTES + name.len() as u64;
        let kept = self.execute(
            "INSERT OR IGNORE INTO part (run, name, size, content) VALUES (?1, ?2, ?3, ?4)",
            (run, name, int(size), content),
        )?;
        if kept > 0 {
            self.hold_content(content)?;
            self.charge_history(size.saturating_add(row_bytes))?;
        }
        Ok(())
    }
}
