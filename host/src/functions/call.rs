//! One call of a function: the checks before it, its limits, and its record.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::{Either, Select, select};
use isolate_protocol::Value;
use serde_json::Value as Json;
use tracing::Span;

use super::approval::{ApprovalRequest, Asked, Decision};
use super::convert::{Answered, Argument, Beyond64Bits, Unfit, json_of};
use super::error::{ErrorMaps, FunctionError};
use super::scope::{OfRun, RunContext, Scope, noted};
use super::{Function, FunctionFuture, Functions, answer_weight};
use crate::calls::{CallError, CallErrorKind, CallRecord, CallStatus, Calls};
use crate::charge::{Bounds, Halted};
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
fn refusal(text: String, code: &str) -> FunctionError {
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
    function: Arc<Function>,
    scope: Scope,
    records: Records,
    record: Option<usize>,
    began: Instant,
    watchdog: Arc<Watchdog>,
    secrets: Secrets,
    errors: ErrorMaps,
    /// Why it cannot wait for an answer of later, if that is so.
    not_suspended: Option<&'static str>,
    pub(super) span: Span,
    stage: Stage,
}

enum Stage {
    /// It waits for an approval, with its argument.
    Asked(Asked, Box<Argument>),
    /// It waits for somebody who answers later, with its argument: nothing wakes it.
    Parked(Box<Argument>, Awaits),
    /// The function runs, until the alarm at most. One that is answered later waits after that, with its
    /// argument.
    Called(Select<FunctionFuture, Alarm>, Option<Box<Argument>>),
    /// It failed before it began.
    Ended(Option<Result<Value, FunctionError>>),
}

/// A call that waits for an answer of later, as it is shown and kept.
pub(crate) struct ParkedCall {
    pub(crate) id: u32,
    pub(crate) bytes: u64,
    /// The full name of its function.
    pub(crate) name: String,
    /// Its name in the record of the run.
    pub(crate) recorded_name: String,
    pub(crate) awaits: Awaits,
    pub(crate) description: String,
    pub(crate) argument: Value,
    pub(crate) json: Json,
    /// Its entry in the record of the run.
    pub(crate) record: Option<usize>,
}

/// What became of a call while its run was put away.
pub(crate) enum Resolved {
    /// Whether it may be made.
    Decided(Decision),
    /// It has its answer.
    Answered(Result<Json, FunctionError>),
}

/// What a run allows its calls to do.
#[derive(Clone)]
pub(crate) struct Allowance {
    /// Why functions that may change something are refused, if they are.
    pub(crate) writes_refused: Option<&'static str>,
    /// When the run began.
    pub(crate) started: Instant,
    /// Ends the calls that take too long.
    pub(crate) watchdog: Arc<Watchdog>,
    /// The budget and the deadline.
    pub(crate) bounds: Bounds,
    pub(crate) context: RunContext,
    /// Why the run cannot be put away until somebody has answered, if that is so.
    pub(crate) not_suspended: Option<&'static str>,
}

impl Allowance {
    /// That of a run that begins now and may call everything.
    pub(crate) fn anything() -> Self {
        Self {
            writes_refused: None,
            started: Instant::now(),
            watchdog: Arc::new(Watchdog::new()),
            bounds: Bounds::default(),
            context: RunContext::default(),
            not_suspended: Some("it was not meant to"),
        }
    }
}

impl Functions {
    /// A call of a run that was put away, with what became of it meanwhile, if anything did.
    pub(crate) fn take_up(
        &self,
        function: &Arc<Function>,
        call: ParkedCall,
        resolved: Option<Resolved>,
        allowance: &Allowance,
        records: &Records,
    ) -> Pending {
        let awaits = call.awaits;
        let span = spans::call(&call.recorded_name, call.id);
        let mut pending = Pending {
            id: call.id,
            bytes: call.bytes,
            span: span.clone(),
            name: call.recorded_name,
            function: Arc::clone(function),
            scope: self.scope_of(allowance, records),
            records: records.clone(),
            record: call.record,
            began: Instant::now(),
            watchdog: Arc::clone(&allowance.watchdog),
            secrets: self.registered.secrets.clone(),
            errors: self.registered.errors.clone(),
            not_suspended: allowance.not_suspended,
            stage: Stage::Ended(None),
        };
        let argument = match function.input.schema() {
            None => Ok(Argument::plain(call.argument)),
            Some(schema) => Argument::declared(call.argument, schema)
                .map_err(|unfit| unfit.of_argument(&pending.name)),
        };
        pending.stage = span.in_scope(|| match argument {
            Err(error) => Stage::Ended(Some(Err(error))),
            Ok(argument) => match resolved {
                None | Some(Resolved::Decided(Decision::Later)) => {
                    Stage::Parked(Box::new(argument), awaits)
                }
                Some(Resolved::Decided(decision)) => pending.decided(decision, argument),
                Some(Resolved::Answered(answer)) => {
                    let value =
                        answer.map(|json| Answered::Converted(crate::json::from_json(&json)));
                    let checked = value.and_then(|answered| pending.checked(answered));
                    Stage::Ended(Some(checked))
                }
            },
        });
        pending
    }

