//! `run`: a program through the sandbox.

use isolate_host::{Outcome, RunOptions, Value, from_json, to_json};
use isolate_prompt::{CodeArgs, STATE_TYPES_COMPACT, ToolSpec, code_tool};
use serde_json::{Value as Json, json};

use super::{Access, CHANGES, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::exec::ExecChange;
use crate::js;
use crate::reply::{Answer, Body};
use crate::spill;
use crate::toolbox::Toolbox;

pub(crate) const TOOL: Tool = Tool {
    name: "run",
    about: "Runs a JavaScript program against the files of the workspace.",
    effects: CHANGES,
    access: Access::Run,
    input: input::<CodeArgs>,
    call: |context, args| typed(context, args, run),
    prepare: None,
    adapt: Some(adapt),
    is_offered: |toolbox| toolbox.sandbox.is_some(),
};

/// Bytes of the beginning of a stream that is cut.
pub(crate) const HEAD_BYTES: usize = 2 << 10;
/// Changed paths that an answer names.
const CHANGES_MAX: usize = 200;

fn adapt(_: &Toolbox, spec: &mut ToolSpec) {
    spec.description = code_tool(STATE_TYPES_COMPACT).description
        + "\n\nAll of its changes are kept when it returns, none when it throws.";
}

fn run(context: &Context<'_>, args: CodeArgs) -> Result<Answer, ToolError> {
    let Some(sandbox) = &context.toolbox.sandbox else {
        return Err(ToolError::invalid("no programs can be run here"));
    };
    let input = input_of(&args)?;
    let options = RunOptions {
        limits: context.settings.run_limits,
        input,
        commit: js::commit(args.dry_run == Some(true)),
        label: format!("{}:run", context.settings.actor),
        ..RunOptions::default()
    };
    let workspace = &context.toolbox.workspace;
    let Some(run) = js::run(sandbox, workspace, &args.code, options, context.cancel) else {
        return Err(ToolError::new(
            Code::Cancelled,
            "the program was cancelled; nothing was changed",
        ));
    };
    let run = run?;
    let (out, err) = js::logs(&run);
    let mut answer = Answer::new().fact("committed", run.is_committed);
    let mut body = String::new();
    let mut failed = None;
    match &run.outcome {
        Outcome::Returned(value) => {
            answer = answer.fact("status", "ok");
            if let Some(text) = js::returned_text(value) {
                let (shown, omitted) = bounded(context, "result", &text, &mut answer);
                body.push_str(&shown);
                body.push('\n');
                answer = match omitted {
                    0 => answer.item("result", to_json(value).unwrap_or(Json::Null)),
                    _ => answer.item("resultText", shown),
                };
            }
        }
        Outcome::Threw(thrown) => failed = Some(("threw", js::thrown_text(thrown))),
        Outcome::Unparsable(thrown) => failed = Some(("unparsable", js::thrown_text(thrown))),
        Outcome::LimitExceeded(exceeded) => {
            answer = answer.fact("limitHit", exceeded.limit.as_str());
            failed = Some(("limit", format!("{}\n", exceeded.message)));
        }
    }
    if let Some((status, text)) = failed {
        answer = answer.fact("status", status).item("error", text.clone());
        body.push_str(&text);
    }
    for (name, text) in [("log", &out), ("errors", &err)] {
        if !text.is_empty() {
            let (shown, _) = bounded(context, name, text, &mut answer);
            body.push_str(&format!("{name}:\n{shown}"));
            answer = answer.item(name, shown);
        }
    }
    answer = with_changes(answer, &js::changes(&run));
    Ok(answer
        .fact(
            "usage",
            json!({
                "fuel": run.usage.fuel,
                "peakMemoryBytes": run.usage.peak_memory_bytes,
                "hostCalls": run.usage.host_calls,
            }),
        )
        .body(Body::Text(body)))
}

/// The value that the program is called with.
fn input_of(args: &CodeArgs) -> Result<Option<Value>, ToolError> {
    let Some(text) = &args.input else {
        return Ok(None);
    };
    let json: Json = serde_json::from_str(text)
        .map_err(|cause| ToolError::invalid(format!("input is no JSON text: {cause}")))?;
    Ok(Some(from_json(&json)))
}

/// A stream as it is answered, its end above all; what was cut is kept in a file.
pub(crate) fn bounded(
    context: &Context<'_>,
    name: &'static str,
    text: &str,
    answer: &mut Answer,
) -> (String, usize) {
    let caps = &context.settings.caps;
    let (shown, omitted) = crate::cut::middle(text, caps.stream_bytes_max, HEAD_BYTES);
    if omitted > 0 {
        answer.facts.insert("truncated".to_owned(), true.into());
        let mut left_out = json!({ "omittedBytes": omitted });
        let kept = may_spill(context).then(|| {
            let (open, id) = (&context.toolbox.open, context.call_id);
            spill::keep(open, id, name, text, caps.spill_bytes_max)
        });
        if let Some(path) = kept.flatten() {
            context.notice(format!(
                "[cut: {omitted} bytes of {name} left out; all of it is in {path}, for read and grep]"
            ));
            left_out["spill"] = path.into();
        }
        answer.facts.insert(format!("{name}Cut"), left_out);
    }
    (shown, omitted)
}

/// Whether output may be kept in a file, and read there afterwards.
fn may_spill(context: &Context<'_>) -> bool {
    let folder = context.path(spill::FOLDER);
    !context.settings.policy.read_only
        && folder.is_ok_and(|folder| context.tree.exists(&folder).is_ok())
}

pub(crate) fn with_changes(answer: Answer, changes: &[ExecChange]) -> Answer {
    let rows: Vec<Json> = changes
        .iter()
        .take(CHANGES_MAX)
        .map(|change| {
            json!({
                "path": change.path,
                "kind": change.kind.as_str(),
                "bytes": change.bytes,
            })
        })
        .collect();
    answer.fact("changed", changes.len()).item("changes", rows)
}
