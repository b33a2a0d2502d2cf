//! Applying patches.

use isolate_protocol::{ErrorCode, StateError, Value};
use isolate_vfs::ops::patch::{
    self, Act, FILES_MAX, FilePatch, Patched, TEXT_BYTES_MAX, Verdict, parse_within, stripped,
};
use isolate_vfs::ops::text_edit::{FILE_BYTES_MAX, Fuzz, MatchKind};
use isolate_vfs::{FileKind, RemoveOptions, VPath};

use super::fault::Worded;
use super::{Call, Fault, Trouble};

/// Bytes that the hunks of one patch may be searched in: a hunk whose lines are not at its line
/// number costs several passes over its file.
const WORK_BYTES_MAX: u64 = 64 << 20;

/// Failures that are listed after the first.
const FAILURES_MAX: usize = 5;

/// What became of one file.
struct Done {
    path: VPath,
    from: Option<VPath>,
    action: &'static str,
    lines: (usize, usize),
    verdicts: Vec<Verdict>,
    is_changed: bool,
}

/// Why a transaction is rolled back.
enum Ending {
    Trouble(Trouble),
    DryRun(Vec<Done>),
}

impl<T: Into<Trouble>> From<T> for Ending {
    fn from(trouble: T) -> Self {
        Self::Trouble(trouble.into())
    }
}

/// How the names and hunks of a patch are read.
struct Reading {
    strip: Option<usize>,
    fuzz: Fuzz,
    /// What is left of [`WORK_BYTES_MAX`].
    work_bytes: u64,
}

pub(super) fn apply_patch(call: &mut Call<'_>) -> Result<(), Fault> {
    let options = call.options(1);
    let is_dry_run = options.flag("dryRun");
    let strip = options.whole(call, "strip")?;
    let mut reading = Reading {
        strip: strip.map(|strip| usize::try_from(strip).unwrap_or(usize::MAX)),
        fuzz: match options.text("fuzz") {
            Some("none") => Fuzz::None,
            Some("indent") => Fuzz::Indent,
            _ => Fuzz::Safe,
        },
        work_bytes: WORK_BYTES_MAX,
    };
    let files = parse_within(call.text(0)?, TEXT_BYTES_MAX, FILES_MAX)
        .map_err(|refused| call.fault(Trouble::patch(refused, None)))?;
    let tree = call.tree;
    let applied: Result<Vec<Done>, Ending> = tree.atomically(|_| {
        let done = all(call, &files, &mut reading)?;
        if is_dry_run {
            return Err(Ending::DryRun(done));
        }
        Ok(done)
    });
    let done = match applied {
        Ok(done) | Err(Ending::DryRun(done)) => done,
        Err(Ending::Trouble(trouble)) => return Err(call.fault(trouble)),
    };
    for file in &done {
        note(call, file);
    }
    encode(call, is_dry_run, &done);
    Ok(())
}

/// Applies the patch to every file, so that all failures are reported; one failure rolls back all.
fn all(
    call: &mut Call<'_>,
    files: &[FilePatch],
    reading: &mut Reading,
) -> Result<Vec<Done>, Fault> {
    let mut done = Vec::with_capacity(files.len());
    let mut failures: Vec<Worded> = Vec::new();
    for file in files {
        match one(call, file, reading) {
            Ok(one) => done.push(one),
            Err(trouble) => failures.push(trouble.worded(call.method.name)?),
        }
    }
    if let Some(error) = joined(failures) {
        return Err(Fault::Error(error));
    }
    if !done.iter().any(|file| file.is_changed) {
        let text = "the patch leaves every file as it is: all of it is applied already; nothing was written";
        return Err(call.error(ErrorCode::Invalid, text));
    }
    Ok(done)
}

/// The first failure, with the sentences of the others.
fn joined(failures: Vec<Worded>) -> Option<StateError> {
    let mut failures = failures.into_iter();
    let mut first = failures.next()?;
    first.error.message.push_str("; nothing was written");
    let mut error = first.into_error();
    let more = failures.len().saturating_sub(FAILURES_MAX);
    for other in failures.by_ref().take(FAILURES_MAX) {
        error
            .message
            .push_str(&format!("\nalso {}", other.error.message));
    }
    if more > 0 {
        error.message.push_str(&format!("\nand {more} more"));
    }
    Some(error)
}

fn one(call: &mut Call<'_>, file: &FilePatch, reading: &mut Reading) -> Result<Done, Trouble> {
    let path = named(call, &file.name, reading)?;
    match file.act {
        Act::Add => add(call, file, path),
        Act::Delete => delete(call, file, path),
        Act::Update => update(call, file, path, reading),
    }
}

/// The file that a patch names; names in patches start at the root.
fn named(call: &Call<'_>, name: &str, reading: &Reading) -> Result<VPath, Fault> {
    if name.is_empty() {
        let text = "the patch does not say which file it is for; begin with --- and +++ lines, or \
                    *** Update File: PATH";
        return Err(call.error(ErrorCode::Invalid, text));
    }
    let plain = stripped(name, reading.strip);
    let absolute = format!("/{}", plain.trim_start_matches('/'));
    call.parse_path(&Value::String(absolute.as_str().into()), "path")
}

