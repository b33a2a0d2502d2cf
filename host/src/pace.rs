//! What a run and the workers tell each other: whose turn it is, and what is left of its time.
//!
//! The time limit of a run stands still while the run waits for a turn, and goes on while it computes
//! and while it waits for anything else.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::lock::locked;
use crate::stacks::Stacks;
use crate::watchdog::{Alarm, Control, Watch, Watchdog, end_of};

/// A turn of a run on a worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// When the time of the run is over, if it waits for no other turn.
    pub(crate) deadline: Instant,
}

/// What a thread may do for the runs that it polls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Help {
    /// It only waits for a run, and may compute for it meanwhile.
    Waiting,
    /// It has other work as well, as an event loop has: it may compute for a moment, and waits for nothing.
    InPassing,
}

/// When a run gives its worker to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slice {
    /// When it has computed for so long, and another one waits.
    Of(Duration),
    /// With each portion of fuel: for tests, which compare such a run with an undisturbed one.
    Least,
}

impl Default for Slice {
    /// Four runs before another one on the same worker delay it by the 20 ms of a page of a film.
    fn default() -> Self {
        Self::Of(Duration::from_millis(5))
    }
}

/// The turns of one run.
pub(crate) struct Pace {
    control: Arc<Control>,
    watchdog: Arc<Watchdog>,
    /// How many turns wait for a worker.
    queued: Arc<AtomicUsize>,
    slice: Slice,
    pub(crate) stacks: Arc<Stacks>,
    state: Mutex<State>,
    /// Whether the run holds up others of its workspace.
    is_urgent: AtomicBool,
    is_ending: AtomicBool,
    /// Whether the workers may poll functions.
    polls_calls: AtomicBool,
    /// Whether the turn is on a thread that polls the run, and is none of the sandbox.
    is_visiting: AtomicBool,
    /// Whether that thread has other work as well.
    is_in_passing: AtomicBool,
}

struct State {
    time: Time,
    has_begun: bool,
    /// When its slice began.
    begun: Instant,
    /// How long it has waited for turns after the first.
    waited: Duration,
}

/// The time limit.
enum Time {
    Stands { left: Duration, since: Instant },
    Goes { deadline: Instant, _watch: Watch },
}

impl Pace {
    /// The turns of a run with this time limit, which stands still until the first.
    pub(crate) fn new(
        control: &Arc<Control>,
        watchdog: &Arc<Watchdog>,
        queued: &Arc<AtomicUsize>,
        stacks: &Arc<Stacks>,
        (slice, limit): (Slice, Duration),
    ) -> Self {
        let since = Instant::now();
        Self {
            control: Arc::clone(control),
            watchdog: Arc::clone(watchdog),
            queued: Arc::clone(queued),
            slice,
            stacks: Arc::clone(stacks),
            state: Mutex::new(State {
                time: Time::Stands { left: limit, since },
                has_begun: false,
                begun: since,
                waited: Duration::ZERO,
            }),
            is_urgent: AtomicBool::new(false),
            is_ending: AtomicBool::new(false),
            polls_calls: AtomicBool::new(false),
            is_visiting: AtomicBool::new(false),
            is_in_passing: AtomicBool::new(false),
        }
    }

    pub(crate) const fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// A future that is ready after this time, while the run is watched.
    pub(crate) fn alarm(&self, after: Duration) -> Alarm {
        self.watchdog.alarm(after)
    }

    /// The next turn is on a thread that polls the run, which computes for one slice at most.
    pub(crate) fn visits(&self, help: Help) {
        self.is_visiting.store(true, Ordering::Relaxed);
        let is_in_passing = help == Help::InPassing;
        self.is_in_passing.store(is_in_passing, Ordering::Relaxed);
    }

    /// A turn on such a thread has ended.
    pub(crate) fn leaves(&self) {
        self.is_visiting.store(false, Ordering::Relaxed);
        self.is_in_passing.store(false, Ordering::Relaxed);
    }

    /// Whether the turn is on a thread that has other work as well, which nothing may hold up.
    pub(crate) fn is_in_passing(&self) -> bool {
        self.is_in_passing.load(Ordering::Relaxed)
    }

    /// A turn on a worker begins.
    pub(crate) fn begins(&self) {
        let mut state = locked(&self.state);
        let now = Instant::now();
        state.begun = now;
        if let Time::Stands { left, since } = state.time {
            if state.has_begun {
                state.waited += now.duration_since(since);
            }
            let deadline = end_of(now, left);
            let watch = self.watchdog.watch(&self.control, deadline);
            state.time = Time::Goes {
                deadline,
                _watch: watch,
            };
        }
        state.has_begun = true;
    }

    /// The run waits for a turn from here on.
    pub(crate) fn stops(&self) {
        let mut state = locked(&self.state);
        if let Time::Goes { deadline, .. } = state.time {
            let since = Instant::now();
            let left = deadline.saturating_duration_since(since);
            state.time = Time::Stands { left, since };
        }
    }

    /// The run has to stop, and gets no further turn on a worker.
    pub(crate) fn ends(&self) {
        self.is_ending.store(true, Ordering::Release);
    }

    /// Lets the workers poll functions; else who awaits the run does.
    pub(crate) fn set_polls_calls(&self) {
        self.polls_calls.store(true, Ordering::Relaxed);
    }

    pub(crate) fn polls_calls(&self) -> bool {
        self.polls_calls.load(Ordering::Relaxed)
    }

    /// The turn of a run that may go on.
    pub(crate) fn turn(&self) -> Option<Turn> {
        match locked(&self.state).time {
            Time::Goes { deadline, .. } if !self.is_ending.load(Ordering::Acquire) => {
                Some(Turn { deadline })
            }
            _ => None,
        }
    }

    /// When the present turn on a worker has begun, from which the time limit counts; now if there was none.
    pub(crate) fn begun(&self) -> Instant {
        let state = locked(&self.state);
        match state.has_begun {
            true => state.begun,
            false => Instant::now(),
        }
    }

    /// Whether the run has had a turn.
    pub(crate) fn has_begun(&self) -> bool {
        locked(&self.state).has_begun
    }

    /// When the time of the run is over, or would be if it had a turn now.
    pub(crate) fn deadline(&self) -> Instant {
        match locked(&self.state).time {
            Time::Goes { deadline, .. } => deadline,
            Time::Stands { left, .. } => end_of(Instant::now(), left),
        }
    }

    /// How long the run has waited for turns after its first.
    pub(crate) fn waited(&self) -> Duration {
        locked(&self.state).waited
    }

    /// Whether the run has computed for as long as it may while others wait.
    pub(crate) fn is_over(&self) -> bool {
        match self.slice {
            Slice::Of(slice) => {
                let is_wanted = self.queued.load(Ordering::Relaxed) > 0;
                let slice = match self.is_in_passing() {
                    // 1 ms, in a twentieth of which a worker is woken.
                    true => slice / 5,
                    false => slice,
                };
                (is_wanted || self.is_visiting.load(Ordering::Relaxed))
                    && locked(&self.state).begun.elapsed() >= slice
            }
            Slice::Least => true,
        }
    }

    /// Says whether others of the workspace wait for this run: it gets its next turn before them.
    pub(crate) fn set_urgent(&self, is_urgent: bool) {
        self.is_urgent.store(is_urgent, Ordering::Relaxed);
    }

    pub(crate) fn is_urgent(&self) -> bool {
        self.is_urgent.load(Ordering::Relaxed)
    }
}
