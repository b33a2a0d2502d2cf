//! A finished run as text or JSON, and as an exit code.
//!
//! Invariant: no control character of a program reaches a terminal unescaped.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use isolate_host::vfs;
use isolate_host::{
    EffectEntry, Effects, Error, ErrorKind, Level, Limit, LimitExceeded, Outcome, Run, Thrown,
    Usage, Value, to_json,
};
use serde_json::{Map, Value as Json, json};

use crate::args::Args;

/// Exit codes, documented in `--help`.
pub(crate) mod exit {
    pub(crate) const OK: u8 = 0;
    pub(crate) const THREW: u8 = 1;
    pub(crate) const USAGE: u8 = 2;
    pub(crate) const UNPARSABLE: u8 = 3;
    pub(crate) const STORAGE: u8 = 4;
    /// `EX_SOFTWARE` of `sysexits.h`.
    pub(crate) const ENGINE: u8 = 70;
    /// What `timeout` answers.
    pub(crate) const EXHAUSTED: u8 = 124;
    /// What a shell answers for a process that the system killed for its memory.
    pub(crate) const MEMORY: u8 = 137;
}

/// Characters of a source line that a frame shows: two lines of an ordinary terminal would be
/// too many, and minified text has lines of megabytes.
const FRAME_COLUMNS_MAX: usize = 100;

/// The program that ran.
pub(crate) struct Program<'a> {
    pub(crate) name: &'a str,
    pub(crate) source: &'a str,
}

/// How to print.
pub(crate) struct Style {
    is_json: bool,
    is_quiet: bool,
    is_read_only: bool,
    is_terminal_out: bool,
    has_colour: bool,
}

impl Style {
    pub(crate) fn of(args: &Args) -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            is_json: args.json,
            is_quiet: args.quiet,
            is_read_only: args.read_only,
            is_terminal_out: io::stdout().is_terminal(),
            has_colour: io::stderr().is_terminal() && !is_set("NO_COLOR") && !is_dumb,
        }
    }

    /// Text in a colour, where there are colours.
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

/// Prints a run; answers the exit code.
pub(crate) fn run(run: &Run, program: &Program<'_>, style: &Style) -> u8 {
    let code = exit_code(&run.outcome, style.is_read_only);
    if style.is_json {
        let written = print_json(&run_json(run, program.source));
        return self::written(written, code);
    }
    // Standard error may be closed; the result is owed all the same.
    let _ = io::stderr().write_all(notes(run, program, style).as_bytes());
    let Outcome::Returned(value) = &run.outcome else {
        return code;
    };
    match result_text(value, style.is_terminal_out) {
        None => code,
        Some(text) => written(io::stdout().write_all(text.as_bytes()), code),
    }
}

/// Prints a fault that is not the program's; answers the exit code.
pub(crate) fn fault(fault: &Error, database: Option<&str>, style: &Style) -> u8 {
    let code = crate::fault_code(fault.kind());
    let message = fault_text(fault, database);
    // Faults of usage have one place, whatever the form of the answer.
    if style.is_json && code != exit::USAGE {
        let mut error = Map::new();
        let name = match fault.kind() {
            ErrorKind::Storage => "StorageError",
            _ => "SandboxError",
        };
        error.insert("name".to_owned(), name.into());
        error.insert("message".to_owned(), message.into());
        if let Some(code) = storage_code(fault) {
            error.insert("code".to_owned(), code.into());
        }
        let object = json!({
            "status": "error",
            "error": error,
            "logs": [],
            "effects": effects_json(&Effects::default()),
            "usage": usage_json(&Usage::default()),
        });
        return written(print_json(&object), code);
    }
    let _ = writeln!(io::stderr(), "{} {}", style.error(), escaped(&message));
    code
}

