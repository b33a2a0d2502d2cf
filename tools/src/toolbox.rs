//! [`Toolbox`]: tools over one workspace, and the state of their sessions.

mod begun;
mod perform;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use isolate_host::{ApprovalRequest, Decision, Error, Functions, Pauses, Run, Sandbox, Workspace};
use isolate_prompt::{
    ToolSet, ToolSpec, actions_prompt, actions_prompt_with_commands, tools_prompt,
    tools_prompt_without_history,
};
use serde_json::Value as Json;

use crate::approval::PendingCall;
use crate::arguments;
use crate::boundary::Boundary;
use crate::error::ToolError;
use crate::exec::ExecBackend;
use crate::functions::FunctionSource;
use crate::heard::Heard;
use crate::js::JsBackend;
use crate::mirror::Mirror;
use crate::policy::PolicyError;
use crate::reply::{Receipt, Reply};
use crate::services::{Backend, Services};
use crate::session::Session;
use crate::settings::Settings;
use crate::shell::ShellBackend;
use crate::store::{FileStore, StoreOptions};
use crate::tool;

pub use begun::BegunCall;

/// Bytes of an identifier or a label of a call.
const NAME_BYTES_MAX: usize = 200;

/// Tools over one workspace.
///
/// Cheap to clone; clones share the record of what was read. Calls may come from several threads:
/// those that write wait for each other, as they do between processes.
#[derive(Clone)]
pub struct Toolbox {
    pub(crate) services: Services,
    /// The workspace with all approvals granted, if the policy asks for approvals.
    approved: Option<Workspace>,
    /// The index of the backend of the sandbox.
    js_backend: Option<usize>,
}

impl std::fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Toolbox")
            .field("workspace", &self.services.workspace)
            .finish_non_exhaustive()
    }
}

impl Toolbox {
    /// Tools over a workspace, without those that run programs.
    ///
    /// # Errors
    /// A pattern of the policy does not parse, or a command that programs may run is empty.
    pub fn new(workspace: &Workspace, settings: &Settings) -> Result<Self, PolicyError> {
        settings.check()?;
        let policy = settings.policy.compile()?;
        let approved = match settings.policy.asks() {
            true => Some(workspace.guarded(Arc::new(settings.policy.compile()?.approved()))),
            false => None,
        };
        let guarded = if settings.policy.is_open() {
            workspace.clone()
        } else {
            workspace.guarded(Arc::new(policy))
        };
        Ok(Self {
            services: Services {
                workspace: guarded,
                open: workspace.clone(),
                settings: Arc::new(settings.clone()),
                sandbox: None,
                backends: Vec::new(),
                functions: FunctionSource::default(),
                session: Session::default(),
                heard: Heard::default(),
                mirror: None,
            },
            approved,
            js_backend: None,
        })
    }

    /// Tools over the files of a store, with the default bounds: see [`store`](crate::store).
    ///
    /// Replies, limits and the policy are those of a workspace. Tools that need a history are not offered:
    /// `changes`, `checkpoint`, `history`, `restore` and `undo`. [`Toolbox::workspace`] is a copy in memory of
    /// what calls have looked at, and is not to be changed.
    ///
    /// # Errors
    /// A pattern of the policy does not parse, or there is no memory.
    pub fn over_store(store: Arc<dyn FileStore>, settings: &Settings) -> Result<Self, ToolError> {
        Self::over_store_with(store, &StoreOptions::default(), settings)
    }

    /// As [`Toolbox::over_store`], with bounds.
    ///
    /// # Errors
    /// As [`Toolbox::over_store`].
    pub fn over_store_with(
        store: Arc<dyn FileStore>,
        options: &StoreOptions,
        settings: &Settings,
    ) -> Result<Self, ToolError> {
        let mirror = Arc::new(Mirror::new(store, options)?);
        let mut tools = Self::new(mirror.workspace(), settings)
            .map_err(|error| ToolError::invalid(error.to_string()))?;
        tools.services.mirror = Some(mirror);
        Ok(tools)
    }

    /// The same tools and session with other settings.
    pub(crate) fn with_settings(&self, settings: Settings) -> Self {
        let mut same = self.clone();
        same.services.settings = Arc::new(settings);
        same
    }

    /// The same tools over the same workspace with a new session, for another client: a separate
    /// record of what was read, and of what `undo` reverts without a run.
    #[must_use]
    pub fn new_session(&self) -> Self {
        let mut same = self.clone();
        same.services.session = Session::default();
        same
    }

