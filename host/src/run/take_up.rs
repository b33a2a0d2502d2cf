//! Taking a run up that was put away: what is checked before, and what it goes on with.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::Value;
use isolate_protocol::wire::Decoder;
use isolate_protocol::wire::message::Step;
use isolate_vfs::{ErrorKind, FixedClock, Guard, OpenRun, Suspension, SystemClock, TakenUp};

use super::around::Around;
use super::checked::{TakeUp, is_past};
use super::finish::Ending;
use super::put_away::{About, not_suspended, refused_by};
use super::reviewed::Resumed;
use super::{Progress, Session, timestamp, turn_to_begin};
use crate::abi::{Guest, Host, Nesting, Outer, Template, Waits, instantiation_fault};
use crate::answers::Answers;
use crate::charge::Bounds;
use crate::error::Error;
use crate::fuel::Fuel;
use crate::functions::{Allowance, Function, ParkedCall, Resolved};
use crate::options::Commit;
use crate::pace::Turn;
use crate::pending::PendingCall;
use crate::rules::StartRules;
use crate::state::HostState;
use crate::suspend::{
    Given, Item, Kept, KeptCall, KeptEnd, Seal, Shown, resolved, unpacked, unread,
};
use crate::underway::Seen;
use crate::workspace::WorkspaceTree;

/// A run that is taken up.
enum Taken {
    Session(Box<Session>),
    /// Its program has ended, and its changes were reviewed.
    Ended(Box<Resumed>),
}

/// A run that cannot be taken up, with its tree, on which nothing of it has run.
type NotTaken = Box<(Error, OpenRun<WorkspaceTree>)>;

impl Session {
    /// Takes a run up, and continues until it ends or waits. Without a turn it stays as it is.
    pub(crate) async fn take_up(
        template: &Template,
        take: TakeUp,
        around: Around,
        turn: Option<Turn>,
    ) -> Progress {
        let run = take.run;
        let not_resumed = || {
            let text = format!("run {run} was not resumed: it was cancelled before");
            Progress::Finished(Err(Error::refused(text)))
        };
        let Some(turn) = turn.filter(|_| around.control.halted().is_none()) else {
            return not_resumed();
        };
        let writers = Arc::clone(&around.writers);
        let Ok(writing) = turn_to_begin(&around.pace, &writers).await else {
            return not_resumed();
        };
        let taken = take.taken(template, around, turn);
        drop(writing);
        match taken {
            Ok(Taken::Session(mut session)) => match session.take_back(run).await {
                Ok(()) => session.after(Ok(Step::Waiting)).await,
                Err(_) => {
                    let outcome = session.halted();
                    Progress::Finished(session.finish(outcome).await)
                }
            },
            Ok(Taken::Ended(resumed)) => Progress::Finished(resumed.conclude().await),
            Err(error) => Progress::Finished(Err(error)),
        }
    }
}

impl TakeUp {
    /// Takes the run out of its workspace.
    fn taken(self, template: &Template, around: Around, turn: Turn) -> Result<Taken, Error> {
        let tree = self.workspace.tree()?;
        let info = tree.run_info(self.run).map_err(unread)?;
        let branch = info.and_then(|info| info.branch);
        let branch = branch.as_deref().unwrap_or(isolate_vfs::MAIN);
        let switched = tree.switch_branch(branch);
        switched.map_err(|cause| match cause.kind() {
            // Of a file of an earlier version: a branch on which a run waits is not deleted.
            ErrorKind::NoBranch => {
                let run = self.run;
                self.refused(&format!(
                    "its branch {branch} was deleted; end it: isolate-run end {run}"
                ))
            }
            _ => Error::storage("cannot work on the branch", cause),
        })?;
        tree.set_deadline(Some(turn.deadline));
        tree.set_clock(Box::new(SystemClock));
        let not_suspended = not_suspended(&self.options).or_else(|| refused_by(&tree));
        let taken = match self.is_review {
            true => OpenRun::take_up_to_end(tree, self.run),
            false => OpenRun::take_up(tree, self.run),
        };
        let taken = taken.map_err(|cause| match cause.kind() {
            ErrorKind::Corrupt => unread(cause).of_image(),
            _ => unread(cause),
        })?;
        let TakenUp {
            run: tree,
            suspension,
            answers,
            ..
        } = taken;
        let is_review = self.is_review;
        let goes_on = match Resumption::read(&self, &tree, &suspension, &answers) {
            Err(error) => Err(Box::new((error, tree))),
            Ok(read) if read.kept.ended.is_some() => read.ends(&self, tree, &answers, around, turn),
            Ok(read) => read.goes_on(template, self, tree, around, (turn, not_suspended)),
        };
        goes_on.map_err(|not_taken| {
            let (error, tree) = *not_taken;
            // As it was: somebody else may have what is missing here.
            if !is_review {
                put_back(&tree, &suspension, &answers);
            }
            error
        })
    }
}

