//! Backends of the tool `exec`, which run commands on a workspace.
//!
//! A backend receives a command and a workspace. Those of this crate run a shell and JavaScript in the
//! sandbox, and have no access to the shell of the machine.

use std::time::Duration;

use isolate_host::CancelToken;
use isolate_host::Workspace;
use isolate_text::git::LineCounts;

use crate::heard::Heard;
use crate::watch::EventKind;

/// Runs commands over a workspace.
///
/// A run is one transaction. What a command of the shell has changed is kept whatever its exit code is, what
/// a program has changed at exit code 0 only. It is undone in a dry run, after a limit and a cancellation, and
/// at another exit code where [`ExecRequest::keep_on_success`] says so.
pub trait ExecBackend: Send + Sync {
    /// The name, by which a call selects one of several backends.
    fn name(&self) -> &str;

    /// The description of commands, for a model.
    fn about(&self) -> &str;

    /// Runs a command to its end.
    ///
    /// # Errors
    /// The command could not be started. A command that fails returns an [`ExecResult`].
    fn exec(&self, request: &ExecRequest<'_>) -> Result<ExecResult, ExecFault>;
}

/// A command to run.
#[derive(Debug)]
#[non_exhaustive]
pub struct ExecRequest<'a> {
    /// The workspace, restricted by the policy of the toolbox.
    pub workspace: &'a Workspace,
    /// The command, in the language of the backend.
    pub command: &'a str,
    /// The working directory; empty for that of the session.
    pub cwd: &'a str,
    /// Its environment, sorted by name.
    pub env: &'a [(String, String)],
    /// The standard input.
    pub stdin: &'a str,
    /// The time limit.
    pub timeout: Duration,
    /// Whether its changes are always undone.
    pub is_dry_run: bool,
    /// The actor in the history.
    pub actor: &'a str,
    /// The label in the history.
    pub label: &'a str,
    /// The session that it belongs to.
    pub session: Option<&'a str>,
    /// Whether its changes are kept at exit code 0 only.
    pub keep_on_success: bool,
    /// The commands that it may run, if not all, as in
    /// [`Policy::allowed_commands`](crate::Policy::allowed_commands).
    pub allowed_commands: Option<&'a [String]>,
    /// Cancels it.
    pub cancel: &'a CancelToken,
    pub(crate) heard: &'a Heard,
    /// Bytes of the diff of a dry run.
    pub(crate) diff_bytes_max: usize,
}

impl ExecRequest<'_> {
    /// Bytes of the diff of its changes; 0 for none.
    pub(crate) const fn diff_bytes(&self) -> usize {
        if self.is_dry_run {
            self.diff_bytes_max
        } else {
            0
        }
    }
}

/// How a command ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecResult {
    /// 0 for success. [`ExitCode`](crate::ExitCode) lists those of programs; a shell has its own, such as 126
    /// and 127.
    pub(crate) exit_code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Bytes that were left out at the ends of both.
    pub(crate) omitted: [u64; 2],
    /// How the files changed, of a dry run.
    pub(crate) diff: Option<String>,
    /// The fuel that it used, if the backend counts it.
    pub(crate) fuel_used: Option<u64>,
    /// The limit that it reached.
    pub(crate) limit_hit: Option<String>,
    pub(crate) changes: Vec<ExecChange>,
    /// The number of changed paths that are not listed.
    pub(crate) changes_omitted: u64,
    /// Whether the changes were kept.
    pub(crate) is_committed: bool,
    /// The run in the history by which it can be undone, if there is one:
    /// [`OpenRun::commit`](isolate_vfs::OpenRun::commit) returns it.
    pub(crate) run_id: Option<isolate_vfs::RunId>,
    /// The same changes for the receipt, where the backend knows them so.
    pub(crate) effects: isolate_vfs::Effects,
}

impl ExecResult {
    /// The result of a command that changed nothing.
    #[must_use]
    pub fn new(exit_code: impl Into<i32>) -> Self {
        Self {
            exit_code: exit_code.into(),
            ..Self::default()
        }
    }

    /// Sets the standard output.
    #[must_use]
    pub fn stdout(mut self, text: impl Into<String>) -> Self {
        self.stdout = text.into();
        self
    }

    /// Sets the standard error.
    #[must_use]
    pub fn stderr(mut self, text: impl Into<String>) -> Self {
        self.stderr = text.into();
        self
    }

    /// Sets the complete list of changes.
    #[must_use]
    pub fn changes(mut self, changes: Vec<ExecChange>) -> Self {
        self.changes = changes;
        self
    }

    /// Records that the changes were kept, and the run by which they can be undone.
    #[must_use]
    pub const fn committed(mut self, run_id: Option<isolate_vfs::RunId>) -> Self {
        self.is_committed = true;
        self.run_id = run_id;
        self
    }
}

/// A path that a command changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecChange {
    /// The path.
    pub path: String,
    /// `created`, `changed` or `deleted`.
    pub kind: EventKind,
    /// The size afterwards, if the path exists.
    pub bytes: Option<u64>,
    /// Lines that were added to and removed from a text, if they were counted.
    pub lines: Option<LineCounts>,
}

impl ExecChange {
    /// A changed path.
    #[must_use]
    pub fn new(path: impl Into<String>, kind: EventKind, bytes: Option<u64>) -> Self {
        Self {
            path: path.into(),
            kind,
            bytes,
            lines: None,
        }
    }
}

/// A command that could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecFault {
    /// The reason, as a sentence.
    pub message: String,
    /// Whether the same command may run later.
    pub is_temporary: bool,
}

impl ExecFault {
    /// A permanent fault, with the reason as a sentence.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_temporary: false,
        }
    }

    /// Marks the fault as temporary: the same command may run later.
    #[must_use]
    pub const fn temporary(mut self) -> Self {
        self.is_temporary = true;
        self
    }
}

impl std::fmt::Display for ExecFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExecFault {}
