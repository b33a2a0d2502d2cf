//! Hunks at the lines that their headers name.
//!
//! A patch that was made for exactly this file has right numbers, and its rows are the bytes that the
//! file has and gets, with their line ends.

use super::Hunk;
use super::verdict::{Placed, Verdict};
use crate::text_edit::{MatchKind, Place, TextEditError, TextEditErrorKind};

/// The state after the previous hunks.
#[derive(Default)]
pub(super) struct Before {
    /// Where the last one ended.
    pub(super) end: usize,
    /// How many lines it was away from the line in its header.
    pub(super) drift: isize,
}

impl Before {
    /// Goes on behind a hunk that was found at a line.
    pub(super) fn pass(&mut self, hunk: &Hunk, found: usize, end: usize) {
        self.end = self.end.max(end);
        let behind = usize::from(hunk.added_behind().is_some());
        if let Some(line) = hunk.line {
            let line = line.saturating_add(behind);
            self.drift = found.cast_signed().saturating_sub(line.cast_signed());
        }
    }
}

/// The first byte of a line, counted from 1, or the end of the file behind its last line.
fn start_of(file: &[u8], line: usize) -> Option<usize> {
    match line.checked_sub(2) {
        None => (line == 1).then_some(0),
        Some(breaks) => memchr::memchr_iter(b'\n', file)
            .nth(breaks)
            .map(|at| at + 1),
    }
}

/// A hunk whose lines are at its number as they are.
pub(super) fn exact(
    file: &[u8],
    old: &str,
    new: &str,
    hunk: &Hunk,
    before: &Before,
) -> Option<Placed> {
    if !hunk.anchors.is_empty() || hunk.is_at_end {
        return None;
    }
    let line = hunk.line?;
    [before.drift, 0].into_iter().find_map(|drift| {
        let line = line.checked_add_signed(drift)?;
        let start = start_of(file, line)?;
        let end = start.checked_add(old.len())?;
        let ends = |text: &str| text.is_empty() || text.ends_with('\n') || end == file.len();
        if file.get(start..end) != Some(old.as_bytes()) || !ends(old) || !ends(new) {
            return None;
        }
        let place = Place::new(start, end, new).verbatim(hunk.keeps_line_ends);
        let found = MatchKind::Exact;
        Some((Verdict::Applied { found, line }, Some(place)))
    })
}

/// A hunk that only adds lines has nothing but its number.
pub(super) fn added(
    file: &[u8],
    line: usize,
    new: String,
    hunk: &Hunk,
    before: &Before,
) -> Result<Placed, TextEditError> {
    let refused = |why: String| {
        Err(TextEditError::new(TextEditErrorKind::NotFound, why)
            .with_hint("give the hunk some lines of the file, each with a space before it"))
    };
    if before.drift != 0 {
        return refused(
            "a hunk that only adds lines has nothing but its number, and the numbers of this patch are not those of the file".to_owned(),
        );
    }
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    let Some(start) = start_behind(file, line) else {
        return refused(format!(
            "it adds behind line {line}, and the file has {} lines",
            lines.count()
        ));
    };
    if start < file.len() && !new.ends_with('\n') {
        return refused(format!(
            "it adds a line without a line break behind line {line}, and the file goes on there"
        ));
    }
    let breaks = start > 0 && !file[..start].ends_with(b"\n");
    let new = match breaks {
        true => format!("\n{}", new.strip_suffix('\n').unwrap_or(&new)),
        false => new,
    };
    let place = Place::new(start, start, new).verbatim(hunk.keeps_line_ends && !breaks);
    let found = MatchKind::Exact;
    let line = line + 1;
    Ok((Verdict::Applied { found, line }, Some(place)))
}

/// The byte behind a line; the last one may lack its line break.
fn start_behind(file: &[u8], line: usize) -> Option<usize> {
    start_of(file, line.checked_add(1)?).or_else(|| {
        let is_last = start_of(file, line).is_some_and(|start| start < file.len());
        is_last.then_some(file.len())
    })
}
