//! Commands from a terminal: a line is a command of a session, which goes on from the one before it.

use std::io::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use isolate_host::vfs::{LogOptions, Tree};
use isolate_host::{CancelToken, RunOptions, Sandbox, ShellRequest, Workspace, recorded_run};
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Editor, Result as LineResult};

use super::complete::Paths;
use super::{LABEL, Sh, tell};
use crate::commands::output::Refusal;
use crate::report;
use crate::signals::Interrupts;

/// Earlier commands of the workspace that the arrow keys show.
const EARLIER_MAX: usize = 500;

/// What asks for the rest of a command.
const MORE: &str = "> ";

/// The exit code of a text that is no command.
const SYNTAX: u8 = 2;

impl Sh {
    /// Runs what is typed, until its end or `exit`. The exit code is that of the last command.
    pub(super) fn converse(&self) -> Result<u8, Refusal> {
        if self.dir.is_some() {
            return Err(Refusal::usage(
                "an interactive shell works on a database: give --db FILE, or a COMMAND for the directory"
                    .to_owned(),
            ));
        }
        if self.dry_run || self.read_only {
            return Err(Refusal::usage(
                "an interactive shell keeps its directory and variables in the database: leave out --dry-run \
                 and --read-only, or give a COMMAND"
                    .to_owned(),
            ));
        }
        let mut workspace = self.workspace(None)?;
        if let Some(branch) = &self.branch {
            workspace = workspace.on_branch(branch)?;
        }
        let sandbox = Sandbox::builder().threads(1).runs(1).build()?;
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let lines = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, lines)
            .map_err(|error| Refusal::usage(format!("the terminal cannot be used: {error}")))?;
        let tree = workspace.tree()?;
        for line in earlier(&tree)? {
            // One that cannot be added is not offered.
            let _ = editor.add_history_entry(line);
        }
        editor.set_helper(Some(Paths::new(workspace.clone())));
        drop(tree);
        let session = self.session.clone().unwrap_or_else(new_session);
        let mut shell = Interactive {
            sh: self,
            sandbox,
            workspace,
            session,
            has_begun: false,
            is_cut_off: false,
            interrupts: Interrupts::listen(),
            editor,
        };
        let code = shell.converse()?;
        // The process ends: taking the engine apart first would only cost time.
        std::mem::forget(shell.sandbox);
        Ok(code)
    }
}

/// The commands that earlier ones of this kind were, the oldest first.
fn earlier(tree: &Tree) -> isolate_host::vfs::Result<Vec<String>> {
    let mut lines = Vec::new();
    for run in tree.log(&LogOptions::new().limit(EARLIER_MAX))? {
        let is_command = run.label.starts_with(LABEL);
        if is_command
            && let Ok(Some(recorded)) = recorded_run(tree, run.id)
            && let Some(command) = recorded.program
        {
            lines.push(command);
        }
    }
    lines.reverse();
    Ok(lines)
}

/// A session of its own.
fn new_session() -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    format!("terminal-{}-{}", now.as_millis(), std::process::id())
}

/// A shell that somebody types into.
struct Interactive<'s> {
    sh: &'s Sh,
    sandbox: Sandbox,
    workspace: Workspace,
    session: String,
    /// Whether the session has a command, whose directory and environment the next ones have.
    has_begun: bool,
    /// Whether the end of the input was in the middle of a command.
    is_cut_off: bool,
    interrupts: Interrupts,
    editor: Editor<Paths, MemHistory>,
}

