//! A bounded set of threads that WebAssembly runs on, never an async worker.
//!
//! The threads carry large stacks, which WebAssembly of a recursive interpreter needs, and are
//! started when they are first needed.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use crate::engine_config::GUEST_STACK_BYTES;
use crate::lock::locked;

/// Stack that host code may use on top of the guest's, in bytes: 8 MiB.
///
/// Handlers run on the guest's thread, and JSON of 2,000 levels recurses.
const HOST_STACK_BYTES: usize = 8 << 20;

type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct Workers {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    threads_max: usize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    threads: usize,
    idle: usize,
    closed: bool,
}

impl Workers {
    pub(crate) fn new(threads_max: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::default(),
                wake: Condvar::new(),
                threads_max,
            }),
        }
    }

    /// Runs `job` on one of the threads, after those that were submitted before it.
    pub(crate) fn submit(&self, job: Job) -> std::io::Result<()> {
        let mut state = locked(&self.shared.state);
        state.queue.push_back(job);
        if state.idle >= state.queue.len() || state.threads == self.shared.threads_max {
            self.shared.wake.notify_one();
            return Ok(());
        }
        state.threads += 1;
        drop(state);
        let shared = Arc::clone(&self.shared);
        let started = thread::Builder::new()
            .name("isolate-worker".to_owned())
            .stack_size(GUEST_STACK_BYTES + HOST_STACK_BYTES)
            .spawn(move || work(&shared));
        if let Err(error) = started {
            let mut state = locked(&self.shared.state);
            state.threads -= 1;
            // Without a thread the job would wait forever.
            if state.threads == 0 {
                state.queue.pop_back();
                return Err(error);
            }
        }
        Ok(())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        locked(&self.shared.state).closed = true;
        self.shared.wake.notify_all();
    }
}

fn work(shared: &Shared) {
    let mut state = locked(&shared.state);
    loop {
        if let Some(job) = state.queue.pop_front() {
            drop(state);
            // A panic in a job is reported where its result is awaited; the thread continues.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
            state = locked(&shared.state);
        } else if state.closed {
            return;
        } else {
            state.idle += 1;
            state = shared
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}
