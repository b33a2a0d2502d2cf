//! One task in one arm.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Agent, Api, Colours, Config, End, Model, Stop, Terminal};
use isolate_host::{Outcome, RunOptions, Sandbox, Workspace, from_json, to_json};
use serde_json::Value as Json;

use crate::arms::Arm;
use crate::count::Counter;
use crate::task::{Asked, Step, Task};

/// Who answers.
#[derive(Clone, Debug)]
pub enum Source {
    /// The recording of the task.
    Recorded,
    /// A model.
    Live(Config),
}

/// What a task took in an arm.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The task.
    pub task: String,
    /// The arm.
    pub arm: Arm,
    /// What is wrong with the files in the end; nothing where the task was done.
    pub wrong: Option<String>,
    /// Requests to the model.
    pub turns: usize,
    /// Calls of tools.
    pub calls: usize,
    /// Calls that failed; where the task was done, it recovered from them.
    pub failed: usize,
    /// The longest time of the agent's own between an answer and the next request.
    pub own_max: Duration,
    /// What the model is told before the conversation: rules, and tools.
    pub rules: Vec<String>,
    /// The texts of each request, as far as the model reads them.
    pub requests: Vec<Vec<String>>,
    /// The texts of each answer.
    pub answers: Vec<Vec<String>>,
}

impl Measured {
    /// Tokens of all requests: what is paid without a cache.
    #[must_use]
    pub fn tokens_in(&self, counter: &Counter) -> u64 {
        self.requests
            .iter()
            .flatten()
            .map(|text| counter.of(text))
            .sum()
    }

    /// Tokens of the rules and the tools, which every request begins with.
    #[must_use]
    pub fn tokens_rules(&self, counter: &Counter) -> u64 {
        self.rules.iter().map(|text| counter.of(text)).sum()
    }

    /// Tokens that are new in each request: what is read with a perfect cache.
    #[must_use]
    pub fn tokens_new(&self, counter: &Counter) -> u64 {
        let last = self.requests.iter().max_by_key(|texts| texts.len());
        last.into_iter()
            .flatten()
            .map(|text| counter.of(text))
            .sum()
    }

    /// Tokens of all answers.
    #[must_use]
    pub fn tokens_out(&self, counter: &Counter) -> u64 {
        self.answers
            .iter()
            .flatten()
            .map(|text| counter.of(text))
            .sum()
    }

    /// Bytes of all requests and answers.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let all = self.requests.iter().chain(&self.answers).flatten();
        all.map(String::len).sum()
    }
}

/// Does a task in an arm.
///
/// # Errors
/// When a recording ends before its task, or the task itself cannot be made or judged.
pub async fn measure(
    task: &Task,
    arm: Arm,
    source: &Source,
    sandbox: &Sandbox,
) -> Result<Measured> {
    let workspace = Workspace::memory()?;
    program(sandbox, &workspace, &task.setup, Json::Null).await?;
    let script: Vec<Step> = task
        .turns
        .iter()
        .flat_map(|asked| recorded(asked, arm))
        .collect();
    let endpoint = Endpoint::saying(Api::OpenAi, script.into_iter().map(said).collect()).await?;
    let config = match source {
        Source::Recorded => endpoint.config(),
        Source::Live(config) => config.clone(),
    };
    let toolset = arm.toolset(&workspace, sandbox)?;
    let mut agent = Agent::new(Model::new(config)?, toolset);
    let mut terminal = Terminal::new(std::io::sink(), Colours::Off, workspace.clone());
    let mut measured = Measured {
        task: task.name.clone(),
        arm,
        wrong: None,
        turns: 0,
        calls: 0,
        failed: 0,
        own_max: Duration::ZERO,
        rules: agent.preamble(),
        requests: Vec::new(),
        answers: Vec::new(),
    };
    let mut last = String::new();
    for asked in &task.turns {
        let turn = agent
            .turn(Some(&asked.prompt), &mut terminal, &Stop::new())
            .await;
        measured.turns += turn.stats.requests;
        measured.calls += turn.stats.calls;
        measured.failed += turn.stats.calls_failed;
        measured.own_max = measured.own_max.max(turn.stats.own_max);
        match turn.end {
            End::Answered(text) => last = text,
            End::Bounded => last = "no answer".to_owned(),
            other => bail!("{} in {}: {other:?}", task.name, arm.name()),
        }
    }
    let mut before = measured.rules.clone();
    for (is_answer, texts) in agent.transcript() {
        if is_answer {
            measured.requests.push(before.clone());
            measured.answers.push(texts.clone());
        }
        before.extend(texts);
    }
    // A judge that throws has not found what it looks for.
    measured.wrong = match program(sandbox, &workspace, &task.check, last.into()).await {
        Ok(Json::Bool(true)) => None,
        Ok(verdict) => Some(verdict.to_string()),
        Err(error) => Some(error.root_cause().to_string()),
    };
    Ok(measured)
}

fn recorded(asked: &Asked, arm: Arm) -> Vec<Step> {
    match arm {
        Arm::Plain => asked.plain.clone(),
        Arm::Text => asked.text.clone(),
        Arm::State => asked.state.clone(),
    }
}

fn said(step: Step) -> Said {
    match step {
        Step::Says(text) => Said::Text(text),
        Step::Calls(calls) => Said::Calls(String::new(), calls),
    }
}

/// A program of the task itself.
async fn program(
    sandbox: &Sandbox,
    workspace: &Workspace,
    code: &str,
    input: Json,
) -> Result<Json> {
    let options = RunOptions::new().input_value(from_json(&input));
    let run = sandbox.run(workspace, code).options(&options).await?;
    match &run.outcome {
        Outcome::Returned(value) => Ok(to_json(value).unwrap_or(Json::Null)),
        other => Err(anyhow::anyhow!("{other:?}")).with_context(|| code.to_owned()),
    }
}
