//! `run`: a program through the sandbox.

use isolate_host::{
    CallRecord, CallStatus, Calls, Commit, Conflict, InexactInteger, JsonCount, JsonFault, Limit,
    LimitExceeded, Outcome, ProgramError, Run, RunOptions, Thrown, Value, exact_json, from_json_as,
    to_json,
};
use isolate_prompt::{CodeArgs, ToolAnnotations, ToolSpec, any_value, code_tool_for, compact};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::{Tool, begun};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::exit::ExitCode;
use crate::js;
use crate::parts::{self, Changes, Content, CutMark, Part, Reader, ShownChanges};
use crate::program::Step;
use crate::reply::{Answer, Body};
use crate::services::Services;
use crate::structure::Report;
use crate::thrown::{limit_text, thrown_text};

pub(crate) const TOOL: Tool = Tool {
    adapt: Some(adapt),
    ..Tool::runs::<Args, Ran>(
        "run",
        "Runs a JavaScript program against the files of the workspace.",
        ToolAnnotations::CHANGES,
        |context, args| begun(context, args, run),
    )
};

/// What is said of commands to programs that may run some.
const COMMANDS: &str = "`await state.exec(\"sort /a | head -3\", { cwd, env, stdin })` runs a command of bash on the same \
    files and gives `{ exitCode, stdout, stderr }`.";

fn adapt(services: &Services, spec: &mut ToolSpec) {
    let audience = services.audience();
    let tool = code_tool_for(audience, &compact(audience));
    spec.description = tool.description;
    spec.annotations = tool.annotations;
    if !services.can_review()
        && let Some(members) = spec.input["properties"].as_object_mut()
    {
        members.remove("review");
    }
    if let Some(commands) = services.settings.commands_of_programs() {
        spec.description.push_str("\n\n");
        spec.description.push_str(COMMANDS);
        if let Some(commands) = commands {
            let listed = commands.join("`, `");
            let only = format!(" It runs `{listed}` and what is built into bash alone.");
            spec.description.push_str(&only);
        }
    }
    if let Some(text) = services.functions.prompt(services.is_read_only()) {
        spec.description.push_str("\n\n");
        spec.description.push_str(text.trim_end());
    }
}

/// The arguments of `CodeArgs`, and what needs a workspace that outlives the call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The program, such as `async () => { return await state.readdir("/") }`.
    code: String,
    /// The argument of the program, `async (input) => …`: any JSON value.
    #[serde(default)]
    #[schemars(schema_with = "any_value")]
    input: Option<Json>,
    /// Show what would change, and keep nothing.
    dry_run: Option<bool>,
    /// Keep the changes only when a person has approved them.
    review: Option<bool>,
}

fn run(context: &Context<'_>, args: Args) -> Result<Step, ToolError> {
    let review = args.review == Some(true);
    if review && !context.services.can_review() {
        return Err(ToolError::invalid(
            "a review needs a workspace in a file, whose changes can wait for an approval",
        )
        .with_hint("leave out review, or use dryRun to see what would change"));
    }
    let mut code = CodeArgs::new(args.code);
    (code.input, code.dry_run) = (args.input, args.dry_run);
    let is_read_only = context.services.is_read_only();
    program(context, code, is_read_only, review)
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ran {
    /// Whether the changes were kept.
    committed: bool,
    /// `ok`, `suspended` if it waits for an approval, or how the program failed.
    status: &'static str,
    /// The number of the run that waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_run: Option<i64>,
    /// What it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<String>,
    /// Where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// `code` of the error that it threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_hit: Option<&'static str>,
    /// Why changes that were reviewed are not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "anything")]
    result: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<String>,
    #[serde(flatten)]
    changes: ShownChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_cut: Option<CutMark>,
    usage: Used,
}

impl Report for Ran {
    const TEXTS: &'static [&'static str] =
        &["result", "error", "waiting", "log", "errors", "changes"];
}

/// What a program used.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Used {
    fuel: u64,
    peak_memory_bytes: u64,
    host_calls: u64,
}

/// The schema of a result: programs return any JSON, `null` too.
fn anything(_: &mut SchemaGenerator) -> Schema {
    json_schema!({})
}

