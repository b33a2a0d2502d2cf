//! JSON actions, for a model that writes text instead of calling tools.
//!
//! A text contains one object `{"action": …}` or several, also within a Markdown fence or prose.
//! Several actions are one transaction: all take effect, or none.

mod find;
mod table;

use isolate_host::CancelToken;
use isolate_text::text_edit::Edit;
use isolate_vfs::{Effects, FileKind, RACES_MAX, RunId};
use serde_json::{Map, Value as Json, json};

use crate::Boundary;
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::fuzz::Fuzz;
use crate::interface::Interface;
use crate::mirror::{Reach, Turn};
use crate::reply::{Answer, Receipt, Reply};
use crate::settings::{Freshness, Settings};
use crate::tool::{self, Tool};
use crate::toolbox::Toolbox;

/// The replies to a text with actions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ActionsReply {
    /// A reply for each action, in order.
    pub results: Vec<Reply>,
    /// Whether all changes were kept; otherwise none was.
    pub is_committed: bool,
    /// The run in the history, by which all changes can be undone.
    pub run_id: Option<RunId>,
    /// The paths that were changed; none if the changes were not kept.
    pub effects: Effects,
}

impl ActionsReply {
    fn refused(error: ToolError) -> Self {
        Self {
            results: vec![reply("actions", Err(error), Vec::new(), "", 0)],
            is_committed: false,
            run_id: None,
            effects: Effects::default(),
        }
    }

    /// Whether every action succeeded.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.results.iter().all(Reply::is_ok)
    }

    /// The replies as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let results: Vec<Json> = self
            .results
            .iter()
            .map(|reply| {
                let mut result = reply.to_json();
                result["action"] = reply.tool.clone().into();
                result
            })
            .collect();
        json!({
            "ok": self.is_ok(),
            "committed": self.is_committed,
            "run": self.run_id,
            "results": results,
        })
    }

    /// The replies as text for a model.
    #[must_use]
    pub fn to_text(&self, boundary: Boundary) -> String {
        let mut text = String::new();
        for reply in &self.results {
            text.push_str(&reply.to_text(boundary));
            text.push('\n');
        }
        let end = json!({ "ok": self.is_ok(), "committed": self.is_committed, "run": self.run_id });
        text.push_str(&end.to_string());
        text
    }
}

impl Toolbox {
    /// Carries out the actions in the answer of a model: not those that it has only thought, or
    /// that a sentence quotes.
    ///
    /// Relative paths start at [`Settings::cwd`](crate::Settings), or at the root. Files can be
    /// changed without having been read, since a model that writes actions reads no files in
    /// between. All changes can be undone.
    #[must_use]
    pub fn act(&self, text: &str, cancel: &CancelToken) -> ActionsReply {
        let found = match find::actions(text, self.settings().caps.actions) {
            Ok(found) => found,
            Err(error) => return ActionsReply::refused(error),
        };
        let own = self.settings();
        let settings = Settings {
            cwd: own.cwd.clone().or_else(|| Some("/".to_owned())),
            freshness: Freshness::Off,
            interface: Interface::Actions,
            ..own.clone()
        };
        let acting = self.with_settings(settings);
        let is_command = |action: &Map<String, Json>| name_of(action) == table::COMMAND;
        let mut reply = match &found.actions[..] {
            [only] if is_command(only) => acting.act_command(only, cancel),
            several if several.iter().any(is_command) => ActionsReply::refused(
                ToolError::invalid(format!(
                    "{} cannot be one of several actions, as it is a run by itself",
                    table::COMMAND
                ))
                .with_hint("nothing was done: send it alone, before or after the others"),
            ),
            all => acting.act_all(all, cancel),
        };
        if let Some(first) = reply.results.first_mut() {
            first.notices.extend(found.notice);
        }
        reply
    }

    /// Runs a command, as `exec` does.
    fn act_command(&self, action: &Map<String, Json>, cancel: &CancelToken) -> ActionsReply {
        let mut notices = Vec::new();
        let members = match table::members_of(table::COMMAND, action, &mut notices) {
            Ok(members) => members,
            Err(error) => return ActionsReply::refused(error.for_interface(Interface::Actions)),
        };
        if self.services.sandbox.is_none() {
            let error = ToolError::invalid("no commands can be run here");
            return ActionsReply::refused(error.with_hint("use the other actions"));
        }
        let own_name = |(member, value): (String, Json)| match member.as_str() {
            "directory" => ("cwd".to_owned(), value),
            _ => (member, value),
        };
        let args: Map<String, Json> = members.into_iter().map(own_name).collect();
        let mut reply = self.call("exec", args.into(), cancel);
        table::COMMAND.clone_into(&mut reply.tool);
        reply.notices.splice(0..0, notices);
        ActionsReply {
            is_committed: reply.data()["committed"] == Json::Bool(true),
            run_id: reply.receipt.run_id,
            effects: reply.receipt.effects.clone(),
            results: vec![reply],
        }
    }

