//! Bounded sets of threads: one that WebAssembly runs on, never an async worker, and one for runs that end
//! while they wait for the first.
//!
//! The threads are started when they are first needed.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::engine_config::GUEST_STACK_BYTES;
use crate::lock::locked;

/// Stack that host code may use on top of the guest's, in bytes: 8 MiB.
///
/// Handlers run on the guest's thread, and JSON of 2,000 levels recurses.
const HOST_STACK_BYTES: usize = 8 << 20;

/// Threads that end runs while the workers compute: each may wait for the lock of a workspace.
const ENDERS_MAX: usize = 16;

/// How long a thread that ends runs stays without one.
const ENDER_IDLE_MAX: Duration = Duration::from_secs(10);

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A queue of jobs, and the threads that take them in their order.
pub(crate) struct Workers<J> {
    shared: Arc<Shared<J>>,
}

struct Shared<J> {
    state: Mutex<State<J>>,
    wake: Condvar,
    kind: Kind<J>,
}

struct Kind<J> {
    name: &'static str,
    threads_max: usize,
    stack_bytes: usize,
    idle_max: Option<Duration>,
    run: fn(J),
}

struct State<J> {
    /// By the order in which they were submitted.
    queue: BTreeMap<u64, J>,
    submitted: u64,
    threads: usize,
    idle: usize,
    closed: bool,
}

/// The place of a job in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

impl Workers<Job> {
    /// Threads that end runs.
    pub(crate) fn enders() -> Self {
        Self::of(Kind {
            name: "isolate-ender",
            threads_max: ENDERS_MAX,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: Some(ENDER_IDLE_MAX),
            run: |job| job(),
        })
    }
}

impl<J: Send + 'static> Workers<J> {
    /// Threads with large stacks, which WebAssembly of a recursive interpreter needs.
    pub(crate) fn new(threads_max: usize, run: fn(J)) -> Self {
        Self::of(Kind {
            name: "isolate-worker",
            threads_max,
            stack_bytes: GUEST_STACK_BYTES + HOST_STACK_BYTES,
            idle_max: None,
            run,
        })
    }

    fn of(kind: Kind<J>) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    queue: BTreeMap::new(),
                    submitted: 0,
                    threads: 0,
                    idle: 0,
                    closed: false,
                }),
                wake: Condvar::new(),
                kind,
            }),
        }
    }

    /// Runs `job` on one of the threads, after those that were submitted before it.
    pub(crate) fn submit(&self, job: J) -> std::io::Result<Ticket> {
        let kind = &self.shared.kind;
        let mut state = locked(&self.shared.state);
        let number = state.submitted;
        state.submitted += 1;
        state.queue.insert(number, job);
        if state.idle >= state.queue.len() || state.threads == kind.threads_max {
            self.shared.wake.notify_one();
            return Ok(Ticket(number));
        }
        state.threads += 1;
        drop(state);
        let shared = Arc::clone(&self.shared);
        let started = thread::Builder::new()
            .name(kind.name.to_owned())
            .stack_size(kind.stack_bytes)
            .spawn(move || work(&shared));
        if let Err(error) = started {
            let mut state = locked(&self.shared.state);
            state.threads -= 1;
            // Without a thread the job would wait forever.
            if state.threads == 0 {
                let job = state.queue.remove(&number);
                drop(state);
                drop(job);
                return Err(error);
            }
        }
        Ok(Ticket(number))
    }

    /// Jobs that no thread has begun.
    pub(crate) fn queued(&self) -> usize {
        locked(&self.shared.state).queue.len()
    }

    /// Takes a job back; none if a thread has begun it.
    pub(crate) fn withdraw(&self, Ticket(number): Ticket) -> Option<J> {
        locked(&self.shared.state).queue.remove(&number)
    }
}

impl<J> Drop for Workers<J> {
    fn drop(&mut self) {
        locked(&self.shared.state).closed = true;
        self.shared.wake.notify_all();
    }
}

fn work<J>(shared: &Shared<J>) {
    let (run, idle_max) = (shared.kind.run, shared.kind.idle_max);
    let mut state = locked(&shared.state);
    loop {
        if let Some((_, job)) = state.queue.pop_first() {
            drop(state);
            // A panic in a job is reported where its result is awaited; the thread continues.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(job)));
            state = locked(&shared.state);
        } else if state.closed {
            return;
        } else {
            state.idle += 1;
            let is_over;
            (state, is_over) = match idle_max {
                None => {
                    let woken = shared.wake.wait(state);
                    (woken.unwrap_or_else(PoisonError::into_inner), false)
                }
                Some(idle_max) => {
                    let woken = shared.wake.wait_timeout(state, idle_max);
                    let (state, timeout) = woken.unwrap_or_else(PoisonError::into_inner);
                    (state, timeout.timed_out())
                }
            };
            state.idle -= 1;
            if is_over && state.queue.is_empty() {
                state.threads -= 1;
                return;
            }
        }
    }
}
