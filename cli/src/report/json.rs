//! The answer of `--json`.

use isolate_host::{
    CallRecord, CallStatus, EffectEntry, Effects, LimitExceeded, Outcome, Run, Thrown, Usage,
    frame, message_of, to_json,
};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value as Json, json};

/// The JSON form of a run; its keys and their order are part of the command's contract.
pub(super) struct RunJson<'a> {
    before: Map<String, Json>,
    effects: &'a Effects,
    after: Map<String, Json>,
}

impl Serialize for RunJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (key, value) in &self.before {
            object.serialize_entry(key, value)?;
        }
        object.serialize_entry("effects", &EffectsJson(self.effects))?;
        for (key, value) in &self.after {
            object.serialize_entry(key, value)?;
        }
        object.end()
    }
}

/// The paths of a run as JSON. They may be long, and are not copied.
struct EffectsJson<'a>(&'a Effects);

impl Serialize for EffectsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Effects {
            created,
            changed,
            deleted,
            omitted,
            ..
        } = self.0;
        let mut object = serializer.serialize_map(None)?;
        for (key, entries) in [
            ("created", created),
            ("changed", changed),
            ("deleted", deleted),
        ] {
            object.serialize_entry(key, &Paths(entries))?;
        }
        if !omitted.is_empty() {
            let mut counts = json!({
                "created": omitted.created,
                "changed": omitted.changed,
                "deleted": omitted.deleted,
            });
            if omitted.is_partial {
                counts["isPartial"] = true.into();
            }
            object.serialize_entry("omitted", &counts)?;
        }
        object.end()
    }
}

struct Paths<'a>(&'a [EffectEntry]);

impl Serialize for Paths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|entry| entry.path.as_str()))
    }
}

/// The JSON form of a run. An operation has a number only where the files persist.
pub(super) fn run_json<'a>(
    run: &'a Run,
    source: &str,
    op_id: Option<isolate_host::vfs::RunId>,
) -> RunJson<'a> {
    let mut object = Map::new();
    let status = match &run.outcome {
        Outcome::Returned(_) => "ok",
        Outcome::Threw(_) | Outcome::Unparsable(_) => "error",
        Outcome::LimitExceeded(_) => "limit",
    };
    object.insert("status".to_owned(), status.into());
    match &run.outcome {
        Outcome::Returned(value) => {
            if let Some(result) = to_json(value) {
                object.insert("result".to_owned(), result);
            }
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            object.insert("error".to_owned(), thrown_json(thrown, source));
        }
        Outcome::LimitExceeded(LimitExceeded { limit, message }) => {
            let error = json!({
                "name": "LimitExceeded",
                "message": message,
                "code": limit.code(),
                "limit": limit.as_str(),
            });
            object.insert("error".to_owned(), error);
        }
    }
    let logs = run
        .logs
        .iter()
        .map(|entry| json!({ "level": entry.level.as_str(), "text": entry.text }))
        .collect();
    object.insert("logs".to_owned(), Json::Array(logs));
    let dropped = run.logs_dropped;
    if dropped.entries > 0 {
        let dropped = json!({ "entries": dropped.entries, "bytes": dropped.bytes });
        object.insert("logsDropped".to_owned(), dropped);
    }
    let before = std::mem::take(&mut object);
    if !run.calls.entries.is_empty() {
        let calls = run.calls.entries.iter().map(call_json).collect();
        object.insert("calls".to_owned(), Json::Array(calls));
    }
    if run.calls.omitted > 0 {
        object.insert("callsOmitted".to_owned(), run.calls.omitted.into());
    }
    if !run.is_committed {
        object.insert("committed".to_owned(), false.into());
    }
    if let Some(diff) = &run.diff {
        object.insert("diff".to_owned(), diff.clone().into());
    }
    if let Some(op_id) = op_id {
        object.insert("opId".to_owned(), i64::from(op_id).into());
    }
    object.insert("usage".to_owned(), usage_json(&run.usage));
    RunJson {
        before,
        effects: &run.effects,
        after: object,
    }
}

/// A call of a function.
fn call_json(call: &CallRecord) -> Json {
    let (status, code) = match &call.status {
        CallStatus::Answered => ("ok", None),
        CallStatus::Failed { code } => ("error", Some(code)),
        _ => ("unfinished", None),
    };
    let mut json = json!({
        "function": call.function,
        "status": status,
        // Microseconds are the clock's own noise.
        "ms": call.duration.as_micros() as f64 / 1e3,
    });
    if let Some(code) = code {
        json["code"] = code.as_str().into();
    }
    if let Some(note) = &call.note {
        json["note"] = note.as_str().into();
    }
    json
}

/// The effects of nothing.
pub(super) fn no_effects() -> Json {
    json!({ "created": [], "changed": [], "deleted": [] })
}

pub(super) fn usage_json(usage: &Usage) -> Json {
    json!({
        "fuel": usage.fuel,
        // Microseconds are as fine as the clock is honest.
        "wallMs": (usage.wall.as_secs_f64() * 1e6).round() / 1e3,
        "peakMemoryBytes": usage.peak_memory_bytes,
        "hostCalls": usage.host_calls,
        "bytesRead": usage.bytes_read,
        "bytesWritten": usage.bytes_written,
    })
}

fn thrown_json(thrown: &Thrown, source: &str) -> Json {
    let mut error = Map::new();
    error.insert("name".to_owned(), thrown.name.clone().into());
    error.insert("message".to_owned(), message_of(thrown).into());
    if let Some(code) = &thrown.code {
        error.insert("code".to_owned(), code.clone().into());
    }
    if let Some(line) = thrown.line {
        error.insert("line".to_owned(), line.into());
    }
    if let Some(column) = thrown.column {
        error.insert("column".to_owned(), column.into());
    }
    if let (Some(line), Some(column)) = (thrown.line, thrown.column)
        && let Some(frame) = frame(source, line, column)
    {
        error.insert("frame".to_owned(), frame.into());
    }
    Json::Object(error)
}
