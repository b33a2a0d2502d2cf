//! Every action with its members and their types.

use serde_json::{Map, Value as Json, json};

use crate::arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::tool;

/// An action, its members, and how errors describe these where not all of them go together.
type Action = (&'static str, &'static [&'static str], Option<&'static str>);

#[rustfmt::skip]
const ACTIONS: &[Action] = &[
    ("create_file", &["file", "content"], None),
    ("read_file", &["file", "offset?", "limit?"], None),
    ("write_file", &["file", "content"], None),
    ("update_file", &["file", "edits?", "patch?", "changes?", "content?"], Some("file, and one of edits, patch, content")),
    ("apply_patch", &["patch"], None),
    ("delete_file", &["file"], None),
    ("rename_file", &["oldPath", "newPath", "overwrite?"], None),
    ("explain_code", &["file", "focus?"], None),
    ("search_code", &["pattern", "directory?", "regex?", "ignoreCase?"], None),
    ("list_files", &["directory?"], None),
    ("undo", &["run?"], None),
    (COMMAND, &["command", "directory?", "stdin?", "session?"], None),
];

/// The action that runs a command of the shell.
pub(super) const COMMAND: &str = "run_command";

/// Members with remarks about an action. They are ignored.
const REMARKS: [&str; 6] = [
    "reason",
    "explanation",
    "thought",
    "thoughts",
    "comment",
    "description",
];

/// The members of an action, repaired by the table; one that is not in it, or that is missing, is
/// refused.
pub(super) fn fitted(
    context: &Context<'_>,
    name: &str,
    action: &Map<String, Json>,
) -> Result<Map<String, Json>, ToolError> {
    let mut notices = Vec::new();
    let members = members_of(name, action, &mut notices)?;
    for notice in notices {
        context.notice(notice);
    }
    Ok(members)
}

/// The same without a context: what was repaired is added to the notices.
pub(super) fn members_of(
    name: &str,
    action: &Map<String, Json>,
    notices: &mut Vec<String>,
) -> Result<Map<String, Json>, ToolError> {
    let found = ACTIONS.iter().find(|(known, _, _)| *known == name);
    let (_, known, _) = found.ok_or_else(|| unknown(name))?;
    let given: Map<String, Json> = action
        .iter()
        .filter(|(key, _)| *key != "action" && !REMARKS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let properties: Map<String, Json> = known
        .iter()
        .map(|member| member.trim_end_matches('?'))
        .map(|member| (member.to_owned(), schema_of(member)))
        .collect();
    let schema = json!({ "properties": properties });
    let members = arguments::repair_action(&schema, given, notices)?;
    let mut required = known.iter().filter(|member| !member.ends_with('?'));
    match required.find(|member| !members.contains_key(**member)) {
        Some(name) => Err(ToolError::invalid(format!(
            "the action needs {name:?} as a text"
        ))),
        None => Ok(members),
    }
}

fn schema_of(member: &str) -> Json {
    match member {
        "overwrite" | "regex" | "ignoreCase" => json!({ "type": "boolean" }),
        "offset" | "limit" | "run" => json!({ "type": "integer" }),
        "edits" => json!({ "type": "array", "items": tool::input::<tool::edit::EditArgs>() }),
        _ => json!({ "type": "string" }),
    }
}

pub(super) fn unknown(name: &str) -> ToolError {
    let described = |(name, members, description): &Action| match description {
        Some(description) => format!("{name} ({description})"),
        None => format!("{name} ({})", members.join(", ")),
    };
    // Only a toolbox with a sandbox has commands.
    let told = ACTIONS.iter().filter(|(name, ..)| *name != COMMAND);
    let known: Vec<String> = told.map(described).collect();
    let what = if name.is_empty() {
        "an object without an action".to_owned()
    } else {
        let meant = arguments::suggestion(name, ACTIONS.iter().map(|(name, _, _)| *name));
        format!("there is no action {}{meant}", crate::text::shown(name))
    };
    ToolError::invalid(what).with_hint(format!("the actions are: {}", known.join("; ")))
}
