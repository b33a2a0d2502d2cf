//! Hunks in a file: the position of each, and the file with all of them.
//!
//! Context lines stay as they are in the file, also where they were found by
//! likeness.

use super::numbers::{self, Before};
use super::verdict::{Placed, Verdict};
use super::{Hunk, Sign};
use crate::lines::{ends_lines_with_returns, line_of};
use crate::text_edit::{self, Edit, Found, Fuzz, Place, Subject, TextEditError, TextEditErrorKind};

/// A file and what became of its hunks.
#[derive(Debug)]
#[non_exhaustive]
pub struct Patched {
    /// The new content, when every hunk fits.
    pub bytes: Result<Vec<u8>, TextEditError>,
    /// One for each hunk.
    pub verdicts: Vec<Verdict>,
}

/// Applies the hunks of one file; all of them refer to the original. `is_stopped` is asked before
/// each.
///
/// # Errors
/// `Stopped` when it says so; a hunk that does not fit is a verdict of the result.
pub fn apply(
    file: &[u8],
    hunks: &[Hunk],
    fuzz: Fuzz,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Patched, TextEditError> {
    let mut verdicts = Vec::new();
    let mut places: Vec<(usize, Place)> = Vec::new();
    let mut before = Before::default();
    for (index, hunk) in hunks.iter().enumerate() {
        if is_stopped() {
            return Err(TextEditError::stopped());
        }
        match one(file, hunk, fuzz, &before) {
            Ok((verdict, place)) => {
                if let (Some(place), Verdict::Applied { line, .. }) = (&place, &verdict) {
                    before.pass(hunk, *line, place.end);
                }
                if let Some(place) = place {
                    places.extend(narrowed(file, hunk, place).map(|place| (index, place)));
                }
                verdicts.push(verdict);
            }
            Err(error) => verdicts.push(Verdict::Refused(error)),
        }
    }
    let refused = verdicts.iter().enumerate().find_map(|(index, verdict)| {
        let Verdict::Refused(error) = verdict else {
            return None;
        };
        let mut error = error.clone();
        error.message = format!("hunk {}: {}", index + 1, error.message);
        error.details.hunk = Some(index + 1);
        Some(error)
    });
    let bytes = match refused.or_else(|| overlap(file, &mut places)) {
        Some(error) => Err(error),
        None => text_edit::replace(file, places.into_iter().map(|(_, place)| place).collect()),
    };
    Ok(Patched { bytes, verdicts })
}

fn one(file: &[u8], hunk: &Hunk, fuzz: Fuzz, before: &Before) -> Result<Placed, TextEditError> {
    let (old, new) = (hunk.old(), hunk.new_text());
    if old.is_empty() {
        return match hunk.added_behind() {
            Some(line) if !hunk.is_at_end => numbers::added(file, line, new, hunk, before),
            _ => added_at_end(file, hunk, &new),
        };
    }
    if let Some(placed) = numbers::exact(file, &old, &new, hunk, before) {
        return Ok(placed);
    }
    let from = behind_anchors(file, hunk, before)?;
    let (fitted, new) = fitted_to_end(file, &old, new);
    let found = match places(file, &fitted, &new, fuzz) {
        Ok(found) => found,
        Err(error) => return already(file, hunk, &new, from, before).ok_or(error),
    };
    let kind = found.kind;
    let mut place = chosen(file, hunk, found, from, before)?;
    place.is_verbatim =
        hunk.keeps_line_ends && kind == text_edit::MatchKind::Exact && fitted == old;
    let line = line_of(file, place.start);
    Ok((Verdict::Applied { found: kind, line }, Some(place)))
}

/// Every position of whole lines.
fn places(file: &[u8], old: &str, new: &str, fuzz: Fuzz) -> Result<Found, TextEditError> {
    let edit = Edit {
        old: old.to_owned(),
        new: new.to_owned(),
        ..Edit::default()
    };
    let mut found = text_edit::find(file, &edit, fuzz)?;
    let is_by_returns = ends_lines_with_returns(file);
    found.places.retain(|place| {
        let begins = match file[..place.start].last() {
            None | Some(b'\n') => true,
            Some(b'\r') => is_by_returns,
            _ => file[..place.start] == *"\u{feff}".as_bytes(),
        };
        let ends = old.ends_with('\n') || place.end == file.len();
        begins && ends
    });
    if found.places.is_empty() {
        return Err(TextEditError::new(
            TextEditErrorKind::NotFound,
            "its text is in the file, but not as whole lines",
        )
        .with_hint("copy whole lines from the file, each behind a space or a minus"));
    }
    Ok(found)
}

/// A hunk of new lines only goes into an empty file, or to an end that it names.
fn added_at_end(file: &[u8], hunk: &Hunk, new: &str) -> Result<Placed, TextEditError> {
    if !file.is_empty() && !hunk.is_at_end {
        return Err(TextEditError::new(
            TextEditErrorKind::Empty,
            "a hunk adds lines and shows none of those around them",
        )
        .with_hint("give each hunk some lines of the file, each with a space before it"));
    }
    let breaks = !file.is_empty() && !file.ends_with(b"\n");
    let new = format!("{}{new}", if breaks { "\n" } else { "" });
    let place =
        Place::new(file.len(), file.len(), new).verbatim(hunk.keeps_line_ends && file.is_empty());
    let line = line_of(file, file.len());
    let found = text_edit::MatchKind::Exact;
    Ok((Verdict::Applied { found, line }, Some(place)))
}

/// The byte after the lines that the header names.
fn behind_anchors(file: &[u8], hunk: &Hunk, before: &Before) -> Result<usize, TextEditError> {
    let mut from = 0;
    for anchor in &hunk.anchors {
        let wanted = anchor.trim();
        let line_behind = |start: usize| {
            let mut at = start;
            file[start..]
                .split_inclusive(|&byte| byte == b'\n')
                .find_map(|row| {
                    at += row.len();
                    let row = String::from_utf8_lossy(row);
                    (row.trim() == wanted || row.trim_start().starts_with(wanted)).then_some(at)
                })
        };
        let start = from.max(if from == 0 { before.end } else { from });
        from = line_behind(start)
            .or_else(|| line_behind(from))
            .ok_or_else(|| {
                TextEditError::new(
                    TextEditErrorKind::NotFound,
                    format!("no line of the file reads {}", crate::lines::shown(wanted)),
                )
                .with_hint("write behind @@ a whole line of the file that comes before the hunk")
            })?;
    }
    Ok(from)
}

/// Adapts a hunk to a file that lacks its last line break, if the patch does not mention that.
fn fitted_to_end(file: &[u8], old: &str, mut new: String) -> (String, String) {
    let mut old = old.to_owned();
    let bare = old.trim_end_matches('\n');
    let lacks = !file.ends_with(b"\n") && old.len() == bare.len() + 1;
    if lacks && file.ends_with(bare.as_bytes()) {
        old.pop();
        if new.ends_with('\n') {
            new.pop();
        }
    }
    (old, new)
}

/// The intended position.
fn chosen(
    file: &[u8],
    hunk: &Hunk,
    found: Found,
    from: usize,
    before: &Before,
) -> Result<Place, TextEditError> {
    let Found {
        kind, mut places, ..
    } = found;
    if !hunk.anchors.is_empty() {
        places.retain(|place| place.start >= from);
        // The first position after the named lines is the intended one.
        if !places.is_empty() {
            return Ok(places.swap_remove(0));
        }
        return Err(TextEditError::new(
            TextEditErrorKind::NotFound,
            "its lines are in the file only before the line behind @@",
        )
        .with_hint("name a line behind @@ that comes before the hunk"));
    }
    if places.len() == 1 {
        return Ok(places.swap_remove(0));
    }
    if hunk.is_at_end
        && let Some(at) = places.iter().position(|place| place.end == file.len())
    {
        return Ok(places.swap_remove(at));
    }
    if let Some(line) = hunk.line {
        for drift in [before.drift, 0] {
            let wanted = line.checked_add_signed(drift);
            let at = places
                .iter()
                .position(|place| Some(line_of(file, place.start)) == wanted);
            if let Some(at) = at {
                return Ok(places.swap_remove(at));
            }
        }
    }
    let mut later = places.iter().filter(|place| place.start >= before.end);
    if let (Some(place), None, true) = (later.next(), later.next(), before.end > 0) {
        return Ok(place.clone());
    }
    Err(text_edit::ambiguous(file, kind, &places, Subject::Hunk)
        .with_hint("give the hunk more lines of the file, or a line before it behind @@"))
}

/// Whether the result of a hunk is in the file, in one position.
fn already(file: &[u8], hunk: &Hunk, new: &str, from: usize, before: &Before) -> Option<Placed> {
    // A line or two of punctuation is in many files.
    if new.trim().len() < 3 {
        return None;
    }
    let found = places(file, new, new, Fuzz::None).ok()?;
    let place = chosen(file, hunk, found, from, before).ok()?;
    let line = line_of(file, place.start);
    // Without context, the same text elsewhere proves nothing.
    let is_there = hunk.has_context() || !hunk.anchors.is_empty() || hunk.line == Some(line);
    is_there.then_some((Verdict::Already { line }, None))
}

/// The changed lines of a position; all of it where lines cannot be distinguished.
fn narrowed(file: &[u8], hunk: &Hunk, place: Place) -> impl Iterator<Item = Place> {
    let narrow = by_rows(file, hunk, &place);
    narrow.unwrap_or_else(|| vec![place]).into_iter()
}

fn by_rows(file: &[u8], hunk: &Hunk, place: &Place) -> Option<Vec<Place>> {
    let mut old = file[place.start..place.end].split_inclusive(|&byte| byte == b'\n');
    let mut new = place.new.split_inclusive('\n');
    let mut places: Vec<Place> = Vec::new();
    let mut at = place.start;
    // The change that is being collected.
    let mut open: Option<(usize, String)> = None;
    let close = |open: &mut Option<(usize, String)>, end: usize, places: &mut Vec<Place>| {
        if let Some((start, text)) = open.take() {
            places.push(Place::new(start, end, text).verbatim(place.is_verbatim));
        }
    };
    for (sign, _) in &hunk.rows {
        match sign {
            Sign::Keep => {
                let (row, text) = (old.next()?, new.next()?);
                if row.ends_with(b"\n") != text.ends_with('\n') {
                    return None;
                }
                close(&mut open, at, &mut places);
                at += row.len();
            }
            Sign::Remove => {
                open.get_or_insert_with(|| (at, String::new()));
                at += old.next()?.len();
            }
            Sign::Add => {
                open.get_or_insert_with(|| (at, String::new()))
                    .1
                    .push_str(new.next()?);
            }
        }
    }
    close(&mut open, at, &mut places);
    let is_all = old.next().is_none() && new.next().is_none() && at == place.end;
    is_all.then_some(places)
}

fn overlap(file: &[u8], places: &mut [(usize, Place)]) -> Option<TextEditError> {
    places.sort_by_key(|(_, place)| (place.start, place.end));
    places.windows(2).find_map(|pair| {
        let ((first, one), (second, other)) = (&pair[0], &pair[1]);
        let is_same_point = one.start == other.start && one.end == other.end;
        if other.start >= one.end && !is_same_point {
            return None;
        }
        Some(
            TextEditError::new(
                TextEditErrorKind::Overlap,
                format!(
                    "hunks {} and {} change the same lines, from line {}",
                    first + 1,
                    second + 1,
                    line_of(file, other.start)
                ),
            )
            .with_hint("join the two hunks into one; all hunks refer to the original file"),
        )
    })
}