impl Interactive<'_> {
    fn converse(&mut self) -> Result<u8, Refusal> {
        let mut code = 0;
        loop {
            let directory = self.directory()?;
            if let Some(paths) = self.editor.helper_mut() {
                paths.set_directory(&directory);
            }
            let prompt = format!("{}$ ", report::escaped(&directory));
            let command = match self.command(&prompt) {
                Ok(command) => command,
                Err(ReadlineError::Interrupted) => {
                    code = 130;
                    continue;
                }
                Err(ReadlineError::Eof) if self.is_cut_off => {
                    let _ = writeln!(io::stderr(), "bash: syntax error: unexpected end of file");
                    code = SYNTAX;
                    break;
                }
                Err(ReadlineError::Eof) => break,
                Err(error) => {
                    return Err(Refusal::usage(format!(
                        "the terminal cannot be read: {error}"
                    )));
                }
            };
            if command.trim().is_empty() {
                continue;
            }
            let _ = self.editor.add_history_entry(command.as_str());
            if let Some(last) = exit(&command, code) {
                code = last;
                break;
            }
            code = self.run(&command)?;
        }
        Ok(code)
    }

    /// One command: as many lines as it has.
    fn command(&mut self, prompt: &str) -> LineResult<String> {
        let mut command = self.editor.readline(prompt)?;
        loop {
            match missing(&command) {
                Missing::Nothing if !self.is_unfinished(&command) => return Ok(command),
                Missing::Nothing | Missing::Line => command.push('\n'),
                Missing::Joined => {
                    command.pop();
                }
            }
            let more = self.editor.readline(MORE);
            self.is_cut_off = matches!(more, Err(ReadlineError::Eof));
            command.push_str(&more?);
        }
    }

    /// Whether the end of a text is missing, as the shell itself says.
    fn is_unfinished(&self, command: &str) -> bool {
        let request = self
            .sandbox
            .shell(&self.workspace, "bash -n -c \"$ISOLATE_COMMAND\"");
        let request = request
            .env("ISOLATE_COMMAND", command)
            .options(Self::silently());
        request.blocking().is_ok_and(|run| {
            let text = String::from_utf8_lossy(&run.stderr);
            run.exit_code == i32::from(SYNTAX)
                && (text.contains("unexpected end of file") || text.contains("unexpected EOF"))
        })
    }

    /// Where the next command begins.
    fn directory(&self) -> Result<String, Refusal> {
        let run = self.request("pwd").options(Self::silently()).blocking()?;
        let text = String::from_utf8_lossy(&run.stdout);
        // Where it has none, the next command says so.
        Ok(match text.strip_suffix('\n') {
            Some(directory) => directory.to_owned(),
            None => "?".to_owned(),
        })
    }

    /// For what nobody has typed: it leaves nothing.
    fn silently() -> RunOptions {
        RunOptions::new().dry_run()
    }

    /// A command of the session.
    fn request(&self, command: &str) -> ShellRequest {
        let request = self
            .sandbox
            .shell(&self.workspace, command)
            .session(&self.session);
        match self.has_begun {
            true => request,
            false => self.sh.place(request),
        }
    }

    fn run(&mut self, command: &str) -> Result<u8, Refusal> {
        let cancel = CancelToken::new();
        self.interrupts.cancel(&cancel);
        let options = self.sh.options(cancel, command);
        let run = match self.request(command).options(options).blocking() {
            Ok(run) => run,
            // The database is busy, for example: the next command may be run.
            Err(error) => {
                let text = format!("error: {}\n", report::escaped(&error.to_string()));
                let _ = io::stderr().write_all(text.as_bytes());
                return Ok(1);
            }
        };
        self.has_begun |= run.is_committed;
        Ok(tell(&run, false, None))
    }
}

/// The exit code of a line that ends the shell: `exit` or `logout`, with a number or the last code.
fn exit(command: &str, last: u8) -> Option<u8> {
    let mut words = command.split_whitespace();
    let is_exit = matches!(words.next(), Some("exit" | "logout"));
    match (is_exit, words.next(), words.next()) {
        (true, None, _) => Some(last),
        (true, Some(number), None) => {
            let number: i64 = number.parse().ok()?;
            u8::try_from(number & 0xFF).ok()
        }
        _ => None,
    }
}

/// What a text lacks that the shell would not notice: a here-document ends with its text, and so does a line
/// with a backslash.
#[derive(Debug, PartialEq, Eq)]
enum Missing {
    Nothing,
    Line,
    /// The next line, in place of a backslash.
    Joined,
}

fn missing(text: &str) -> Missing {
    let mut waiting: std::collections::VecDeque<(String, bool)> = std::collections::VecDeque::new();
    let mut quote = None;
    for line in text.split('\n') {
        if let Some((end, strips_tabs)) = waiting.front() {
            let line = match strips_tabs {
                true => line.trim_start_matches('\t'),
                false => line,
            };
            if line == end {
                waiting.pop_front();
            }
            continue;
        }
        here_documents(line, &mut quote, &mut waiting);
    }
    let last = text.rsplit('\n').next().unwrap_or_default();
    let backslashes = last.bytes().rev().take_while(|&byte| byte == b'\\').count();
    if !waiting.is_empty() {
        Missing::Line
    } else if backslashes % 2 == 1 && quote != Some('\'') {
        Missing::Joined
    } else {
        Missing::Nothing
    }
}

