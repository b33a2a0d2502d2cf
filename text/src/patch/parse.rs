//! From the text of a patch to files and hunks.

use super::rows::Lines;
use super::{Act, FilePatch, HUNKS_MAX, envelope, unified};
use crate::text_edit::{Hint, TextEditError, TextEditErrorKind};

/// The files of a patch that keeps to bounds.
///
/// # Errors
/// As [`parse`], and `TooLarge` beyond a bound.
pub fn parse_within(
    patch: &str,
    strip: Option<usize>,
    bytes_max: usize,
    files_max: usize,
) -> Result<Vec<FilePatch>, TextEditError> {
    if patch.len() > bytes_max {
        let text = format!(
            "the patch has {} bytes, at most {bytes_max} are allowed",
            patch.len()
        );
        return Err(TextEditError::new(TextEditErrorKind::TooLarge, text)
            .with_hint("send it in several calls, whole files in each"));
    }
    let files = parse(patch, strip)?;
    let hunks: usize = files.iter().map(|file| file.hunks.len()).sum();
    if files.len() > files_max || hunks > HUNKS_MAX {
        let text = format!(
            "the patch has {} files and {hunks} hunks, at most {files_max} and {HUNKS_MAX} are allowed",
            files.len()
        );
        return Err(TextEditError::new(TextEditErrorKind::TooLarge, text)
            .with_hint("send it in several calls"));
    }
    Ok(files)
}

/// The files of a patch in its order; those that it names several times are joined, but in mails of
/// `git format-patch` and in several `*** Begin Patch`, which follow each other. `strip` is how many components the names lose; by
/// default, those that are only a prefix.
///
/// # Errors
/// `Invalid` for text that is not a patch.
pub fn parse(patch: &str, strip: Option<usize>) -> Result<Vec<FilePatch>, TextEditError> {
    let lines = Lines::of(patch);
    let sections = match envelope::is_in(&lines) {
        true => envelope::files(&lines, strip)?,
        false => unified::files(&lines, strip)?,
    };
    let mut files: Vec<FilePatch> = Vec::new();
    for file in sections {
        if !file.changes_something() {
            continue;
        }
        if let Some(known) = files.iter_mut().find(|known| known.is_continued_by(&file)) {
            known.hunks.extend(file.hunks);
            known.to = known.to.take().or(file.to);
            known.is_executable = known.is_executable.or(file.is_executable);
            continue;
        }
        if files.iter().any(|known| known.excludes(&file)) {
            return Err(TextEditError::invalid(format!(
                "the patch does two things to {}",
                crate::lines::shown(file.target().unwrap_or(&file.path))
            ))
            .with_hint("say once what happens to each file"));
        }
        files.push(file);
    }
    if files.is_empty() {
        return Err(TextEditError::invalid("the patch holds no hunk").with_hint(Hint::WritePatch));
    }
    Ok(files)
}

impl FilePatch {
    fn changes_something(&self) -> bool {
        self.act != Act::Update
            || !self.hunks.is_empty()
            || self.to.is_some()
            || self.is_executable.is_some()
    }

    /// Whether another part of the patch has more hunks for the file, under its old or new path.
    fn is_continued_by(&self, other: &Self) -> bool {
        let is_update = self.act == Act::Update && other.act == Act::Update;
        let is_moved_twice = self.to.is_some() && other.to.is_some();
        let is_same = self.path == other.path
            || other.to.is_none() && self.to.as_deref() == Some(other.path.as_str());
        is_update && is_same && !is_moved_twice && self.patch == other.patch
    }

    /// Whether a later part of the patch contradicts this one. A path may lose what it has before it
    /// gets something else.
    fn excludes(&self, later: &Self) -> bool {
        let in_place = |file: &Self| file.act == Act::Update && file.to.is_none();
        let is_same = |one: Option<&str>, other: Option<&str>| one.is_some() && one == other;
        let is_made_and_deleted = later.act == Act::Delete && self.act != Act::Update;
        let is_twice = is_same(self.target(), later.target())
            || is_same(self.gone(), later.gone())
            || in_place(self) && is_same(self.target(), later.gone())
            || in_place(later) && is_same(self.gone(), later.target())
            || is_made_and_deleted && is_same(self.target(), later.gone());
        is_twice && self.patch == later.patch
    }
}
