//! One call: whole or not at all, within the policy.

use std::cell::{Cell, RefCell};

use isolate_host::CancelToken;
use isolate_vfs::{Effects, RACES_MAX, RunId, RunOptions, Tree};
use serde_json::{Map, Value as Json};

use super::{NAME_BYTES_MAX, Toolbox};
use crate::boundary::Boundary;
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::mirror::{Reach, Turn};
use crate::reply::Answer;
use crate::tool::{Access, Tool, undo};
use crate::watch::last_run;
use crate::{approval, nearby};

/// A call whose arguments fit the tool's schema.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub(super) tool: &'a Tool,
    pub(super) args: Map<String, Json>,
    pub(super) cancel: &'a CancelToken,
    pub(super) id: &'a str,
    pub(super) label: Option<&'a str>,
}

/// The result of a tool, or its error.
pub(crate) struct Performed {
    pub(crate) result: Result<Answer, ToolError>,
    pub(crate) notices: Vec<String>,
    pub(crate) run_id: Option<RunId>,
    /// What it changed, or would have changed.
    pub(crate) effects: Effects,
    pub(crate) rev_before: i64,
    pub(crate) is_dry_run: bool,
    /// How the files of a dry run would change.
    pub(crate) planned: Option<String>,
    /// Whether another host was faster, so that nothing was done, and the same can be done again.
    pub(crate) is_raced: bool,
}

impl Toolbox {
    /// Does one call within the policy, or makes it wait for an approval.
    pub(super) fn perform_approved(&self, call: Call<'_>) -> Performed {
        let tool = call.tool;
        let Some(approved) = &self.approved else {
            return self.perform(call);
        };
        let digest = approval::digest(tool.name, &call.args);
        if self.services.session.take_approval(&digest) {
            let mut open = self.clone();
            open.services.workspace = approved.clone();
            return open.perform(call);
        }
        let mut performed = self.perform(call.clone());
        if let Err(error) = &performed.result
            && error.can_be_approved
        {
            let lasts = self.settings().approval_time;
            let session = &self.services.session;
            if let Some(asked) = session.ask(tool.name, &call.args, error, lasts) {
                performed.result = Err(asked);
            }
        }
        performed
    }

    /// Does one call; of a store, on what its paths are there now.
    fn perform(&self, call: Call<'_>) -> Performed {
        let Some(mirror) = &self.services.mirror else {
            return self.perform_once(call, None);
        };
        let turn = match mirror.enter(call.cancel) {
            Ok(turn) => turn,
            Err(error) => return Performed::failed(error),
        };
        let reach = self.reach(call.tool.name, &call.args, &turn);
        let newest = turn.newest_change();
        if let Err(error) = turn.prepare(&reach) {
            return Performed::failed(error);
        }
        let mut attempt = 0;
        loop {
            let mut performed = self.perform_once(call.clone(), Some(&turn));
            performed.rev_before = newest;
            match &performed.result {
                Ok(_) => {
                    performed.notices.extend(turn.passed_over());
                    return performed;
                }
                Err(error) if turn.is_to_repeat(error, attempt) => {
                    if let Err(error) = turn.prepare_again(&reach, error) {
                        return Performed::failed(error);
                    }
                    attempt += 1;
                }
                Err(_) => {
                    performed.result = performed.result.map_err(|error| turn.reason(error));
                    return performed;
                }
            }
        }
    }

    /// What a call over a store will look at.
    pub(crate) fn reach(&self, name: &str, args: &Map<String, Json>, turn: &Turn) -> Reach {
        match name {
            "undo" => {
                let run = args.get("run").and_then(Json::as_i64);
                let is_anyone = args.get("by").and_then(Json::as_str) == Some("anyone");
                let session = &self.services.session;
                turn.reach_of_undo(run, &undo::candidates(session, self.settings(), is_anyone))
            }
            _ => Reach::of(name, args, self.settings()),
        }
    }

