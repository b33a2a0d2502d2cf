//! Putting a run away while it waits, and taking it up again.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use isolate_protocol::wire::message::Step;
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_vfs::{FixedClock, Holder, OpenRun, RunId, Suspension, TakenUp, Timestamp};

use super::finish::{Around, Ending};
use super::{Progress, Session, machine_clock_ms, milliseconds, timestamp, turn_to_begin};
use crate::abi::{Guest, Host, Template, Waits, instantiation_fault};
use crate::answers::Answers;
use crate::charge::Bounds;
use crate::error::Error;
use crate::fuel::Fuel;
use crate::functions::{
    Allowance, FunctionError, Functions, ParkedCall, Resolved, Waiting, is_parked,
};
use crate::memory_difference;
use crate::options::{Commit, RunOptions};
use crate::outcome::{Outcome, Suspended};
use crate::pace::{Pace, Turn};
use crate::pending::{Awaits, CallState, PendingCall, waits_for};
use crate::prelude;
use crate::state::{HostState, micros};
use crate::suspend::{
    Detached, Kept, KeptCall, KeptTrace, Shown, call_digest, changes_digest, resolved, unread,
};
use crate::underway::{self, Seen};
use crate::watchdog::{Control, Watchdog};
use crate::workers::{Job, Workers};
use crate::workspace::{Workspace, WorkspaceTree};

/// What is known of a run for when it is put away.
pub(super) struct About {
    pub(super) program: Arc<str>,
    pub(super) preludes: Option<String>,
    pub(super) is_guarded: bool,
    pub(super) is_read_only: bool,
    pub(super) wait_max: Duration,
    pub(super) suspend_after: Option<Duration>,
    /// Where its answers are kept while it is put away.
    pub(super) workspace: Workspace,
    /// The clock of the run, in milliseconds since 1970.
    pub(super) clock_ms: f64,
}

/// What a run that was put away goes on with.
pub(crate) struct TakeUp {
    pub(crate) run: RunId,
    pub(crate) options: RunOptions,
    pub(crate) workspace: Workspace,
    pub(crate) control: Arc<Control>,
    pub(crate) watchdog: Arc<Watchdog>,
    pub(crate) preludes: Option<String>,
    pub(crate) runtime: Option<tokio::runtime::Handle>,
    pub(crate) askers: Arc<Workers<Job>>,
    pub(crate) detached: Arc<Detached>,
}

/// Why a run cannot be put away, if it cannot.
pub(super) fn not_suspended(options: &RunOptions) -> Option<&'static str> {
    if options.no_suspension.is_some() {
        return options.no_suspension;
    }
    if options.script.is_some() {
        return Some("it repeats a run");
    }
    match options.commit {
        Commit::PerCall | Commit::Atomic => None,
        Commit::DryRun => Some("it is a dry run, which keeps nothing"),
    }
}

/// Why the workspace cannot keep a run that waits, if it cannot.
pub(super) fn refused_by(tree: &WorkspaceTree) -> Option<&'static str> {
    if tree.is_seeded() {
        return Some("its files are those of a directory");
    }
    tree.is_read_only()
        .then_some("its workspace is opened for reading only")
}

impl Session {
    /// Puts the run away. Where that is not possible, what it waits for fails, and it goes on.
    pub(super) async fn put_away(mut self: Box<Self>, template: &Template) -> Progress {
        if let Err(failure) = self.set_aside() {
            return Progress::Finished(self.finish(Err(failure)).await);
        }
        let is_whole = self.ending.commit != Commit::PerCall;
        let kept = match is_whole && !self.guest.store.data().state.tree.is_aside() {
            // It has the turn to write, and nobody else gets it.
            true => Err(cannot(
                &"what it has changed cannot be kept apart from what others see",
                "EAPPROVAL",
            )),
            false => {
                let turn = turn_to_begin(&self.around.pace, &self.around.writers).await;
                let Ok(_turn) = turn else {
                    let outcome = self.halted();
                    return Progress::Finished(self.finish(outcome).await);
                };
                self.keep(template)
            }
        };
        match kept {
            Ok((suspended, effects)) => {
                let outcome = Outcome::Suspended(suspended);
                Progress::Finished(Ok(self.left(outcome, effects).await))
            }
            Err(error) => {
                // Only what is new in it is polled.
                let waiting = std::mem::take(self.waiting());
                *self.waiting() = waiting
                    .into_iter()
                    .map(|mut call| {
                        call.refuse_parked(error.clone());
                        call
                    })
                    .collect::<Waiting>();
                self.after(Ok(Step::Waiting)).await
            }
        }
    }

