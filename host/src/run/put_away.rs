//! Putting a run away while it waits: what is shown of it, and what is kept.

use std::fmt::Display;
use std::time::{Duration, Instant, SystemTime};

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::Step;
use isolate_vfs::{Effects, Holder, OpenRun, SystemClock};
use std::sync::Arc;

use super::{Progress, Session, milliseconds, timestamp, turn_to_begin};
use crate::abi::Template;
use crate::functions::{FunctionError, Functions, ParkedCall, Pending, Waiting, is_parked};
use crate::memory_difference;
use crate::options::{Attempts, Commit, RunOptions};
use crate::outcome::{Outcome, Suspended};
use crate::pending::{Awaits, CallState, PendingCall};
use crate::prelude;
use crate::rules::StartRules;
use crate::state::{KeptState, micros};
use crate::suspend::{
    Forms, ImageKey, Kept, KeptCall, KeptTrace, Seal, Shown, changes_digest, packed,
};
use crate::workspace::{Workspace, WorkspaceTree};

/// What is known of a run for when it is put away.
pub(super) struct About {
    pub(super) program: Arc<str>,
    /// Whether that is a command of a shell.
    pub(super) is_command: bool,
    pub(super) preludes: Option<String>,
    /// The rules about paths under which it was begun.
    pub(super) rules: StartRules,
    pub(super) is_read_only: bool,
    pub(super) wait_max: Duration,
    /// Of a run in a copy that may be made again.
    pub(super) attempts: Option<Arc<Attempts>>,
    pub(super) suspend_after: Option<Duration>,
    /// Where its answers are kept while it is put away.
    pub(super) workspace: Workspace,
    /// The clock of the run, in milliseconds since 1970.
    pub(super) clock_ms: f64,
    /// What it is sealed with.
    pub(super) key: Option<ImageKey>,
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
        let is_whole = self.ending.is_whole;
        let kept = match is_whole && !self.guest.store.data().state.tree.is_aside() {
            // It has the turn to write, and nobody else gets it.
            true => Err(cannot_wait(
                &"what it has changed cannot be kept apart from what others see",
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
                self.refuse_parked(&error);
                self.after(Ok(Step::Waiting)).await
            }
        }
    }

    /// Whether it goes on only when somebody answers later.
    pub(super) fn is_parked(&mut self) -> bool {
        is_parked(self.waiting())
    }

    /// Ends the calls that the run cannot be put away with.
    fn refuse_parked(&mut self, error: &FunctionError) {
        self.change_calls(|call| call.refuse_parked(error.clone()));
    }

    /// Changes the calls that it waits for, in the order in which they were made.
    pub(super) fn change_calls(&mut self, change: impl FnMut(&mut Pending)) {
        let mut calls: Vec<Pending> = std::mem::take(self.waiting()).into_iter().collect();
        calls.sort_unstable_by_key(|call| call.id);
        calls.iter_mut().for_each(change);
        // Only what is new in it is polled.
        *self.waiting() = calls.into_iter().collect::<Waiting>();
    }

    /// Keeps what there is of the run in its workspace.
    pub(super) fn keep(
        &mut self,
        template: &Template,
    ) -> Result<(Suspended, Effects), FunctionError> {
        let state = &self.guest.store.data().state;
        if state.answers.is_withheld() && self.about.key.is_none() {
            let why =
                "it has had an answer that is not to be kept, and the sandbox has no image key";
            return Err(cannot_wait(&why));
        }
        let calls = self.parked_calls()?;
        let holder = match &calls[..] {
            calls if calls.iter().any(|call| call.is_under_way) => Holder::this_process(),
            calls if calls.iter().any(is_of_function) => Holder::given_up(),
            _ => Holder::NOBODY,
        };
        let shown = self.shown_with(&calls)?;
        let kept = self.kept_with(calls);
        let memory = self.memory_since(template)?;
        let forms = Forms::of(&shown, &kept, memory).map_err(|error| cannot_wait(&error))?;
        let parting = Parting {
            key: self.about.key.as_ref(),
            wait_max: self.about.wait_max,
            holder,
            waiting_for: shown.calls,
        };
        let tree = &self.guest.store.data().state.tree;
        // Nothing of it may be stopped any more: it is the last thing that the run does.
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        let mut effects = tree.effects().map_err(storage)?;
        let suspended = parting.suspend(tree, &forms).map_err(|cause| {
            self.set_clock(timestamp(self.about.clock_ms));
            tree.set_deadline(Some(self.around.pace.deadline()));
            tree.set_stop_signal(Some(self.around.stop_signal()));
            storage(cause)
        })?;
        effects.run = Some(suspended.run);
        Ok((suspended, effects))
    }

