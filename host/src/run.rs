//! One run, from its start to its result.

mod around;
mod aside;
mod begin;
mod checked;
mod confirm;
mod finish;
mod limited;
mod put_away;
mod reached;
mod result;
mod review;
mod reviewed;
mod slow;
mod take_up;

use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};

use futures_util::StreamExt as _;
use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{FunctionFault, Step, Thrown, encode_completion};
use isolate_protocol::wire::shell::Exit;
use isolate_text::budget;
use isolate_vfs::{FixedClock, Timestamp};

use crate::abi::{Guest, Template, turn_to_write, yield_once};
use crate::answers::Recorded;
use crate::cast::to_integer;
use crate::charge::Bounds;
use crate::error::Error;
use crate::functions::{Answer, Completion, FunctionError, Pending, Waiting, fault_of};
use crate::limits::{Limit, Limits};
use crate::options::RunOptions;
use crate::outcome::{Outcome, Run};
use crate::pace::{Pace, Turn};
use crate::source::{self, Source};
use crate::stop::Stop;
use crate::suspend::ImageKey;
use crate::watchdog::Halt;
use crate::workspace::{Workspace, WriteTurn, Writers};
use finish::Ending;
use limited::{Unbegun, exceeded, halted_outcome};
use put_away::About;

pub(crate) use around::Around;
pub(crate) use checked::TakeUp;
pub(crate) use limited::unbegun_run;

/// How long after its deadline a run may still list its changes: a quarter of the time by which it may
/// end late, since what is listed is then described.
const REPORT_TIME_MAX: Duration = Duration::from_millis(25);

/// Pending calls at the end of a program that are ended with an error.
const ENDED_CALLS_MAX: usize = 100;

/// Fuel for the handlers of these errors: a few hundredths of a second.
const ENDED_FUEL_MAX: u64 = 50_000_000;

/// What a run starts from.
pub(crate) struct SessionStart {
    pub(crate) source: Source,
    pub(crate) options: RunOptions,
    pub(crate) workspace: Workspace,
    pub(crate) around: Around,
    /// When the run was asked for.
    pub(crate) requested: Instant,
    /// The digest of its preludes.
    pub(crate) preludes: Option<String>,
    /// What the run is sealed with when it is put away.
    pub(crate) key: Option<ImageKey>,
}

/// A run between two steps.
pub(crate) struct Session {
    guest: Guest,
    ending: Ending,
    limits: Limits,
    is_replayed: bool,
    /// Whether the time of the program does not depend on the machine.
    has_fixed_clock: bool,
    has_trapped: bool,
    /// Whether it was tried to keep its changes apart from what others see.
    was_set_aside: bool,
    /// Whether it could not be put away since the last answer, so that this is tried again later.
    stays_in_memory: bool,
    around: Around,
    about: About,
}

/// The state of a run after a step.
pub(crate) enum Progress {
    /// It is over.
    Finished(Result<Box<Run>, Error>),
    /// It waits for host functions.
    Waiting(Box<Session>),
}

impl Progress {
    /// What has ended the step, as a word for traces.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Finished(_) => "end",
            Self::Waiting(_) => "wait",
        }
    }
}

impl Session {
    /// Begins a run and continues until it ends or waits. Without a turn it has to stop before it has
    /// begun.
    pub(crate) async fn start(
        template: &Template,
        start: SessionStart,
        turn: Option<Turn>,
    ) -> Progress {
        // Cancelled before it began: nothing of it runs.
        let turn = turn.filter(|_| start.around.control.halted().is_none());
        if turn.is_none() {
            let queued = start.requested.elapsed();
            let run = unbegun_run(&start.around.control, &start.options.limits, queued);
            return Progress::Finished(Ok(Box::new(run)));
        }
        match Self::begin(template, start).await {
            Err(Unbegun::Failed(error)) => Progress::Finished(Err(error)),
            Err(Unbegun::Halted(run)) => Progress::Finished(Ok(run)),
            Ok((session, _)) if session.around.control.halted() == Some(Halt::Cancelled) => {
                let outcome = session.halted();
                Progress::Finished(session.finish(outcome).await)
            }
            Ok((mut session, message)) => {
                let bounds = session.bounds();
                let step = bounds.awaited(session.guest.start(message)).await;
                session.after(step).await
            }
        }
    }

    /// The fuel that it has used so far.
    pub(crate) fn fuel_used(&mut self) -> u64 {
        let (balance, _) = self.guest.globals();
        self.guest.store.data().fuel.used(balance)
    }

    pub(crate) fn waiting(&mut self) -> &mut Waiting {
        &mut self.guest.store.data_mut().state.waiting
    }

