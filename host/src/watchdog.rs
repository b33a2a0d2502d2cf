//! One thread that ends runs at their deadline.
//!
//! It sleeps until the earliest deadline, so an idle process has no wake-ups. A run costs no system
//! call here, since its deadline is usually later than the one that the thread sleeps until.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::task::AtomicWaker;

use crate::lock::locked;

/// The longest time limit that has an effect: a point in time beyond it may not exist on a machine.
const TIME_MAX: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// The end of a time limit that begins at a point in time.
pub(crate) fn end_of(begun: Instant, limit: Duration) -> Instant {
    begun + limit.min(TIME_MAX)
}

/// Whether and why a run has to stop, shared by every thread that works for it.
#[derive(Debug, Default)]
pub(crate) struct Control {
    /// A [`Halt`]; 0 before there is one, and [`OVER`] if there will be none.
    state: AtomicU8,
    /// Of the task that waits for host functions.
    waker: AtomicWaker,
}

/// Why a run has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Its time is over.
    Expired = 1,
    /// It was cancelled.
    Cancelled = 2,
}

/// The state of a run that was put away. Its functions may go on.
const OVER: u8 = 3;

impl Control {
    /// Nothing halts the run any more: it was put away.
    pub(crate) fn is_put_away(&self) {
        let _ = (self.state).compare_exchange(0, OVER, Ordering::AcqRel, Ordering::Acquire);
    }

    pub(crate) fn halted(&self) -> Option<Halt> {
        let state = self.state.load(Ordering::Acquire);
        let halts = [Halt::Expired, Halt::Cancelled];
        halts.into_iter().find(|halt| *halt as u8 == state)
    }

    /// Asks the run to stop. WebAssembly checks this with each portion of fuel.
    pub(crate) fn halt(&self, halt: Halt) {
        let change = |state| (state != OVER).then_some(halt as u8);
        let _ = (self.state).fetch_update(Ordering::AcqRel, Ordering::Acquire, change);
        self.waker.wake();
    }

    /// Waits until the run has to stop. One task waits at a time.
    pub(crate) fn halts(&self) -> impl Future<Output = Halt> + Unpin {
        poll_fn(|context| {
            // Registered before the check, so that a halt in between is not missed.
            self.waker.register(context.waker());
            self.halted().map_or(Poll::Pending, Poll::Ready)
        })
    }
}

pub(crate) struct Watchdog {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    /// The number distinguishes equal instants.
    deadlines: BTreeMap<(Instant, u64), Due>,
    next: u64,
    is_started: bool,
    is_closed: bool,
    /// When the thread wakes up; `None` while it sleeps without a timeout.
    sleeps_until: Option<Instant>,
}

impl State {
    /// Takes the earliest of what is due at `now`. A deadline is over as soon as the clock shows it.
    fn take_due(&mut self, now: Instant) -> Option<Due> {
        let entry = self.deadlines.first_entry()?;
        (entry.key().0 <= now).then(|| entry.remove())
    }
}

/// What happens at a deadline.
enum Due {
    /// The run's time is over.
    Halt(Weak<Control>),
    /// The task that waits for an alarm is woken.
    Wake(Waker),
}

impl Due {
    fn happens(self) {
        match self {
            Self::Halt(control) => {
                if let Some(control) = control.upgrade() {
                    control.halt(Halt::Expired);
                }
            }
            Self::Wake(waker) => waker.wake(),
        }
    }
}

/// An entry that is valid until this is dropped.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    key: (Instant, u64),
}