    /// Brings up to date what actions on a store will look at.
    fn turn_of(
        &self,
        actions: &[Map<String, Json>],
        names: &[String],
        cancel: &CancelToken,
    ) -> Result<Option<Turn>, ToolError> {
        let Some(mirror) = &self.services.mirror else {
            return Ok(None);
        };
        if !mirror.can_undo() && names.iter().any(|name| name == "undo") {
            let error = ToolError::new(Code::Unsupported, "these files have no history to undo");
            return Err(error.with_hint("change the files back with other actions"));
        }
        let turn = mirror.enter(cancel)?;
        let mut reach = Reach::default();
        for (action, name) in actions.iter().zip(names) {
            match name.as_str() {
                "undo" => reach.join(self.reach(name, action, &turn)),
                _ => reach.add(name, action, self.settings()),
            }
        }
        turn.prepare(&reach)?;
        Ok(Some(turn))
    }

    fn act_all(&self, actions: &[Map<String, Json>], cancel: &CancelToken) -> ActionsReply {
        let names: Vec<String> = actions.iter().map(name_of).collect();
        let mut results: Vec<Reply> = Vec::new();
        let call_id = self.services.session.next_id();
        let label = format!("actions {}", names.join(" "));
        let turn = match self.turn_of(actions, &names, cancel) {
            Ok(turn) => turn,
            Err(error) => return ActionsReply::refused(error),
        };
        let once = |results: &mut Vec<Reply>| {
            results.clear();
            let label = crate::cut::head(&label, 200);
            self.transaction(&call_id, cancel, label, false, turn.as_ref(), |context| {
                for (action, name) in actions.iter().zip(&names) {
                    cancel.check()?;
                    let result = one(context, name, action)
                        .map_err(|error| error.for_interface(context.interface()));
                    let failed = result.as_ref().err().cloned();
                    let notices = context.notices.take();
                    results.push(reply(name, result, notices, &call_id, context.last_run));
                    if let Some(error) = failed {
                        return Err(error);
                    }
                }
                Ok(Answer::new())
            })
        };
        let mut performed = once(&mut results);
        for _ in 0..RACES_MAX {
            if !performed.is_raced {
                break;
            }
            performed = once(&mut results);
        }
        let committed = match performed.result {
            Ok(_) => true,
            Err(error) => {
                let error = match &turn {
                    Some(turn) => turn.reason(error),
                    None => error,
                };
                let error = error.for_interface(Interface::Actions);
                let done = results.len().saturating_sub(1);
                match results.last_mut() {
                    // The error with what the toolbox knows about missing paths.
                    Some(last) if !last.is_ok() => last.result = Err(error),
                    _ => results.push(reply("actions", Err(error), Vec::new(), &call_id, 0)),
                }
                for earlier in results.iter_mut().take(done) {
                    earlier
                        .notices
                        .push("undone, because a later action failed".to_owned());
                }
                for name in names.iter().skip(results.len()) {
                    let error = ToolError::new(
                        Code::Cancelled,
                        "not carried out, because an earlier action failed",
                    )
                    .with_hint("correct the action that failed, and send all of them again");
                    results.push(reply(name, Err(error), Vec::new(), &call_id, 0));
                }
                false
            }
        };
        for result in &mut results {
            result.receipt.run_id = performed.run_id;
            result.receipt.rev_before = performed.rev_before;
            result.receipt.rev_after = performed.run_id.map_or(performed.rev_before, i64::from);
        }
        ActionsReply {
            results,
            is_committed: committed,
            run_id: performed.run_id,
            effects: performed.effects,
        }
    }
}

fn reply(
    name: &str,
    result: Result<Answer, ToolError>,
    notices: Vec<String>,
    call_id: &str,
    last_run: i64,
) -> Reply {
    Reply {
        tool: name.to_owned(),
        result,
        notices,
        receipt: Receipt {
            call_id: call_id.to_owned(),
            rev_before: last_run,
            rev_after: last_run,
            ..Receipt::default()
        },
        planned: None,
    }
}