    /// Runs calls as one transaction and one run of the history. What they have changed of a store is
    /// written to it in the turn of the call.
    pub(crate) fn transaction(
        &self,
        call_id: &str,
        cancel: &CancelToken,
        label: &str,
        is_dry_run: bool,
        turn: Option<&Turn>,
        body: impl FnOnce(&Context<'_>) -> Result<Answer, ToolError>,
    ) -> Performed {
        let mut performed = Performed::nothing();
        performed.is_dry_run = is_dry_run;
        performed.result = (|| {
            cancel.check()?;
            // What another host has changed meanwhile, the commit finds out.
            let tree = self.services.workspace.tree_as_it_is()?;
            let options = RunOptions::new(label).actor(self.settings().actor.clone());
            let run = tree.begin(&if is_dry_run {
                options.dry_run()
            } else {
                options.atomic()
            })?;
            tree.set_stop_signal(Some(cancel.signal()));
            let (result, seen) = {
                let last = last_run(&tree);
                performed.rev_before = *last.as_ref().unwrap_or(&0);
                let mut context = self.context(&tree, call_id, cancel, performed.rev_before);
                context.is_dry_run = is_dry_run;
                let result = last.and_then(|_| body(&context)).and_then(|answer| {
                    // The last point before anything is changed.
                    cancel.check()?;
                    Ok(answer)
                });
                performed.notices = context.notices.take();
                (result, context.seen.take())
            };
            // From here on the call cannot be cancelled.
            tree.set_stop_signal(None);
            let result = result.map_err(|error| self.explained(&tree, cancel.explain(error)));
            if is_dry_run && result.is_ok() && self.settings().planned_diffs {
                let bytes_max = self.settings().caps.diff_bytes;
                match isolate_host::diff_of_open_run(&tree, bytes_max) {
                    Ok(diff) => performed.planned = Some(diff),
                    Err(error) => performed
                        .notices
                        .push(format!("the changes cannot be shown: {error}")),
                }
            }
            // Where it failed, the run is rolled back.
            let answer = result?;
            let actor = &self.settings().actor;
            let mut written = match turn.filter(|_| !is_dry_run) {
                None => None,
                Some(turn) => Some((turn, turn.write_back(&tree, actor, cancel)?)),
            };
            let committed = run.commit();
            performed.is_raced = tree.take_raced();
            performed.effects = match (committed, &written) {
                (Ok(effects), _) => effects,
                (Err(error), None) => return Err(error.into()),
                (Err(error), Some((turn, written))) => {
                    turn.forget(written);
                    return Err(error.into());
                }
            };
            performed.run_id = performed.effects.run;
            if let Some((turn, written)) = &mut written {
                performed.run_id = turn.accept(written);
                performed.notices.extend_from_slice(&written.notices);
            }
            if !is_dry_run {
                self.services.session.remember(seen);
                self.services.session.remember_op(performed.run_id);
            }
            Ok(answer)
        })();
        performed
    }

    /// Does one call, whole or not at all.
    fn perform_once(&self, call: Call<'_>, turn: Option<&Turn>) -> Performed {
        let Call {
            tool,
            mut args,
            cancel,
            id,
            label,
        } = call;
        let is_dry_run = args.get("dryRun") == Some(&Json::Bool(true));
        let label = label.map_or_else(
            || format!("{}{}", tool.name, subject(&args)),
            // The history shows an undo as one, whatever its label is.
            |label| match tool.name {
                "undo" => format!("undo {label}"),
                _ => label.to_owned(),
            },
        );
        if tool.access == Access::Write {
            args.remove("dryRun");
        }
        let args = Json::Object(args);
        let body = |context: &Context<'_>, args: Json| (tool.call)(context, args)?.answer(context);
        match tool.access {
            Access::Write => {
                let once = |args| {
                    let body = |context: &Context<'_>| body(context, args);
                    self.transaction(id, cancel, &label, is_dry_run, turn, body)
                };
                if !self.services.workspace.is_copy() {
                    return once(args);
                }
                let mut races = 0;
                loop {
                    let performed = once(args.clone());
                    if !performed.is_raced || races == RACES_MAX {
                        return performed;
                    }
                    races += 1;
                }
            }
            // Programs have transactions of their own, and are begun by `Toolbox::begin`.
            Access::Read | Access::Run => {
                let mut performed = Performed::nothing();
                performed.result = self.with_tree(&mut performed, id, cancel, |context| {
                    let read = context.tree.snapshot(|_| body(context, args));
                    read.map_err(|error| self.explained(context.tree, error))
                });
                performed
            }
        }
    }

    /// Begins a call that has no transaction of its own.
    pub(super) fn with_tree<T>(
        &self,
        performed: &mut Performed,
        call_id: &str,
        cancel: &CancelToken,
        body: impl FnOnce(&Context<'_>) -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        cancel.check()?;
        performed.rev_before = last_run(&*self.services.workspace.tree()?)?;
        self.in_context(performed, call_id, cancel, body)
    }

    /// Does a part of a call that has no transaction of its own.
    pub(super) fn in_context<T>(
        &self,
        performed: &mut Performed,
        call_id: &str,
        cancel: &CancelToken,
        body: impl FnOnce(&Context<'_>) -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        let done = (|| {
            let tree = self.services.workspace.tree()?;
            tree.set_stop_signal(Some(cancel.signal()));
            let context = self.context(&tree, call_id, cancel, performed.rev_before);
            let result = body(&context);
            performed.notices.append(&mut context.notices.take());
            performed.run_id = context.run_id.get();
            performed.effects = context.effects.take();
            self.services.session.remember_op(performed.run_id);
            if result.is_ok() {
                self.services.session.remember(context.seen.take());
            }
            result
        })();
        done.map_err(|error| cancel.explain(error))
    }

    fn context<'a>(
        &'a self,
        tree: &'a Tree,
        call_id: &'a str,
        cancel: &'a CancelToken,
        last_run: i64,
    ) -> Context<'a> {
        Context {
            tree,
            settings: self.settings(),
            cancel,
            services: &self.services,
            call_id,
            last_run,
            is_dry_run: false,
            notices: RefCell::default(),
            seen: RefCell::default(),
            run_id: Cell::default(),
            effects: RefCell::default(),
            is_read_only: Cell::default(),
        }
    }

    /// Adds similar paths to an error about a missing path.
    pub(crate) fn explained(&self, tree: &Tree, mut error: ToolError) -> ToolError {
        if error.code != Code::NotFound || error.details.contains_key("candidates") {
            return error;
        }
        let path = error.details.get("path").and_then(Json::as_str);
        let Some(Ok(path)) = path.map(|path| crate::paths::parse_path(path, None)) else {
            return error;
        };
        if let Ok(count @ 1..) = tree.count_as_pattern(path.as_str()) {
            let entries = if count == 1 {
                "1 entry"
            } else {
                &format!("{count} entries")
            };
            let way = Phrase::FindByPattern.of(self.settings().interface);
            return error.with_hint(format!(
                "a path is wanted, and as a pattern it matches {entries}: {way}"
            ));
        }
        let candidates = nearby::candidates(tree, &path);
        let otherwise = Phrase::FindPath.of(self.settings().interface);
        if self.settings().boundary == Boundary::Tagged && !candidates.is_empty() {
            // Names are text of the workspace, and are shown where that is shown.
            error = error
                .with_hint(format!(
                    "use one of the similar paths that follow, or find the path with {otherwise}"
                ))
                .with_excerpt(format!("similar paths:\n{}\n", candidates.join("\n")));
            error
                .items
                .insert("candidates".to_owned(), candidates.into());
            return error;
        }
        if let Some(first) = candidates.first() {
            error = error.with_hint(format!(
                "did you mean {}? otherwise use {otherwise}",
                crate::text::shown(first)
            ));
        }
        error.with("candidates", candidates)
    }
}

impl Performed {
    pub(super) fn nothing() -> Self {
        Self {
            result: Ok(Answer::new()),
            notices: Vec::new(),
            run_id: None,
            effects: Effects::default(),
            rev_before: 0,
            is_dry_run: false,
            planned: None,
            is_raced: false,
        }
    }

    fn failed(error: ToolError) -> Self {
        Self {
            result: Err(error),
            ..Self::nothing()
        }
    }
}

/// The subject of a call, for the history.
fn subject(args: &Map<String, Json>) -> String {
    let path = ["path", "from"]
        .iter()
        .find_map(|key| args.get(*key)?.as_str());
    path.map_or_else(String::new, |path| {
        format!(" {}", crate::cut::head(path, NAME_BYTES_MAX))
    })
}
