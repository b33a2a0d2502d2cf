//! A turn as a person sees it.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use genai::chat::ToolCall;
use isolate_host::vfs::RunId;
use isolate_host::{Workspace, diff_of_runs};
use serde_json::Value as Json;

use crate::agent::{End, Turn, Ui};
use crate::heard::Piece;
use crate::toolset::CallOutcome;

/// Lines of a result, an error or a log that are shown of a program.
const LINES_MAX: usize = 12;
/// Lines of a diff that are shown of a program; `/diff` shows all of them.
const DIFF_LINES_MAX: usize = 60;
/// Bytes of a diff.
const DIFF_BYTES_MAX: usize = 1 << 20;
/// Columns of a line.
const COLUMNS_MAX: usize = 400;

/// Whether there are colours, and what moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// On a terminal.
    On,
    /// In files and pipes, and with `NO_COLOR` or `TERM=dumb`.
    Off,
}

mod style {
    pub(super) const BOLD: &str = "1";
    pub(super) const DIM: &str = "2";
    pub(super) const RED: &str = "31";
    pub(super) const GREEN: &str = "32";
    pub(super) const YELLOW: &str = "33";
    pub(super) const CYAN: &str = "36";
}

/// Text that a terminal cannot obey: newlines and tabs stay, other control characters and those
/// that turn the direction of text become visible.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        let is_direction = matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if matches!(c, '\n' | '\t') || !(c.is_control() || is_direction) {
            safe.push(c);
        } else if c == '\r' {
            safe.push_str("\\r");
        } else if u32::from(c) < 0x100 {
            write!(safe, "\\x{:02x}", u32::from(c)).expect("a string takes whatever is written");
        } else {
            write!(safe, "\\u{{{:x}}}", u32::from(c)).expect("a string takes whatever is written");
        }
    }
    safe
}

/// What the line that is being written belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: the cursor is at the beginning of a line.
    Between,
    Text,
    Thinking,
    Code,
}

/// Shows turns. Errors of writing are ignored: there is nowhere to report them.
#[derive(Debug)]
pub struct Terminal<W> {
    out: W,
    colours: Colours,
    workspace: Workspace,
    mode: Mode,
    is_line_empty: bool,
    /// Programs that were shown while they were written, and have not begun.
    streamed: String,
    waits_since: Option<Instant>,
    has_spinner: bool,
    ticks: usize,
}

impl<W: Write> Terminal<W> {
    /// A terminal, for what happens to the files of a workspace.
    #[must_use]
    pub const fn new(out: W, colours: Colours, workspace: Workspace) -> Self {
        Self {
            out,
            colours,
            workspace,
            mode: Mode::Between,
            is_line_empty: true,
            streamed: String::new(),
            waits_since: None,
            has_spinner: false,
            ticks: 0,
        }
    }

    /// The files.
    pub(crate) const fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Shows what happens to other files from now on.
    pub(crate) fn set_workspace(&mut self, workspace: Workspace) {
        self.workspace = workspace;
    }

    /// What has been written, where that is kept.
    pub const fn out(&self) -> &W {
        &self.out
    }

    fn put(&mut self, text: &str) {
        drop(self.out.write_all(text.as_bytes()));
    }

    fn flush(&mut self) {
        drop(self.out.flush());
    }

    fn styled(&self, style: &str, text: &str) -> String {
        match self.colours {
            Colours::On => format!("\x1b[{style}m{text}\x1b[0m"),
            Colours::Off => text.to_owned(),
        }
    }

    /// Text of a program or a model, escaped, in a style.
    fn told(&self, style: &str, text: &str) -> String {
        self.styled(style, &escaped(text))
    }

    fn without_spinner(&mut self) {
        if self.has_spinner {
            self.put("\r\x1b[K");
            self.has_spinner = false;
        }
    }

    /// Switches to another mode, at the beginning of a line.
    fn enter(&mut self, mode: Mode) {
        self.without_spinner();
        self.waits_since = None;
        if self.mode == mode {
            return;
        }
        if !self.is_line_empty {
            self.put("\n");
            self.is_line_empty = true;
        }
        self.mode = mode;
        if mode == Mode::Code {
            let line = self.styled(style::DIM, "╭─ program");
            self.put(&format!("{line}\n"));
        }
    }

    /// Writes one line, after a line break if necessary.
    pub fn line(&mut self, text: &str) {
        self.enter(Mode::Between);
        self.put(text);
        self.put("\n");
        self.flush();
    }

    /// A line about the session.
    pub fn say(&mut self, text: &str) {
        let text = self.told(style::YELLOW, text);
        self.line(&text);
    }