/// The exit code after writing to standard output: a reader that went away is its own affair,
/// a full disk is not.
pub(crate) fn written(result: io::Result<()>, code: u8) -> u8 {
    match result.and_then(|()| io::stdout().flush()) {
        Ok(()) => code,
        Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => code,
        Err(cause) => {
            let reason = reason(&cause);
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {reason}");
            exit::STORAGE
        }
    }
}

fn exit_code(outcome: &Outcome, is_read_only: bool) -> u8 {
    match outcome {
        Outcome::Returned(_) => exit::OK,
        Outcome::Unparsable(_) => exit::UNPARSABLE,
        Outcome::Threw(thrown) => match thrown.code.as_deref() {
            Some("ENOSPC" | "EIO" | "EBUSY") => exit::STORAGE,
            Some("EROFS") if !is_read_only => exit::STORAGE,
            _ => exit::THREW,
        },
        Outcome::LimitExceeded(LimitExceeded { limit, .. }) => match limit {
            Limit::Fuel | Limit::Wall | Limit::HostCalls | Limit::Io => exit::EXHAUSTED,
            Limit::Memory => exit::MEMORY,
            Limit::Stack => exit::THREW,
        },
    }
}

/// Everything that goes to standard error.
fn notes(run: &Run, program: &Program<'_>, style: &Style) -> String {
    let mut text = String::new();
    if !style.is_quiet {
        for entry in &run.logs {
            let entry_text = escaped(&entry.text);
            let prefix = match entry.level {
                Level::Debug | Level::Log | Level::Info => String::new(),
                Level::Warn => style.warning() + " ",
                Level::Error => style.error() + " ",
            };
            push_line(&mut text, &format!("{prefix}{entry_text}"));
        }
        let dropped = run.logs_dropped;
        if dropped.entries > 0 {
            let note = format!(
                "{} {} log entries ({} bytes) dropped: the log was full",
                style.note(),
                dropped.entries,
                dropped.bytes
            );
            push_line(&mut text, &note);
        }
    }
    match &run.outcome {
        Outcome::Returned(_) => {}
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            push_thrown(&mut text, thrown, program, style);
        }
        Outcome::LimitExceeded(exceeded) => {
            push_line(
                &mut text,
                &format!("{} {}", style.error(), escaped(&exceeded.message)),
            );
        }
    }
    if !style.is_quiet {
        push_effects(&mut text, run, style);
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn push_thrown(text: &mut String, thrown: &Thrown, program: &Program<'_>, style: &Style) {
    let sentence = if thrown.name.is_empty() {
        thrown.message.clone()
    } else {
        format!("{}: {}", thrown.name, thrown.message)
    };
    push_line(text, &format!("{} {}", style.error(), escaped(&sentence)));
    if let Some(cause) = &thrown.cause {
        push_line(text, &format!("  caused by {}", escaped(cause)));
    }
    let (Some(line), Some(column)) = (thrown.line, thrown.column) else {
        return;
    };
    push_line(
        text,
        &format!("  at {}:{line}:{column}", escaped(program.name)),
    );
    if let Some(frame) = frame(program.source, line, column) {
        push_line(text, &escaped(&frame));
    }
}

/// What a caller must know before it tries again: what has been kept. A run that simply
/// succeeded needs no words.
fn push_effects(text: &mut String, run: &Run, style: &Style) {
    let effects = &run.effects;
    let count = effects.created.len() + effects.changed.len() + effects.deleted.len();
    let has_returned = matches!(run.outcome, Outcome::Returned(_));
    if count == 0 || (has_returned && run.is_committed) {
        return;
    }
    let note = style.note();
    let counts = format!(
        "{} created, {} changed, {} deleted",
        effects.created.len(),
        effects.changed.len(),
        effects.deleted.len()
    );
    if run.is_committed {
        push_line(
            text,
            &format!("{note} what it did before was kept: {counts}"),
        );
        return;
    }
    push_line(
        text,
        &format!("{note} nothing was kept; it would have been: {counts}"),
    );
    let kinds = [
        ("create", &effects.created),
        ("change", &effects.changed),
        ("delete", &effects.deleted),
    ];
    for (verb, entries) in kinds {
        for entry in entries {
            push_line(
                text,
                &format!("  {verb} {}{}", escaped(&entry.path), sizes(entry)),
            );
        }
    }
}

fn sizes(entry: &EffectEntry) -> String {
    match (entry.size_before, entry.size_after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} -> {after} bytes)"),
        (_, Some(size)) | (Some(size), None) => format!(" ({size} bytes)"),
        (None, None) => String::new(),
    }
}

