//! Programs through the sandbox: what `run` and the JavaScript backend of `exec` share.

use std::future::Future;

use futures_executor::block_on;
use isolate_host::{
    Awaits, Commit, EffectEntry, Effects, Error, Functions, Level, Limits, Outcome, PendingCall,
    Run, RunHandle, RunOptions, Sandbox, Suspended, Value, Workspace, from_json,
};
use serde_json::{Value as Json, json};

use crate::exec::{ExecBackend, ExecChange, ExecFault, ExecRequest, ExecResult};
use crate::exit::ExitCode;
use crate::functions::FunctionSource;
use crate::heard::Heard;
use crate::thrown::{limit_text, thrown_text};
use crate::watch::EventKind;

/// Begins a program.
pub(crate) fn begin(
    sandbox: &Sandbox,
    workspace: &Workspace,
    source: &str,
    options: RunOptions,
    heard: &Heard,
) -> RunHandle {
    // The thread that begins it may have no task of its own. Whoever called the tool waits for its functions,
    // and could not ask for their answers later.
    let options = options.calls_on_workers().suspend_after(None);
    let options = heard.in_options(options);
    let request = sandbox.run(workspace, source).options(options);
    request.into_future()
}

/// Awaits a program, and tells whoever wants to know how it has ended.
pub(crate) fn told(
    running: RunHandle,
    heard: &Heard,
) -> impl Future<Output = Result<Run, Error>> + Send + 'static {
    let heard = heard.clone();
    async move {
        let ended = running.await;
        heard.tell(ended.as_ref());
        ended
    }
}

/// The `exec` backend whose commands are JavaScript programs.
#[derive(Clone, Debug)]
pub struct JsBackend {
    sandbox: Sandbox,
    limits: Limits,
    functions: FunctionSource,
}

impl JsBackend {
    /// A backend over a sandbox.
    #[must_use]
    pub fn new(sandbox: Sandbox, limits: Limits) -> Self {
        Self {
            sandbox,
            limits,
            functions: FunctionSource::default(),
        }
    }

    /// The same, whose programs may call these functions.
    #[must_use]
    pub fn with_functions(self, functions: Functions) -> Self {
        self.with_source(FunctionSource::new(move || functions.clone()))
    }

    pub(crate) fn with_source(self, functions: FunctionSource) -> Self {
        Self { functions, ..self }
    }

    pub(crate) fn begin(&self, request: &ExecRequest<'_>) -> RunHandle {
        let env: serde_json::Map<String, Json> = request
            .env
            .iter()
            .map(|(name, value)| (name.clone(), value.clone().into()))
            .collect();
        let input = json!({ "cwd": request.cwd, "env": env, "stdin": request.stdin });
        let options = RunOptions::new()
            .limits(self.limits)
            .timeout(request.timeout)
            .input_value(from_json(&input))
            .commit(commit(request.is_dry_run))
            .diff_bytes(request.diff_bytes())
            .label(request.label)
            .actor(request.actor)
            .functions(self.functions.now())
            .cancel(request.cancel.clone());
        let (workspace, command) = (request.workspace, request.command);
        begin(&self.sandbox, workspace, command, options, request.heard)
    }
}

impl ExecBackend for JsBackend {
    fn name(&self) -> &str {
        "js"
    }

    fn about(&self) -> &str {
        "a program `async ({ cwd, env, stdin }) => { … }`, as of `run`; what it logs and returns is its output. \
         Changes are kept at exit code 0 only"
    }

    fn exec(&self, request: &ExecRequest<'_>) -> Result<ExecResult, ExecFault> {
        let ended = block_on(told(self.begin(request), request.heard));
        result(ended, request.command)
    }
}

pub(crate) const fn commit(is_dry_run: bool) -> Commit {
    if is_dry_run {
        Commit::DryRun
    } else {
        Commit::Atomic
    }
}

/// Why a command could not be run.
pub(crate) fn fault(error: Error) -> ExecFault {
    let error = crate::ToolError::from(error);
    ExecFault {
        is_temporary: error.code.retry() == crate::Retry::Later,
        message: error.message,
    }
}