/// Puts a run away as it was.
fn put_back(tree: &OpenRun<WorkspaceTree>, suspension: &Suspension, answers: &[(u32, Vec<u8>)]) {
    tree.set_deadline(None);
    tree.set_stop_signal(None);
    tree.set_clock(Box::new(SystemClock));
    if let Err(error) = tree.suspend_again(suspension, answers) {
        tracing::warn!(%error, "a run that cannot go on is interrupted");
    }
}

/// What was kept of a run, read and checked before anything of it runs.
struct Resumption {
    shown: Shown,
    kept: Kept,
    /// The memory of its program, as it is kept.
    memory: Vec<u8>,
    rules: StartRules,
    /// The rules that apply to it from now on.
    guard: Option<Arc<dyn Guard>>,
    /// The calls that it waits for.
    calls: Vec<Call>,
    /// Whether it has waited for as long as it may.
    is_expired: bool,
}

/// A call of a run that was put away.
struct Call {
    function: Arc<Function>,
    call: ParkedCall,
    /// What became of it meanwhile, if anything did.
    became: Option<Resolved>,
}

impl Resumption {
    fn read(
        take: &TakeUp,
        tree: &OpenRun<WorkspaceTree>,
        suspension: &Suspension,
        answers: &[(u32, Vec<u8>)],
    ) -> Result<Self, Error> {
        let shown = Shown::read(&suspension.waits)?;
        let workspace = tree.identity().map_err(unread)?;
        let seal = Seal {
            key: take.key.as_ref(),
            workspace: &workspace,
            run: take.run,
        };
        let damaged = |cause| take.damaged(cause).of_image();
        let kept = Kept::opened(seal, &shown, &suspension.state).map_err(damaged)?;
        let rules = take.rules(&shown)?;
        let mut read = Self {
            guard: rules.beside(take.workspace.guard()),
            rules,
            shown,
            kept,
            memory: Vec::new(),
            calls: Vec::new(),
            is_expired: is_past(suspension.until),
        };
        if read.kept.ended.is_some() {
            return Ok(read);
        }
        let memory = seal.opened(read.shown.key.is_some(), Item::Memory, &suspension.memory);
        read.memory = memory.map_err(damaged)?.into_owned();
        if !read.is_expired {
            let answered: Vec<u32> = answers.iter().map(|(call, _)| *call).collect();
            read.see(take, suspension, &answered)?;
        }
        let calls = std::mem::take(&mut read.kept.calls);
        for (call, shown) in calls.into_iter().zip(&read.shown.calls) {
            let given = answers.iter().find(|(id, _)| *id == call.id);
            let given = given.map(|(_, bytes)| &bytes[..]);
            read.calls
                .push(read.shown.call(take, (call, shown), given)?);
        }
        Ok(read)
    }

    /// Looks how far its functions are.
    fn see(
        &mut self,
        take: &TakeUp,
        suspension: &Suspension,
        answered: &[u32],
    ) -> Result<(), Error> {
        let lane = take.workspace.writers().number();
        let seen = Seen::reading(lane, |seen| {
            let shown = Shown::read(&suspension.waits)?;
            Ok::<_, Error>(shown.seen(take.run, suspension.holder.held(), answered, seen))
        })?;
        let has_answer = !answered.is_empty();
        self.shown = seen.check_states(take.run, &take.options.functions, has_answer)?;
        Ok(())
    }

