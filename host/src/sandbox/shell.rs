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
use crate::source::{CommandSource, Setting, Source};
use crate::workspace::Workspace;

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
    /// It is an atomic run whose changes are kept whatever its exit code is; nothing is kept after a limit or
    /// a cancellation. It begins in the directory `/`, which is also its home.
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
    /// 1. Default: `/`.
    pub fn cwd(mut self, directory: impl Into<String>) -> Self {
        self.command.setting.cwd = directory.into();
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
            options.idempotency_key.is_some(),
            "an idempotency key: only programs have one",
        ),
    ];
    if let Some((_, what)) = surplus.iter().find(|(is_there, _)| *is_there) {
        return Err(Error::refused(format!("a command cannot have {what}")));
    }
    if !setting.cwd.starts_with('/') {
        return Err(Error::refused(format!(
            "a command begins in a directory with an absolute path, and not in {:?}",
            setting.cwd
        )));
    }
    let is_name = |name: &str| {
        let mut characters = name.chars();
        let is_first = |first: char| first.is_ascii_alphabetic() || first == '_';
        characters.next().is_some_and(is_first)
            && characters.all(|next| next.is_ascii_alphanumeric() || next == '_')
    };
    match setting.env.iter().find(|(name, _)| !is_name(name)) {
        Some((name, _)) => Err(Error::refused(format!(
            "a variable of the environment cannot be named {name:?}: letters, digits and _, with no digit \
             first"
        ))),
        None => Ok(()),
    }
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

    fn shell_template(&self) -> Result<&Template, Error> {
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
