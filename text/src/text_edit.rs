//! Edits of one file by the text that they replace.
//!
//! The text is found exactly, or with other line endings; where it is not, whole lines are found by
//! comparisons that tolerate more and more, in a fixed order: [`MatchKind`]. Tolerance is for
//! finding only: what is written is `newText`, but for lines that it repeats from `oldText`, and
//! these and all bytes outside of the places that were found stay as they are. Every edit refers to
//! the original file. One edit that cannot be made fails them all, and the error has the verdict of
//! each.

mod details;
mod ends;
mod error;
mod fold;
mod found;
mod gutter;
mod hints;
mod kind;
mod lines;
mod locate;
mod occurrences;
mod place;
mod repeats;
mod rows;
mod splice;
#[cfg(test)]
mod tests;

pub use details::{EditVerdict, Mismatch, Nearest, TextEditDetails};
pub(crate) use error::Subject;
pub use error::{EditNames, Hint, Terms, TextEditError};
pub(crate) use found::Found;
pub use hints::already_applied;
pub use kind::TextEditErrorKind;
use locate::Search;
pub(crate) use locate::ambiguous;
pub use place::MatchKind;
pub(crate) use place::Place;

use crate::lines::{ends_lines_with_returns, line_of, shown};

/// Bytes of a file that is edited, unless the caller has a bound of its own.
pub const FILE_BYTES_MAX: u64 = 2 << 20;
/// Bytes that the edits of one call may put into a file: what one file of a workspace may have.
const RESULT_BYTES_MAX: usize = 64 << 20;

/// How much the text of an edit may differ from the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fuzz {
    /// Exactly, or with other line endings.
    None,
    /// Also whole lines with other trailing spaces, quotes, dashes or accents, with line numbers
    /// copied along, and three lines or more with another indentation.
    #[default]
    Safe,
    /// Also two lines, or one long one, with another indentation.
    Indent,
}

/// One edit.
///
/// The fields are exhaustive on purpose: each caller translates edits of its own, and a new property
/// does not compile before it is translated.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// The text to find.
    pub old: String,
    /// The text to put there.
    pub new: String,
    /// Whether every place is replaced.
    pub replace_all: bool,
    /// How many places there must be.
    pub expect: Option<usize>,
}

/// What one edit did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedEdit {
    /// How it was found.
    pub kind: MatchKind,
    /// How many places were replaced.
    pub places: usize,
    /// The first line of the original that the first place covers, from 1.
    pub start_line: usize,
    /// The last one.
    pub end_line: usize,
}

/// The file after all edits.
#[derive(Debug)]
#[non_exhaustive]
pub struct Edited {
    /// What it holds now.
    pub bytes: Vec<u8>,
    /// What each edit did.
    pub applied: Vec<AppliedEdit>,
}

/// Applies edits to the bytes of a file. Errors use `names` for the parts of an edit. `is_stopped` is
/// asked before each.
///
/// # Errors
/// The first edit that cannot be made, with the verdict of each.
pub fn apply(
    file: &[u8],
    edits: &[Edit],
    fuzz: Fuzz,
    names: EditNames,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Edited, TextEditError> {
    let subject = Subject::Edit(names);
    let text = std::str::from_utf8(file).ok();
    let mut found = Vec::new();
    let mut verdicts = Vec::new();
    let mut first_error: Option<TextEditError> = None;
    for (index, edit) in edits.iter().enumerate() {
        if is_stopped() {
            return Err(TextEditError::stopped());
        }
        let one = locate_one(file, text, edit, fuzz, subject);
        verdicts.push(match &one {
            Ok(located) => EditVerdict::Found {
                kind: located.kind,
                line: line_of(file, located.places[0].start),
            },
            Err(error) => EditVerdict::Failed {
                kind: error.kind,
                message: error.message.clone(),
            },
        });
        match one {
            Ok(located) => found.push((index, located)),
            Err(error) => {
                let error = naming(error, index, edits.len());
                first_error.get_or_insert(error);
            }
        }
    }
    let error = first_error.or_else(|| overlap(file, &found));
    if let Some(error) = error {
        return Err(with_verdicts(error, verdicts));
    }
    let applied = found
        .iter()
        .map(|(_, located)| {
            let first = &located.places[0];
            AppliedEdit {
                kind: located.kind,
                places: located.places.len(),
                start_line: line_of(file, first.start),
                end_line: line_of(file, first.end.saturating_sub(1).max(first.start)),
            }
        })
        .collect();
    check_size(
        file,
        found.iter().flat_map(|(_, located)| &located.places),
        subject,
    )?;
    let places: Vec<Place> = found
        .into_iter()
        .flat_map(|(_, located)| located.narrowed(text))
        .collect();
    let bytes = splice::splice(file, text.is_some(), places);
    if bytes == file {
        return Err(TextEditError::new(
            TextEditErrorKind::NoChange,
            "the edits leave the file as it is",
        )
        .with_hint(no_change_hint(subject)));
    }
    Ok(Edited { bytes, applied })
}

/// Every place of the lines of a hunk, on the first kind that has any.
///
/// # Errors
/// Why there is none.
pub(crate) fn find(file: &[u8], hunk: &Edit, fuzz: Fuzz) -> Result<Found, TextEditError> {
    let text = std::str::from_utf8(file).ok();
    locate_one(file, text, hunk, fuzz, Subject::Hunk)
}

/// The file with the places of hunks replaced. Places do not overlap.
///
/// # Errors
/// `TooLarge` for more than 64 MiB of new text.
pub(crate) fn replace(file: &[u8], places: Vec<Place>) -> Result<Vec<u8>, TextEditError> {
    check_size(file, &places, Subject::Hunk)?;
    Ok(splice::splice(
        file,
        std::str::from_utf8(file).is_ok(),
        places,
    ))
}

/// Refuses a result that is too large: many places and a long text multiply.
fn check_size<'p>(
    file: &[u8],
    places: impl IntoIterator<Item = &'p Place>,
    subject: Subject,
) -> Result<(), TextEditError> {
    let added = places
        .into_iter()
        .fold(0_usize, |sum, place| sum.saturating_add(place.new.len()));
    check_added(file, added, subject)
}

