//! Runs, and what the history has of them, as JSON.

use isolate_host::vfs::{BranchInfo, Effects, Error, RunInfo, Timestamp, Tree};
use isolate_host::{
    CallStatus, Outcome, PendingRun, Run, RunEvent, SandboxStats, iso_time, recorded_fuel,
    recorded_status,
};
use serde_json::{Map, Value as Json, json};

/// All that is known of a run but its value, which a package converts itself: the members of the JSON that
/// the command prints.
///
/// # Errors
///
/// None that is known: a run has a JSON form.
pub fn report(run: &Run) -> serde_json::Result<Json> {
    let mut report = serde_json::to_value(run)?;
    if let Json::Object(members) = &mut report {
        members.shift_remove("result");
        members.insert("isCommitted".to_owned(), run.is_committed.into());
        members.insert("isRepeated".to_owned(), run.is_repeated.into());
        members.insert("runId".to_owned(), run.run_id.map(i64::from).into());
        members.insert(
            "queuedMs".to_owned(),
            json!(run.usage.queued.as_secs_f64() * 1e3),
        );
    }
    Ok(report)
}

/// The word for how a run ended.
#[must_use]
pub const fn status(run: &Run) -> &'static str {
    match &run.outcome {
        Outcome::Returned(_) => "returned",
        Outcome::Threw(_) => "threw",
        Outcome::Unparsable(_) => "unparsable",
        Outcome::LimitExceeded(_) => "limit",
        Outcome::Suspended(_) => "suspended",
        Outcome::Conflict(_) => "conflict",
        _ => "other",
    }
}

/// The paths that were created, changed and deleted.
#[must_use]
pub fn effects(effects: &Effects) -> Json {
    let mut form = Map::new();
    for (name, entries) in [
        ("created", &effects.created),
        ("changed", &effects.changed),
        ("deleted", &effects.deleted),
    ] {
        let paths: Vec<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
        form.insert(name.to_owned(), paths.into());
    }
    let omitted = &effects.omitted;
    let omitted = (!omitted.is_empty()).then(|| {
        json!({
            "created": omitted.created,
            "changed": omitted.changed,
            "deleted": omitted.deleted,
            "isPartial": omitted.is_partial,
        })
    });
    form.insert("omitted".to_owned(), omitted.into());
    form.insert("run".to_owned(), effects.run.map(i64::from).into());
    Json::Object(form)
}

/// What a sandbox is doing.
#[must_use]
pub fn stats(stats: &SandboxStats) -> Json {
    json!({
        "runs": stats.runs,
        "runsMax": stats.runs_max,
        "queued": stats.queued,
        "waitingForTurn": stats.waiting_for_turn,
        "detachedCalls": stats.detached_calls,
    })
}

/// Something that a run does.
#[must_use]
pub fn event(event: &RunEvent) -> Json {
    match event {
        RunEvent::Begun => json!({ "type": "begun" }),
        RunEvent::Log(entry) => {
            json!({ "type": "log", "level": entry.level.as_str(), "text": entry.text })
        }
        RunEvent::Called { call, function } => {
            json!({ "type": "called", "call": call, "function": function })
        }
        RunEvent::Ended {
            call,
            function,
            status,
        } => {
            let (word, code) = match status {
                CallStatus::Answered => ("ok", None),
                CallStatus::Failed { code } => ("error", Some(code)),
                _ => ("unfinished", None),
            };
            json!({ "type": "ended", "call": call, "function": function, "status": word, "code": code })
        }
        RunEvent::Missed(events) => json!({ "type": "missed", "events": events }),
        _ => json!({ "type": "other" }),
    }
}

/// A run of the history.
///
/// # Errors
///
/// Those of reading.
pub fn run_row(tree: &Tree, run: &RunInfo) -> Result<Json, Error> {
    let [created, changed, deleted] = tree.change_counts(run.id)?;
    Ok(json!({
        "run": i64::from(run.id),
        "status": recorded_status(run),
        "label": run.label,
        "actor": run.actor,
        "branch": run.branch,
        "startedAt": iso_time(run.machine_started),
        "finishedAt": run.finished.map(iso_time),
        "created": created,
        "changed": changed,
        "deleted": deleted,
        "fuel": recorded_fuel(tree, run.id)?,
        "undoes": run.undoes.map(i64::from),
    }))
}

/// A run that waits.
#[must_use]
pub fn pending(pending: &PendingRun) -> Json {
    json!({
        "run": i64::from(pending.run),
        "since": iso_time(Timestamp::from(pending.since)),
        "until": iso_time(Timestamp::from(pending.until)),
        "waitingFor": pending.waiting_for,
        "answered": pending.answered,
    })
}

/// A branch.
#[must_use]
pub fn branch(branch: &BranchInfo) -> Json {
    json!({
        "name": branch.name,
        "parent": branch.parent,
        "created": iso_time(branch.created),
        "bytes": branch.stored.bytes,
        "entries": branch.stored.entries,
        "lastRun": branch.last_run.map(i64::from),
    })
}
