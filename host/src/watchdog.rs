//! One thread that ends runs at their deadline.
//!
//! It sleeps until the earliest deadline, so an idle process has no wake-ups. A run costs no system
//! call here, since its deadline is usually later than the one that the thread sleeps until.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};

/// The longest time limit that has an effect: a point in time beyond it may not exist on a machine.
const TIME_MAX: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// The end of a time limit that begins at a point in time.
pub(crate) fn end_of(begun: Instant, limit: Duration) -> Instant {
    begun + limit.min(TIME_MAX)
}

/// Whether and why a run has to stop, shared by every thread that works for it.
#[derive(Debug, Default)]
pub(crate) struct Control {
    state: AtomicU8,
    sleep: Mutex<Sleep>,
}

/// A run that waits for host functions.
#[derive(Debug, Default)]
struct Sleep {
    waker: Option<Waker>,
    /// When the watchdog wakes it, if nothing else has.
    wakes_at: Option<Instant>,
}

/// Why a run has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Its time is over.
    Expired,
    /// It was cancelled.
    Cancelled,
}

impl Control {
    const EXPIRED: u8 = 1;
    const CANCELLED: u8 = 2;

    pub(crate) fn halted(&self) -> Option<Halt> {
        match self.state.load(Ordering::Acquire) {
            Self::EXPIRED => Some(Halt::Expired),
            Self::CANCELLED => Some(Halt::Cancelled),
            _ => None,
        }
    }

    /// Asks the run to stop. WebAssembly checks this with each portion of fuel.
    pub(crate) fn halt(&self, halt: Halt) {
        let state = match halt {
            Halt::Expired => Self::EXPIRED,
            Halt::Cancelled => Self::CANCELLED,
        };
        self.state.store(state, Ordering::Release);
        self.wake();
    }

    /// Wakes it where it waits.
    fn wake(&self) {
        let waker = self.lock().waker.take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Wakes `waker` when the run is halted while it waits for host functions.
    pub(crate) fn wake_on_halt(&self, waker: &Waker) {
        self.lock().waker = Some(waker.clone());
    }

    fn lock(&self) -> MutexGuard<'_, Sleep> {
        self.sleep.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread and its deadlines.
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
    /// Does what is due at `now`. A deadline is over as soon as the clock shows it.
    fn fire(&mut self, now: Instant) {
        while let Some(entry) = self.deadlines.first_entry()
            && entry.key().0 <= now
        {
            match entry.remove() {
                Due::Halt(control) => {
                    if let Some(control) = control.upgrade() {
                        control.halt(Halt::Expired);
                    }
                }
                Due::Wake(control) => {
                    if let Some(control) = control.upgrade() {
                        control.lock().wakes_at = None;
                        control.wake();
                    }
                }
            }
        }
    }
}

/// What to do at a time.
enum Due {
    /// The run's time is over.
    Halt(Weak<Control>),
    /// The calls that the run waits for are polled again.
    Wake(Weak<Control>),
}

/// A deadline that is valid until this is dropped.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    key: (Instant, u64),
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    /// Halts `control` at `deadline`, unless the returned guard is dropped before.
    pub(crate) fn watch(
        &self,
        control: &Arc<Control>,
        deadline: Instant,
    ) -> std::io::Result<Watch> {
        let mut state = self.shared.lock();
        if !state.is_started {
            let shared = Arc::clone(&self.shared);
            thread::Builder::new()
                .name("isolate-watchdog".to_owned())
                .spawn(move || keep_watch(&shared))?;
            state.is_started = true;
            state.sleeps_until = None;
        }
        let key = self.add(&mut state, deadline, Due::Halt(Arc::downgrade(control)));
        Ok(Watch {
            shared: Arc::clone(&self.shared),
            key,
        })
    }

    /// Wakes the wait of a run that is watched at `time`, if it still waits then.
    pub(crate) fn wake_at(&self, time: Instant, control: &Arc<Control>) {
        {
            let mut sleep = control.lock();
            // One entry per run, not one per call.
            if sleep.wakes_at.is_some_and(|earlier| earlier <= time) {
                return;
            }
            sleep.wakes_at = Some(time);
        }
        let mut state = self.shared.lock();
        self.add(&mut state, time, Due::Wake(Arc::downgrade(control)));
    }

    fn add(&self, state: &mut State, time: Instant, due: Due) -> (Instant, u64) {
        let key = (time, state.next);
        state.next += 1;
        state.deadlines.insert(key, due);
        if state.sleeps_until.is_none_or(|until| time < until) {
            state.sleeps_until = Some(time);
            self.shared.wake.notify_one();
        }
        key
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.wake.notify_one();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().deadlines.remove(&self.key);
    }
}

fn keep_watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.is_closed {
        let now = Instant::now();
        state.fire(now);
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
        let mut state = watchdog.shared.lock();
        for (control, time) in [(&first, deadline), (&second, deadline + TICK)] {
            watchdog.add(&mut state, time, Due::Halt(Arc::downgrade(control)));
        }
        state.fire(deadline - TICK);
        assert_eq!((first.halted(), second.halted()), (None, None));
        state.fire(deadline);
        assert_eq!(first.halted(), Some(Halt::Expired));
        assert_eq!(second.halted(), None);
        state.fire(deadline + TICK);
        assert_eq!(second.halted(), Some(Halt::Expired));
    }

    #[test]
    fn the_longest_limit_has_an_end() {
        let now = Instant::now();
        assert!(end_of(now, Duration::MAX) > now + HOUR);
        assert_eq!(end_of(now, Duration::ZERO), now);
    }
}
