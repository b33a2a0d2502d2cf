//! `prompt`, `schema`, `call` and `act`: prompts, schemas and calls of models.

use std::io;
use std::sync::Arc;

use isolate_host::{Sandbox, Workspace};
use isolate_prompt::{
    Audience, STATE_COMPACT_PROMPT, STATE_SYSTEM_PROMPT, SchemaFormat,
    actions_prompt_with_commands, compact, compact_prompt, declaration, describe_for, render,
    system_prompt_for, tools_prompt,
};
use isolate_tools::{Boundary, CancelToken, ExitCode, Policy, Settings, ToolSet, Toolbox};

use super::Database;
use super::answer::Answer;
use super::output::{Refusal, Use, exit_code, print_bytes, print_text};
use crate::args::{Bounds, one_of};
use crate::functions::{Outside, Reach};
use crate::input::{self, Bound};
use crate::preludes::Preludes;
use crate::report;

/// The audiences: programs that may change files, or only read them.
const AUDIENCES: [(&str, Audience); 2] =
    [("full", Audience::Full), ("readonly", Audience::ReadOnly)];

#[derive(Debug, clap::Args)]
pub(crate) struct Prompt {
    /// Only the declaration of `state`
    #[arg(long, conflicts_with_all = ["system", "describe", "actions", "tools"])]
    types: bool,
    /// Only the rules, with the placeholder {{types}} for the declaration
    #[arg(long, conflicts_with_all = ["describe", "actions", "tools"])]
    system: bool,
    /// Rules and declaration in less than half the tokens
    #[arg(long, conflicts_with_all = ["describe", "actions", "tools"])]
    compact: bool,
    /// The prompt for a model that writes JSON actions
    #[arg(long, conflicts_with_all = ["describe", "tools"])]
    actions: bool,
    /// The prompt for a model that calls these tools, in addition to the output of `schema`
    #[arg(long, value_name = "SET", value_parser = one_of(&ToolSet::NAMES), conflicts_with = "describe")]
    tools: Option<ToolSet>,
    /// Only methods and types that match these words
    #[arg(long, value_name = "WORDS")]
    describe: Option<String>,
    /// The audience: programs that may change files, or only read them
    #[arg(long = "for", value_parser = one_of(&AUDIENCES), default_value = "full")]
    audience: Audience,
}

