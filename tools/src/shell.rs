//! Commands of a shell through the sandbox: the backend of `exec` that it has by default.

use std::future::Future;

use futures_executor::block_on;
use isolate_host::{Error, Limits, Outcome, RunOptions, Sandbox, ShellRun};

use crate::exec::{ExecBackend, ExecFault, ExecRequest, ExecResult};
use crate::js;

/// The `exec` backend whose commands are those of a shell, in the sandbox.
#[derive(Clone, Debug)]
pub struct ShellBackend {
    sandbox: Sandbox,
    limits: Limits,
}

impl ShellBackend {
    /// A backend over a sandbox.
    #[must_use]
    pub const fn new(sandbox: Sandbox, limits: Limits) -> Self {
        Self { sandbox, limits }
    }

    /// Begins a command, and tells whoever wants to know how it has ended.
    pub(crate) fn begin(
        &self,
        request: &ExecRequest<'_>,
    ) -> impl Future<Output = Result<ShellRun, Error>> + Send + 'static {
        let options = RunOptions::new()
            .limits(self.limits)
            .timeout(request.timeout)
            .commit(js::commit(request.is_dry_run))
            .diff_bytes(request.diff_bytes())
            .label(request.label)
            .actor(request.actor)
            .cancel(request.cancel.clone())
            .calls_on_workers();
        let options = request.heard.in_options(options);
        let mut command = self
            .sandbox
            .shell(request.workspace, request.command)
            .stdin(request.stdin)
            .options(options);
        if !request.cwd.is_empty() {
            command = command.cwd(request.cwd);
        }
        for (name, value) in request.env {
            command = command.env(name, value);
        }
        if let Some(name) = request.session {
            command = command.session(name);
        }
        if let Some(allowed) = request.allowed_commands {
            command = command.allowed_commands(allowed.iter().cloned());
        }
        if request.keep_on_success {
            command = command.keep_on_success();
        }
        let heard = request.heard.clone();
        let running = command.into_future();
        async move {
            let ended = running.await;
            heard.tell(ended.as_ref().map(ShellRun::as_run));
            ended
        }
    }
}

impl ExecBackend for ShellBackend {
    fn name(&self) -> &str {
        "shell"
    }

    fn about(&self) -> &str {
        "bash, with the usual commands for files and text (find grep sed awk sort jq diff git tar …); no network, \
         no python; `js -e CODE` and `js FILE` run JavaScript; `ln` only with -s. Files persist, variables and the directory only in a session. \
         Changes are kept whatever the exit code, never after a limit. Its own exit codes: 124 time, 126 not \
         allowed, 127 not found, 130 cancelled, 137 memory, 139 stack, 152 fuel"
    }

    fn exec(&self, request: &ExecRequest<'_>) -> Result<ExecResult, ExecFault> {
        result(block_on(self.begin(request))).map_err(js::fault)
    }
}

/// The result of a command.
pub(crate) fn result(ended: Result<ShellRun, Error>) -> Result<ExecResult, Error> {
    let run = ended?;
    let mut stderr = text(&run.stderr);
    let limit = run.limit.as_ref();
    if let Some(exceeded) = limit {
        if !stderr.is_empty() && !stderr.ends_with('\n') {
            stderr.push('\n');
        }
        stderr.push_str(&format!("bash: {}\n", exceeded.message));
    }
    let effects = match run.as_run().outcome {
        Outcome::LimitExceeded(_) => {
            let mut nothing = isolate_vfs::Effects::default();
            nothing.run = run.effects.run;
            nothing
        }
        _ => run.effects.clone(),
    };
    Ok(ExecResult {
        exit_code: run.exit_code,
        stdout: text(&run.stdout),
        stderr,
        omitted: [run.stdout_omitted, run.stderr_omitted],
        diff: run.diff.clone(),
        fuel_used: Some(run.usage.fuel),
        limit_hit: limit.map(|exceeded| exceeded.limit.as_str().to_owned()),
        changes: js::changes(&run.effects),
        changes_omitted: run.effects.omitted.total(),
        is_committed: run.is_committed,
        run_id: run.run_id,
        effects,
    })
}

/// An output as text: bytes that are none are shown as U+FFFD.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
