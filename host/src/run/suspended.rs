//! Putting a run away while it waits, and taking it up again.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use isolate_protocol::wire::message::Step;
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_vfs::{FixedClock, Holder, OpenRun, RunId, Suspension, TakenUp, Timestamp};

use super::around::Around;
use super::finish::Ending;
use super::reviewed::Resumed;
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
use crate::rules::StartRules;
use crate::state::{HostState, micros};
use crate::suspend::{
    Detached, Given, ImageKey, Kept, KeptCall, KeptTrace, Sealed, Shown, call_digest,
    changes_digest, opened, packed, resolved, sealed, unpacked, unread, waiting,
};
use crate::underway::{self, Seen};
use crate::watchdog::{Control, Watchdog};
use crate::workers::{Job, Workers};
use crate::workspace::{Workspace, WorkspaceTree};

/// What is known of a run for when it is put away.
pub(super) struct About {
    pub(super) program: Arc<str>,
    pub(super) preludes: Option<String>,
    /// The rules about paths under which it was begun.
    pub(super) rules: StartRules,
    pub(super) is_read_only: bool,
    pub(super) wait_max: Duration,
    pub(super) suspend_after: Option<Duration>,
    /// Where its answers are kept while it is put away.
    pub(super) workspace: Workspace,
    /// The clock of the run, in milliseconds since 1970.
    pub(super) clock_ms: f64,
    /// What it is sealed with.
    pub(super) key: Option<ImageKey>,
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
    /// What runs are sealed with.
    pub(crate) key: Option<ImageKey>,
    pub(crate) detached: Arc<Detached>,
    /// Whether its program has ended, so that it only ends.
    pub(crate) is_review: bool,
}

