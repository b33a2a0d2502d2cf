//! `edit`: changes to parts of a file.

use isolate_intent::{argument_of, plain};
use isolate_ops::OpError;
use isolate_ops::edit::{EditOptions, EditReport, edit_texts};
use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::text_edit::{Edit, MatchKind, TextEditError, TextEditErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::{Tool, typed};
use crate::context::Context;
use crate::diffs::FileDiff;
use crate::error::ToolError;
use crate::fuzz::Fuzz;
use crate::reply::Answer;
use crate::structure;
use crate::versions::ChangeRules;

pub(crate) const TOOL: Tool = Tool {
    prepare: Some(fold_legacy),
    ..Tool::changes::<Args, Report>(
        "edit",
        "Replaces parts of a text file. Copy each oldText from what read shows, with enough \
            lines around it to occur exactly once; replaceAll and expect allow several places. \
            All edits refer to the original file, must not overlap, and are applied together or \
            not at all. Answers a diff.",
        ToolAnnotations::CHANGES,
        |context, args| typed(context, args, edit),
    )
};

/// Files that are searched for text that is not in the given one.
const OTHER_FILES_MAX: usize = 32;
const OTHER_FILE_BYTES_MAX: u64 = 1 << 20;
/// A text shorter than this is in many files.
const OTHER_BYTES_MIN: usize = 8;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EditArgs {
    /// The text to replace, as it is in the file.
    pub(crate) old_text: String,
    /// What to put in its place; empty to remove it.
    pub(crate) new_text: String,
    /// Replace every place.
    pub(crate) replace_all: Option<bool>,
    /// Replace every place, of which there must be so many.
    pub(crate) expect: Option<usize>,
}

impl From<EditArgs> for Edit {
    fn from(args: EditArgs) -> Self {
        Self {
            old: args.old_text,
            new: args.new_text,
            replace_all: args.replace_all.unwrap_or(false),
            expect: args.expect,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    pub(crate) path: String,
    /// The edits, 1 to 100.
    pub(crate) edits: Vec<EditArgs>,
    /// How far the text may differ: none, safe (trailing spaces, quotes, accents), indent (indentation too). Default: safe.
    pub(crate) fuzz: Option<Fuzz>,
    /// Edit only if the file has this etag.
    pub(crate) if_match: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    path: String,
    edits: Vec<Row>,
    bytes: usize,
    etag: String,
    previous_etag: String,
    #[serde(flatten)]
    changed: FileDiff,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<String>,
}

impl structure::Report for Report {
    const TEXTS: &'static [&'static str] = &["patch"];
}

/// What became of one edit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Row {
    index: usize,
    #[serde(rename = "match")]
    found: &'static str,
    places: usize,
    start_line: usize,
    end_line: usize,
}

fn edit(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let edits: Vec<Edit> = args.edits.into_iter().map(Edit::from).collect();
    apply(
        context,
        &path,
        &edits,
        args.fuzz.unwrap_or_default(),
        args.if_match.as_deref(),
    )
}

/// Makes edits in a file.
pub(crate) fn apply(
    context: &Context<'_>,
    path: &VPath,
    edits: &[Edit],
    fuzz: Fuzz,
    if_match: Option<&str>,
) -> Result<Answer, ToolError> {
    let (_, current) = context.file(path)?;
    context.check_match(path, if_match, Some(&current))?;
    let expected = if_match.map(|etag| (path.clone(), etag.to_owned()));
    let rules = ChangeRules::new(context, expected.into_iter().collect());
    let names = context.interface().edit_names();
    let options = EditOptions {
        fuzz: fuzz.into(),
        names,
        edits_max: context.settings.caps.edits,
        file_bytes_max: context.settings.caps.edit_bytes,
    };
    let EditReport { before, edited } = context.operation_with(&rules, |access| {
        edit_texts(access, path, edits, &options).map_err(|error| match error {
            OpError::TextEdit { error, .. } => {
                let wanted = not_found(edits, &error);
                let error = context.refused(*error);
                OpError::refused(found_elsewhere(context, path, wanted, error).in_file(path))
            }
            error => error,
        })
    })?;
    if let Ok(text) = std::str::from_utf8(&edited.bytes) {
        super::write::note_syntax(context, path.as_str(), text);
    }
    let mut rows = Vec::new();
    for (index, made) in edited.applied.iter().enumerate() {
        if made.kind != MatchKind::Exact {
            context.notice(format!(
                "edits[{index}] was found, although {} differs from the file in {}",
                names.old,
                made.kind.difference()
            ));
        }
        rows.push(Row {
            index,
            found: made.kind.as_str(),
            places: made.places,
            start_line: made.start_line,
            end_line: made.end_line,
        });
    }
    let mut changed = FileDiff::of(context, path, &before, &edited.bytes);
    let (patch, body, cut) = changed.take("patch");
    let answer = Answer::of(&Report {
        path: path.to_string(),
        edits: rows,
        bytes: edited.bytes.len(),
        etag: context.written(path, edited.bytes.len() as u64)?,
        previous_etag: current,
        changed,
        patch,
    });
    Ok(answer.body(body).cut(cut))
}

/// The edit that an error is about, when its text was not found.
fn not_found<'e>(edits: &'e [Edit], error: &TextEditError) -> Option<&'e Edit> {
    let edit = edits.get(error.details.edit?)?;
    (error.kind == TextEditErrorKind::NotFound).then_some(edit)
}