/// The result for people: a string as it is, other values as indented JSON, nothing for
/// `undefined`; a newline at its end.
fn result_text(value: &Value, is_terminal: bool) -> Option<String> {
    let json = to_json(value)?;
    let text = match json {
        Json::String(text) if is_terminal => escaped(&text).into_owned(),
        Json::String(text) => text,
        other => json_escaped(&format!("{other:#}")).into_owned(),
    };
    Some(if text.ends_with('\n') {
        text
    } else {
        text + "\n"
    })
}

fn print_json(object: &Json) -> io::Result<()> {
    let text = object.to_string();
    let mut out = io::stdout().lock();
    out.write_all(json_escaped(&text).as_bytes())?;
    out.write_all(b"\n")
}

/// The JSON form of a run; its keys and their order are part of the command's contract.
fn run_json(run: &Run, source: &str) -> Json {
    let mut object = Map::new();
    let status = match &run.outcome {
        Outcome::Returned(_) => "ok",
        Outcome::Threw(_) | Outcome::Unparsable(_) => "error",
        Outcome::LimitExceeded(_) => "limit",
    };
    object.insert("status".to_owned(), status.into());
    match &run.outcome {
        Outcome::Returned(value) => {
            if let Some(result) = to_json(value) {
                object.insert("result".to_owned(), result);
            }
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
            object.insert("error".to_owned(), thrown_json(thrown, source));
        }
        Outcome::LimitExceeded(LimitExceeded { limit, message }) => {
            let error = json!({
                "name": "LimitExceeded",
                "message": message,
                "code": limit.code(),
                "limit": limit.as_str(),
            });
            object.insert("error".to_owned(), error);
        }
    }
    let logs = run
        .logs
        .iter()
        .map(|entry| json!({ "level": entry.level.as_str(), "text": entry.text }))
        .collect();
    object.insert("logs".to_owned(), Json::Array(logs));
    let dropped = run.logs_dropped;
    if dropped.entries > 0 {
        let dropped = json!({ "entries": dropped.entries, "bytes": dropped.bytes });
        object.insert("logsDropped".to_owned(), dropped);
    }
    object.insert("effects".to_owned(), effects_json(&run.effects));
    if !run.is_committed {
        object.insert("committed".to_owned(), false.into());
    }
    object.insert("usage".to_owned(), usage_json(&run.usage));
    Json::Object(object)
}

fn thrown_json(thrown: &Thrown, source: &str) -> Json {
    let mut error = Map::new();
    error.insert("name".to_owned(), thrown.name.clone().into());
    error.insert("message".to_owned(), thrown.message.clone().into());
    if let Some(code) = &thrown.code {
        error.insert("code".to_owned(), code.clone().into());
    }
    if let Some(line) = thrown.line {
        error.insert("line".to_owned(), line.into());
    }
    if let Some(column) = thrown.column {
        error.insert("column".to_owned(), column.into());
    }
    if let (Some(line), Some(column)) = (thrown.line, thrown.column)
        && let Some(frame) = frame(source, line, column)
    {
        error.insert("frame".to_owned(), frame.into());
    }
    Json::Object(error)
}

fn effects_json(effects: &Effects) -> Json {
    let paths = |entries: &[EffectEntry]| -> Json {
        entries.iter().map(|entry| entry.path.as_str()).collect()
    };
    json!({
        "created": paths(&effects.created),
        "changed": paths(&effects.changed),
        "deleted": paths(&effects.deleted),
    })
}

