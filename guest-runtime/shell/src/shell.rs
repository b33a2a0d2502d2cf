//! A shell that is initialised once and runs one command.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bashkit::{
    Bash, BashBuilder, Error, ExecOptions, ExecutionExtensions, FileType, Lookup, StreamData,
};
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Step, Thrown};
use isolate_protocol::wire::shell::{Command, Exit, Output};
use tokio::runtime::{Builder, Runtime};

use crate::allowed::Allowed;
use crate::calls::Host;
use crate::files::Files;
use crate::{commands, limits, lookup, missing, session};

/// Who runs the commands, and where: the same everywhere.
const USER: &str = "user";
const MACHINE: &str = "isolate";

/// The directory that a shell begins in, which is also its home.
const HOME: &str = "/";

/// The exit code of a text that is no command.
const SYNTAX: i32 = 2;

/// The exit code of a command that could not go on.
const FAILURE: i32 = 1;

/// An initialised shell.
pub struct Shell {
    bash: Bash,
    runtime: Runtime,
    files: Arc<Files>,
    written: Arc<Mutex<Written>>,
    /// Whether the text of the command was none.
    is_unparsed: bool,
    host: Arc<dyn Host>,
}

impl std::fmt::Debug for Shell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shell").finish_non_exhaustive()
    }
}

/// What a command has written so far.
#[derive(Default)]
struct Written {
    out: Vec<u8>,
    err: Vec<u8>,
}

impl Shell {
    /// A shell that has run nothing. It calls the host never.
    #[must_use]
    pub fn new(host: Arc<dyn Host>) -> Self {
        let files = Arc::new(Files::new(Arc::clone(&host)));
        let runtime = Builder::new_current_thread().enable_time().build();
        Self {
            bash: builder(&files).build(),
            runtime: runtime.expect("a runtime of one thread needs nothing of a system"),
            files,
            written: Arc::default(),
            is_unparsed: false,
            host,
        }
    }

    /// Runs the command of a `Command` message, and returns the answer: a `Step`.
    #[must_use]
    pub fn run(&mut self, message: &[u8]) -> Vec<u8> {
        let mut out = Encoder::new();
        match Command::decode(message) {
            Ok(command) => self.exit_of(command).encode(&mut out),
            Err(error) => Step::Threw(Thrown {
                name: "Error".to_owned(),
                message: format!("malformed message of a command: {error}"),
                ..Thrown::default()
            })
            .encode(&mut out),
        }
        out.into_bytes()
    }

