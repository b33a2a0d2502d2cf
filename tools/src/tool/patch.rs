//! `patch`: changes to several files as one text.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::patch::{self, Act, FilePatch, Patched, Verdict};
use isolate_text::text_edit::{MatchKind, TextEditError};
use isolate_vfs::patching::{self, Change, Obstacle};
use isolate_vfs::{FileKind, Stat, Tree};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::{Context, parse_any_path, parse_path};
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
    output: || crate::structure::untyped("patch"),
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
    /// Path components to strip from the names in it. Default: a leading a/ or b/, but none where a header has the same name twice (git diff --no-prefix).
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
    let files = patch::parse_within(&args.patch, args.strip, caps.patch_bytes, caps.patch_files)
        .map_err(|error| context.refused(error))?;
    let versions = expected(context, args.if_match)?;
    let named = |file: &FilePatch, name: &str| -> Result<VPath, ToolError> {
        if file.name.is_empty() {
            return Err(ToolError::invalid("the patch names no file")
                .with_hint("begin with --- and +++ lines, or *** Update File: PATH"));
        }
        let cwd = Some(context.settings.cwd.as_deref().unwrap_or("/"));
        // git writes every character of a name on purpose.
        match file.is_git {
            true => parse_any_path(name, cwd),
            false => parse_path(name, cwd),
        }
    };
    let fuzz = args.fuzz.unwrap_or_default();
    all(context, &files, &named, &versions, fuzz)
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
    let named = |_: &FilePatch, _: &str| Ok(path.clone());
    all(context, &files, &named, &BTreeMap::new(), Fuzz::Safe)
}

/// How a caller turns the names of a patch into paths.
type Named<'n> = dyn Fn(&FilePatch, &str) -> Result<VPath, ToolError> + 'n;

/// A call that applies a patch.
struct Patching<'p, 'c> {
    context: &'p Context<'c>,
    named: &'p Named<'p>,
    versions: &'p BTreeMap<VPath, String>,
    fuzz: Fuzz,
    diffs: Diffs,
    /// The versions of files before they changed.
    previous: BTreeMap<VPath, String>,
    /// What patches of this call have made, which those behind them may change.
    made: BTreeSet<VPath>,
    /// What became of the hunks of a file that does not fit.
    unfit: RefCell<Vec<Json>>,
}

/// Why a file was not patched.
struct Failed {
    error: ToolError,
    hunks: Vec<Json>,
}

impl From<ToolError> for Failed {
    fn from(error: ToolError) -> Self {
        Self {
            error,
            hunks: Vec::new(),
        }
    }
}

impl From<isolate_vfs::Error> for Failed {
    fn from(error: isolate_vfs::Error) -> Self {
        ToolError::from(error).into()
    }
}

/// What became of one file.
struct Done {
    row: Json,
    is_changed: bool,
}

