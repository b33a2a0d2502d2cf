//! `run`: a program through the sandbox.

use isolate_host::{
    Commit, Limit, LimitExceeded, Outcome, RunOptions, Thrown, Value, from_json, to_json,
};
use isolate_prompt::{CodeArgs, ToolSpec, code_tool_for, compact};
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

fn adapt(toolbox: &Toolbox, spec: &mut ToolSpec) {
    let audience = toolbox.audience();
    let told = code_tool_for(audience, &compact(audience));
    spec.description = told.description;
    spec.effects = told.effects;
}

fn run(context: &Context<'_>, args: CodeArgs) -> Result<Answer, ToolError> {
    let is_read_only = context.toolbox.is_read_only();
    program(context, args, is_read_only)
}

/// Runs a program, which may be kept from changing anything.
pub(crate) fn program(
    context: &Context<'_>,
    args: CodeArgs,
    is_read_only: bool,
) -> Result<Answer, ToolError> {
    context.is_read_only.set(is_read_only);
    let Some(sandbox) = &context.toolbox.sandbox else {
        return Err(ToolError::invalid("no programs can be run here"));
    };
    let input = input_of(context, args.input)?;
    let options = RunOptions {
        limits: context.settings.run_limits,
        input,
        // Nothing to keep or to undo, and no transaction that others would wait for.
        commit: match is_read_only {
            true => Commit::PerCall,
            false => js::commit(args.dry_run == Some(true)),
        },
        is_read_only,
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
    context.op_id.set(run.op_id);
    let is_dry_run = args.dry_run == Some(true);
    let mut answer = Answer::new().fact("committed", run.is_committed);
    let mut body = String::new();
    let mut failed = None;
    match &run.outcome {
        Outcome::Returned(value) => answer = returned(context, value, answer, &mut body),
        Outcome::Threw(thrown) => {
            failed = Some(Failed::thrown(
                Code::ProgramThrew,
                "threw",
                thrown,
                &args.code,
            ));
        }
        Outcome::Unparsable(thrown) => {
            failed = Some(Failed::thrown(
                Code::ProgramUnparsable,
                "unparsable",
                thrown,
                &args.code,
            ));
        }
        Outcome::LimitExceeded(exceeded) => failed = Some(Failed::limit(exceeded)),
    }
    if let Some(failed) = &failed {
        answer = answer
            .fact("status", failed.status)
            .maybe("line", failed.line)
            .maybe("column", failed.column)
            .maybe("limitHit", failed.limit)
            .item("error", failed.text.clone());
        body.push_str(&failed.text);
    }
    let (out, err) = js::logs(&run);
    for (name, text) in [("log", &out), ("errors", &err)] {
        if !text.is_empty() {
            let (shown, _) = bounded(context, name, text, &mut answer);
            body.push_str(&format!("{name}:\n{shown}"));
            answer = answer.item(name, shown);
        }
    }
    let listed = js::changes(&run);
    let changes = Changes {
        listed: &listed,
        omitted: run.effects.omitted.total(),
    };
    push_changes(&mut body, changes, run.is_committed, is_dry_run);
    answer = with_changes(answer, changes).fact(
        "usage",
        json!({
            "fuel": run.usage.fuel,
            "peakMemoryBytes": run.usage.peak_memory_bytes,
            "hostCalls": run.usage.host_calls,
        }),
    );
    match failed {
        None => Ok(answer.body(Body::Text(body))),
        Some(failed) => Err(failed.into_error(answer, body)),
    }
}

/// What a program returned.
fn returned(context: &Context<'_>, value: &Value, answer: Answer, body: &mut String) -> Answer {
    let mut answer = answer.fact("status", "ok");
    let Some(text) = js::returned_text(value) else {
        context.notice("the program returned nothing: use `return` for what you want to see");
        return answer;
    };
    let (shown, omitted) = bounded(context, "result", &text, &mut answer);
    body.push_str(&shown);
    body.push('\n');
    match omitted {
        0 => answer.item("result", to_json(value).unwrap_or(Json::Null)),
        _ => answer.item("resultText", shown),
    }
}

/// A program that did not return.
struct Failed {
    code: Code,
    status: &'static str,
    /// What happened in words of ours: what a program throws is the program's text.
    message: String,
    /// What was thrown, with its place.
    text: String,
    line: Option<u32>,
    column: Option<u32>,
    limit: Option<&'static str>,
}

impl Failed {
    fn thrown(code: Code, status: &'static str, thrown: &Thrown, source: &str) -> Self {
        let what = match code {
            Code::ProgramUnparsable => "the program does not parse",
            _ => "the program threw",
        };
        let place = match (thrown.line, thrown.column) {
            (Some(line), Some(column)) => format!(" at line {line}, column {column}"),
            _ => String::new(),
        };
        Self {
            code,
            status,
            message: format!("{what}{place}"),
            text: js::thrown_text(thrown, source),
            line: thrown.line,
            column: thrown.column,
            limit: None,
        }
    }

    fn limit(exceeded: &LimitExceeded) -> Self {
        Self {
            code: match exceeded.limit {
                Limit::Fuel => Code::Fuel,
                Limit::Memory | Limit::HostMemory => Code::Memory,
                Limit::Wall => Code::Timeout,
                Limit::Cancelled => Code::Cancelled,
                Limit::Stack | Limit::HostCalls | Limit::Io => Code::TooLarge,
            },
            status: "limit",
            message: exceeded.message.clone(),
            text: format!("{}\n", exceeded.message),
            line: None,
            column: None,
            limit: Some(exceeded.limit.as_str()),
        }
    }

    /// The error, with everything that the answer of the program would have held.
    fn into_error(self, answer: Answer, body: String) -> ToolError {
        let changed = answer.facts.get("changed").and_then(Json::as_u64);
        let kept = match changed {
            None | Some(0) => "nothing was changed",
            Some(_) => "what it had changed was undone",
        };
        let mut error = ToolError::new(self.code, format!("{}; {kept}", self.message));
        error.details.extend(answer.facts);
        error.items.extend(answer.items);
        error.with_excerpt(body)
    }
}

/// What a program or a command changed.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
    pub(crate) listed: &'a [ExecChange],
    /// How many more there are.
    pub(crate) omitted: u64,
}

