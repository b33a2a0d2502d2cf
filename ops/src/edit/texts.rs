//! Edits of one file by old and new text.

use isolate_text::VPath;
use isolate_text::text_edit::{
    self, Edit, EditNames, Edited, Fuzz, Mismatch, TextEditError, TextEditErrorKind,
};
use isolate_vfs::{Error, ErrorKind, FileKind};
use memchr::memmem;

use crate::access::Access;
use crate::error::{OpError, Problem};

/// Runs and versions of a file that are searched for an edit that was made before.
const RUNS_MAX: usize = 100;
const VERSIONS_MAX: usize = 5;
/// Bytes on each side of an edit that show where it was made.
const AROUND_BYTES: usize = 40;

/// How edits of one file are made.
#[derive(Clone, Copy, Debug)]
pub struct EditOptions {
    /// How much an old text may differ from the file.
    pub fuzz: Fuzz,
    /// What errors call the parts of an edit.
    pub names: EditNames,
    /// The number of edits.
    pub edits_max: usize,
    /// Bytes of the file.
    pub file_bytes_max: u64,
}

/// A file in which edits were made.
#[derive(Debug)]
pub struct EditReport {
    /// What it held before.
    pub before: Vec<u8>,
    /// What it holds now, and what each edit did.
    pub edited: Edited,
}

/// Makes edits in one file, all or none; all of them refer to the file as it is.
///
/// # Errors
/// [`Problem::EditCount`], [`Problem::FileTooLarge`]; [`OpError::TextEdit`] of the first edit that
/// cannot be made. An edit that the history shows to be made already says so.
pub fn edit_texts(
    access: &Access<'_>,
    path: &VPath,
    edits: &[Edit],
    options: &EditOptions,
) -> Result<EditReport, OpError> {
    if edits.is_empty() || edits.len() > options.edits_max {
        return Err(Problem::EditCount {
            count: edits.len(),
            max: options.edits_max,
        }
        .into());
    }
    access.atomically(false, || {
        let Some(stat) = access.tree.stat(path)? else {
            return Err(access.tree.not_found(path).into());
        };
        if stat.kind == FileKind::Directory {
            return Err(Error::at(ErrorKind::IsDirectory, path).into());
        }
        access.rules.before_change(path, &stat)?;
        access.check_size(path, stat.size, options.file_bytes_max)?;
        let before = access.read(path)?;
        access.rules.before_edit(path, &before)?;
        access.rules.check()?;
        let edited = text_edit::apply(&before, edits, options.fuzz, options.names, &|| {
            access.is_stopped()
        })
        .map_err(|error| {
            let error = made_before(access, path, &before, edits, options.names, error);
            OpError::text_edit(error, Some(path))
        })?;
        access.rules.check()?;
        access.write(path, &edited.bytes)?;
        Ok(EditReport { before, edited })
    })
}

/// Replaces the error when the history shows that the edit was made before: an earlier version of
/// the file has the old text where the file has the new one now.
fn made_before(
    access: &Access<'_>,
    path: &VPath,
    now: &[u8],
    edits: &[Edit],
    names: EditNames,
    error: TextEditError,
) -> TextEditError {
    let is_candidate = error.kind == TextEditErrorKind::NotFound
        && error.details.cause != Some(Mismatch::AlreadyApplied);
    let edit = error.details.edit.and_then(|index| edits.get(index));
    let Some(edit) = edit.filter(|edit| is_candidate && !edit.new.is_empty()) else {
        return error;
    };
    let real = access.tree.real_path(path).unwrap_or_else(|_| path.clone());
    let Ok(runs) = access.tree.history(RUNS_MAX) else {
        return error;
    };
    let versions = runs
        .iter()
        .filter_map(|run| access.tree.read_before(run.id, &real).ok())
        .take(VERSIONS_MAX);
    for then in versions {
        let mut found = memmem::find_iter(&then, edit.old.as_bytes());
        let (Some(at), None) = (found.next(), found.next()) else {
            continue;
        };
        let end = at + edit.old.len();
        let left = &then[at.saturating_sub(AROUND_BYTES)..at];
        let right = &then[end..(end + AROUND_BYTES).min(then.len())];
        let wanted = [left, edit.new.as_bytes(), right].concat();
        if memmem::find(now, &wanted).is_some() {
            let mut applied = text_edit::already_applied(names);
            applied.details = error.details;
            applied.details.cause = Some(Mismatch::AlreadyApplied);
            applied.details.nearest = None;
            return applied;
        }
    }
    error
}