    /// A line that says what went wrong.
    pub fn error(&mut self, text: &str) {
        let text = self.told(style::RED, text);
        self.line(&text);
    }

    /// Text of files as it is, escaped.
    pub fn text(&mut self, text: &str) {
        self.line(escaped(text).trim_end_matches('\n'));
    }

    /// What is asked of a person.
    pub fn prompt(&mut self) {
        self.enter(Mode::Between);
        let mark = self.styled(style::BOLD, "› ");
        self.put(&format!("\n{mark}"));
        self.flush();
    }

    /// A question, which is answered in the same line.
    pub(crate) fn ask(&mut self, question: &str) {
        self.enter(Mode::Between);
        let question = self.told(style::BOLD, question);
        self.put(&question);
        self.flush();
    }

    /// A diff, of which so many lines are shown.
    pub fn diff(&mut self, diff: &str, lines_max: usize) {
        let count = diff.lines().count();
        let mut text = String::new();
        for line in diff.lines().take(lines_max) {
            let style = match line.as_bytes().first() {
                _ if line.starts_with("--- ") || line.starts_with("+++ ") => style::BOLD,
                Some(b'+') => style::GREEN,
                Some(b'-') => style::RED,
                Some(b'@') => style::CYAN,
                _ => "",
            };
            let line: String = line.chars().take(COLUMNS_MAX).collect();
            let line = match style {
                "" => escaped(&line),
                style => self.told(style, &line),
            };
            text.push_str(&format!("  {line}\n"));
        }
        if let Some(more @ 1..) = count.checked_sub(lines_max) {
            let more = self.styled(style::DIM, &format!("  … {more} more lines: /diff"));
            text.push_str(&format!("{more}\n"));
        }
        self.line(text.trim_end_matches('\n'));
    }

    /// What operations have changed, as a diff.
    pub fn diff_of(&mut self, ops: &[RunId], lines_max: usize) {
        let diff = self
            .workspace
            .tree()
            .map_err(|error| error.to_string())
            .and_then(|tree| {
                diff_of_runs(&tree, ops, DIFF_BYTES_MAX).map_err(|error| error.to_string())
            });
        match diff {
            Ok(diff) if diff.is_empty() => {}
            Ok(diff) => self.diff(&diff, lines_max),
            Err(error) => self.error(&format!("the difference cannot be read: {error}")),
        }
    }

    /// How a turn ended, and what it took.
    pub fn ended_turn(&mut self, turn: &Turn) {
        match &turn.end {
            End::Answered(_) => {}
            End::Stopped if turn.ops.is_empty() => self.say("stopped; nothing was changed"),
            End::Stopped => {
                self.say("stopped; what programs had done before is kept: /undo takes it back");
            }
            End::Failed(trouble) => {
                self.error(&trouble.to_string());
                self.say("nothing is lost: /retry asks again");
            }
            End::Bounded => self.say(&format!(
                "stopped after {} calls of tools: say \"go on\" to let it continue",
                turn.stats.calls
            )),
        }
        let stats = &turn.stats;
        let mut parts = Vec::new();
        if stats.calls > 0 {
            let failed = match stats.calls_failed {
                0 => String::new(),
                failed => format!(", {failed} failed"),
            };
            parts.push(format!("{}{failed}", counted(stats.calls, "program")));
        }
        if stats.tokens_in + stats.tokens_out > 0 {
            parts.push(format!(
                "{} tokens in, {} out",
                stats.tokens_in, stats.tokens_out
            ));
        }
        parts.push(time(stats.wall));
        let line = self.styled(style::DIM, &parts.join(" · "));
        self.line(&line);
    }

    fn code(&mut self, piece: &str) {
        self.enter(Mode::Code);
        let gutter = self.styled(style::DIM, "│ ");
        for part in piece.split_inclusive('\n') {
            if self.is_line_empty {
                self.put(&gutter);
            }
            let text = self.told(style::CYAN, part.trim_end_matches('\n'));
            self.put(&text);
            self.is_line_empty = part.ends_with('\n');
            if self.is_line_empty {
                self.put("\n");
            }
        }
        self.flush();
    }

