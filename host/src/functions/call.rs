//! One call of a function: the checks before it, its limits, and its record.

use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::{Either, Select, select};
use isolate_protocol::Value;
use serde_json::Value as Json;
use tokio::runtime::Handle;
use tracing::Span;

use super::approval::{ApprovalRequest, Asked, Decision};
use super::convert::{Answered, Argument, Beyond64Bits, Unfit, json_of};
use super::error::{ErrorMaps, FunctionError};
use super::scope::{OfRun, RunContext, Scope, noted};
use super::{Function, FunctionFuture, Functions, answer_weight};
use crate::calls::{CallError, CallErrorKind, CallRecord, CallStatus, Calls};
use crate::charge::Bounds;
use crate::events::RunEvent;
use crate::lock::locked;
use crate::pending::Awaits;
use crate::secrets::Secrets;
use crate::spans;
use crate::trace;
use crate::values::Declared;
use crate::watchdog::{Alarm, Watchdog};

/// Calls in the record of a run, at most.
const RECORDED_MAX: usize = 1_000;

thread_local! {
    static IS_IN_FUNCTION: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs a function of the embedder, or what it asks for an approval.
pub(crate) fn is_in_function() -> bool {
    IS_IN_FUNCTION.get()
}

/// Runs code of the embedder, and catches its panic.
pub(crate) fn of_embedder<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    let was_in = IS_IN_FUNCTION.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_IN_FUNCTION.set(was_in);
    done
}

/// The error of a call that the run may not make.
pub(super) fn refusal(text: String, code: &str) -> FunctionError {
    let error = FunctionError::new(text).with_code(code);
    error.of_kind(CallErrorKind::Refused)
}

/// The error of a call that is too large or takes too long.
fn beyond_limit(text: String, code: &str) -> FunctionError {
    let error = FunctionError::new(text).with_code(code);
    error.of_kind(CallErrorKind::Limit)
}

/// The record of a run.
#[derive(Clone, Default)]
pub(crate) struct Records {
    shared: Arc<Mutex<Calls>>,
    of_run: OfRun,
}

impl Records {
    /// Adds an entry for a call that has not ended, and returns its index.
    fn begin(&self, function: &str, started: Duration) -> Option<usize> {
        let mut calls = locked(&self.shared);
        if calls.entries.len() >= RECORDED_MAX {
            calls.omitted += 1;
            return None;
        }
        calls.entries.push(CallRecord {
            function: function.to_owned(),
            started,
            duration: Duration::ZERO,
            status: CallStatus::Unfinished,
            may_have_written: false,
            note: None,
            error: None,
        });
        Some(calls.entries.len() - 1)
    }

    /// Notes that a function that may change something begins; `index` is its entry, if it has one.
    fn writes(&self, index: Option<usize>) {
        let mut calls = locked(&self.shared);
        match index.and_then(|index| calls.entries.get_mut(index)) {
            Some(entry) => entry.may_have_written = true,
            None => calls.omitted_writes += 1,
        }
    }

    /// What there is so far.
    pub(crate) fn copied(&self) -> Calls {
        locked(&self.shared).clone()
    }

    /// The record of a run that is taken up.
    pub(crate) fn of(calls: Calls) -> Self {
        Self {
            shared: Arc::new(Mutex::new(calls)),
            of_run: OfRun::default(),
        }
    }

    pub(crate) fn take(&self) -> Calls {
        std::mem::take(&mut *locked(&self.shared))
    }
}

/// A call that runs in the host.
pub(crate) struct Pending {
    pub(crate) id: u32,
    /// The memory of its argument.
    pub(crate) bytes: u64,
    /// Its name in messages and in the record of the run.
    pub(crate) name: String,
    pub(super) function: Arc<Function>,
    pub(super) scope: Scope,
    pub(super) records: Records,
    pub(super) record: Option<usize>,
    pub(super) began: Instant,
    pub(super) watchdog: Arc<Watchdog>,
    pub(super) secrets: Secrets,
    pub(super) errors: ErrorMaps,
    /// Why it cannot wait for an answer of later, if that is so.
    pub(super) not_suspended: Option<&'static str>,
    /// The argument as the program has passed it, encoded, if the run may be put away while the function is
    /// under way.
    pub(super) passed: Option<Box<[u8]>>,
    /// The runtime that its function uses, if it has gone on without the run.
    pub(super) runtime: Option<Handle>,
    /// Whether the function that was called may be called again, as far as it said when it was called.
    pub(super) was_repeatable: bool,
    pub(super) span: Span,
    pub(super) stage: Stage,
}

