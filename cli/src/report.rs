//! Prints a run as text or JSON, and maps it to an exit code.
//!
//! Invariant: no control character of a program reaches a terminal unescaped.

mod arguments;
mod escape;
mod notes;
mod pending;
pub(crate) mod written;

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use isolate_host::vfs;
use isolate_host::{
    Error, ErrorKind, Limit, Outcome, PartialRun, Preview, Run, Sandbox, Usage, Value,
};
use isolate_tools::{ExitCode, fault_code, fault_name};
use serde_json::{Value as Json, json};

use crate::args::Args;
use crate::{command_line, reason};

use notes::notes;
use written::Done;

pub(crate) use escape::{escaped, json_escaped};
/// A name in a line of text, as an argument takes it.
pub(crate) use isolate_host::text::quoting::quote as name;
pub(crate) use pending::{ways_on, write_pending};

/// The program of a run.
pub(crate) struct Program<'a> {
    pub(crate) name: &'a str,
    pub(crate) source: &'a str,
}

/// How a run is printed.
pub(crate) struct Style {
    is_json: bool,
    is_quiet: bool,
    is_read_only: bool,
    /// Whether it was asked, with the changes shown, if they are kept.
    has_asked: bool,
    /// Whether the diff was asked for.
    has_diff: bool,
    /// The database, as the user named it.
    database: Option<String>,
    is_terminal_out: bool,
    has_colour: bool,
    /// What became of the changes in the directory that the program ran on.
    pub(crate) directory: Option<Done>,
}

impl Style {
    pub(crate) fn of(args: &Args) -> Self {
        Self {
            is_json: args.json,
            is_quiet: args.quiet,
            is_read_only: args.read_only,
            has_asked: args.confirm,
            has_diff: args.diff,
            database: args
                .db
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned()),
            is_terminal_out: io::stdout().is_terminal(),
            has_colour: allows_colours(io::stderr().is_terminal()),
            directory: None,
        }
    }

    /// That of a subcommand.
    pub(crate) fn of_database(is_json: bool, database: &Path) -> Self {
        Self {
            is_json,
            is_quiet: false,
            is_read_only: false,
            has_asked: false,
            has_diff: false,
            database: Some(database.to_string_lossy().into_owned()),
            is_terminal_out: io::stdout().is_terminal(),
            has_colour: allows_colours(io::stderr().is_terminal()),
            directory: None,
        }
    }

    /// Colours a text, if colours are enabled.
    fn painted(&self, code: &str, text: &str) -> String {
        if self.has_colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn error(&self) -> String {
        self.painted("1;31", "error:")
    }

    fn warning(&self) -> String {
        self.painted("1;33", "warn:")
    }

    fn note(&self) -> String {
        self.painted("1;36", "note:")
    }
}

/// What the making of a sandbox has to say.
pub(crate) fn made(sandbox: &Sandbox) {
    for notice in sandbox.notices() {
        let _ = writeln!(io::stderr(), "note: {}", escaped(notice));
    }
}

/// Whether text for a terminal may have colours.
pub(crate) fn allows_colours(is_terminal: bool) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_terminal && !is_set("NO_COLOR") && !is_dumb
}

/// A diff for a terminal: control characters are escaped, and lines that change have colours.
pub(crate) fn diff_shown(diff: &str, has_colours: bool) -> String {
    let safe = escaped(diff);
    if !has_colours {
        return safe.into_owned();
    }
    let mut text = String::with_capacity(safe.len() * 2);
    for line in safe.lines() {
        let code = match line.as_bytes().first() {
            _ if line.starts_with("+++ ") || line.starts_with("--- ") => "1",
            Some(b'+') => "32",
            Some(b'-') => "31",
            Some(b'@') => "36",
            Some(b' ' | b'\\') | None => "",
            Some(_) => "1",
        };
        match code {
            "" => text.push_str(line),
            code => text.push_str(&format!("\x1b[{code}m{line}\x1b[0m")),
        }
        text.push('\n');
    }
    text
}