    /// Keeps what there is of the run in its workspace.
    pub(super) fn keep(
        &mut self,
        template: &Template,
    ) -> Result<(Suspended, isolate_vfs::Effects), FunctionError> {
        let storage = |cause: isolate_vfs::Error| match cause.kind() {
            isolate_vfs::ErrorKind::TooLarge => cannot(&cause, "EAGAIN"),
            _ => cannot(&cause, "EAPPROVAL"),
        };
        let start = prelude::start_of(template).map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let (balance, stack_pointer) = self.guest.globals();
        let host = self.guest.store.data();
        let state = &host.state;
        if state.answers.is_withheld() {
            let why = "it has had an answer that is not to be kept";
            return Err(cannot(&why, "EAPPROVAL"));
        }
        let changes = changes_digest(&state.tree).map_err(storage)?;
        let mut calls: Vec<ParkedCall> = Vec::new();
        for pending in &state.waiting {
            let call = pending.parked_call();
            calls.extend(call.map_err(|halted| cannot(&halted, "EAPPROVAL"))?);
        }
        calls.sort_unstable_by_key(|call| call.id);
        let is_under_way = |call: &&ParkedCall| call.awaits == Awaits::Function;
        let holder = match calls.iter().any(|call| is_under_way(&call)) {
            true => Holder::this_process(),
            false => Holder::NOBODY,
        };
        let repeatable = calls
            .iter()
            .filter(is_under_way)
            .filter(|call| call.is_repeatable);
        let repeatable: Vec<u32> = repeatable.map(|call| call.id).collect();
        let waiting_for: Vec<PendingCall> = (calls.iter())
            .map(|call| PendingCall {
                call: call.id,
                function: call.name.clone(),
                awaits: call.awaits,
                state: is_under_way(&call).then_some(CallState::UnderWay),
                description: call.description.clone(),
                digest: call_digest(&call.name, &call.json, &changes),
                argument: call.json.clone(),
            })
            .collect();
        let left = self
            .ending
            .deadline
            .saturating_duration_since(Instant::now());
        let mut shown = Shown::new(
            self.about.preludes.clone(),
            state.function_names(),
            self.about.is_guarded,
            micros(left),
            waiting_for.clone(),
        );
        shown.fuel = host.fuel.used(balance).min(self.limits.fuel);
        shown.logs = state.log.unchanging();
        shown.is_confirmed = self.ending.confirm.is_some();
        shown.recorded_calls = state.records.copied().entries.len();
        shown.repeatable = repeatable;
        shown.trace = KeptTrace::current();
        let waited = self.around.pace.waited();
        let (fuel_left, fuel_given) = host.fuel.kept();
        let kept = Kept {
            program: self.about.program.as_ref().to_owned(),
            limits: self.limits,
            is_read_only: self.about.is_read_only,
            diff_bytes: self.ending.diff_bytes,
            is_recorded: self.ending.is_recorded,
            has_fixed_clock: self.has_fixed_clock,
            clock_ms: self.about.clock_ms,
            taken_us: micros(self.ending.started.elapsed().saturating_sub(waited)),
            queued_us: micros(self.ending.queued + waited),
            fuel_left,
            fuel_given,
            fuel_balance: balance,
            stack_pointer,
            peak_memory_bytes: host.memory.peak_bytes,
            calls: calls
                .into_iter()
                .map(|call| kept_call(call, state.functions()))
                .collect(),
            state: state.kept(),
        };
        let memory = self.guest.memory();
        let bytes = kept
            .write(|out| memory_difference::difference(memory, start, out))
            .map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let waits = serde_json::to_vec(&shown).map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let until = SystemTime::now() + self.about.wait_max;
        let suspension = Suspension {
            waits,
            state: bytes,
            until: timestamp(milliseconds(until)),
            holder,
        };
        let tree = &self.guest.store.data().state.tree;
        // Nothing of it may be stopped any more: it is the last thing that the run does.
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        let effects = tree.effects().map_err(storage)?;
        // Since when it waits is the machine's time.
        tree.set_clock(Box::new(isolate_vfs::SystemClock));
        let run = match tree.suspend(&suspension) {
            Ok(run) => run,
            Err(cause) => {
                self.set_clock(timestamp(self.about.clock_ms));
                self.guest
                    .store
                    .data()
                    .state
                    .tree
                    .set_deadline(Some(self.around.pace.deadline()));
                let control = Arc::clone(&self.control);
                let signal = Arc::new(move || control.halted().is_some());
                self.guest
                    .store
                    .data()
                    .state
                    .tree
                    .set_stop_signal(Some(signal));
                return Err(storage(cause));
            }
        };
        let suspended = Suspended {
            run,
            waiting_for,
            until,
        };
        let mut effects = effects;
        effects.run = Some(run);
        Ok((suspended, effects))
    }

