//! What a sandbox is doing, and the end of it.

use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};

use super::Sandbox;
use crate::error::Error;
use crate::watchdog::end_of;

/// What a sandbox is doing now: [`Sandbox::stats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SandboxStats {
    /// Runs that have a place: they compute, wait for a turn, or wait for functions.
    pub runs: usize,
    /// Places: [`SandboxOptions::runs`](fn@crate::SandboxOptions::runs).
    pub runs_max: usize,
    /// Runs that wait for a place.
    pub queued: usize,
    /// Runs with a place that wait for a turn to compute.
    pub waiting_for_turn: usize,
    /// Functions that are under way for runs that were put away.
    pub detached_calls: usize,
}

impl Sandbox {
    /// How many runs the sandbox has now, and how many wait.
    #[must_use]
    pub fn stats(&self) -> SandboxStats {
        let shared = &self.shared;
        SandboxStats {
            runs: shared.queue.running(),
            runs_max: shared.queue.runs_max(),
            queued: shared.queue.waiting(),
            waiting_for_turn: shared.workers.queued().load(Ordering::Relaxed),
            detached_calls: shared.detached.calls(),
        }
    }

    /// Takes no more runs, waits for those that run or wait, and cancels what is left after `within`.
    /// Returns when all have ended, with the number of those that were cancelled. Runs that come later
    /// fail with [`ErrorKind::Busy`](crate::ErrorKind::Busy).
    ///
    /// A run that waits for functions, and can be put away, is so at once, though not before it has waited for
    /// 100 ms: it ends as [`Suspended`](crate::Outcome::Suspended), and goes on in another process.
    ///
    /// Functions that are under way for runs that were put away are waited for in the same time, and then
    /// dropped: the workspaces say so ([`CallState`](crate::CallState)). Where all those of a run only read or
    /// are [idempotent](crate::FunctionMut::idempotent), they are dropped at once, because they are called
    /// again. They are not counted. A sandbox that
    /// is dropped without this leaves them going, until they have answered or the process ends.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::time::Duration;
    ///
    /// use isolate_host::{ErrorKind, Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let run = tokio::spawn(sandbox.run(&workspace, "1 + 1").start());
    /// assert_eq!(sandbox.drain(Duration::from_secs(5)).await?, 0);
    /// assert_eq!(run.await??.result::<u32>()?, 2);
    /// let late = sandbox.run(&workspace, "1 + 1").await.unwrap_err();
    /// assert_eq!(late.kind(), ErrorKind::Busy);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`Engine`](crate::ErrorKind::Engine) where the system has no thread for the clock: then nothing
    /// was waited for.
    pub async fn drain(&self, within: Duration) -> Result<usize, Error> {
        let shared = &self.shared;
        shared.queue.close();
        shared.detached.close();
        shared.watchdog.start().map_err(Error::no_thread)?;
        let until = end_of(Instant::now(), within);
        let emptied = pin!(async {
            shared.queue.emptied().await;
            shared.detached.emptied().await;
        });
        match select(emptied, shared.watchdog.alarm_at(until)).await {
            Either::Left(_) => Ok(0),
            Either::Right(_) => {
                let cancelled = shared.queue.cancel();
                shared.queue.emptied().await;
                shared.detached.end();
                shared.detached.emptied().await;
                Ok(cancelled)
            }
        }
    }
}
