//! `patch`: changes to several files as one text.

use std::collections::BTreeMap;

use isolate_ops::patch::{Action, Change, PatchOptions, apply_patch};
use isolate_ops::{OpError, Problem};
use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::patch::{self, Act, FilePatch, Verdict};
use isolate_text::text_edit::MatchKind;
use isolate_vfs::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Tool, typed};
use crate::context::Context;
use crate::diffs::{Diffs, Diffstat};
use crate::error::ToolError;
use crate::fuzz::Fuzz;
use crate::paths::{parse_any_path, parse_path};
use crate::refused::HunkRow;
use crate::reply::{Answer, Body};
use crate::structure;
use crate::versions::{ChangeRules, Expected, expected};

pub(crate) const TOOL: Tool = Tool::changes::<Args, Report>(
    "patch",
    "Applies a patch to one or more files: a unified diff, or *** Begin Patch with Update \
            File, Add File, Delete File and Move to. The lines of a hunk decide where it goes, \
            line numbers only between several places. All files change or none does; an error \
            says what became of each hunk.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, patch),
);

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// The whole patch. Paths in it start at the root.
    pub(crate) patch: String,
    /// Path components to strip from the names in it. Default: a leading a/ or b/, but none where a header has the same name twice (git diff --no-prefix).
    pub(crate) strip: Option<usize>,
    /// How far the text may differ: none, safe (trailing spaces, quotes, accents), indent (indentation too). Default: safe.
    pub(crate) fuzz: Option<Fuzz>,
    /// Patch only if these files have these etags.
    pub(crate) if_match: Option<Vec<Expected>>,
}

pub(crate) fn patch(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    let files = patch::parse_within(&args.patch, args.strip, caps.patch_bytes, caps.patch_files)
        .map_err(|error| context.refused(error))?;
    let versions = expected(context, args.if_match)?;
    let path_of = |file: &FilePatch, name: &str| -> Result<VPath, OpError> {
        if file.name.is_empty() {
            return Err(Problem::UnnamedFile.into());
        }
        let cwd = Some(context.settings.cwd.as_deref().unwrap_or("/"));
        // git writes every character of a name on purpose.
        let path = match file.is_git {
            true => parse_any_path(name, cwd),
            false => parse_path(name, cwd),
        };
        path.map_err(OpError::refused)
    };
    let fuzz = args.fuzz.unwrap_or_default();
    all(context, &files, &path_of, versions, fuzz)
}

/// Applies the patch of one file to the path that the caller names, not to that of the patch.
pub(crate) fn one_file(
    context: &Context<'_>,
    path: &VPath,
    text: &str,
) -> Result<Answer, ToolError> {
    let files = patch::parse(text, None).map_err(|error| context.refused(error))?;
    let [file] = files.as_slice() else {
        return Err(
            ToolError::invalid(format!("the patch changes {} files", files.len()))
                .with_hint("use one action for each file"),
        );
    };
    let wanted = path.as_str().trim_start_matches('/');
    let fits = [file.name.as_str(), file.path.as_str()]
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
    let path_of = |_: &FilePatch, _: &str| Ok(path.clone());
    all(context, &files, &path_of, BTreeMap::new(), Fuzz::Safe)
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    count: usize,
    files: Vec<Row>,
    diffstat: Diffstat,
    diff: String,
    /// Lines of the diff that are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_lines: Option<u64>,
}

impl structure::Report for Report {
    const TEXTS: &'static [&'static str] = &["diff"];
}

/// What became of one file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Row {
    path: String,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_etag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Of files that differ and whose contents can be compared by lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    diffstat: Option<Diffstat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hunks: Option<Vec<HunkRow>>,
}

fn all(
    context: &Context<'_>,
    files: &[FilePatch],
    path_of: &dyn Fn(&FilePatch, &str) -> Result<VPath, OpError>,
    expected: BTreeMap<VPath, String>,
    fuzz: Fuzz,
) -> Result<Answer, ToolError> {
    let rules = ChangeRules::new(context, expected);
    let options = PatchOptions {
        fuzz: fuzz.into(),
        is_dry_run: false,
        file_bytes_max: context.settings.caps.edit_bytes,
        reads_deleted: true,
        path_of,
    };
    let (mut rows, mut diffs) = (Vec::new(), Diffs::default());
    context.operation_with(&rules, |access| {
        let patched = apply_patch(access, files, &options, &mut |change| {
            let row = row(&rules, &mut diffs, change).map_err(OpError::refused)?;
            rows.push(row);
            Ok(())
        });
        patched.map_err(|error| refused(context, error, &rows))
    })?;
    let diffstat = diffs.stat();
    let (diff, cut) = diffs.shown();
    let report = Report {
        count: rows.len(),
        files: rows,
        diffstat,
        diff,
        omitted_lines: None,
    };
    Ok(Answer::of(&report).cut(cut).body(Body::Item("diff")))
}

/// Adds what became of each file to the error of a patch.
fn refused(context: &Context<'_>, error: OpError, done: &[Row]) -> OpError {
    let rows = done.iter().map(|row| json!(row)).collect();
    match error {
        OpError::Parts(parts) => {
            for part in &parts {
                if let Some(path) = &part.path {
                    note(context, path, &part.verdicts);
                }
            }
            OpError::refused(context.parts_error(parts, rows))
        }
        OpError::Problem(Problem::PatchIsApplied) => {
            OpError::refused(context.op_error(error).with("files", rows))
        }
        error => error,
    }
}

/// The row of a file that was changed. Adds its diff to the others.
fn row(
    rules: &ChangeRules<'_, '_>,
    diffs: &mut Diffs,
    change: &Change<'_>,
) -> Result<Row, ToolError> {
    let (context, file) = (rules.context, change.file);
    let before = file.from.as_ref().unwrap_or(&file.path);
    note(context, before, &file.verdicts);
    if matches!(file.action, Action::Deleted | Action::Moved) {
        context.remember(before, None);
    }
    let is_different = change.before != change.after;
    if change.is_text
        && is_different
        && let Ok(text) = std::str::from_utf8(change.after)
    {
        super::write::note_syntax(context, file.path.as_str(), text);
    }
    let etag = match size(context, change)? {
        Some(size) => Some(context.written(&file.path, size)?),
        None => None,
    };
    let mut diffstat = None;
    if is_different {
        let nothing = "/dev/null";
        let is_new = file.action == Action::Added && file.from.is_none();
        let labels = match file.action {
            _ if is_new => (nothing, file.path.as_str()),
            Action::Deleted => (file.path.as_str(), nothing),
            _ => (before.as_str(), file.path.as_str()),
        };
        let caps = &context.settings.caps;
        diffstat = diffs.push(caps, labels, change.before, change.after);
    }
    Ok(Row {
        path: file.path.to_string(),
        action: file.action.as_str(),
        etag,
        previous_etag: rules.previous.borrow_mut().remove(before),
        from: file.from.as_ref().map(VPath::to_string),
        diffstat,
        hunks: (!file.verdicts.is_empty()).then(|| HunkRow::all(&file.verdicts)),
    })
}

/// How long the file is now; nothing of a link, and of what is deleted.
fn size(context: &Context<'_>, change: &Change<'_>) -> Result<Option<u64>, ToolError> {
    if change.file.action == Action::Deleted {
        return Ok(None);
    }
    if change.is_text {
        return Ok(Some(change.after.len() as u64));
    }
    let stat = context.tree.lstat(&change.file.path)?;
    let file = stat.filter(|stat| stat.kind == FileKind::File);
    Ok(file.map(|stat| stat.size))
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