fn name_of(action: &Map<String, Json>) -> String {
    let name = action.get("action").and_then(Json::as_str).unwrap_or("");
    crate::cut::head(name, 60).to_owned()
}

/// Members of an action, and what a tool calls them.
type Names = &'static [(&'static str, &'static str)];

/// The tool that does what an action asks for, and its names for members of the action.
const TOOLS: &[(&str, Tool, Names)] = &[
    ("read_file", tool::read::TOOL, &[("file", "path")]),
    ("apply_patch", tool::patch::TOOL, &[]),
    (
        "rename_file",
        tool::mv::TOOL,
        &[("oldPath", "from"), ("newPath", "to")],
    ),
    ("explain_code", tool::explain::TOOL, &[("file", "path")]),
    ("search_code", tool::grep::TOOL, &[("directory", "path")]),
    ("list_files", tool::tree::TOOL, &[("directory", "path")]),
    ("undo", tool::undo::TOOL, &[]),
];

/// The members of an action, under their own names and of their own types.
struct Members(Map<String, Json>);

impl Members {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// A member that the table requires.
    fn required(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }
}

fn one(context: &Context<'_>, name: &str, action: &Map<String, Json>) -> Result<Answer, ToolError> {
    let members = table::fitted(context, name, action)?;
    if let Some((_, tool, renamed)) = TOOLS.iter().find(|(action, _, _)| *action == name) {
        let own_name = |member: String| {
            let renamed = renamed.iter().find(|(known, _)| *known == member);
            renamed.map_or(member, |(_, own)| (*own).to_owned())
        };
        let args = members
            .into_iter()
            .map(|(member, value)| (own_name(member), value));
        return (tool.call)(context, args.collect())?.answer(context);
    }
    let members = Members(members);
    match name {
        "create_file" => write(context, &members, context.settings.create_overwrites),
        "write_file" => write(context, &members, true),
        "update_file" => update(context, &members),
        "delete_file" => delete(context, &members),
        other => Err(table::unknown(other)),
    }
}

fn write(context: &Context<'_>, members: &Members, overwrites: bool) -> Result<Answer, ToolError> {
    let intent = if overwrites {
        tool::write::Intent::Overwrite
    } else {
        tool::write::Intent::Create
    };
    tool::write::write(
        context,
        tool::write::Args {
            path: members.required("file").to_owned(),
            content: members.required("content").to_owned(),
            intent: Some(intent),
            if_match: None,
            if_none_match: None,
        },
    )
}

/// Exactly one of edits, patch and content; `changes` is a patch where it reads like one, and
/// words about the change otherwise.
fn update(context: &Context<'_>, members: &Members) -> Result<Answer, ToolError> {
    let path = context.path(members.required("file"))?;
    let edits = members.0.get("edits");
    let changes = members.text("changes").filter(|text| is_patch(text));
    let patch = members.text("patch").or(changes);
    let content = members.text("content");
    let given = [edits.is_some(), patch.is_some(), content.is_some()];
    if given.iter().filter(|given| **given).count() != 1 {
        return Err(ToolError::invalid(
            "update_file needs exactly one of edits, patch and content",
        )
        .with_hint(
            "edits: [{oldText, newText}] for a small change, content for a whole new text",
        ));
    }
    if let Some(edits) = edits {
        let edits: Vec<tool::edit::EditArgs> = crate::arguments::decode(edits.clone())?;
        let edits: Vec<Edit> = edits.into_iter().map(Edit::from).collect();
        return tool::edit::apply(context, &path, &edits, Fuzz::Safe, None);
    }
    let Some(patch) = patch else {
        context.existing(&path)?;
        return write(context, members, true);
    };
    tool::patch::one_file(context, &path, patch)
}

fn is_patch(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("@@") || line.starts_with("*** Begin Patch"))
}

/// A file only: a tree is not deleted by an action.
fn delete(context: &Context<'_>, members: &Members) -> Result<Answer, ToolError> {
    let path = context.path(members.required("file"))?;
    let stat = context
        .tree
        .lstat(&path)?
        .ok_or_else(|| context.missing(&path))?;
    if stat.kind == FileKind::Directory {
        return Err(ToolError::at(Code::IsDirectory, &path, "is a directory")
            .with_hint("delete its files one by one"));
    }
    tool::rm::rm(
        context,
        tool::rm::Args {
            path: path.as_str().to_owned(),
            recursive: None,
            must_exist: Some(true),
            if_match: None,
        },
    )
}