    /// Whether it goes on only when somebody answers later.
    pub(super) fn is_parked(&mut self) -> bool {
        is_parked(self.waiting())
    }

    /// What is in the way of taking a run up, if anything is; else the time that it may still take.
    pub(crate) fn check_take_up(take: &TakeUp) -> Result<Duration, Error> {
        let run = take.run;
        let tree = take.workspace.tree()?;
        let kept = tree.suspended_run(run).map_err(unread)?;
        let shown = Shown::read(&kept.waits)?;
        shown.link_trace();
        let refused = |why: String| Err(Error::refused(format!("run {run} cannot go on: {why}")));
        if shown.guest != crate::record::GUEST {
            return refused(
                "it was begun by another version of the engine; end it, and run its program anew"
                    .to_owned(),
            );
        }
        if shown.preludes != take.preludes {
            return refused(
                "it was begun with other preludes: resume it in a sandbox with the same".to_owned(),
            );
        }
        if shown.is_guarded && take.workspace.guard().is_none() {
            return refused(
                "it was begun under rules about paths: resume it with a policy".to_owned(),
            );
        }
        if shown.is_confirmed && take.options.confirm.is_none() {
            return refused(
                "its changes are to be confirmed: resume it with a function that is asked"
                    .to_owned(),
            );
        }
        let missing =
            (shown.functions.iter()).find(|name| take.options.functions.find(name).is_none());
        if let Some(name) = missing {
            return refused(format!(
                "the function {name}, which it may call, is missing"
            ));
        }
        let left = Duration::from_micros(shown.left_us);
        if Timestamp::from_millis(now_ms()) >= kept.until {
            return Ok(left);
        }
        let shown = shown.seen_in(&take.workspace, run)?;
        let shown = shown.check_states(run, &take.options.functions)?;
        let is_interrupted = |call: &PendingCall| call.state == Some(CallState::Interrupted);
        if kept.answered.is_empty() && !shown.calls.iter().any(is_interrupted) {
            return refused(waits_for(&shown.calls));
        }
        Ok(left)
    }

    /// Takes a run up, and continues until it ends or waits. Without a turn it stays as it is.
    pub(crate) async fn take_up(
        template: &Template,
        take: TakeUp,
        pace: &Arc<Pace>,
        turn: Option<Turn>,
    ) -> Progress {
        let run = take.run;
        let not_resumed = || {
            let text = format!("run {run} was not resumed: it was cancelled before");
            Progress::Finished(Err(Error::refused(text)))
        };
        let Some(turn) = turn.filter(|_| take.control.halted().is_none()) else {
            return not_resumed();
        };
        let writers = Arc::clone(take.workspace.writers());
        let Ok(writing) = turn_to_begin(pace, &writers).await else {
            return not_resumed();
        };
        let taken = Self::taken_up(template, take, pace, turn);
        drop(writing);
        match taken {
            Ok(session) => session.after(Ok(Step::Waiting)).await,
            Err(error) => Progress::Finished(Err(error)),
        }
    }

