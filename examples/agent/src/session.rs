//! Commands of a person in a conversation: list changes, undo, start over.

use std::io::Write;
use std::sync::Arc;

use isolate_host::vfs::RunId;
use isolate_tools::{Boundary, CancelToken, Reply, Toolbox};
use serde_json::{Value as Json, json};

use crate::agent::{Agent, End, Turn};
use crate::attempt::{ATTEMPTS_MAX, Attempt};
use crate::folder::Folder;
use crate::stop::Stop;
use crate::terminal::Terminal;
use crate::toolset::CodeMode;

/// What to do after a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Wait for another.
    Line,
    /// Continue the last turn.
    Retry,
    /// Let several agents try a task: [`Session::attempts`].
    Try(usize, String),
    /// An attempt was kept: [`Session::offer`] its changes.
    Offer,
    /// End.
    Quit,
}

const HELP: &str = "\
/undo        take back everything that the last turn changed; /undo OP, one operation
/diff        what the last turn changed; /diff all, what this session did
/try N TASK  let N agents try a task at the same time, each on a branch of the files
/keep K      keep attempt K and drop the others; /keep none, drop all; /diff K shows one
/write       with --dir: write what is not on the disk yet
/reload      with --dir: drop what is not written and read the directory again
/files       the files; /files PATTERN, those that match
/cat PATH    the text of a file
/history     what was done to the files, newest first
/retry       ask again where an answer is missing
/new         begin another conversation; files stay
/quit        end; so does Ctrl-D. Ctrl-C ends a turn that is running
A line that ends with \\ goes on in the next one.";

/// A conversation in a terminal.
#[derive(Debug)]
pub struct Session<W> {
    pub(crate) agent: Agent,
    pub(crate) toolbox: Toolbox,
    pub(crate) terminal: Terminal<W>,
    /// Each turn that changed something and was not taken back.
    pub(crate) steps: Vec<Step>,
    /// The directory that it works on.
    pub(crate) folder: Option<Folder>,
    /// Attempts of which none is kept yet.
    pub(crate) attempts: Vec<Attempt>,
    /// Whether the last turn ended with an answer.
    pub(crate) has_answered: bool,
    /// What was last asked, in short.
    pub(crate) said: String,
}

/// What a turn changed.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its operations; none of a turn from before the directory was read again.
    pub(crate) ops: Vec<RunId>,
    /// The number of its write to the disk.
    pub(crate) number: Option<u64>,
}

impl Step {
    pub(crate) const fn of(ops: Vec<RunId>) -> Self {
        Self { ops, number: None }
    }
}

/// Letters of a request that a write is named by.
const LABEL_MAX: usize = 60;

impl<W: Write> Session<W> {
    /// A session over a conversation and the toolbox that its programs run in.
    #[must_use]
    pub fn new(agent: Agent, toolbox: Toolbox, terminal: Terminal<W>) -> Self {
        Self {
            agent,
            toolbox,
            terminal,
            steps: Vec::new(),
            folder: None,
            attempts: Vec::new(),
            has_answered: false,
            said: String::new(),
        }
    }

    /// Where it is shown.
    pub const fn terminal(&mut self) -> &mut Terminal<W> {
        &mut self.terminal
    }

    /// The conversation.
    #[must_use]
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The tools of the conversation.
    pub(crate) fn toolset(&self) -> Arc<CodeMode> {
        Arc::new(CodeMode::new(self.toolbox.clone()))
    }

    /// Notes what is asked, to name writes by it.
    pub(crate) fn note_said(&mut self, said: &str) {
        let line = said.lines().next().unwrap_or_default();
        self.said = line.chars().take(LABEL_MAX).collect();
    }

    /// One turn; without a message, the last one is continued. With a directory, the disk is looked at
    /// first; [`Session::offer`] writes what the turn has changed.
    pub async fn turn(&mut self, said: Option<&str>, stop: &Stop) -> Turn {
        self.look_again();
        if let Some(said) = said {
            self.note_said(said);
        }
        let turn = self.agent.turn(said, &mut self.terminal, stop).await;
        self.terminal.ended_turn(&turn);
        self.has_answered = matches!(turn.end, End::Answered(_));
        if !turn.ops.is_empty() {
            self.steps.push(Step::of(turn.ops.clone()));
        }
        turn
    }

    /// A line that begins with `/`.
    pub fn command(&mut self, line: &str) -> Next {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.has_attempts()
            && matches!(
                name,
                "/undo" | "/retry" | "/new" | "/try" | "/write" | "/reload"
            )
        {
            self.say_keep_first();
            return Next::Line;
        }
        match name {
            "/help" | "/?" => self.terminal.text(HELP),
            "/quit" | "/exit" | "/q" => return Next::Quit,
            "/retry" if self.agent.awaits_answer() => return Next::Retry,
            "/retry" => self
                .terminal
                .say("there is an answer to everything that was said"),
            "/new" => {
                self.agent.forget();
                self.terminal
                    .say("a new conversation; the files are as they were");
            }
            "/undo" => self.undo(rest),
            "/try" => return self.try_command(rest),
            "/keep" => {
                return match self.keep(rest) {
                    true => Next::Offer,
                    false => Next::Line,
                };
            }
            "/write" => drop(self.write()),
            "/reload" => self.reload(),
            "/diff" => self.diff(rest),
            "/files" if rest.is_empty() => self.show("tree", json!({})),
            "/files" => self.show("glob", json!({ "pattern": rest })),
            "/cat" if rest.is_empty() => self.terminal.say("/cat PATH shows a file"),
            "/cat" => self.show("read", json!({ "path": rest })),
            "/history" => self.show("history", json!({ "limit": 20 })),
            other => {
                let text = format!("there is no {other}; /help lists what there is");
                self.terminal.say(&text);
            }
        }
        Next::Line
    }

    fn try_command(&mut self, rest: &str) -> Next {
        let (count, task) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match (count.parse(), task.trim()) {
            (Ok(count @ 2..=ATTEMPTS_MAX), task) if !task.is_empty() => {
                Next::Try(count, task.to_owned())
            }
            _ => {
                self.terminal
                    .say(&format!("/try N TASK, with N from 2 to {ATTEMPTS_MAX}"));
                Next::Line
            }
        }
    }

    fn call(&self, tool: &str, arguments: Json) -> Reply {
        self.toolbox.call(tool, arguments, &CancelToken::new())
    }

    fn show(&mut self, tool: &str, arguments: Json) {
        let reply = self.call(tool, arguments);
        match reply.error() {
            Some(error) => self.terminal.error(&error.to_string()),
            None => {
                let body = reply
                    .body()
                    .unwrap_or_else(|| reply.to_text(Boundary::None));
                match body.is_empty() {
                    true => self.terminal.say("nothing"),
                    false => self.terminal.text(&body),
                }
            }
        }
    }

    fn diff(&mut self, which: &str) {
        if let Ok(number) = which.parse() {
            return self.diff_of_attempt(number);
        }
        let ops = match which {
            "" => self.steps.last().map(|step| step.ops.clone()),
            "all" => Some(
                self.steps
                    .iter()
                    .flat_map(|step| step.ops.clone())
                    .collect(),
            ),
            _ => {
                return self
                    .terminal
                    .say("/diff, /diff all, or /diff K of an attempt");
            }
        };
        let ops = ops.unwrap_or_default();
        match ops.is_empty() {
            true if !self.steps.is_empty() => self.terminal.say(
                "what the turns before changed is on the disk; the directory was read again since",
            ),
            true => self.terminal.say("nothing has changed that is not undone"),
            false => self.terminal.diff_of(&ops, usize::MAX),
        }
    }
}
