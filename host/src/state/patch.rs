//! Applying patches.

use isolate_ops::OpError;
use isolate_protocol::{ErrorCode, Value};
use isolate_text::VPath;
use isolate_text::patch::{
    self, Act, FILES_MAX, FilePatch, Patched, TEXT_BYTES_MAX, Verdict, parse_within,
};
use isolate_text::text_edit::{FILE_BYTES_MAX, Fuzz, MatchKind, TextEditError};
use isolate_vfs::patching::{self, Access, Change, Obstacle};
use isolate_vfs::{Stat, Tree};

use super::{Call, Fault, Trouble};

/// Bytes that the hunks of one patch may be searched in: a hunk whose lines are not at its line
/// number costs several passes over its file.
const WORK_BYTES_MAX: u64 = 64 << 20;

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

/// A call that applies a patch.
struct Patching<'c, 'a> {
    call: &'c mut Call<'a>,
    fuzz: Fuzz,
    /// What is left of [`WORK_BYTES_MAX`].
    work_bytes: u64,
}

pub(super) fn apply_patch(call: &mut Call<'_>) -> Result<(), Fault> {
    let options = call.options(1);
    let is_dry_run = options.flag("dryRun");
    let strip = options.whole(call, "strip")?;
    let strip = strip.map(|strip| usize::try_from(strip).unwrap_or(usize::MAX));
    let fuzz = match options.text("fuzz") {
        Some("none") => Fuzz::None,
        Some("indent") => Fuzz::Indent,
        _ => Fuzz::Safe,
    };
    let files = parse_within(call.text(0)?, strip, TEXT_BYTES_MAX, FILES_MAX)
        .map_err(|refused| call.fault(OpError::text_edit(refused, None)))?;
    let tree = call.tree;
    let applied: Result<Vec<Done>, Ending> = tree.atomically(|_| {
        let done = all(call, &files, fuzz)?;
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
fn all(call: &mut Call<'_>, files: &[FilePatch], fuzz: Fuzz) -> Result<Vec<Done>, Fault> {
    let mut done = Vec::with_capacity(files.len());
    let mut failures: Vec<OpError> = Vec::new();
    let applied = patching::apply(
        &mut Patching {
            call,
            fuzz,
            work_bytes: WORK_BYTES_MAX,
        },
        files,
    );
    for one in applied {
        match one {
            Ok(one) => done.push(one),
            Err(Trouble::Op(error)) => failures.push(error),
            Err(Trouble::Fault(fault)) => return Err(fault),
        }
    }
    if !failures.is_empty() {
        return Err(call.fault(OpError::Parts(failures)));
    }
    if !done.iter().any(|file| file.is_changed) {
        let text = "the patch leaves every file as it is: all of it is applied already; nothing was written";
        return Err(call.error(ErrorCode::Invalid, text));
    }
    Ok(done)
}

impl Access for Patching<'_, '_> {
    type Error = Trouble;
    type Done = Done;

    fn tree(&self) -> &Tree {
        self.call.tree
    }

    /// Names in patches start at the root.
    fn path(&self, file: &FilePatch, name: &str) -> Result<VPath, Trouble> {
        if file.name.is_empty() {
            let text = "the patch does not say which file it is for; begin with --- and +++ lines, or \
                        *** Update File: PATH";
            return Err(self.call.error(ErrorCode::Invalid, text).into());
        }
        let absolute = format!("/{}", name.trim_start_matches('/'));
        let path = Value::String(absolute.as_str().into());
        Ok(self.call.parse_path(&path, "path")?)
    }

    fn check(&mut self, _file: &FilePatch, _path: &VPath, _stat: &Stat) -> Result<(), Trouble> {
        Ok(())
    }

    fn read(&mut self, path: &VPath) -> Result<Vec<u8>, Trouble> {
        let size = self.call.tree.stat(path)?.map_or(0, |stat| stat.size);
        if size > FILE_BYTES_MAX {
            let text = format!(
                "it has {size} bytes, a patch takes at most {FILE_BYTES_MAX}; state.replaceInFile works on larger files"
            );
            let error = self
                .call
                .error_at(ErrorCode::FileTooLarge, &text, path.as_str());
            return Err(error.into());
        }
        self.call.read(path)
    }

    fn write(&mut self, path: &VPath, bytes: &[u8]) -> Result<(), Trouble> {
        self.call.write(path, bytes)
    }

    fn patched(
        &mut self,
        file: &FilePatch,
        path: &VPath,
        bytes: &[u8],
    ) -> Result<Patched, Trouble> {
        let work = (bytes.len() as u64).saturating_mul(file.hunks.len() as u64);
        let Some(left) = self.work_bytes.checked_sub(work) else {
            let text = format!(
                "the hunks of the patch would be looked for in more than {} MiB; apply it in several calls, some files in each",
                WORK_BYTES_MAX >> 20
            );
            let error = self.call.error_at(ErrorCode::TooBig, &text, path.as_str());
            return Err(error.into());
        };
        self.work_bytes = left;
        let tree = self.call.tree;
        let patched = patch::apply(bytes, &file.hunks, self.fuzz, &|| tree.is_stopped());
        patched.map_err(|refused| self.refused(path, refused))
    }

    fn refused(&self, path: &VPath, error: TextEditError) -> Trouble {
        OpError::text_edit(error, Some(path)).into()
    }

    fn obstacle(&self, path: &VPath, obstacle: Obstacle) -> Trouble {
        let (code, text) = match obstacle {
            Obstacle::Exists => (
                ErrorCode::Exists,
                "file already exists; update it with hunks, or delete it first",
            ),
            Obstacle::Directory => (
                ErrorCode::IsDirectory,
                "it is a directory; await state.rm(path, { recursive: true }) removes it",
            ),
            _ => return self.call.tree.not_found(path).into(),
        };
        self.call.error_at(code, text, path.as_str()).into()
    }

    fn done(&mut self, file: &FilePatch, change: Change) -> Result<Done, Trouble> {
        Ok(Done {
            action: match file.act {
                Act::Add | Act::Copy => "added",
                Act::Delete => "deleted",
                Act::Update if change.from.is_some() => "moved",
                Act::Update => "updated",
            },
            path: change.path,
            from: change.from,
            lines: file.counts(),
            verdicts: change.verdicts,
            is_changed: change.is_changed,
        })
    }
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
