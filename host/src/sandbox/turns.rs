//! A run from its request to its result: it waits for a place, takes turns on the workers, and waits for
//! functions between them.
//!
//! A limit or a cancellation takes effect wherever the run waits: it is taken out of the queue, and ends on
//! a thread that does not compute.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use isolate_vfs::RunId;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tracing::Span;

use super::{Sandbox, Shared, gone};
use crate::error::Error;
use crate::functions::{Completion, first};
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::run::{Progress, Session, SessionStart, TakeUp, Turn, unbegun_run};
use crate::watchdog::{Control, Halt, Watch, end_of};
use crate::workers::Ticket;
use crate::workspace::Workspace;

/// A turn of a run; called with whether it is on a worker, rather than taken out of the queue.
pub(super) type TurnJob = Box<dyn FnOnce(bool) + Send>;

/// What a turn has brought.
struct Turned {
    progress: Progress,
    permit: OwnedSemaphorePermit,
    /// The time limit that goes on, unless the run was taken out of the queue.
    clock: Option<Clock>,
}

/// The time limit of a run, while it does not wait for a turn.
struct Clock {
    deadline: Instant,
    _watch: Watch,
}

/// What is to be run.
#[derive(Clone)]
pub(super) enum Work {
    /// A program.
    Program(Arc<str>),
    /// A run that was put away.
    Resumed(RunId),
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Program(code) => write!(f, "a program of {} bytes", code.len()),
            Self::Resumed(run) => write!(f, "run {run}"),
        }
    }
}

/// What the first turn of a run does.
enum First {
    Start(SessionStart),
    TakeUp(TakeUp),
}

impl Sandbox {
    /// Runs a program inside of a span, which its worker enters too.
    pub(super) async fn run_in(
        &self,
        workspace: Workspace,
        work: Work,
        mut options: RunOptions,
        span: &Span,
    ) -> Result<Run, Error> {
        let shared = &self.shared;
        let requested = Instant::now();
        options.no_code_from_text |= shared.no_code_from_text;
        super::check(&options.limits)?;
        options.check_confirm()?;
        options.functions.check_names()?;
        shared.watchdog.start().map_err(Error::no_thread)?;
        let control = Arc::new(Control::default());
        if let Some(token) = &options.cancel {
            token.watch(&control);
        }
        let _entry = shared.queue.enter(&control)?;
        let until = shared.queue.wait_until();
        let place = shared
            .queue
            .place(&control, &shared.watchdog, until)
            .await?;
        let Some(permit) = place else {
            return Ok(unbegun_run(&control, &options.limits, requested.elapsed()));
        };
        let (watchdog, preludes) = (
            Arc::clone(&shared.watchdog),
            self.prelude_digest().map(str::to_owned),
        );
        let runtime = tokio::runtime::Handle::try_current().ok();
        let (limit, first) = match work {
            Work::Program(code) => {
                let start = SessionStart {
                    source: code,
                    workspace,
                    control: Arc::clone(&control),
                    watchdog,
                    requested,
                    preludes,
                    runtime,
                    options,
                };
                (start.options.limits.timeout, First::Start(start))
            }
            Work::Resumed(run) => {
                let take = TakeUp {
                    run,
                    options,
                    workspace,
                    control: Arc::clone(&control),
                    watchdog,
                    preludes,
                    runtime,
                };
                let (left, take) = self.checked(take).await?;
                (left, First::TakeUp(take))
            }
        };
        let template = Arc::clone(shared);
        let mut way = Way {
            shared: Arc::clone(shared),
            control,
            span: span.clone(),
            held: Held::Nothing,
        };
        let begin = move |turn: Option<Turn>| match first {
            First::Start(start) => Session::start(&template.template, start, turn),
            First::TakeUp(take) => Session::take_up(&template.template, take, turn),
        };
        let mut turned = way.turn(permit, limit, Some(until), begin).await?;
        loop {
            let Turned {
                progress,
                permit,
                clock,
            } = turned;
            match progress {
                Progress::Finished(run) => {
                    way.held = Held::Result;
                    drop(permit);
                    let run = *run?;
                    tracing::debug!(
                        target: "isolate_host::sandbox",
                        ending = run.outcome.ending(),
                        fuel = run.usage.fuel,
                        wall = ?run.usage.wall,
                        queued = ?run.usage.queued,
                        calls = run.usage.host_calls,
                        "a run ended"
                    );
                    return Ok(run);
                }
                Progress::Waiting(session) => {
                    let (completion, session, permit) = way.wait(session, permit).await?;
                    let left = clock.map_or(Duration::ZERO, |clock| {
                        clock.deadline.saturating_duration_since(Instant::now())
                    });
                    let template = Arc::clone(shared);
                    let go_on = move |turn| session.resume(&template.template, completion, turn);
                    turned = way.turn(permit, left, None, go_on).await?;
                }
            }
        }
    }
}

impl Sandbox {
    /// Checks that a run can be taken up, on a thread that may wait for storage.
    async fn checked(&self, take: TakeUp) -> Result<(Duration, TakeUp), Error> {
        let (sender, receiver) = oneshot::channel();
        let check = move || {
            let checked = Session::check_take_up(&take);
            // Nobody listens when the request was dropped.
            let _ = sender.send(checked.map(|left| (left, take)));
        };
        let submitted = self.shared.enders.submit(Box::new(check));
        submitted.map_err(Error::no_thread)?;
        receiver.await.map_err(|_| gone())?
    }
}

