//! `undo`: reverts a call, a program or a command.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{EffectEntry, Effects, MAIN, RunId, RunInfo, UndoOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::settings::UndoScope;

pub(crate) const TOOL: Tool = Tool {
    name: "undo",
    about: "Takes back everything that one call or program changed, given its opId, or else the \
            last change made here that is not yet undone. Fails if one of the files has changed \
            since, unless force is true. Undoing an undo applies the change again.",
    annotations: ToolAnnotations::CHANGES,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, undo),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

/// Whose changes are undone if none is named.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    #[default]
    Me,
    Anyone,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// The opId of an answer, of changes or of history.
    pub(crate) op_id: Option<i64>,
    /// Without opId: the last change that is not undone, of me or of anyone. Default: me.
    pub(crate) by: Option<By>,
    /// Revert later changes of the same files too. Default: false.
    pub(crate) force: Option<bool>,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    pub(crate) dry_run: Option<bool>,
}

pub(crate) fn undo(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let op_id = match args.op_id {
        Some(op_id) => RunId::from(op_id),
        None => last(context, args.by.unwrap_or_default())?,
    };
    // For readers of the history. Of several actions, only the first can name the run.
    let _ = context.tree.extend_label(&format!(" {op_id}"));
    let mut options = UndoOptions::new();
    options.force = args.force == Some(true);
    let effects = context.tree.undo_with(op_id, &options).map_err(refused)?;
    Ok(told(context, &effects).fact("undone", i64::from(op_id)))
}

/// The last change that is not undone.
fn last(context: &Context<'_>, by: By) -> Result<RunId, ToolError> {
    let own = context.services.session.own_ops();
    let settings = context.settings;
    let is_mine = |run: &RunInfo| {
        let is_actors = run.actor.as_ref() == Some(&settings.actor);
        own.contains(&run.id) || (settings.undo_scope == UndoScope::Actor && is_actors)
    };
    let found = context
        .tree
        .last_undoable(|run| by == By::Anyone || is_mine(run))?;
    found.ok_or_else(|| match by {
        By::Me => ToolError::invalid("there is no change of yours that is not undone")
            .with_hint(context.phrase(Phrase::NothingOfMine)),
        By::Anyone => {
            let place = match context.tree.branch() {
                branch if branch == MAIN => String::new(),
                branch => format!(" on the branch {branch}"),
            };
            let text = format!("there is no change{place} that is not undone");
            ToolError::new(Code::NotFound, text).with_hint(context.phrase(Phrase::NothingToUndo))
        }
    })
}

/// The error for a run that cannot be undone, with the next step.
pub(crate) fn refused(error: isolate_vfs::Error) -> ToolError {
    let error = ToolError::from(error);
    match error.code {
        Code::Stale => error
            .with_hint("undo the later changes of these files first, change the files yourself, or force the undo, which loses those changes"),
        Code::NotFound => {
            error.with_hint("history lists the operations; old ones are no longer kept")
        }
        _ => error,
    }
}

/// Reports the changes, and forgets what was read of those files.
pub(crate) fn told(context: &Context<'_>, effects: &Effects) -> Answer {
    let paths = |entries: &[EffectEntry]| -> Json {
        entries
            .iter()
            .map(|entry| {
                context.remember(&entry.path, None);
                entry.path.as_str().to_owned()
            })
            .collect()
    };
    let answer = Answer::new()
        .item("created", paths(&effects.created))
        .item("changed", paths(&effects.changed))
        .item("deleted", paths(&effects.deleted));
    match effects.omitted.total() {
        0 => answer,
        omitted => answer.fact("omitted", omitted),
    }
}