    fn taken_up(
        template: &Template,
        take: TakeUp,
        pace: &Arc<Pace>,
        turn: Turn,
    ) -> Result<Box<Self>, Error> {
        let tree = take.workspace.tree()?;
        let info = tree.run_info(take.run).map_err(unread)?;
        let branch = info.and_then(|info| info.branch);
        tree.switch_branch(branch.as_deref().unwrap_or(isolate_vfs::MAIN))
            .map_err(|cause| Error::storage("cannot work on the branch", cause))?;
        tree.set_deadline(Some(turn.deadline));
        tree.set_clock(Box::new(isolate_vfs::SystemClock));
        let not_suspended = not_suspended(&take.options).or_else(|| refused_by(&tree));
        let taken = OpenRun::take_up(tree, take.run).map_err(unread)?;
        let TakenUp {
            run: tree,
            suspension,
            answers,
            ..
        } = taken;
        let mut tree = Some(tree);
        let restored = Self::restored(
            template,
            &mut tree,
            &suspension,
            &answers,
            &take,
            (pace, turn),
            not_suspended,
        );
        // Only of one that has waited for as long as it may.
        if restored.is_ok()
            && let Some(left) = underway::find((take.workspace.writers().number(), take.run))
        {
            left.end();
        }
        restored.inspect_err(|_| {
            // As it was: somebody else may have what is missing here.
            if let Some(tree) = tree.take()
                && let Ok(run) = tree.suspend(&suspension)
            {
                for (call, bytes) in &answers {
                    let _ = tree.answer_suspended(run, *call, bytes);
                }
            }
        })
    }

    /// The session of what was kept. Before anything of it has run, the tree is left where it is if this
    /// fails.
    fn restored(
        template: &Template,
        tree: &mut Option<OpenRun<WorkspaceTree>>,
        suspension: &Suspension,
        answers: &[(u32, Vec<u8>)],
        take: &TakeUp,
        (pace, turn): (&Arc<Pace>, Turn),
        not_suspended: Option<&'static str>,
    ) -> Result<Box<Self>, Error> {
        let damaged = |cause: io::Error| {
            Error::refused(format!("what is kept of run {} is damaged", take.run))
                .with_source(cause)
        };
        let (kept, mut memory) = Kept::read(&suspension.state).map_err(damaged)?;
        let is_expired = Timestamp::from_millis(now_ms()) >= suspension.until;
        let mut shown = Shown::read(&suspension.waits)?;
        if !is_expired {
            let answered: Vec<u32> = answers.iter().map(|(call, _)| *call).collect();
            let lane = take.workspace.writers().number();
            let seen = Seen::reading(lane, |seen| {
                let shown = Shown::read(&suspension.waits)?;
                Ok::<_, Error>(shown.seen(take.run, suspension.holder.held(), &answered, seen))
            })?;
            shown = seen.check_states(take.run, &take.options.functions)?;
        }
        let functions = &take.options.functions;
        let names: Vec<&str> = shown
            .calls
            .iter()
            .map(|call| call.function.as_str())
            .collect();
        for (call, name) in kept.calls.iter().zip(&names) {
            let schema = functions.find(name).and_then(|found| found.input_text());
            if schema != call.input {
                return Err(Error::refused(format!(
                    "run {} cannot go on: the schema of {name}, which it has called, is another now",
                    take.run
                )));
            }
        }
        let taken = Duration::from_micros(kept.taken_us);
        let started = Instant::now()
            .checked_sub(taken)
            .unwrap_or_else(Instant::now);
        let is_read_only =
            kept.is_read_only || take.options.read_only || take.workspace.is_read_only();
        let allowance = Allowance {
            writes_refused: is_read_only.then_some("this run may only read"),
            started,
            watchdog: Arc::clone(&take.watchdog),
            bounds: Bounds::until(&take.control),
            context: take.options.context.clone(),
            not_suspended,
            suspend_after: (take.options.suspend_after).filter(|_| not_suspended.is_none()),
        };
        let suspend_after = allowance.suspend_after;
        let Some(open) = tree.take() else {
            return Err(Error::internal("a run without its tree"));
        };
        let commit = match open.is_aside() {
            true => Commit::Atomic,
            false => Commit::PerCall,
        };
        open.set_clock(Box::new(FixedClock(timestamp(kept.clock_ms))));
        let halted = Arc::clone(&take.control);
        open.set_stop_signal(Some(Arc::new(move || halted.halted().is_some())));
        let mut state = HostState::new(
            open,
            functions.clone(),
            Answers::Given,
            &kept.limits,
            is_read_only,
            allowance,
        );
        state.restore(kept.state);
        state.log = state.log.listened(take.options.on_log.clone());
        let fuel = Fuel::of_kept(kept.fuel_left, kept.fuel_given, Arc::clone(&take.control));
        let mut host = Host::new(state, &kept.limits, fuel);
        let writers = take.workspace.writers();
        let asks_to_write = !is_read_only || writers.excludes_readers();
        host.waits = Waits::new(pace, asks_to_write.then(|| Arc::clone(writers)), None);
        let mut guest = Guest::new(template, host).map_err(instantiation_fault)?;
        guest
            .put_back(&mut memory, kept.fuel_balance, kept.stack_pointer)
            .map_err(damaged)?;
        guest.store.data_mut().memory.peak_bytes = kept.peak_memory_bytes;
        for (call, name) in kept.calls.into_iter().zip(names) {
            let given = answers.iter().find(|(id, _)| *id == call.id);
            let given = given.map(|(_, bytes)| resolved(bytes));
            let given = given.transpose().map_err(damaged)?;
            let given = given.or_else(|| shown.is_made_again(call.id).then_some(Resolved::Again));
            guest
                .store
                .data_mut()
                .state
                .take_up(name, parked(call, name, &shown)?, given, is_expired)
                .map_err(|name| Error::refused(format!("the function {name} is missing")))?;
        }
        Ok(Box::new(Self {
            guest,
            ending: Ending {
                result_text: None,
                cuts: Vec::new(),
                commit,
                is_recorded: kept.is_recorded,
                diff_bytes: kept.diff_bytes,
                diff_memory_bytes: kept.limits.host_memory_bytes,
                confirm: take.options.confirm.clone(),
                started,
                deadline: turn.deadline,
                queued: Duration::from_micros(kept.queued_us),
                paused: Duration::ZERO,
            },
            limits: kept.limits,
            is_replayed: false,
            has_fixed_clock: kept.has_fixed_clock,
            control: Arc::clone(&take.control),
            has_trapped: false,
            was_set_aside: true,
            stays_in_memory: false,
            around: Around {
                control: Arc::clone(&take.control),
                pace: Arc::clone(pace),
                watchdog: Arc::clone(&take.watchdog),
                writers: Arc::clone(writers),
                askers: Arc::clone(&take.askers),
                detached: Arc::clone(&take.detached),
                runtime: take.runtime.clone(),
            },
            about: About {
                program: kept.program.into(),
                preludes: take.preludes.clone(),
                is_guarded: take.workspace.guard().is_some(),
                is_read_only,
                wait_max: take.options.wait_max,
                suspend_after,
                workspace: take.workspace.whole(),
                clock_ms: kept.clock_ms,
            },
        }))
    }
}

