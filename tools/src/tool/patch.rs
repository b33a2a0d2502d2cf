//! `patch`: changes to several files as one text.

use std::collections::BTreeMap;

use isolate_prompt::ToolAnnotations;
use isolate_vfs::ops::patch::{self, Act, FilePatch, Patched, Verdict};
use isolate_vfs::ops::text_edit::MatchKind;
use isolate_vfs::{FileKind, RemoveOptions, VPath};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::{Context, missing, parse_path};
use crate::diffs::Diffs;
use crate::error::{Code, ToolError};
use crate::fuzz::Fuzz;
use crate::interface::Phrase;
use crate::refused::hunk_row;
use crate::reply::{Answer, Body};
use crate::versions::{Expected, check_strict, expected};

pub(crate) const TOOL: Tool = Tool {
    name: "patch",
    about: "Applies a patch to one or more files: a unified diff, or *** Begin Patch with Update \
            File, Add File, Delete File and Move to. The lines of a hunk decide where it goes, \
            line numbers only between several places. All files change or none does; an error \
            says what became of each hunk.",
    annotations: ToolAnnotations::CHANGES,
    access: Access::Write,
    input: input::<Args>,
    call: |context, args| typed(context, args, patch),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// The whole patch. Paths in it start at the root.
    pub(crate) patch: String,
    /// Path components to strip from the names in it. Default: a leading a/ or b/.
    pub(crate) strip: Option<usize>,
    /// How far the text may differ: none, safe (trailing spaces, quotes, accents), indent (indentation too). Default: safe.
    pub(crate) fuzz: Option<Fuzz>,
    /// Patch only if these files have these etags.
    pub(crate) if_match: Option<Vec<Expected>>,
    /// Show what would change, and change nothing.
    #[expect(dead_code, reason = "the toolbox reads it before")]
    pub(crate) dry_run: Option<bool>,
}

pub(crate) fn patch(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    let files = patch::parse_within(&args.patch, caps.patch_bytes, caps.patch_files)
        .map_err(|error| context.refused(error))?;
    let versions = expected(context, args.if_match)?;
    let named = |name: &str| -> Result<VPath, ToolError> {
        if name.is_empty() {
            return Err(ToolError::invalid("the patch names no file")
                .with_hint("begin with --- and +++ lines, or *** Update File: PATH"));
        }
        let plain = patch::stripped(name, args.strip);
        parse_path(plain, Some(context.settings.cwd.as_deref().unwrap_or("/")))
    };
    all(
        context,
        &files,
        named,
        &versions,
        args.fuzz.unwrap_or_default(),
    )
}

/// Applies the patch of one file to the path that the caller names, not to that of the patch.
pub(crate) fn one_file(
    context: &Context<'_>,
    path: &VPath,
    text: &str,
) -> Result<Answer, ToolError> {
    let files = patch::parse(text).map_err(|error| context.refused(error))?;
    let [file] = files.as_slice() else {
        return Err(
            ToolError::invalid(format!("the patch changes {} files", files.len()))
                .with_hint("use one action for each file"),
        );
    };
    let wanted = path.as_str().trim_start_matches('/');
    let fits = [file.name.as_str(), patch::stripped(&file.name, None)]
        .iter()
        .map(|name| name.trim_start_matches("./").trim_start_matches('/'))
        .any(|name| name.is_empty() || name == wanted || wanted.ends_with(&format!("/{name}")));
    if !fits {
        return Err(ToolError::invalid(format!(
            "the patch changes {}, but the action names {}",
            crate::text::shown(&file.name),
            crate::text::shown(path.as_str())
        ))
        .with_hint("use one action for each file"));
    }
    if file.act == Act::Delete || file.to.is_some() {
        return Err(ToolError::invalid("the patch deletes or moves a file")
            .with_hint("use the action delete_file or rename_file"));
    }
    let named = |_: &str| Ok(path.clone());
    all(context, &files, named, &BTreeMap::new(), Fuzz::Safe)
}

/// What became of one file.
struct Done {
    row: Json,
    labels: (String, String),
    before: Vec<u8>,
    after: Vec<u8>,
}

fn all(
    context: &Context<'_>,
    files: &[FilePatch],
    named: impl Fn(&str) -> Result<VPath, ToolError>,
    versions: &BTreeMap<VPath, String>,
    fuzz: Fuzz,
) -> Result<Answer, ToolError> {
    let mut rows = Vec::new();
    let mut diffs = Diffs::default();
    let mut first_error: Option<ToolError> = None;
    let mut changes = 0;
    for file in files {
        context.cancel.check()?;
        let mut verdicts = Vec::new();
        let done = named(&file.name).and_then(|path| {
            let to = file.to.as_deref().map(&named).transpose()?;
            let if_match = versions.get(&path).map(String::as_str);
            match file.act {
                Act::Add => add(context, file, &path),
                Act::Delete => delete(context, &path, if_match),
                Act::Update => update(
                    context,
                    file,
                    &path,
                    to.as_ref(),
                    if_match,
                    fuzz,
                    &mut verdicts,
                ),
            }
            .map_err(|error| error.in_file(&path).for_interface(context.interface()))
        });
        match done {
            Ok(done) => {
                changes += usize::from(
                    done.before != done.after || file.act != Act::Update || file.to.is_some(),
                );
                let (from, to) = (done.labels.0.as_str(), done.labels.1.as_str());
                let mut row = done.row;
                if done.before != done.after {
                    row["diffstat"] = diffs.push(
                        &context.settings.caps,
                        (from, to),
                        &done.before,
                        &done.after,
                    );
                }
                if !verdicts.is_empty() {
                    row["hunks"] = verdicts.into();
                }
                rows.push(row);
            }
            Err(error) if error.code == Code::Cancelled => return Err(error),
            Err(error) => {
                rows.push(json!({
                    "path": file.name,
                    "error": error.code.as_str(),
                    "message": error.message,
                    "hunks": verdicts,
                }));
                first_error.get_or_insert(error);
            }
        }
    }
    if let Some(error) = first_error {
        let hint = format!("{}; nothing was written", error.hint);
        return Err(error.with_hint(hint).with("files", rows));
    }
    if changes == 0 {
        return Err(ToolError::new(
            Code::EditNoChange,
            "the patch changes no file: all of it is applied already",
        )
        .with_hint("continue; read the files if in doubt")
        .with("files", rows));
    }
    let answer = Answer::new().fact("count", rows.len()).fact("files", rows);
    let (answer, text) = diffs.finish(answer);
    Ok(answer.item("diff", text).body(Body::Item("diff")))
}

