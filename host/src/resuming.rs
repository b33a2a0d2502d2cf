//! Resuming a run that was put away.

use isolate_vfs::RunId;

use crate::replay::repeat;
use crate::sandbox::{RunRequest, Sandbox};
use crate::workspace::Workspace;

impl Sandbox {
    /// A run to be resumed that was put away ([`Outcome::Suspended`](crate::Outcome::Suspended)), by this
    /// process or another, once something that it waits for has an [answer](Workspace::answer). It goes on
    /// where it was: nothing of its program runs again.
    ///
    /// Its program, input, limits and budgets are those of then. Of the options of the request the functions,
    /// the context, [`read_only`](fn@RunOptions::read_only), [`cancel`](fn@RunOptions::cancel),
    /// [`wait_max`](fn@RunOptions::wait_max) and [`no_suspension`](fn@RunOptions::no_suspension) count; the
    /// functions must be those of then, by name and by the schemas of what it waits for. The rules of the
    /// workspace apply that it is resumed on.
    ///
    /// Of several that resume a run one does. A run whose process ends while it goes on counts as interrupted.
    ///
    /// # Errors
    ///
    /// As every run, and [`Refused`](crate::ErrorKind::Refused), with the run as it was, for a run that does
    /// not wait, that has no answer yet, or that this sandbox cannot resume: another version of the engine,
    /// other preludes, a function that is missing.
    pub fn resume(&self, workspace: &Workspace, run: RunId) -> RunRequest {
        self.resumed(workspace, run, repeat)
    }
}