fn usage_json(usage: &Usage) -> Json {
    json!({
        "fuel": usage.fuel,
        // Microseconds are as fine as the clock is honest.
        "wallMs": (usage.wall.as_secs_f64() * 1e6).round() / 1e3,
        "peakMemoryBytes": usage.peak_memory_bytes,
        "hostCalls": usage.host_calls,
        "bytesRead": usage.bytes_read,
        "bytesWritten": usage.bytes_written,
    })
}

/// A source line with its number and a caret under a column; both count from 1, columns in
/// UTF-16 units. `None` for a place that is not in the text.
///
/// Every character takes one column, tabs and control characters as a space; a long line is cut
/// around the caret.
pub(crate) fn frame(source: &str, line: u32, column: u32) -> Option<String> {
    let text = source_line(source, line)?;
    let mut units_left = usize::try_from(column).ok()?.checked_sub(1)?;
    let mut caret: usize = 0;
    let mut characters = Vec::new();
    for character in text.chars() {
        if units_left >= character.len_utf16() {
            units_left -= character.len_utf16();
            caret += 1;
        } else {
            units_left = 0;
        }
        let is_blank = character.is_control() || character.is_whitespace();
        characters.push(if is_blank { ' ' } else { character });
    }
    let mut first = 0;
    if characters.len() > FRAME_COLUMNS_MAX {
        first = caret
            .saturating_sub(FRAME_COLUMNS_MAX / 2)
            .min(characters.len() - FRAME_COLUMNS_MAX);
    }
    let last = characters.len().min(first + FRAME_COLUMNS_MAX);
    let mut shown: Vec<char> = characters[first..last].to_vec();
    if let Some(start) = shown.first_mut().filter(|_| first > 0) {
        *start = '…';
    }
    if let Some(end) = shown.last_mut().filter(|_| last < characters.len()) {
        *end = '…';
    }
    let shown: String = shown.into_iter().collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let indent = " ".repeat(caret - first);
    Some(format!(
        "{number} | {}\n{margin} | {indent}^",
        shown.trim_end()
    ))
}

/// A line of a program, by JavaScript's idea of lines.
fn source_line(source: &str, line: u32) -> Option<&str> {
    let mut rest = source;
    for _ in 1..line {
        let end = rest.find(is_line_end)?;
        let is_crlf = rest[end..].starts_with("\r\n");
        let width = rest[end..].chars().next().map_or(0, char::len_utf8);
        rest = &rest[end + if is_crlf { 2 } else { width }..];
    }
    let end = rest.find(is_line_end).unwrap_or(rest.len());
    Some(&rest[..end])
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Whether a terminal might obey a character, or be made to show text in another order.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of a program as a terminal may see it: newlines and tabs stay, other control characters
/// and those that turn the direction of text become visible.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    let is_kept = |character| matches!(character, '\n' | '\t') || !is_unsafe(character);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_kept(character) {
            safe.push(character);
        } else if character == '\r' {
            safe.push_str("\\r");
        } else if u32::from(character) < 0x100 {
            let _ = write!(safe, "\\x{:02x}", u32::from(character));
        } else {
            let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
        }
    }
    Cow::Owned(safe)
}

/// The same JSON text without characters that a terminal might obey. They can stand only inside
/// strings, where an escape means the same; JSON's own layout is newlines and spaces.
pub(crate) fn json_escaped(text: &str) -> Cow<'_, str> {
    let is_kept = |character| character == '\n' || !is_unsafe(character);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_kept(character) {
            safe.push(character);
        } else {
            // All of them lie in the first plane: one unit each.
            let _ = write!(safe, "\\u{:04x}", u32::from(character));
        }
    }
    Cow::Owned(safe)
}

/// What the system says about a failure, without its number.
pub(crate) fn reason(cause: &io::Error) -> String {
    without_number(&cause.to_string()).to_lowercase()
}

