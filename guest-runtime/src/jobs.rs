//! The queue of jobs, beside the timers that wait.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

use boa_engine::job::{GenericJob, Job, JobExecutor, PromiseJob};
use boa_engine::{Context, JsResult};

use crate::timers::Timers;

enum Queued {
    Promise(PromiseJob),
    Generic(GenericJob),
}

/// Runs promise jobs first in, first out; timers by their time, on request only. As in Node, what
/// `process.nextTick` is given comes when no function runs and no promise job is left.
#[derive(Default)]
pub(crate) struct Jobs {
    queue: RefCell<VecDeque<Queued>>,
    ticks: RefCell<VecDeque<GenericJob>>,
    /// Whether what has run last is a promise job, as a module is: the others come before ticks.
    pub(crate) is_in_job: Cell<bool>,
    pub(crate) timers: Timers,
}

impl Jobs {
    /// Whether something is left that the program does before it ends.
    pub(crate) fn has_work(&self) -> bool {
        let waits = !self.queue.borrow().is_empty() || !self.ticks.borrow().is_empty();
        waits || self.timers.hold_the_program()
    }

    /// Forgets all that waits.
    pub(crate) fn clear(&self) {
        self.queue.borrow_mut().clear();
        self.ticks.borrow_mut().clear();
        self.timers.forget();
    }

    /// Adds what `process.nextTick` is given.
    pub(crate) fn add_tick(&self, job: GenericJob) {
        self.ticks.borrow_mut().push_back(job);
    }

    /// Runs the ticks, and those that they add; whether there was one.
    fn run_ticks(&self, context: &mut Context) -> JsResult<bool> {
        let mut has_run = false;
        loop {
            let tick = self.ticks.borrow_mut().pop_front();
            let Some(tick) = tick else {
                return Ok(has_run);
            };
            tick.call(context)?;
            has_run = true;
        }
    }

    fn run_promise_jobs(&self, context: &mut Context) -> JsResult<()> {
        loop {
            let job = self.queue.borrow_mut().pop_front();
            match job {
                Some(Queued::Promise(job)) => drop(job.call(context)?),
                Some(Queued::Generic(job)) => drop(job.call(context)?),
                None => return Ok(()),
            }
            // A loop that awaits is one job after the other, and never gets to the end of all.
            context.clear_kept_objects();
        }
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
        if !self.is_in_job.take() {
            self.run_ticks(context)?;
        }
        loop {
            self.run_promise_jobs(context)?;
            if !self.run_ticks(context)? {
                break;
            }
        }
        context.clear_kept_objects();
        Ok(())
    }
}
