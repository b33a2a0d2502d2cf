//! Patches on the files of a tree.
//!
//! A patch describes the way from one state of a tree to another, file by file: each part refers to
//! the first state, and in a text of several patches, to what those before it have made.
//! [`apply_patch`] therefore takes what parts remove and read before it puts what others make at the
//! same path.

mod part;

use std::collections::BTreeSet;
use std::fmt;

use isolate_text::VPath;
use isolate_text::patch::{Act, FilePatch, Patched, Verdict};
use isolate_text::text_edit::{Fuzz, TextEditErrorKind};
use isolate_vfs::ErrorKind;

use crate::access::Access;
use crate::error::{FailedPart, OpError, Problem};

use part::{Failure, Part, Way};

/// Bytes that the hunks of one patch may be searched in: a hunk whose lines are not at its line
/// number costs several passes over its file.
pub const SEARCHED_BYTES_MAX: u64 = 64 << 20;

/// How a patch is applied.
#[derive(Clone, Copy)]
pub struct PatchOptions<'o> {
    /// How much the lines of a hunk may differ from those of the file.
    pub fuzz: Fuzz,
    /// Whether everything is rolled back at the end.
    pub is_dry_run: bool,
    /// Bytes of a file that hunks are searched in.
    pub file_bytes_max: u64,
    /// Whether the sink gets the bytes of deleted files of at most that size.
    pub reads_deleted: bool,
    /// The path of a name in the patch.
    pub path_of: &'o dyn Fn(&FilePatch, &str) -> Result<VPath, OpError>,
}

impl fmt::Debug for PatchOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatchOptions")
            .field("fuzz", &self.fuzz)
            .field("is_dry_run", &self.is_dry_run)
            .finish_non_exhaustive()
    }
}

/// What a patch did.
#[derive(Debug, Default)]
pub struct PatchReport {
    /// One for each part, in the order of the patch.
    pub files: Vec<PatchedFile>,
}

/// What a part of a patch did.
#[derive(Debug)]
pub struct PatchedFile {
    /// Where the file is now, or was.
    pub path: VPath,
    /// Where it was before, or what it is a copy of.
    pub from: Option<VPath>,
    /// What happened to it.
    pub action: Action,
    /// The lines that the patch removes.
    pub lines_removed: usize,
    /// The lines that the patch adds.
    pub lines_added: usize,
    /// What became of its hunks.
    pub verdicts: Vec<Verdict>,
    /// Whether something is different now.
    pub is_changed: bool,
}

/// What happened to a file.
///
/// The list is exhaustive on purpose: callers show an action in words of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It was made, also as a copy.
    Added,
    /// It was deleted.
    Deleted,
    /// It is at another path now.
    Moved,
    /// It was changed where it is.
    Updated,
}

impl Action {
    /// Its name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Deleted => "deleted",
            Self::Moved => "moved",
            Self::Updated => "updated",
        }
    }
}

/// A file before and after its part of a patch.
#[derive(Debug)]
pub struct Change<'c> {
    /// What happened.
    pub file: &'c PatchedFile,
    /// Whether it is a file whose bytes the patch has read or made.
    pub is_text: bool,
    /// Its content before, where that was read; of a link its target.
    pub before: &'c [u8],
    /// Its content now, where that was read.
    pub after: &'c [u8],
}

/// Takes each change while the patch is applied.
type Sink<'s> = dyn FnMut(&Change<'_>) -> Result<(), OpError> + 's;

/// Applies all parts of a patch, or nothing. `sink` gets each change when it is made.
///
/// # Errors
/// [`OpError::Parts`] with each part that cannot be applied, what the sink refuses among them; behind
/// a patch with such a part, those that follow it are not tried. [`Problem::PatchIsApplied`].
pub fn apply_patch(
    access: &Access<'_>,
    files: &[FilePatch],
    options: &PatchOptions<'_>,
    sink: &mut Sink<'_>,
) -> Result<PatchReport, OpError> {
    access.atomically(options.is_dry_run, || {
        let mut patching = Patching {
            access,
            options,
            sink,
            searched_bytes_left: SEARCHED_BYTES_MAX,
            made: BTreeSet::new(),
            report: PatchReport::default(),
            failed: Vec::new(),
        };
        let mut first = 0;
        for patch in files.chunk_by(|one, other| one.patch == other.patch) {
            patching.apply(first, patch)?;
            if !patching.failed.is_empty() {
                return Err(OpError::Parts(patching.failed));
            }
            first += patch.len();
        }
        if !patching.report.files.iter().any(|file| file.is_changed) {
            return Err(Problem::PatchIsApplied.into());
        }
        Ok(patching.report)
    })
}

/// A patch that is being applied.
struct Patching<'p> {
    access: &'p Access<'p>,
    options: &'p PatchOptions<'p>,
    sink: &'p mut Sink<'p>,
    /// What is left of [`SEARCHED_BYTES_MAX`].
    searched_bytes_left: u64,
    /// Files that earlier patches of the text have created, which later ones may change.
    made: BTreeSet<VPath>,
    report: PatchReport,
    failed: Vec<FailedPart>,
}