    /// The calls that it waits for, in the order in which they were made.
    fn parked_calls(&self) -> Result<Vec<ParkedCall>, FunctionError> {
        let state = &self.guest.store.data().state;
        let mut calls: Vec<ParkedCall> = Vec::new();
        for pending in &state.waiting {
            let call = pending.parked_call();
            calls.extend(call.map_err(|halted| cannot_wait(&halted))?);
        }
        calls.sort_unstable_by_key(|call| call.id);
        let is_unrecorded = |call: &&ParkedCall| {
            let function = state.functions().find(&call.name);
            function.is_some_and(|function| function.is_unrecorded)
        };
        match calls.iter().find(is_unrecorded) {
            None => Ok(calls),
            Some(call) => Err(cannot_wait(&format!(
                "the argument of {} is not to be kept, and would be shown",
                call.name
            ))),
        }
    }

    /// What is shown of the run, and of what it waits for.
    fn shown_with(&mut self, calls: &[ParkedCall]) -> Result<Shown, FunctionError> {
        let left = self.ending.deadline;
        let left = left.saturating_duration_since(Instant::now());
        let rules = self.about.rules.text().map_err(|why| cannot_wait(&why))?;
        let shown = self.shown(left, rules);
        let state = &self.guest.store.data().state;
        let changes = changes_digest(&state.tree).map_err(storage)?;
        let of_functions = || calls.iter().filter(|call| is_of_function(call));
        let repeatable = of_functions().filter(|call| call.is_repeatable);
        let given_up = of_functions().filter(|call| !call.is_under_way);
        Ok(Shown {
            functions: state.function_names(),
            calls: calls
                .iter()
                .map(|call| shown_call(call, &changes))
                .collect(),
            repeatable: repeatable.map(|call| call.id).collect(),
            given_up: given_up.map(|call| call.id).collect(),
            logs: state.log.unchanging(),
            is_confirmed: self.ending.confirm.is_some(),
            is_reviewed: self.ending.is_reviewed,
            ..shown
        })
    }

    /// What is shown of a run that may take so long when it goes on.
    pub(super) fn shown(&mut self, left: Duration, rules: Option<String>) -> Shown {
        let (balance, _) = self.guest.globals();
        let (about, host) = (&self.about, self.guest.store.data());
        Shown {
            preludes: about.preludes.clone(),
            key: about.key.as_ref().map(ImageKey::name),
            is_guarded: about.rules.are_some(),
            rules,
            fuel: host.fuel.used(balance).min(self.limits.fuel),
            recorded_calls: host.state.records.copied().entries.len(),
            trace: KeptTrace::current(),
            ..Shown::new(micros(left))
        }
    }

    /// What is kept of the run beside its memory.
    fn kept_with(&mut self, calls: Vec<ParkedCall>) -> Kept {
        let (balance, stack_pointer) = self.guest.globals();
        let host = self.guest.store.data();
        let waited = self.around.pace.waited();
        let (fuel_left, fuel_given) = host.fuel.kept();
        let functions = host.state.functions();
        Kept {
            taken_us: micros(self.ending.started.elapsed().saturating_sub(waited)),
            queued_us: micros(self.ending.queued + waited),
            fuel_left,
            fuel_given,
            fuel_balance: balance,
            stack_pointer,
            calls: calls
                .into_iter()
                .map(|call| kept_call(call, functions))
                .collect(),
            ..self.kept(host.state.kept())
        }
    }