    /// The same tools over another workspace, such as a branch of this one, with a new session. A
    /// backend that was added stays as it is.
    ///
    /// # Errors
    /// As [`Toolbox::new`].
    pub fn over(&self, workspace: &Workspace) -> Result<Self, PolicyError> {
        let other = Self::new(workspace, self.settings())?;
        let services = Services {
            workspace: other.services.workspace,
            open: other.services.open,
            session: other.services.session,
            mirror: None,
            ..self.services.clone()
        };
        Ok(Self {
            services,
            approved: other.approved,
            js_backend: self.js_backend,
        })
    }

    /// Adds `run`, and `exec` with the shell and with JavaScript.
    #[must_use]
    pub fn with_sandbox(mut self, sandbox: Sandbox) -> Self {
        let shell = ShellBackend::new(sandbox.clone(), self.settings().run_limits);
        self.services.backends.push(Backend::Shell(shell));
        self.js_backend = Some(self.services.backends.len());
        self.services.backends.push(self.js_backend(&sandbox));
        self.services.sandbox = Some(sandbox);
        self
    }

    fn js_backend(&self, sandbox: &Sandbox) -> Backend {
        let backend = JsBackend::new(sandbox.clone(), self.settings().run_limits);
        Backend::Js(backend.with_source(self.services.functions.clone()))
    }

    /// Provides these functions to the programs of `run`, `run_readonly` and `exec`, and adds them to
    /// the description of `run`. A read-only run can call only functions that read.
    ///
    /// Calls are polled by whoever awaits the program, on the thread of the tool where that is [`Self::call`]:
    /// functions that need a runtime must bring their own, as those of `isolate-mcp` do.
    #[must_use]
    pub fn with_functions(self, functions: Functions) -> Self {
        self.with_functions_from(move || functions.clone())
    }

    /// [`Self::with_functions`] with a source that is asked at the start of each run.
    #[must_use]
    pub fn with_functions_from(
        mut self,
        source: impl Fn() -> Functions + Send + Sync + 'static,
    ) -> Self {
        self.services.functions = FunctionSource::new(source);
        if let (Some(at), Some(sandbox)) = (self.js_backend, &self.services.sandbox) {
            self.services.backends[at] = self.js_backend(sandbox);
        }
        self
    }