/// A call of a program.
pub(crate) struct Called<'a> {
    pub(crate) function: &'a Arc<Function>,
    pub(crate) value: Value,
    pub(crate) id: u32,
    /// The memory of the value.
    pub(crate) bytes: u64,
    /// The value, encoded, if the run may be put away while the function is under way.
    pub(crate) passed: Option<Box<[u8]>>,
}

/// A function that was called.
pub(super) struct UnderWay {
    race: Select<FunctionFuture, TimeLimit>,
    /// The argument of one that is answered later, which waits after this.
    kept: Option<Box<Argument>>,
    /// When it was called.
    pub(super) since: Instant,
}

/// The end of the time that a function may take, if there is one.
pub(super) struct TimeLimit(Option<Alarm>);

impl Future for TimeLimit {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            Some(alarm) => alarm.poll_unpin(context),
            None => Poll::Pending,
        }
    }
}

pub(super) enum Stage {
    /// It waits until its run is claimed, with its argument: nothing wakes it.
    Unclaimed(Box<Argument>),
    /// It waits for an approval, with its argument.
    Asked(Asked, Box<Argument>),
    /// It waits for somebody who answers later, with its argument: nothing wakes it.
    Parked(Box<Argument>, Awaits),
    /// The function is under way.
    Called(UnderWay),
    /// It failed before it began.
    Ended(Option<Result<Value, FunctionError>>),
}

/// What a run allows its calls to do.
#[derive(Clone)]
pub(crate) struct Allowance {
    /// Why functions that may change something are refused, if they are.
    pub(crate) writes_refused: Option<&'static str>,
    /// Whether the run has to be claimed before such a function is called.
    pub(crate) has_to_claim: bool,
    /// When the run began.
    pub(crate) started: Instant,
    /// Ends the calls that take too long.
    pub(crate) watchdog: Arc<Watchdog>,
    /// The budget and the deadline.
    pub(crate) bounds: Bounds,
    pub(crate) context: RunContext,
    /// Why the run cannot be put away until somebody has answered, if that is so.
    pub(crate) not_suspended: Option<&'static str>,
    /// After which time of its functions the run is put away, if it is.
    pub(crate) suspend_after: Option<Duration>,
}

impl Allowance {
    /// That of a run that begins now and may call everything.
    pub(crate) fn anything() -> Self {
        Self {
            writes_refused: None,
            has_to_claim: false,
            started: Instant::now(),
            watchdog: Arc::new(Watchdog::new()),
            bounds: Bounds::default(),
            context: RunContext::default(),
            not_suspended: Some("it was not meant to"),
            suspend_after: None,
        }
    }
}

impl Functions {
    pub(super) fn scope_of(&self, allowance: &Allowance, records: &Records) -> Scope {
        Scope {
            bounds: allowance.bounds.clone(),
            of_run: records.of_run.clone(),
            context: allowance.context.clone(),
            ..Scope::default()
        }
    }

    pub(crate) fn call(
        &self,
        called: Called<'_>,
        allowance: &Allowance,
        records: &Records,
    ) -> Pending {
        let Called {
            function,
            value,
            id,
            bytes,
            passed,
        } = called;
        let full_name = || function.info.full_name();
        let name = function.recorded_as.clone().unwrap_or_else(full_name);
        let began = Instant::now();
        let record = records.begin(&name, began.duration_since(allowance.started));
        let scope = self.scope_of(allowance, records);
        let span = spans::call(&name, id);
        if !span.is_disabled() && allowance.context.trace_contents().arguments {
            let shown = spans::shown_value(&value, &self.registered.secrets);
            span.record("gen_ai.tool.call.arguments", shown);
        }
        let mut pending = Pending {
            id,
            bytes: bytes + passed.as_ref().map_or(0, |passed| passed.len() as u64),
            name,
            span: span.clone(),
            function: Arc::clone(function),
            scope,
            records: records.clone(),
            record,
            began,
            watchdog: Arc::clone(&allowance.watchdog),
            secrets: self.registered.secrets.clone(),
            errors: self.registered.errors.clone(),
            not_suspended: allowance.not_suspended,
            passed,
            runtime: None,
            was_repeatable: true,
            stage: Stage::Ended(None),
        };
        if let Some(events) = allowance.context.events() {
            events.push(RunEvent::Called {
                call: id,
                function: pending.name.clone(),
            });
        }
        let stage = span.in_scope(|| self.admit(&mut pending, value, allowance));
        pending.stage = stage.unwrap_or_else(|error| Stage::Ended(Some(Err(error))));
        pending
    }

