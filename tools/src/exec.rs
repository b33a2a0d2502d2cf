//! The seam behind `exec`: what runs a command over the workspace.
//!
//! A backend gets a command and a workspace, and nothing else of this crate. It never reaches a
//! shell of the machine unless whoever wrote it does; the one that ships runs JavaScript.

use std::time::Duration;

use isolate_host::Workspace;

use crate::cancel::Cancel;
use crate::watch::EventKind;

/// Runs commands over a workspace.
///
/// A run is one transaction: what it changed is kept when it ends with exit code 0, and undone
/// otherwise, in a dry run, and when it is cancelled.
pub trait ExecBackend: Send + Sync {
    /// Its name, which a call gives when there are several.
    fn name(&self) -> &str;

    /// What a command is and what it can do, for a model.
    fn about(&self) -> &str;

    /// Runs a command to its end.
    ///
    /// # Errors
    /// The command was not run at all. What it did wrong is an [`ExecResult`].
    fn exec(&self, request: &ExecRequest<'_>) -> Result<ExecResult, ExecFault>;
}

/// A command to run.
#[derive(Debug)]
#[non_exhaustive]
pub struct ExecRequest<'a> {
    /// The files, behind the policy of the toolbox.
    pub workspace: &'a Workspace,
    /// The command, in the language of the backend.
    pub command: &'a str,
    /// The directory that it starts in.
    pub cwd: &'a str,
    /// Its environment, sorted by name.
    pub env: &'a [(String, String)],
    /// What it reads from its standard input.
    pub stdin: &'a str,
    /// How long it may take.
    pub timeout: Duration,
    /// Whether what it changes is undone in any case.
    pub is_dry_run: bool,
    /// Who runs it, for the history.
    pub actor: &'a str,
    /// What the history calls it.
    pub label: &'a str,
    /// Stops it.
    pub cancel: &'a Cancel,
}

/// How a command ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecResult {
    /// 0 for success. [`ExitCode`](crate::ExitCode) lists those of the backend that ships; other
    /// backends may answer more, such as 126 and 127 of a shell.
    pub exit_code: i32,
    /// Its standard output, whole.
    pub stdout: String,
    /// Its standard error, whole.
    pub stderr: String,
    /// Computing that it used, where that is counted.
    pub fuel_used: Option<u64>,
    /// The limit that ended it.
    pub limit_hit: Option<String>,
    /// What it changed, or would have changed.
    pub changes: Vec<ExecChange>,
    /// How many more paths it changed, or would have changed, than are listed.
    pub changes_omitted: u64,
    /// Whether the changes were kept.
    pub is_committed: bool,
    /// The run in the history by which it can be undone, where there is one:
    /// [`OpenRun::commit`](isolate_vfs::OpenRun::commit) answers it.
    pub op_id: Option<isolate_vfs::RunId>,
}

impl ExecResult {
    /// A command that ended with an exit code, and changed nothing.
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

    /// Sets the changes, of which none is left out.
    #[must_use]
    pub fn changes(mut self, changes: Vec<ExecChange>) -> Self {
        self.changes = changes;
        self
    }

    /// Says that the changes were kept, and by which run of the history they can be undone.
    #[must_use]
    pub const fn committed(mut self, op_id: Option<isolate_vfs::RunId>) -> Self {
        self.is_committed = true;
        self.op_id = op_id;
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
    /// Its size afterwards, where it exists.
    pub bytes: Option<u64>,
}

impl ExecChange {
    /// A changed path.
    #[must_use]
    pub fn new(path: impl Into<String>, kind: EventKind, bytes: Option<u64>) -> Self {
        Self {
            path: path.into(),
            kind,
            bytes,
        }
    }
}

/// A command that could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecFault {
    /// Why, in a sentence.
    pub message: String,
    /// Whether the same command may run later.
    pub is_passing: bool,
}

impl ExecFault {
    /// A command that cannot be run, with the reason in a sentence.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_passing: false,
        }
    }

    /// Says that the same command may run later.
    #[must_use]
    pub const fn passing(mut self) -> Self {
        self.is_passing = true;
        self
    }
}

impl std::fmt::Display for ExecFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExecFault {}
