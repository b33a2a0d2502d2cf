//! [`Toolbox`]: tools over one workspace, with what they have shown so far.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use isolate_host::{Sandbox, Workspace};
use isolate_prompt::ToolSpec;
use isolate_vfs::{CommitMode, Keep, RunOptions, Tree};
use serde_json::{Map, Value as Json};

use crate::approval::{self, Approval, Approvals};
use crate::cancel::Cancel;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::exec::ExecBackend;
use crate::js::JsBackend;
use crate::ledger::{Ledger, Seen};
use crate::policy::{self, PolicyError};
use crate::reply::{Answer, Receipt, Reply};
use crate::settings::{Freshness, Settings};
use crate::tool::{self, Access, Tool};
use crate::{arguments, nearby};

/// Runs that are remembered as this toolbox's own: more than the history keeps.
const OPS_MAX: usize = 1_000;
/// Answers that are kept for calls that come again.
const REPLIES_MAX: usize = 256;
/// Bytes of an identifier or a label of a call.
const NAME_BYTES_MAX: usize = 200;

/// Tools over one workspace.
///
/// Cheap to clone; clones share what has been shown. Calls may come from several threads: those
/// that write queue in the workspace, as they do between processes.
#[derive(Clone)]
pub struct Toolbox {
    /// Behind the policy: for tools and programs.
    pub(crate) workspace: Workspace,
    /// Behind the policy with everything approved that it asks about, where it asks.
    approved: Option<Workspace>,
    /// Without it: for what the toolbox itself keeps.
    pub(crate) open: Workspace,
    pub(crate) settings: Arc<Settings>,
    pub(crate) sandbox: Option<Sandbox>,
    pub(crate) backends: Vec<Arc<dyn ExecBackend>>,
    session: Arc<Mutex<Session>>,
}

#[derive(Default)]
struct Session {
    ledger: Ledger,
    calls: u64,
    replies: VecDeque<(String, String, Json, Reply)>,
    /// What calls of this toolbox have changed.
    ops: BTreeSet<i64>,
    approvals: Approvals,
}

impl std::fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Toolbox")
            .field("workspace", &self.workspace)
            .finish_non_exhaustive()
    }
}

/// What a tool did, or why it did nothing.
pub(crate) struct Performed {
    pub(crate) result: Result<Answer, ToolError>,
    pub(crate) notices: Vec<String>,
    pub(crate) op_id: Option<i64>,
    pub(crate) rev_before: i64,
    pub(crate) is_dry_run: bool,
}

