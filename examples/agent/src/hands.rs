//! The tools that a model is given, and what does them.

use std::time::{Duration, Instant};

use isolate_host::vfs::RunId;
use isolate_prompt::{
    CodeArgs, STATE_TYPES, ToolAnnotations, ToolSpec, input_schema, system_prompt,
};
use isolate_tools::{Boundary, Cancel, Toolbox};
use serde_json::Value as Json;

/// What a call did.
#[derive(Clone, Debug)]
pub struct Done {
    /// What the model reads of it.
    pub text: String,
    /// Whether it did what it was asked for.
    pub is_ok: bool,
    /// Its operation in the history, where it changed something.
    pub op_id: Option<RunId>,
    /// What it answered, for whoever shows it: `result`, `log`, `errors`, `error`, `status`.
    pub data: Json,
    /// How long it took.
    pub took: Duration,
}

/// Tools, and what a model is told of them.
pub trait Hands: Send + Sync {
    /// The system prompt.
    fn system(&self) -> String;
    /// The tools, as the model is told of them.
    fn tools(&self) -> Vec<ToolSpec>;
    /// Does a call, on this thread; a name that is not among the tools is an error that says so.
    fn call(&self, name: &str, arguments: Json, cancel: &Cancel) -> Done;
}

/// Code mode: one tool, `run`, whose programs reach durable files through `state`.
#[derive(Clone, Debug)]
pub struct Code {
    toolbox: Toolbox,
}

/// What stands before the rules for programs.
const SYSTEM: &str = include_str!("system.md");

impl Code {
    /// Code mode over a toolbox, which has a sandbox.
    #[must_use]
    pub const fn new(toolbox: Toolbox) -> Self {
        Self { toolbox }
    }

    /// The toolbox.
    #[must_use]
    pub const fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }
}

impl Hands for Code {
    fn system(&self) -> String {
        let rules = format!("{SYSTEM}\n{}", system_prompt(STATE_TYPES));
        match self.toolbox.functions().prompt() {
            functions if functions.is_empty() => rules,
            functions => format!("{rules}\n\n{functions}"),
        }
    }

    fn tools(&self) -> Vec<ToolSpec> {
        vec![ToolSpec::new(
            "run",
            "Runs a JavaScript program on the files and answers what it returned, logged and \
             changed. All of its changes are kept when it returns, none when it throws.",
            input_schema::<CodeArgs>(),
            ToolAnnotations::CHANGES,
        )]
    }

    fn call(&self, name: &str, arguments: Json, cancel: &Cancel) -> Done {
        if name != "run" {
            return Done::refused(format!(
                "there is no tool {name:?}; call run with a program in `code`"
            ));
        }
        of_toolbox(&self.toolbox, name, arguments, cancel)
    }
}

/// A call of a tool.
pub(crate) fn of_toolbox(toolbox: &Toolbox, name: &str, arguments: Json, cancel: &Cancel) -> Done {
    let started = Instant::now();
    let reply = toolbox.call(name, arguments, cancel);
    let took = started.elapsed();
    let data = match reply.error() {
        None => reply.data(),
        Some(error) => {
            let mut data = error.to_json();
            if let Some(details) = data.get_mut("details").map(Json::take) {
                let shown = details.get("error").or(data.get("message")).cloned();
                data = details;
                data["error"] = shown.unwrap_or_default();
            }
            data
        }
    };
    Done {
        text: reply.to_text(Boundary::Tagged),
        is_ok: reply.is_ok(),
        op_id: reply.receipt().op_id,
        data,
        took,
    }
}

impl Done {
    /// A call that was not made, and why.
    #[must_use]
    pub fn refused(why: String) -> Self {
        Self {
            data: serde_json::json!({ "error": why }),
            text: why,
            is_ok: false,
            op_id: None,
            took: Duration::ZERO,
        }
    }

    /// A call of a tool of a toolbox.
    #[must_use]
    pub fn of(toolbox: &Toolbox, name: &str, arguments: Json, cancel: &Cancel) -> Self {
        of_toolbox(toolbox, name, arguments, cancel)
    }
}