/// Begins a program, which may be read-only.
pub(crate) fn program(
    context: &Context<'_>,
    mut args: CodeArgs,
    is_read_only: bool,
    review: bool,
) -> Result<Step, ToolError> {
    let Some(sandbox) = &context.services.sandbox else {
        return Err(ToolError::invalid("no programs can be run here"));
    };
    let input = input_of(context, args.input.take())?;
    let commit = match is_read_only {
        // There is nothing to keep or to undo, so no transaction blocks other writers.
        true => Commit::PerCall,
        false => js::commit(args.dry_run == Some(true)),
    };
    let mut options = RunOptions::new()
        .limits(context.settings.run_limits)
        .commit(commit)
        .label("run")
        .actor(context.settings.actor.clone())
        .functions(context.services.functions.now())
        .cancel(context.cancel.clone());
    if let Some(input) = input {
        options = options.input_value(input);
    }
    if is_read_only {
        options = options.read_only();
    }
    options = match context.settings.commands_of_programs() {
        Some(Some(allowed)) => options.exec_commands(allowed),
        Some(None) => options.exec(),
        None => options,
    };
    if review {
        if args.dry_run == Some(true) {
            return Err(
                ToolError::invalid("a dry run keeps nothing that could be reviewed")
                    .with_hint("leave out dryRun or review"),
            );
        }
        options = options.review(true);
    }
    let workspace = &context.services.workspace;
    let heard = &context.services.heard;
    let running = js::begin(sandbox, workspace, &args.code, options, heard);
    let running = js::told(running, heard);
    Ok(Step::program(running, move |context, run| {
        context.is_read_only.set(is_read_only);
        ended(context, &args, &run?)
    }))
}

/// The answer of a program that has ended.
fn ended(context: &Context<'_>, args: &CodeArgs, run: &Run) -> Result<Answer, ToolError> {
    context.run_id.set(run.run_id);
    context.effects.replace(js::effects(run));
    let mut answered = Vec::new();
    let mut failed = None;
    let mut pending_run = None;
    match &run.outcome {
        Outcome::Returned(value) => {
            let cut = run.cut_notice();
            answered.extend(returned(context, value, cut.is_some()));
            if let Some(notice) = cut {
                context.notice(format!("[{notice}]"));
            }
            if let Some(refusal) = &run.refusal {
                context.notice(format!(
                    "the changes were reviewed, and are not kept: {refusal}"
                ));
            }
        }
        Outcome::Threw(thrown) => {
            let code = Code::ProgramThrew;
            failed = Some(Failed::thrown(code, "threw", thrown, &args.code));
        }
        Outcome::Unparsable(thrown) => {
            let code = Code::ProgramUnparsable;
            failed = Some(Failed::thrown(code, "unparsable", thrown, &args.code));
        }
        Outcome::LimitExceeded(exceeded) => {
            failed = Some(Failed::limit(exceeded, &args.code));
        }
        Outcome::Suspended(waiting) => {
            context.notice(js::waiting_text(waiting));
            answered.push(Part {
                name: "waiting",
                file: "waiting.txt",
                has_title: true,
                is_cut: false,
                content: Content::Text(js::waiting_calls(waiting)),
            });
            pending_run = Some(waiting.run.into());
        }
        Outcome::Conflict(conflict) => failed = Some(Failed::conflict(conflict)),
        other => failed = other.error().map(|error| Failed::other(&error)),
    }
    if let Some(failed) = &mut failed {
        answered.push(Part {
            name: "error",
            file: "error.txt",
            has_title: false,
            is_cut: false,
            content: Content::Text(std::mem::take(&mut failed.text)),
        });
    }
    let (out, err) = js::logs(run);
    for (name, file, text) in [("log", "log.txt", out), ("errors", "errors.txt", err)] {
        if !text.is_empty() {
            let is_cut = run.logs_dropped.entries > 0;
            answered.push(Part::stream(name, file, text, is_cut));
        }
    }
    let changes = Changes {
        by: Reader::Program,
        listed: &js::changes(&run.effects),
        omitted: run.effects.omitted.total(),
        is_committed: run.is_committed,
        is_dry_run: args.dry_run == Some(true),
    };
    let mut shown = parts::show(context, &answered, changes);
    let report = Ran {
        committed: run.is_committed,
        status: match (&failed, pending_run) {
            (Some(failed), _) => failed.status,
            (None, Some(_)) => "suspended",
            (None, None) => "ok",
        },
        pending_run,
        line: failed.as_ref().and_then(|failed| failed.line),
        column: failed.as_ref().and_then(|failed| failed.column),
        error_code: failed.as_mut().and_then(|failed| failed.thrown_code.take()),
        limit_hit: failed.as_ref().and_then(|failed| failed.limit),
        refusal: run.refusal.clone(),
        result: shown.value("result"),
        waiting: shown.text("waiting"),
        error: shown.text("error"),
        log: shown.text("log"),
        errors: shown.text("errors"),
        truncated: shown.is_cut().then_some(true),
        result_cut: shown.cut("result"),
        error_cut: shown.cut("error"),
        log_cut: shown.cut("log"),
        errors_cut: shown.cut("errors"),
        changes_cut: shown.cut("changes"),
        changes: shown.changes,
        usage: Used {
            fuel: run.usage.fuel,
            peak_memory_bytes: run.usage.peak_memory_bytes,
            host_calls: run.usage.host_calls,
        },
    };
    match failed {
        None => Ok(Answer::of(&report).body(Body::Text(shown.body))),
        Some(failed) => {
            let mut error = failed.into_error(&report, shown.body, &run.calls);
            error.exit = Some(ExitCode::of(run));
            Err(error)
        }
    }
}