/// The error of calls that a run cannot wait for.
fn cannot(why: &dyn std::fmt::Display, code: &str) -> FunctionError {
    let text = format!("the run cannot wait for an approval or an answer: {why}");
    FunctionError::new(text).with_code(code)
}

fn now_ms() -> i64 {
    crate::cast::to_integer(machine_clock_ms())
}

fn kept_call(call: ParkedCall, functions: &Functions) -> KeptCall {
    let mut argument = Encoder::new();
    argument.value(&call.argument);
    KeptCall {
        id: call.id,
        bytes: call.bytes,
        recorded_name: call.recorded_name,
        argument: argument.into_bytes(),
        record: call.record,
        input: functions
            .find(&call.name)
            .and_then(|found| found.input_text()),
    }
}

/// A call that waits as it was.
fn parked(call: KeptCall, name: &str, shown: &Shown) -> Result<ParkedCall, Error> {
    let argument = Decoder::new(&call.argument).value();
    let argument = argument.map_err(|error| Error::internal(error.to_string()))?;
    let known = shown.calls.iter().find(|known| known.call == call.id);
    Ok(ParkedCall {
        id: call.id,
        bytes: call.bytes,
        name: name.to_owned(),
        recorded_name: call.recorded_name,
        awaits: known.map_or_else(Awaits::default, |known| known.awaits),
        description: known.map_or_else(String::new, |known| known.description.clone()),
        argument,
        json: known.map_or(serde_json::Value::Null, |known| known.argument.clone()),
        record: call.record,
        is_repeatable: shown.repeatable.contains(&call.id),
    })
}
