//! `undo`: reverts a call, a program or a command.

use isolate_ops::{OpError, Problem, history};
use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_vfs::{EffectEntry, Effects, MAIN, RunId, RunInfo, UndoOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::mirror::{Candidates, Mirror};
use crate::reply::Answer;
use crate::session::Session;
use crate::settings::{Settings, UndoScope};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::changes::<Args, Undone>(
    "undo",
    "Takes back everything that one call or program changed, given its run, or else the \
            last change made here that is not yet undone. Fails if one of the files has changed \
            since, unless force is true. Undoing an undo applies the change again.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, undo),
);

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
    /// The run of an answer, of changes or of history.
    pub(crate) run: Option<i64>,
    /// Without run: the last change that is not undone, of me or of anyone. Default: me.
    pub(crate) by: Option<By>,
    /// Revert later changes of the same files too. Default: false.
    pub(crate) force: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
struct Undone {
    /// The run that was undone.
    undone: i64,
    #[serde(flatten)]
    effects: EffectLists,
}

impl Report for Undone {
    const TEXTS: &'static [&'static str] = EffectLists::TEXTS;
}

/// What an undo or a restore changed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EffectLists {
    created: Vec<String>,
    changed: Vec<String>,
    deleted: Vec<String>,
    /// How many paths are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<u64>,
}

impl EffectLists {
    pub(crate) const TEXTS: &'static [&'static str] = &["created", "changed", "deleted"];

    /// Lists what changed, and forgets what was read of those files.
    pub(crate) fn of(context: &Context<'_>, effects: &Effects) -> Self {
        let paths = |entries: &[EffectEntry]| -> Vec<String> {
            entries
                .iter()
                .map(|entry| {
                    context.remember(&entry.path, None);
                    entry.path.as_str().to_owned()
                })
                .collect()
        };
        let omitted = effects.omitted.total();
        Self {
            created: paths(&effects.created),
            changed: paths(&effects.changed),
            deleted: paths(&effects.deleted),
            omitted: (omitted > 0).then_some(omitted),
        }
    }
}

pub(crate) fn undo(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    if let Some(mirror) = &context.services.mirror {
        return undo_in_store(context, mirror, args);
    }
    let by = args.by.unwrap_or_default();
    let own = context.services.session.own_ops();
    let settings = context.settings;
    let is_candidate = |run: &RunInfo| {
        let is_actors = run.actor.as_ref() == Some(&settings.actor);
        by == By::Anyone
            || own.contains(&run.id)
            || (settings.undo_scope == UndoScope::Actor && is_actors)
    };
    // The label of the call says that it undoes.
    let mut options = UndoOptions::new().label(" ");
    if args.force == Some(true) {
        options = options.force();
    }
    let run = args.run.map(RunId::from);
    let undone = context.operation(|access| {
        history::undo(access, run, &options, false, is_candidate)
            .map_err(|error| said(context, by, error))
    })?;
    Ok(Answer::of(&Undone {
        undone: undone.run.id.into(),
        effects: EffectLists::of(context, &undone.effects),
    }))
}

/// Which changes of a store count if none is named.
pub(crate) fn candidates(session: &Session, settings: &Settings, anyone: bool) -> Candidates {
    Candidates {
        own: session.own_ops(),
        actor: (settings.undo_scope == UndoScope::Actor).then(|| settings.actor.clone()),
        anyone,
    }
}

fn undo_in_store(context: &Context<'_>, mirror: &Mirror, args: Args) -> Result<Answer, ToolError> {
    let by = args.by.unwrap_or_default();
    let candidates = candidates(
        &context.services.session,
        context.settings,
        by == By::Anyone,
    );
    let is_forced = args.force == Some(true);
    let undone = context.operation(|_| {
        mirror
            .undo(context.tree, args.run, &candidates, is_forced)
            .map_err(|error| said(context, by, error))
    })?;
    let paths = |paths: Vec<VPath>| -> Vec<String> {
        paths
            .iter()
            .map(|path| {
                context.remember(path, None);
                path.as_str().to_owned()
            })
            .collect()
    };
    Ok(Answer::of(&Undone {
        undone: undone.number,
        effects: EffectLists {
            created: paths(undone.created),
            changed: paths(undone.changed),
            deleted: paths(undone.deleted),
            omitted: None,
        },
    }))
}

/// An error of an undo, which says whose changes were looked for.
fn said(context: &Context<'_>, by: By, error: OpError) -> OpError {
    match error {
        OpError::Problem(Problem::NothingToUndo) => OpError::refused(nothing_to_undo(context, by)),
        error => error,
    }
}

/// The error where no change of the wanted ones is left.
fn nothing_to_undo(context: &Context<'_>, by: By) -> ToolError {
    let has_history = context.services.has_history();
    match by {
        _ if !has_history => ToolError::new(
            Code::NotFound,
            "no change made here is left that is not undone",
        )
        .with_hint("give the run of an answer; what others change in the files is not noted"),
        By::Me => ToolError::invalid("there is no change of yours that is not undone")
            .with_hint(context.phrase(Phrase::NothingOfMine)),
        By::Anyone => {
            let of_branch = match context.tree.branch() {
                branch if branch == MAIN => String::new(),
                branch => format!(" on the branch {branch}"),
            };
            let text = format!("there is no change{of_branch} that is not undone");
            ToolError::new(Code::NotFound, text).with_hint(context.phrase(Phrase::NothingToUndo))
        }
    }
}