    /// Goes on after a wait. Without a turn the run has to stop.
    pub(crate) async fn resume(
        mut self: Box<Self>,
        template: &Template,
        completion: Completion,
        turn: Option<Turn>,
    ) -> Progress {
        if let Err(error) = self.guest.store.data_mut().state.tree.held_mut().wake() {
            return Progress::Finished(Err(error));
        }
        let Some(turn) = turn.filter(|_| !matches!(completion, Completion::Halted)) else {
            let outcome = self.halted();
            return Progress::Finished(self.finish(outcome).await);
        };
        let tree = &self.guest.store.data_mut().state.tree;
        tree.set_deadline(Some(turn.deadline));
        match completion {
            Completion::Done(answer) => {
                let step = self.complete(answer).await;
                self.after(step).await
            }
            // A call may have been answered since.
            Completion::Parked if self.is_parked() => self.put_away(template).await,
            Completion::Slow => self.put_slow_away(template).await,
            Completion::Waits => match self.set_aside() {
                Ok(()) => self.after(Ok(Step::Waiting)).await,
                Err(failure) => Progress::Finished(self.finish(Err(failure)).await),
            },
            Completion::Parked | Completion::Halted => self.after(Ok(Step::Waiting)).await,
        }
    }

    /// Gives the guest the answer to a pending call.
    async fn complete(&mut self, answer: Answer) -> wasmtime::Result<Step> {
        let Answer { id, bytes, result } = answer;
        self.stays_in_memory = false;
        self.deliver(id, bytes, result.map_err(fault_of)).await
    }

    /// Gives the guest the recorded answer that comes next.
    async fn replay_answer(&mut self) -> wasmtime::Result<Step> {
        let next = self.guest.store.data_mut().state.answers.next_answer();
        let Recorded { id, clock, result } = match next {
            Ok(recorded) => recorded,
            Err(stop) => return Err(self.guest.stop_for(stop)),
        };
        if let Some(clock) = clock {
            self.set_clock(clock);
        }
        match self.at_once() {
            Some(answer) if answer.id == id => self.deliver(id, answer.bytes, result).await,
            Some(_) => Err(self.guest.stop_for(Stop::Diverged)),
            None => Err(self.guest.stop_for(Stop::Halted)),
        }
    }

    async fn deliver(
        &mut self,
        id: u32,
        bytes: u64,
        result: Result<Value, FunctionFault>,
    ) -> wasmtime::Result<Step> {
        let state = &mut self.guest.store.data_mut().state;
        state.waiting_bytes -= bytes;
        let mut message = Encoder::new();
        encode_completion(id, &result, &mut message);
        drop(result);
        // Answers to calls that the program did not await are not recorded: they follow from the run.
        if !state.has_ended && !self.is_replayed {
            let clock = (!self.has_fixed_clock).then(machine_clock_ms);
            state.answers.answered(clock, message.as_bytes());
            if let Some(clock) = clock {
                self.about.clock_ms = clock;
                self.set_clock(timestamp(clock));
            }
        }
        let bounds = self.bounds();
        let guest = &mut self.guest;
        let step = async {
            // What the answer was converted from may have been too much already.
            let is_exhausted = guest.store.data_mut().state.budget.is_exhausted();
            if is_exhausted || budget::charge(message.len()).is_err() {
                return Err(guest.stop_for(Stop::Limit(Limit::HostMemory)));
            }
            guest.resume(message.into_bytes()).await
        };
        bounds.awaited(step).await
    }

    /// Sets the time of later changes.
    fn set_clock(&self, now: Timestamp) {
        let tree = &self.guest.store.data().state.tree;
        tree.set_clock(Box::new(FixedClock(now)));
    }

    /// Ends the calls that the program did not wait for with an error, so that its handlers run.
    /// They cannot change how the program ended.
    async fn end_pending(&mut self) {
        if self.waiting().is_empty() {
            return;
        }
        let mut left: Vec<_> = std::mem::take(self.waiting()).into_iter().collect();
        left.sort_unstable_by_key(|call| call.id);
        let host = self.guest.store.data_mut();
        host.fuel.leave(ENDED_FUEL_MAX);
        host.state.has_ended = true;
        for pending in left.into_iter().take(ENDED_CALLS_MAX) {
            let text = format!(
                "the program ended before {} had answered: `await` the call",
                pending.name
            );
            let (id, bytes) = (pending.id, pending.bytes);
            drop(pending);
            self.guest.store.data_mut().state.note(&text);
            let result = Err(FunctionError::new(text).with_code("ECANCELED"));
            if self.complete(Answer { id, bytes, result }).await.is_err() {
                break;
            }
        }
    }

