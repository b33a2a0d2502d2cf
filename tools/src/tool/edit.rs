//! `edit`: changes to parts of a file.

use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::text_edit::{self, Edit, MatchKind, Mismatch, TextEditError, TextEditErrorKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::arguments;
use crate::context::Context;
use crate::diffs::changed;
use crate::error::{Code, ToolError};
use crate::fuzz::Fuzz;
use crate::interface::Phrase;
use crate::reply::Answer;
use crate::utf16::Utf16;

pub(crate) const TOOL: Tool = Tool {
    name: "edit",
    about: "Replaces parts of a text file. Copy each oldText from what read shows, with enough \
            lines around it to occur exactly once; replaceAll and expect allow several places. \
            All edits refer to the original file, must not overlap, and are applied together or \
            not at all. Answers a diff.",
    annotations: ToolAnnotations::CHANGES,
    access: Access::Write,
    input: input::<Args>,
    output: || crate::structure::untyped("edit"),
    call: |context, args| typed(context, args, edit),
    prepare: Some(fold_legacy),
    adapt: None,
    is_offered: ALWAYS,
};

/// Runs and versions of a file that are searched for an edit that was made before.
const HISTORY_MAX: usize = 100;
const VERSIONS_MAX: usize = 5;
/// Bytes on each side of an edit that show its place.
const AROUND_BYTES: usize = 40;
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
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    pub(crate) dry_run: Option<bool>,
}

fn edit(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let edits: Vec<Edit> = args
        .edits
        .into_iter()
        .map(|edit| Edit {
            old: edit.old_text,
            new: edit.new_text,
            replace_all: edit.replace_all.unwrap_or(false),
            expect: edit.expect,
        })
        .collect();
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
    let caps = &context.settings.caps;
    if edits.is_empty() || edits.len() > caps.edits {
        return Err(ToolError::invalid(format!(
            "there are {} edits; 1 to {} are allowed",
            edits.len(),
            caps.edits
        )));
    }
    let (stat, current) = context.file(path)?;
    context.check_match(path, if_match, Some(&current))?;
    context.check_fresh(path, &current, if_match)?;
    if stat.size > caps.edit_bytes {
        return Err(ToolError::at(
            Code::TooLarge,
            path,
            format!(
                "has {} bytes; edit takes at most {}",
                stat.size, caps.edit_bytes
            ),
        )
        .with_hint("change it with a program: `state.replaceInFile` takes larger files"));
    }
    let before = context.tree.read(path)?;
    check_encoding(context, path, &before)?;
    context.cancel.check()?;
    let names = context.interface().edit_names();
    let edited = text_edit::apply(&before, edits, fuzz.into(), names, &|| {
        context.cancel.is_cancelled()
    })
    .map_err(|error| {
        let wanted = not_found(edits, &error);
        let error = made_before(context, path, &before, wanted, error);
        meant_elsewhere(context, path, wanted, context.refused(error)).in_file(path)
    })?;
    context.cancel.check()?;
    context.tree.write(path, &edited.bytes)?;
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
        rows.push(json!({
            "index": index,
            "match": made.kind.as_str(),
            "places": made.places,
            "startLine": made.start_line,
            "endLine": made.end_line,
        }));
    }
    let etag = context.written(path, edited.bytes.len() as u64)?;
    let answer = Answer::new()
        .fact("path", path.as_str())
        .fact("edits", rows)
        .fact("bytes", edited.bytes.len())
        .fact("etag", etag)
        .fact("previousEtag", current);
    Ok(changed(
        context,
        answer,
        path,
        &before,
        &edited.bytes,
        "patch",
    ))
}

/// Refuses a file in UTF-16, whose bytes are not those of the text.
pub(crate) fn check_encoding(
    context: &Context<'_>,
    path: &VPath,
    bytes: &[u8],
) -> Result<(), ToolError> {
    match Utf16::of(bytes) {
        None => Ok(()),
        Some(order) => Err(ToolError::at(
            Code::NotUtf8,
            path,
            format!("is in UTF-16 ({})", order.as_str()),
        )
        .with("encoding", order.as_str())
        .with_hint(context.phrase(Phrase::RewriteUtf16))),
    }
}

/// The edit that an error is about, when its text was not found.
fn not_found<'e>(edits: &'e [Edit], error: &TextEditError) -> Option<&'e Edit> {
    let edit = edits.get(error.details.edit?)?;
    (error.kind == TextEditErrorKind::NotFound).then_some(edit)
}

/// Replaces the error when the history shows that the edit was made before: an earlier version of
/// the file has the old text where the file has the new one now.
fn made_before(
    context: &Context<'_>,
    path: &VPath,
    now: &[u8],
    wanted: Option<&Edit>,
    error: TextEditError,
) -> TextEditError {
    let is_known = error.details.cause == Some(Mismatch::AlreadyApplied);
    let Some(edit) = wanted.filter(|edit| !is_known && !edit.new.is_empty()) else {
        return error;
    };
    let real = context
        .tree
        .real_path(path)
        .unwrap_or_else(|_| path.clone());
    let Ok(runs) = context.tree.history(HISTORY_MAX) else {
        return error;
    };
    let versions = runs
        .iter()
        .filter_map(|run| context.tree.read_before(run.id, &real).ok())
        .take(VERSIONS_MAX);
    for then in versions {
        let mut places = memchr::memmem::find_iter(&then, edit.old.as_bytes());
        let (Some(at), None) = (places.next(), places.next()) else {
            continue;
        };
        let end = at + edit.old.len();
        let left = &then[at.saturating_sub(AROUND_BYTES)..at];
        let right = &then[end..(end + AROUND_BYTES).min(then.len())];
        let wanted = [left, edit.new.as_bytes(), right].concat();
        if memchr::memmem::find(now, &wanted).is_some() {
            let mut applied = text_edit::already_applied(context.interface().edit_names());
            applied.details = error.details;
            applied.details.cause = Some(Mismatch::AlreadyApplied);
            applied.details.nearest = None;
            return applied;
        }
    }
    error
}

/// Adds a hint when the text of an edit is in another file that the caller has read.
fn meant_elsewhere(
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
            let hint = format!("{other} contains that text: edit that file if you mean it");
            return error.with("otherFile", other.as_str()).with_hint(hint);
        }
    }
    error
}

/// Names of the arguments that are not members of an edit.
const IN_ARGS: [&str; 5] = ["path", "edits", "fuzz", "ifMatch", "dryRun"];

/// Whether a name or an alias is one of a member of an edit.
fn is_of_an_edit(name: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let own = ["oldText", "newText", "replaceAll", "expect"];
    let others = arguments::ALIASES
        .iter()
        .filter(|(meant, _)| own.contains(meant))
        .flat_map(|(_, names)| *names);
    own.iter()
        .chain(others)
        .any(|known| plain(known) == plain(name))
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