/// Adds a hint when the text of an edit is in another file that the caller has read.
fn found_elsewhere(
    context: &Context<'_>,
    path: &VPath,
    wanted: Option<&Edit>,
    error: ToolError,
) -> ToolError {
    let wanted = wanted.filter(|edit| edit.old.trim().len() >= OTHER_BYTES_MIN);
    let Some(wanted) = wanted else { return error };
    for other in context.services.session.recently_seen(OTHER_FILES_MAX) {
        let Ok(other) = VPath::parse(&other) else {
            continue;
        };
        let is_small = matches!(
            context.tree.stat(&other),
            Ok(Some(stat)) if stat.size <= OTHER_FILE_BYTES_MAX
        );
        if other == *path || !is_small {
            continue;
        }
        let holds = context
            .tree
            .read(&other)
            .is_ok_and(|bytes| memchr::memmem::find(&bytes, wanted.old.as_bytes()).is_some());
        if holds {
            let hint = format!(
                "{other} contains that text: edit that file instead if it is the right one"
            );
            return error.with("otherFile", other.as_str()).with_hint(hint);
        }
    }
    error
}

/// Names of the arguments that are not members of an edit.
const IN_ARGS: [&str; 5] = ["path", "edits", "fuzz", "ifMatch", "dryRun"];

/// Whether a name or an alias is one of a member of an edit.
fn is_of_an_edit(name: &str) -> bool {
    let own = ["oldText", "newText", "replaceAll", "expect"];
    own.iter().any(|known| plain(known) == plain(name))
        || argument_of(name, false, |known| own.contains(&known)).is_some()
}

/// Accepts a single edit at the top level, as older interfaces have it.
fn fold_legacy(args: &mut Json) {
    let Some(object) = args.as_object_mut() else {
        return;
    };
    if object.contains_key("edits") {
        return;
    }
    let of_an_edit: Vec<String> = object
        .keys()
        .filter(|name| !IN_ARGS.contains(&name.as_str()) && is_of_an_edit(name))
        .cloned()
        .collect();
    if of_an_edit.is_empty() {
        return;
    }
    let edit: serde_json::Map<String, Json> = of_an_edit
        .into_iter()
        .filter_map(|name| Some((name.clone(), object.remove(&name)?)))
        .collect();
    object.insert("edits".to_owned(), json!([edit]));
}
