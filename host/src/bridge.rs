//! The host's side of a run without the guest of the product.
//!
//! For fuzzing and tests, and no part of the public API: [`Bridge`] answers requests given as
//! bytes, since a guest that was taken over may send any bytes; [`failing_sandbox`] is a sandbox
//! whose engine fails, which no program can make the real one do; [`yielding`] makes runs change threads
//! as often as they can, and [`sliced`] after a time; [`lose_memory`] makes a run that waits one that cannot go on as it is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::wire::Encoder;
use isolate_vfs::{Holder, OpenRun, RunId, RunOptions, Suspension};
use serde_json::Value as Json;

#[cfg(not(isolate_no_compiler))]
use crate::broken_guest;
use crate::error::Error;
use crate::pace::Slice;
use crate::sandbox::SandboxOptions;
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
#[cfg(not(isolate_no_compiler))]
pub fn failing_sandbox(log: &str, files: &[(&str, &str)]) -> Result<crate::Sandbox, Error> {
    crate::Sandbox::of_module(&broken_guest::writing(log, files))
}

/// Loses the memory of a run that waits: it counts as that of another engine, or is damaged if there is none.
///
/// # Errors
/// As [`Workspace::pending_run`].
pub fn lose_memory(workspace: &Workspace, run: RunId, engine: Option<&str>) -> Result<(), Error> {
    let tree = workspace.tree()?;
    let lost = |cause| Error::storage("cannot replace what is kept", cause);
    let known = tree.suspended_state(run).map_err(lost)?;
    let mut waits: Json = serde_json::from_slice(&known.waits).map_err(Error::internal)?;
    if let Some(engine) = engine {
        waits["guest"] = engine.into();
    }
    let suspension = Suspension {
        waits: waits.to_string().into_bytes(),
        state: known.state.clone(),
        memory: b"no memory of anything".to_vec(),
        until: known.until,
        holder: Holder::NOBODY,
    };
    tree.replace_suspended(run, &known, &suspension)
        .map_err(lost)
}

/// Options of a sandbox whose runs give their thread away with each portion of fuel, whether or not
/// another run waits.
#[must_use]
pub fn yielding(options: SandboxOptions) -> SandboxOptions {
    options.slice(Slice::Least)
}

/// Options of a sandbox whose runs give their thread away after this time, where another run waits.
#[must_use]
pub fn sliced(options: SandboxOptions, slice: Duration) -> SandboxOptions {
    options.slice(Slice::Of(slice))
}
