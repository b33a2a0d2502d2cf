//! Several agents that try the same task at the same time, each on a branch of the workspace.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use genai::chat::ToolCall;
use isolate_host::vfs::{BranchOptions, MergeOptions, RunId, RunOptions, Tree};
use isolate_host::{Workspace, vfs};

use crate::agent::{Agent, End, Ui};
use crate::attempt::{Attempt, Choice};
use crate::changes::{patch, stat};
use crate::folder::Asking;
use crate::heard::Piece;
use crate::session::{Session, Step};
use crate::stop::Stop;
use crate::terminal::counted;
use crate::toolset::{CallOutcome, CodeMode};

/// Lines of an answer that are shown in the list of attempts.
const ANSWER_LINES_MAX: usize = 12;

/// Shows nothing: several turns at once would be mixed up.
struct Silent;

impl Ui for Silent {
    fn piece(&mut self, _: Piece<'_>) {}
    fn begins(&mut self, _: &ToolCall) {}
    fn ended(&mut self, _: &ToolCall, _: &CallOutcome) {}
    fn note(&mut self, _: &str) {}
}

impl<W: Write> Session<W> {
    /// Whether there are attempts of which none is kept yet.
    #[must_use]
    pub const fn has_attempts(&self) -> bool {
        !self.attempts.is_empty()
    }

    /// Says that one has to be chosen.
    pub fn say_keep_first(&mut self) {
        self.terminal
            .say("first /keep K, or /keep none: the attempts are waiting");
    }

    /// Gives a task to several agents, which have the conversation so far, and lists what they did.
    /// Returns whether there is something to choose from.
    pub async fn attempts(&mut self, count: usize, task: &str, stop: &Stop) -> bool {
        self.look_again();
        self.note_said(task);
        let begun = match self.begin(count) {
            Ok(begun) => begun,
            Err(error) => {
                self.terminal.error(&error);
                return false;
            }
        };
        self.terminal
            .say(&format!("{count} agents try it at the same time"));
        let works = begun.into_iter().enumerate();
        let mut works: FuturesUnordered<_> = works
            .map(|(index, (branch, mut agent))| async move {
                let turn = agent.turn(Some(task), &mut Silent, stop).await;
                (
                    index,
                    Attempt {
                        branch,
                        agent,
                        turn,
                    },
                )
            })
            .collect();
        let mut ended = Vec::new();
        while let Some((index, attempt)) = works.next().await {
            self.terminal.say(&format!(
                "attempt {}: {}, {}",
                index + 1,
                outcome(&attempt.turn.end),
                counted(attempt.turn.stats.calls, "program")
            ));
            ended.push((index, attempt));
        }
        drop(works);
        ended.sort_by_key(|(index, _)| *index);
        self.attempts = ended.into_iter().map(|(_, attempt)| attempt).collect();
        for index in 0..self.attempts.len() {
            self.show_attempt(index);
        }
        true
    }

    /// Makes a branch and an agent for each attempt: all of them or none.
    fn begin(&self, count: usize) -> Result<Vec<(String, Agent)>, String> {
        let workspace = self.terminal.workspace();
        let tree = workspace.tree().map_err(|error| error.to_string())?;
        let names = free_names(&tree, count).map_err(|error| error.to_string())?;
        let mut begun = Vec::with_capacity(count);
        for (index, name) in names.iter().enumerate() {
            let made = tree
                .create_branch(name, &BranchOptions::new().actor("agent"))
                .map_err(|error| error.to_string())
                .and_then(|()| self.agent_on(workspace, name));
            match made {
                Ok(agent) => begun.push((name.clone(), agent)),
                Err(error) => {
                    for name in &names[..=index] {
                        drop(tree.delete_branch(name));
                    }
                    return Err(format!("no attempt was made: {error}"));
                }
            }
        }
        Ok(begun)
    }

    fn agent_on(&self, workspace: &Workspace, branch: &str) -> Result<Agent, String> {
        let workspace = workspace.on_branch(branch);
        let workspace = workspace.map_err(|error| error.to_string())?;
        let toolbox = self.toolbox.over(&workspace);
        let toolbox = toolbox.map_err(|error| error.to_string())?;
        Ok(self.agent.fork(Arc::new(CodeMode::new(toolbox))))
    }

    fn show_attempt(&mut self, index: usize) {
        let attempt = &self.attempts[index];
        let mut text = match &attempt.turn.end {
            End::Answered(answer) => {
                let count = answer.lines().count();
                let lines: Vec<&str> = answer.lines().take(ANSWER_LINES_MAX).collect();
                match count.checked_sub(ANSWER_LINES_MAX) {
                    Some(more @ 1..) => format!("{}\n… {more} more lines", lines.join("\n")),
                    _ => lines.join("\n"),
                }
            }
            end => outcome(end),
        };
        let stat = self.in_tree(|tree| {
            let differences = tree.differences_of_branch(&attempt.branch)?;
            stat(tree, &differences)
        });
        text.push('\n');
        match stat {
            Ok(stat) if stat.is_empty() => text.push_str("  no changes"),
            Ok(stat) => text.push_str(&stat),
            Err(error) => text.push_str(&error),
        }
        self.terminal.say(&format!("── attempt {}", index + 1));
        self.terminal.text(&text);
    }

    fn in_tree<T>(
        &self,
        f: impl FnOnce(&Tree) -> isolate_transfer::Result<T>,
    ) -> Result<T, String> {
        let tree = self.terminal.workspace().tree();
        let tree = tree.map_err(|error| error.to_string())?;
        f(&tree).map_err(|error| error.to_string())
    }

