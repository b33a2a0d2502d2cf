//! A run from its request to its result: it waits for a place, takes turns on the workers, and waits for
//! functions between them.
//!
//! A limit or a cancellation takes effect wherever the run waits: it is taken out of the queue, and ends on
//! a thread that does not compute.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use isolate_vfs::{RACES_MAX, RunId};
use tokio::sync::oneshot;
use tracing::Span;

use super::patience::Bounded;
use super::places::{Leaving, Place};
use super::task::{Step, Task};
use super::{Sandbox, Shared, gone};
use crate::abi::Guests;
use crate::cancel::CancelToken;
use crate::error::Error;
use crate::events::RunEvent;
use crate::functions::{Completion, Patience, first};
use crate::idempotency::Request;
use crate::options::{Attempts, RunOptions};
use crate::outcome::Run;
use crate::pace::{Pace, Turn};
use crate::pauses::Paused;
use crate::rules::RulesReader;
use crate::run::{Around, Progress, Session, SessionStart, TakeUp, unbegun_run};
use crate::source::{Source, check_allowed};
use crate::spans;
use crate::underway;
use crate::watchdog::{Control, Halt};
use crate::workspace::Workspace;

/// What a turn has brought.
struct Turned {
    progress: Progress,
    place: Place,
}

/// Repeats a run that waits, and replaces its memory. It blocks.
pub(crate) type Repeat =
    fn(&Sandbox, &Workspace, RunId, Option<&RulesReader>, CancelToken) -> Result<(), Error>;

/// What is to be run.
#[derive(Clone)]
pub(super) enum Work {
    /// A program, or a command.
    New(Source),
    /// A run that was put away, and what repeats it if its memory cannot be used.
    Resumed(RunId, Repeat),
}

impl Work {
    /// The text of the program, unless it is kept in the workspace.
    pub(super) fn program(&self) -> Option<&str> {
        match self {
            Self::New(source) => Some(source.text()),
            Self::Resumed(..) => None,
        }
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New(source) => write!(f, "{source:?}"),
            Self::Resumed(run, _) => write!(f, "run {run}"),
        }
    }
}

/// What the first turn of a run does.
enum First {
    Start(SessionStart),
    TakeUp(TakeUp, Around),
}

impl Sandbox {
    /// Runs a program inside of a span, which its worker enters too. In a copy, it is made again where another
    /// host was faster.
    pub(super) async fn run_in(
        &self,
        workspace: Workspace,
        work: Work,
        mut options: RunOptions,
        span: &Span,
    ) -> Result<Run, Error> {
        let Work::New(source) = &work else {
            return self.run_once(workspace, work, options, span).await;
        };
        if !workspace.is_copy() {
            return self.run_once(workspace, work, options, span).await;
        }
        let attempts = Arc::new(Attempts::default());
        options.attempts = Some(Arc::clone(&attempts));
        let mut races = 0;
        loop {
            let once = self.run_once(workspace.clone(), work.clone(), options.clone(), span);
            let error = match once.await {
                Err(error) if error.is_raced() => error,
                done => return done,
            };
            if attempts.is_claimed.load(Ordering::Acquire) {
                let text = "other hosts were faster for too long: the functions that the run has called are done, \
                            and what it has changed in the workspace is not kept";
                return Err(Error::busy(text).with_source(error));
            }
            if races == RACES_MAX {
                if let Some(run) = attempts.keyed.get()
                    && let Some(request) = Request::of(source.text(), &options)
                {
                    request.release(&workspace, *run);
                }
                let text = format!(
                    "other hosts were faster {races} times in turn, and nothing was changed: run it again"
                );
                return Err(Error::busy(text).with_source(error));
            }
            races += 1;
            tracing::debug!(races, "another host was faster than a run");
        }
    }