/// Prints a run. Returns its exit code, or that of the signal that ended it.
pub(crate) fn run(run: &Run, program: &Program<'_>, style: &Style, signal: Option<u8>) -> u8 {
    let code = match (&run.outcome, signal) {
        (Outcome::LimitExceeded(ended), Some(code)) if ended.limit == Limit::Cancelled => code,
        _ if is_declined(run, style) => signal.unwrap_or_else(|| ExitCode::Failure.code()),
        _ => match style.directory.as_ref().and_then(Done::exit_code) {
            Some(code) => signal.unwrap_or(code),
            None => exit_code(run, style.is_read_only),
        },
    };
    match &style.directory {
        Some(done) if style.is_json => {
            let mut json = json!(run);
            json["dir"] = done.to_json();
            return written(print_json(&json), code);
        }
        None if style.is_json => return written(print_json(run), code),
        _ => {}
    }
    // Standard error may be closed; the result is printed all the same.
    let _ = io::stderr().write_all(notes(run, program, style).as_bytes());
    let Outcome::Returned(value) = &run.outcome else {
        return code;
    };
    match result_text(value, style.is_terminal_out) {
        None => code,
        Some(text) => written(io::stdout().write_all(text.as_bytes()), code),
    }
}

/// Whether the changes of a program that returned were not wanted.
fn is_declined(run: &Run, style: &Style) -> bool {
    let has_returned = matches!(run.outcome, Outcome::Returned(_));
    (style.has_asked || run.refusal.is_some()) && has_returned && !run.is_committed
}

/// Prints that nothing could be run, with `--json` also as JSON. Returns the exit code.
pub(crate) fn refused(complaint: &str, code: u8, is_json: bool) -> u8 {
    if code == ExitCode::Usage.code() {
        return usage(complaint, is_json);
    }
    let _ = writeln!(io::stderr(), "error: {}", escaped(complaint));
    if is_json {
        let error = json!({ "name": "StorageError", "message": complaint });
        return written(print_json(&failed(error, None)), code);
    }
    code
}

/// What a run would change, for a terminal.
pub(crate) fn preview(preview: &Preview<'_>, has_colours: bool) -> String {
    notes::preview(preview, has_colours)
}

/// Prints an error that the program did not cause. Returns the exit code.
pub(crate) fn fault(fault: &Error, style: &Style) -> u8 {
    fault_to(fault, style, &mut io::stdout(), &mut io::stderr())
}

fn fault_to(fault: &Error, style: &Style, out: &mut dyn io::Write, err: &mut dyn io::Write) -> u8 {
    let code = ExitCode::of_fault(fault.kind()).code();
    let message = fault_text(fault, style.database.as_deref());
    let mut run = fault.partial_run().cloned();
    if let (Some(run), None) = (&mut run, &style.database) {
        // The files are gone when this process ends, and the run with them.
        run.run_id = None;
        run.effects.run = None;
    }
    if style.is_json {
        let json = fault_json(fault, message, run.as_ref());
        return written(write_json(out, &json), code);
    }
    let text = notes::failure(&message, run.as_ref(), style);
    let _ = err.write_all(text.as_bytes());
    code
}

/// The JSON form of a run that an error ended or kept from starting.
fn fault_json(fault: &Error, message: String, run: Option<&PartialRun>) -> Json {
    let mut error = json!({ "name": fault_name(fault.kind()), "message": message });
    if let Some(code) = fault_code(fault) {
        error["code"] = code.into();
    }
    failed(error, run)
}

/// Says that nothing was done, because a run has done it before.
pub(crate) fn repeated(run: isolate_host::vfs::RunId) {
    let _ = writeln!(
        io::stderr(),
        "note: run {run} has done this before, with the same idempotency key; nothing was done again"
    );
}

/// Prints a usage error, with `--json` also as JSON.
pub(crate) fn usage(complaint: &str, is_json: bool) -> u8 {
    let _ = writeln!(io::stderr(), "error: {}", escaped(complaint));
    if is_json {
        return written(
            print_json(&usage_json_of(complaint)),
            ExitCode::Usage.code(),
        );
    }
    ExitCode::Usage.code()
}

/// The JSON form of a run without an outcome. `run` is its partial result, if it started.
fn failed(error: Json, run: Option<&PartialRun>) -> Json {
    let done = match run {
        Some(run) => json!(run),
        None => json!({
            "logs": [],
            "effects": { "created": [], "changed": [], "deleted": [] },
            "run": null,
            "usage": Usage::default(),
        }),
    };
    let mut whole = json!({ "status": "error", "error": error });
    if let (Json::Object(whole), Json::Object(done)) = (&mut whole, done) {
        whole.extend(done);
    }
    whole
}

