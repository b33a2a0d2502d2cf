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
    /// Functions that are under way for it in this process stay so. They answer to the run in memory, and go on
    /// without it when it is put away again.
    ///
    /// Its program, input, limits and budgets are those of then. Of the options of the request the functions,
    /// the context, [`read_only`](fn@crate::RunOptions::read_only), [`cancel`](fn@crate::RunOptions::cancel),
    /// [`suspend_after`](fn@crate::RunOptions::suspend_after), [`wait_max`](fn@crate::RunOptions::wait_max) and
    /// [`no_suspension`](fn@crate::RunOptions::no_suspension) count; the
    /// functions must be those of then, by name and by the schemas of what it waits for. The rules of the
    /// workspace apply that it is resumed on, and beside them those of its start, which
    /// [`read_rules`](fn@crate::RunOptions::read_rules) reads.
    ///
    /// A function that was under way when its process ended is called again if it only reads or is
    /// [idempotent](crate::FunctionMut::idempotent), and no other.
    ///
    /// A run whose memory cannot be used, because the engine or the preludes are others or it is damaged, is
    /// repeated first from its record, up to where it waits, on a copy of the workspace in the folder for
    /// temporary files: exactly, or it does not go on. No function is called meanwhile.
    ///
    /// Of several that resume a run one does. A run whose process ends while it goes on counts as interrupted.
    ///
    /// # Errors
    ///
    /// As every run, and [`Refused`](crate::ErrorKind::Refused), with the run as it was, for a run that does
    /// not wait, that has no answer yet ([`Workspace::until_answered`]), of which a function is under way in
    /// another process ([`CallState`](crate::CallState)), or that this sandbox cannot resume: a function is
    /// missing, the
    /// [key](fn@crate::SandboxOptions::image_key) is another, or the engine or the preludes are others and the
    /// run cannot be repeated.
    pub fn resume(&self, workspace: &Workspace, run: RunId) -> RunRequest {
        self.resumed(workspace, run, repeat)
    }
}