    /// Checks the argument and what the run allows.
    fn admit(
        &self,
        pending: &mut Pending,
        value: Value,
        allowance: &Allowance,
    ) -> Result<Stage, FunctionError> {
        let (name, function) = (&pending.name, &pending.function);
        if let Some(reason) = allowance.writes_refused
            && !function.info.is_read_only
        {
            let text = format!(
                "{reason}, and {name} may change what is outside of the sandbox: use functions that only read"
            );
            return Err(refusal(text, "EROFS"));
        }
        let is_later = function.info.is_answered_later;
        let in_the_way = match function.is_unrecorded {
            true => Some("the answers of this function are not to be kept"),
            false => pending.not_suspended,
        };
        if let (true, Some(reason)) = (is_later, in_the_way) {
            let text = format!(
                "{name} is answered later, and this run cannot wait for that: {reason}; it was not called"
            );
            return Err(refusal(text, "EAGAIN"));
        }
        let is_kept = is_later || function.info.approval.is_possible();
        if (function.input.schema().is_some() || is_kept)
            && answer_weight(&value, super::ARGUMENT_BYTES_MAX).is_none()
        {
            let text = format!(
                "the argument of {name} takes more than {} bytes: pass less in one call",
                super::ARGUMENT_BYTES_MAX
            );
            return Err(beyond_limit(text, "E2BIG"));
        }
        let argument = function
            .argument(value)
            .map_err(|unfit| unfit.of_argument(name))?;
        pending.bytes += argument.json_bytes as u64;
        if let Some(json) = argument.checked() {
            function.input.check_argument(name, json)?;
        }
        // The predicate is the embedder's, and may panic as a function may.
        let is_needed = |approval: &super::Approval, argument: &Json| {
            of_embedder(|| approval.is_needed(argument)).map_err(|_| pending.panicked())
        };
        let is_asked = match (&function.info.approval, argument.checked()) {
            (super::Approval::Never, _) => false,
            (approval, Some(json)) => is_needed(approval, json)?,
            (approval, None) => is_needed(approval, &argument.to_json()?)?,
        };
        if !is_asked {
            return Ok(match allowance.has_to_claim && pending.may_write() {
                true => Stage::Unclaimed(Box::new(argument)),
                false => pending.invoke(argument),
            });
        }
        let Some(approver) = &self.registered.approver else {
            return pending.parked(argument);
        };
        let request = ApprovalRequest {
            function: name.clone(),
            description: function.info.description.clone(),
            argument: argument.to_json()?,
            context: allowance.context.clone(),
        };
        match of_embedder(|| approver(request)) {
            Ok(decision) => Ok(Stage::Asked(decision, Box::new(argument))),
            Err(_) => {
                let text = format!("{name} was not approved: whoever was asked failed");
                Err(refusal(text, "EAPPROVAL"))
            }
        }
    }
}

impl Function {
    /// Whether a run may be put away while this function is under way.
    pub(crate) const fn may_go_on_alone(&self) -> bool {
        !(self.info.waits_in_memory || self.info.is_answered_later || self.is_unrecorded)
    }

    /// Whether it may be called again of which it is not known what it has done.
    pub(crate) const fn is_repeatable(&self) -> bool {
        self.info.is_read_only || self.info.is_idempotent
    }

    /// The argument, in its JSON form as well if there is a schema to validate it; a call without an
    /// argument gets the value for that.
    pub(super) fn argument(&self, mut value: Value) -> Result<Argument, Unfit> {
        let Some(schema) = self.input.schema() else {
            return Ok(Argument::plain(value));
        };
        if matches!(value, Value::Undefined) {
            value = crate::json::from_json(&self.input.of_nothing());
        }
        Argument::declared(value, schema)
    }
}

impl Pending {
    /// The stage of a call that nobody can approve now.
    fn parked(&self, argument: Argument) -> Result<Stage, FunctionError> {
        let Some(reason) = self.not_suspended else {
            return Ok(Stage::Parked(Box::new(argument), Awaits::Approval));
        };
        let text = format!(
            "{} needs an approval, and there is nobody to ask in this run, which cannot wait: {reason}",
            self.name
        );
        Err(refusal(text, "EAPPROVAL"))
    }