impl Changes<'_> {
    fn count(self) -> u64 {
        self.listed.len() as u64 + self.omitted
    }
}

/// The changed paths as lines of an answer.
pub(crate) fn push_changes(
    body: &mut String,
    changes: Changes<'_>,
    is_committed: bool,
    is_dry_run: bool,
) {
    if changes.count() == 0 {
        return;
    }
    body.push_str(match (is_committed, is_dry_run) {
        (true, _) => "changed:\n",
        (false, true) => "would change:\n",
        (false, false) => "changed, and undone:\n",
    });
    for change in changes.listed.iter().take(CHANGES_MAX) {
        let path = crate::boundary::inert_json(&change.path);
        let size = change
            .bytes
            .map_or_else(String::new, |bytes| format!(" ({bytes} bytes)"));
        body.push_str(&format!("{} {path}{size}\n", change.kind.as_str()));
    }
    if let Some(more @ 1..) = changes.count().checked_sub(CHANGES_MAX as u64) {
        body.push_str(&format!("… {more} more\n"));
    }
}

/// The value that the program is called with. JSON text is the form of older interfaces, and of
/// those whose schemas allow nothing but texts.
fn input_of(context: &Context<'_>, input: Option<Json>) -> Result<Option<Value>, ToolError> {
    let Some(input) = input else { return Ok(None) };
    let value = match input {
        Json::String(text) => match serde_json::from_str::<Json>(&text) {
            Ok(parsed) => {
                context.notice("`input` was JSON text, and has been parsed");
                parsed
            }
            Err(cause) if text.trim_start().starts_with(['{', '[', '"']) => {
                return Err(
                    ToolError::invalid(format!("`input` is no JSON text: {cause}"))
                        .with_hint("pass the value itself, not JSON text"),
                );
            }
            Err(_) => Json::String(text),
        },
        value => value,
    };
    Ok(Some(from_json(&value)))
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
        && !context.is_read_only.get()
        && folder.is_ok_and(|folder| context.tree.exists(&folder).is_ok())
}

pub(crate) fn with_changes(answer: Answer, changes: Changes<'_>) -> Answer {
    let rows: Vec<Json> = changes
        .listed
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
    answer
        .fact("changed", changes.count())
        .item("changes", rows)
}