/// A run on its way, which is cancelled if its future is dropped.
struct Way {
    shared: Arc<Shared>,
    control: Arc<Control>,
    span: Span,
    held: Held,
}

/// What is to be ended if the future is dropped.
enum Held {
    Nothing,
    /// It waits for a turn, or has one.
    Turn(Ticket),
    /// It waits for functions.
    Session(Box<Session>, OwnedSemaphorePermit),
    /// It is over.
    Result,
}

impl Way {
    /// Waits until a function has answered, or the run has to stop.
    async fn wait(
        &mut self,
        session: Box<Session>,
        permit: OwnedSemaphorePermit,
    ) -> Result<(Completion, Box<Session>, OwnedSemaphorePermit), Error> {
        self.held = Held::Session(session, permit);
        let Held::Session(session, _) = &mut self.held else {
            return Err(gone());
        };
        let completion = first(session.waiting(), &self.control).await;
        match std::mem::replace(&mut self.held, Held::Nothing) {
            Held::Session(session, permit) => Ok((completion, session, permit)),
            _ => Err(gone()),
        }
    }

    /// Does one turn of the run on a worker. The permit moves with the work: a run whose future is
    /// dropped keeps its place until its instance is dropped.
    async fn turn(
        &mut self,
        permit: OwnedSemaphorePermit,
        left: Duration,
        until: Option<Instant>,
        work: impl FnOnce(Option<Turn>) -> Progress + Send + 'static,
    ) -> Result<Turned, Error> {
        let (sender, mut receiver) = oneshot::channel();
        let submitted = Instant::now();
        let (span, control) = (self.span.clone(), Arc::clone(&self.control));
        let watchdog = Arc::clone(&self.shared.watchdog);
        let job: TurnJob = Box::new(move |is_on_worker| {
            let clock = is_on_worker.then(|| {
                let deadline = end_of(Instant::now(), left);
                let _watch = watchdog.watch(&control, deadline);
                Clock { deadline, _watch }
            });
            let turn = clock.as_ref().map(|clock| Turn {
                deadline: clock.deadline,
                waited: submitted.elapsed(),
            });
            let progress = span.in_scope(|| work(turn));
            // Nobody listens when the run was cancelled.
            let _ = sender.send(Turned {
                progress,
                permit,
                clock,
            });
        });
        if self.control.halted().is_some() {
            end_by(&self.shared, job)?;
            return receiver.await.map_err(|_| gone());
        }
        let ticket = self.shared.workers.submit(job).map_err(Error::no_thread)?;
        self.held = Held::Turn(ticket);
        let stopped = {
            let mut alarm = pin!(async {
                match until {
                    Some(until) => self.shared.watchdog.alarm_at(until).await,
                    None => std::future::pending().await,
                }
            });
            let stops = select(self.control.halts(), alarm.as_mut());
            match select(&mut receiver, stops).await {
                Either::Left((turned, _)) => {
                    self.held = Held::Nothing;
                    return turned.map_err(|_| gone());
                }
                Either::Right((Either::Left(_), _)) => Stopped::Halted,
                Either::Right((Either::Right(_), _)) => Stopped::WaitedTooLong,
            }
        };
        if let Some(job) = self.shared.workers.withdraw(ticket) {
            match stopped {
                Stopped::Halted => end_by(&self.shared, job)?,
                Stopped::WaitedTooLong => {
                    self.held = Held::Nothing;
                    drop(job);
                    return Err(self.shared.queue.waited_too_long());
                }
            }
        }
        let turned = receiver.await.map_err(|_| gone());
        self.held = Held::Nothing;
        turned
    }
}

/// Why a run is taken out of the queue.
enum Stopped {
    Halted,
    WaitedTooLong,
}

/// Does a turn of a run that has to stop, on a thread that does not compute.
fn end_by(shared: &Shared, job: TurnJob) -> Result<(), Error> {
    let ended = shared.enders.submit(Box::new(move || job(false)));
    ended.map(|_| ()).map_err(Error::no_thread)
}

impl Drop for Way {
    fn drop(&mut self) {
        let held = std::mem::replace(&mut self.held, Held::Nothing);
        if let Held::Result = held {
            return;
        }
        self.control.halt(Halt::Cancelled);
        // Ending a run may wait for the lock of its workspace, which the executor must not.
        let submitted = match held {
            Held::Turn(ticket) => match self.shared.workers.withdraw(ticket) {
                Some(job) => end_by(&self.shared, job),
                None => Ok(()),
            },
            Held::Session(session, permit) => {
                let shared = Arc::clone(&self.shared);
                let ended = self.shared.enders.submit(Box::new(move || {
                    drop(session.resume(&shared.template, Completion::Halted, None));
                    drop(permit);
                }));
                ended.map(|_| ()).map_err(Error::no_thread)
            }
            Held::Nothing | Held::Result => Ok(()),
        };
        if let Err(error) = submitted {
            tracing::debug!(kind = ?error.kind(), "a cancelled run could not be ended");
        }
    }
}
