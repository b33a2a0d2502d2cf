//! A step of a run as a task: it computes on the workers in slices, and waits without a thread.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Wake, Waker};

use tracing::Span;

use super::Shared;
use super::blocking;
use crate::error::Error;
use crate::fair::{Claim, Ticket};
use crate::lock::locked;
use crate::pace::{Help, Pace};

/// What a task does.
pub(super) type Step = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A step of a run, or other work of the sandbox.
pub(super) struct Task {
    shared: Arc<Shared>,
    /// The workspace, among which turns are fair.
    lane: u64,
    pace: Arc<Pace>,
    span: Span,
    /// Taken out while it is polled, and when the task is over.
    step: Mutex<Option<Step>>,
    stage: Mutex<Stage>,
}

struct Stage {
    at: At,
    /// Whether the run has to stop: what is left is done by a thread that does not compute.
    is_ending: bool,
}

enum At {
    /// It waits for something that wakes it.
    Waits,
    /// It waits for a worker.
    Queued(Ticket),
    /// It waits for a thread that ends runs.
    Ends,
    /// A thread works on it.
    Polled {
        is_woken: bool,
    },
    Over,
}

impl Task {
    /// Hands a step to the workers. Its future is polled on the caller's thread only where that
    /// [helps](super::blocking::help) and a worker would be idle: then nobody has to be woken. A thread that has
    /// other work helps only with a step that is brief.
    pub(super) fn start(
        shared: &Arc<Shared>,
        lane: u64,
        pace: &Arc<Pace>,
        span: &Span,
        (step, is_brief): (Step, bool),
    ) -> Result<Arc<Self>, Error> {
        let task = Arc::new(Self {
            shared: Arc::clone(shared),
            lane,
            pace: Arc::clone(pace),
            span: span.clone(),
            step: Mutex::new(Some(step)),
            stage: Mutex::new(Stage {
                at: At::Waits,
                is_ending: false,
            }),
        });
        let mut stage = locked(&task.stage);
        stage.is_ending = pace.control().halted().is_some();
        let help = blocking::help().filter(|help| is_brief || *help == Help::Waiting);
        if let Some(help) = help.filter(|_| !stage.is_ending) {
            pace.stops();
            drop(stage);
            if task.computes_here(help) {
                return Ok(task);
            }
            stage = locked(&task.stage);
        }
        task.enqueue(&mut stage).map_err(Error::no_thread)?;
        drop(stage);
        Ok(task)
    }

    /// Does the first turn on this thread, if there is room for it. Returns whether it did.
    fn computes_here(self: &Arc<Self>, help: Help) -> bool {
        // What its functions run is not run here as well: the guest's stack is not this thread's.
        let _is_computing = blocking::is_computing();
        self.pace.visits(help);
        let claim = self.claim();
        let done = self.shared.workers.run_here(claim, Arc::clone(self));
        self.pace.leaves();
        done.is_ok()
    }

    fn claim(&self) -> Claim {
        Claim {
            lane: self.lane,
            is_urgent: self.pace.is_urgent(),
        }
    }

    /// Moves a task that waits to the threads that end runs. One that computes notices by itself.
    pub(super) fn end(self: &Arc<Self>) {
        let mut stage = locked(&self.stage);
        stage.is_ending = true;
        if let At::Queued(ticket) = stage.at {
            match self.shared.workers.withdraw(ticket) {
                Some(_) => stage.at = At::Waits,
                // A worker has just taken it.
                None => return,
            }
        }
        self.woken(stage);
    }

    /// Takes a task out of the queue that has not had a turn yet. Returns whether it did.
    pub(super) fn withdraw(&self) -> bool {
        let mut stage = locked(&self.stage);
        let At::Queued(ticket) = stage.at else {
            return false;
        };
        if self.pace.has_begun() || self.shared.workers.withdraw(ticket).is_none() {
            return false;
        }
        stage.at = At::Over;
        drop(stage);
        drop(locked(&self.step).take());
        true
    }

    fn woken(self: &Arc<Self>, mut stage: MutexGuard<'_, Stage>) {
        match &mut stage.at {
            At::Waits => {}
            At::Polled { is_woken } => {
                *is_woken = true;
                return;
            }
            At::Queued(_) | At::Ends | At::Over => return,
        }
        if let Err(error) = self.enqueue(&mut stage) {
            // There is no thread at all: whoever waits for the task learns that it is gone.
            tracing::debug!(%error, "a run could not go on");
            stage.at = At::Over;
            drop(stage);
            drop(locked(&self.step).take());
        }
    }

    fn enqueue(self: &Arc<Self>, stage: &mut Stage) -> std::io::Result<()> {
        self.pace.stops();
        let task = Arc::clone(self);
        if stage.is_ending {
            self.pace.ends();
            stage.at = At::Ends;
            let ended = self
                .shared
                .enders
                .submit(Box::new(move || task.takes_turn(false)));
            return ended.map(drop);
        }
        let claim = self.claim();
        // A worker that takes it at once waits for the lock of the stage.
        let ticket = self.shared.workers.submit_as(claim, task)?;
        stage.at = At::Queued(ticket);
        Ok(())
    }

    /// Does a turn on this thread.
    pub(super) fn takes_turn(self: Arc<Self>, is_on_worker: bool) {
        {
            let mut stage = locked(&self.stage);
            if matches!(stage.at, At::Over) {
                return;
            }
            // Told to end between the queue and here: it does that elsewhere.
            if is_on_worker && stage.is_ending {
                stage.at = At::Waits;
                self.woken(stage);
                return;
            }
            stage.at = At::Polled { is_woken: false };
        }
        if is_on_worker {
            self.pace.begins();
        }
        let Some(mut step) = locked(&self.step).take() else {
            return;
        };
        let waker = Waker::from(Arc::clone(&self));
        let mut context = Context::from_waker(&waker);
        let polled = self
            .span
            .in_scope(|| step.as_mut().poll(&mut context).is_ready());
        if polled {
            locked(&self.stage).at = At::Over;
            return;
        }
        *locked(&self.step) = Some(step);
        let mut stage = locked(&self.stage);
        let is_woken = matches!(stage.at, At::Polled { is_woken: true });
        stage.at = At::Waits;
        if is_woken || (is_on_worker && stage.is_ending) {
            self.woken(stage);
        }
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let stage = locked(&self.stage);
        self.woken(stage);
    }
}
