//! What a run has answered, from its record.

use std::time::Duration;

use isolate_protocol::Value;
use isolate_protocol::wire::message::{Level, Thrown};
use isolate_vfs::{Effects, KeyDigest, KeyedRun, RunInfo, RunState, Tree};
use serde_json::Value as Json;

use crate::calls::{CallRecord, CallStatus, Calls};
use crate::cuts::{RESULT_CUT, ResultCut};
use crate::earlier::{EarlierRun, EarlierState};
use crate::error::{Error, ErrorKind};
use crate::json::from_json;
use crate::limits::Limit;
use crate::outcome::{LimitExceeded, LogEntry, LogsDropped, Outcome, Run, Suspended, Usage};
use crate::record::{RecordedRun, recorded_run};
use crate::report::REFUSAL;
use crate::workspace::Workspace;

/// The answer of a run that has a key, to a request with that key.
pub(super) fn of(
    workspace: &Workspace,
    tree: &Tree,
    kept: &KeyedRun,
    request: &KeyDigest,
) -> Result<Run, Error> {
    let run = kept.run;
    let refused = |state, message: String| {
        let earlier = EarlierRun { run, state };
        Err(Error::new(ErrorKind::Repeated, message).with_earlier_run(earlier))
    };
    if kept.request != *request {
        return refused(
            EarlierState::OtherRequest,
            format!(
                "the idempotency key was used for another request, by run {run}: take another key for another \
                 program, input, branch or options"
            ),
        );
    }
    let Some(recorded) = recorded_run(tree, run).map_err(unread)? else {
        return refused(
            EarlierState::Forgotten,
            format!(
                "run {run} has done this request, and the history has no room for its record any more: nothing \
                 is done again"
            ),
        );
    };
    match recorded.info.state {
        RunState::Open => refused(
            EarlierState::Going,
            format!("run {run} is doing this request, and has not ended: ask again later"),
        ),
        RunState::Suspended => {
            let pending = workspace.pending_run(run)?;
            let effects = tree.effects_of_run(run).map_err(unread)?;
            let usage = Usage {
                fuel: pending.fuel,
                ..Usage::default()
            };
            let suspended = Suspended {
                run,
                waiting_for: pending.waiting_for,
                until: pending.until,
            };
            let outcome = Outcome::Suspended(suspended);
            Ok(repeated(outcome, &recorded.info, effects, usage))
        }
        _ => match &recorded.report {
            Some(report) => of_report(tree, &recorded, report),
            None => refused(
                EarlierState::Interrupted,
                format!(
                    "run {run} has begun this request and was interrupted before its end: some of it may have been \
                     done, so it is not done again; look at the run, and take another key"
                ),
            ),
        },
    }
}

fn unread(cause: isolate_vfs::Error) -> Error {
    Error::storage("cannot read the history", cause)
}

/// A run as it is answered again.
fn repeated(outcome: Outcome, info: &RunInfo, effects: Effects, usage: Usage) -> Run {
    Run {
        outcome,
        output: None,
        cuts: Vec::new(),
        frame: None,
        logs: Vec::new(),
        logs_dropped: LogsDropped::default(),
        calls: Calls::default(),
        effects,
        is_committed: true,
        refusal: None,
        run_id: Some(info.id),
        diff: None,
        is_storage_error: false,
        is_repeated: true,
        usage,
    }
}