/// The result of a command that was a program.
pub(crate) fn result(ended: Result<Run, Error>, source: &str) -> Result<ExecResult, ExecFault> {
    let run = &ended.map_err(fault)?;
    let (mut stdout, mut stderr) = logs(run);
    let mut limit_hit = None;
    match &run.outcome {
        Outcome::Returned(value) => {
            if let Some(text) = returned_text(value) {
                stdout.push_str(&text);
                stdout.push('\n');
            }
            if let Some(notice) = run.cut_notice() {
                stderr.push_str(&format!("[{notice}]\n"));
            }
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            stderr.push_str(&thrown_text(thrown, source, None));
        }
        Outcome::LimitExceeded(exceeded) => {
            stderr.push_str(&limit_text(exceeded, source, None));
            limit_hit = Some(exceeded.limit.as_str().to_owned());
        }
        Outcome::Suspended(waiting) => {
            stderr.push_str(&format!("{}\n", waiting_text(waiting)));
            stderr.push_str(&waiting_calls(waiting));
        }
        other => {
            if let Some(error) = other.error() {
                stderr.push_str(&format!("{error}\n"));
            }
        }
    }
    Ok(ExecResult {
        exit_code: ExitCode::of(run).into(),
        stdout,
        stderr,
        omitted: [0; 2],
        fuel_used: Some(run.usage.fuel),
        limit_hit,
        changes: changes(&run.effects),
        diff: run.diff.clone(),
        changes_omitted: run.effects.omitted.total(),
        is_committed: run.is_committed,
        run_id: run.run_id,
        effects: effects(run),
    })
}

/// What a model is told of a program that waits, in trusted words.
pub(crate) fn waiting_text(waiting: &Suspended) -> String {
    let run = waiting.run;
    let is_review = |call: &PendingCall| call.awaits == Awaits::Review;
    if waiting.waiting_for.iter().any(is_review) {
        return format!(
            "the program has returned, and its changes wait for an approval, as run {run} (isolate-run diff {run}, isolate-run approve {run}): \
             they are kept when that is given. Do not run it again: tell the user what it waits for"
        );
    }
    format!(
        "the program has not ended: it waits for an approval, as run {run}, and goes on when that is given (isolate-run approve {run}). \
         Nothing of it is kept until it ends. Do not run it again: tell the user what it waits for"
    )
}

/// The calls that a program waits for.
pub(crate) fn waiting_calls(waiting: &Suspended) -> String {
    let lines = waiting.waiting_for.iter().map(|call| {
        format!(
            "call {} of {}: {}\n",
            call.call, call.function, call.argument
        )
    });
    lines.collect()
}

/// What a receipt says of the changes of a program: none, where it failed and they were undone.
pub(crate) fn effects(run: &Run) -> Effects {
    if matches!(run.outcome, Outcome::Returned(_)) {
        return run.effects.clone();
    }
    let mut nothing = Effects::default();
    nothing.run = run.effects.run;
    nothing
}

/// The result of a program as text; empty for `undefined`.
pub(crate) fn returned_text(value: &Value) -> Option<String> {
    match value {
        Value::Undefined => None,
        Value::String(text) if !text.has_lone_surrogate() => Some(text.text.clone()),
        other => serde_json::to_string_pretty(&other).ok(),
    }
}

/// The log: what informs, and what warns.
pub(crate) fn logs(run: &Run) -> (String, String) {
    let (mut out, mut err) = (String::new(), String::new());
    for entry in &run.logs {
        let stream = match entry.level {
            Level::Debug | Level::Log | Level::Info => &mut out,
            Level::Warn | Level::Error => &mut err,
        };
        stream.push_str(&entry.text);
        stream.push('\n');
    }
    if run.logs_dropped.entries > 0 {
        err.push_str(&format!(
            "[cut: {} log entries left out; the log was full]\n",
            run.logs_dropped.entries
        ));
    }
    (out, err)
}

pub(crate) fn changes(effects: &Effects) -> Vec<ExecChange> {
    let of = |entries: &[EffectEntry], kind: EventKind| -> Vec<ExecChange> {
        entries
            .iter()
            .map(|entry| ExecChange {
                path: entry.path.to_string(),
                kind,
                bytes: entry.size_after,
                lines: None,
            })
            .collect()
    };
    let mut all = of(&effects.created, EventKind::Created);
    all.extend(of(&effects.changed, EventKind::Changed));
    all.extend(of(&effects.deleted, EventKind::Deleted));
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all
}