    /// The stop signal and the budget of the run.
    fn bounds(&mut self) -> Bounds {
        let budget = &self.guest.store.data_mut().state.budget;
        Bounds::until(&self.around.control).with_budget(budget)
    }

    async fn after(mut self: Box<Self>, mut step: wasmtime::Result<Step>) -> Progress {
        while matches!(step, Ok(Step::Waiting)) && !self.waiting().is_empty() {
            if let Err(failure) = self.claim() {
                return Progress::Finished(self.finish(Err(failure)).await);
            }
            if self.is_replayed {
                if self.has_reached_wait() {
                    return self.reached().await;
                }
                step = self.replay_answer().await;
                continue;
            }
            let polls = self.around.pace.polls_calls();
            match polls.then(|| self.at_once()).flatten() {
                Some(answer) => step = self.complete(answer).await,
                None => {
                    self.guest.store.data_mut().state.record();
                    if polls && self.keeps_others_waiting() {
                        self.goes_elsewhere().await;
                    }
                    // Otherwise whoever awaits the run may have an answer at once.
                    if polls && let Err(failure) = self.set_aside() {
                        return Progress::Finished(self.finish(Err(failure)).await);
                    }
                    self.guest.give_back_stack(false).await;
                    self.guest.store.data_mut().state.tree.held_mut().rest();
                    return Progress::Waiting(self);
                }
            }
        }
        let mut outcome = match step {
            Ok(Step::Waiting | Step::Stalled) => Ok(stalled()),
            Ok(Step::Returned(value)) => self.returned(value),
            Ok(Step::Threw(thrown)) => Ok(Outcome::Threw(thrown)),
            Ok(Step::Unparsable(thrown)) => Ok(Outcome::Unparsable(thrown)),
            Err(trap) => {
                self.has_trapped = true;
                self.after_trap(&trap).await
            }
        };
        if !self.ends_briefly() {
            self.goes_elsewhere().await;
        }
        // After a trap the guest must not continue.
        if outcome.is_ok() && !self.has_trapped {
            self.end_pending().await;
        }
        if let Ok(Outcome::Returned(value)) = &outcome
            && let Err(stop) = self.inspect_result(value)
        {
            outcome = self.stopped(stop);
        }
        Progress::Finished(self.finish(outcome).await)
    }

    /// Whether it ends within a moment: without files of the disk, without changes, and with little to give back.
    fn ends_briefly(&self) -> bool {
        const MEMORY_BYTES_MAX: u64 = 8 << 20;
        let host = self.guest.store.data();
        self.about.workspace.is_in_memory()
            && !host.waits.has_written()
            && host.memory.peak_bytes <= MEMORY_BYTES_MAX
    }

    /// Leaves a thread that has other work, if it is on one, before what may take long.
    async fn goes_elsewhere(&mut self) {
        if self.around.pace.is_in_passing() {
            yield_once().await;
            let tree = &self.guest.store.data().state.tree;
            tree.set_deadline(Some(self.around.pace.deadline()));
        }
    }

    /// Whether others cannot write while it waits, and something can be done about that.
    pub(crate) fn keeps_others_waiting(&self) -> bool {
        self.ending.is_whole && !self.was_set_aside
    }

    /// Before a wait: lets others write, though the changes of the run are kept or dropped as a whole. Once
    /// is enough, whatever comes of it.
    pub(super) fn set_aside(&mut self) -> Result<(), Error> {
        if !self.keeps_others_waiting() {
            return Ok(());
        }
        self.was_set_aside = true;
        let bounds = self.bounds();
        let host = self.guest.store.data_mut();
        match bounds.within_scratch(|| host.state.tree.set_aside()) {
            Ok(true) => host.waits.set_aside(),
            Ok(false) => {}
            Err(cause) => return Err(Error::storage("cannot go on with the run", cause)),
        }
        Ok(())
    }

    /// In a copy, before a function is called that may write: the run is in the log, so that no other host
    /// makes it too, and it is not made again.
    fn claim(&mut self) -> Result<(), Error> {
        let has_to_claim = self.guest.store.data().state.has_to_claim();
        if !has_to_claim || !self.waiting().iter().any(Pending::may_write) {
            return Ok(());
        }
        if !self.guest.store.data().state.tree.is_aside() {
            self.set_aside()?;
        }
        if !self.guest.store.data().state.tree.is_aside() {
            return Err(Error::refused(
                "what the run has changed cannot be kept apart while it waits, so that it may call no function that \
                 writes: call it before, or change less",
            ));
        }
        if let Some(attempts) = &self.about.attempts {
            attempts.is_claimed.store(true, Ordering::Release);
        }
        self.guest.store.data_mut().state.is_claimed();
        self.change_calls(Pending::claimed);
        Ok(())
    }

