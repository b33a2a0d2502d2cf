//! The tools of a model, and how they are called.

use std::time::{Duration, Instant};

use isolate_host::vfs::RunId;
use isolate_prompt::{
    CodeArgs, STATE_TYPES, ToolAnnotations, ToolSpec, input_schema, system_prompt,
};
use isolate_tools::{Boundary, CancelToken, Toolbox};
use serde_json::Value as Json;

/// The outcome of a call.
#[derive(Clone, Debug)]
pub struct CallOutcome {
    /// The text that the model reads.
    pub text: String,
    /// Whether it succeeded.
    pub is_ok: bool,
    /// Its operation in the history, if it changed something.
    pub run_id: Option<RunId>,
    /// Its data, for display: `result`, `log`, `errors`, `error`, `status`.
    pub data: Json,
    /// How long it took.
    pub took: Duration,
}

/// Tools for a model, with the system prompt that describes them.
pub trait Toolset: Send + Sync {
    /// The system prompt.
    fn system(&self) -> String;
    /// The descriptions of the tools.
    fn tools(&self) -> Vec<ToolSpec>;
    /// Makes a call, on this thread. An unknown name is an error that lists the tools.
    fn call(&self, name: &str, arguments: Json, cancel: &CancelToken) -> CallOutcome;
}

/// Code mode: one tool, `run`, whose programs reach durable files through `state`.
#[derive(Clone, Debug)]
pub struct CodeMode {
    toolbox: Toolbox,
    libraries: Vec<String>,
}

/// The text before the rules for programs.
const SYSTEM: &str = include_str!("system.md");

impl CodeMode {
    /// Code mode over a toolbox that has a sandbox.
    #[must_use]
    pub const fn new(toolbox: Toolbox) -> Self {
        Self {
            toolbox,
            libraries: Vec::new(),
        }
    }

    /// Tells the model of libraries that every program finds loaded.
    #[must_use]
    pub fn with_libraries(mut self, names: Vec<String>) -> Self {
        self.libraries = names;
        self
    }

    /// The toolbox.
    #[must_use]
    pub const fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }
}

impl Toolset for CodeMode {
    fn system(&self) -> String {
        let mut rules = format!("{SYSTEM}\n{}", system_prompt(STATE_TYPES));
        if !self.libraries.is_empty() {
            let names = self.libraries.join(", ");
            rules.push_str(&format!(
                "\n\nLibraries that are loaded: {names}. Import them by these names; each whose name is an identifier is also a global."
            ));
        }
        match self.toolbox.functions().prompt() {
            functions if functions.is_empty() => rules,
            functions => format!("{rules}\n\n{functions}"),
        }
    }

    fn tools(&self) -> Vec<ToolSpec> {
        vec![ToolSpec::new(
            "run",
            "Runs a JavaScript program on the files and returns its result, log and changes. All of its changes are kept when it returns, none when it throws.",
            input_schema::<CodeArgs>(),
            ToolAnnotations::CHANGES,
        )]
    }

    fn call(&self, name: &str, arguments: Json, cancel: &CancelToken) -> CallOutcome {
        if name != "run" {
            return CallOutcome::refused(format!(
                "there is no tool {name:?}; call run with a program in `code`"
            ));
        }
        of_toolbox(&self.toolbox, name, arguments, cancel)
    }
}

/// Calls a tool of a toolbox.
pub(crate) fn of_toolbox(
    toolbox: &Toolbox,
    name: &str,
    arguments: Json,
    cancel: &CancelToken,
) -> CallOutcome {
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
    CallOutcome {
        text: reply.to_text(Boundary::Tagged),
        is_ok: reply.is_ok(),
        run_id: reply.receipt().run_id,
        data,
        took,
    }
}

impl CallOutcome {
    /// The outcome of a call that was not made, with the reason.
    #[must_use]
    pub fn refused(why: String) -> Self {
        Self {
            data: serde_json::json!({ "error": why }),
            text: why,
            is_ok: false,
            run_id: None,
            took: Duration::ZERO,
        }
    }

    /// A call of a tool of a toolbox.
    #[must_use]
    pub fn of(toolbox: &Toolbox, name: &str, arguments: Json, cancel: &CancelToken) -> Self {
        of_toolbox(toolbox, name, arguments, cancel)
    }
}
