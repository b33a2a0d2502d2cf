//! Bounded sets of threads: one that runs compute on, never an async worker, one for runs that end while
//! they wait for the first, and one for code of the embedder that blocks.
//!
//! The threads are started when they are first needed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine_config::HOST_STACK_BYTES;
use crate::fair::{Claim, Fair, Ticket};
use crate::lock::locked;

/// Threads that end runs while the workers compute: each may wait for the lock of a workspace.
const ENDERS_MAX: usize = 16;

/// Threads that wait for an embedder's answer. More runs than this that ask at the same time ask one
/// after the other.
const ASKERS_MAX: usize = 64;

/// Threads for functions that block.
const BLOCKING_MAX: usize = 64;

/// Threads that keep answers of functions whose runs were put away: they wait for locks of workspaces.
const KEEPERS_MAX: usize = 4;

/// How long a thread of these four stays without a job.
const IDLE_MAX: Duration = Duration::from_secs(10);

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A queue of jobs, and the threads that take them in a fair order.
pub(crate) struct Workers<J> {
    shared: Arc<Shared<J>>,
}

struct Shared<J> {
    state: Mutex<State<J>>,
    /// How many jobs no thread has begun.
    queued: Arc<AtomicUsize>,
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
    queue: Fair<J>,
    threads: usize,
    idle: usize,
    /// Jobs that are being done, also on threads of others: at most as many as there may be threads.
    running: usize,
    closed: bool,
}

impl Workers<Job> {
    /// Threads that end runs.
    pub(crate) fn enders() -> Self {
        Self::of(Kind {
            name: "isolate-ender",
            threads_max: ENDERS_MAX,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: Some(IDLE_MAX),
            run: |job| job(),
        })
    }

    /// Threads for functions of embedders that block.
    pub(crate) fn blocking() -> Self {
        Self::of(Kind {
            name: "isolate-blocking",
            threads_max: BLOCKING_MAX,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: Some(IDLE_MAX),
            run: |job| job(),
        })
    }

    /// Threads that keep answers.
    pub(crate) fn keepers() -> Self {
        Self::of(Kind {
            name: "isolate-keeper",
            threads_max: KEEPERS_MAX,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: Some(IDLE_MAX),
            run: |job| job(),
        })
    }

    /// Threads that call what an embedder has given, which may block.
    pub(crate) fn askers() -> Self {
        Self::of(Kind {
            name: "isolate-asker",
            threads_max: ASKERS_MAX,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: Some(IDLE_MAX),
            run: |job| job(),
        })
    }
}

impl<J: Send + 'static> Workers<J> {
    /// Threads that compute. WebAssembly has stacks of its own.
    pub(crate) fn new(threads_max: usize, run: fn(J)) -> Self {
        Self::of(Kind {
            name: "isolate-worker",
            threads_max,
            stack_bytes: HOST_STACK_BYTES,
            idle_max: None,
            run,
        })
    }

    fn of(kind: Kind<J>) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    queue: Fair::new(),
                    threads: 0,
                    idle: 0,
                    running: 0,
                    closed: false,
                }),
                queued: Arc::default(),
                wake: Condvar::new(),
                kind,
            }),
        }
    }

    /// Runs `job` on one of the threads, after those that were submitted before it.
    pub(crate) fn submit(&self, job: J) -> std::io::Result<Ticket> {
        self.submit_as(Claim::default(), job)
    }

    /// Runs `job` on one of the threads when it is the turn of its lane.
    pub(crate) fn submit_as(&self, claim: Claim, job: J) -> std::io::Result<Ticket> {
        let kind = &self.shared.kind;
        let mut state = locked(&self.shared.state);
        let ticket = state.queue.push(claim, job);
        self.shared.count(&state);
        if state.idle >= state.queue.len() || state.threads == kind.threads_max {
            self.shared.wake.notify_one();
            return Ok(ticket);
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
                let job = state.queue.remove(ticket);
                self.shared.count(&state);
                drop(state);
                drop(job);
                return Err(error);
            }
        }
        Ok(ticket)
    }

    /// Does a job on the calling thread in the place of one of the threads, if one has nothing to do and no
    /// other job waits; else gives it back.
    pub(crate) fn run_here(&self, claim: Claim, job: J) -> Result<(), J> {
        let mut state = locked(&self.shared.state);
        if !state.queue.is_empty() || state.running == self.shared.kind.threads_max {
            return Err(job);
        }
        // Through the queue, which counts what each lane computes.
        state.queue.push(claim, job);
        if let Some((lane, job)) = state.queue.pop() {
            state = self.shared.done(state, lane, job);
            // A thread that found all places taken waits for this one.
            if state.closed {
                self.shared.wake.notify_all();
            } else if !state.queue.is_empty() {
                self.shared.wake.notify_one();
            }
        }
        Ok(())
    }

    /// How many jobs no thread has begun, now and later.
    pub(crate) fn queued(&self) -> &Arc<AtomicUsize> {
        &self.shared.queued
    }

    /// Takes a job back; none if a thread has begun it.
    pub(crate) fn withdraw(&self, ticket: Ticket) -> Option<J> {
        let mut state = locked(&self.shared.state);
        let job = state.queue.remove(ticket);
        self.shared.count(&state);
        job
    }
}

impl<J> Shared<J> {
    /// Tells those that compute how many jobs wait.
    fn count(&self, state: &State<J>) {
        self.queued.store(state.queue.len(), Ordering::Relaxed);
    }

    /// Does a job that was taken from the queue.
    fn done<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<J>>,
        lane: u64,
        job: J,
    ) -> MutexGuard<'a, State<J>> {
        state.running += 1;
        self.count(&state);
        drop(state);
        let begun = Instant::now();
        // A panic in a job is reported where its result is awaited; the thread continues.
        let run = self.kind.run;
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(job)));
        let computed = begun.elapsed();
        state = locked(&self.state);
        state.queue.done(lane, computed);
        state.running -= 1;
        state
    }
}

impl<J> Drop for Workers<J> {
    fn drop(&mut self) {
        locked(&self.shared.state).closed = true;
        self.shared.wake.notify_all();
    }
}

fn work<J>(shared: &Shared<J>) {
    let (threads_max, idle_max) = (shared.kind.threads_max, shared.kind.idle_max);
    let mut state = locked(&shared.state);
    loop {
        let may_run = state.running < threads_max;
        let next = if may_run { state.queue.pop() } else { None };
        if let Some((lane, job)) = next {
            state = shared.done(state, lane, job);
        } else if state.closed && state.queue.is_empty() {
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
