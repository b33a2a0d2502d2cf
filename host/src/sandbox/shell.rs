//! A command of a shell to run.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use super::turns::Work;
use super::{RunRequest, Sandbox, Shared};
use crate::abi::Template;
use crate::error::Error;
use crate::guest::{self, Module};
use crate::lock::locked;
use crate::options::{Commit, RunOptions};
use crate::shell_run::ShellRun;
use crate::source::{CommandSource, Setting, Source, check_allowed, is_variable_name};
use crate::workspace::Workspace;

/// A name with what precedes it is the name of a part of a run, which has at most 64 bytes.
const SESSION_NAME_BYTES_MAX: usize = 48;

/// A command of a shell to run: [`Sandbox::shell`]. Nothing happens before it is awaited or waited for.
///
/// # Errors
///
/// However it is run, it fails as a [`RunRequest`] does, and with [`Refused`](crate::ErrorKind::Refused) for
/// options that a command cannot have: an input, functions, a review, an idempotency key. What the command
/// does wrong is its exit code, never an error.
#[must_use = "a request does nothing until it is awaited or waited for"]
#[derive(Clone)]
pub struct ShellRequest {
    sandbox: Sandbox,
    workspace: Workspace,
    command: CommandSource,
    options: RunOptions,
}

impl fmt::Debug for ShellRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShellRequest")
            .field("workspace", &self.workspace)
            .field("setting", &self.command.setting)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Sandbox {
    /// A command of a shell to run against a workspace, as `bash -c COMMAND` would: with pipes, loops,
    /// redirections, and the usual commands for files and text.
    ///
    /// It is an atomic run whose changes are kept whatever its exit code is, unless
    /// [`keep_on_success`](ShellRequest::keep_on_success) says otherwise; nothing is kept after a limit or a
    /// cancellation. It begins in the directory `/`, which is also its home.
    ///
    /// The first command of a sandbox loads the shell, which takes some milliseconds.
    ///
    /// ```
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let command = "printf 'b\\na\\n' > /list; sort /list; exit 3";
    /// let run = sandbox.shell(&workspace, command).blocking()?;
    /// assert_eq!((run.exit_code, &*run.stdout), (3, &b"a\nb\n"[..]));
    /// assert_eq!(run.effects.created[0].path, "/list");
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    pub fn shell(&self, workspace: &Workspace, command: impl AsRef<str>) -> ShellRequest {
        ShellRequest {
            sandbox: self.clone(),
            workspace: workspace.clone(),
            command: CommandSource {
                text: Arc::from(command.as_ref()),
                setting: Setting::default(),
                stdin: Vec::new(),
                session_state: None,
            },
            options: RunOptions::default(),
        }
    }
}

impl ShellRequest {
    /// Sets the options of the run. Of [`Commit`] only a dry run counts: a command is atomic otherwise.
    pub fn options(mut self, options: impl Into<RunOptions>) -> Self {
        self.options = options.into();
        self
    }

    /// Sets the directory that the command begins in: an absolute path. Where there is none, the exit code is
    /// 1. Default: that in which the last command of its [session](Self::session) ended, or `/`.
    pub fn cwd(mut self, directory: impl Into<String>) -> Self {
        let directory = directory.into();
        // No path is empty, and this one is refused as others are that are not absolute.
        self.command.setting.cwd = match directory.is_empty() {
            true => ".".to_owned(),
            false => directory,
        };
        self
    }

