//! Unified diffs that `patch` and `git apply` accept.
//!
//! Knows nothing of files: it is given two texts and the labels to print.
//!
//! Lines end at `\n`, which belongs to them, so a missing newline at the end is a difference.
//! The text ends in a newline: without it `git apply` calls the patch corrupt.

mod script;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Write};
use std::ops::Range;

use script::Script;

use super::stop::{Stopped, is_due};
use crate::budget::{Exhausted, charge};

/// Most lines of one text: 16 bytes for each while comparing, so at most 64 MB for both.
pub const LINES_MAX: usize = 2_000_000;

/// Unchanged lines around a change.
pub const CONTEXT_LINES: usize = 3;

/// A unified diff with its counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compared {
    /// The diff; empty if the texts are equal.
    pub text: String,
    /// Lines that only the new text has.
    pub added: usize,
    /// Lines that only the old text has.
    pub removed: usize,
    /// The first line that differs, counted from 1 in the new text.
    pub first_changed_line: Option<usize>,
    /// Whether one of two files is not text: then the diff is the [notice](binary_notice) of that, and
    /// nothing is counted.
    pub is_binary: bool,
}

/// The unified diff from `old` to `new`; empty if they are equal.
///
/// # Errors
/// As [`compare`].
pub fn unified(
    old: &str,
    new: &str,
    old_label: &str,
    new_label: &str,
) -> Result<String, DiffError> {
    Ok(compare(old, new, old_label, new_label)?.text)
}

/// The unified diff from `old` to `new` with its counts. An empty or missing text is `-0,0` or
/// `+0,0`.
///
/// Texts that differ everywhere are compared coarsely after a bounded amount of work: the
/// diff is still correct, but not the smallest.
///
/// # Errors
/// A text has more than [`LINES_MAX`] lines, or the work had to [stop](super::stop).
pub fn compare(
    old: &str,
    new: &str,
    old_label: &str,
    new_label: &str,
) -> Result<Compared, DiffError> {
    if old == new {
        return Ok(Compared::default());
    }
    let (old, new) = (lines(old)?, lines(new)?);
    let script = Script::between(&old, &new)?;
    if is_due() {
        return Err(DiffError(DiffErrorKind::Stopped));
    }
    let mut out = String::new();
    write_label("---", old_label, &mut out);
    write_label("+++", new_label, &mut out);
    let changes = script.changes();
    charge(changes.len() * 3 * size_of::<Replaced>())?;
    for hunk in hunks(&changes) {
        write_hunk(hunk, &old, &new, &mut out)?;
    }
    Ok(Compared {
        text: out,
        added: changes.iter().map(|it| it.new.len()).sum(),
        removed: changes.iter().map(|it| it.old.len()).sum(),
        first_changed_line: changes.first().map(|it| it.new.start + 1),
        is_binary: false,
    })
}

/// As [`compare`], of the contents of two files, which may not be UTF-8.
///
/// # Errors
/// As [`compare`].
pub fn compare_files(
    old: &[u8],
    new: &[u8],
    old_label: &str,
    new_label: &str,
) -> Result<Compared, DiffError> {
    match (std::str::from_utf8(old), std::str::from_utf8(new)) {
        (Ok(old), Ok(new)) => compare(old, new, old_label, new_label),
        _ if old == new => Ok(Compared::default()),
        _ => Ok(Compared {
            text: binary_notice(old_label, new_label),
            is_binary: true,
            ..Compared::default()
        }),
    }
}

/// The line that replaces the diff of files that are not text.
#[must_use]
pub fn binary_notice(old_label: &str, new_label: &str) -> String {
    format!("Binary files {old_label} and {new_label} differ\n")
}

impl From<Exhausted> for DiffError {
    fn from(_: Exhausted) -> Self {
        Self(DiffErrorKind::Stopped)
    }
}