/// The result of a program, if it is not undefined.
fn returned(context: &Context<'_>, value: &Value, is_cut: bool) -> Option<Part> {
    let Some(value) = to_json(value) else {
        context.notice("the program returned nothing: use `return` for what you want to see");
        return None;
    };
    let (file, content) = match value {
        Json::String(text) => ("result.txt", Content::Text(text)),
        value => ("result.json", Content::Value(value)),
    };
    Some(Part {
        name: "result",
        file,
        has_title: false,
        is_cut,
        content,
    })
}

/// A program that did not return.
struct Failed {
    code: Code,
    status: &'static str,
    /// What happened, in trusted words: what a program throws is untrusted text.
    message: String,
    /// The thrown error with its position.
    text: String,
    line: Option<u32>,
    column: Option<u32>,
    limit: Option<&'static str>,
    /// `error.code` of what was thrown.
    thrown_code: Option<String>,
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
            text: thrown_text(thrown, source, None),
            line: thrown.line,
            column: thrown.column,
            limit: None,
            thrown_code: thrown.code.clone(),
        }
    }

    fn other(error: &ProgramError) -> Self {
        Self {
            code: Code::Internal,
            status: "error",
            message: error.message().to_owned(),
            text: format!("{error}\n"),
            line: error.line(),
            column: error.column(),
            limit: None,
            thrown_code: None,
        }
    }

    fn conflict(conflict: &Conflict) -> Self {
        Self {
            code: Code::Conflict,
            status: "conflict",
            message: format!(
                "while the program waited, others have changed what it has changed too ({} paths); its changes are the branch {}",
                conflict.paths.len(),
                conflict.branch
            ),
            text: format!("{}\n", conflict.text()),
            line: None,
            column: None,
            limit: None,
            thrown_code: None,
        }
    }

    fn limit(exceeded: &LimitExceeded, source: &str) -> Self {
        Self {
            code: match exceeded.limit {
                Limit::Fuel => Code::Fuel,
                Limit::Memory | Limit::HostMemory => Code::Memory,
                Limit::Timeout => Code::Timeout,
                Limit::Cancelled => Code::Cancelled,
                // The stack, and the bounds of calls and of bytes.
                _ => Code::TooLarge,
            },
            status: "limit",
            message: exceeded.message.clone(),
            text: limit_text(exceeded, source, None),
            line: exceeded.line,
            column: exceeded.column,
            limit: Some(exceeded.limit.as_str()),
            thrown_code: None,
        }
    }

    /// The error, with everything that the answer of the program would have held.
    fn into_error(self, report: &Ran, body: String, calls: &Calls) -> ToolError {
        let changed = report.changes.changed;
        let calls_made = calls.entries.iter();
        let written: Vec<&CallRecord> = calls_made.filter(|call| call.may_have_written).collect();
        let has_written = !written.is_empty() || calls.omitted_writes > 0;
        let message = match (changed, !has_written) {
            (0, true) => format!("{}; nothing was changed", self.message),
            (_, true) => format!("{}; what it had changed was undone", self.message),
            (changed, false) => {
                let files = match changed {
                    0 => "no file was changed",
                    _ => "what it had changed in files was undone",
                };
                let outside = outside(&written, calls.omitted_writes);
                format!("{}; {files}; {outside}", self.message)
            }
        };
        let mut error = ToolError::new(self.code, message);
        if has_written {
            error = error.with_hint(
                "what was done outside is not undone: correct the program so that it does not do it twice, then run it again",
            );
            error.details.insert("calls".to_owned(), json!(written));
        }
        let answer = Answer::of(report);
        error.details.extend(answer.facts);
        error.items.extend(answer.items);
        error.with_excerpt(body)
    }
}

