//! Commands of a shell.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use isolate_host::{CancelToken, RunOptions, ShellRequest, ShellRun};
use isolate_mcp::ProgramTurn as _;
use isolate_tools::Policy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;

use crate::access::Permission;
use crate::admission::McpTurns;
use crate::call::Call;
use crate::problem::Problem;
use crate::respond;
use crate::runs::answer::EffectsForm;
use crate::runs::form::{LABEL_BYTES_MAX, LimitsForm};
use crate::shared::Missing;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// A command to run.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CommandRequest")]
struct CommandForm {
    /// Its text, as of `bash -c`.
    command: String,
    /// The absolute path of the directory that it begins in. Default: that of the session, or /.
    #[serde(default)]
    cwd: Option<String>,
    /// Variables of its environment.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// What it reads from its standard input.
    #[serde(default)]
    stdin: String,
    /// The session that it goes on with: 1 to 48 letters, digits, `-`, `_` and `.`.
    #[serde(default)]
    session: Option<String>,
    /// The only commands that it may run, beside what is built into the language: names, each with the arguments
    /// that it has to begin with, if any. Default: all.
    #[serde(default)]
    allowed_commands: Option<Vec<String>>,
    /// Keeps its changes at exit code 0 only. Default: whatever the exit code is.
    #[serde(default)]
    keep_on_success: bool,
    /// Keeps nothing: the answer says what would change.
    #[serde(default)]
    dry_run: bool,
    /// The name of the run in the history, at most 200 bytes.
    #[serde(default)]
    label: String,
    /// The branch that it reads and changes. Default: main.
    #[serde(default)]
    branch: Option<String>,
    /// Refuses every change.
    #[serde(default)]
    read_only: bool,
    /// Seeds everything that is random, and fixes the clock.
    #[serde(default)]
    seed: Option<u64>,
    /// Adds a patch of the changes to the answer.
    #[serde(default)]
    diff: bool,
    /// Limits that are smaller than those of the server.
    #[serde(default)]
    limits: LimitsForm,
}

/// A command that has ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Command")]
struct CommandAnswer {
    /// Its exit code; of one that a limit has ended 124, 130, 137, 139 or 152.
    exit_code: i32,
    /// Its standard output as text; bytes that are none are U+FFFD.
    stdout: String,
    /// Its standard error as text.
    stderr: String,
    /// Bytes that were left out at the end of stdout.
    stdout_omitted: u64,
    /// Bytes that were left out at the end of stderr.
    stderr_omitted: u64,
    /// The limit that has ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// What that limit was.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Whether its changes were kept.
    committed: bool,
    /// The number of its run in the history, by which it can be undone; null if there is nothing to undo.
    run: Option<i64>,
    effects: EffectsForm,
    /// A patch of the changes, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// Instructions that it took.
    fuel: u64,
    /// Milliseconds that it took, without the time in the queue.
    wall_ms: f64,
}

pub(crate) const ROUTES: &[Route] = &[Route {
    tag: "runs",
    permission: Some(Permission::Run),
    body: Content::Json(schema::<CommandForm>),
    answers: &[Answer {
        status: 200,
        what: "The command has ended: its exit code says how.",
        content: &[Content::Json(schema::<CommandAnswer>)],
    }],
    problems: &[404, 413, 415, 422, 429, 503, 507],
    ..route(
        "POST",
        "/v1/workspaces/{name}/commands",
        "runCommand",
        "Run a command of a shell",
        handler!(create),
    )
}];

impl CommandForm {
    fn options(&self, call: &Call) -> Result<RunOptions, Problem> {
        let limits = &call.shared.limits;
        if self.label.len() > LABEL_BYTES_MAX {
            return Err(Problem::invalid(format!(
                "the label has {} bytes, and at most {LABEL_BYTES_MAX} are kept: shorten it",
                self.label.len()
            )));
        }
        let mut options = RunOptions::new()
            .limits(self.limits.within(limits.run_limits)?)
            .label(self.label.as_str())
            .actor(call.principal.name())
            .trace_contents(call.shared.trace_contents);
        if self.dry_run {
            options = options.dry_run();
        }
        if self.read_only {
            options = options.read_only();
        }
        if let Some(seed) = self.seed {
            options = options.seed(seed);
        }
        if self.diff {
            options = options.diff_bytes(limits.diff_bytes);
        }
        Ok(options)
    }

    /// The command with what was given.
    fn given(self, mut request: ShellRequest, policy: Option<&Policy>) -> ShellRequest {
        request = request.stdin(self.stdin);
        if let Some(cwd) = self.cwd {
            request = request.cwd(cwd);
        }
        for (name, value) in self.env {
            request = request.env(name, value);
        }
        if let Some(session) = self.session {
            request = request.session(session);
        }
        let own = self.allowed_commands;
        let allowed = match policy {
            Some(policy) => policy.commands_within(own.as_deref()),
            None => own,
        };
        if let Some(allowed) = allowed {
            request = request.allowed_commands(allowed);
        }
        match self.keep_on_success {
            true => request.keep_on_success(),
            false => request,
        }
    }
}

impl From<&ShellRun> for CommandAnswer {
    fn from(run: &ShellRun) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let limit = run.limit.as_ref();
        Self {
            exit_code: run.exit_code,
            stdout: text(&run.stdout),
            stderr: text(&run.stderr),
            stdout_omitted: run.stdout_omitted,
            stderr_omitted: run.stderr_omitted,
            limit: limit.map(|exceeded| exceeded.limit.as_str().to_owned()),
            message: limit.map(|exceeded| exceeded.message.clone()),
            committed: run.is_committed,
            run: run.run_id.map(i64::from),
            effects: (&run.effects).into(),
            diff: run.diff.clone(),
            fuel: run.usage.fuel,
            wall_ms: run.usage.wall.as_secs_f64() * 1e3,
        }
    }
}

/// Cancels a command whose client has gone away.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn create(mut call: Call) -> Result<Response, Problem> {
    let (form, bytes): (CommandForm, usize) = call.sized_json().await?;
    let cancel = CancelToken::new();
    let options = form.options(&call)?.cancel(cancel.clone());
    let mut workspace = call.workspace_or(Missing::Make).await?;
    if let Some(branch) = &form.branch {
        workspace = call.branch(workspace, branch).await?;
    }
    let turns = McpTurns {
        shared: Arc::downgrade(&call.shared),
        principal: call.principal.clone(),
        workspace: call.name().to_owned(),
    };
    let mut turn = turns.take(bytes).await?;
    let policy = call.principal.rules().map(|rules| &*rules.policy);
    let request = call.shared.sandbox.shell(&workspace, &form.command);
    let request = form.given(request.options(options), policy);
    let going = call.shared.going();
    let _cancels = CancelOnDrop(cancel);
    // On a task of its own, so that a client that goes away drops nothing that takes time.
    let running = tokio::spawn(
        async move {
            let ended = request.await;
            turn.ended(ended.as_ref().map(ShellRun::as_run));
            drop((turn, going));
            ended
        }
        .in_current_span(),
    );
    let run = running.await.map_err(|_| Problem::internal())??;
    respond::json(StatusCode::OK, &CommandAnswer::from(&run))
}
