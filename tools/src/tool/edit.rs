//! `edit`: changes to parts of a file.

use isolate_vfs::VPath;
use isolate_vfs::ops::diff;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, CHANGES, Tool, input, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::edit::{self, Edit, Fuzz, Rung};
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};
use crate::text::line_count;
use crate::utf16::Utf16;

pub(crate) const TOOL: Tool = Tool {
    name: "edit",
    about: "Replaces parts of a text file. Each oldText must be in the file exactly once, \
            unless replaceAll or expect says otherwise; copy it from read, with some lines \
            around it. All edits refer to the original file, must not overlap, and are made \
            together or not at all. Answers a diff.",
    effects: CHANGES,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, edit),
    prepare: Some(fold_legacy),
    adapt: None,
    is_offered: ALWAYS,
};

/// Files that are looked through for text that is not in the right one.
const OTHER_FILES_MAX: usize = 32;
const OTHER_FILE_BYTES_MAX: u64 = 1 << 20;
/// A text shorter than this is in many files.
const OTHER_BYTES_MIN: usize = 8;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EditArgs {
    /// The text to replace, as it is in the file.
    #[serde(alias = "old_string", alias = "old_str", alias = "old_text")]
    pub(crate) old_text: String,
    /// What to put in its place; empty to remove it.
    #[serde(alias = "new_string", alias = "new_str", alias = "new_text")]
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
    /// How far from exact: none, safe (also other trailing spaces, quotes, accents), indent (also another indentation). Default: safe.
    pub(crate) fuzz: Option<Fuzz>,
    /// Edit only if the file has this etag.
    pub(crate) if_match: Option<String>,
    /// Say what would change, and change nothing.
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
            ..Edit::default()
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

/// Makes edits in a file; also what a patch comes down to.
pub(crate) fn apply(
    context: &Context<'_>,
    path: &VPath,
    edits: &[Edit],
    fuzz: Fuzz,
    if_match: Option<&str>,
) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    if edits.is_empty() || edits.len() > caps.edits_max {
        return Err(ToolError::invalid(format!(
            "there are {} edits, 1 to {} are allowed",
            edits.len(),
            caps.edits_max
        )));
    }
    let (stat, current) = context.file(path)?;
    context.check_match(path, if_match, Some(&current))?;
    context.check_fresh(path, &current, if_match)?;
    if stat.size > caps.edit_bytes_max {
        return Err(ToolError::new(
            Code::TooLarge,
            format!(
                "{path} has {} bytes, edit takes at most {}",
                stat.size, caps.edit_bytes_max
            ),
        )
        .with_hint("change it with a program: state.replaceInFile works on larger files"));
    }
    let before = context.tree.read(path)?;
    check_encoding(path, &before)?;
    context.cancel.check()?;
    let edited = edit::apply(&before, edits, fuzz, context.cancel)
        .map_err(|error| located(path, meant_elsewhere(context, path, edits, error)))?;
    context.cancel.check()?;
    context.tree.write(path, &edited.bytes)?;
    if let Ok(text) = std::str::from_utf8(&edited.bytes) {
        super::write::note_syntax(context, path.as_str(), text);
    }
    let mut rows = Vec::new();
    for (index, made) in edited.made.iter().enumerate() {
        if made.rung != Rung::Exact {
            context.notice(format!(
                "edits[{index}] was found although oldText differs from the file in {}",
                made.rung.difference()
            ));
        }
        rows.push(json!({
            "index": index,
            "match": made.rung.as_str(),
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

/// Refuses a file whose text is not there byte by byte.
pub(crate) fn check_encoding(path: &VPath, bytes: &[u8]) -> Result<(), ToolError> {
    match Utf16::of(bytes) {
        None => Ok(()),
        Some(order) => Err(ToolError::new(
            Code::NotUtf8,
            format!("{path} is in UTF-16 ({})", order.as_str()),
        )
        .with("encoding", order.as_str())
        .with_hint(
            "read shows its text: write it anew with write and intent: \"overwrite\", which makes it UTF-8, or change its bytes with a program",
        )),
    }
}

/// Says so when the text of an edit is in another file that was looked at.
fn meant_elsewhere(
    context: &Context<'_>,
    path: &VPath,
    edits: &[Edit],
    error: ToolError,
) -> ToolError {
    let index = error.details.get("edit").and_then(Json::as_u64);
    let wanted = index
        .and_then(|index| edits.get(usize::try_from(index).ok()?))
        .filter(|edit| {
            error.code == Code::EditNotFound && edit.old.trim().len() >= OTHER_BYTES_MIN
        });
    let Some(wanted) = wanted else { return error };
    for other in context.toolbox.recently_seen(OTHER_FILES_MAX) {
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
            let hint = format!("that text is in {other}: edit that file, if it is meant");
            return error.with("otherFile", other.as_str()).with_hint(hint);
        }
    }
    error
}

/// Says which file an error is about.
fn located(path: &VPath, mut error: ToolError) -> ToolError {
    if error.code == Code::Cancelled {
        return error;
    }
    error.message = format!("{path}: {}", error.message);
    error.with("path", path.as_str())
}

/// Adds how a file has changed: a diff where it is short enough, counts in any case.
pub(crate) fn changed(
    context: &Context<'_>,
    answer: Answer,
    path: &VPath,
    before: &[u8],
    after: &[u8],
    key: &'static str,
) -> Answer {
    let caps = &context.settings.caps;
    let (Ok(old), Ok(new)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else {
        return answer.item(key, diff::binary_notice(path.as_str(), path.as_str()));
    };
    let Ok(text) = diff::unified(old, new, path.as_str(), path.as_str()) else {
        return answer;
    };
    let count = |sign: char, header: &str| {
        text.lines()
            .filter(|line| line.starts_with(sign) && !line.starts_with(header))
            .count()
    };
    let (added, removed) = (count('+', "+++ "), count('-', "--- "));
    let answer = answer
        .fact("diffstat", json!({ "added": added, "removed": removed }))
        .maybe("firstChangedLine", first_changed_line(&text))
        .fact("totalLines", line_count(new));
    if text.is_empty() {
        return answer.item(key, "").body(Body::Item(key));
    }
    if text.len() > caps.diff_bytes_max || added + removed > caps.diff_lines_max {
        return answer.cut(Some(Cut {
            limit: if text.len() > caps.diff_bytes_max {
                "bytes"
            } else {
                "lines"
            },
            unit: "lines",
            shown: 0,
            omitted: Some(text.lines().count() as u64),
            next: "the diff is too long to show; read the file from firstChangedLine".to_owned(),
        }));
    }
    answer.item(key, text).body(Body::Item(key))
}

/// The first line of the new file that a diff changes.
fn first_changed_line(text: &str) -> Option<usize> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("@@ "));
    let header = lines.next()?;
    let new = header.split(" +").nth(1)?;
    let start: usize = new.split([',', ' ']).next()?.parse().ok()?;
    let same = lines.take_while(|line| line.starts_with(' ')).count();
    Some(start.max(1) + same)
}

/// A single edit given at the top level, as older interfaces do.
fn fold_legacy(args: &mut Json) {
    let Some(object) = args.as_object_mut() else {
        return;
    };
    if object.contains_key("edits") {
        return;
    }
    let mut take = |names: &[&str]| names.iter().find_map(|name| object.remove(*name));
    let old = take(&["oldText", "old_string", "old_str"]);
    let new = take(&["newText", "new_string", "new_str"]);
    let all = take(&["replaceAll", "replace_all"]);
    if let (Some(old), Some(new)) = (old, new) {
        let mut edit = json!({ "oldText": old, "newText": new });
        if let Some(all) = all {
            edit["replaceAll"] = all;
        }
        object.insert("edits".to_owned(), json!([edit]));
    }
}
