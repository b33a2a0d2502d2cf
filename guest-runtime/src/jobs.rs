//! The queues of jobs, beside the timers that wait.

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

/// Runs promise jobs first in, first out, and between them, as Node does, what `process.nextTick` was
/// given: before the first of them, and whenever none is left. Timers run by their time, on request
/// only.
#[derive(Default)]
pub(crate) struct Jobs {
    queue: RefCell<VecDeque<Queued>>,
    ticks: RefCell<VecDeque<GenericJob>>,
    /// Whether jobs of promises come before ticks, once.
    are_ticks_late: Cell<bool>,
    pub(crate) timers: Timers,
}

impl Jobs {
    /// Whether something is left that the program does before it ends.
    pub(crate) fn has_work(&self) -> bool {
        let has_jobs = !self.queue.borrow().is_empty() || !self.ticks.borrow().is_empty();
        has_jobs || self.timers.hold_the_program()
    }

    /// Adds what `process.nextTick` was given.
    pub(crate) fn add_tick(&self, tick: GenericJob) {
        self.ticks.borrow_mut().push_back(tick);
    }

    /// Lets the jobs of promises that wait next come before ticks: the body of a module is itself one
    /// of them.
    pub(crate) fn delay_ticks(&self) {
        self.are_ticks_late.set(true);
    }

    /// Runs what `process.nextTick` was given, and tells whether there was something.
    fn run_ticks(&self, context: &mut Context) -> JsResult<bool> {
        let mut has_run = false;
        loop {
            // Not borrowed while it runs, which may add another.
            let tick = self.ticks.borrow_mut().pop_front();
            let Some(tick) = tick else {
                return Ok(has_run);
            };
            has_run = true;
            tick.call(context)?;
            context.clear_kept_objects();
        }
    }

    /// Runs the jobs of promises until none is left.
    fn run_queue(&self, context: &mut Context) -> JsResult<()> {
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

    /// Forgets all that waits.
    pub(crate) fn clear(&self) {
        self.queue.borrow_mut().clear();
        self.ticks.borrow_mut().clear();
        self.timers.forget();
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
        if !self.are_ticks_late.take() {
            self.run_ticks(context)?;
        }
        loop {
            self.run_queue(context)?;
            if !self.run_ticks(context)? {
                break;
            }
        }
        context.clear_kept_objects();
        Ok(())
    }
}