fn all(
    context: &Context<'_>,
    files: &[FilePatch],
    named: &Named<'_>,
    versions: &BTreeMap<VPath, String>,
    fuzz: Fuzz,
) -> Result<Answer, ToolError> {
    let mut patching = Patching {
        context,
        named,
        versions,
        fuzz,
        diffs: Diffs::default(),
        previous: BTreeMap::new(),
        made: BTreeSet::new(),
        unfit: RefCell::default(),
    };
    let mut rows = Vec::new();
    let mut first_error: Option<ToolError> = None;
    let mut changes = 0;
    let applied = patching::apply(&mut patching, files);
    for (file, one) in files.iter().zip(applied) {
        match one {
            Ok(done) => {
                changes += usize::from(done.is_changed);
                rows.push(done.row);
            }
            Err(Failed { error, .. }) if error.code == Code::Cancelled => return Err(error),
            Err(Failed { error, hunks }) => {
                rows.push(json!({
                    "path": file.name,
                    "error": error.code.as_str(),
                    "message": error.message,
                    "hunks": hunks,
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
    let (answer, text) = patching.diffs.finish(answer);
    Ok(answer.item("diff", text).body(Body::Item("diff")))
}

impl patching::Access for Patching<'_, '_> {
    type Error = Failed;
    type Done = Done;

    fn tree(&self) -> &Tree {
        self.context.tree
    }

    fn path(&self, file: &FilePatch, name: &str) -> Result<VPath, Failed> {
        Ok((self.named)(file, name)?)
    }

    fn check(&mut self, file: &FilePatch, path: &VPath, stat: &Stat) -> Result<(), Failed> {
        let context = self.context;
        context.cancel.check()?;
        let if_match = self.versions.get(path).map(String::as_str);
        if file.act == Act::Copy || file.patch > 0 && self.made.contains(path) {
            return Ok(());
        }
        // Nobody reads a link before it changes.
        if file.act == Act::Delete || stat.kind == FileKind::Symlink {
            return Ok(check_strict(context, path, if_match)?);
        }
        let current = context.version(path)?.unwrap_or_default();
        context.check_fresh(path, &current, if_match)?;
        self.previous.insert(path.clone(), current);
        Ok(())
    }

    fn read(&mut self, path: &VPath) -> Result<Vec<u8>, Failed> {
        let max = self.context.settings.caps.edit_bytes;
        let stat = self.context.existing(path)?;
        if stat.size > max {
            let text = format!("has {} bytes; patch takes at most {max}", stat.size);
            return Err(ToolError::at(Code::TooLarge, path, text).into());
        }
        Ok(self.context.tree.read(path)?)
    }

    fn read_deleted(&mut self, path: &VPath, stat: &Stat) -> Result<Vec<u8>, Failed> {
        let is_shown =
            stat.kind == FileKind::File && stat.size <= self.context.settings.caps.edit_bytes;
        match is_shown {
            true => Ok(self.context.tree.read(path)?),
            false => Ok(Vec::new()),
        }
    }

    fn write(&mut self, path: &VPath, bytes: &[u8]) -> Result<(), Failed> {
        self.context.cancel.check()?;
        Ok(self.context.tree.write(path, bytes)?)
    }

    fn patched(&mut self, file: &FilePatch, path: &VPath, bytes: &[u8]) -> Result<Patched, Failed> {
        let context = self.context;
        super::edit::check_encoding(context, path, bytes)?;
        let patched = patch::apply(bytes, &file.hunks, self.fuzz.into(), &|| {
            context.cancel.is_cancelled()
        });
        let patched = patched.map_err(|error| self.refused(path, error))?;
        note(context, path, &patched.verdicts);
        if patched.bytes.is_err() {
            self.unfit.replace(hunk_rows(&patched.verdicts));
        }
        Ok(patched)
    }

    fn refused(&self, _path: &VPath, error: TextEditError) -> Failed {
        Failed {
            error: self.context.refused(error),
            hunks: self.unfit.take(),
        }
    }

    fn obstacle(&self, path: &VPath, obstacle: Obstacle) -> Failed {
        match obstacle {
            Obstacle::Exists => ToolError::at(Code::Exists, path, "exists")
                .with_hint("update it with hunks, or delete it first"),
            Obstacle::Directory => ToolError::at(Code::IsDirectory, path, "is a directory")
                .with_hint(self.context.phrase(Phrase::RemoveDirectory)),
            _ => self.context.missing(path),
        }
        .into()
    }

    fn in_file(&self, path: &VPath, failed: Failed) -> Failed {
        let interface = self.context.interface();
        Failed {
            error: failed.error.in_file(path).for_interface(interface),
            hunks: failed.hunks,
        }
    }

    fn done(&mut self, file: &FilePatch, change: Change) -> Result<Done, Failed> {
        let context = self.context;
        let action = match file.act {
            Act::Add | Act::Copy => "added",
            Act::Delete => "deleted",
            Act::Update if change.from.is_some() => "moved",
            Act::Update => "updated",
        };
        self.made.insert(change.path.clone());
        let mut row = json!({ "path": change.path.as_str(), "action": action });
        let before = change.from.as_ref().unwrap_or(&change.path);
        if file.act == Act::Delete || file.act == Act::Update && change.from.is_some() {
            context.remember(before, None);
        }
        if change.is_text
            && change.before != change.after
            && let Ok(text) = std::str::from_utf8(&change.after)
        {
            super::write::note_syntax(context, change.path.as_str(), text);
        }
        if let Some(size) = self.size(file, &change)? {
            row["etag"] = context.written(&change.path, size)?.into();
        }
        if let Some(previous) = self.previous.remove(before) {
            row["previousEtag"] = previous.into();
        }
        if let Some(from) = &change.from {
            row["from"] = from.as_str().into();
        }
        if change.before != change.after {
            let nothing = "/dev/null";
            let labels = match file.act {
                Act::Add => (nothing, change.path.as_str()),
                Act::Delete => (change.path.as_str(), nothing),
                Act::Update | Act::Copy => (before.as_str(), change.path.as_str()),
            };
            let caps = &context.settings.caps;
            let stat = self.diffs.push(caps, labels, &change.before, &change.after);
            row["diffstat"] = stat;
        }
        if !change.verdicts.is_empty() {
            row["hunks"] = hunk_rows(&change.verdicts).into();
        }
        Ok(Done {
            row,
            is_changed: change.is_changed,
        })
    }
}

impl Patching<'_, '_> {
    /// How long the file is now; nothing of a link, and of what is deleted.
    fn size(&self, file: &FilePatch, change: &Change) -> Result<Option<u64>, ToolError> {
        if file.act == Act::Delete {
            return Ok(None);
        }
        if change.is_text {
            return Ok(Some(change.after.len() as u64));
        }
        let stat = self.context.tree.lstat(&change.path)?;
        let file = stat.filter(|stat| stat.kind == FileKind::File);
        Ok(file.map(|stat| stat.size))
    }
}

fn hunk_rows(verdicts: &[Verdict]) -> Vec<Json> {
    verdicts.iter().enumerate().map(hunk_row).collect()
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