impl TakeUp {
    /// The rules of the start.
    fn rules(&self, shown: &Shown) -> Result<StartRules, String> {
        let reader = self.options.read_rules.as_ref();
        let kept = (shown.is_guarded, shown.rules.as_deref());
        StartRules::of_kept(kept, reader, self.workspace.guard())
    }
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
        let key = self.about.key.as_ref();
        if state.answers.is_withheld() && key.is_none() {
            let why =
                "it has had an answer that is not to be kept, and the sandbox has no image key";
            return Err(cannot(&why, "EAPPROVAL"));
        }
        let changes = changes_digest(&state.tree).map_err(storage)?;
        let mut calls: Vec<ParkedCall> = Vec::new();
        for pending in &state.waiting {
            let call = pending.parked_call();
            calls.extend(call.map_err(|halted| cannot(&halted, "EAPPROVAL"))?);
        }
        calls.sort_unstable_by_key(|call| call.id);
        let is_unrecorded = |call: &&ParkedCall| {
            let function = state.functions().find(&call.name);
            function.is_some_and(|function| function.is_unrecorded)
        };
        if let Some(call) = calls.iter().find(is_unrecorded) {
            let why = format!(
                "the argument of {} is not to be kept, and would be shown",
                call.name
            );
            return Err(cannot(&why, "EAPPROVAL"));
        }
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
            micros(left),
            waiting_for.clone(),
        );
        shown.fuel = host.fuel.used(balance).min(self.limits.fuel);
        shown.logs = state.log.unchanging();
        shown.is_guarded = self.about.rules.are_some();
        let rules = self.about.rules.text();
        shown.rules = rules.map_err(|why| cannot(&why, "EAPPROVAL"))?;
        shown.is_confirmed = self.ending.confirm.is_some();
        shown.is_reviewed = self.ending.is_reviewed;
        shown.recorded_calls = state.records.copied().entries.len();
        shown.repeatable = repeatable;
        shown.trace = KeptTrace::current();
        shown.key = key.map(ImageKey::name);
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
            ended: None,
        };
        let memory = self.guest.memory();
        let memory = packed(|out| memory_difference::difference(memory, start, stack_pointer, out))
            .map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let form = kept.write().map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let waits = serde_json::to_vec(&shown).map_err(|error| cannot(&error, "EAPPROVAL"))?;
        let until = SystemTime::now() + self.about.wait_max;
        let until_ms = timestamp(milliseconds(until));
        let suspension = |run, workspace: &[u8]| {
            let of = |item| Sealed {
                workspace,
                run,
                item,
            };
            Ok(Suspension {
                waits: waits.clone(),
                state: sealed(key, of("state"), &form)?,
                memory: sealed(key, of("memory"), &memory)?,
                until: until_ms,
                holder: holder.clone(),
            })
        };
        let tree = &self.guest.store.data().state.tree;
        // Nothing of it may be stopped any more: it is the last thing that the run does.
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        let effects = tree.effects().map_err(storage)?;
        // Since when it waits is the machine's time.
        tree.set_clock(Box::new(isolate_vfs::SystemClock));
        let run = match tree.suspend_with(suspension) {
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
    pub(crate) fn check_take_up(take: &mut TakeUp) -> Result<Duration, Error> {
        let run = take.run;
        let tree = take.workspace.tree()?;
        let (kept, shown) = waiting(&tree, run)?;
        shown.link_trace();
        let refused = |why: String| Err(cannot_go_on(run, &why));
        if let Some(why) = other_key(&shown, take.key.as_ref()) {
            return refused(why);
        }
        if let Err(why) = take.rules(&shown) {
            return refused(why);
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
        if shown.is_review && take.options.read_only {
            return refused(
                "its changes are to be taken over, and whoever resumes it may only read".to_owned(),
            );
        }
        if shown.is_review {
            // Its program has ended: there is nothing to compute.
            take.is_review = true;
            return Ok(Duration::from_micros(shown.left_us));
        }
        // Last: it costs a repetition.
        let unusable = |why| refused(why).map_err(Error::of_image);
        if shown.guest != crate::record::GUEST {
            return unusable("it was begun by another version of the engine".to_owned());
        }
        if shown.preludes != take.preludes {
            return unusable("it was begun with other preludes".to_owned());
        }
        Ok(Duration::from_micros(shown.left_us))
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
            Ok(Taken::Session(session)) => session.after(Ok(Step::Waiting)).await,
            Ok(Taken::Ended(resumed)) => Progress::Finished(resumed.conclude().await),
            Err(error) => Progress::Finished(Err(error)),
        }
    }

    fn taken_up(
        template: &Template,
        take: TakeUp,
        pace: &Arc<Pace>,
        turn: Turn,
    ) -> Result<Taken, Error> {
        let tree = take.workspace.tree()?;
        let info = tree.run_info(take.run).map_err(unread)?;
        let branch = info.and_then(|info| info.branch);
        let branch = branch.as_deref().unwrap_or(isolate_vfs::MAIN);
        let switched = tree.switch_branch(branch);
        switched.map_err(|cause| match cause.kind() {
            // Of a file of an earlier version: a branch on which a run waits is not deleted.
            isolate_vfs::ErrorKind::NoBranch => {
                let text = format!(
                    "its branch {branch} was deleted; end it: isolate-run end {}",
                    take.run
                );
                cannot_go_on(take.run, &text)
            }
            _ => Error::storage("cannot work on the branch", cause),
        })?;
        tree.set_deadline(Some(turn.deadline));
        tree.set_clock(Box::new(isolate_vfs::SystemClock));
        let not_suspended = not_suspended(&take.options).or_else(|| refused_by(&tree));
        let taken = match take.is_review {
            true => OpenRun::take_up_to_end(tree, take.run),
            false => OpenRun::take_up(tree, take.run),
        };
        let taken = taken.map_err(|cause| match cause.kind() {
            isolate_vfs::ErrorKind::Corrupt => unread(cause).of_image(),
            _ => unread(cause),
        })?;
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
            if let (Some(tree), false) = (tree.take(), take.is_review)
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
    ) -> Result<Taken, Error> {
        let unreadable = |cause: io::Error| {
            Error::refused(format!("what is kept of run {} is damaged", take.run))
                .with_source(cause)
        };
        let damaged = |cause: io::Error| unreadable(cause).of_image();
        let mut shown = Shown::read(&suspension.waits)?;
        let workspace = tree.as_ref().map(|tree| tree.identity()).transpose();
        let workspace = workspace.map_err(unread)?.unwrap_or_default();
        let opened = |item, bytes| {
            let of = Sealed {
                workspace: &workspace,
                run: take.run,
                item,
            };
            opened(take.key.as_ref(), shown.key.is_some(), of, bytes).map_err(damaged)
        };
        let kept = Kept::read(&opened("state", &suspension.state)?).map_err(damaged)?;
        let rules = (take.rules(&shown)).map_err(|why| cannot_go_on(take.run, &why))?;
        let guard = rules.beside(take.workspace.guard());
        if kept.ended.is_some() {
            if let Some(tree) = tree {
                tree.set_guard(guard);
            }
            return reviewed(tree, kept, answers, take, (pace, turn)).map(Taken::Ended);
        }
        let memory = opened("memory", &suspension.memory)?;
        let is_expired = Timestamp::from_millis(now_ms()) >= suspension.until;
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
        // What cannot be read is found before the run is touched.
        let mut calls = Vec::with_capacity(names.len());
        for (call, name) in kept.calls.into_iter().zip(names) {
            let given = answers.iter().find(|(id, _)| *id == call.id);
            let given = given.map(|(_, bytes)| resolved(bytes));
            let given = given.transpose().map_err(unreadable)?;
            let given = given.or_else(|| shown.is_made_again(call.id).then_some(Resolved::Again));
            calls.push((parked(call, name, &shown)?, given));
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
        open.set_guard(guard);
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
        let mut guest = match Guest::or_host(template, template.image.as_ref(), host) {
            Ok(guest) => guest,
            Err((error, host)) => {
                *tree = Some(host.state.tree);
                return Err(instantiation_fault(error));
            }
        };
        let mut memory = unpacked(&memory);
        if let Err(cause) = guest.put_back(&mut memory, kept.fuel_balance, kept.stack_pointer) {
            *tree = Some(guest.into_host().state.tree);
            return Err(damaged(cause));
        }
        guest.store.data_mut().memory.peak_bytes = kept.peak_memory_bytes;
        for (call, given) in calls {
            let state = &mut guest.store.data_mut().state;
            let name = call.name.clone();
            if let Err(name) = state.take_up(&name, call, given, is_expired) {
                *tree = Some(guest.into_host().state.tree);
                let text = format!("the function {name} is missing");
                return Err(Error::refused(text));
            }
        }
        Ok(Taken::Session(Box::new(Self {
            guest,
            ending: Ending {
                result_text: None,
                cuts: Vec::new(),
                commit,
                is_recorded: kept.is_recorded,
                diff_bytes: kept.diff_bytes,
                diff_memory_bytes: kept.limits.host_memory_bytes,
                confirm: take.options.confirm.clone(),
                is_reviewed: shown.is_reviewed,
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
            around: around(take, pace),
            about: About {
                program: kept.program.into(),
                preludes: take.preludes.clone(),
                rules,
                is_read_only,
                wait_max: take.options.wait_max,
                suspend_after,
                workspace: take.workspace.whole(),
                clock_ms: kept.clock_ms,
                key: take.key.clone(),
            },
        })))
    }
}

/// A run that is taken up.
enum Taken {
    Session(Box<Session>),
    /// Its program has ended, and its changes were reviewed.
    Ended(Box<Resumed>),
}

/// What a run that is taken up ends among.
fn around(take: &TakeUp, pace: &Arc<Pace>) -> Around {
    Around {
        control: Arc::clone(&take.control),
        pace: Arc::clone(pace),
        watchdog: Arc::clone(&take.watchdog),
        writers: Arc::clone(take.workspace.writers()),
        askers: Arc::clone(&take.askers),
        detached: Arc::clone(&take.detached),
        runtime: take.runtime.clone(),
    }
}

/// A run whose changes were reviewed. The tree is left where it is if this fails.
fn reviewed(
    tree: &mut Option<OpenRun<WorkspaceTree>>,
    mut kept: Kept,
    answers: &[(u32, Vec<u8>)],
    take: &TakeUp,
    (pace, turn): (&Arc<Pace>, Turn),
) -> Result<Box<Resumed>, Error> {
    let damaged = || Error::refused(format!("what is kept of run {} is damaged", take.run));
    let end = kept.ended.take().ok_or_else(damaged)?;
    let value = Decoder::new(&end.value).value().map_err(|_| damaged())?;
    let given = answers
        .first()
        .map(|(_, bytes)| serde_json::from_slice::<Given>(bytes));
    let given = given.transpose().map_err(|_| damaged())?;
    let open = tree.take().ok_or_else(damaged)?;
    open.set_clock(Box::new(FixedClock(timestamp(kept.clock_ms))));
    let around = around(take, pace);
    let resumed = Resumed::of(open, kept, (end, value), given, around, turn.deadline);
    Ok(Box::new(resumed))
}

/// Why what is kept of a run cannot be read with this key, if it cannot.
fn other_key(shown: &Shown, key: Option<&ImageKey>) -> Option<String> {
    let sealed = shown.key.as_ref()?;
    match key.map(ImageKey::name) {
        Some(name) if name == *sealed => None,
        Some(name) => Some(format!(
            "it is sealed with the image key {sealed}, and the sandbox has the key {name}: resume it with that key"
        )),
        None => Some(format!(
            "it is sealed with the image key {sealed}, and the sandbox has none: resume it with that key"
        )),
    }
}

/// The error of calls that a run cannot wait for.
fn cannot(why: &dyn std::fmt::Display, code: &str) -> FunctionError {
    let text = format!("the run cannot wait for an approval or an answer: {why}");
    FunctionError::new(text).with_code(code)
}

fn cannot_go_on(run: RunId, why: &str) -> Error {
    Error::refused(format!("run {run} cannot go on: {why}"))
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