impl Patching<'_> {
    /// Applies one patch of the text; `first` is the index of its first part.
    fn apply(&mut self, first: usize, files: &[FilePatch]) -> Result<(), OpError> {
        let parts: Vec<Result<Part<'_>, OpError>> = files
            .iter()
            .map(|file| Part::of(file, self.options))
            .collect();
        let known: Vec<&Part<'_>> = parts.iter().flatten().collect();
        if is_tangled(&known) {
            return self.apply_lifted(first, files, parts);
        }
        for (index, part) in parts.into_iter().enumerate() {
            self.access.rules.check()?;
            let (path, part) = with_path(part);
            let put = part.and_then(|part| {
                let taken = part.take(self, Way::Direct)?;
                Ok(part.put(self, taken)?)
            });
            self.keep(first + index, &files[index], path, put)?;
        }
        Ok(())
    }

    /// Takes all parts before it puts any.
    fn apply_lifted(
        &mut self,
        first: usize,
        files: &[FilePatch],
        parts: Vec<Result<Part<'_>, OpError>>,
    ) -> Result<(), OpError> {
        let is_copy = |part: &Part<'_>| part.file.act == Act::Copy;
        let mut parts: Vec<(usize, Result<Part<'_>, OpError>)> =
            parts.into_iter().enumerate().collect();
        // What is copied is copied as it was.
        parts.sort_by_key(|(_, part)| !part.as_ref().is_ok_and(is_copy));
        let mut lifted = Vec::with_capacity(parts.len());
        for (index, part) in parts {
            self.access.rules.check()?;
            let (path, part) = with_path(part);
            let taken = part.and_then(|part| Ok((part.take(self, Way::Lifted)?, part)));
            lifted.push((index, path, taken));
        }
        lifted.sort_by_key(|(index, ..)| *index);
        for (index, path, lifted) in lifted {
            self.access.rules.check()?;
            let put = lifted.and_then(|(taken, part)| Ok(part.put(self, taken)?));
            self.keep(first + index, &files[index], path, put)?;
        }
        Ok(())
    }

    /// Records the result of a part. A lack of time or memory ends the operation.
    fn keep(
        &mut self,
        index: usize,
        file: &FilePatch,
        path: Option<VPath>,
        put: Result<PatchedFile, Failure>,
    ) -> Result<(), OpError> {
        let failure = match put {
            Ok(file) => {
                self.report.files.push(file);
                return Ok(());
            }
            Err(failure) => failure,
        };
        let is_end = match &failure.error {
            OpError::Tree(error) => {
                matches!(error.kind(), ErrorKind::Deadline | ErrorKind::OutOfMemory)
            }
            OpError::TextEdit { error, .. } => error.kind == TextEditErrorKind::Stopped,
            _ => false,
        };
        if is_end {
            return Err(failure.error);
        }
        self.failed.push(FailedPart {
            index,
            name: file.name.clone(),
            path,
            error: failure.error,
            verdicts: failure.verdicts,
        });
        Ok(())
    }

    /// The result of the hunks of a file.
    fn patched(
        &mut self,
        file: &FilePatch,
        path: &VPath,
        bytes: &[u8],
    ) -> Result<Patched, OpError> {
        let work = (bytes.len() as u64).saturating_mul(file.hunks.len() as u64);
        let Some(left) = self.searched_bytes_left.checked_sub(work) else {
            return Err(Problem::TooMuchSearched {
                path: path.clone(),
                bytes_max: SEARCHED_BYTES_MAX,
            }
            .into());
        };
        self.searched_bytes_left = left;
        let access = self.access;
        access.rules.before_edit(path, bytes)?;
        isolate_text::patch::apply(bytes, &file.hunks, self.options.fuzz, &|| {
            access.is_stopped()
        })
        .map_err(|error| OpError::text_edit(error, Some(path)))
    }

    /// Gives a change to the sink.
    fn emit(&mut self, change: &Change<'_>) -> Result<(), OpError> {
        self.made.insert(change.file.path.clone());
        (self.sink)(change)
    }
}

/// A part with the path of its file, where it has one.
fn with_path(part: Result<Part<'_>, OpError>) -> (Option<VPath>, Result<Part<'_>, Failure>) {
    match part {
        Ok(part) => (Some(part.path.clone()), Ok(part)),
        Err(error) => (None, Err(error.into())),
    }
}

/// Whether parts of the patch need each other's paths, so that their order matters.
fn is_tangled(parts: &[&Part<'_>]) -> bool {
    let meet = |one: &VPath, other: &VPath| one.starts_with(other) || other.starts_with(one);
    let is_between = |one: &Part<'_>, other: &Part<'_>| {
        let is_moved = one
            .gone()
            .zip(other.made())
            .is_some_and(|(gone, made)| meet(gone, made));
        let is_copied = other.file.act == Act::Copy && one.file.act != Act::Copy;
        is_moved || is_copied && meet(&one.path, &other.path)
    };
    parts
        .iter()
        .any(|one| parts.iter().any(|other| is_between(one, other)))
}
