//! The result of a command of a shell.

use isolate_protocol::Value;
use isolate_protocol::wire::shell::Exit;
use isolate_vfs::RunId;

use crate::error::Error;
use crate::limits::Limit;
use crate::outcome::{Effects, LimitExceeded, Outcome, Run, Usage, message_of};

/// A command that has ended: see [`Sandbox::shell`](crate::Sandbox::shell).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShellRun {
    /// Its exit code. A command that a limit has ended has one of these, as programs of a system have that
    /// a signal has ended: 124 after its time, 130 if it was cancelled, 137 for want of memory, 139 for want
    /// of stack, and 152 where it has computed, called or moved more than it may.
    pub exit_code: i32,
    /// The bytes of its standard output; of a command that a limit has ended, those that it had written
    /// before, as far as they are known.
    pub stdout: Vec<u8>,
    /// The bytes of its standard error; as above.
    pub stderr: Vec<u8>,
    /// Bytes that were left out at the end of `stdout`, because there are more than
    /// [`Limits::result_bytes`](fn@crate::Limits::result_bytes).
    pub stdout_omitted: u64,
    /// Bytes that were left out at the end of `stderr`.
    pub stderr_omitted: u64,
    /// The limit that has ended it, if one has. Then none of its changes are kept.
    pub limit: Option<LimitExceeded>,
    /// Paths that it created, changed and deleted. The changes have been kept unless
    /// [`is_committed`](field@ShellRun::is_committed) is false.
    pub effects: Effects,
    /// Whether the effects were kept: they are, whatever the exit code is, but not after a limit, in a dry
    /// run, if [`RunOptions::confirm`](fn@crate::RunOptions::confirm) says no, or at another exit code than 0
    /// with [`ShellRequest::keep_on_success`](crate::ShellRequest::keep_on_success).
    pub is_committed: bool,
    /// The run in the history of its workspace, as in [`Run::run_id`].
    pub run_id: Option<RunId>,
    /// How its files changed, as in [`Run::diff`].
    pub diff: Option<String>,
    /// The resources that it used.
    pub usage: Usage,
    run: Box<Run>,
}

impl ShellRun {
    /// What has become of a command.
    pub(crate) fn of(run: Run) -> Result<Self, Error> {
        let mut run = run;
        let exit = run.output.take().unwrap_or_default();
        // What was recorded of the output is in it once more.
        if matches!(run.outcome, Outcome::Returned(_)) {
            run.outcome = Outcome::Returned(Value::Undefined);
        }
        let (code, limit) = match &run.outcome {
            Outcome::Returned(_) => (exit.code, None),
            Outcome::LimitExceeded(exceeded) => (code_of(exceeded.limit), Some(exceeded.clone())),
            Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
                return Err(Error::internal(message_of(thrown).to_owned()));
            }
            Outcome::Suspended(_) | Outcome::Conflict(_) => {
                return Err(Error::internal("a command that waits"));
            }
        };
        let Exit { stdout, stderr, .. } = exit;
        Ok(Self {
            exit_code: code,
            stdout: stdout.bytes,
            stderr: stderr.bytes,
            stdout_omitted: stdout.omitted,
            stderr_omitted: stderr.omitted,
            limit,
            effects: run.effects.clone(),
            is_committed: run.is_committed,
            run_id: run.run_id,
            diff: run.diff.take(),
            usage: run.usage,
            run: Box::new(run),
        })
    }

    /// The same as a run, as programs are: for those who count what runs use. It returned nothing, or has
    /// reached a limit.
    #[must_use]
    pub const fn as_run(&self) -> &Run {
        &self.run
    }
}

/// The exit code of a command that a limit has ended: 128 and the number of the signal that a system
/// sends then, and that of `timeout`.
const fn code_of(limit: Limit) -> i32 {
    match limit {
        Limit::Timeout => 124,
        Limit::Cancelled => 130,
        Limit::Memory | Limit::HostMemory => 137,
        Limit::Stack => 139,
        Limit::Fuel | Limit::HostCalls | Limit::Io => 152,
    }
}