fn check_added(file: &[u8], added: usize, subject: Subject) -> Result<(), TextEditError> {
    if added > RESULT_BYTES_MAX {
        return Err(TextEditError::new(
            TextEditErrorKind::TooLarge,
            format!(
                "the {} would put {added} bytes into a file of {}, at most {RESULT_BYTES_MAX} are allowed",
                subject.plural(),
                file.len()
            ),
        )
        .with_hint(format!(
            "replace fewer places at once, or use a shorter {}",
            subject.new_text()
        )));
    }
    Ok(())
}

fn no_change_hint(subject: Subject) -> String {
    format!("leave the edit out, or correct {}", subject.new_text())
}

fn locate_one(
    file: &[u8],
    text: Option<&str>,
    edit: &Edit,
    fuzz: Fuzz,
    subject: Subject,
) -> Result<Found, TextEditError> {
    if edit.old.is_empty() {
        let refused = TextEditError::new(
            TextEditErrorKind::Empty,
            format!("{} empty", subject.old_is()),
        );
        return Err(match subject {
            Subject::Edit(names) => refused.with_hint(format!(
                "give the text to replace as {}; to fill a file, {}",
                names.old, names.fill
            )),
            Subject::Hunk => refused,
        });
    }
    if edit.old == edit.new && subject.is_edit() {
        return Err(TextEditError::new(
            TextEditErrorKind::NoChange,
            format!(
                "{} and {} are the same: {}",
                subject.old_text(),
                subject.new_text(),
                shown(&edit.old)
            ),
        )
        .with_hint(no_change_hint(subject)));
    }
    let located = locate(file, text, edit, fuzz, subject)?;
    let count = located.places.len();
    match edit.expect {
        Some(expected) if expected != count => {
            let mut error = TextEditError::new(
                TextEditErrorKind::Ambiguous,
                format!(
                    "{} there {count} times, and expect says {expected}",
                    subject.old_is()
                ),
            )
            .with_hint("correct expect, or leave it out and add lines around the text");
            error.details.count = Some(count);
            Err(error)
        }
        _ => Ok(located),
    }
}

/// Finds the places of an edit. The byte order mark of a file is not part of its text: one in front
/// of the text to find means the beginning of the file.
fn locate(
    file: &[u8],
    text: Option<&str>,
    edit: &Edit,
    fuzz: Fuzz,
    subject: Subject,
) -> Result<Found, TextEditError> {
    let bare = edit.old.strip_prefix('\u{feff}');
    let is_inside =
        || memchr::memmem::find(file.get(1..).unwrap_or(&[]), edit.old.as_bytes()).is_some();
    let search = |edit: &Edit, is_at_beginning| {
        Search {
            file,
            text,
            edit,
            fuzz,
            subject,
            returns: ends_lines_with_returns(file),
            is_at_beginning,
        }
        .locate()
    };
    match bare {
        Some(old) if !old.is_empty() && !is_inside() => {
            let bare = Edit {
                old: old.to_owned(),
                new: edit.new.trim_start_matches('\u{feff}').to_owned(),
                ..edit.clone()
            };
            search(&bare, true)
        }
        _ => search(edit, false),
    }
}

/// Says which edit an error is about, where there are several.
fn naming(mut error: TextEditError, index: usize, count: usize) -> TextEditError {
    if count > 1 {
        error.message = format!("edits[{index}]: {}", error.message);
    }
    error.details.edit = Some(index);
    error
}

fn with_verdicts(mut error: TextEditError, verdicts: Vec<EditVerdict>) -> TextEditError {
    if verdicts.len() < 2 {
        return error;
    }
    let failed: Vec<String> = verdicts
        .iter()
        .enumerate()
        .filter(|(_, verdict)| matches!(verdict, EditVerdict::Failed { .. }))
        .map(|(index, _)| format!("edits[{index}]"))
        .collect();
    let note = match failed.len() {
        0 | 1 => "nothing was written".to_owned(),
        _ => format!(
            "nothing was written, and these need work: {}",
            failed.join(", ")
        ),
    };
    error.details.verdicts = verdicts;
    error.with_note(note)
}

fn overlap(file: &[u8], found: &[(usize, Found)]) -> Option<TextEditError> {
    let mut spans: Vec<(usize, usize, usize)> = found
        .iter()
        .flat_map(|(index, located)| {
            located
                .places
                .iter()
                .map(|place| (place.start, place.end, *index))
        })
        .collect();
    spans.sort_unstable();
    spans.windows(2).find_map(|pair| {
        let ((start, end, first), (next_start, next_end, second)) = (pair[0], pair[1]);
        if next_start >= end {
            return None;
        }
        let lines = |from: usize, to: usize| {
            format!("{}-{}", line_of(file, from), line_of(file, to.saturating_sub(1)))
        };
        let mut error = TextEditError::new(
            TextEditErrorKind::Overlap,
            format!(
                "edits[{first}] (lines {}) and edits[{second}] (lines {}) overlap; all edits refer to the original file",
                lines(start, end),
                lines(next_start, next_end)
            ),
        );
        error.details.overlap = Some([first, second]);
        Some(error)
    })
}