fn without_number(text: &str) -> &str {
    text.split(" (os error").next().unwrap_or(text)
}

pub(crate) fn fault_text(fault: &Error, database: Option<&str>) -> String {
    let mut text = without_number(&fault.to_string()).to_owned();
    if let (ErrorKind::Storage, Some(database)) = (fault.kind(), database) {
        text = format!("{database}: {text}");
    }
    // A fault of the engine is for a bug report: its causes belong to it.
    if matches!(fault.kind(), ErrorKind::Engine) {
        let mut source = std::error::Error::source(fault);
        while let Some(cause) = source {
            let _ = write!(text, ": {cause}");
            source = cause.source();
        }
    }
    text
}

/// A stable code for a fault of storage.
fn storage_code(fault: &Error) -> Option<&'static str> {
    use vfs::ErrorKind as Kind;
    let cause = std::error::Error::source(fault)?.downcast_ref::<vfs::Error>()?;
    Some(match cause.kind() {
        Kind::Foreign => "EFOREIGN",
        Kind::Newer => "ENEWER",
        Kind::Corrupt => "ECORRUPT",
        Kind::Busy => "EBUSY",
        Kind::ReadOnly => "EROFS",
        Kind::NoSpace => "ENOSPC",
        Kind::NotFound => "ENOENT",
        _ => "EIO",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_shows_the_line_and_a_caret() {
        assert_eq!(frame("a\nbcd\n", 2, 3).unwrap(), "2 | bcd\n  |   ^");
        assert_eq!(frame("x", 1, 1).unwrap(), "1 | x\n  | ^");
    }

    #[test]
    fn a_frame_follows_javascripts_lines() {
        assert_eq!(frame("a\r\nb\rc\u{2028}d", 4, 1).unwrap(), "4 | d\n  | ^");
        assert_eq!(frame("a\r\nb", 2, 1).unwrap(), "2 | b\n  | ^");
    }

    #[test]
    fn a_frame_counts_utf16_units() {
        assert_eq!(frame("\"😀\" x", 1, 6).unwrap(), "1 | \"😀\" x\n  |     ^");
    }

    #[test]
    fn a_frame_may_point_behind_the_line() {
        assert_eq!(frame("ab", 1, 3).unwrap(), "1 | ab\n  |   ^");
    }

    #[test]
    fn a_frame_needs_a_place_in_the_text() {
        assert_eq!(frame("a", 2, 1), None);
        assert_eq!(frame("a", 1, 0), None);
    }

    #[test]
    fn a_frame_blanks_what_moves_the_cursor() {
        assert_eq!(frame("\ta\u{1b}b", 1, 2).unwrap(), "1 |  a b\n  |  ^");
    }

    #[test]
    fn a_frame_cuts_long_lines_around_the_caret() {
        let line = "0123456789".repeat(100);
        let frame = frame(&line, 1, 501).unwrap();
        let (shown, caret) = frame.split_once('\n').unwrap();
        assert_eq!(shown.chars().count(), "1 | ".len() + FRAME_COLUMNS_MAX);
        assert!(shown.starts_with("1 | …") && shown.ends_with('…'));
        let under = caret.chars().count() - 1;
        assert_eq!(shown.chars().nth(under), Some('0'));
    }

    #[test]
    fn escapes_are_visible_and_text_is_not_touched() {
        assert_eq!(escaped("tab\tline\nünï 😀"), "tab\tline\nünï 😀");
        assert_eq!(
            escaped("\x1b[31m\r\x07\u{9b}1m\u{7f}\u{202e}"),
            "\\x1b[31m\\r\\x07\\x9b1m\\x7f\\u{202e}"
        );
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = json!({ "a": "\u{9b}\u{7f}\u{202e}\x1b\n\t😀" });
        let text = value.to_string();
        let safe = json_escaped(&text);
        assert!(!safe.chars().any(is_unsafe));
        assert_eq!(serde_json::from_str::<Json>(&safe).unwrap(), value);
    }
}