    /// A run whose changes were reviewed: it only ends.
    fn ends(
        mut self,
        take: &TakeUp,
        tree: OpenRun<WorkspaceTree>,
        answers: &[(u32, Vec<u8>)],
        around: Around,
        turn: Turn,
    ) -> Result<Taken, NotTaken> {
        let (end, given) = match self.end(take, answers) {
            Ok(read) => read,
            Err(error) => return Err(Box::new((error, tree))),
        };
        tree.set_guard(self.guard);
        tree.set_clock(Box::new(FixedClock(timestamp(self.kept.clock_ms))));
        let resumed = Resumed::of(tree, self.kept, end, given, around, turn.deadline);
        Ok(Taken::Ended(Box::new(resumed)))
    }

    /// How its program has ended, and what was decided.
    fn end(
        &mut self,
        take: &TakeUp,
        answers: &[(u32, Vec<u8>)],
    ) -> Result<((KeptEnd, Value), Option<Given>), Error> {
        let damaged = || take.damaged(io::ErrorKind::InvalidData.into());
        let end = self.kept.ended.take().ok_or_else(damaged)?;
        let value = Decoder::new(&end.value).value().map_err(|_| damaged())?;
        let given = answers.first();
        let given = given.map(|(_, bytes)| serde_json::from_slice::<Given>(bytes));
        Ok(((end, value), given.transpose().map_err(|_| damaged())?))
    }