    /// Where the bytes are that the command has written to an output so far, 1 or 2, and how many; none
    /// where that is just changing.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        expect(dead_code, reason = "the host asks")
    )]
    pub(crate) fn written(&self, output: u32) -> Option<(usize, usize)> {
        let written = self.written.try_lock().ok()?;
        let bytes = match output {
            1 => &written.out,
            _ => &written.err,
        };
        Some((bytes.as_ptr().expose_provenance(), bytes.len()))
    }

    fn exit_of(&mut self, command: Command) -> Exit {
        self.host.restart(command.seed, command.now_ms);
        let output_max = usize::try_from(command.output_bytes_max).unwrap_or(usize::MAX);
        if let Some(list) = &command.allowed {
            let names = self.bash.builtin_names();
            let restricted = Allowed::new(list).restricted(builder(&self.files), &names);
            self.bash = restricted.build();
        }
        let options = match self.begin(&command) {
            Ok(options) => options,
            Err(text) => {
                return Exit {
                    code: FAILURE,
                    stderr: Output::cut(text.into_bytes(), output_max),
                    ..Exit::default()
                };
            }
        };
        let before = command.session.clone();
        let (code, Written { out, err }) = self.execute(command, &options);
        Exit {
            code,
            stdout: Output::cut(out, output_max),
            stderr: Output::cut(err, output_max),
            session: before.map(|before| match (self.is_unparsed, before.is_empty()) {
                // Nothing of the text has run, and so the options are not set.
                (true, false) => session::with_code(before, code),
                (true, true) => session::with_code(session::kept(&self.bash), code),
                (false, _) => session::kept(&self.bash),
            }),
        }
    }

    /// Brings the shell into the state that the command begins with, and returns what sets its options;
    /// otherwise says why that cannot be.
    fn begin(&mut self, command: &Command) -> Result<String, String> {
        // The generator of `$RANDOM` was made with the shell.
        let seed = format!("RANDOM={}", command.seed & 0x7FFF_FFFF);
        let bash = &mut self.bash;
        let seeded = self.runtime.block_on(async { bash.exec(&seed).await });
        seeded.map_err(|error| format!("bash: {error}\n"))?;
        let mut directory = command.directory.clone();
        let mut options = String::new();
        if let Some(bytes) = command.session.as_deref().filter(|bytes| !bytes.is_empty()) {
            let state = session::of_bytes(bytes)
                .ok_or("bash: the state of the session cannot be read: begin another one\n")?;
            self.bash.restore_shell_state(&state);
            options = session::options(&state);
            options.push_str(&session::last_code(&state, &options));
            if directory.is_empty() {
                directory = state.cwd.to_string_lossy().into_owned();
            }
        }
        if directory.is_empty() {
            HOME.clone_into(&mut directory);
        }
        self.enter(&directory)
            .map_err(|error| format!("bash: cd: {directory}: {error}\n"))?;
        for (name, value) in &command.environment {
            self.bash.set_env(name, value);
        }
        Ok(options)
    }

    /// Makes a directory the one that the command runs in.
    fn enter(&mut self, directory: &str) -> io::Result<()> {
        if directory != HOME {
            let metadata = self.files.facts(directory, true)?;
            if metadata.file_type != FileType::Directory {
                return Err(io::Error::new(
                    io::ErrorKind::NotADirectory,
                    "Not a directory",
                ));
            }
        }
        let mut state = self.bash.shell_state();
        if state.cwd.as_os_str() == directory {
            return Ok(());
        }
        state.cwd = PathBuf::from(directory);
        state.env.insert("PWD".to_owned(), directory.to_owned());
        self.bash.restore_shell_state(&state);
        Ok(())
    }

    fn execute(&mut self, command: Command, set_options: &str) -> (i32, Written) {
        let source = format!("{set_options}{}", command.source);
        let sink = Arc::clone(&self.written);
        let lookup: Arc<dyn Lookup> = Arc::new(lookup::Host(Arc::clone(&self.files)));
        let stdin = match command.stdin.is_empty() {
            true => StreamData::null(),
            false => command.stdin.into(),
        };
        let options = ExecOptions::new()
            .stdin(stdin)
            .extensions(ExecutionExtensions::new().with(lookup))
            .streaming(Box::new(move |out, err| {
                let mut written = sink.lock().unwrap_or_else(PoisonError::into_inner);
                written.out.extend_from_slice(out.as_bytes());
                written.err.extend_from_slice(err.as_bytes());
            }));
        let bash = &mut self.bash;
        let ended = self
            .runtime
            .block_on(async { bash.exec_with_options(&source, options).await });
        match ended {
            Ok(result) => (
                result.exit_code,
                Written {
                    out: result.stdout.into_bytes(),
                    err: result.stderr.into_bytes(),
                },
            ),
            Err(error) => {
                let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
                let mut written = std::mem::take(&mut *written);
                let (code, text) = match &error {
                    Error::Parse { .. } => {
                        self.is_unparsed = true;
                        (SYNTAX, error.syntax_report("bash: -c", &command.source))
                    }
                    _ => (FAILURE, None),
                };
                let text = text.unwrap_or_else(|| format!("bash: {error}\n"));
                written.err.extend_from_slice(text.as_bytes());
                (code, written)
            }
        }
    }
}

/// A shell over files, with its commands.
fn builder(files: &Arc<Files>) -> BashBuilder {
    let builder = Bash::builder()
        .fs(Arc::clone(files) as _)
        .rootfs(false)
        .username(USER)
        .hostname(MACHINE)
        .env("HOME", HOME)
        .cwd(HOME)
        .limits(limits::of_execution())
        .memory_limits(limits::of_memory())
        .session_limits(limits::of_session());
    commands::added_to(missing::told_by(builder), files)
}
