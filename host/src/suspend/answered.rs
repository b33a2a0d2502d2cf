//! Runs that wait for nothing any more.

use super::answers::{PendingRun, unread};
use crate::error::{Error, ErrorKind};
use crate::workspace::Workspace;

impl Workspace {
    /// The runs that were put away and whose calls all have an answer, so that they can be
    /// [resumed](crate::Sandbox::resume), the oldest first. Where there are none, this reads two small
    /// tables.
    ///
    /// # Errors
    ///
    /// As [`Workspace::pending`].
    pub fn answered(&self) -> Result<Vec<PendingRun>, Error> {
        let runs = self.tree()?.answered_runs().map_err(unread)?;
        let mut answered = Vec::new();
        for run in runs {
            match self.pending_run(run) {
                Ok(pending) if pending.waiting_for.is_empty() => answered.push(pending),
                Ok(_) => {}
                // It has gone on meanwhile.
                Err(error) if error.kind() == ErrorKind::Refused => {}
                Err(error) => return Err(error),
            }
        }
        Ok(answered)
    }
}
