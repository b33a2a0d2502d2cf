//! Where the text of an edit is: each kind of match in turn, until one has a place.

use std::rc::Rc;

use super::error::{Hint, Subject, TextEditError};
use super::kind::TextEditErrorKind;
use super::place::{Found, MatchKind, Place};
use super::view::{Folding, View};
use super::{Edit, Fuzz, gutter, hints, indent};
use crate::ops::text::{ends_lines_with_returns, line_of, shown};

/// Places that one edit may replace: more than lines of a file that people edit.
const PLACES_MAX: usize = 1 << 20;
/// Places that are counted where only one may be meant.
const COUNTED_MAX: usize = 4_096;

/// Places that an error lists.
const LISTED_MAX: usize = 10;

/// Finds the places of an edit by the first kind of match that has any.
pub(super) fn locate(
    file: &[u8],
    text: Option<&str>,
    edit: &Edit,
    fuzz: Fuzz,
    subject: Subject,
) -> Result<Found, TextEditError> {
    let exact = occurrences(file, edit.old.as_bytes(), edit.places_max());
    if !exact.is_empty() {
        let spans = exact.into_iter().map(|at| (at, at + edit.old.len()));
        return choose(file, edit, MatchKind::Exact, spans.collect(), subject);
    }
    let Some(text) = text else {
        return Err(not_utf8(subject));
    };
    if let Some(located) = by_views(file, text, edit, fuzz, subject)? {
        return Ok(located);
    }
    // Characters that a boundary added to text like its delimiter are not part of the file.
    if edit.old.contains("<\u{200b}") {
        let old = edit.old.replace("<\u{200b}", "<");
        let new = edit.new.replace("<\u{200b}", "<");
        let bare = Edit {
            old,
            new,
            ..edit.clone()
        };
        return locate(file, Some(text), &bare, fuzz, subject);
    }
    if fuzz != Fuzz::None {
        if let Some((old, new)) = gutter::without(&edit.old, &edit.new) {
            let bare = Edit {
                old,
                new,
                ..edit.clone()
            };
            let exact = occurrences(file, bare.old.as_bytes(), edit.places_max());
            let found = if exact.is_empty() {
                by_views(file, text, &bare, fuzz, subject)?
            } else {
                let spans = exact.into_iter().map(|at| (at, at + bare.old.len()));
                Some(choose(
                    file,
                    &bare,
                    MatchKind::Gutter,
                    spans.collect(),
                    subject,
                )?)
            };
            if let Some(located) = found {
                return Ok(Found {
                    kind: MatchKind::Gutter,
                    ..located
                });
            }
        }
        if let Some(located) = by_indent(file, text, edit, fuzz, subject)? {
            return Ok(located);
        }
        if let Some((old, new)) = gutter::without(&edit.old, &edit.new) {
            let bare = Edit {
                old,
                new,
                ..edit.clone()
            };
            if let Some(located) = by_indent(file, text, &bare, fuzz, subject)? {
                return Ok(Found {
                    kind: MatchKind::Gutter,
                    ..located
                });
            }
        }
    }
    Err(hints::not_found(text, edit, subject))
}

/// Lines with another indentation, which may also differ as the kinds before allow.
fn by_indent(
    file: &[u8],
    text: &str,
    edit: &Edit,
    fuzz: Fuzz,
    subject: Subject,
) -> Result<Option<Found>, TextEditError> {
    let returns = ends_lines_with_returns(file);
    let folding = |unicode| {
        Some(Folding {
            trims: true,
            unicode,
            returns,
        })
    };
    let kinds = [
        (MatchKind::Indent, None),
        (MatchKind::IndentTrailingSpace, folding(false)),
        (MatchKind::IndentUnicode, folding(true)),
    ];
    for (kind, folding) in kinds {
        let places = indent::find(text, edit, fuzz, folding);
        if !places.is_empty() {
            return choose_places(file, edit, kind, places, subject).map(Some);
        }
    }
    Ok(None)
}

fn by_views(
    file: &[u8],
    text: &str,
    edit: &Edit,
    fuzz: Fuzz,
    subject: Subject,
) -> Result<Option<Found>, TextEditError> {
    let old = edit.old.as_str();
    let kinds = [
        (MatchKind::Eol, false, false),
        (MatchKind::TrailingSpace, true, false),
        (MatchKind::Unicode, true, true),
    ];
    let count = if fuzz == Fuzz::None { 1 } else { kinds.len() };
    let returns = ends_lines_with_returns(file);
    for (kind, trims, unicode) in kinds.into_iter().take(count) {
        let folding = Folding {
            trims,
            unicode,
            returns,
        };
        let needle = View::new(old, folding).text;
        if needle.is_empty() {
            continue;
        }
        let view = View::new(text, folding);
        let found = occurrences(view.text.as_bytes(), needle.as_bytes(), edit.places_max());
        if found.is_empty() {
            continue;
        }
        let spans: Vec<(usize, usize)> = found
            .iter()
            .filter_map(|&at| view.original(at, at + needle.len()))
            // A check: the original piece folds to the wanted text.
            .filter(|&(from, to)| View::new(&text[from..to], folding).text == needle)
            .collect();
        if spans.is_empty() {
            return Err(unsafe_boundary(old, subject));
        }
        return choose(file, edit, kind, spans, subject).map(Some);
    }
    Ok(None)
}

