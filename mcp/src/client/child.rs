//! The child process of a server: it has its own environment and is always ended.

use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::error::{ClientErrorKind, Fault};
use super::notes::Notes;

/// The time that a server has to end after its input was closed, and again after `SIGTERM`.
const GRACE: Duration = Duration::from_secs(2);

/// The number of `SIGTERM`.
const SIGTERM: i32 = 15;

/// The variables that a server inherits. All others must be set explicitly.
const KEPT: &[&str] = &["PATH", "HOME"];

/// The standard input of a server until it is closed.
pub(super) type Input = Arc<Mutex<Option<ChildStdin>>>;

/// A running server. Dropping it ends the process.
pub(super) struct Process {
    pub(super) input: Input,
    pub(super) output: ChildStdout,
    pub(super) end: DropGuard,
}

/// Starts a server.
pub(super) fn spawn(
    argv: &[String],
    environment: &[(String, String)],
    notes: &Arc<Notes>,
) -> Result<Process, Fault> {
    let (program, arguments) = argv
        .split_first()
        .ok_or_else(|| Fault::new(ClientErrorKind::Configuration, "the command is empty"))?;
    let unreachable = |text| Fault::new(ClientErrorKind::Unreachable, text);
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(
            KEPT.iter()
                .filter_map(|&name| Some((name, std::env::var_os(name)?))),
        )
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut command = CommandWrap::from(command);
    // What it starts itself ends with it.
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    let mut child = command.spawn().map_err(|cause| match cause.kind() {
        std::io::ErrorKind::NotFound => unreachable(format!(
            "the command {program:?} was not found: install it, or give its path"
        )),
        _ => unreachable(format!("{program:?} cannot be started")).with_io(cause),
    })?;
    let parts = (
        child.stdin().take(),
        child.stdout().take(),
        child.stderr().take(),
    );
    let (Some(input), Some(output), Some(errors)) = parts else {
        return Err(unreachable(format!("{program:?} has no standard streams")));
    };
    let input = Arc::new(Mutex::new(Some(input)));
    tokio::spawn(keep_stderr(errors, Arc::clone(notes)));
    let stop = CancellationToken::new();
    tokio::spawn(supervise(
        Child {
            child,
            has_ended: false,
        },
        Arc::clone(&input),
        stop.clone(),
        Arc::clone(notes),
    ));
    Ok(Process {
        input,
        output,
        end: stop.drop_guard(),
    })
}

/// A child process. Its process group is killed if this is dropped before the process has ended,
/// which happens when the runtime shuts down.
struct Child {
    child: Box<dyn ChildWrapper>,
    has_ended: bool,
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.has_ended {
            let _ = self.child.start_kill();
        }
    }
}

impl Child {
    async fn wait(&mut self) -> std::io::Result<ExitStatus> {
        let status = self.child.inner_mut().wait().await;
        // What the server started may outlive it.
        let _ = self.child.start_kill();
        self.has_ended = true;
        status
    }

    async fn wait_for(&mut self, time: Duration) -> Option<std::io::Result<ExitStatus>> {
        tokio::time::timeout(time, self.wait()).await.ok()
    }
}

/// Waits until a server has ended. To end it, closes its input, then sends `SIGTERM`,
/// then kills it.
async fn supervise(mut child: Child, input: Input, stop: CancellationToken, notes: Arc<Notes>) {
    let ended = tokio::select! {
        status = child.wait() => Some(status),
        () = stop.cancelled() => None,
    };
    let status = match ended {
        Some(status) => status,
        None => end(&mut child, &input).await,
    };
    notes.ended(match status {
        Ok(status) => status.to_string(),
        Err(cause) => format!("an unknown status: {cause}"),
    });
}

async fn end(child: &mut Child, input: &Input) -> std::io::Result<ExitStatus> {
    // A write that the server does not read holds the lock: the signals end that.
    if let Ok(mut input) = tokio::time::timeout(GRACE / 4, input.lock()).await {
        input.take();
    }
    if let Some(status) = child.wait_for(GRACE).await {
        return status;
    }
    let _ = child.child.signal(SIGTERM);
    if let Some(status) = child.wait_for(GRACE).await {
        return status;
    }
    child.child.start_kill()?;
    child.wait().await
}

async fn keep_stderr(mut errors: ChildStderr, notes: Arc<Notes>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        notes.add_stderr(&buffer[..count]);
    }
    notes.stderr_ended();
}