    /// The stage of a call of which something was decided.
    pub(super) fn decided(&self, decision: Decision, argument: Argument) -> Stage {
        let refused = match decision {
            Decision::Approve => return self.invoke(argument),
            Decision::Later => match self.parked(argument) {
                Ok(stage) => return stage,
                Err(error) => error,
            },
            Decision::Refuse(reason) => {
                let text = format!("{} was not approved: {reason}", self.name);
                refusal(text, "EAPPROVAL")
            }
        };
        Stage::Ended(Some(Err(refused)))
    }

    /// Whether the function may change something, and is not called yet or may be under way.
    pub(crate) fn may_write(&self) -> bool {
        !self.function.info.is_read_only
    }

    /// The run is claimed: the function may be called.
    pub(crate) fn claimed(&mut self) {
        if let Stage::Unclaimed(_) = &self.stage
            && let Stage::Unclaimed(argument) =
                std::mem::replace(&mut self.stage, Stage::Ended(None))
        {
            let span = self.span.clone();
            self.stage = span.in_scope(|| self.invoke(*argument));
        }
    }

    pub(super) fn invoke(&self, argument: Argument) -> Stage {
        if !self.function.info.is_read_only {
            self.records.writes(self.record);
        }
        let handler = Arc::clone(&self.function.handler);
        let scope = self.scope.clone();
        let is_later = self.function.info.is_answered_later;
        let kept = is_later.then(|| Box::new(argument.clone()));
        let limit = self.time_limit().map(|limit| self.watchdog.alarm(limit));
        match of_embedder(|| handler(argument, scope)) {
            Ok(future) => Stage::Called(UnderWay {
                race: select(future, TimeLimit(limit)),
                kept,
                since: Instant::now(),
            }),
            Err(_) => Stage::Ended(Some(Err(self.panicked()))),
        }
    }

    /// How long the function may take. While its run can be put away, only as it says itself.
    fn time_limit(&self) -> Option<Duration> {
        let limit = self.function.info.timeout;
        limit.or_else(|| self.passed.is_none().then_some(super::TIMEOUT))
    }