    fn scope_of(&self, allowance: &Allowance, records: &Records) -> Scope {
        Scope {
            bounds: allowance.bounds.clone(),
            of_run: records.of_run.clone(),
            context: allowance.context.clone(),
            ..Scope::default()
        }
    }

    pub(crate) fn call(
        &self,
        function: &Arc<Function>,
        value: Value,
        id: u32,
        bytes: u64,
        allowance: &Allowance,
        records: &Records,
    ) -> Pending {
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
            bytes,
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
            return Ok(pending.invoke(argument));
        }
        let Some(approver) = &self.registered.approver else {
            return pending.parked(argument);
        };
        let request = ApprovalRequest {
            function: name.clone(),
            description: function.info.description.clone(),
            argument: argument.to_json()?,
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
    /// The argument, in its JSON form as well if there is a schema to validate it; a call without an
    /// argument gets the value for that.
    fn argument(&self, mut value: Value) -> Result<Argument, Unfit> {
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
    fn decided(&self, decision: Decision, argument: Argument) -> Stage {
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

    /// Whether nothing but an answer of later ends it.
    pub(crate) const fn is_parked(&self) -> bool {
        matches!(self.stage, Stage::Parked(..))
    }

    /// What is shown of a call that is parked, and what is kept of it.
    pub(crate) fn parked_call(&self) -> Result<Option<ParkedCall>, Halted> {
        let Stage::Parked(argument, awaits) = &self.stage else {
            return Ok(None);
        };
        Ok(Some(ParkedCall {
            id: self.id,
            bytes: self.bytes,
            name: self.function.info.full_name(),
            recorded_name: self.name.clone(),
            awaits: *awaits,
            description: self.function.info.description.clone(),
            argument: argument.value.clone(),
            json: argument.to_json()?,
            record: self.record,
        }))
    }

    /// Ends a call that is parked with an error.
    pub(crate) fn refuse_parked(&mut self, mut error: FunctionError) {
        match self.stage {
            Stage::Parked(_, Awaits::Approval) => {}
            Stage::Parked(_, Awaits::Answer) => {
                // It was called: only its answer is missing.
                if error.code == "EAPPROVAL" {
                    "EAGAIN".clone_into(&mut error.code);
                }
                error.message = format!(
                    "{} was called, and has no answer: {}",
                    self.name, error.message
                );
            }
            _ => return,
        }
        self.leave(Stage::Ended(Some(Err(error))));
    }

    fn invoke(&self, argument: Argument) -> Stage {
        if !self.function.info.is_read_only {
            self.records.writes(self.record);
        }
        let handler = Arc::clone(&self.function.handler);
        let scope = self.scope.clone();
        let is_later = self.function.info.is_answered_later;
        let kept = is_later.then(|| Box::new(argument.clone()));
        let alarm = self.watchdog.alarm(self.function.info.timeout);
        match of_embedder(|| handler(argument, scope)) {
            Ok(future) => Stage::Called(select(future, alarm), kept),
            Err(_) => Stage::Ended(Some(Err(self.panicked()))),
        }
    }

    /// Polls the call; its answer, with its limits checked.
    pub(super) fn poll_result(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Value, FunctionError>> {
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
                Stage::Parked(..) => return Poll::Pending,
                Stage::Called(race, kept) => {
                    let is_later = kept.is_some();
                    let polled = of_embedder(|| {
                        race.poll_unpin(context).map(|winner| match winner {
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
            Stage::Called(_, Some(argument)) => {
                let nothing = Argument::plain(Value::Undefined);
                let argument = std::mem::replace(&mut **argument, nothing);
                Stage::Parked(Box::new(argument), Awaits::Answer)
            }
            _ => Stage::Ended(None),
        }
    }

    /// Checks that the answer may be passed to the program.
    fn checked(&self, answered: Answered) -> Result<Value, FunctionError> {
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
            self.function.info.timeout.as_millis()
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
    fn leave(&mut self, next: Stage) {
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
                Stage::Parked(_, Awaits::Answer) => "waits for its answer",
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
