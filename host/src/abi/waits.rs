//! Where a run waits in the middle of its program: for its next turn on a worker, and for its turn to
//! write to the workspace.
//!
//! The stack of the guest stays as it is meanwhile, and no thread belongs to it. Nothing that belongs to
//! a thread may be on that stack: the imports that wait are futures, which the compiler checks for that.

use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use isolate_protocol::wire::Decoder;
use isolate_protocol::wire::message::request;
use isolate_protocol::{Called, Effect};
use isolate_vfs::Tree;

use super::Host;
use crate::pace::Pace;
use crate::stacks::Held;
use crate::stop::Stop;
use crate::watchdog::Control;
use crate::workspace::{WriteTurn, Writers};

/// What a run may wait for in the middle of its program; by default, nothing.
#[derive(Default)]
pub(crate) struct Waits {
    pace: Option<Arc<Pace>>,
    writers: Option<Arc<Writers>>,
    /// The turn to write of a run whose changes are kept as a whole.
    of_run: Option<WriteTurn>,
    /// Whether the run has had a turn to write.
    has_written: bool,
}

impl Waits {
    /// The waits of a run that is not read-only, with its turn to write where that is for the whole run.
    pub(crate) fn new(
        pace: &Arc<Pace>,
        writers: Option<Arc<Writers>>,
        of_run: Option<WriteTurn>,
    ) -> Self {
        pace.set_urgent(of_run.is_some());
        Self {
            pace: Some(Arc::clone(pace)),
            writers,
            has_written: false,
            of_run,
        }
    }

    /// The turn to write that a request needs, or that it needs none; `None` if it has to wait for it.
    pub(super) fn turn_for(&mut self, request: &[u8]) -> Option<Option<WriteTurn>> {
        let Some(writers) = self.writers.as_ref().filter(|_| self.of_run.is_none()) else {
            return Some(None);
        };
        match effect(request) {
            Some(Effect::Write) => {
                self.has_written = true;
                writers.try_turn().map(Some)
            }
            // It only has to wait for those who write for long.
            Some(Effect::Read) if writers.excludes_readers() && !writers.is_free() => None,
            Some(Effect::Read) | None => Some(None),
        }
    }

    /// Counts a stack of so many bytes as one of those that do not compute, which nobody bounds where the
    /// run waits for nothing; none where there is no room for it.
    pub(super) fn hold(&self, stack_bytes: usize) -> Option<Option<Held>> {
        match &self.pace {
            Some(pace) => pace.stacks.hold(stack_bytes).map(Some),
            None => Some(None),
        }
    }

    /// Whether the thread has other work that computes for the run now.
    pub(super) fn is_in_passing(&self) -> bool {
        let pace = self.pace.as_ref();
        pace.is_some_and(|pace| pace.is_in_passing())
    }

    /// Whether this may take longer than the thread has that computes for the run now.
    pub(super) fn is_too_long_here(&self, request: &[u8]) -> bool {
        self.is_in_passing() && effect(request).is_some()
    }

    /// Whether the run has changed files, or may have.
    pub(crate) const fn has_written(&self) -> bool {
        self.has_written || self.of_run.is_some()
    }

    /// The run writes call by call from now on: others may write.
    pub(crate) fn set_aside(&mut self) {
        if self.of_run.take().is_some()
            && let Some(pace) = &self.pace
        {
            pace.set_urgent(false);
        }
        // It has to write at its end, whatever it does.
        self.has_written = true;
    }

    /// The turn for the end of a run: what it holds, and whether it needs one.
    pub(crate) fn into_end(self) -> (Option<WriteTurn>, bool) {
        (self.of_run, self.has_written)
    }
}

/// The effect of a call of a method; none for a request that uses no files.
fn effect(message: &[u8]) -> Option<Effect> {
    let mut decoder = Decoder::new(message);
    if decoder.u8().ok()? != request::STATE {
        return None;
    }
    let called = Called::from_wire(decoder.u16().ok()?)?;
    Some(called.method.effect)
}

/// How long a call waits on its thread for somebody who writes and does not ask for a turn, such as
/// another process. Most writers are done in a fraction of it.
pub(crate) const THREAD_WAIT_MAX: Duration = Duration::from_millis(4);

/// How long a run waits between two attempts to write; the first time, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(25));

/// How the lock of a store is waited for that somebody has who does not ask for a turn.
pub(crate) struct LockWait {
    pause: Duration,
    until: Instant,
    /// Whether the wait ends with the time of the run, and is dropped then.
    ends_with_run: bool,
}

impl LockWait {
    /// Waits until then at most, in the middle of a run or at its end.
    const fn until(until: Instant, ends_with_run: bool) -> Self {
        Self {
            pause: PAUSES.0,
            until,
            ends_with_run,
        }
    }