    async fn run_once(
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
        let exec = options.exec.as_ref();
        check_allowed(exec.and_then(|rules| rules.allowed.as_deref()))?;
        options.functions.check_names()?;
        shared.watchdog.start().map_err(Error::no_thread)?;
        let control = Arc::new(Control::default());
        if let Some(token) = &options.cancel {
            token.watch(&control);
        }
        let _entry = shared.queue.enter(&control)?;
        let until = shared.queue.wait_until();
        let lane = workspace.writers().number();
        if let Work::Resumed(run, _) = &work
            && underway::is_polled((lane, *run))
        {
            // The run would wait for this function, which waits for the run.
            let text = format!(
                "run {run} cannot be resumed by a function of its own that is under way: let another task do it"
            );
            return Err(Error::refused(text));
        }
        let pauses = options.pauses.clone();
        let queue = &shared.queue;
        let place = queue.place(lane, &control, &shared.watchdog, until);
        let (place, has_paused) = pauses.during(|| 0, place).await;
        let may_go_on = match place {
            Ok(Some(_)) if has_paused => pauses.goes_on(&control).await,
            _ => true,
        };
        let Some(place) = place?.filter(|_| may_go_on) else {
            return Ok(unbegun_run(&control, &options.limits, requested.elapsed()));
        };
        let (watchdog, queued) = (&shared.watchdog, shared.workers.queued());
        let pace_of = |limit| {
            let limit = (shared.slice, limit);
            Arc::new(Pace::new(&control, watchdog, queued, &shared.stacks, limit))
        };
        let events = options.context.events();
        let polls_calls = options.calls_on_workers;
        let preludes = self.prelude_digest().map(str::to_owned);
        let around_of = |workspace: &Workspace, pace: &Arc<Pace>| Around {
            control: Arc::clone(&control),
            pace: Arc::clone(pace),
            watchdog: Arc::clone(watchdog),
            writers: Arc::clone(workspace.writers()),
            askers: Arc::clone(&shared.askers),
            detached: Arc::clone(&shared.detached),
            guests: Some(Arc::clone(shared) as Arc<dyn Guests>),
            runtime: tokio::runtime::Handle::try_current().ok(),
        };
        let key = shared.image_key.clone();
        let (pace, first) = match work {
            Work::New(source) => {
                let pace = pace_of(options.limits.timeout);
                let start = SessionStart {
                    source,
                    around: around_of(&workspace, &pace),
                    options,
                    workspace,
                    requested,
                    preludes,
                    key,
                };
                (pace, First::Start(start))
            }
            Work::Resumed(run, _) => {
                let take = TakeUp {
                    run,
                    options,
                    workspace,
                    preludes,
                    key,
                    is_review: false,
                };
                let (left, take) = self.checked(take, span.clone()).await?;
                let pace = pace_of(left);
                let around = around_of(&take.workspace, &pace);
                (pace, First::TakeUp(take, around))
            }
        };
        if polls_calls {
            pace.set_polls_calls();
        }
        let (begins, is_brief) = match &first {
            // Memory needs no file, and no wait for others.
            First::Start(start) => ("start", start.workspace.is_in_memory()),
            First::TakeUp(..) => ("resumption", false),
        };
        let template = Arc::clone(shared);
        let mut way = Way {
            shared: Arc::clone(shared),
            control,
            pace,
            lane,
            span: span.clone(),
            pauses,
            held: Held::Nothing,
        };
        let begin = move |turn: Option<Turn>| async move {
            if let (Some(events), Some(_)) = (&events, &turn) {
                events.push(RunEvent::Begun);
            }
            match first {
                First::Start(start) => match template.template_of(&start.source) {
                    Ok(template) => Session::start(template, start, turn).await,
                    Err(error) => Progress::Finished(Err(error)),
                },
                First::TakeUp(take, around) => {
                    Session::take_up(&template.template, take, around, turn).await
                }
            }
        };
        let mut turned = way
            .turn(place, Some(until), (begins, is_brief), begin)
            .await?;
        // Says that its place is on its way to another run.
        let mut _leaving = None;
        loop {
            let Turned { progress, place } = turned;
            match progress {
                Progress::Finished(run) => {
                    way.held = Held::Result;
                    drop(place);
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
                    _leaving = None;
                    let (completion, session, place, leaving) = way.wait(session, place).await?;
                    _leaving = leaving;
                    let is_brief = matches!(completion, Completion::Done(_));
                    let template = Arc::clone(shared);
                    let go_on = move |turn| async move {
                        session.resume(&template.template, completion, turn).await
                    };
                    turned = way.turn(place, None, ("answer", is_brief), go_on).await?;
                }
            }
        }
    }
}

impl Sandbox {
    /// Checks that a run can be taken up, on a thread that may wait for storage.
    async fn checked(&self, mut take: TakeUp, span: Span) -> Result<(Duration, TakeUp), Error> {
        let (sender, receiver) = oneshot::channel();
        let check = move || {
            let checked = span.in_scope(|| take.check());
            // Nobody listens when the request was dropped.
            let _ = sender.send(checked.map(|left| (left, take)));
        };
        let submitted = self.shared.enders.submit(Box::new(check));
        submitted.map_err(Error::no_thread)?;
        receiver.await.map_err(|_| gone())?
    }
}

impl Shared {
    /// Ends at this time, or never.
    async fn alarm(&self, until: Option<Instant>) {
        match until {
            Some(until) => self.watchdog.alarm_at(until).await,
            None => std::future::pending().await,
        }
    }
}

/// A run on its way, which is cancelled if its future is dropped.
struct Way {
    shared: Arc<Shared>,
    control: Arc<Control>,
    pace: Arc<Pace>,
    /// The workspace, among which turns are fair.
    lane: u64,
    span: Span,
    pauses: Paused,
    held: Held,
}