/// The here-documents that a line begins, by their last lines; and the quote that is open at its end.
fn here_documents(
    line: &str,
    quote: &mut Option<char>,
    waiting: &mut std::collections::VecDeque<(String, bool)>,
) {
    let mut rest = line;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let at_word = before.is_whitespace() || before == ';';
        rest = &rest[next.len_utf8()..];
        match (next, *quote) {
            ('\\', None | Some('"')) => {
                let mut chars = rest.chars();
                chars.next();
                rest = chars.as_str();
            }
            ('\'' | '"', None) => *quote = Some(next),
            (_, Some(open)) if next == open => *quote = None,
            ('#', None) if at_word => return,
            // A here-string, or a shift in arithmetic, has no text.
            ('<', None) if rest.starts_with("<<") => rest = &rest[2..],
            ('<', None) if rest.starts_with('<') && before != '(' => {
                rest = &rest[1..];
                let strips_tabs = rest.starts_with('-');
                rest = rest
                    .strip_prefix('-')
                    .unwrap_or(rest)
                    .trim_start_matches([' ', '\t']);
                let (word, end, is_quoted) = delimiter(rest);
                let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '-');
                if is_name || is_quoted {
                    waiting.push_back((word, strips_tabs));
                }
                rest = &rest[end..];
            }
            _ => {}
        }
        before = next;
    }
}

/// The word at the beginning of a text without its quotes, how long it is there, and whether it has any.
fn delimiter(text: &str) -> (String, usize, bool) {
    let (mut word, mut quote, mut is_quoted) = (String::new(), None, false);
    let mut is_escaped = false;
    for (at, next) in text.char_indices() {
        match (next, quote) {
            _ if is_escaped => {
                word.push(next);
                is_escaped = false;
            }
            ('\\', None) => (is_escaped, is_quoted) = (true, true),
            ('\'' | '"', None) => (quote, is_quoted) = (Some(next), true),
            (_, Some(open)) if next == open => quote = None,
            (_, None) if next.is_whitespace() || ";|&<>()".contains(next) => {
                return (word, at, is_quoted);
            }
            _ => word.push(next),
        }
    }
    (word, text.len(), is_quoted)
}

#[cfg(test)]
mod tests {
    use super::{Missing, exit, missing};

    #[test]
    fn what_a_text_lacks() {
        for (text, expected) in [
            ("echo a", Missing::Nothing),
            ("cat <<E", Missing::Line),
            ("cat <<E\ntext", Missing::Line),
            ("cat <<E\ntext\nE", Missing::Nothing),
            ("cat <<-'E F'\n\tE", Missing::Line),
            ("cat <<-\"E\"\n\tE", Missing::Nothing),
            ("cat <<A <<B\nA", Missing::Line),
            ("cat <<A <<B\nA\nB", Missing::Nothing),
            ("cat <<< word", Missing::Nothing),
            ("echo $((1 << 3))", Missing::Nothing),
            ("echo '<<E'", Missing::Nothing),
            ("echo \"a <<E\"", Missing::Nothing),
            ("echo a # <<E", Missing::Nothing),
            ("echo a \\", Missing::Joined),
            ("echo a \\\\", Missing::Nothing),
            ("echo 'a \\", Missing::Nothing),
        ] {
            assert_eq!(missing(text), expected, "{text}");
        }
    }

    #[test]
    fn what_ends_the_shell() {
        for (command, expected) in [
            ("exit", Some(7)),
            (" exit 3 ", Some(3)),
            ("logout", Some(7)),
            ("exit 256", Some(0)),
            ("exit -1", Some(255)),
            ("exit $x", None),
            ("exit 1 2", None),
            ("exits", None),
            ("echo exit", None),
        ] {
            assert_eq!(exit(command, 7), expected, "{command}");
        }
    }
}
