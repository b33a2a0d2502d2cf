//! Runs that wait for nothing any more.

use isolate_vfs::RunId;

use super::answers::{PendingRun, unread};
use crate::error::Error;
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
            // It may have gone on meanwhile, or be damaged.
            let before = RunId::from(i64::from(run) - 1);
            let listed = self.pending_page(Some(before), 1)?.into_iter();
            answered.extend(listed.filter(|listed| {
                let is_whole = listed.run == run && listed.damage.is_none();
                is_whole && listed.waiting_for.iter().all(is_made_again)
            }));
        }
        Ok(answered)
    }
}
