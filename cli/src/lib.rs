//! The command `isolate-run`, as a function: packages for other languages start it from their interpreters.
//!
//! To run programs from Rust use [`isolate_host`].

mod amounts;
mod args;
mod command_line;
mod commands;
mod confirm;
mod dir;
mod functions;
mod help;
mod input;
mod keys;
mod limits;
#[cfg(test)]
mod manual;
#[cfg(feature = "otlp")]
mod otlp;
mod paths;
mod preludes;
mod reason;
mod report;
mod signals;
mod store;
mod traces;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

use clap::{CommandFactory as _, Parser as _};
use isolate_host::{
    CancelToken, Error, Functions, IdempotencyKey, Limits, Outcome, RunOptions, Sandbox, Value,
    Workspace, WorkspaceOptions,
};
use isolate_tools::ExitCode;

use crate::args::Args;
use crate::confirm::Terminal;
use crate::dir::{Directory, Target};
use crate::functions::Reach;
use crate::input::Bound;
use crate::report::{Program, Style};
use crate::signals::Interruption;
pub use crate::traces::Traces;

/// The maximum size of the diff that a dry run prints, in bytes: more is not readable on a terminal.
pub(crate) const DIFF_BYTES_MAX: usize = 1 << 20;
/// The actor of this command in the history of a workspace.
const ACTOR: &str = "cli";

/// Runs the command with these arguments, of which the first is its own name, and returns its exit code.
///
/// It is what a process does: it handles SIGINT, SIGTERM, SIGHUP and SIGXFSZ from then on, writes to
/// standard output and standard error, and leaves what only costs time to take apart to the end of the
/// process.
///
/// # Panics
///
/// The second time in a process.
pub fn command(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    command_line::keep(arguments.into_iter().map(Into::into).collect());
    signals::keep_at_file_limit();
    let traces = Traces::begin();
    let code = dispatched();
    traces.end();
    code
}

/// Does what the arguments say.
fn dispatched() -> u8 {
    if let Some(code) = commands::run() {
        return code;
    }
    let mut args = match Args::try_parse_from(command_line::arguments()) {
        Ok(args) => args,
        Err(help_or_usage) => return report::parsed(&help_or_usage, report::usage_json_of),
    };
    if args.dir.is_none() && !args.store.is_given() {
        args.db = args.db.or_else(commands::default_database);
    }
    if let Some(shell) = args.completions {
        let mut script = Vec::new();
        let mut command = Args::command().subcommands(commands::all());
        clap_complete::generate(shell, &mut command, "isolate-run", &mut script);
        return report::written(io::stdout().write_all(&script), ExitCode::Success.code());
    }
    match Request::read(&args) {
        Ok(request) => run(&args, request),
        Err(complaint) => report::usage(&complaint, args.json),
    }
}

/// The program and its options, read and checked.
struct Request<'a> {
    /// The name of the program in messages.
    name: Cow<'a, str>,
    source: Cow<'a, str>,
    input: Option<Value>,
    key: Option<IdempotencyKey>,
    /// Where it is asked whether the changes are kept.
    terminal: Option<Terminal>,
    /// The directory that the program runs on.
    directory: Option<Directory>,
}

impl<'a> Request<'a> {
    fn read(args: &'a Args) -> Result<Self, String> {
        if let Some(database) = &args.db {
            input::check_database(database)?;
        }
        let key = args.idempotency_key.as_ref().map(IdempotencyKey::new);
        let key = key.transpose().map_err(|error| error.to_string())?;
        if key.is_some() && !args.lasts() {
            return Err(
                "--idempotency-key needs --db FILE: what is done in memory is forgotten".to_owned(),
            );
        }
        if args.review && !args.lasts() {
            return Err(
                "--review needs --db FILE: changes in memory are gone before anybody approves them"
                    .to_owned(),
            );
        }
        let (name, source) = match (&args.eval, &args.script) {
            (Some(code), _) => ("--eval".into(), code.into()),
            (None, Some(path)) if path.as_os_str() == "-" => (
                "standard input".into(),
                input::text(io::stdin(), "standard input", Bound::TEXT)?.into(),
            ),
            (None, Some(path)) => (
                path.to_string_lossy(),
                input::file(path, Bound::TEXT)?.into(),
            ),
            (None, None) => return Err("no program: give a file, - or --eval".to_owned()),
        };
        let input = match &args.input {
            None => None,
            Some(text) => {
                let text: Cow<'_, str> = match text.strip_prefix('@') {
                    None => text.into(),
                    Some(path) => input::file(Path::new(path), Bound::TEXT)?.into(),
                };
                Some(input::json_value(&text)?)
            }
        };
        let terminal = args.confirm.then(Terminal::open).transpose()?;
        Ok(Self {
            name,
            source,
            input,
            key,
            terminal,
            directory: None,
        })
    }
}