    /// Polls the call; its answer, with its limits checked.
    pub(super) fn poll_result(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Value, FunctionError>> {
        let runtime = self.runtime.clone();
        // Whoever polls it now may be elsewhere.
        let _entered = runtime.as_ref().map(Handle::enter);
        loop {
            match &mut self.stage {
                Stage::Ended(result) => {
                    let gone = || Err(FunctionError::new("the call has ended before"));
                    let result = result.take().unwrap_or_else(gone);
                    return Poll::Ready(self.ended(result));
                }
                Stage::Asked(decision, argument) => {
                    let decided = of_embedder(|| decision.as_mut().poll(context));
                    let decided = match decided {
                        Ok(Poll::Pending) => return Poll::Pending,
                        Ok(Poll::Ready(decision)) => decision,
                        Err(_) => Decision::refuse("whoever was asked failed"),
                    };
                    let nothing = Argument::plain(Value::Undefined);
                    let argument = std::mem::replace(&mut **argument, nothing);
                    let next = self.decided(decided, argument);
                    self.leave(next);
                }
                Stage::Parked(..) | Stage::Unclaimed(_) => return Poll::Pending,
                Stage::Called(called) => {
                    let is_later = called.kept.is_some();
                    let polled = of_embedder(|| {
                        called.race.poll_unpin(context).map(|winner| match winner {
                            Either::Left((result, _)) => Some(result),
                            // Dropped here, where it may panic.
                            Either::Right(((), _late)) => None,
                        })
                    });
                    let result = match polled {
                        Ok(Poll::Ready(Some(result))) => result,
                        Ok(Poll::Ready(None)) => {
                            self.scope.cancel.cancel();
                            Err(self.timed_out())
                        }
                        Ok(Poll::Pending) => return Poll::Pending,
                        Err(_) => Err(self.panicked()),
                    };
                    let next = match result {
                        Ok(answered) if !is_later => Stage::Ended(Some(self.checked(answered))),
                        Ok(_) => self.waits_for_answer(),
                        Err(error) => Stage::Ended(Some(Err(error))),
                    };
                    self.leave(next);
                }
            }
        }
    }

    /// The stage of a function that has begun what it does, and is answered later.
    fn waits_for_answer(&mut self) -> Stage {
        match &mut self.stage {
            Stage::Called(called) => match called.kept.take() {
                Some(argument) => Stage::Parked(argument, Awaits::Answer),
                None => Stage::Ended(None),
            },
            _ => Stage::Ended(None),
        }
    }

    /// Checks that the answer may be passed to the program.
    pub(super) fn checked(&self, answered: Answered) -> Result<Value, FunctionError> {
        let Self { function, name, .. } = self;
        let schema = function.output.schema();
        let value = match answered {
            Answered::Value(value) => value,
            Answered::Converted(value) => {
                let checked = Declared::by(schema).check(&value);
                checked.map_err(|inexact| Unfit::from(inexact).of_answer(name))?;
                value
            }
        };
        let bytes_max = function.answer_bytes_max.min(super::ANSWER_BYTES_CEILING);
        if answer_weight(&value, bytes_max).is_none() {
            let text = format!(
                "{name} answered more than {bytes_max} bytes: ask it for less, such as a page or fewer fields"
            );
            return Err(beyond_limit(text, "E2BIG"));
        }
        if function.output.is_checked() {
            let json = self
                .scope
                .bounds
                .within_scratch(|| json_of(&value, schema, Beyond64Bits::Approximate))
                .map_err(|unfit| unfit.of_answer(name))?;
            function.output.check_answer(name, &json)?;
        }
        Ok(value)
    }

    fn timed_out(&self) -> FunctionError {
        let text = format!(
            "{} did not answer within {} ms",
            self.name,
            self.time_limit().unwrap_or_default().as_millis()
        );
        beyond_limit(text, "ETIMEDOUT")
    }

    fn panicked(&self) -> FunctionError {
        FunctionError::new(format!("{} failed by a defect of its own", self.name))
            .of_kind(CallErrorKind::Defect)
    }

    fn ended(&mut self, result: Result<Value, FunctionError>) -> Result<Value, FunctionError> {
        let mut result = result.map_err(|error| self.errors.apply(error));
        match &mut result {
            Ok(value) => self.secrets.hide_in_value(value),
            Err(error) => error.hide(&self.secrets),
        }
        let status = match &result {
            Ok(_) => CallStatus::Answered,
            Err(error) => CallStatus::Failed {
                code: error.code.clone(),
            },
        };
        let code = match &status {
            CallStatus::Failed { code } => Some(spans::code_of(code)),
            _ => None,
        };
        tracing::debug!(function = %self.name, code, "a function ended");
        self.trace_end(&result);
        let error = result.as_ref().err().map(|error| CallError {
            kind: error.kind(),
            message: noted(error.message.clone()),
        });
        self.tell_end(&status);
        self.record_end(status, error);
        result
    }

    fn tell_end(&self, status: &CallStatus) {
        if let Some(events) = self.scope.context.events() {
            events.push(RunEvent::Ended {
                call: self.id,
                function: self.name.clone(),
                status: status.clone(),
            });
        }
    }

    /// Ends the span of the call.
    fn trace_end(&mut self, result: &Result<Value, FunctionError>) {
        let span = std::mem::replace(&mut self.span, Span::none());
        match result {
            Err(error) => spans::call_failed(&span, &error.code),
            Ok(value) if !span.is_disabled() && self.scope.context.trace_contents().results => {
                let shown = spans::shown_value(value, &self.secrets);
                span.record("gen_ai.tool.call.result", shown);
            }
            Ok(_) => {}
        }
        trace::end(&span);
    }

    /// Continues with the next stage. The old one may panic when it is dropped.
    pub(super) fn leave(&mut self, next: Stage) {
        let left = std::mem::replace(&mut self.stage, next);
        let _ = of_embedder(|| drop(left));
    }

    fn record_end(&mut self, status: CallStatus, error: Option<CallError>) {
        let Some(index) = self.record.take() else {
            return;
        };
        let mut calls = locked(&self.records.shared);
        if let Some(entry) = calls.entries.get_mut(index) {
            entry.duration = self.began.elapsed();
            entry.status = status;
            entry.error = error;
            let note = locked(&self.scope.note);
            entry.note = note.as_deref().map(|note| self.secrets.hide_text(note));
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let span = std::mem::replace(&mut self.span, Span::none());
        if !span.is_disabled() {
            let why = match self.stage {
                Stage::Parked(_, Awaits::Answer | Awaits::Function) => "waits for its answer",
                Stage::Parked(..) => "waits for an approval",
                _ => "the run ended first",
            };
            span.record("isolate.unfinished", why);
        }
        self.record_end(CallStatus::Unfinished, None);
        if matches!(self.stage, Stage::Called(..)) {
            self.scope.cancel.cancel();
            self.tell_end(&CallStatus::Unfinished);
        }
        span.in_scope(|| self.leave(Stage::Ended(None)));
        trace::end(&span);
    }
}