/// Calls that are listed in a message; details have all that the record has.
const CALLS_SHOWN_MAX: usize = 20;

/// What a program did outside of the files, which nothing takes back.
fn outside(calls: &[&CallRecord], omitted: u64) -> String {
    let named: Vec<String> = calls
        .iter()
        .take(CALLS_SHOWN_MAX)
        .map(|call| match &call.status {
            CallStatus::Answered => format!("{} (done)", call.function),
            CallStatus::Failed { code } => format!("{} (failed with {code})", call.function),
            _ => format!("{} (not known whether done)", call.function),
        })
        .collect();
    let more = (calls.len() - named.len()) as u64 + omitted;
    let more = match (more, named.is_empty()) {
        (0, _) => String::new(),
        (more, true) => format!("{more} calls"),
        (more, false) => format!(", and {more} more"),
    };
    format!(
        "what it had called outside of the files stays done: {}{more}",
        named.join(", ")
    )
}

/// JSON values of an `input` that is JSON text: a hundred bytes are used for each, in several copies.
const INPUT_VALUES_MAX: u64 = 250_000;

/// The value that the program is called with. JSON text is the form of older interfaces, and of
/// those whose schemas allow nothing but texts.
fn input_of(context: &Context<'_>, input: Option<Json>) -> Result<Option<Value>, ToolError> {
    let Some(input) = input else { return Ok(None) };
    let value = match input {
        // In its message it is one value, whatever is in it.
        Json::String(text)
            if text.trim_start().starts_with(['{', '['])
                && JsonCount::of(text.as_bytes()).values > INPUT_VALUES_MAX =>
        {
            return Err(ToolError::invalid(format!(
                "`input` is JSON text of more than {INPUT_VALUES_MAX} values"
            ))
            .with_hint("write the data to a file, and read it in the program"));
        }
        Json::String(text) => match exact_json(text.as_bytes()) {
            // As text, it keeps its digits.
            Ok(number @ Json::Number(_)) if from_json_as(&number, None).is_err() => text.into(),
            Ok(parsed) => {
                context.notice("`input` was JSON text, and has been parsed");
                parsed
            }
            Err(_) if !text.trim_start().starts_with(['{', '[', '"']) => text.into(),
            Err(JsonFault::Inexact(inexact)) => return Err(inexact_input(&inexact)),
            Err(fault @ JsonFault::Repeated(_)) => {
                return Err(ToolError::invalid(fault.about("`input`")));
            }
            Err(fault) => {
                return Err(
                    ToolError::invalid(format!("`input` is no JSON text: {fault}"))
                        .with_hint("pass the value itself, not JSON text"),
                );
            }
        },
        value => value,
    };
    match value {
        // A long text is not copied.
        Json::String(text) => Ok(Some(text.into())),
        value => from_json_as(&value, None)
            .map(Some)
            .map_err(|inexact| inexact_input(&inexact)),
    }
}

fn inexact_input(inexact: &InexactInteger) -> ToolError {
    ToolError::invalid(format!("`input` would lose digits: {inexact}"))
        .with_hint("pass it as text, and turn it into a BigInt in the program: BigInt(input.id)")
}
