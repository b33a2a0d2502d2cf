//! The JSON form of a run.
//!
//! The keys and their order are part of the contract of `isolate-run --json`, which prints this
//! and nothing else.

use isolate_protocol::Value;
use isolate_text::VPath;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value as Json;

use crate::calls::{CallRecord, CallStatus, Calls};
use crate::cuts::RESULT_CUT;
use crate::outcome::{Conflict, Effects, LogEntry, LogsDropped, Outcome, PartialRun, Run, Usage};
use crate::program_error::{ProgramError, ProgramErrorKind};

/// The member with the reason for which changes were refused.
pub(crate) const REFUSAL: &str = "refusal";

/// The status of a run that waits for an answer.
const SUSPENDED: &str = "suspended";

/// How a program ended, as the JSON form says it.
pub(crate) const fn status_of(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Returned(_) => "ok",
        Outcome::Threw(_) | Outcome::Unparsable(_) => "error",
        Outcome::LimitExceeded(_) => "limit",
        Outcome::Suspended(_) => SUSPENDED,
        Outcome::Conflict(_) => "conflict",
    }
}

/// Writes the object that `isolate-run --json` prints.
///
/// ```
/// use isolate_host::{Sandbox, Workspace};
///
/// let run = Sandbox::new()?.run(&Workspace::memory()?, "1 + 1").blocking()?;
/// let json = serde_json::to_string(&run)?;
/// assert!(json.starts_with(r#"{"status":"ok","result":2,"logs":[],"effects":{"created":[],"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Run {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("status", status_of(&self.outcome))?;
        if let Outcome::Returned(value) = &self.outcome
            && !matches!(value, Value::Undefined)
        {
            object.serialize_entry("result", value)?;
        }
        let cuts = (!self.cuts.is_empty()).then_some(&self.cuts);
        object.optional_entry(RESULT_CUT, cuts)?;
        if let Outcome::Suspended(suspended) = &self.outcome {
            object.serialize_entry("waitingFor", &suspended.waiting_for)?;
        }
        if let Outcome::Conflict(conflict) = &self.outcome {
            object.serialize_entry("conflict", &ConflictForm::of(conflict))?;
        }
        let frame = self.frame.as_deref();
        let error = self.outcome.error();
        object.optional_entry("error", error.map(|error| ErrorForm { error, frame }))?;
        let done = DoneForm {
            logs: &self.logs,
            logs_dropped: &self.logs_dropped,
            calls: &self.calls,
            effects: &self.effects,
            is_committed: self.is_committed,
            refusal: self.refusal.as_deref(),
            diff: self.diff.as_deref(),
            usage: &self.usage,
        };
        done.serialize_into(&mut object)?;
        object.end()
    }
}

impl Serialize for PartialRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let done = DoneForm {
            logs: &self.logs,
            logs_dropped: &self.logs_dropped,
            calls: &self.calls,
            effects: &self.effects,
            is_committed: self.is_committed,
            refusal: None,
            diff: None,
            usage: &self.usage,
        };
        let mut object = serializer.serialize_map(None)?;
        done.serialize_into(&mut object)?;
        object.end()
    }
}

/// Why nothing was taken over.
#[derive(serde::Serialize)]
struct ConflictForm<'a> {
    branch: &'a str,
    paths: Vec<&'a str>,
}

impl<'a> ConflictForm<'a> {
    fn of(conflict: &'a Conflict) -> Self {
        Self {
            branch: &conflict.branch,
            paths: conflict.paths.iter().map(VPath::as_str).collect(),
        }
    }
}

/// Members that may be missing.
pub(crate) trait OptionalEntry: SerializeMap {
    /// Writes a member if there is a value.
    fn optional_entry(
        &mut self,
        key: &str,
        value: Option<impl Serialize>,
    ) -> Result<(), Self::Error> {
        match value {
            Some(value) => self.serialize_entry(key, &value),
            None => Ok(()),
        }
    }
}

impl<M: SerializeMap> OptionalEntry for M {}

