//! Edits of one file: found exactly or by a fixed ladder of likenesses, applied together.
//!
//! Likeness is for finding only: what is written is `newText`, and bytes outside of the places
//! that were found stay as they are. Every edit refers to the original file. One edit that
//! cannot be made fails them all, and the error tells the verdict of each.

mod gutter;
mod hints;
mod indent;
mod locate;
mod splice;
#[cfg(test)]
mod tests;
mod view;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

pub(crate) use hints::applied;
pub(crate) use locate::{Located as Found, Place, Rung, ambiguous};

use crate::cancel::Cancel;
use crate::error::{Code, ToolError};
use crate::text::{line_of, shown};
use locate::Located;

/// Bytes that the edits of one call may put into a file: what one file of a workspace may have.
const RESULT_BYTES_MAX: usize = 64 << 20;

/// How far from exact an edit may be found.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Fuzz {
    /// Exactly, or with other line endings.
    None,
    /// Also with other trailing spaces, quotes, dashes or accents, with line numbers copied
    /// along, and three lines or more indented otherwise.
    #[default]
    Safe,
    /// Also two lines, or one long one, indented otherwise.
    Indent,
}

/// One edit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edit {
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) replace_all: bool,
    /// How many places there must be.
    pub(crate) expect: Option<usize>,
    /// Whether all places are wanted, for the caller to choose from.
    pub(crate) every_place: bool,
}

/// What one edit did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) rung: Rung,
    pub(crate) places: usize,
    /// Lines of the original that the first place covers, from 1.
    pub(crate) start_line: usize,
    pub(crate) end_line: usize,
}

/// The file after all edits.
#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) bytes: Vec<u8>,
    pub(crate) made: Vec<Made>,
}

/// Applies edits to the bytes of a file.
pub(crate) fn apply(
    file: &[u8],
    edits: &[Edit],
    fuzz: Fuzz,
    cancel: &Cancel,
) -> Result<Edited, ToolError> {
    let text = std::str::from_utf8(file).ok();
    let mut found = Vec::new();
    let mut verdicts = Vec::new();
    let mut first_error: Option<ToolError> = None;
    for (index, edit) in edits.iter().enumerate() {
        cancel.check()?;
        let one = locate_one(file, text, edit, fuzz);
        verdicts.push(match &one {
            Ok(located) => json!({
                "edit": index,
                "found": located.rung.as_str(),
                "line": line_of(file, located.places[0].start),
            }),
            Err(error) => json!({
                "edit": index,
                "error": error.code.as_str(),
                "message": error.message,
            }),
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
    let made = found
        .iter()
        .map(|(_, located)| {
            let first = &located.places[0];
            Made {
                rung: located.rung,
                places: located.places.len(),
                start_line: line_of(file, first.start),
                end_line: line_of(file, first.end.saturating_sub(1).max(first.start)),
            }
        })
        .collect();
    let places: Vec<Place> = found
        .into_iter()
        .flat_map(|(_, located)| located.places)
        .collect();
    check_size(file, &places)?;
    let bytes = splice::splice(file, text.is_some(), places);
    if bytes == file {
        return Err(ToolError::new(
            Code::EditNoChange,
            "the edits leave the file as it is",
        ));
    }
    Ok(Edited { bytes, made })
}

/// Where an edit is, on the first rung that has any place.
pub(crate) fn find(file: &[u8], edit: &Edit, fuzz: Fuzz) -> Result<Found, ToolError> {
    locate_one(file, std::str::from_utf8(file).ok(), edit, fuzz)
}

/// The file with every place replaced. Places do not overlap.
pub(crate) fn replace(file: &[u8], places: Vec<Place>) -> Result<Vec<u8>, ToolError> {
    check_size(file, &places)?;
    Ok(splice::splice(
        file,
        std::str::from_utf8(file).is_ok(),
        places,
    ))
}

/// Refuses to make a file that nobody can have meant; many places and a long text multiply.
fn check_size(file: &[u8], places: &[Place]) -> Result<(), ToolError> {
    let added = places
        .iter()
        .fold(0_usize, |sum, place| sum.saturating_add(place.new.len()));
    if added > RESULT_BYTES_MAX {
        return Err(ToolError::new(
            Code::TooLarge,
            format!(
                "the edits would put {added} bytes into a file of {}, at most {RESULT_BYTES_MAX} are allowed",
                file.len()
            ),
        )
        .with_hint("replace fewer places at once, or use a shorter newText"));
    }
    Ok(())
}

fn locate_one(
    file: &[u8],
    text: Option<&str>,
    edit: &Edit,
    fuzz: Fuzz,
) -> Result<Located, ToolError> {
    if edit.old.is_empty() {
        return Err(ToolError::new(Code::EditEmpty, "oldText is empty"));
    }
    if edit.old == edit.new && !edit.every_place {
        return Err(ToolError::new(
            Code::EditNoChange,
            format!("oldText and newText are the same: {}", shown(&edit.old)),
        ));
    }
    // The mark at the front of a file is no part of its text.
    let bare;
    let edit = match edit.old.strip_prefix('\u{feff}') {
        Some(old) if !old.is_empty() => {
            let new = edit.new.trim_start_matches('\u{feff}').to_owned();
            bare = Edit {
                old: old.to_owned(),
                new,
                ..edit.clone()
            };
            &bare
        }
        _ => edit,
    };
    let located = locate::locate(file, text, edit, fuzz)?;
    let count = located.places.len();
    match edit.expect {
        Some(expected) if expected != count => Err(ToolError::new(
            Code::EditAmbiguous,
            format!("oldText is there {count} times, and expect says {expected}"),
        )
        .with("count", count)
        .with_hint("correct expect, or leave it out and add lines around the text")),
        _ => Ok(located),
    }
}

/// Says which edit an error is about, where there are several.
fn naming(mut error: ToolError, index: usize, count: usize) -> ToolError {
    if count > 1 {
        error.message = format!("edits[{index}]: {}", error.message);
    }
    error.with("edit", index)
}

fn with_verdicts(error: ToolError, verdicts: Vec<Json>) -> ToolError {
    if verdicts.len() < 2 {
        return error;
    }
    let failed: Vec<String> = verdicts
        .iter()
        .filter(|verdict| verdict.get("error").is_some())
        .map(|verdict| format!("edits[{}]", verdict["edit"]))
        .collect();
    let hint = if failed.len() > 1 {
        format!(
            "{}; nothing was written, and these need work: {}",
            error.hint,
            failed.join(", ")
        )
    } else {
        format!("{}; nothing was written", error.hint)
    };
    error.with("edits", verdicts).with_hint(hint)
}

fn overlap(file: &[u8], found: &[(usize, Located)]) -> Option<ToolError> {
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
        Some(
            ToolError::new(
                Code::EditOverlap,
                format!(
                    "edits[{first}] (lines {}) and edits[{second}] (lines {}) overlap; all edits refer to the original file",
                    lines(start, end),
                    lines(next_start, next_end)
                ),
            )
            .with("overlap", [first, second]),
        )
    })
}