    /// `/diff K`.
    pub(crate) fn diff_of_attempt(&mut self, number: usize) {
        let Some(attempt) = self.attempts.get(number.wrapping_sub(1)) else {
            return self.terminal.say(&format!("there is no attempt {number}"));
        };
        let diff = self.in_tree(|tree| patch(tree, &tree.differences_of_branch(&attempt.branch)?));
        match diff {
            Ok(diff) if diff.is_empty() => self.terminal.say("it has changed nothing"),
            Ok(diff) => self.terminal.diff(&diff, usize::MAX),
            Err(error) => self.terminal.error(&error),
        }
    }

    /// Keeps one of the attempts: the one that was chosen before, or that a person names. Returns
    /// whether one is kept; the others are dropped then.
    pub async fn choose(&mut self, choice: Option<Choice>, asking: &mut Asking<'_>) -> bool {
        let has_answered = |attempt: &Attempt| matches!(attempt.turn.end, End::Answered(_));
        let number = match choice {
            Some(Choice::First) => self.attempts.iter().position(has_answered).map(|at| at + 1),
            Some(Choice::Number(number)) => {
                let chosen = self.attempts.get(number.wrapping_sub(1));
                chosen.is_some_and(has_answered).then_some(number)
            }
            None => {
                if let Asking::Person(_) = asking {
                    let count = self.attempts.len();
                    self.terminal
                        .ask(&format!("Which one is kept? [1-{count}, none] "));
                }
                match asking.line().await {
                    Some(line) => line.trim().parse().ok(),
                    None => None,
                }
            }
        };
        let is_kept = match number {
            Some(number) => self.keep(&number.to_string()),
            None => {
                let why = match (choice, asking) {
                    (Some(Choice::First), _) => "no attempt ended with an answer",
                    (Some(Choice::Number(_)), _) => "that attempt did not end with an answer",
                    (None, Asking::Person(_)) => "none was chosen",
                    (None, _) => "there is no terminal to ask on; --keep K or --keep first chooses",
                };
                self.terminal.say(&format!("no attempt is kept: {why}"));
                false
            }
        };
        self.drop_attempts();
        is_kept
    }

    /// `/keep`. Returns whether an attempt was kept.
    pub(crate) fn keep(&mut self, which: &str) -> bool {
        if self.attempts.is_empty() {
            self.terminal
                .say("there are no attempts; /try N TASK makes some");
            return false;
        }
        if which == "none" {
            self.drop_attempts();
            self.terminal.say("no attempt is kept");
            return false;
        }
        let count = self.attempts.len();
        let number = match which.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => number,
            _ => {
                self.terminal
                    .say(&format!("/keep K with K from 1 to {count}, or /keep none"));
                return false;
            }
        };
        let branch = self.attempts[number - 1].branch.clone();
        match self.merge(&branch, &format!("keep attempt {number}: {}", self.said)) {
            Ok(op) => {
                let Attempt {
                    mut agent, turn, ..
                } = self.attempts.swap_remove(number - 1);
                self.has_answered = matches!(turn.end, End::Answered(_));
                agent.set_toolset(self.toolset());
                self.agent = agent;
                self.steps.extend(op.map(|op| Step::of(vec![op])));
                self.drop_branch(&branch);
                self.drop_attempts();
                self.terminal.say(&format!("attempt {number} is kept"));
                true
            }
            Err(error) => {
                self.terminal.error(&error);
                false
            }
        }
    }

    /// Merges a branch into the main one. Returns the operation, if it changed something.
    fn merge(&self, branch: &str, label: &str) -> Result<Option<RunId>, String> {
        let merge = |tree: &Tree| -> vfs::Result<_> {
            let run = tree.begin(&RunOptions::new(label).actor("agent").atomic())?;
            let merged = run.merge_branch(branch, &MergeOptions::new())?;
            // It has a number as soon as it has changed something.
            let op = tree.open_run();
            if merged.is_done {
                run.commit()?;
            }
            Ok((op, merged))
        };
        let tree = self.terminal.workspace().tree();
        let tree = tree.map_err(|error| error.to_string())?;
        let (op, merged) = merge(&tree).map_err(|error| error.to_string())?;
        if !merged.is_done {
            let mut text =
                "it cannot be merged, and nothing was: the files have changed meanwhile\n"
                    .to_owned();
            for conflict in &merged.conflicts {
                text.push_str(&format!("  {}: {}\n", conflict.path, conflict.kind.text()));
            }
            text.push_str("/keep another one, or /keep none");
            return Err(text);
        }
        Ok(op.filter(|op| {
            tree.differences_of(&[*op])
                .is_ok_and(|differences| !differences.is_empty())
        }))
    }

    fn drop_branch(&mut self, name: &str) {
        let deleted = self.in_tree(|tree| Ok(tree.delete_branch(name)?));
        if let Err(error) = deleted {
            self.terminal
                .error(&format!("the branch {name} stays: {error}"));
        }
    }

    /// Drops all attempts, with their branches.
    pub fn drop_attempts(&mut self) {
        for attempt in std::mem::take(&mut self.attempts) {
            self.drop_branch(&attempt.branch);
        }
    }
}

/// Names that no branch has.
fn free_names(tree: &Tree, count: usize) -> vfs::Result<Vec<String>> {
    let taken: BTreeSet<String> = tree.branches()?.into_iter().map(|info| info.name).collect();
    let names = (1..).map(|number| format!("attempt-{number}"));
    Ok(names
        .filter(|name| !taken.contains(name))
        .take(count)
        .collect())
}

fn outcome(end: &End) -> String {
    match end {
        End::Answered(_) => "answered".to_owned(),
        End::Stopped => "stopped".to_owned(),
        End::Failed(trouble) => format!("failed: {trouble}"),
        End::Bounded => "stopped at the bound of its calls".to_owned(),
    }
}
