//! Commands of a person in a conversation: list changes, undo, start over.

use std::io::Write;

use isolate_host::vfs::RunId;
use isolate_tools::{Boundary, Cancel, Reply, Toolbox};
use serde_json::{Value as Json, json};

use crate::agent::{Agent, Turn};
use crate::stop::Stop;
use crate::terminal::Terminal;

/// What to do after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Wait for another.
    Line,
    /// Continue the last turn.
    Retry,
    /// End.
    Quit,
}

const HELP: &str = "\
/undo        take back everything that the last turn changed; /undo OP, one operation
/diff        what the last turn changed; /diff all, what this session did
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
    agent: Agent,
    toolbox: Toolbox,
    terminal: Terminal<W>,
    /// Operations of each turn that changed something and was not taken back.
    turns: Vec<Vec<RunId>>,
}

impl<W: Write> Session<W> {
    /// A session over a conversation and the toolbox that its programs run in.
    #[must_use]
    pub const fn new(agent: Agent, toolbox: Toolbox, terminal: Terminal<W>) -> Self {
        Self {
            agent,
            toolbox,
            terminal,
            turns: Vec::new(),
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

    /// One turn; without a message, the last one is continued.
    pub async fn turn(&mut self, said: Option<&str>, stop: &Stop) -> Turn {
        let turn = self.agent.turn(said, &mut self.terminal, stop).await;
        self.terminal.ended_turn(&turn);
        if !turn.ops.is_empty() {
            self.turns.push(turn.ops.clone());
        }
        turn
    }

    /// A line that begins with `/`.
    pub fn command(&mut self, line: &str) -> Next {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
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

    fn call(&self, tool: &str, arguments: Json) -> Reply {
        self.toolbox.call(tool, arguments, &Cancel::new())
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
        let ops = match which {
            "" => self.turns.last().cloned().unwrap_or_default(),
            "all" => self.turns.concat(),
            _ => return self.terminal.say("/diff, or /diff all"),
        };
        match ops.is_empty() {
            true => self.terminal.say("nothing has changed that is not undone"),
            false => self.terminal.diff_of(&ops, usize::MAX),
        }
    }

    fn undo(&mut self, which: &str) {
        let ops = match (which, which.parse::<RunId>(), self.turns.last()) {
            ("", _, Some(ops)) => ops.clone(),
            ("", _, None) => {
                return self.terminal.say(
                    "this session has changed nothing that is not undone; /history lists earlier \
                     operations for /undo OP",
                );
            }
            (_, Ok(op), _) => vec![op],
            _ => {
                return self
                    .terminal
                    .say("/undo, or /undo OP with a number of /history");
            }
        };
        if let Err(error) = self.undo_all(&ops) {
            return self.terminal.error(&error);
        }
        match which {
            "" => drop(self.turns.pop()),
            _ => self
                .turns
                .iter_mut()
                .for_each(|turn| turn.retain(|op| !ops.contains(op))),
        }
        self.turns.retain(|turn| !turn.is_empty());
        self.agent.remark(
            "the user has taken back what your last programs changed in the files: look before \
             you rely on them",
        );
        let what = match ops.as_slice() {
            [op] => format!("operation {op} is"),
            ops => format!("{} operations of the last turn are", ops.len()),
        };
        self.terminal.say(&format!("{what} taken back"));
    }

    /// Undoes operations, the last one first: all of them or none.
    fn undo_all(&self, ops: &[RunId]) -> Result<(), String> {
        let mut undone = Vec::new();
        for op in ops.iter().rev() {
            let reply = self.call("undo", json!({ "opId": op }));
            let Some(error) = reply.error() else {
                undone.extend(reply.receipt().op_id);
                continue;
            };
            let mut text = format!("nothing was taken back: {error}");
            for op in undone.iter().rev() {
                if let Some(error) = self.call("undo", json!({ "opId": op })).error() {
                    text = format!(
                        "not all could be taken back, and operation {op} could not be done again: \
                         {error}; /history shows where the files are"
                    );
                }
            }
            return Err(text);
        }
        Ok(())
    }
}
