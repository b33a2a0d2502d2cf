//! Every action with its members: their names, their types, and what others call them.

use serde_json::{Map, Value as Json, json};

use crate::arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::tool;

/// The type of a member.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Flag,
    Number,
    Edits,
}

/// A member of an action.
struct Member {
    name: &'static str,
    kind: Kind,
    /// Other names for it.
    aliases: &'static [&'static str],
}

const fn member(name: &'static str, kind: Kind, aliases: &'static [&'static str]) -> Member {
    Member {
        name,
        kind,
        aliases,
    }
}

struct Action {
    name: &'static str,
    /// The description of its members in errors.
    told: &'static str,
    members: &'static [Member],
}

const FILE: Member = member("file", Kind::Text, &["path", "filePath", "fileName"]);
const DIRECTORY: Member = member("directory", Kind::Text, &["path", "dir", "folder"]);
const CONTENT: Member = member("content", Kind::Text, &["text", "contents"]);
const PATCH: Member = member("patch", Kind::Text, &["diff"]);

const ACTIONS: &[Action] = &[
    Action {
        name: "create_file",
        told: "file, content",
        members: &[FILE, CONTENT],
    },
    Action {
        name: "read_file",
        told: "file, offset?, limit?",
        members: &[
            FILE,
            member("offset", Kind::Number, &[]),
            member("limit", Kind::Number, &[]),
        ],
    },
    Action {
        name: "write_file",
        told: "file, content",
        members: &[FILE, CONTENT],
    },
    Action {
        name: "update_file",
        told: "file, and one of edits, patch, content",
        members: &[
            FILE,
            member("edits", Kind::Edits, &[]),
            PATCH,
            member("changes", Kind::Text, &[]),
            CONTENT,
        ],
    },
    Action {
        name: "apply_patch",
        told: "patch",
        members: &[member("patch", Kind::Text, &["diff", "changes"])],
    },
    Action {
        name: "delete_file",
        told: "file",
        members: &[FILE],
    },
    Action {
        name: "rename_file",
        told: "oldPath, newPath, overwrite?",
        members: &[
            member("oldPath", Kind::Text, &["from", "file"]),
            member("newPath", Kind::Text, &["to"]),
            member("overwrite", Kind::Flag, &[]),
        ],
    },
    Action {
        name: "explain_code",
        told: "file, focus?",
        members: &[FILE, member("focus", Kind::Text, &[])],
    },
    Action {
        name: "search_code",
        told: "pattern, directory?, regex?, ignoreCase?",
        members: &[
            member("pattern", Kind::Text, &["query"]),
            DIRECTORY,
            member("regex", Kind::Flag, &[]),
            member("ignoreCase", Kind::Flag, &[]),
        ],
    },
    Action {
        name: "list_files",
        told: "directory?",
        members: &[DIRECTORY],
    },
    Action {
        name: "undo",
        told: "run?",
        members: &[member("run", Kind::Number, &["opId", "rev"])],
    },
];

/// Members with remarks about an action. They are ignored.
const REMARKS: [&str; 6] = [
    "reason",
    "explanation",
    "thought",
    "thoughts",
    "comment",
    "description",
];

/// The members of an action, repaired by the table; one that is not in it is refused.
pub(super) fn fitted(
    context: &Context<'_>,
    name: &str,
    action: &Map<String, Json>,
) -> Result<Map<String, Json>, ToolError> {
    let found = ACTIONS.iter().find(|known| known.name == name);
    let known = found.ok_or_else(|| unknown(name))?;
    let given: Map<String, Json> = action
        .iter()
        .filter(|(key, _)| *key != "action" && !REMARKS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let properties: Map<String, Json> = known
        .members
        .iter()
        .map(|member| (member.name.to_owned(), schema(member.kind)))
        .collect();
    let mut aliases = arguments::ALIASES.to_vec();
    aliases.extend(
        known
            .members
            .iter()
            .map(|member| (member.name, member.aliases)),
    );
    let mut notices = Vec::new();
    let schema = json!({ "properties": properties });
    let members = arguments::repair_as(&schema, &aliases, given, &mut notices)?;
    for notice in notices {
        context.notice(notice);
    }
    Ok(members)
}

fn schema(kind: Kind) -> Json {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Number => json!({ "type": "integer" }),
        Kind::Edits => json!({ "type": "array", "items": tool::input::<tool::edit::EditArgs>() }),
    }
}

pub(super) fn unknown(name: &str) -> ToolError {
    let known: Vec<String> = ACTIONS
        .iter()
        .map(|action| format!("{} ({})", action.name, action.told))
        .collect();
    let names: Vec<&str> = ACTIONS.iter().map(|action| action.name).collect();
    let what = if name.is_empty() {
        "an object without an action".to_owned()
    } else {
        let meant = arguments::nearest(&names, name)
            .map_or_else(String::new, |meant| format!("; `{meant}` may be meant"));
        format!("there is no action {}{meant}", crate::text::shown(name))
    };
    ToolError::invalid(what).with_hint(format!("the actions are: {}", known.join("; ")))
}