fn of_report(tree: &Tree, recorded: &RecordedRun, report: &Json) -> Result<Run, Error> {
    let info = &recorded.info;
    let outcome = match &recorded.conflict {
        Some(conflict) => Outcome::Conflict(conflict.clone()),
        None => outcome_of(info, report)?,
    };
    let is_committed =
        report.get("committed") != Some(&Json::Bool(false)) && recorded.conflict.is_none();
    let effects = match is_committed {
        true => tree.effects_of_run(info.id).map_err(unread)?,
        false => {
            let mut none = Effects::default();
            none.run = Some(info.id);
            none
        }
    };
    let mut run = repeated(outcome, info, effects, usage_of(&report["usage"]));
    run.frame = recorded
        .program
        .as_deref()
        .and_then(|code| run.outcome.frame(code));
    run.is_committed = is_committed;
    run.refusal = report
        .get(REFUSAL)
        .and_then(Json::as_str)
        .map(str::to_owned);
    let list = |name: &str| report[name].as_array().map_or(&[][..], Vec::as_slice);
    run.logs = list("logs").iter().map(entry_of).collect();
    run.logs_dropped = LogsDropped {
        entries: number(&report["logsDropped"], "entries"),
        bytes: number(&report["logsDropped"], "bytes"),
    };
    run.calls.entries = list("calls").iter().map(call_of).collect();
    run.calls.omitted = number(report, "callsOmitted");
    let cuts = list(RESULT_CUT).iter();
    run.cuts = cuts
        .map(|cut| ResultCut {
            path: text(cut, "path"),
            left_out: number(cut, "leftOut"),
            what: text(cut, "what"),
        })
        .collect();
    Ok(run)
}

fn outcome_of(info: &RunInfo, report: &Json) -> Result<Outcome, Error> {
    let error = &report["error"];
    let place = |name: &str| {
        error[name]
            .as_u64()
            .and_then(|place| u32::try_from(place).ok())
    };
    match info.status.as_deref() {
        Some("ok") => Ok(Outcome::Returned(
            report.get("result").map_or(Value::Undefined, from_json),
        )),
        Some("limit") => {
            let named = |limit: &&Limit| error["limit"] == limit.as_str();
            let limit = Limit::ALL.iter().find(named);
            Ok(Outcome::LimitExceeded(LimitExceeded {
                // A later version may have others.
                limit: limit.copied().unwrap_or(Limit::Cancelled),
                message: text(error, "message"),
                line: place("line"),
                column: place("column"),
            }))
        }
        Some("error") => Ok(Outcome::Threw(Thrown {
            name: text(error, "name"),
            message: text(error, "message"),
            code: error["code"].as_str().map(str::to_owned),
            line: place("line"),
            column: place("column"),
            ..Thrown::default()
        })),
        _ => {
            let reason = text(error, "reason");
            Err(Error::internal(format!(
                "run {} failed, and is not done again: {reason}",
                info.id
            )))
        }
    }
}

fn text(of: &Json, name: &str) -> String {
    of[name].as_str().unwrap_or_default().to_owned()
}

fn number(of: &Json, name: &str) -> u64 {
    of[name].as_u64().unwrap_or_default()
}

fn milliseconds(of: &Json, name: &str) -> Duration {
    let ms = of[name].as_f64().unwrap_or_default();
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

fn usage_of(form: &Json) -> Usage {
    Usage {
        fuel: number(form, "fuel"),
        wall: milliseconds(form, "wallMs"),
        queued: Duration::ZERO,
        peak_memory_bytes: number(form, "peakMemoryBytes"),
        peak_host_memory_bytes: 0,
        host_calls: number(form, "hostCalls"),
        bytes_read: number(form, "bytesRead"),
        bytes_written: number(form, "bytesWritten"),
    }
}

fn entry_of(form: &Json) -> LogEntry {
    let levels = [
        Level::Debug,
        Level::Log,
        Level::Info,
        Level::Warn,
        Level::Error,
    ];
    let level = levels
        .into_iter()
        .find(|level| form["level"] == level.as_str());
    LogEntry {
        level: level.unwrap_or(Level::Log),
        text: text(form, "text"),
    }
}

fn call_of(form: &Json) -> CallRecord {
    let status = match form["status"].as_str() {
        Some("ok") => CallStatus::Answered,
        Some("error") => CallStatus::Failed {
            code: text(form, "code"),
        },
        _ => CallStatus::Unfinished,
    };
    CallRecord {
        function: text(form, "function"),
        started: Duration::ZERO,
        duration: milliseconds(form, "ms"),
        status,
        // The record does not say that it has not.
        may_have_written: true,
        note: form["note"].as_str().map(str::to_owned),
        error: None,
    }
}