    /// The answer of a pending call that is ready already: waiting for it would cost two thread
    /// switches.
    ///
    /// A call that is woken queues itself, and the wait looks at the queue first, so the no-op waker
    /// loses no wake-up.
    fn at_once(&mut self) -> Option<Answer> {
        if self.around.control.halted().is_some() {
            return None;
        }
        // Makes the timers and other services of the caller's runtime available on this thread.
        let runtime = self.around.runtime.clone();
        let _entered = runtime.as_ref().map(tokio::runtime::Handle::enter);
        let mut context = Context::from_waker(Waker::noop());
        match self.waiting().poll_next_unpin(&mut context) {
            Poll::Ready(answer) => answer,
            Poll::Pending => None,
        }
    }

    /// The outcome of a run whose guest trapped.
    async fn after_trap(&mut self, trap: &wasmtime::Error) -> Result<Outcome, Error> {
        let stop = self.guest.stopped(trap);
        let mut outcome = self.stopped(stop)?;
        if let Outcome::LimitExceeded(exceeded) = &mut outcome
            // Without a stack the guest cannot be called.
            && exceeded.limit != Limit::Stack
        {
            match self.about.is_command {
                true => self.take_written().await,
                false => (exceeded.line, exceeded.column) = self.guest.place().await.unzip(),
            }
        }
        Ok(outcome)
    }

    /// How a program ended that has returned, or a command.
    fn returned(&mut self, value: Value) -> Result<Outcome, Error> {
        if !self.about.is_command {
            return Ok(Outcome::Returned(value));
        }
        let exit = Exit::of_value(value);
        let exit = exit.ok_or_else(|| Error::internal("an answer that is no exit"))?;
        let shown = match self.ending.is_recorded || self.is_replayed {
            true => source::shown(&exit),
            false => Value::Undefined,
        };
        self.ending.output = Some(exit);
        Ok(Outcome::Returned(shown))
    }

    /// Keeps what a command had written that was stopped.
    async fn take_written(&mut self) {
        const STDOUT: u32 = 1;
        const STDERR: u32 = 2;
        let bytes_max = self.limits.result_bytes as usize;
        let bounds = self.bounds();
        let guest = &mut self.guest;
        let written = async {
            let stdout = guest.written(STDOUT, bytes_max).await;
            (stdout, guest.written(STDERR, bytes_max).await)
        };
        let (stdout, stderr) = bounds.awaited(written).await;
        self.ending.output = Some(Exit {
            code: 0,
            stdout: stdout.unwrap_or_default(),
            stderr: stderr.unwrap_or_default(),
            session: None,
        });
    }

    /// The outcome of a run that had to stop.
    fn stopped(&self, stop: Stop) -> Result<Outcome, Error> {
        match stop {
            Stop::Limit(limit) => Ok(self.limit(limit)),
            Stop::Halted => self.halted(),
            Stop::Diverged => Err(Error::internal("a replay in which something else is asked")),
            Stop::Hostile(reason) => Err(Error::internal(reason)),
            Stop::Panicked(reason) | Stop::Trapped(reason) => Err(Error::internal(reason)),
        }
    }

    fn halted(&self) -> Result<Outcome, Error> {
        Ok(halted_outcome(&self.around.control, &self.limits))
    }

    fn limit(&self, limit: Limit) -> Outcome {
        exceeded(limit, &self.limits)
    }
}

/// The turn to write of a run that begins.
async fn turn_to_begin(pace: &Pace, writers: &Writers) -> Result<WriteTurn, Stop> {
    match writers.try_turn() {
        Some(turn) => Ok(turn),
        None => turn_to_write(pace, writers).await,
    }
}

fn stalled() -> Outcome {
    Outcome::Threw(Thrown {
        name: "Error".to_owned(),
        message: "the program awaits a promise that can never settle: nothing is left that could resolve or reject it".to_owned(),
        code: Some("ESTALLED".to_owned()),
        ..Thrown::default()
    })
}

fn timestamp(milliseconds: f64) -> Timestamp {
    Timestamp::from_millis(to_integer(milliseconds))
}

fn machine_clock_ms() -> f64 {
    milliseconds(SystemTime::now())
}

/// Whole milliseconds since 1970, as JavaScript counts time.
fn milliseconds(time: SystemTime) -> f64 {
    time.duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |elapsed| (elapsed.as_secs_f64() * 1e3).floor())
}

#[cfg(test)]
mod traps;