fn refuse_existing(context: &Context<'_>, path: &VPath) -> Result<(), ToolError> {
    match context.tree.lstat(path)? {
        None => Ok(()),
        Some(_) => Err(ToolError::at(Code::Exists, path, "exists")
            .with_hint("update it with hunks, or delete it first")),
    }
}

fn add(context: &Context<'_>, file: &FilePatch, path: &VPath) -> Result<Done, ToolError> {
    refuse_existing(context, path)?;
    let content = file.added().map_err(|error| context.refused(error))?;
    context.tree.write(path, content.as_bytes())?;
    super::write::note_syntax(context, path.as_str(), &content);
    let etag = context.written(path, content.len() as u64)?;
    Ok(Done {
        row: json!({ "path": path.as_str(), "action": "added", "etag": etag }),
        labels: ("/dev/null".to_owned(), path.to_string()),
        before: Vec::new(),
        after: content.into_bytes(),
    })
}

fn delete(context: &Context<'_>, path: &VPath, if_match: Option<&str>) -> Result<Done, ToolError> {
    let stat = context.tree.lstat(path)?.ok_or_else(|| missing(path))?;
    if stat.kind == FileKind::Directory {
        return Err(ToolError::at(Code::IsDirectory, path, "is a directory")
            .with_hint(context.phrase(Phrase::RemoveDirectory)));
    }
    check_strict(context, path, if_match)?;
    let is_shown = stat.kind == FileKind::File && stat.size <= context.settings.caps.edit_bytes;
    let before = if is_shown {
        context.tree.read(path)?
    } else {
        Vec::new()
    };
    context.tree.remove(path, &RemoveOptions::new())?;
    context.remember(path, None);
    Ok(Done {
        row: json!({ "path": path.as_str(), "action": "deleted" }),
        labels: (path.to_string(), "/dev/null".to_owned()),
        before,
        after: Vec::new(),
    })
}

fn update(
    context: &Context<'_>,
    file: &FilePatch,
    path: &VPath,
    to: Option<&VPath>,
    if_match: Option<&str>,
    fuzz: Fuzz,
    verdicts: &mut Vec<Json>,
) -> Result<Done, ToolError> {
    let (stat, current) = context.file(path)?;
    context.check_fresh(path, &current, if_match)?;
    let max = context.settings.caps.edit_bytes;
    if stat.size > max {
        return Err(ToolError::at(
            Code::TooLarge,
            path,
            format!("has {} bytes; patch takes at most {max}", stat.size),
        ));
    }
    if let Some(to) = to.filter(|to| *to != path) {
        refuse_existing(context, to)?;
    }
    let before = context.tree.read(path)?;
    super::edit::check_encoding(context, path, &before)?;
    let Patched {
        bytes,
        verdicts: found,
        ..
    } = patch::apply(&before, &file.hunks, fuzz.into(), &|| {
        context.cancel.is_cancelled()
    })
    .map_err(|error| context.refused(error))?;
    verdicts.extend(found.iter().enumerate().map(hunk_row));
    note(context, path, &found);
    let after = bytes.map_err(|error| context.refused(error))?;
    if after != before {
        context.tree.write(path, &after)?;
        if let Ok(text) = std::str::from_utf8(&after) {
            super::write::note_syntax(context, path.as_str(), text);
        }
    }
    let mut now = path;
    if let Some(to) = to.filter(|to| *to != path) {
        context.tree.rename(path, to)?;
        context.remember(path, None);
        now = to;
    }
    let etag = context.written(now, after.len() as u64)?;
    let mut row = json!({
        "path": now.as_str(),
        "action": if now == path { "updated" } else { "moved" },
        "etag": etag,
        "previousEtag": current,
    });
    if now != path {
        row["from"] = path.as_str().into();
    }
    Ok(Done {
        row,
        labels: (path.to_string(), now.to_string()),
        before,
        after,
    })
}

/// Adds notices about hunks that differ from the file or are applied already.
fn note(context: &Context<'_>, path: &VPath, verdicts: &[Verdict]) {
    for (index, verdict) in verdicts.iter().enumerate() {
        match verdict {
            Verdict::Applied { found, .. } if *found != MatchKind::Exact => {
                context.notice(format!(
                    "{path}: hunk {} was found, although it differs from the file in {}",
                    index + 1,
                    found.difference()
                ))
            }
            Verdict::Already { line } => context.notice(format!(
                "{path}: hunk {} is applied already, at line {line}; it was skipped",
                index + 1
            )),
            Verdict::Applied { .. } | Verdict::Refused(_) => {}
        }
    }
}
