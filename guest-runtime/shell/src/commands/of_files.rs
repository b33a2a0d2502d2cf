//! The file commands: those of `isolate_shell_commands`, as commands of bashkit.
//!
//! They are written without waiting. Where one has printed much, or wants input, it stands still, and what
//! it has printed goes to its readers: a command whose reader is gone ends there, and none holds more than
//! it makes of one directory or one file. Input comes in the pieces in which bashkit has it.

use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::io::{self, Read, Write};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{SystemTime, UNIX_EPOCH};

use bashkit::{Command, CommandContext, CommandStatus, async_trait};
use isolate_shell_commands::{Context, start};

use super::system::System;
use crate::files::Files;

/// A file command.
pub(super) struct FileCommand {
    files: Arc<Files>,
}

impl FileCommand {
    pub(super) fn new(files: Arc<Files>) -> Self {
        Self { files }
    }
}

/// An output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Out,
    Errors,
}

/// What lies between a command and its streams.
#[derive(Default)]
struct Streams {
    /// What was written and not passed on, in order.
    written: Vec<(To, Vec<u8>)>,
    /// What was read and not used.
    input: VecDeque<u8>,
    /// Whether there is no more input.
    is_at_end: bool,
    /// Whether the command waits for input.
    wants_input: bool,
}

type Shared = Arc<Mutex<Streams>>;

fn locked(streams: &Shared) -> MutexGuard<'_, Streams> {
    streams.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Input(Shared);

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut streams = locked(&self.0);
        if streams.input.is_empty() && !streams.is_at_end {
            streams.wants_input = true;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        streams.input.read(bytes)
    }
}

struct Output(Shared, To);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut streams = locked(&self.0);
        match streams.written.last_mut() {
            Some((to, before)) if *to == self.1 => before.extend_from_slice(bytes),
            _ => streams.written.push((self.1, bytes.to_vec())),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[async_trait]
impl Command for FileCommand {
    async fn execute(&self, call: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        // Before anything is waited for: it is that of the shell that calls.
        let umask = self.files.umask();
        let streams = Shared::default();
        let (mut input, mut out, mut errors) = (
            Input(Arc::clone(&streams)),
            Output(Arc::clone(&streams), To::Out),
            Output(Arc::clone(&streams), To::Errors),
        );
        let system = System::new(Arc::clone(&self.files), Arc::clone(&call.fs));
        let mut context = Context {
            files: &system,
            stdin: &mut input,
            stdout: &mut out,
            stderr: &mut errors,
            directory: call.cwd.as_os_str().as_encoded_bytes().to_vec(),
            umask,
            environment: environment(call.env),
            now_us: now_us(),
            random: &mut random,
        };
        let arguments = call.args.iter().map(|word| word.clone().into_bytes());
        let mut going = pin!(start(&mut context, call.name, arguments.collect()));
        loop {
            let ended = poll_fn(|waker| Poll::Ready(going.as_mut().poll(waker))).await;
            match pass_on(&streams, &call).await {
                Err(bashkit::Error::Io(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                    return unwritten(&call, &error).await;
                }
                passed => passed?,
            }
            if let Poll::Ready(code) = ended {
                let code = code.expect("all of them are commands");
                return Ok(CommandStatus::with_code(i32::from(code)));
            }
            if std::mem::take(&mut locked(&streams).wants_input) {
                let read = call.stdin.read_chunk().await?;
                let mut streams = locked(&streams);
                match read {
                    Some(bytes) => streams.input.extend(bytes),
                    None => streams.is_at_end = true,
                }
            }
        }
    }
}

/// Writes what a command has written to its outputs.
///
/// A reader of the output that is gone ends the command; messages that nobody reads are lost, as GNU's.
async fn pass_on(streams: &Shared, call: &CommandContext<'_>) -> bashkit::Result<()> {
    let written = std::mem::take(&mut locked(streams).written);
    for (to, bytes) in written {
        match to {
            // Nothing was written, to ask whether there is a reader.
            To::Out if bytes.is_empty() && call.stdout.is_closed() => {
                return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
            }
            To::Out => call.stdout.write_all(&bytes).await?,
            To::Errors => match call.stderr.write_all(&bytes).await {
                Err(bashkit::Error::Io(error)) if error.kind() != io::ErrorKind::BrokenPipe => {}
                written => written?,
            },
        }
    }
    Ok(())
}

/// The end of a command whose output cannot be written.
async fn unwritten(call: &CommandContext<'_>, error: &io::Error) -> bashkit::Result<CommandStatus> {
    /// EBADF: the output is closed.
    const CLOSED: i32 = 9;
    let why = match error.raw_os_error() {
        Some(CLOSED) => "Bad file descriptor".to_owned(),
        _ => error.to_string(),
    };
    let message = format!("{}: write error: {why}\n", call.name);
    match call.stderr.write_all(message.as_bytes()).await {
        Ok(()) | Err(bashkit::Error::Io(_)) => {}
        Err(error) => return Err(error),
    }
    // Commands whose answers 0 and 1 mean more end with 2.
    let code = if matches!(call.name, "ls" | "cmp") {
        2
    } else {
        1
    };
    Ok(CommandStatus::with_code(code))
}

fn environment(
    variables: &std::collections::HashMap<String, String>,
) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let bytes = |text: &String| text.clone().into_bytes();
    let pairs = variables.iter();
    pairs
        .map(|(name, value)| (bytes(name), bytes(value)))
        .collect()
}

/// The time of the run, in microseconds since 1970.
fn now_us() -> i64 {
    // The clock of the guest is that of the run.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |after| i64::try_from(after.as_micros()).unwrap_or(0))
}

/// Bytes that follow from the seed of the run.
fn random(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the guest has a generator");
}