    /// Sets what functions of programs read from their scope: see
    /// [`RunOptions::context`](isolate_host::RunOptions::context).
    #[must_use]
    pub fn with_context<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.services.heard.context = Some(Arc::new(move |options| options.context(value.clone())));
        self
    }

    /// Asks this function where a call of a function needs an approval, unless the functions have an
    /// approver of their own.
    #[must_use]
    pub fn with_approver<F, R>(self, ask: F) -> Self
    where
        F: Fn(ApprovalRequest) -> R + Clone + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        let source = self.services.functions.clone();
        self.with_functions_from(move || {
            let mut functions = source.now();
            if !functions.has_approver() {
                functions.on_approval(ask.clone());
            }
            functions
        })
    }

    /// Is told how each program of `run` and `run_readonly`, and each command of `exec`, ended, or why it could
    /// not be run to its end: for those who count what they use.
    #[must_use]
    pub fn on_program(
        mut self,
        heard: impl Fn(Result<&Run, &Error>) + Send + Sync + 'static,
    ) -> Self {
        self.services.heard.ends = Some(Arc::new(heard));
        self
    }

    /// Sets who is told when programs wait, and asked before they go on: see
    /// [`RunOptions::pauses`](fn@isolate_host::RunOptions::pauses).
    #[must_use]
    pub fn pauses(mut self, pauses: Arc<dyn Pauses>) -> Self {
        self.services.heard.pauses = Some(pauses);
        self
    }

    /// Whether somebody is [told](Self::pauses) when programs wait.
    #[must_use]
    pub fn has_pauses(&self) -> bool {
        self.services.heard.pauses.is_some()
    }

    /// Whether a tool runs a program or a command.
    #[must_use]
    pub fn runs_programs(&self, tool: &str) -> bool {
        let mut offered = tool::offered(&self.services);
        offered.any(|offered| offered.name == tool && offered.access == tool::Access::Run)
    }

    /// The reply to a call that the embedder refuses, such as for want of a place.
    #[must_use]
    pub fn refusal(&self, tool: &str, error: ToolError) -> Reply {
        self.refused(tool, error, self.services.session.next_id())
    }

    /// The functions of a program that starts now.
    #[must_use]
    pub fn functions(&self) -> Functions {
        self.services.functions.now()
    }

    /// Adds a backend to `exec`. A call that names none has the shell, or the only one that there is.
    #[must_use]
    pub fn with_backend(mut self, backend: Arc<dyn ExecBackend>) -> Self {
        self.services.backends.push(Backend::Other(backend));
        self
    }

    /// The workspace as tools and programs see it.
    #[must_use]
    pub const fn workspace(&self) -> &Workspace {
        &self.services.workspace
    }

    /// How file contents are delimited in replies for models.
    #[must_use]
    pub fn boundary(&self) -> Boundary {
        self.settings().boundary
    }

    /// The time that a program may take.
    #[must_use]
    pub fn program_timeout(&self) -> Duration {
        self.settings().run_limits.time()
    }

    /// The tools that are listed.
    #[must_use]
    pub fn tools(&self) -> ToolSet {
        self.settings().tools
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.services.settings
    }

    /// The description of every tool that can be called. A read-only toolbox has only tools and
    /// programs that read.
    #[must_use]
    pub fn specs(&self) -> Vec<ToolSpec> {
        tool::specs(&self.services)
    }

    /// The tools that are listed over MCP.
    #[must_use]
    pub fn listed(&self) -> Vec<ToolSpec> {
        let mut specs = self.specs();
        specs.retain(|spec| self.settings().tools.has(&spec.name));
        specs
    }

    /// The prompt for the listed tools, in addition to their descriptions.
    #[must_use]
    pub fn prompt(&self) -> String {
        let (set, audience) = (self.settings().tools, self.services.audience());
        match self.services.has_history() {
            true => tools_prompt(set, audience),
            false => tools_prompt_without_history(set, audience, self.services.can_undo()),
        }
    }

    /// The prompt for a model that writes JSON actions for [`Toolbox::act`].
    #[must_use]
    pub fn actions_prompt(&self) -> String {
        let audience = self.services.audience();
        match self.services.sandbox {
            Some(_) => actions_prompt_with_commands(audience),
            None => actions_prompt(audience),
        }
    }

    /// Whether nothing can be changed.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.services.is_read_only()
    }

    /// Whether a program that waits for an approval outlives this process: its workspace is a file.
    #[must_use]
    pub fn outlives_process(&self) -> bool {
        !self.services.workspace.is_in_memory()
    }

    /// The calls that wait for an approval, because of a rule with the effect `ask`.
    #[must_use]
    pub fn pending(&self) -> Vec<PendingCall> {
        self.services.session.waiting()
    }

    /// Approves a waiting call: exactly the same call succeeds once. Returns whether it was still
    /// waiting.
    #[must_use]
    pub fn approve(&self, id: &str) -> bool {
        self.services.session.decide(id, true)
    }

    /// Refuses a waiting call. Returns whether it was still waiting.
    pub fn refuse(&self, id: &str) -> bool {
        self.services.session.decide(id, false)
    }

    fn no_such_tool(&self, name: &str) -> ToolError {
        let known: Vec<&str> = tool::offered(&self.services)
            .map(|tool| tool.name)
            .collect();
        let meant = arguments::suggestion(name, known.iter().copied());
        ToolError::invalid(format!(
            "there is no tool {}{meant}",
            crate::text::shown(name)
        ))
        .with_hint(format!("the tools are: {}", known.join(", ")))
    }

    fn refused(&self, name: &str, error: ToolError, call_id: String) -> Reply {
        Reply {
            tool: crate::cut::head(name, NAME_BYTES_MAX).to_owned(),
            result: Err(error),
            notices: Vec::new(),
            receipt: Receipt {
                call_id,
                ..Receipt::default()
            },
            planned: None,
        }
    }

    /// The JSON Schema of [`RenderedReply::structured`](crate::RenderedReply) of a tool, with
    /// [`Settings::boundary`](crate::Settings); `None` for an unknown tool.
    ///
    /// The schema names every member that a reply can have. It allows other members, so that hosts
    /// with an older schema accept newer replies.
    #[must_use]
    pub fn output_schema(&self, tool: &str) -> Option<Json> {
        let tool = crate::tool::all().find(|known| known.name == tool)?;
        Some((tool.output)().of_reply(self.settings().boundary))
    }
}

/// Removes the members that every call may have.
fn own_members(mut args: Json) -> Result<(Json, Option<String>, Option<String>), ToolError> {
    let mut take = |key: &str| -> Result<Option<String>, ToolError> {
        let Some(value) = args.as_object_mut().and_then(|args| args.remove(key)) else {
            return Ok(None);
        };
        match value {
            Json::Null => Ok(None),
            Json::String(text) if !text.is_empty() && text.len() <= NAME_BYTES_MAX => {
                Ok(Some(text))
            }
            _ => Err(ToolError::invalid(format!(
                "{key} must be a text of 1 to {NAME_BYTES_MAX} bytes"
            ))),
        }
    };
    let (id, label) = (take("callId")?, take("label")?);
    Ok((args, id, label))
}
