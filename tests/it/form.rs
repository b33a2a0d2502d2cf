//! The JSON form of a run, which `isolate-run --json` prints: its keys, their order and their
//! values, written down once more.

use isolate_host::{
    CallRecord, CallStatus, FunctionError, Functions, Outcome, Run, RunOptions, Workspace, frame,
    to_json,
};
use serde_json::{Map, Value as Json, json};

use crate::sandbox;

/// The form of a run of this program.
fn form(run: &Run, code: &str) -> Json {
    let mut form = Map::new();
    let mut put = |key: &str, value: Json| form.insert(key.to_owned(), value);
    match &run.outcome {
        Outcome::Returned(value) => {
            put("status", "ok".into());
            if let Some(result) = to_json(value) {
                put("result", result);
            }
            if !run.cuts.is_empty() {
                let cuts = run.cuts.iter().map(
                    |cut| json!({ "path": cut.path, "leftOut": cut.left_out, "what": cut.what }),
                );
                put("resultCut", cuts.collect());
            }
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            let message = match thrown.message.as_str() {
                "" => "(thrown without a message)",
                message => message,
            };
            let mut error = json!({ "name": thrown.name, "message": message });
            if let Some(code) = &thrown.code {
                error["code"] = code.as_str().into();
            }
            put_place(&mut error, thrown.line, thrown.column, code);
            put("status", "error".into());
            put("error", error);
        }
        Outcome::LimitExceeded(exceeded) => {
            put("status", "limit".into());
            let mut error = json!({
                "name": "LimitExceeded",
                "message": exceeded.message,
                "code": exceeded.limit.code(),
            });
            put_place(&mut error, exceeded.line, exceeded.column, code);
            error["limit"] = exceeded.limit.as_str().into();
            put("error", error);
        }
        other => panic!("{other:?}"),
    }
    let logs = run.logs.iter();
    let logs = logs.map(|entry| json!({ "level": entry.level.as_str(), "text": entry.text }));
    put("logs", logs.collect());
    let dropped = run.logs_dropped;
    if dropped.entries > 0 {
        put(
            "logsDropped",
            json!({ "entries": dropped.entries, "bytes": dropped.bytes }),
        );
    }
    put("effects", effects(run));
    let calls: Vec<Json> = run.calls.entries.iter().map(call).collect();
    if !calls.is_empty() {
        put("calls", calls.into());
    }
    if run.calls.omitted > 0 {
        put("callsOmitted", run.calls.omitted.into());
    }
    if !run.is_committed {
        put("committed", false.into());
    }
    if let Some(diff) = &run.diff {
        put("diff", diff.as_str().into());
    }
    put("run", json!(run.effects.run));
    let usage = json!({
        "fuel": run.usage.fuel,
        "wallMs": (run.usage.wall.as_secs_f64() * 1e6).round() / 1e3,
        "peakMemoryBytes": run.usage.peak_memory_bytes,
        "hostCalls": run.usage.host_calls,
        "bytesRead": run.usage.bytes_read,
        "bytesWritten": run.usage.bytes_written,
    });
    put("usage", usage);
    form.into()
}

/// Where in the program an error is, as far as that is known.
fn put_place(error: &mut Json, line: Option<u32>, column: Option<u32>, code: &str) {
    if let Some(line) = line {
        error["line"] = line.into();
    }
    if let Some(column) = column {
        error["column"] = column.into();
    }
    if let (Some(line), Some(column)) = (line, column)
        && let Some(frame) = frame(code, line, column)
    {
        error["frame"] = frame.into();
    }
}

fn effects(run: &Run) -> Json {
    let effects = &run.effects;
    let [created, changed, deleted] = [&effects.created, &effects.changed, &effects.deleted]
        .map(|entries| -> Json { entries.iter().map(|entry| entry.path.as_str()).collect() });
    let mut form = json!({ "created": created, "changed": changed, "deleted": deleted });
    let omitted = effects.omitted;
    if omitted.total() > 0 {
        form["omitted"] = json!({
            "created": omitted.created,
            "changed": omitted.changed,
            "deleted": omitted.deleted,
        });
    }
    form
}

fn call(call: &CallRecord) -> Json {
    let (status, code) = match &call.status {
        CallStatus::Answered => ("ok", None),
        CallStatus::Failed { code } => ("error", Some(code)),
        _ => ("unfinished", None),
    };
    let mut form = json!({
        "function": call.function,
        "status": status,
        "ms": call.duration.as_micros() as f64 / 1e3,
    });
    if let Some(code) = code {
        form["code"] = code.as_str().into();
    }
    if let Some(error) = &call.error {
        form["message"] = error.message.as_str().into();
    }
    if let Some(note) = &call.note {
        form["note"] = note.as_str().into();
    }
    form
}

/// Every case is held against it where its answers are compared: see `determinism`.
pub(crate) fn check(run: &Run, code: &str) {
    let written = serde_json::to_string(run).unwrap();
    assert_eq!(written, form(run, code).to_string());
}

#[test]
fn calls_diffs_and_effects_that_are_left_out_are_in_the_form() {
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    let note = |_: Json, scope: isolate_host::Scope| async move {
        scope.note("one request");
        Ok(json!(1))
    };
    tools.add_dynamic("note", note).reads();
    let fail = |_: Json, _| async { Err::<Json, _>(FunctionError::new("no").with_code("E_NO")) };
    tools.add_dynamic("fail", fail).reads();
    let wait = |_, _| std::future::pending();
    tools.add_dynamic::<Json, Json, _, _>("wait", wait).reads();
    let options = RunOptions::new()
        .functions(functions)
        .dry_run()
        .diff_bytes(1_000);
    let code = "async () => {
        tools.wait();
        await tools.note();
        await state.writeFile('/a.txt', 'a\\n');
        for (let i = 0; i < 10_001; i++) await state.mkdir(`/many/${i}`, { recursive: true });
        await tools.fail();
    }";
    let workspace = Workspace::memory().unwrap();
    let run = sandbox()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(run.calls.entries.len(), 3);
    assert!(run.effects.omitted.total() > 0 && run.diff.is_some());
    check(&run, code);

    let code = "async () => { for (let i = 0; i < 1_002; i++) await tools.get(); }";
    let options = RunOptions::new().function("tools", "get", |(): ()| async { Ok(()) });
    let run = sandbox()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(run.calls.omitted, 2);
    check(&run, code);
}
