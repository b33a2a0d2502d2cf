//! Commands of a shell: their options, and how they ended.

use std::collections::BTreeMap;

use isolate_host::{ShellRequest, ShellRun};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The options of a command, beside those of every run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ShellSettings {
    cwd: Option<String>,
    env: BTreeMap<String, String>,
    session: Option<String>,
    allowed_commands: Option<Vec<String>>,
    keep_on_success: bool,
}

impl ShellSettings {
    /// The command with these options.
    pub fn set(self, mut request: ShellRequest) -> ShellRequest {
        if let Some(cwd) = self.cwd {
            request = request.cwd(cwd);
        }
        for (name, value) in self.env {
            request = request.env(name, value);
        }
        if let Some(session) = self.session {
            request = request.session(session);
        }
        if let Some(allowed) = self.allowed_commands {
            request = request.allowed_commands(allowed);
        }
        match self.keep_on_success {
            true => request.keep_on_success(),
            false => request,
        }
    }
}

/// All that is known of a command that has ended, but what it has written.
#[must_use]
pub fn shell_report(run: &ShellRun) -> Json {
    let usage = &run.usage;
    json!({
        "exitCode": run.exit_code,
        "stdoutOmitted": run.stdout_omitted,
        "stderrOmitted": run.stderr_omitted,
        "limit": run.limit.as_ref().map(|exceeded| exceeded.limit.as_str()),
        "message": run.limit.as_ref().map(|exceeded| exceeded.message.as_str()),
        "isCommitted": run.is_committed,
        "effects": crate::effects(&run.effects),
        "runId": run.run_id.map(i64::from),
        "diff": run.diff,
        "usage": {
            "fuel": usage.fuel,
            "wallMs": usage.wall.as_secs_f64() * 1e3,
            "queuedMs": usage.queued.as_secs_f64() * 1e3,
            "peakMemoryBytes": usage.peak_memory_bytes,
            "hostCalls": usage.host_calls,
            "bytesRead": usage.bytes_read,
            "bytesWritten": usage.bytes_written,
        },
    })
}
