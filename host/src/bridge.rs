//! The host's side of a run without a guest: requests as bytes, and their replies.
//!
//! For fuzzing: what a guest that was taken over may send is any bytes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::wire::Encoder;
use isolate_vfs::{OpenRun, RunOptions};

use crate::error::Error;
use crate::functions::{Allowance, Functions};
use crate::limits::Limits;
use crate::state::Door;
use crate::workspace::{Workspace, WorkspaceOptions};

/// A workspace in memory, and what answers the calls on it.
pub struct Bridge {
    door: Door,
}

impl Bridge {
    /// An empty workspace of at most so many bytes.
    ///
    /// # Errors
    /// As [`Workspace::memory_with`].
    pub fn new(quota_bytes: u64) -> Result<Self, Error> {
        let options = WorkspaceOptions::new()
            .quota_bytes(quota_bytes)
            .file_bytes(quota_bytes)
            .entries(10_000);
        let workspace = Workspace::memory_with(&options)?;
        let tree = workspace.tree()?;
        let run = OpenRun::holding(tree, &RunOptions::new("bridge"))
            .map_err(|cause| Error::storage("cannot begin the run", cause))?;
        let door = Door::new(
            run,
            Functions::new(),
            &Limits::default(),
            false,
            Allowance::anything(),
        );
        Ok(Self { door })
    }

    /// The reply to a request, or nothing where it ends the run.
    pub fn answer(&mut self, request: &[u8], time_max: Duration) -> Option<Vec<u8>> {
        let deadline = Instant::now() + time_max;
        self.door.tree.set_deadline(Some(deadline));
        let signal = Arc::new(move || Instant::now() >= deadline);
        let mut out = Encoder::new();
        let answered = {
            let budget = self.door.budget.clone();
            isolate_vfs::budget::within(&budget, || {
                isolate_vfs::ops::stop::within(signal, || self.door.answer(request, &mut out))
            })
        };
        answered.ok().map(|()| out.into_bytes())
    }

    /// What is wrong with the workspace.
    ///
    /// # Errors
    /// As [`Tree::check`](isolate_vfs::Tree::check).
    pub fn check(&self) -> Result<Vec<String>, Error> {
        self.door.tree.set_deadline(None);
        let checked = self.door.tree.check();
        checked.map_err(|cause| Error::storage("cannot check the workspace", cause))
    }
}
