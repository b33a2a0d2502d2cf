//! The queue of jobs, and virtual timers.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

use boa_engine::job::{GenericJob, Job, JobExecutor, PromiseJob};
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsValue};

/// Most timers that may wait at once: a program with more has lost count.
pub(crate) const TIMERS_MAX: usize = 10_000;

/// A function to be called at a time.
#[derive(Debug)]
struct Timer {
    id: u32,
    callback: JsFunction,
    args: Vec<JsValue>,
    /// Nanoseconds between calls; `None` for a timer that fires once.
    interval_nanos: Option<u64>,
    /// The line that set it, where nothing in the program waits for it.
    line: Option<u32>,
}

enum Queued {
    Promise(PromiseJob),
    Generic(GenericJob),
}

/// Runs promise jobs first in, first out; timers by their time, on request only.
#[derive(Default)]
pub(crate) struct Jobs {
    queue: RefCell<VecDeque<Queued>>,
    timers: RefCell<BTreeMap<(u64, u32), Timer>>,
    timer_next: Cell<u32>,
    /// Whether a timer that is being called has been cleared by its own function.
    cleared_while_called: Cell<Option<u32>>,
}

impl Jobs {
    /// Adds a timer that fires at `due_nanos`; `None` where there are too many.
    pub(crate) fn add_timer(
        &self,
        due_nanos: u64,
        interval_nanos: Option<u64>,
        callback: JsFunction,
        args: Vec<JsValue>,
        line: Option<u32>,
    ) -> Option<u32> {
        let mut timers = self.timers.borrow_mut();
        if timers.len() >= TIMERS_MAX {
            return None;
        }
        let id = self.timer_next.get() + 1;
        self.timer_next.set(id);
        let timer = Timer {
            id,
            callback,
            args,
            interval_nanos,
            line,
        };
        timers.insert((due_nanos, id), timer);
        Some(id)
    }

    /// Removes a timer, if there is one with this id.
    pub(crate) fn clear_timer(&self, id: u32) {
        let mut timers = self.timers.borrow_mut();
        let key = timers.keys().find(|(_, timer)| *timer == id).copied();
        match key {
            Some(key) => drop(timers.remove(&key)),
            None => self.cleared_while_called.set(Some(id)),
        }
    }

    /// When the timer with this id is due, if it waits.
    pub(crate) fn due_nanos(&self, id: u32) -> Option<u64> {
        let timers = self.timers.borrow();
        timers
            .keys()
            .find(|(_, timer)| *timer == id)
            .map(|(due, _)| *due)
    }

    /// Lines of timers that have not fired yet, each once.
    pub(crate) fn lines_of_timers(&self) -> Vec<u32> {
        let timers = self.timers.borrow();
        let mut lines: Vec<u32> = timers.values().filter_map(|timer| timer.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty() && self.timers.borrow().is_empty()
    }

    /// Forgets all that waits.
    pub(crate) fn clear(&self) {
        self.queue.borrow_mut().clear();
        self.timers.borrow_mut().clear();
    }

    /// Calls the timer that is due first, after moving the time on by `advance_to`.
    ///
    /// Returns whether there was one.
    pub(crate) fn run_timer(
        &self,
        advance_to: impl FnOnce(u64),
        context: &mut Context,
    ) -> JsResult<bool> {
        let first = self.timers.borrow_mut().pop_first();
        let Some(((due, id), timer)) = first else {
            return Ok(false);
        };
        advance_to(due);
        self.cleared_while_called.set(None);
        let called = timer
            .callback
            .call(&JsValue::undefined(), &timer.args, context);
        if let Some(interval) = timer.interval_nanos
            && self.cleared_while_called.get() != Some(timer.id)
        {
            let next = due.saturating_add(interval);
            self.timers.borrow_mut().insert((next, id), timer);
        }
        called.map(|_| true)
    }
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, context: &mut Context) {
        match job {
            Job::PromiseJob(job) => self.queue.borrow_mut().push_back(Queued::Promise(job)),
            Job::GenericJob(job) => self.queue.borrow_mut().push_back(Queued::Generic(job)),
            Job::AsyncJob(job) => {
                // Nothing in the engine as built here makes one that waits.
                let context = RefCell::new(context);
                let mut polled = pin!(job.call(&context));
                let mut task = std::task::Context::from_waker(Waker::noop());
                let _: Poll<_> = polled.as_mut().poll(&mut task);
            }
            // Both would wait for real time or for the collector, which a run never does.
            Job::TimeoutJob(_) | Job::IntervalJob(_) | Job::FinalizationRegistryCleanupJob(_) => {}
            _ => {}
        }
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        loop {
            let job = self.queue.borrow_mut().pop_front();
            match job {
                Some(Queued::Promise(job)) => drop(job.call(context)?),
                Some(Queued::Generic(job)) => drop(job.call(context)?),
                None => break,
            }
            // A loop that awaits is one job after the other, and never gets to the end of all.
            context.clear_kept_objects();
        }
        context.clear_kept_objects();
        Ok(())
    }
}
