//! Lists of branches.

use super::BRANCHES_MAX;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::quota::Stored;
use crate::run::RunId;
use crate::store::{int, unsigned};
use crate::txn::{MAIN, Tree};

/// A branch beside the main one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BranchInfo {
    /// Its name.
    pub name: String,
    /// The branch that it was made from, which is the one that it can be merged with.
    pub parent: String,
    /// The last run of that branch, or before, when it was made; none if there was no run.
    pub forked: Option<RunId>,
    /// When it was made.
    pub created: Timestamp,
    /// How much it holds, what it shares with other branches included.
    pub stored: Stored,
    /// The last run on it; none if there was none since it was made.
    pub last_run: Option<RunId>,
}

impl Tree {
    /// The branches beside the main one, sorted by name.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn branches(&self) -> Result<Vec<BranchInfo>> {
        let mut found = Vec::new();
        self.store.each(
            // The runs are read once, not for each branch. More branches there cannot be in a sound file.
            "SELECT b.name, p.name, b.forked, b.created_ms, b.bytes, b.entries, r.last
             FROM branch b LEFT JOIN branch p ON p.id = b.parent LEFT JOIN (
                SELECT branch, max(id) AS last FROM run WHERE branch IS NOT NULL GROUP BY branch
             ) r ON r.branch = b.id
             WHERE b.deleted_ms IS NULL AND b.id NOT IN (SELECT branch FROM aside) ORDER BY b.name LIMIT ?1",
            [int(BRANCHES_MAX)],
            |row| {
                let parent: Option<String> = row.get(1)?;
                let forked: i64 = row.get(2)?;
                found.push(BranchInfo {
                    name: row.get(0)?,
                    parent: parent.unwrap_or_else(|| MAIN.to_owned()),
                    forked: (forked > 0).then_some(RunId(forked)),
                    created: Timestamp::from_millis(row.get(3)?),
                    stored: Stored {
                        bytes: unsigned(row, 4)?,
                        entries: unsigned(row, 5)?,
                    },
                    last_run: row.get::<Option<i64>>(6)?.map(RunId),
                });
                Ok(())
            },
        )?;
        Ok(found)
    }
}
