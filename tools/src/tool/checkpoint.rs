//! `checkpoint`: a name for the workspace as it is.

use isolate_vfs::{FileKind, VPath};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ADDS, ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::Answer;

pub(crate) const TOOL: Tool = Tool {
    name: "checkpoint",
    about: "Gives the current state of the workspace a name, to which restore goes back. It \
            costs nothing, and works as long as the history since then is kept.",
    effects: ADDS,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, checkpoint),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

/// Where the names are kept, each a file with the last operation before it.
pub(crate) const FOLDER: &str = "/.checkpoints";
const NAME_BYTES_MAX: usize = 80;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The name: letters, digits, dots, dashes and underscores.
    name: String,
    /// Whether to replace a checkpoint of this name. Default: false.
    overwrite: Option<bool>,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    dry_run: Option<bool>,
}

/// The file of a checkpoint.
pub(crate) fn file_of(name: &str) -> Result<VPath, ToolError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_name = !name.is_empty()
        && name.len() <= NAME_BYTES_MAX
        && name.chars().all(is_plain)
        && name.chars().any(|c| c != '.');
    if !is_name {
        return Err(ToolError::invalid(format!(
            "{} is no name of a checkpoint",
            crate::text::shown(name)
        ))
        .with_hint("use 1 to 80 letters, digits, dots, dashes and underscores"));
    }
    Ok(VPath::parse(&format!("{FOLDER}/{name}"))?)
}

/// The names that there are.
pub(crate) fn names(context: &Context<'_>) -> Result<Vec<String>, ToolError> {
    let folder = VPath::parse(FOLDER)?;
    if !matches!(context.tree.stat(&folder)?, Some(stat) if stat.kind == FileKind::Directory) {
        return Ok(Vec::new());
    }
    let entries = context.tree.read_dir(&folder)?;
    Ok(entries.into_iter().map(|entry| entry.name).collect())
}

/// The last operation before a checkpoint.
pub(crate) fn rev_of(context: &Context<'_>, file: &VPath) -> Result<i64, ToolError> {
    let bytes = context.tree.read(file)?;
    let rev = serde_json::from_slice::<Json>(&bytes)
        .ok()
        .and_then(|kept| kept.get("rev")?.as_i64());
    rev.ok_or_else(|| {
        ToolError::new(
            Code::InvalidArgument,
            format!("{file} is not a checkpoint any more"),
        )
        .with_hint("something else wrote that file: make a new checkpoint")
    })
}

fn checkpoint(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let file = file_of(&args.name)?;
    if args.overwrite != Some(true) && context.tree.lstat(&file)?.is_some() {
        return Err(ToolError::new(
            Code::Exists,
            format!("there is a checkpoint {} already", args.name),
        )
        .with_hint("use another name, or set overwrite to move it to now"));
    }
    let kept = json!({ "rev": context.rev }).to_string();
    context.tree.write(&file, kept.as_bytes())?;
    Ok(Answer::new()
        .fact("name", args.name)
        .fact("rev", context.rev))
}