impl Prompt {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let audience = self.audience;
        let text = match (&self.describe, self.tools) {
            (Some(words), _) => describe_for(audience, words),
            (None, Some(set)) => tools_prompt(set, audience),
            (None, None) if self.actions => actions_prompt_with_commands(audience),
            (None, None) => self.of_programs(audience),
        };
        Ok(print_bytes(text.as_bytes(), ExitCode::Success.code()))
    }

    fn of_programs(&self, audience: Audience) -> String {
        match (self.types, self.system, self.compact) {
            (true, _, false) => declaration(audience),
            (true, _, true) => compact(audience),
            (_, true, false) => STATE_SYSTEM_PROMPT.to_owned(),
            (_, true, true) => STATE_COMPACT_PROMPT.to_owned(),
            (false, false, false) => system_prompt_for(audience, &declaration(audience)),
            (false, false, true) => compact_prompt(audience),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Describe {
    /// The name of a method, or words for what it does
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// The audience: programs that may change files, or only read them
    #[arg(long = "for", value_parser = one_of(&AUDIENCES), default_value = "full")]
    audience: Audience,
}

impl Describe {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let text = describe_for(self.audience, &self.words.join(" "));
        Ok(print_bytes(text.as_bytes(), ExitCode::Success.code()))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    /// Output format
    #[arg(long, value_parser = one_of(&SchemaFormat::NAMES), default_value = "json-schema")]
    format: SchemaFormat,
    /// Which tools: run, plain or all
    #[arg(long, value_parser = one_of(&ToolSet::NAMES), default_value = "all")]
    tools: ToolSet,
    /// Only this tool
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// The audience: agents that may change files, or only read them
    #[arg(long = "for", value_parser = one_of(&AUDIENCES), default_value = "full")]
    audience: Audience,
}

impl Schema {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let mut policy = Policy::new();
        if self.audience == Audience::ReadOnly {
            policy = policy.read_only();
        }
        let settings = Settings::new().policy(policy);
        let tools = Toolbox::new(&Workspace::memory()?, &settings)
            .map_err(|fault| Refusal::usage(fault.to_string()))?
            .with_sandbox(sandbox(&Preludes::default())?);
        let mut specs = tools.specs();
        specs.retain(|spec| self.tools.has(&spec.name));
        if let Some(name) = &self.tool {
            specs.retain(|spec| spec.name == *name);
            if specs.is_empty() {
                return Err(Refusal::usage(format!("there is no tool {name}")));
            }
        }
        let text = format!("{:#}\n", render(&specs, self.format));
        Ok(print_bytes(
            report::json_escaped(&text).as_bytes(),
            ExitCode::Success.code(),
        ))
    }
}

pub(super) fn sandbox(preludes: &Preludes) -> Result<Sandbox, Refusal> {
    let options = preludes.add_to(Sandbox::builder());
    let sandbox = options.map_err(Refusal::usage)?.build()?;
    report::made(&sandbox);
    Ok(sandbox)
}

#[derive(Debug, clap::Args)]
pub(crate) struct Call {
    /// Name of the tool
    tool: String,
    /// Arguments as JSON; without them, standard input is read
    #[arg(value_name = "ARGS")]
    given: Option<String>,
    /// The same as ARGS
    #[arg(long, alias = "input", value_name = "JSON", conflicts_with = "given")]
    args: Option<String>,
    #[command(flatten)]
    preludes: Preludes,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    database: Database,
}

impl Call {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let text = match self.given.or(self.args) {
            Some(text) => text,
            None => standard_input()?,
        };
        let args = input::json(&text, "the argument").map_err(Refusal::usage)?;
        drop(text);
        // Each call is a process of its own, which has seen nothing.
        let mut tools = self.database.json_tools(Use::Create, Some(&self.bounds))?;
        if matches!(
            self.tool.as_str(),
            "run" | "run_readonly" | "exec" | "describe"
        ) {
            tools = tools.with_sandbox(sandbox(&self.preludes)?);
        }
        let reach = self.outside.open().map_err(Refusal::usage)?.map(Arc::new);
        tools = with_reach(tools, reach.as_ref());
        let reply = tools.call(&self.tool, args, &CancelToken::new());
        if let Some(reach) = reach {
            reach.close();
        }
        if self.database.is_json() {
            return Ok(Answer::of_reply(&reply).print());
        }
        Ok(print_text(
            &format!("{}\n", reply.to_text(Boundary::Tagged)),
            exit_code(&reply),
        ))
    }
}

/// The tools, whose programs may call the functions of the flags.
pub(super) fn with_reach(tools: Toolbox, reach: Option<&Arc<Reach>>) -> Toolbox {
    let Some(reach) = reach.cloned() else {
        return tools;
    };
    tools.with_functions_from(move || reach.functions())
}

#[derive(Debug, clap::Args)]
pub(crate) struct Act {
    #[command(flatten)]
    database: Database,
}

impl Act {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let text = standard_input()?;
        input::check_values(&text, "standard input").map_err(Refusal::usage)?;
        let mut tools = self.database.tools(Use::Create)?;
        if text.contains("run_command") {
            tools = tools.with_sandbox(sandbox(&Preludes::default())?);
        }
        let done = tools.act(&text, &CancelToken::new());
        if self.database.is_json() {
            return Ok(Answer::of_actions(&done).print());
        }
        let code = if done.is_ok() {
            ExitCode::Success.code()
        } else {
            ExitCode::Failure.code()
        };
        Ok(print_text(
            &format!("{}\n", done.to_text(Boundary::Tagged)),
            code,
        ))
    }
}

fn standard_input() -> Result<String, Refusal> {
    input::text(io::stdin(), "standard input", Bound::TEXT).map_err(Refusal::usage)
}