    /// Waits for a moment, longer each time; whether it is worth another attempt.
    async fn pauses(&mut self, pace: &Pace) -> bool {
        let left = self.until.saturating_duration_since(Instant::now());
        // Where the time of the run is over as soon, that is what ends it. Its deadline has moved by what
        // the run has waited for turns between its attempts.
        let ends_with_run = self.ends_with_run && pace.deadline() <= self.until + 4 * PAUSES.1;
        if left.is_zero() && !ends_with_run {
            return false;
        }
        pace.alarm(self.pause.min(left.max(PAUSES.0))).await;
        self.pause = (2 * self.pause).min(PAUSES.1);
        true
    }
}

impl Host {
    /// Whether calls wait for the lock of the workspace in pieces, between which the run has no thread.
    pub(super) fn waits_for_lock(&self) -> bool {
        self.waits.writers.is_some() && self.waits.of_run.is_none()
    }

    /// Bounds the wait of one call, or not.
    pub(super) fn bound_lock_wait(&self, is_bounded: bool) {
        let wait = is_bounded.then_some(THREAD_WAIT_MAX);
        self.state.tree.set_lock_wait(wait);
    }

    /// How long a call that has missed the lock may go on trying.
    pub(super) fn lock_wait(&self) -> LockWait {
        if let Some(writers) = &self.waits.writers {
            writers.set_strangers(true);
        }
        LockWait::until(Instant::now() + self.state.tree.busy_timeout(), true)
    }

    /// Waits before the next attempt of a call; whether there should be another one after that. None where
    /// the run cannot keep its stack.
    pub(super) async fn pauses(&mut self, wait: &mut LockWait) -> Result<Option<bool>, Stop> {
        let Some(pace) = self.waits.pace.clone() else {
            return Ok(None);
        };
        self.depth.note();
        let Some(_held) = pace.stacks.hold(self.depth.bytes()) else {
            return Ok(None);
        };
        let goes_on = unless_halted(pace.control(), wait.pauses(&pace)).await;
        self.goes_on(&pace)?;
        goes_on.map(Some)
    }

    /// Whether another run should have the worker now.
    pub(super) fn is_slice_over(&mut self) -> bool {
        self.depth.note();
        self.waits.pace.as_ref().is_some_and(|pace| pace.is_over())
    }

    /// Gives the worker away, and goes on with the next turn.
    pub(super) async fn yields(&mut self) -> Result<(), Stop> {
        let Some(pace) = self.waits.pace.clone() else {
            return Ok(());
        };
        let Some(_held) = pace.stacks.hold(self.depth.bytes()) else {
            return Ok(());
        };
        yield_once().await;
        self.goes_on(&pace)
    }

    /// Goes on with a worker, unless the run cannot keep its stack.
    pub(super) async fn goes_elsewhere(&mut self) -> Result<(), Stop> {
        self.depth.note();
        self.yields().await
    }

    /// Waits for a turn to write. None where the run has to wait in the storage: it cannot keep its
    /// stack.
    pub(super) async fn turn(&mut self) -> Result<Option<WriteTurn>, Stop> {
        let (Some(pace), Some(writers)) = (self.waits.pace.clone(), self.waits.writers.clone())
        else {
            return Ok(None);
        };
        self.depth.note();
        let Some(_held) = pace.stacks.hold(self.depth.bytes()) else {
            return Ok(None);
        };
        let turn = turn_to_write(&pace, &writers).await;
        pace.set_urgent(false);
        self.goes_on(&pace)?;
        turn.map(Some)
    }

    /// Goes on after a wait, with the time that is left then.
    fn goes_on(&mut self, pace: &Pace) -> Result<(), Stop> {
        self.state.tree.set_deadline(Some(pace.deadline()));
        self.fuel.check()
    }
}

/// Waits for the turn to write. Who has it is served before others of the workspace.
pub(crate) async fn turn_to_write(pace: &Pace, writers: &Writers) -> Result<WriteTurn, Stop> {
    pace.set_urgent(true);
    unless_halted(pace.control(), writers.turn()).await
}

/// Waits until a connection can write, or for so long; whether it can. Between its attempts the run has
/// no thread.
pub(crate) async fn unlocked<T: Deref<Target = Tree> + Send>(
    tree: &mut T,
    (pace, writers): (&Pace, &Writers),
    (until, ends_with_run): (Instant, bool),
) -> Result<bool, isolate_vfs::Error> {
    let mut wait = LockWait::until(until, ends_with_run);
    loop {
        let is_unlocked = tree.can_write_now()?;
        writers.set_strangers(!is_unlocked);
        if is_unlocked || !wait.pauses(pace).await {
            return Ok(is_unlocked);
        }
    }
}

/// Waits, unless the run has to stop. Whoever stops a run polls it then.
pub(crate) async fn unless_halted<T>(
    control: &Control,
    wait: impl Future<Output = T>,
) -> Result<T, Stop> {
    let mut wait = pin!(wait);
    poll_fn(|context| match control.halted() {
        Some(_) => Poll::Ready(Err(Stop::Halted)),
        None => wait.as_mut().poll(context).map(Ok),
    })
    .await
}

/// Asks to be polled again, behind all others.
pub(crate) async fn yield_once() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