    /// Adds a variable to the environment of the command, in place of one with this name.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.command.setting.env.push((name.into(), value.into()));
        self
    }

    /// Sets the bytes of its standard input. Default: none.
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.command.stdin = bytes.into();
        self
    }

    /// Keeps its changes only if it ends with exit code 0. Default: whatever the exit code is, as in a shell.
    pub fn keep_on_success(mut self) -> Self {
        self.command.setting.keeps_on_success = true;
        self
    }

    /// Lets it run these commands alone, and what is built into the language, such as `cd`, `echo` and
    /// `eval`. An entry is a name, or a name with the arguments that it has to begin with: `"git status"`. Any
    /// other command ends with exit code 126, however it is called. Default: all.
    ///
    /// It is no boundary: `find -delete` removes files as `rm` does. What may be read and written is up to the
    /// rules about paths.
    ///
    /// ```
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let request = sandbox.shell(&workspace, "echo a | cat; bash -c 'rm /a'");
    /// let run = request.allowed_commands(["cat", "ls"]).blocking()?;
    /// assert_eq!((run.exit_code, &*run.stdout), (126, &b"a\n"[..]));
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    pub fn allowed_commands<I, S>(mut self, commands: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<String>,
    {
        let commands = commands.into_iter().map(Into::into).collect();
        self.command.setting.allowed = Some(commands);
        self
    }

    /// Makes it one of the commands of a session, which go on from each other: with their directory, their
    /// variables with their attributes, functions, aliases, and the options of `set` and `shopt`.
    ///
    /// A session is begun by its first command. Its name has 1 to 48 letters, digits, `-`, `_` and `.`. Its
    /// state is kept with the last run of it in the history of the workspace, for as long as that has the run,
    /// and a new branch goes on with the sessions of the one that it was made from. A run whose changes are not
    /// kept does not change it, and neither does one that leaves more than [`SESSION_BYTES_MAX`](crate::SESSION_BYTES_MAX): the
    /// error
    /// output says so.
    ///
    /// ```
    /// use isolate_host::{Sandbox, Workspace};
    ///
    /// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
    /// let run = |command| sandbox.shell(&workspace, command).session("build").blocking();
    /// run("mkdir /src && cd /src && greet() { echo \"hello from $PWD\"; }")?;
    /// assert_eq!(run("greet")?.stdout, b"hello from /src\n");
    /// # Ok::<(), isolate_host::Error>(())
    /// ```
    pub fn session(mut self, name: impl Into<String>) -> Self {
        self.command.setting.session = Some(name.into());
        self
    }

    /// The state that its session had, in place of what the history has.
    pub(crate) fn session_state(mut self, state: Vec<u8>) -> Self {
        self.command.session_state = Some(state);
        self
    }

    pub(crate) fn setting(mut self, setting: Setting) -> Self {
        self.command.setting = setting;
        self
    }

    /// Runs the command and waits for it on the calling thread, as [`RunRequest::blocking`] does.
    ///
    /// # Errors
    ///
    /// As every command, and [`Refused`](crate::ErrorKind::Refused) on a thread that the run would need.
    pub fn blocking(self) -> Result<ShellRun, Error> {
        ShellRun::of(self.checked()?.blocking()?)
    }

    /// The run, if a command can have these options.
    pub(crate) fn checked(self) -> Result<RunRequest, Error> {
        let Self {
            sandbox,
            workspace,
            command,
            mut options,
        } = self;
        check(&options, &command.setting)?;
        if options.commit == Commit::PerCall {
            options.commit = Commit::Atomic;
        }
        let work = Work::New(Source::Command(Arc::new(command)));
        Ok(RunRequest::new(sandbox, workspace, work).options(options))
    }
}

impl IntoFuture for ShellRequest {
    type Output = Result<ShellRun, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { ShellRun::of(self.checked()?.await?) })
    }
}

/// Refuses what a command cannot have.
fn check(options: &RunOptions, setting: &Setting) -> Result<(), Error> {
    let surplus = [
        (options.input.is_some(), "an input: set its standard input"),
        (
            !options.functions.names().is_empty(),
            "functions: only programs call them",
        ),
        (
            options.review,
            "a review: ask with `confirm`, or run it dry",
        ),
        (
            options.exec.is_some(),
            "`exec`: what its programs may do is not set",
        ),
        (
            options.idempotency_key.is_some(),
            "an idempotency key: only programs have one",
        ),
    ];
    if let Some((_, what)) = surplus.iter().find(|(is_there, _)| *is_there) {
        return Err(Error::refused(format!("a command cannot have {what}")));
    }
    if !setting.cwd.is_empty() && !setting.cwd.starts_with('/') {
        return Err(Error::refused(format!(
            "a command begins in a directory with an absolute path, and not in {:?}",
            setting.cwd
        )));
    }
    if let Some(name) = &setting.session
        && !is_session_name(name)
    {
        return Err(Error::refused(format!(
            "a session cannot be named {name:?}: 1 to {SESSION_NAME_BYTES_MAX} letters, digits, -, _ and ."
        )));
    }
    check_allowed(setting.allowed.as_deref())?;
    let is_misnamed = |(name, _): &&(String, String)| !is_variable_name(name);
    match setting.env.iter().find(is_misnamed) {
        Some((name, _)) => Err(Error::refused(format!(
            "a variable of the environment cannot be named {name:?}: letters, digits and _, with no digit \
             first"
        ))),
        None => Ok(()),
    }
}

fn is_session_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=SESSION_NAME_BYTES_MAX).contains(&name.len()) && name.bytes().all(is_plain)
}

/// The shell of a sandbox, which is loaded when it is first used.
#[derive(Default)]
pub(super) struct Shell {
    template: OnceLock<Template>,
    /// Held while it is loaded.
    loading: std::sync::Mutex<()>,
}

impl Shared {
    /// What the instances of a guest are created from.
    pub(super) fn template_of(&self, source: &Source) -> Result<&Template, Error> {
        match source {
            Source::Program(_) => Ok(&self.template),
            Source::Command(_) => self.shell_template(),
        }
    }

    pub(super) fn shell_template(&self) -> Result<&Template, Error> {
        let shell = &self.shell;
        if let Some(template) = shell.template.get() {
            return Ok(template);
        }
        let _loading = locked(&shell.loading);
        if let Some(template) = shell.template.get() {
            return Ok(template);
        }
        // Memories that start from an image and others cannot share a pool: see `Image::install`.
        let (engine, code) = match self.template.image {
            None => (self.template.engine(), self.code),
            Some(_) => super::engine(self.runs)?,
        };
        let module = guest::load(&engine, Module::Shell, code)?;
        let template = Template::new(engine, &module).map_err(super::not_set_up)?;
        Ok(shell.template.get_or_init(|| template))
    }
}