    /// The session of a run that goes on.
    fn goes_on(
        mut self,
        template: &Template,
        take: TakeUp,
        tree: OpenRun<WorkspaceTree>,
        around: Around,
        (turn, not_suspended): (Turn, Option<&'static str>),
    ) -> Result<Taken, NotTaken> {
        let is_read_only =
            self.kept.is_read_only || take.options.read_only || take.workspace.is_read_only();
        let taken = Duration::from_micros(self.kept.taken_us);
        let now = Instant::now();
        let allowance = Allowance {
            has_to_claim: false,
            writes_refused: is_read_only.then_some("this run may only read"),
            started: now.checked_sub(taken).unwrap_or(now),
            watchdog: Arc::clone(&around.watchdog),
            bounds: Bounds::until(&around.control),
            context: take.options.context.clone(),
            not_suspended,
            suspend_after: (take.options.suspend_after).filter(|_| not_suspended.is_none()),
        };
        let ending = self.ending(&take, &allowance, &tree, turn);
        let about = self.about_run(&take, &allowance, is_read_only);
        let (calls, is_expired) = (std::mem::take(&mut self.calls), self.is_expired);
        let (limits, has_fixed_clock) = (self.kept.limits, self.kept.has_fixed_clock);
        let mut guest = self.guest(template, &take, tree, &around, (allowance, is_read_only))?;
        // Nothing fails from here on: functions are called.
        let state = &mut guest.store.data_mut().state;
        for Call {
            function,
            call,
            became,
        } in calls
        {
            state.take_up(&function, call, became, is_expired);
        }
        Ok(Taken::Session(Box::new(Session {
            guest,
            ending,
            limits,
            is_replayed: false,
            has_fixed_clock,
            has_trapped: false,
            was_set_aside: true,
            stays_in_memory: false,
            around,
            about,
        })))
    }

    /// How it ends.
    fn ending(
        &self,
        take: &TakeUp,
        allowance: &Allowance,
        tree: &OpenRun<WorkspaceTree>,
        turn: Turn,
    ) -> Ending {
        Ending {
            result_text: None,
            output: None,
            cuts: Vec::new(),
            commit: match tree.is_aside() {
                true => Commit::Atomic,
                false => Commit::PerCall,
            },
            is_whole: tree.is_aside(),
            is_recorded: self.kept.is_recorded,
            diff_bytes: self.kept.diff_bytes,
            diff_memory_bytes: self.kept.limits.host_memory_bytes,
            confirm: take.options.confirm.clone(),
            keeps_on_success: false,
            session: None,
            is_reviewed: self.shown.is_reviewed,
            started: allowance.started,
            deadline: turn.deadline,
            queued: Duration::from_micros(self.kept.queued_us),
            paused: Duration::ZERO,
        }
    }

    /// What is known of it for when it is put away again.
    fn about_run(&self, take: &TakeUp, allowance: &Allowance, is_read_only: bool) -> About {
        About {
            attempts: None,
            program: self.kept.program.as_str().into(),
            is_command: false,
            preludes: take.preludes.clone(),
            rules: self.rules.clone(),
            is_read_only,
            wait_max: take.options.wait_max,
            suspend_after: allowance.suspend_after,
            workspace: take.workspace.whole(),
            clock_ms: self.kept.clock_ms,
            key: take.key.clone(),
        }
    }

    /// Its program, as it was.
    fn guest(
        self,
        template: &Template,
        take: &TakeUp,
        tree: OpenRun<WorkspaceTree>,
        around: &Around,
        (allowance, is_read_only): (Allowance, bool),
    ) -> Result<Guest, NotTaken> {
        let kept = self.kept;
        tree.set_guard(self.guard);
        tree.set_clock(Box::new(FixedClock(timestamp(kept.clock_ms))));
        tree.set_stop_signal(Some(around.stop_signal()));
        let functions = take.options.functions.clone();
        let (answers, limits) = (Answers::Given, &kept.limits);
        let mut state = HostState::new(tree, functions, answers, limits, is_read_only, allowance);
        state.restore(kept.state);
        state.log = state.log.listened(take.options.on_log.clone());
        let control = Arc::clone(&around.control);
        let fuel = Fuel::of_kept(kept.fuel_left, kept.fuel_given, control);
        let mut host = Host::new(state, limits, fuel);
        let asks_to_write = !is_read_only || around.writers.excludes_readers();
        let writers = asks_to_write.then(|| Arc::clone(&around.writers));
        host.waits = Waits::new(&around.pace, writers, None);
        if let Some(guests) = &around.guests {
            host.nesting = Nesting::Open(Box::new(Outer {
                guests: Arc::clone(guests),
                limits: *limits,
                file_bytes_max: take.workspace.quota().file_bytes(),
                is_javascript_only: false,
                is_code_from_text_refused: false,
            }));
        }
        let mut guest =
            Guest::or_host(template, template.image.as_ref(), host).map_err(|(error, host)| {
                Box::new((instantiation_fault(error), host.state.into_inner().tree))
            })?;
        let mut memory = unpacked(&self.memory);
        if let Err(cause) = guest.put_back(&mut memory, kept.fuel_balance, kept.stack_pointer) {
            let error = take.damaged(cause).of_image();
            return Err(Box::new((error, guest.into_host().state.into_inner().tree)));
        }
        guest.store.data_mut().memory.peak_bytes = kept.peak_memory_bytes;
        Ok(guest)
    }
}

impl Shown {
    /// A call that waits as it was, with the answer that was given.
    fn call(
        &self,
        take: &TakeUp,
        (call, shown): (KeptCall, &PendingCall),
        given: Option<&[u8]>,
    ) -> Result<Call, Error> {
        let name = &shown.function;
        let Some(function) = take.options.functions.find(name) else {
            let why = format!("the function {name}, which it has called, is missing");
            return Err(take.refused(&why));
        };
        if function.input_text() != call.input {
            let why = format!("the schema of {name}, which it has called, is another now");
            return Err(take.refused(&why));
        }
        let given = given.map(resolved).transpose();
        let given = given.map_err(|cause| take.damaged(cause))?;
        let is_made_again = || self.is_made_again(call.id);
        let argument = Decoder::new(&call.argument).value();
        let argument = argument.map_err(|error| Error::internal(error.to_string()))?;
        Ok(Call {
            function: Arc::clone(function),
            became: given.or_else(|| is_made_again().then_some(Resolved::Again)),
            call: ParkedCall {
                id: call.id,
                bytes: call.bytes,
                name: name.clone(),
                recorded_name: call.recorded_name,
                awaits: shown.awaits,
                description: shown.description.clone(),
                argument,
                json: shown.argument.clone(),
                record: call.record,
                is_repeatable: self.repeatable.contains(&call.id),
                is_under_way: false,
            },
        })
    }
}
