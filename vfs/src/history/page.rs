//! The changes of a run, page by page, so that few of them are in memory at a time.

use isolate_text::VPath;

use super::{Change, ChangeRow, Side, read_row};
use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::node::{FileKind, Node};
use crate::run::RunId;
use crate::store::int;
use crate::txn::{ReadTxn, Tree};

/// Rows that are in memory together while one of them is looked for.
const ROWS_LOOKED_AT: usize = 64;

impl Tree {
    /// At most `limit` changes of a run, sorted by path, beginning after the path `after`. Fewer
    /// than `limit` are the last ones. As in [`Tree::changes`], paths of which only the time
    /// changed are included, and paths that the guard hides are not.
    ///
    /// # Errors
    /// `NotFound` for a run that is not in history.
    pub fn changes_page(
        &self,
        run: RunId,
        after: Option<&VPath>,
        limit: usize,
    ) -> Result<Vec<Change>> {
        self.snapshot(|txn| {
            txn.check_run_exists(run.0)?;
            let mut page = Vec::new();
            let mut after = after.map(|path| path.as_str().to_owned());
            // What is hidden makes no page shorter.
            while page.len() < limit {
                let wanted = limit - page.len();
                let rows = txn.rows_after(run.0, after.as_deref(), wanted)?;
                let is_last = rows.len() < wanted;
                after = rows.last().map(|row| row.path.as_str().to_owned());
                let seen = rows.into_iter().filter(|row| !txn.is_hidden(&row.path));
                page.extend(seen.map(Change::from));
                if is_last {
                    break;
                }
            }
            Ok(page)
        })
    }

    /// The change that a run made to one path; `None` if it made none or the guard hides the path.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn change(&self, run: RunId, path: &VPath) -> Result<Option<Change>> {
        let row = self.change_row(run.0, path)?;
        Ok(row
            .filter(|row| !self.is_hidden(&row.path))
            .map(Change::from))
    }

    /// Whether a run changed a path or something below it. Paths that the guard hides do not count.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn has_changed(&self, run: RunId, path: &VPath) -> Result<bool> {
        self.snapshot(|txn| {
            if txn.change(run, path)?.is_some() {
                return Ok(true);
            }
            // What lies below begins with the path and a slash.
            let mut after = format!("{}/", path.as_str().trim_end_matches('/'));
            loop {
                let rows = txn.rows_after(run.0, Some(&after), ROWS_LOOKED_AT)?;
                for row in &rows {
                    if !row.path.starts_with(path) {
                        return Ok(false);
                    }
                    if !txn.is_hidden(&row.path) {
                        return Ok(true);
                    }
                }
                match rows.last() {
                    Some(last) if rows.len() == ROWS_LOOKED_AT => {
                        last.path.as_str().clone_into(&mut after);
                    }
                    _ => return Ok(false),
                }
            }
        })
    }

    /// The time of the last change by any connection. It is later after every change, also where
    /// the clock of the machine does not go on.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn last_change(&self) -> Result<Timestamp> {
        let clock = self
            .store
            .row("SELECT clock_us FROM state WHERE id = 1", [], |row| {
                row.get(0)
            })?;
        clock
            .map(Timestamp::from_micros)
            .ok_or_else(|| Error::corrupt("no totals"))
    }
}

impl ReadTxn<'_> {
    fn rows_after(&self, run: i64, after: Option<&str>, limit: usize) -> Result<Vec<ChangeRow>> {
        self.check_deadline()?;
        let mut rows = Vec::new();
        self.store.each(
            "SELECT path, before_kind, before_mode, before_size, before_mtime_us, before_content,
                before_target, after_kind, after_mode, after_size, after_mtime_us, after_content, after_target
             FROM change WHERE run = ?1 AND path > ?2 ORDER BY path LIMIT ?3",
            (run, after.unwrap_or_default(), int(limit as u64)),
            |row| {
                rows.push(read_row(row)?);
                Ok(())
            },
        )?;
        Ok(rows)
    }
}

impl From<ChangeRow> for Change {
    fn from(row: ChangeRow) -> Self {
        Self {
            path: row.path,
            before: row.before.map(Side::from),
            after: row.after.map(Side::from),
        }
    }
}

impl From<Node> for Side {
    fn from(node: Node) -> Self {
        Self {
            stat: node.stat(),
            number: node.content.map(i64::cast_unsigned),
            version: (node.kind == FileKind::File).then(|| node.version()),
            target: node.target,
        }
    }
}
