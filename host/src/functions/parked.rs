//! Calls that a run is put away with: what is kept of them, and how they go on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isolate_protocol::Value;
use isolate_protocol::wire::{Decoder, Encoder};
use serde_json::Value as Json;
use tokio::runtime::Handle;
use tracing::Span;

use super::approval::Decision;
use super::call::{Allowance, Pending, Records, Stage, refusal};
use super::convert::{Answered, Argument};
use super::error::FunctionError;
use super::{Function, Functions};
use crate::charge::Halted;
use crate::lock::locked;
use crate::pending::Awaits;
use crate::spans;
use crate::trace;

/// A call with which a run is put away, as it is shown and kept.
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
    /// Whether its function may be called again if it is not known what this call has done.
    pub(crate) is_repeatable: bool,
    /// Whether its function is under way.
    pub(crate) is_under_way: bool,
}

/// What became of a call while its run was put away.
pub(crate) enum Resolved {
    /// Whether it may be made.
    Decided(Decision),
    /// Somebody has answered it.
    Answered(Result<Json, FunctionError>),
    /// Its function has answered.
    Ended(EndedCall),
    /// It was interrupted, and is made again.
    Again,
}

/// The end of a call whose run was put away meanwhile.
pub(crate) struct EndedCall {
    /// What the program gets: converted, checked, and without credentials.
    pub(crate) result: Result<Value, FunctionError>,
    /// How long it took.
    pub(crate) took: Duration,
    pub(crate) note: Option<String>,
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
            passed: None,
            runtime: None,
            was_repeatable: call.awaits != Awaits::Function || call.is_repeatable,
            stage: Stage::Ended(None),
        };
        let is_begun = matches!(
            resolved,
            Some(Resolved::Again | Resolved::Decided(Decision::Approve))
        );
        if is_begun && allowance.suspend_after.is_some() && function.may_go_on_alone() {
            let mut passed = Encoder::new();
            passed.value(&call.argument);
            pending.passed = Some(passed.into_bytes().into());
        }
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
                Some(Resolved::Again) => match allowance.writes_refused {
                    Some(reason) if !function.info.is_read_only => {
                        let text = format!(
                            "{reason}, and {} may change what is outside of the sandbox: it was interrupted, and is not called again",
                            pending.name
                        );
                        Stage::Ended(Some(Err(refusal(text, "EROFS"))))
                    }
                    _ => pending.invoke(argument),
                },
                Some(Resolved::Answered(answer)) => {
                    let value =
                        answer.map(|json| Answered::Converted(crate::json::from_json(&json)));
                    let checked = value.and_then(|answered| pending.checked(answered));
                    Stage::Ended(Some(checked))
                }
                Some(Resolved::Ended(ended)) => pending.stage_of(ended),
            },
        });
        pending
    }
}

impl Pending {
    /// Whether nothing but an answer of later ends it.
    pub(crate) const fn is_parked(&self) -> bool {
        matches!(self.stage, Stage::Parked(..))
    }

    /// Since when its function is under way, if that can go on while the run is put away.
    pub(super) fn goes_on_alone(&self) -> Option<Instant> {
        match &self.stage {
            Stage::Called(called) if self.passed.is_some() => Some(called.since),
            _ => None,
        }
    }

    /// Whether its function may be called again, if it is interrupted.
    pub(crate) fn is_repeatable(&self) -> bool {
        self.was_repeatable && self.function.is_repeatable()
    }

    /// What is shown of a call that the run can be put away with, and what is kept of it.
    pub(crate) fn parked_call(&self) -> Result<Option<ParkedCall>, Halted> {
        let passed;
        let (argument, awaits) = match (&self.stage, &self.passed) {
            (Stage::Parked(argument, awaits), _) => (&**argument, *awaits),
            (Stage::Called(_), Some(bytes)) => {
                // It could be decoded when the program passed it, and matched its schema.
                let value = Decoder::new(bytes).value().map_err(|_| Halted)?;
                passed = self.function.argument(value).map_err(|_| Halted)?;
                (&passed, Awaits::Function)
            }
            _ => return Ok(None),
        };
        Ok(Some(ParkedCall {
            id: self.id,
            bytes: self.bytes,
            name: self.function.info.full_name(),
            recorded_name: self.name.clone(),
            awaits,
            description: self.function.info.description.clone(),
            argument: argument.value.clone(),
            json: argument.to_json()?,
            record: self.record,
            is_repeatable: self.is_repeatable(),
            is_under_way: matches!(self.stage, Stage::Called(_)),
        }))
    }

    /// Whether its function was called by the run before it was put away, and has not answered.
    pub(crate) const fn was_under_way(&self) -> bool {
        matches!(self.stage, Stage::Parked(_, Awaits::Function))
    }

    /// Lets its function go on where the run is not, which was called inside of this runtime.
    pub(crate) fn leaves(&mut self, runtime: Option<&Handle>) {
        if self.runtime.is_none() {
            self.runtime = runtime.cloned();
        }
    }

    /// Goes on with its function, which has gone on without the run. `may_leave` says whether the run may be
    /// put away again meanwhile.
    pub(crate) fn takes_over(&mut self, mut alone: Self, may_leave: bool) {
        self.leave(std::mem::replace(&mut alone.stage, Stage::Ended(None)));
        self.function = Arc::clone(&alone.function);
        // What the function has of them.
        self.scope.note = Arc::clone(&alone.scope.note);
        self.scope.cancel = alone.scope.cancel.clone();
        self.scope.of_run = alone.scope.of_run.clone();
        self.secrets = alone.secrets.clone();
        self.errors = alone.errors.clone();
        self.runtime = alone.runtime.clone();
        self.was_repeatable = alone.was_repeatable;
        self.began = alone.began;
        self.passed = alone.passed.take().filter(|_| may_leave);
        // The call ends in this run; in the other its span ends here.
        let span = std::mem::replace(&mut alone.span, Span::none());
        if !span.is_disabled() {
            span.record("isolate.unfinished", "goes on in the run that was resumed");
        }
        trace::end(&span);
    }

    /// Ends with what its function has answered before the run was there again.
    pub(crate) fn has_ended(&mut self, ended: EndedCall) {
        let stage = self.stage_of(ended);
        self.leave(stage);
    }

    fn stage_of(&mut self, ended: EndedCall) -> Stage {
        let now = Instant::now();
        self.began = now.checked_sub(ended.took).unwrap_or(now);
        *locked(&self.scope.note) = ended.note;
        Stage::Ended(Some(ended.result))
    }

    /// Its end, as it is kept for a run that was put away.
    pub(crate) fn ended_with(&self, result: Result<Value, FunctionError>) -> EndedCall {
        let note = locked(&self.scope.note);
        EndedCall {
            result,
            took: self.began.elapsed(),
            note: note.as_deref().map(|note| self.secrets.hide_text(note)),
        }
    }

    /// Ends a call that is parked with an error.
    pub(crate) fn refuse_parked(&mut self, mut error: FunctionError) {
        match self.stage {
            Stage::Parked(_, Awaits::Approval) => {}
            Stage::Parked(_, Awaits::Answer | Awaits::Function) => {
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
}