/// Prints the help or an error of the arguments. Returns the exit code.
pub(crate) fn parsed(help_or_usage: &clap::Error, form: fn(&str) -> Json) -> u8 {
    // A closed pipe is no reason to complain.
    let _ = help_or_usage.print();
    if !help_or_usage.use_stderr() {
        return ExitCode::Success.code();
    }
    if !wants_json() {
        return ExitCode::Usage.code();
    }
    let complaint = arguments::complaint(help_or_usage);
    written(print_json(&form(&complaint)), ExitCode::Usage.code())
}

/// The JSON form of a usage error.
pub(crate) fn usage_json_of(complaint: &str) -> Json {
    let error = json!({ "name": "UsageError", "message": complaint, "code": "EUSAGE" });
    failed(error, None)
}

/// Whether the arguments contain `--json`. Also works for arguments that cannot be parsed.
pub(crate) fn wants_json() -> bool {
    let mut arguments = command_line::arguments().iter().skip(1);
    arguments
        .by_ref()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--json")
}

/// The exit code after writing to standard output: a closed pipe is not an error, a full disk is.
pub(crate) fn written(result: io::Result<()>, code: u8) -> u8 {
    match result.and_then(|()| io::stdout().flush()) {
        Ok(()) => code,
        Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => code,
        Err(cause) => {
            let reason = reason::of(&cause);
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {reason}");
            ExitCode::Storage.code()
        }
    }
}

/// The exit code of a run. A change that a read-only run refused is not an error of the storage.
fn exit_code(run: &Run, is_read_only: bool) -> u8 {
    let exit = match &run.outcome {
        Outcome::Threw(thrown) if is_read_only && thrown.code.as_deref() == Some("EROFS") => {
            ExitCode::Failure
        }
        _ => ExitCode::of(run),
    };
    exit.code()
}

/// The result as text, with a final newline: a string unchanged, nothing for `undefined`, other
/// values as indented JSON.
fn result_text(value: &Value, is_terminal: bool) -> Option<String> {
    let text = match value {
        Value::Undefined => return None,
        Value::String(text) if !text.has_lone_surrogate() => match is_terminal {
            true => escaped(&text.text).into_owned(),
            false => text.text.clone(),
        },
        other => {
            let text = serde_json::to_string_pretty(&other).ok()?;
            json_escaped(&text).into_owned()
        }
    };
    Some(if text.ends_with('\n') {
        text
    } else {
        text + "\n"
    })
}

fn print_json(object: &impl serde::Serialize) -> io::Result<()> {
    write_json(&mut io::stdout().lock(), object)
}

fn write_json(out: &mut dyn io::Write, object: &impl serde::Serialize) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    serde_json::to_writer(JsonEscaping(&mut out), object)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes JSON without terminal control characters. It does not hold the whole text in memory. Each
/// write consists of whole characters.
struct JsonEscaping<W>(W);

impl<W: io::Write> io::Write for JsonEscaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(json_escaped(text).as_bytes())?,
            Err(_) => return Err(io::ErrorKind::InvalidData.into()),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

pub(crate) fn fault_text(fault: &Error, database: Option<&str>) -> String {
    let reason = fault.reason();
    let mut text = match (fault.path(), fault.kind(), database) {
        (Some(path), ..) => format!("{}: {reason}", name(&path.to_string_lossy())),
        (None, ErrorKind::Storage, Some(database)) => format!("{}: {reason}", name(database)),
        _ => reason.to_owned(),
    };
    // A fault of the engine is for a bug report: its causes belong to it.
    if matches!(fault.kind(), ErrorKind::Engine | ErrorKind::Internal) {
        let mut source = std::error::Error::source(fault);
        while let Some(cause) = source {
            let _ = write!(text, ": {cause}");
            source = cause.source();
        }
    }
    text
}

/// What the storage said that failed.
pub(crate) fn storage_kind(fault: &Error) -> Option<vfs::ErrorKind> {
    let cause = std::error::Error::source(fault)?.downcast_ref::<vfs::Error>()?;
    Some(cause.kind())
}

#[cfg(test)]
mod tests;
