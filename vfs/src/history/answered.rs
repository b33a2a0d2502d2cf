//! Runs that are put away and have answers.

use isolate_text::budget;

use super::suspend::ANSWERS;
use crate::error::Result;
use crate::run::{RunId, RunState};
use crate::txn::Tree;

impl Tree {
    /// The runs that are put away and may go on, the oldest first: they have an answer to one call at least,
    /// or the process that worked on their calls may have ended.
    ///
    /// # Errors
    /// As every read; `OutOfMemory` if the budget of the memory is used up.
    pub fn answered_runs(&self) -> Result<Vec<RunId>> {
        let mut runs = Vec::new();
        self.store.each(
            "SELECT s.run FROM suspended s
             JOIN run r ON r.id = s.run AND r.state = ?1
             JOIN identity i ON i.name = s.workspace
             WHERE r.owner IS NOT NULL
                OR EXISTS (SELECT 1 FROM suspension a WHERE a.run = s.run AND a.item >= ?2) ORDER BY s.run",
            (RunState::Suspended.code(), ANSWERS),
            |row| {
                budget::charge(size_of::<RunId>())?;
                runs.push(RunId(row.get(0)?));
                Ok(())
            },
        )?;
        Ok(runs)
    }
}
