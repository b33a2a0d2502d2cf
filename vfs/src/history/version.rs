//! Finding an earlier version of a file by its token.

use isolate_text::VPath;

use crate::error::Result;
use crate::node::FileKind;
use crate::run::RunId;
use crate::txn::Tree;

impl Tree {
    /// The run that replaced a version of a file, given the token that [`Tree::version`] returned
    /// for it. [`Tree::read_before`] of that run reads the version. `None` if the history does not
    /// reach back to it, or if it is the current version.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn replaced_by(&self, path: &VPath, version: &str) -> Result<Option<RunId>> {
        let hex = |text: &str| i64::from_str_radix(text, 16).ok();
        let Some((mtime_us, content)) = version
            .split_once('-')
            .and_then(|(time, content)| Some((hex(time)?, hex(content)?)))
        else {
            return Ok(None);
        };
        // An empty file has neither a content nor a number of its own.
        let seen = self.seen_changes();
        self.store.row(
            &format!(
                "SELECT run FROM change WHERE path = ?1 AND before_kind = ?2 AND before_mtime_us = ?3
                 AND coalesce(before_content, 0) = ?4 AND {seen} ORDER BY run LIMIT 1"
            ),
            (path.as_str(), FileKind::File.code(), mtime_us, content),
            |row| Ok(RunId(row.get(0)?)),
        )
    }
}
