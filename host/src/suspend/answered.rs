//! Runs that wait for nothing any more.

use isolate_vfs::RunId;

use super::answers::{PendingRun, unread};
use crate::error::Error;
use crate::pending::{CallState, PendingCall};
use crate::workspace::Workspace;

impl Workspace {
    /// The runs that were put away and can be [resumed](crate::Sandbox::resume) without waiting for a person or
    /// for another process, the oldest first. One of their calls has an answer, or is
    /// [made again](CallState::Interrupted) because it was given up, and of the others none waits for an
    /// approval or for an answer of later, and none is under way in
    /// [another process](CallState::UnderWayElsewhere). Where there are none, this reads two small tables.
    ///
    /// # Errors
    ///
    /// As [`Workspace::pending`].
    pub fn answered(&self) -> Result<Vec<PendingRun>, Error> {
        let runs = self.tree()?.answered_runs().map_err(unread)?;
        let mut answered = Vec::new();
        for run in runs {
            // It may have gone on meanwhile, or be damaged.
            let before = RunId::from(i64::from(run) - 1);
            let listed = self.pending_page(Some(before), 1)?.into_iter();
            answered.extend(listed.filter(|listed| {
                let is_whole = listed.run == run && listed.damage.is_none();
                is_whole && listed.waits_for_nobody_else()
            }));
        }
        Ok(answered)
    }
}

impl PendingRun {
    /// Whether it can go on, and waits for nobody else.
    fn waits_for_nobody_else(&self) -> bool {
        let is_for_others =
            |call: &PendingCall| matches!(call.state, None | Some(CallState::UnderWayElsewhere));
        let is_made_again = |call: &PendingCall| call.state == Some(CallState::Interrupted);
        let waits = &self.waiting_for;
        !waits.iter().any(is_for_others)
            && (!self.answered.is_empty() || waits.iter().any(is_made_again))
    }
}