    /// What is kept of a run that has used nothing and waits for nothing.
    pub(super) fn kept(&self, state: KeptState) -> Kept {
        Kept {
            program: self.about.program.as_ref().to_owned(),
            limits: self.limits,
            is_read_only: self.about.is_read_only,
            diff_bytes: self.ending.diff_bytes,
            is_recorded: self.ending.is_recorded,
            has_fixed_clock: self.has_fixed_clock,
            clock_ms: self.about.clock_ms,
            taken_us: 0,
            queued_us: 0,
            fuel_left: 0,
            fuel_given: 0,
            fuel_balance: 0,
            stack_pointer: 0,
            peak_memory_bytes: self.guest.store.data().memory.peak_bytes,
            calls: Vec::new(),
            state,
            ended: None,
        }
    }

    /// The memory of its program, as the difference to what every run starts from.
    fn memory_since(&mut self, template: &Template) -> Result<Vec<u8>, FunctionError> {
        let start = prelude::start_of(template).map_err(|error| cannot_wait(&error))?;
        let (_, stack_pointer) = self.guest.globals();
        let memory = self.guest.memory();
        packed(|out| memory_difference::difference(memory, start, stack_pointer, out))
            .map_err(|error| cannot_wait(&error))
    }
}

/// How a run leaves its process.
pub(super) struct Parting<'a> {
    pub(super) key: Option<&'a ImageKey>,
    pub(super) wait_max: Duration,
    pub(super) holder: Holder,
    pub(super) waiting_for: Vec<PendingCall>,
}

impl Parting<'_> {
    /// Puts the run away, from now on. After an error the clock of its tree is the machine's.
    pub(super) fn suspend(
        self,
        tree: &OpenRun<WorkspaceTree>,
        forms: &Forms,
    ) -> isolate_vfs::Result<Suspended> {
        let until = SystemTime::now() + self.wait_max;
        let until_ms = timestamp(milliseconds(until));
        // Since when it waits is the machine's time.
        tree.set_clock(Box::new(SystemClock));
        let run = tree.suspend_with(|run, workspace| {
            let seal = Seal {
                key: self.key,
                workspace,
                run,
            };
            forms.sealed(seal, until_ms, self.holder.clone())
        })?;
        Ok(Suspended {
            run,
            waiting_for: self.waiting_for,
            until,
        })
    }
}

/// Whether it waits for a function that was called and takes long.
fn is_of_function(call: &ParkedCall) -> bool {
    call.awaits == Awaits::Function
}

fn shown_call(call: &ParkedCall, changes: &str) -> PendingCall {
    let shown = PendingCall {
        call: call.id,
        function: call.name.clone(),
        awaits: call.awaits,
        state: is_of_function(call).then(|| match call.is_under_way {
            true => CallState::UnderWay,
            false => CallState::given_up(call.is_repeatable),
        }),
        description: call.description.clone(),
        argument: call.json.clone(),
        digest: String::new(),
    };
    shown.bound_to(changes)
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

/// The error of calls that a run cannot wait for.
fn cannot_wait(why: &dyn Display) -> FunctionError {
    let text = format!("the run cannot wait for an approval or an answer: {why}");
    FunctionError::new(text).with_code("EAPPROVAL")
}

/// The same, where the storage does not keep the run.
fn storage(cause: isolate_vfs::Error) -> FunctionError {
    match cause.kind() {
        isolate_vfs::ErrorKind::TooLarge => cannot_wait(&cause).with_code("EAGAIN"),
        _ => cannot_wait(&cause),
    }
}
