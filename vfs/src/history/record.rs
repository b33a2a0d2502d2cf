//! Recording runs that have changed nothing, or not yet.

use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::run::RunState;
use crate::tree::{RowEnd, UNCHANGED};
use crate::txn::{CurrentRun, Tree, WriteTxn};

/// The row of a run that has ended without changes.
pub(super) struct EndRow {
    pub(super) id: i64,
    /// Whether the history may have to be pruned.
    pub(super) is_much: bool,
}

/// How many runs that changed nothing are kept beyond the retention before they are pruned together.
const RUNS_UNPRUNED: i64 = 32;

impl Tree {
    /// Makes the row of a run that has not changed anything yet. `None` where there is no need, or
    /// where that cannot be done without waiting: the run is recorded later then.
    pub(super) fn record_beginning(&self, run: &CurrentRun) -> Option<i64> {
        // What is in memory ends with its process. In a copy it would be an entry of its own in the log.
        let is_needed = run.is_recorded && run.id.is_none() && run.first_row.is_none();
        let is_lasting = !self.store.is_in_memory() && !self.is_published();
        if !is_needed || self.is_writing() || !is_lasting {
            return run.first_row;
        }
        let row = self.write_txn_within(Duration::ZERO, |txn| match txn.keeps_runs()? {
            true => txn.insert_open_run(run, UNCHANGED).map(Some),
            false => Ok(None),
        });
        row.unwrap_or(None)
    }

    /// Records the end of a run none of whose changes were kept. `None` where that is not possible,
    /// which changes nothing for the caller: the workspace is as it was.
    pub(super) fn record_end(
        &self,
        run: &CurrentRun,
        state: RunState,
        wait: Duration,
    ) -> Option<EndRow> {
        let recorded = self.write_txn_within(wait, |txn| {
            if !txn.keeps_runs()? {
                return Ok(None);
            }
            let id = txn.close_unchanged_run(run, state)?;
            // Counting each time would cost more than it saves.
            let is_much = id % RUNS_UNPRUNED == 0 && txn.is_too_much()?;
            Ok(Some(EndRow { id, is_much }))
        });
        if let Err(error) = &recorded {
            tracing::debug!(%error, "a run that changed nothing is not recorded");
        }
        recorded.unwrap_or(None)
    }
}

/// The error of what needs the record of a run, where none is kept.
pub(super) fn has_no_rows() -> Error {
    Error::new(ErrorKind::Invalid).with_detail(
        "the workspace keeps no history, which an idempotency key needs: set its retention to one run or more",
    )
}

impl WriteTxn<'_> {
    /// Writes down that a run has ended that changed nothing. Returns its row.
    pub(super) fn close_unchanged_run(&self, run: &CurrentRun, state: RunState) -> Result<i64> {
        let known = match run.first_row {
            Some(row) if self.has_run(row)? => Some(row),
            _ => None,
        };
        if let Some(row) = known {
            self.close_run(run, row, state)?;
            return Ok(row);
        }
        let end = RowEnd {
            state,
            finished_ms: Some(self.finished_ms(run)),
        };
        let row = self.insert_run(run, &end, UNCHANGED)?;
        self.put_parts(row, &run.parts)?;
        self.put_parts(row, &run.last_parts)?;
        Ok(row)
    }
}
