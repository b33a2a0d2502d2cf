//! The host's side of a run without the guest of the product.
//!
//! For fuzzing and tests, and no part of the public API: [`Bridge`] answers requests given as
//! bytes, since a guest that was taken over may send any bytes; [`failing_sandbox`] is a sandbox
//! whose engine fails, which no program can make the real one do; [`yielding`] makes runs change threads
//! as often as they can.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::wire::Encoder;
use isolate_vfs::{OpenRun, RunOptions};

use crate::broken_guest;
use crate::error::Error;
use crate::sandbox::{Sandbox, SandboxOptions};
use crate::state::HostState;
use crate::workspace::Workspace;

/// A workspace in memory, and the host that answers calls on it.
pub struct Bridge {
    state: HostState,
}

impl Bridge {
    /// An empty workspace of at most so many bytes.
    ///
    /// # Errors
    /// As [`Workspace::memory_with`].
    pub fn new(quota_bytes: u64) -> Result<Self, Error> {
        let options = Workspace::builder()
            .quota_bytes(quota_bytes)
            .file_bytes(quota_bytes)
            .entries(10_000);
        let workspace = options.memory()?;
        let tree = workspace.tree()?;
        let run = OpenRun::holding(tree, &RunOptions::new("bridge"))
            .map_err(|cause| Error::storage("cannot begin the run", cause))?;
        let state = HostState::plain(run);
        Ok(Self { state })
    }

    /// The reply to a request, or nothing where it ends the run.
    pub fn answer(&mut self, request: &[u8], time_max: Duration) -> Option<Vec<u8>> {
        let deadline = Instant::now() + time_max;
        self.state.tree.set_deadline(Some(deadline));
        let signal = Arc::new(move || Instant::now() >= deadline);
        let mut out = Encoder::new();
        let answered = {
            let budget = self.state.budget.clone();
            isolate_text::budget::within(&budget, || {
                isolate_text::stop::within(signal, || self.state.answer(request, &mut out))
            })
        };
        answered.ok().map(|()| out.into_bytes())
    }

    /// What is wrong with the workspace.
    ///
    /// # Errors
    /// As [`Tree::check`](isolate_vfs::Tree::check).
    pub fn check(&self) -> Result<Vec<String>, Error> {
        self.state.tree.set_deadline(None);
        let checked = self.state.tree.check();
        checked.map_err(|cause| Error::storage("cannot check the workspace", cause))
    }
}

/// A sandbox whose engine logs a text, writes these files and then fails, whatever the program is.
///
/// # Errors
/// [`ErrorKind::Engine`](crate::ErrorKind::Engine) where this machine cannot run it.
pub fn failing_sandbox(log: &str, files: &[(&str, &str)]) -> Result<Sandbox, Error> {
    Sandbox::of_module(&broken_guest::writing(log, files))
}

/// Options of a sandbox whose runs give their thread away with each portion of fuel, whether or not
/// another run waits.
#[must_use]
pub fn yielding(options: SandboxOptions) -> SandboxOptions {
    options.yielding()
}