fn run(args: &Args, mut request: Request<'_>) -> u8 {
    let mut style = Style::of(args);
    let cancel = CancelToken::new();
    let interruption = Interruption::listen(&cancel);
    let target = Target {
        dir: args.dir.as_deref(),
        is_yes: args.yes,
        asks: !args.yes && !args.dry_run && !args.read_only,
    };
    request.directory = match Directory::open(target, &cancel) {
        Ok(directory) => directory,
        Err((complaint, code)) => return report::refused(&complaint, code, args.json),
    };
    let reach = match args.outside.open() {
        Ok(reach) => reach,
        Err(complaint) => return report::usage(&complaint, args.json),
    };
    let functions = reach.as_ref().map(Reach::functions).unwrap_or_default();
    // One program: nothing to share the machine with.
    let options = Sandbox::builder().threads(1).runs(1);
    let options = match args.preludes.add_to(options) {
        Ok(options) => options,
        Err(complaint) => return report::usage(&complaint, args.json),
    };
    let sandbox = || {
        options.build().inspect(|sandbox| {
            if !args.quiet {
                report::made(sandbox);
            }
        })
    };
    let evaluated = evaluate(args, &mut request, functions, cancel, sandbox);
    if let Some(reach) = reach {
        reach.close();
    }
    let (workspace, mut run) = match evaluated {
        Ok(done) => done,
        Err(fault) => return report::fault(&fault, &style),
    };
    if let Some(directory) = request.directory.take() {
        let label = label(&request.name);
        let has_returned = matches!(run.outcome, Outcome::Returned(_));
        style.directory = Some(directory.write_back(&mut run.is_committed, has_returned, &label));
    }
    if !args.lasts() {
        // The files are gone when this process ends, and the run with them.
        run.run_id = None;
        run.effects.run = None;
    }
    if let (true, Some(number), false) = (run.is_repeated, run.run_id, args.quiet) {
        report::repeated(number);
    }
    let signal = interruption.exit_code();
    let program = Program {
        name: &request.name,
        source: &request.source,
    };
    let code = report::run(&run, &program, &style, signal);
    // Closes the database, which folds its log into its file.
    drop(workspace);
    code
}

fn evaluate(
    args: &Args,
    request: &mut Request<'_>,
    functions: Functions,
    cancel: CancelToken,
    sandbox: impl FnOnce() -> Result<Sandbox, Error>,
) -> Result<(Workspace, isolate_host::Run), Error> {
    let limits = args.limits.run;
    let terminal = request.terminal.take();
    let workspace = open(args, &limits, request.directory.as_ref())?;
    let sandbox = sandbox()?;
    let signal = cancel.clone();
    let mut options = traces::of_environment(RunOptions::new())
        .limits(limits)
        .cancel(cancel)
        .functions(functions)
        .label(label(&request.name))
        .actor(ACTOR)
        // Whoever has started the command waits for it, and functions end with it.
        .suspend_after(None);
    if !args.lasts() && args.dir.is_none() {
        options = options
            .no_suspension("its files are gone when the command ends: keep them with --db FILE");
    }
    if let Some(branch) = &args.branch {
        options = options.branch(branch);
    }
    if let Some(input) = request.input.take() {
        options = options.input_value(input);
    }
    if let Some(key) = request.key {
        options = options.idempotency_key(key);
    }
    if let Some(seed) = args.seed {
        options = options.seed(seed);
    }
    if args.read_only {
        options = options.read_only();
    }
    if args.no_typescript {
        options = options.javascript_only();
    }
    options = match args.exec.commands() {
        None => options,
        Some(None) => options.exec(),
        Some(Some(commands)) => options.exec_commands(commands),
    };
    if args.dry_run {
        options = options.dry_run();
    } else if args.atomic {
        options = options.atomic();
    }
    if args.review {
        options = options.review(true);
    }
    if args.dry_run || args.diff || args.dir.is_some() || terminal.is_some() {
        options = options.diff_bytes(DIFF_BYTES_MAX);
    }
    if let Some(terminal) = terminal {
        options = options.confirm(move |preview| terminal.confirms(preview, &signal));
    }
    if let (Some(directory), false) = (&request.directory, args.dry_run) {
        options = directory.confirm(options);
    }
    let run = sandbox
        .run(&workspace, &request.source)
        .options(&options)
        .blocking()?;
    // The process ends: taking the engine apart first would only cost time.
    std::mem::forget(sandbox);
    Ok((workspace, run))
}

fn open(args: &Args, limits: &Limits, directory: Option<&Directory>) -> Result<Workspace, Error> {
    let mut options = Workspace::builder()
        // Waiting for another process is part of the time that the user gave.
        .busy_timeout(WorkspaceOptions::BUSY_TIMEOUT.min(limits.time()))
        // Nothing can be in a memory that is new, so refusing changes is left to the run.
        .read_only(args.read_only && args.db.is_some());
    options = args.limits.files.set(options);
    if let Some(directory) = directory {
        return directory.workspace(options);
    }
    if let Some(workspace) = args.store.workspace(&options)? {
        return Ok(workspace);
    }
    match &args.db {
        // A dry run keeps nothing, a new database included.
        Some(path) if args.dry_run && !path.exists() => options.memory(),
        Some(path) => options.open(path),
        None => options.memory(),
    }
}

/// What a run is called in a history.
fn label(name: &str) -> String {
    format!("run {}", file_name(name))
}

/// The last part of a path: the history of a workspace contains no paths of the machine.
fn file_name(name: &str) -> &str {
    Path::new(name)
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(name)
}