fn must_be_free(call: &Call<'_>, path: &VPath) -> Result<(), Trouble> {
    match call.tree.lstat(path)? {
        None => Ok(()),
        Some(_) => {
            let text = "file already exists; update it with hunks, or delete it first";
            Err(call.error_at(ErrorCode::Exists, text, path.as_str()).into())
        }
    }
}

fn add(call: &mut Call<'_>, file: &FilePatch, path: VPath) -> Result<Done, Trouble> {
    must_be_free(call, &path)?;
    let content = file
        .added()
        .map_err(|refused| Trouble::patch(refused, Some(&path)))?;
    call.write(&path, content.as_bytes())?;
    Ok(Done {
        path,
        from: None,
        action: "added",
        lines: file.counts(),
        verdicts: Vec::new(),
        is_changed: true,
    })
}

fn delete(call: &Call<'_>, file: &FilePatch, path: VPath) -> Result<Done, Trouble> {
    if call
        .tree
        .lstat(&path)?
        .is_some_and(|stat| stat.kind == FileKind::Directory)
    {
        let text = "it is a directory; await state.rm(path, { recursive: true }) removes it";
        return Err(call
            .error_at(ErrorCode::IsDirectory, text, path.as_str())
            .into());
    }
    call.tree.remove(&path, &RemoveOptions::new())?;
    Ok(Done {
        path,
        from: None,
        action: "deleted",
        lines: file.counts(),
        verdicts: Vec::new(),
        is_changed: true,
    })
}

fn update(
    call: &mut Call<'_>,
    file: &FilePatch,
    path: VPath,
    reading: &mut Reading,
) -> Result<Done, Trouble> {
    let size = call.tree.stat(&path)?.map_or(0, |stat| stat.size);
    if size > FILE_BYTES_MAX {
        let text = format!(
            "it has {size} bytes, a patch takes at most {FILE_BYTES_MAX}; state.replaceInFile works on larger files"
        );
        return Err(call
            .error_at(ErrorCode::FileTooLarge, &text, path.as_str())
            .into());
    }
    let work = size.saturating_mul(file.hunks.len() as u64);
    let Some(left) = reading.work_bytes.checked_sub(work) else {
        let text = format!(
            "the hunks of the patch would be looked for in more than {} MiB; apply it in several calls, some files in each",
            WORK_BYTES_MAX >> 20
        );
        return Err(call
            .error_at(ErrorCode::TooBig, &text, path.as_str())
            .into());
    };
    reading.work_bytes = left;
    let to = file.to.as_deref().map(|to| named(call, to, reading));
    let to = to.transpose()?.filter(|to| *to != path);
    if let Some(to) = &to {
        must_be_free(call, to)?;
    }
    let before = call.read(&path)?;
    let tree = call.tree;
    let patched = patch::apply(&before, &file.hunks, reading.fuzz, &|| tree.is_stopped());
    let Patched {
        bytes, verdicts, ..
    } = patched.map_err(|refused| Trouble::patch(refused, Some(&path)))?;
    let after = bytes.map_err(|refused| Trouble::patch(refused, Some(&path)))?;
    if after != before {
        call.write(&path, &after)?;
    }
    let is_changed = after != before || to.is_some();
    let lines = file.counts();
    let (path, from, action) = match to {
        None => (path, None, "updated"),
        Some(to) => {
            tree.rename(&path, &to)?;
            (to, Some(path), "moved")
        }
    };
    Ok(Done {
        path,
        from,
        action,
        lines,
        verdicts,
        is_changed,
    })
}

/// Notes hunks that did not match exactly, or were applied already.
fn note(call: &mut Call<'_>, file: &Done) {
    for (index, verdict) in file.verdicts.iter().enumerate() {
        let hunk = format!("{}: hunk {}", file.path, index + 1);
        match verdict {
            Verdict::Applied { found, .. } if *found != MatchKind::Exact => call.note(format!(
                "{hunk} was found although it differs from the file in {}",
                found.difference()
            )),
            Verdict::Already { line } => call.note(format!(
                "{hunk} is applied already, at line {line}; it was passed over"
            )),
            Verdict::Applied { .. } | Verdict::Refused(_) => {}
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn encode(call: &mut Call<'_>, is_dry_run: bool, done: &[Done]) {
    let out = &mut *call.out;
    out.object(3);
    out.string("dryRun");
    out.boolean(is_dry_run);
    out.string("files");
    out.array(done.len());
    for file in done {
        out.object(if file.from.is_some() { 6 } else { 5 });
        out.string("path");
        out.string(file.path.as_str());
        out.string("action");
        out.string(file.action);
        if let Some(from) = &file.from {
            out.string("from");
            out.string(from.as_str());
        }
        out.string("linesAdded");
        out.number(file.lines.1 as f64);
        out.string("linesRemoved");
        out.number(file.lines.0 as f64);
        out.string("hunks");
        out.array(file.verdicts.len());
        for verdict in &file.verdicts {
            let (line, found) = match verdict {
                Verdict::Applied { found, line } => (*line, found.as_str()),
                Verdict::Already { line } => (*line, "already applied"),
                Verdict::Refused(_) => (0, "refused"),
            };
            out.object(2);
            out.string("line");
            out.number(line as f64);
            out.string("match");
            out.string(found);
        }
    }
    out.string("totalFiles");
    out.number(done.len() as f64);
}