impl Watchdog {
    pub(crate) fn new() -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::default(),
                wake: Condvar::new(),
            }),
        }
    }

    /// Starts the thread, if it has not been started.
    pub(crate) fn start(&self) -> std::io::Result<()> {
        let mut state = locked(&self.shared.state);
        if !state.is_started {
            let shared = Arc::clone(&self.shared);
            thread::Builder::new()
                .name("isolate-watchdog".to_owned())
                .spawn(move || keep_watch(&shared))?;
            state.is_started = true;
        }
        Ok(())
    }

    /// Halts `control` at `deadline`, unless the returned guard is dropped before.
    pub(crate) fn watch(&self, control: &Arc<Control>, deadline: Instant) -> Watch {
        let mut state = locked(&self.shared.state);
        self.add(&mut state, deadline, Due::Halt(Arc::downgrade(control)))
    }

    /// A future that is ready after this time, while a run is watched.
    pub(crate) fn alarm(self: &Arc<Self>, after: Duration) -> Alarm {
        self.alarm_at(end_of(Instant::now(), after))
    }

    /// A future that is ready at this time, once the thread has been started.
    pub(crate) fn alarm_at(self: &Arc<Self>, time: Instant) -> Alarm {
        Alarm {
            watchdog: Arc::clone(self),
            time,
            set: None,
        }
    }

    fn add(&self, state: &mut State, time: Instant, due: Due) -> Watch {
        let key = (time, state.next);
        state.next += 1;
        state.deadlines.insert(key, due);
        if state.sleeps_until.is_none_or(|until| time < until) {
            state.sleeps_until = Some(time);
            self.shared.wake.notify_one();
        }
        let shared = Arc::clone(&self.shared);
        Watch { shared, key }
    }
}

/// A future that is ready at a time. It registers a deadline when it is polled.
pub(crate) struct Alarm {
    watchdog: Arc<Watchdog>,
    time: Instant,
    set: Option<(Watch, Waker)>,
}

impl Future for Alarm {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.time {
            return Poll::Ready(());
        }
        let waker = context.waker();
        let is_set = |(_, set): &(Watch, Waker)| set.will_wake(waker);
        if !self.set.as_ref().is_some_and(is_set) {
            let mut state = locked(&self.watchdog.shared.state);
            let watch = self
                .watchdog
                .add(&mut state, self.time, Due::Wake(waker.clone()));
            drop(state);
            self.set = Some((watch, waker.clone()));
        }
        Poll::Pending
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        locked(&self.shared.state).is_closed = true;
        self.shared.wake.notify_one();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let due = locked(&self.shared.state).deadlines.remove(&self.key);
        drop(due);
    }
}

fn keep_watch(shared: &Shared) {
    let mut state = locked(&shared.state);
    while !state.is_closed {
        let now = Instant::now();
        if let Some(due) = state.take_due(now) {
            // A woken task may call this watchdog at once.
            drop(state);
            due.happens();
            state = locked(&shared.state);
            continue;
        }
        state.sleeps_until = state.deadlines.keys().next().map(|key| key.0);
        state = match state.sleeps_until {
            None => shared
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
            Some(until) => {
                let (state, _) = shared
                    .wake
                    .wait_timeout(state, until.saturating_duration_since(now))
                    .unwrap_or_else(PoisonError::into_inner);
                state
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);
    const TICK: Duration = Duration::from_nanos(1);

    #[test]
    fn a_run_is_halted_at_its_deadline_and_not_before() {
        let watchdog = Watchdog::new();
        let deadline = Instant::now() + HOUR;
        let (first, second) = (Arc::new(Control::default()), Arc::new(Control::default()));
        let due = |control: &Arc<Control>| Due::Halt(Arc::downgrade(control));
        let mut state = locked(&watchdog.shared.state);
        let _watches = [(&first, deadline), (&second, deadline + TICK)]
            .map(|(control, time)| watchdog.add(&mut state, time, due(control)));
        let until = |now| {
            while let Some(due) = locked(&watchdog.shared.state).take_due(now) {
                due.happens();
            }
        };
        drop(state);
        until(deadline - TICK);
        assert_eq!((first.halted(), second.halted()), (None, None));
        until(deadline);
        assert_eq!(first.halted(), Some(Halt::Expired));
        assert_eq!(second.halted(), None);
        until(deadline + TICK);
        assert_eq!(second.halted(), Some(Halt::Expired));
    }

    #[test]
    fn the_longest_limit_has_an_end() {
        let now = Instant::now();
        assert!(end_of(now, Duration::MAX) > now + HOUR);
        assert_eq!(end_of(now, Duration::ZERO), now);
    }
}