/// What is to be ended if the future is dropped.
enum Held {
    Nothing,
    /// It waits for a turn, or has one.
    Turn(Arc<Task>),
    /// It waits for functions.
    Session(Box<Session>, Place),
    /// It is over.
    Result,
}

impl Way {
    /// Waits until a function has answered, or the run has to stop.
    async fn wait(
        &mut self,
        session: Box<Session>,
        place: Place,
    ) -> Result<(Completion, Box<Session>, Place, Option<Leaving>), Error> {
        self.held = Held::Session(session, place);
        let Held::Session(session, _) = &mut self.held else {
            return Err(gone());
        };
        let keeps_others_waiting = session.keeps_others_waiting();
        let fuel = session.fuel_used();
        let limit = session.patience();
        let places = (self.shared.queue.places(), self.lane);
        let mut patience = limit.map(|limit| Bounded::new(&self.shared.watchdog, places, limit));
        let completion = {
            let patience = patience
                .as_mut()
                .map(|patience| patience as &mut dyn Patience);
            let mut first = pin!(first(session.waiting(), &self.control, patience));
            let polled = poll_fn(|context| Poll::Ready(first.as_mut().poll(context)));
            match polled.await {
                Poll::Ready(completion) => completion,
                Poll::Pending if keeps_others_waiting => Completion::Waits,
                Poll::Pending => {
                    let (completion, has_paused) = self.pauses.during(|| fuel, first).await;
                    if has_paused && !matches!(completion, Completion::Halted) {
                        // From here on it waits for a turn.
                        self.pace.stops();
                        match self.pauses.goes_on(&self.control).await {
                            true => completion,
                            false => Completion::Halted,
                        }
                    } else {
                        completion
                    }
                }
            }
        };
        let leaving = match completion {
            Completion::Slow => patience.and_then(Bounded::leaving),
            _ => None,
        };
        match std::mem::replace(&mut self.held, Held::Nothing) {
            Held::Session(session, place) => Ok((completion, session, place, leaving)),
            _ => Err(gone()),
        }
    }

    /// Does the next part of the run on the workers, in as many turns as it takes; one that is brief may begin on
    /// a thread that has other work as well. The place moves with the work: a run whose future is dropped keeps its place until its instance is dropped.
    async fn turn<F>(
        &mut self,
        place: Place,
        mut until: Option<Instant>,
        (begins, is_brief): (&'static str, bool),
        work: impl FnOnce(Option<Turn>) -> F + Send + 'static,
    ) -> Result<Turned, Error>
    where
        F: Future<Output = Progress> + Send,
    {
        let (sender, mut receiver) = oneshot::channel();
        let pace = Arc::clone(&self.pace);
        let segment = spans::segment(&self.span, begins);
        let of_step = segment.clone();
        let step = async move {
            let progress = work(pace.turn()).await;
            spans::segment_ended(&of_step, progress.word());
            // Nobody listens when the run was cancelled.
            let _ = sender.send(Turned { progress, place });
        };
        let task = self.task(&segment, step, is_brief)?;
        self.held = Held::Turn(Arc::clone(&task));
        let turned = loop {
            let alarm = pin!(self.shared.alarm(until));
            let stops = select(self.control.halts(), alarm);
            match select(&mut receiver, stops).await {
                Either::Left((turned, _)) => break turned,
                Either::Right((Either::Left(_), _)) => {
                    task.end();
                    break (&mut receiver).await;
                }
                Either::Right((Either::Right(_), _)) if task.withdraw() => {
                    self.held = Held::Nothing;
                    return Err(self.shared.queue.waited_too_long());
                }
                // It has had its first turn.
                Either::Right((Either::Right(_), _)) => until = None,
            }
        };
        self.held = Held::Nothing;
        turned.map_err(|_| gone())
    }

    fn task(
        &self,
        span: &Span,
        step: impl Future<Output = ()> + Send + 'static,
        is_brief: bool,
    ) -> Result<Arc<Task>, Error> {
        let step = (Box::pin(step) as Step, is_brief);
        Task::start(&self.shared, self.lane, &self.pace, span, step)
    }
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
            Held::Turn(task) => {
                task.end();
                Ok(())
            }
            Held::Session(session, place) => {
                let shared = Arc::clone(&self.shared);
                let end = async move {
                    let template = &shared.template;
                    drop(session.resume(template, Completion::Halted, None).await);
                    drop(place);
                };
                let ended = self.task(&self.span, end, false);
                ended.map(drop)
            }
            Held::Nothing | Held::Result => Ok(()),
        };
        if let Err(error) = submitted {
            tracing::debug!(kind = ?error.kind(), "a cancelled run could not be ended");
        }
    }
}