impl Toolbox {
    /// Tools over a workspace, without those that run programs.
    ///
    /// # Errors
    /// A pattern of the policy that does not parse.
    pub fn new(workspace: &Workspace, settings: Settings) -> Result<Self, PolicyError> {
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
            workspace: guarded,
            approved,
            open: workspace.clone(),
            settings: Arc::new(settings),
            sandbox: None,
            backends: Vec::new(),
            session: Arc::default(),
        })
    }

    /// The same tools and the same memory of what was shown, working otherwise.
    pub(crate) fn with_settings(&self, settings: Settings) -> Self {
        Self {
            settings: Arc::new(settings),
            ..self.clone()
        }
    }

    /// Adds `run`, and `exec` with the JavaScript backend.
    #[must_use]
    pub fn with_sandbox(mut self, sandbox: Sandbox) -> Self {
        self.backends.push(Arc::new(JsBackend::new(
            sandbox.clone(),
            self.settings.run_limits,
        )));
        self.sandbox = Some(sandbox);
        self
    }

    /// Adds a backend to `exec`. With several of them, a call has to name one.
    #[must_use]
    pub fn with_backend(mut self, backend: Arc<dyn ExecBackend>) -> Self {
        self.backends.push(backend);
        self
    }

    /// The workspace as tools and programs see it.
    #[must_use]
    pub const fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// How the toolbox works.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Every tool that can be called, as a model is told of it. Of a read-only toolbox, those
    /// that only look.
    #[must_use]
    pub fn specs(&self) -> Vec<ToolSpec> {
        let is_read_only = self.settings.policy.read_only || self.workspace.is_read_only();
        tool::all()
            .filter(|tool| (tool.is_offered)(self))
            .filter(|tool| !is_read_only || tool.effects.is_read_only)
            .map(|tool| tool.spec(self))
            .collect()
    }

    /// Calls a tool.
    ///
    /// Besides its own arguments every tool takes `callId`, by which a call that comes twice is
    /// done once, and `label`, which stands in the history of the workspace.
    #[must_use]
    pub fn call(&self, name: &str, args: Json, cancel: &Cancel) -> Reply {
        let started = Instant::now();
        let (args, given_id, label) = match own_members(args) {
            Ok(split) => split,
            Err(error) => return self.refused(name, error, String::new()),
        };
        if let Some(id) = &given_id
            && let Some(earlier) = self.earlier(id, name, &args)
        {
            return earlier;
        }
        let call_id = given_id.clone().unwrap_or_else(|| self.next_id());
        let Some(tool) = tool::all().find(|tool| tool.name == name && (tool.is_offered)(self))
        else {
            return self.refused(name, self.no_such_tool(name), call_id);
        };
        let mut notices = Vec::new();
        let mut prepared = args.clone();
        if let Some(prepare) = tool.prepare {
            prepare(&mut prepared);
        }
        let performed = match arguments::repair(&(tool.input)(), prepared, &mut notices) {
            Ok(fitted) => self.perform_approved(tool, fitted, cancel, &call_id, label.as_deref()),
            Err(error) => return self.refused(name, error, call_id),
        };
        notices.extend(performed.notices);
        let reply = Reply {
            tool: tool.name.to_owned(),
            result: performed.result,
            notices,
            receipt: Receipt {
                call_id,
                op_id: performed.op_id,
                rev_before: performed.rev_before,
                rev_after: performed.op_id.unwrap_or(performed.rev_before),
                duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
                is_dry_run: performed.is_dry_run,
            },
        };
        let is_final = reply
            .error()
            .is_none_or(|error| error.code.retry() != crate::Retry::Later);
        if let (Some(id), true) = (given_id, is_final) {
            self.keep(id, name, args, &reply);
        }
        reply
    }

    fn no_such_tool(&self, name: &str) -> ToolError {
        let known: Vec<&str> = tool::all()
            .filter(|tool| (tool.is_offered)(self))
            .map(|tool| tool.name)
            .collect();
        ToolError::invalid(format!("there is no tool {}", crate::text::shown(name)))
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
        }
    }

    /// The calls that a rule with the effect `ask` has stopped, and that wait for a word.
    #[must_use]
    pub fn pending(&self) -> Vec<Approval> {
        self.session().approvals.waiting()
    }

    /// Lets a waiting call be made once, when it comes again just as it was; answers whether it
    /// was waiting still.
    #[must_use]
    pub fn approve(&self, id: &str) -> bool {
        self.session().approvals.decide(id, true)
    }

    /// Forgets a waiting call; answers whether it was waiting still.
    pub fn refuse(&self, id: &str) -> bool {
        self.session().approvals.decide(id, false)
    }

    /// Does one call as the policy lets it, or makes it wait.
    fn perform_approved(
        &self,
        tool: &Tool,
        args: Map<String, Json>,
        cancel: &Cancel,
        call_id: &str,
        label: Option<&str>,
    ) -> Performed {
        let Some(approved) = &self.approved else {
            return self.perform(tool, args, cancel, call_id, label);
        };
        let digest = approval::digest(tool.name, &args);
        // A program is not one act that somebody could judge by its call.
        if tool.access != Access::Run && self.session().approvals.take(&digest) {
            let open = Self {
                workspace: approved.clone(),
                ..self.clone()
            };
            return open.perform(tool, args, cancel, call_id, label);
        }
        let mut performed = self.perform(tool, args.clone(), cancel, call_id, label);
        if let Err(error) = &performed.result
            && error.code == Code::Denied
            && policy::is_asking(&error.message)
        {
            let lasts = self.settings.approval_max;
            let mut session = self.session();
            if let Some(asked) = session.approvals.ask(tool.name, &args, error, lasts) {
                performed.result = Err(asked);
            }
        }
        performed
    }

    /// Does one call, whole or not at all.
    fn perform(
        &self,
        tool: &Tool,
        args: Map<String, Json>,
        cancel: &Cancel,
        call_id: &str,
        label: Option<&str>,
    ) -> Performed {
        let is_dry_run = args.get("dryRun") == Some(&Json::Bool(true));
        let label = label.map_or_else(
            || format!("{}:{}{}", self.settings.actor, tool.name, subject(&args)),
            // An undo is known by its name, however it is called.
            |label| match tool.name {
                "undo" => format!("{}:undo {label}", self.settings.actor),
                _ => format!("{}:{label}", self.settings.actor),
            },
        );
        let freshness = self.settings.freshness;
        let args = Json::Object(args);
        match tool.access {
            Access::Read => self.with_tree(call_id, cancel, freshness, |context| {
                context
                    .tree
                    .snapshot(|_| (tool.call)(context, args))
                    .map_err(|error| self.explained(context.tree, error))
            }),
            Access::Run => self.with_tree(call_id, cancel, freshness, |context| {
                (tool.call)(context, args)
            }),
            Access::Write => {
                self.transaction(call_id, cancel, freshness, &label, is_dry_run, |context| {
                    (tool.call)(context, args)
                })
            }
        }
    }

    fn with_tree(
        &self,
        call_id: &str,
        cancel: &Cancel,
        freshness: Freshness,
        body: impl FnOnce(&Context<'_>) -> Result<Answer, ToolError>,
    ) -> Performed {
        let mut performed = Performed::nothing();
        performed.result = (|| {
            cancel.check()?;
            let tree = self.workspace.tree()?;
            tree.set_stop_signal(Some(cancel.signal()));
            performed.rev_before = last_run(&tree)?;
            let context = self.context(&tree, call_id, cancel, freshness, performed.rev_before);
            let result = body(&context);
            performed.notices = context.notices.take();
            if result.is_ok() {
                self.remember(context.seen.take());
            }
            result
        })()
        .map_err(|error| cancel.explain(error));
        performed
    }

    /// Runs calls as one transaction and one run of the history.
    pub(crate) fn transaction(
        &self,
        call_id: &str,
        cancel: &Cancel,
        freshness: Freshness,
        label: &str,
        is_dry_run: bool,
        body: impl FnOnce(&Context<'_>) -> Result<Answer, ToolError>,
    ) -> Performed {
        let mut performed = Performed::nothing();
        performed.is_dry_run = is_dry_run;
        performed.result = (|| {
            cancel.check()?;
            let tree = self.workspace.tree()?;
            tree.begin_run(RunOptions {
                label: label.to_owned(),
                mode: if is_dry_run {
                    CommitMode::DryRun
                } else {
                    CommitMode::Atomic
                },
            })?;
            tree.set_stop_signal(Some(cancel.signal()));
            let (result, seen) = {
                let rev = last_run(&tree);
                performed.rev_before = *rev.as_ref().unwrap_or(&0);
                let context = self.context(&tree, call_id, cancel, freshness, performed.rev_before);
                let result = rev.and_then(|_| body(&context)).and_then(|answer| {
                    // The last point at which nothing has happened yet.
                    cancel.check()?;
                    Ok(answer)
                });
                performed.notices = context.notices.take();
                (result, context.seen.take())
            };
            // From here on the call ends, one way or the other.
            tree.set_stop_signal(None);
            let keep = if result.is_ok() {
                Keep::Changes
            } else {
                Keep::Nothing
            };
            let result = result.map_err(|error| self.explained(&tree, cancel.explain(error)));
            let effects = tree.finish_run(keep);
            let answer = result?;
            performed.op_id = effects?.run;
            if !is_dry_run {
                self.remember(seen);
                let mut session = self.session();
                session.ops.extend(performed.op_id);
                if session.ops.len() > OPS_MAX {
                    session.ops.pop_first();
                }
            }
            Ok(answer)
        })();
        performed
    }

    fn context<'a>(
        &'a self,
        tree: &'a Tree,
        call_id: &'a str,
        cancel: &'a Cancel,
        freshness: Freshness,
        rev: i64,
    ) -> Context<'a> {
        Context {
            tree,
            settings: &self.settings,
            cancel,
            toolbox: self,
            call_id,
            rev,
            freshness,
            notices: RefCell::default(),
            seen: RefCell::default(),
        }
    }

    /// Adds what may have been meant to an error about a missing path.
    fn explained(&self, tree: &Tree, mut error: ToolError) -> ToolError {
        if error.code != Code::NotFound || error.details.contains_key("candidates") {
            return error;
        }
        let path = error.details.get("path").and_then(Json::as_str);
        let Some(Ok(path)) = path.map(|path| crate::context::parse_path(path, None)) else {
            return error;
        };
        let candidates = nearby::candidates(tree, &path);
        if let Some(first) = candidates.first() {
            error.hint = format!(
                "{} may be meant; otherwise look with ls or glob",
                crate::text::shown(first)
            );
        }
        error.with("candidates", candidates)
    }

    pub(crate) fn seen(&self, path: &str) -> Option<Seen> {
        self.session().ledger.seen(path).cloned()
    }

    /// The files that were shown or written last.
    pub(crate) fn recently_seen(&self, count: usize) -> Vec<String> {
        self.session().ledger.recent(count)
    }

    /// The runs of the history that calls of this toolbox have made.
    pub(crate) fn own_ops(&self) -> BTreeSet<i64> {
        self.session().ops.clone()
    }

    fn remember(&self, seen: Vec<(String, Option<Seen>)>) {
        let mut session = self.session();
        for (path, seen) in seen {
            match seen {
                Some(seen) => session.ledger.put(&path, seen),
                None => session.ledger.forget(&path),
            }
        }
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn next_id(&self) -> String {
        let mut session = self.session();
        session.calls += 1;
        format!("call-{}", session.calls)
    }

    fn earlier(&self, id: &str, name: &str, args: &Json) -> Option<Reply> {
        let session = self.session();
        let (_, known_name, known_args, reply) =
            session.replies.iter().find(|(known, ..)| known == id)?;
        if known_name == name && known_args == args {
            return Some(reply.clone());
        }
        let error = ToolError::invalid(format!(
            "the callId {} was used for another call",
            crate::text::shown(id)
        ))
        .with_hint("use a new callId for every call, or none");
        Some(self.refused(name, error, id.to_owned()))
    }

    fn keep(&self, id: String, name: &str, args: Json, reply: &Reply) {
        let mut session = self.session();
        if session.replies.len() >= REPLIES_MAX {
            session.replies.pop_front();
        }
        session
            .replies
            .push_back((id, name.to_owned(), args, reply.clone()));
    }
}

impl Performed {
    fn nothing() -> Self {
        Self {
            result: Ok(Answer::new()),
            notices: Vec::new(),
            op_id: None,
            rev_before: 0,
            is_dry_run: false,
        }
    }
}

/// The number of the last run in the history.
pub(crate) fn last_run(tree: &Tree) -> Result<i64, ToolError> {
    Ok(tree.history(1)?.first().map_or(0, |run| run.id))
}

/// What a call is about, for the history.
fn subject(args: &Map<String, Json>) -> String {
    let path = ["path", "from"]
        .iter()
        .find_map(|key| args.get(*key)?.as_str());
    path.map_or_else(String::new, |path| {
        format!(" {}", crate::cut::head(path, NAME_BYTES_MAX))
    })
}

/// Takes out the members that every call may have.
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
