//! `sh`: a command of a shell on the files of a workspace or of a directory, or one after the other from a
//! terminal.

mod complete;
mod interactive;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

use isolate_host::{CancelToken, RunOptions, Sandbox, ShellRequest, ShellRun, Workspace};

use super::output::Refusal;
use crate::dir::{Directory, Target};
use crate::input::{self, Bound};
use crate::limits::LimitArgs;
use crate::paths::workspace_path;
use crate::report::{self, written::Done};
use crate::signals::Interruption;
use crate::store::StoreArgs;
use crate::traces;

/// What the command is called in a history, up to this many characters of its text.
const LABEL_CHARACTERS_MAX: usize = 60;
/// What that begins with.
const LABEL: &str = "sh ";

/// Runs a command of a shell in a sandbox: pipes, loops, redirections, and the usual commands for files
/// and text. Its changes are kept whatever its exit code is, but not after a limit; the exit code is then
/// 124 (time), 130 (cancelled), 137 (memory), 139 (stack) or 152 (fuel, calls or bytes). Without a command it
/// reads commands from the terminal, or the text of one from standard input
#[derive(Debug, clap::Args)]
pub(super) struct Sh {
    /// The command, as in `bash -c COMMAND`; what standard input holds is its input
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// SQLite file that holds the filesystem, created if missing [default: ISOLATE_DB or memory]
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    db: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,

    /// Branch of the filesystem to work on [default: main]
    #[arg(long, value_name = "NAME", conflicts_with = "dir")]
    branch: Option<String>,

    /// Run on the files of a directory; changes are shown, and written back when you confirm
    #[arg(long, value_name = "DIR", conflicts_with_all = ["db", "store"])]
    dir: Option<PathBuf>,

    /// With --dir: write the changes back without a question
    #[arg(long, requires = "dir", conflicts_with_all = ["dry_run", "read_only"])]
    yes: bool,

    /// Directory of the workspace that the command begins in [default: that of the session, or /]
    #[arg(long, value_name = "PATH", value_parser = workspace_path)]
    cwd: Option<String>,

    /// Go on where the last command of this session ended: its directory, variables, functions, aliases and
    /// options
    #[arg(long, value_name = "NAME", conflicts_with = "dir")]
    session: Option<String>,

    /// Variable of the environment of the command, which has none of this process; may be repeated
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    environment: Vec<(String, String)>,

    /// Make random numbers and the clock reproducible
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Show the changes as a diff and keep none of them
    #[arg(long)]
    dry_run: bool,

