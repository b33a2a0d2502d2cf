//! `undo`: what a call, a program or a command did is taken back.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{ALWAYS, Access, CHANGES, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::Answer;

pub(crate) const TOOL: Tool = Tool {
    name: "undo",
    about: "Takes back everything that one call or program changed, by its opId; without one, \
            the last change made here. Refused when one of the files has changed since. Undoing \
            an undo does it again.",
    effects: CHANGES,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, undo),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// The opId of an answer, or of changes.
    pub(crate) op_id: Option<i64>,
    /// Say what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    pub(crate) dry_run: Option<bool>,
}

pub(crate) fn undo(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let op_id = match args.op_id.or_else(|| context.toolbox.last_op()) {
        Some(op_id) => op_id,
        None => {
            return Err(ToolError::invalid("nothing has been changed here yet")
                .with_hint("give the opId of what is to be undone; changes lists them"));
        }
    };
    let effects = context.tree.undo(op_id).map_err(|error| {
        let error = ToolError::from(error);
        match error.code {
            Code::Stale => error
                .with_hint("undo what has changed these files since first, or change them by hand"),
            Code::NotFound => {
                error.with_hint("changes lists what can be undone; old operations are forgotten")
            }
            _ => error,
        }
    })?;
    let paths = |entries: &[isolate_vfs::EffectEntry]| -> Json {
        entries
            .iter()
            .map(|entry| entry.path.as_str().to_owned())
            .collect()
    };
    for entry in effects
        .created
        .iter()
        .chain(&effects.changed)
        .chain(&effects.deleted)
    {
        context.remember(&entry.path, None);
    }
    Ok(Answer::new()
        .fact("undone", op_id)
        .item("created", paths(&effects.created))
        .item("changed", paths(&effects.changed))
        .item("deleted", paths(&effects.deleted)))
}
