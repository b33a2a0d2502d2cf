//! Runs that wait for nothing any more.

use super::answers::{PendingRun, unread};
use crate::error::{Error, ErrorKind};
use crate::pending::{CallState, PendingCall};
use crate::workspace::Workspace;

impl Workspace {
    /// The runs that were put away and can be [resumed](crate::Sandbox::resume), the oldest first: each of
    /// their calls has an answer, or is [made again](CallState::Interrupted) because the process has ended
    /// that had made it. Where there are none, this reads two small tables.
    ///
    /// # Errors
    ///
    /// As [`Workspace::pending`].
    pub fn answered(&self) -> Result<Vec<PendingRun>, Error> {
        let runs = self.tree()?.answered_runs().map_err(unread)?;
        let is_made_again = |call: &PendingCall| call.state == Some(CallState::Interrupted);
        let mut answered = Vec::new();
        for run in runs {
            match self.pending_run(run) {
                Ok(pending) if pending.waiting_for.iter().all(is_made_again) => {
                    answered.push(pending);
                }
                Ok(_) => {}
                // It has gone on meanwhile.
                Err(error) if error.kind() == ErrorKind::Refused => {}
                Err(error) => return Err(error),
            }
        }
        Ok(answered)
    }
}