    /// Refuse every change: Read-only file system
    #[arg(long)]
    read_only: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

/// A variable with its value.
fn variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("{text} has no value: NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Sh {
    pub(super) fn run(mut self) -> Result<u8, Refusal> {
        if self.dir.is_none() && !self.store.is_given() {
            self.db = self.db.or_else(super::default_database);
        }
        if let Some(database) = &self.db {
            input::check_database(database).map_err(Refusal::usage)?;
        }
        if self.command.is_none() && io::stdin().is_terminal() {
            return self.converse();
        }
        let mut stdin = match io::stdin() {
            // Nobody types what a command reads: it would wait for the end of the input, whatever it does.
            terminal if terminal.is_terminal() => Vec::new(),
            stdin => {
                input::bytes(stdin, "standard input", Bound::CONTENT).map_err(Refusal::usage)?
            }
        };
        let command = match &self.command {
            Some(command) => command.clone(),
            None => String::from_utf8(std::mem::take(&mut stdin)).map_err(|_not_text| {
                Refusal::usage("the command on standard input is not UTF-8".to_owned())
            })?,
        };
        let cancel = CancelToken::new();
        let interruption = Interruption::listen(&cancel);
        let target = Target {
            dir: self.dir.as_deref(),
            is_yes: self.yes,
            asks: !self.yes && !self.dry_run && !self.read_only,
        };
        let directory = match Directory::open(target, &cancel) {
            Ok(directory) => directory,
            Err((complaint, code)) => return Ok(report::refused(&complaint, code, false)),
        };
        let workspace = self.workspace(directory.as_ref())?;
        let sandbox = Sandbox::builder().threads(1).runs(1).build()?;
        let mut options = self.options(cancel, &command);
        if let Some(directory) = directory.as_ref().filter(|_| !self.dry_run) {
            options = directory.confirm(options);
        }
        let request = sandbox.shell(&workspace, &command).stdin(stdin);
        let mut request = self.place(request).options(options);
        if let Some(name) = &self.session {
            request = request.session(name);
        }
        let mut run = request.blocking()?;
        // The process ends: taking the engine apart first would only cost time.
        std::mem::forget(sandbox);
        let done = directory.map(|directory| {
            directory.write_back(&mut run.is_committed, run.limit.is_none(), &label(&command))
        });
        let code = tell(&run, self.dry_run, done.as_ref());
        // Closes the database, which folds its log into its file.
        drop(workspace);
        Ok(interruption.exit_code().unwrap_or(code))
    }

    /// Sets where a command begins.
    fn place(&self, mut request: ShellRequest) -> ShellRequest {
        if let Some(cwd) = &self.cwd {
            request = request.cwd(cwd);
        }
        for (name, value) in &self.environment {
            request = request.env(name, value);
        }
        request
    }

    fn workspace(&self, directory: Option<&Directory>) -> Result<Workspace, Refusal> {
        let time = self.limits.run.time();
        let mut options = Workspace::builder()
            .busy_timeout(isolate_host::WorkspaceOptions::BUSY_TIMEOUT.min(time))
            .read_only(self.read_only && self.db.is_some());
        options = self.limits.files.set(options);
        if let Some(workspace) = self.store.workspace(&options)? {
            return Ok(workspace);
        }
        Ok(match (directory, &self.db) {
            (Some(directory), _) => directory.workspace(options)?,
            // A dry run keeps nothing, a new database included.
            (None, Some(path)) if self.dry_run && !path.exists() => options.memory()?,
            (None, Some(path)) => options.open(path)?,
            (None, None) => options.memory()?,
        })
    }

    fn options(&self, cancel: CancelToken, command: &str) -> RunOptions {
        let mut options = traces::of_environment(RunOptions::new())
            .limits(self.limits.run)
            .cancel(cancel)
            .label(label(command))
            .actor(crate::ACTOR);
        if let Some(branch) = &self.branch {
            options = options.branch(branch);
        }
        if let Some(seed) = self.seed {
            options = options.seed(seed);
        }
        if self.read_only {
            options = options.read_only();
        }
        if self.dry_run {
            options = options.dry_run();
        }
        if self.dry_run || self.dir.is_some() {
            options = options.diff_bytes(crate::DIFF_BYTES_MAX);
        }
        options
    }
}

/// What a command is called in a history.
fn label(command: &str) -> String {
    let line = command.lines().next().unwrap_or_default();
    let shown: String = line.chars().take(LABEL_CHARACTERS_MAX).collect();
    format!("{LABEL}{shown}")
}

/// Passes on what the command has written, says what ended it, and returns the exit code.
fn tell(run: &ShellRun, is_dry: bool, done: Option<&Done>) -> u8 {
    let mut notes = Vec::new();
    if is_dry {
        let effects = &run.effects;
        notes.push(format!(
            "nothing was kept; the changes would have been: {} created, {} changed, {} deleted",
            effects.created.len(),
            effects.changed.len(),
            effects.deleted.len()
        ));
    }
    for (name, omitted) in [
        ("standard output", run.stdout_omitted),
        ("standard error", run.stderr_omitted),
    ] {
        if omitted > 0 {
            notes.push(format!("{omitted} more bytes of {name} were left out"));
        }
    }
    let mut error = run.limit.as_ref().map(|exceeded| exceeded.message.clone());
    let mut code = u8::try_from(run.exit_code & 0xFF).unwrap_or(u8::MAX);
    if let Some(done) = done {
        let (more, failure) = done.notes_and_error();
        notes.extend(more);
        error = error.or(failure);
        code = done.exit_code().unwrap_or(code);
    }
    let mut stderr = run.stderr.clone();
    for note in &notes {
        stderr.extend_from_slice(format!("note: {}\n", report::escaped(note)).as_bytes());
    }
    if let (true, Some(diff)) = (is_dry, &run.diff) {
        stderr.extend_from_slice(report::escaped(diff).as_bytes());
    }
    if let Some(error) = error {
        stderr.extend_from_slice(format!("error: {}\n", report::escaped(&error)).as_bytes());
    }
    // Where nobody reads it, nothing can be told.
    let _ = io::stderr().write_all(&stderr);
    report::written(io::stdout().write_all(&run.stdout), code)
}