fn not_utf8(subject: Subject) -> TextEditError {
    const ONLY_EXACT: &str =
        "and the file is not UTF-8, so nothing but exact text can be found in it";
    match subject {
        Subject::Edit(names) => TextEditError::new(
            TextEditErrorKind::NotUtf8,
            format!("{} is not in the file as it is, {ONLY_EXACT}", names.old),
        )
        .with_hint(format!(
            "copy {} exactly as it is, from bytes that are UTF-8, or use a program for bytes",
            names.old
        )),
        Subject::Hunk => TextEditError::new(
            TextEditErrorKind::NotUtf8,
            format!("its lines are not in the file as they are, {ONLY_EXACT}"),
        )
        .with_hint(
            "copy the lines of the hunk exactly as they are, from bytes that are UTF-8, or use a program for bytes",
        ),
    }
}

fn unsafe_boundary(old: &str, subject: Subject) -> TextEditError {
    let what = match subject {
        Subject::Edit(names) => names.old,
        Subject::Hunk => "the text of the hunk",
    };
    TextEditError::new(
        TextEditErrorKind::UnsafeBoundary,
        format!(
            "{what} {} begins or ends inside a character of the file that stands for several letters or for a letter with its accent",
            shown(old)
        ),
    )
}

impl Edit {
    /// Places that are counted; so many are too many.
    const fn places_max(&self) -> usize {
        if self.replace_all || self.expect.is_some() {
            PLACES_MAX + 1
        } else {
            COUNTED_MAX
        }
    }
}

/// The places of a needle, overlapping ones too.
pub(super) fn occurrences(hay: &[u8], needle: &[u8], places_max: usize) -> Vec<usize> {
    let mut found = Vec::new();
    if needle.is_empty() {
        return found;
    }
    let finder = memchr::memmem::Finder::new(needle);
    let mut from = 0;
    while found.len() < places_max
        && let Some(step) = hay.get(from..).and_then(|rest| finder.find(rest))
    {
        found.push(from + step);
        from += step + 1;
    }
    found
}

fn choose(
    file: &[u8],
    edit: &Edit,
    kind: MatchKind,
    spans: Vec<(usize, usize)>,
    subject: Subject,
) -> Result<Found, TextEditError> {
    let new: Rc<str> = edit.new.as_str().into();
    let places = spans
        .into_iter()
        .map(|(start, end)| Place {
            start,
            end,
            new: Rc::clone(&new),
        })
        .collect();
    choose_places(file, edit, kind, places, subject)
}

/// A single place is taken; several need the caller's permission.
fn choose_places(
    file: &[u8],
    edit: &Edit,
    kind: MatchKind,
    mut places: Vec<Place>,
    subject: Subject,
) -> Result<Found, TextEditError> {
    let count = places.len();
    if count == 1 || !subject.is_edit() {
        return Ok(Found { kind, places });
    }
    if edit.replace_all || edit.expect.is_some() {
        if count > PLACES_MAX {
            return Err(TextEditError::new(
                TextEditErrorKind::TooLarge,
                format!(
                    "{} there more than {PLACES_MAX} times, too often for one edit",
                    subject.old_is()
                ),
            )
            .with_hint(Hint::ReplaceMany));
        }
        let mut end = 0;
        places.retain(|place| {
            let fits = place.start >= end;
            if fits {
                end = place.end;
            }
            fits
        });
        return Ok(Found { kind, places });
    }
    Err(ambiguous(file, kind, &places, subject))
}

pub(crate) fn ambiguous(
    file: &[u8],
    kind: MatchKind,
    places: &[Place],
    subject: Subject,
) -> TextEditError {
    let lines: Vec<usize> = places
        .iter()
        .take(LISTED_MAX)
        .map(|place| line_of(file, place.start))
        .collect();
    let listed: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let more = if places.len() > LISTED_MAX {
        ", …"
    } else {
        ""
    };
    let all = String::from_utf8_lossy(file);
    let rows: Vec<&str> = all.lines().collect();
    let mut excerpt = String::new();
    for &line in &lines {
        let from = line.saturating_sub(2);
        for (index, row) in rows.iter().enumerate().take(line + 1).skip(from) {
            let row = crate::ops::text::head(row.trim_end_matches('\r'), 200);
            excerpt.push_str(&format!("{}\t{row}\n", index + 1));
        }
        excerpt.push_str("--\n");
    }
    let at_least = if places.len() >= COUNTED_MAX {
        "at least "
    } else {
        ""
    };
    let mut refused = TextEditError::new(
        TextEditErrorKind::Ambiguous,
        format!(
            "{} in the file {at_least}{} times (compared: {}), at lines {}{more}",
            subject.old_is(),
            places.len(),
            kind.as_str(),
            listed.join(", ")
        ),
    )
    .with_excerpt(excerpt);
    refused.details.count = Some(places.len());
    refused.details.lines = lines;
    refused.details.match_kind = Some(kind);
    match subject {
        Subject::Edit(names) => refused.with_hint(format!(
            "add lines around it to {}, or {}",
            names.old, names.several
        )),
        Subject::Hunk => refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_places_count() {
        assert_eq!(occurrences(b"aaa", b"aa", 9), [0, 1]);
        assert_eq!(occurrences(b"abab", b"ab", 9), [0, 2]);
        assert_eq!(occurrences(b"abab", b"ab", 1), [0]);
        assert!(occurrences(b"a", b"ab", 9).is_empty());
    }
}