    /// Some lines of a text with a margin.
    fn lines(&mut self, name: &str, style: &str, text: &str) {
        let count = text.lines().count();
        let mut out = String::new();
        // Of a log, its end.
        let skip = match name {
            "log" | "warn" => count.saturating_sub(LINES_MAX),
            _ => 0,
        };
        let mut name = self.styled(style::DIM, &format!("{name:>6} "));
        let margin = " ".repeat(7);
        if skip > 0 {
            out.push_str(&format!("{name}… {skip} lines before\n"));
            name.clone_from(&margin);
        }
        for line in text.lines().skip(skip).take(LINES_MAX) {
            let line: String = line.chars().take(COLUMNS_MAX).collect();
            let line = self.told(style, &line);
            out.push_str(&format!("{name}{line}\n"));
            name.clone_from(&margin);
        }
        if let Some(more @ 1..) = count.checked_sub(skip + LINES_MAX) {
            out.push_str(&format!("{name}… {more} lines more\n"));
        }
        self.line(out.trim_end_matches('\n'));
    }
}

impl<W: Write> Ui for Terminal<W> {
    fn piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Waiting => {
                if self.colours == Colours::Off || self.mode != Mode::Between {
                    return;
                }
                let since = *self.waits_since.get_or_insert_with(Instant::now);
                let wheel = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
                self.ticks += 1;
                let text = format!(
                    "\r\x1b[K{} {}",
                    wheel[self.ticks % wheel.len()],
                    time(since.elapsed())
                );
                let text = self.styled(style::DIM, &text);
                self.put(&text);
                self.has_spinner = true;
            }
            Piece::Text(text) => {
                self.enter(Mode::Text);
                self.put(&escaped(text));
                self.is_line_empty = text.ends_with('\n');
            }
            Piece::Thinking(text) => {
                self.enter(Mode::Thinking);
                let shown = self.told(style::DIM, text);
                self.put(&shown);
                self.is_line_empty = text.ends_with('\n');
            }
            Piece::Code(text) => {
                self.streamed.push_str(text);
                self.code(text);
            }
        }
        self.flush();
    }

    fn begins(&mut self, call: &ToolCall) {
        let code = match call.fn_arguments.get("code").and_then(Json::as_str) {
            Some(code) => code.to_owned(),
            None => format!("{} {}", call.fn_name, call.fn_arguments),
        };
        match self.streamed.strip_prefix(&code) {
            Some(rest) => self.streamed = rest.to_owned(),
            None => {
                self.streamed.clear();
                self.enter(Mode::Between);
                self.code(&code);
            }
        }
    }

    fn ended(&mut self, _: &ToolCall, done: &CallOutcome) {
        let data = &done.data;
        let status = match (done.is_ok, data.get("status").and_then(Json::as_str)) {
            (true, _) => self.styled(style::GREEN, "✓"),
            (false, Some("limit")) => self.styled(style::RED, "✗ limit"),
            (false, Some("unparsable")) => self.styled(style::RED, "✗ does not parse"),
            (false, _) => self.styled(style::RED, "✗ failed"),
        };
        let end = self.styled(style::DIM, "╰─ ");
        let took = self.styled(style::DIM, &time(done.took));
        self.line(&format!("{end}{status} {took}"));
        for (key, name, style) in [
            ("log", "log", ""),
            ("errors", "warn", style::YELLOW),
            ("error", "error", style::RED),
            ("result", "result", ""),
        ] {
            let text = match data.get(key) {
                None | Some(Json::Null) => continue,
                Some(Json::String(text)) => text.clone(),
                Some(value) => indented(value),
            };
            self.lines(name, style, &text);
        }
        self.effects(data);
        self.diff_of(done.run_id.as_slice(), DIFF_LINES_MAX);
    }

    fn note(&mut self, text: &str) {
        self.say(text);
    }
}

impl<W: Write> Terminal<W> {
    fn effects(&mut self, data: &Json) {
        let changes = data.get("changes").and_then(Json::as_array);
        let count = data.get("changed").and_then(Json::as_u64).unwrap_or(0);
        let Some(changes) = changes.filter(|changes| !changes.is_empty()) else {
            return;
        };
        let paths: Vec<String> = changes
            .iter()
            .take(6)
            .filter_map(|row| {
                let (kind, path) = (row.get("kind")?.as_str()?, row.get("path")?.as_str()?);
                Some(format!("{kind} {path}"))
            })
            .collect();
        let more = count.saturating_sub(paths.len() as u64);
        let more = match more {
            0 => String::new(),
            more => format!(", {more} more"),
        };
        let kept = match data.get("committed").and_then(Json::as_bool) {
            Some(false) => " (not kept)",
            _ => "",
        };
        self.lines("files", "", &format!("{}{more}{kept}", paths.join(", ")));
    }
}

/// A value in lines, or in one where that is short.
fn indented(value: &Json) -> String {
    let line = value.to_string();
    match line.chars().count() <= 100 {
        true => line,
        false => format!("{value:#}"),
    }
}

fn time(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1_000 => format!("{ms} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

pub(crate) fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