/// Lines of the old text that lines of the new text replace; either may be none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Replaced {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// The changes between two texts, each at the position that git would name, for what compares positions.
pub(super) fn aligned_changes(old: &[&str], new: &[&str]) -> Result<Vec<Replaced>, DiffError> {
    let mut script = Script::as_git(old, new)?;
    if is_due() {
        return Err(DiffError(DiffErrorKind::Stopped));
    }
    script.slide(old, new);
    let changes = script.changes();
    // The list grows, and may have room for twice as many.
    charge(changes.len() * 2 * size_of::<Replaced>())?;
    Ok(changes)
}

pub(super) fn lines(text: &str) -> Result<Vec<&str>, DiffError> {
    let count = text.bytes().filter(|&byte| byte == b'\n').count();
    charge((count + 1).min(LINES_MAX) * size_of::<&str>() * 3 / 2)?;
    let lines: Vec<&str> = text.split_inclusive('\n').take(LINES_MAX + 1).collect();
    if lines.len() > LINES_MAX {
        return Err(DiffError(DiffErrorKind::TooLarge));
    }
    Ok(lines)
}

/// Writes the line of a label. A tab ends a label that holds a space, as `git diff` writes it.
fn write_label(sign: &str, label: &str, out: &mut String) {
    let quoted = quoted(label);
    let tab = if quoted.contains(' ') && !quoted.starts_with('"') {
        "\t"
    } else {
        ""
    };
    let _infallible = writeln!(out, "{sign} {quoted}{tab}");
}

/// A name as git writes it in a patch: in quotes if it holds control characters or quotes.
pub(crate) fn quoted(name: &str) -> Cow<'_, str> {
    if !name.contains(|c: char| c.is_control() || c == '"') {
        return name.into();
    }
    let mut out = String::from('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_ascii_control() => {
                let _infallible = write!(out, "\\{:03o}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out.into()
}

/// Groups changes whose context would touch or overlap.
fn hunks(changes: &[Replaced]) -> impl Iterator<Item = &[Replaced]> {
    changes.chunk_by(|one, next| next.old.start - one.old.end <= 2 * CONTEXT_LINES)
}

fn write_hunk(
    hunk: &[Replaced],
    old: &[&str],
    new: &[&str],
    out: &mut String,
) -> Result<(), Exhausted> {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
        return Ok(());
    };
    let before = first.old.start.min(CONTEXT_LINES);
    let after = (old.len() - last.old.end).min(CONTEXT_LINES);
    let old_start = first.old.start - before;
    let old_count = last.old.end + after - old_start;
    let new_start = first.new.start - before;
    let new_count = last.new.end + after - new_start;
    // A side without lines names the line before it: here always 0.
    let number = |start: usize, count: usize| if count == 0 { start } else { start + 1 };
    let _infallible = writeln!(
        out,
        "@@ -{},{old_count} +{},{new_count} @@",
        number(old_start, old_count),
        number(new_start, new_count),
    );
    let mut at = old_start;
    for change in hunk {
        write_lines(' ', &old[at..change.old.start], out)?;
        write_lines('-', &old[change.old.clone()], out)?;
        write_lines('+', &new[change.new.clone()], out)?;
        at = change.old.end;
    }
    write_lines(' ', &old[at..at + after], out)
}

fn write_lines(sign: char, lines: &[&str], out: &mut String) -> Result<(), Exhausted> {
    charge(lines.iter().map(|line| line.len() + 1).sum())?;
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
    Ok(())
}

/// A text has too many lines to be compared, or the work was stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffError(DiffErrorKind);

/// Why texts were not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiffErrorKind {
    /// One has more than [`LINES_MAX`] lines.
    TooLarge,
    /// The work had to [stop](super::stop).
    Stopped,
}

impl DiffError {
    /// What went wrong, for branching.
    #[must_use]
    pub fn kind(&self) -> DiffErrorKind {
        self.0
    }
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DiffErrorKind::Stopped => Stopped.fmt(f),
            DiffErrorKind::TooLarge => {
                write!(f, "content too large for diff (max {LINES_MAX} lines)")
            }
        }
    }
}

impl Error for DiffError {}