/// What a run did, however it ended.
struct DoneForm<'a> {
    logs: &'a [LogEntry],
    logs_dropped: &'a LogsDropped,
    calls: &'a Calls,
    effects: &'a Effects,
    is_committed: bool,
    refusal: Option<&'a str>,
    diff: Option<&'a str>,
    usage: &'a Usage,
}

impl DoneForm<'_> {
    fn serialize_into<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let Self { calls, .. } = self;
        object.serialize_entry("logs", self.logs)?;
        let dropped = (self.logs_dropped.entries > 0).then_some(self.logs_dropped);
        object.optional_entry("logsDropped", dropped)?;
        object.serialize_entry("effects", &EffectsForm(self.effects))?;
        let entries = (!calls.entries.is_empty()).then_some(&calls.entries);
        object.optional_entry("calls", entries)?;
        object.optional_entry("callsOmitted", (calls.omitted > 0).then_some(calls.omitted))?;
        object.optional_entry("committed", (!self.is_committed).then_some(false))?;
        object.optional_entry(REFUSAL, self.refusal)?;
        object.optional_entry("diff", self.diff)?;
        object.serialize_entry("run", &self.effects.run)?;
        object.serialize_entry("usage", self.usage)
    }
}

/// How a program failed, with the lines around the place.
pub(crate) struct ErrorForm<'a> {
    pub(crate) error: ProgramError,
    pub(crate) frame: Option<&'a str>,
}

impl Serialize for ErrorForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { error, frame } = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", error.name())?;
        object.serialize_entry("message", error.message())?;
        object.optional_entry("code", error.code())?;
        object.optional_entry("line", error.line())?;
        object.optional_entry("column", error.column())?;
        object.optional_entry("frame", *frame)?;
        if let ProgramErrorKind::Limit(limit) = error.kind() {
            object.serialize_entry("limit", limit.as_str())?;
        }
        object.end()
    }
}

/// The paths of effects, without their sizes.
struct EffectsForm<'a>(&'a Effects);

impl Serialize for EffectsForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(effects) = self;
        let mut object = serializer.serialize_map(None)?;
        for (key, entries) in [
            ("created", &effects.created),
            ("changed", &effects.changed),
            ("deleted", &effects.deleted),
        ] {
            let paths: Vec<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
            object.serialize_entry(key, &paths)?;
        }
        if !effects.omitted.is_empty() {
            let mut counts = serde_json::json!({
                "created": effects.omitted.created,
                "changed": effects.omitted.changed,
                "deleted": effects.omitted.deleted,
            });
            if effects.omitted.is_partial {
                counts["isPartial"] = Json::Bool(true);
            }
            object.serialize_entry("omitted", &counts)?;
        }
        object.end()
    }
}

impl Serialize for CallRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (status, code) = match &self.status {
            CallStatus::Answered => ("ok", None),
            CallStatus::Failed { code } => ("error", Some(code)),
            CallStatus::Unfinished => ("unfinished", None),
        };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("function", &self.function)?;
        object.serialize_entry("status", status)?;
        // The clock is not more exact than microseconds.
        object.serialize_entry("ms", &(self.duration.as_micros() as f64 / 1e3))?;
        object.optional_entry("code", code)?;
        let message = self.error.as_ref().map(|error| &error.message);
        object.optional_entry("message", message)?;
        object.optional_entry("note", self.note.as_ref())?;
        object.end()
    }
}

impl Serialize for Usage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(6))?;
        object.serialize_entry("fuel", &self.fuel)?;
        // The clock is not more exact than microseconds.
        let wall_ms = (self.wall.as_secs_f64() * 1e6).round() / 1e3;
        object.serialize_entry("wallMs", &wall_ms)?;
        object.serialize_entry("peakMemoryBytes", &self.peak_memory_bytes)?;
        object.serialize_entry("hostCalls", &self.host_calls)?;
        object.serialize_entry("bytesRead", &self.bytes_read)?;
        object.serialize_entry("bytesWritten", &self.bytes_written)?;
        object.end()
    }
}
