//! Who is told when a run computes no more, and asked before it computes again.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

use futures_util::future::{Either, select};

use crate::watchdog::Control;

/// What [`RunOptions::pauses`](fn@crate::RunOptions::pauses) takes: an admission that shares computing time
/// between runs, and gives it to others while a run waits.
///
/// The methods are called in turn, `waits` first. They are called on the task that awaits the run, and must
/// not block. A run that is answered at once does not wait.
pub trait Pauses: Send + Sync {
    /// The run computes no more: it waits for functions or an approval, or for a place in the sandbox. It has
    /// used so much fuel in all.
    fn waits(&self, fuel: u64);

    /// The run would go on, and does when the future is ready. The time until then counts as time in the
    /// queue. The future is dropped if the run is cancelled meanwhile.
    fn goes_on(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The one that a run has, or none.
#[derive(Clone, Default)]
pub(crate) struct Paused(Option<Arc<dyn Pauses>>);

impl fmt::Debug for Paused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paused").finish_non_exhaustive()
    }
}

impl Paused {
    pub(crate) fn new(pauses: Arc<dyn Pauses>) -> Self {
        Self(Some(pauses))
    }

    /// Awaits what a run waits for that has used so much fuel. Returns it, and whether it was not there at
    /// once, so that [`Self::goes_on`] is to be awaited.
    pub(crate) async fn during<T>(
        &self,
        fuel: impl FnOnce() -> u64,
        wait: impl Future<Output = T>,
    ) -> (T, bool) {
        let Some(pauses) = &self.0 else {
            return (wait.await, false);
        };
        let mut wait = pin!(wait);
        let polled = poll_fn(|context| Poll::Ready(wait.as_mut().poll(context)));
        if let Poll::Ready(done) = polled.await {
            return (done, false);
        }
        pauses.waits(fuel());
        (wait.await, true)
    }

    /// Waits until the run may go on; `false` if it has to stop instead.
    pub(crate) async fn goes_on(&self, control: &Control) -> bool {
        let Some(pauses) = &self.0 else {
            return true;
        };
        match select(pauses.goes_on(), control.halts()).await {
            Either::Left(_) => true,
            Either::Right(_) => false,
        }
    }
}
