//! Where the text of an edit is: each kind of match in turn, until one has a place.

use std::rc::Rc;

use super::ends::OneEnding;
use super::error::{Hint, Subject, TextEditError};
use super::found::Found;
use super::kind::TextEditErrorKind;
use super::lines::{Tolerance, Window};
use super::occurrences::occurrences;
use super::place::{MatchKind, Place};
use super::repeats::Repeats;
use super::rows::{Row, rows, rows_of_file};
use super::{Edit, Fuzz, check_added, gutter, hints, lines};
use crate::lines::line_of;

/// Places that one edit may replace: more than lines of a file that people edit.
const PLACES_MAX: usize = 1 << 20;
/// Places that are counted where only one may be meant.
const COUNTED_MAX: usize = 4_096;

/// Places that an error lists.
const LISTED_MAX: usize = 10;

/// An edit that is looked for in a file.
pub(super) struct Search<'s> {
    pub(super) file: &'s [u8],
    /// The file, if it is text.
    pub(super) text: Option<&'s str>,
    pub(super) edit: &'s Edit,
    pub(super) fuzz: Fuzz,
    pub(super) subject: Subject,
    /// Whether `\r` alone ends the lines of the file.
    pub(super) returns: bool,
    /// Whether only the beginning of the file is meant.
    pub(super) is_at_beginning: bool,
}

/// The levels of whole lines, in the order in which they are tried.
const LEVELS: [(MatchKind, Tolerance); 5] = [
    (MatchKind::TrailingSpace, tolerance(true, false, false)),
    (MatchKind::Unicode, tolerance(true, true, false)),
    (MatchKind::Indent, tolerance(false, false, true)),
    (MatchKind::IndentTrailingSpace, tolerance(true, false, true)),
    (MatchKind::IndentUnicode, tolerance(true, true, true)),
];

const fn tolerance(trims: bool, folds: bool, shifts: bool) -> Tolerance {
    Tolerance {
        trims,
        folds,
        shifts,
    }
}

impl Search<'_> {
    /// Finds the places by the first kind of match that has any.
    pub(super) fn locate(&self) -> Result<Found, TextEditError> {
        if let Some(found) = self.exactly()? {
            return Ok(found);
        }
        let Some(text) = self.text else {
            return Err(not_utf8(self.subject));
        };
        if let Some(found) = self.by_ending(text)? {
            return Ok(found);
        }
        let mut file = rows_of_file(text, self.returns);
        if self.is_at_beginning {
            file.truncate(rows(&self.edit.old, self.returns).len());
        }
        if let Some(found) = self.without_marks(&file)? {
            return Ok(found);
        }
        if self.fuzz != Fuzz::None {
            for (kind, tolerance) in LEVELS {
                if let Some(found) = self.by_lines(&file, self.edit, kind, tolerance)? {
                    return Ok(found);
                }
            }
            if let Some(found) = self.without_numbers(&file, text)? {
                return Ok(found);
            }
        }
        Err(hints::not_found(text, self.edit, self.fuzz, self.subject))
    }

    /// The text as it stands.
    fn exactly(&self) -> Result<Option<Found>, TextEditError> {
        let old = self.edit.old.as_bytes();
        let starts = occurrences(self.file, old, self.edit.places_max());
        // A half of a line ending is no place in a text: it is found as a whole.
        let is_half = |at: &usize| old.starts_with(b"\n") && self.file[..*at].ends_with(b"\r");
        if self.text.is_some() && starts.iter().any(is_half) {
            return Ok(None);
        }
        let spans = starts.into_iter().map(|at| (at, at + old.len()));
        self.chosen(MatchKind::Exact, spans.collect())
    }

    /// The text with other line endings.
    fn by_ending(&self, text: &str) -> Result<Option<Found>, TextEditError> {
        let needle = OneEnding::new(&self.edit.old, self.returns).text;
        let view = OneEnding::new(text, self.returns);
        let starts = occurrences(
            view.text.as_bytes(),
            needle.as_bytes(),
            self.edit.places_max(),
        );
        let spans = starts
            .into_iter()
            .map(|at| (view.original(at), view.original(at + needle.len())));
        self.chosen(MatchKind::Eol, spans.collect())
    }

    /// The places of a text of which lines may be a part. `None` where there is none.
    fn chosen(
        &self,
        kind: MatchKind,
        mut spans: Vec<(usize, usize)>,
    ) -> Result<Option<Found>, TextEditError> {
        if self.is_at_beginning {
            let bare = self.file.strip_prefix("\u{feff}".as_bytes());
            let beginning = bare.map_or(0, |bare| self.file.len() - bare.len());
            spans.retain(|(start, _)| *start == beginning);
        }
        if spans.is_empty() {
            return Ok(None);
        }
        let new: Rc<str> = self.edit.new.as_str().into();
        let places =
            (spans.into_iter()).map(|(start, end)| Place::new(start, end, Rc::clone(&new)));
        // What is equal byte by byte keeps its bytes, unless line endings are mixed.
        let is_plain = kind == MatchKind::Exact && !self.edit.old.contains('\r');
        let repeats = match is_plain {
            true => None,
            false => Some(self.repeats(self.edit)?),
        };
        let found = Found {
            kind,
            places: places.collect(),
            repeats,
        };
        self.chosen_of(found).map(Some)
    }

    /// Characters that a boundary added to text like its delimiter are not part of the file.
    fn without_marks(&self, file: &[Row<'_>]) -> Result<Option<Found>, TextEditError> {
        let old = unmarked(&self.edit.old);
        if old == self.edit.old || self.edit.allows_several() {
            return Ok(None);
        }
        let bare = Edit {
            old,
            new: unmarked(&self.edit.new),
            ..self.edit.clone()
        };
        self.by_lines(file, &bare, MatchKind::Exact, Tolerance::default())
    }

    /// The lines without the numbers that were copied along, at the place of these numbers.
    fn without_numbers(
        &self,
        file: &[Row<'_>],
        text: &str,
    ) -> Result<Option<Found>, TextEditError> {
        let Some(bare) = gutter::without(&self.edit.old, &self.edit.new, self.returns) else {
            return Ok(None);
        };
        let Some(below) = gutter::from_line(file, text, bare.line) else {
            return Ok(None);
        };
        let edit = Edit {
            old: bare.old,
            new: bare.new,
            ..self.edit.clone()
        };
        let there = &below[..below.len().min(rows(&edit.old, self.returns).len())];
        let levels = LEVELS.into_iter().map(|(_, tolerance)| tolerance);
        for tolerance in std::iter::once(Tolerance::default()).chain(levels) {
            if let Some(found) = self.by_lines(there, &edit, MatchKind::Gutter, tolerance)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whole lines of a part of the file.
    fn by_lines(
        &self,
        file: &[Row<'_>],
        edit: &Edit,
        kind: MatchKind,
        tolerance: Tolerance,
    ) -> Result<Option<Found>, TextEditError> {
        // What only looks alike is never replaced at several places.
        if tolerance.folds && edit.allows_several() {
            return Ok(None);
        }
        let given = rows(&edit.old, self.returns);
        let windows = lines::find(file, &given, tolerance, self.fuzz, edit.places_max());
        if windows.is_empty() {
            return Ok(None);
        }
        let repeats = self.repeats(edit)?;
        let mut places = Vec::new();
        let mut added = 0;
        for Window { first, shift } in windows {
            let window = &file[first..first + given.len()];
            let new = repeats.worded(&given, &edit.new, window, shift);
            let (Some(new), Some(begin), Some(end)) = (new, window.first(), window.last()) else {
                continue;
            };
            added += new.len();
            check_added(self.file, added, self.subject)?;
            let has_ending = given.last().is_some_and(Row::has_ending);
            let end = if has_ending {
                end.end
            } else {
                end.content_end()
            };
            places.push(Place::new(begin.start, end, new));
        }
        if places.is_empty() {
            return Ok(None);
        }
        let found = Found {
            kind,
            places,
            repeats: Some(repeats),
        };
        self.chosen_of(found).map(Some)
    }

    fn repeats(&self, edit: &Edit) -> Result<Repeats, TextEditError> {
        let (old, new) = (rows(&edit.old, self.returns), rows(&edit.new, self.returns));
        Repeats::between(&old, &new, self.returns)
    }

    /// A single place is taken; several need the caller's permission.
    fn chosen_of(&self, mut found: Found) -> Result<Found, TextEditError> {
        let count = found.places.len();
        if count == 1 || !self.subject.is_edit() && !found.kind.folds() {
            return Ok(found);
        }
        if !self.edit.allows_several() {
            return Err(ambiguous(
                self.file,
                found.kind,
                &found.places,
                self.subject,
            ));
        }
        if count > PLACES_MAX {
            return Err(TextEditError::new(
                TextEditErrorKind::TooLarge,
                format!(
                    "{} there more than {PLACES_MAX} times, too often for one edit",
                    self.subject.old_is()
                ),
            )
            .with_hint(Hint::ReplaceMany));
        }
        let mut end = 0;
        found.places.retain(|place| {
            let fits = place.start >= end;
            if fits {
                end = place.end;
            }
            fits
        });
        Ok(found)
    }
}

/// A text without the marks that a boundary puts into text like its delimiter.
fn unmarked(text: &str) -> String {
    const MARKED: &str = "<\u{200b}";
    const WORD: &str = "untrusted";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARKED) {
        let behind = &rest[at + MARKED.len()..];
        let word = behind.strip_prefix('/').unwrap_or(behind);
        let is_marked = word
            .get(..WORD.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(WORD));
        let kept = if is_marked { 1 } else { MARKED.len() };
        out.push_str(&rest[..at + kept]);
        rest = behind;
    }
    out.push_str(rest);
    out
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

impl Edit {
    /// Places that are counted; so many are too many.
    const fn places_max(&self) -> usize {
        match self.allows_several() {
            true => PLACES_MAX + 1,
            false => COUNTED_MAX,
        }
    }

    const fn allows_several(&self) -> bool {
        self.replace_all || self.expect.is_some()
    }
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
            let row = crate::lines::head(row.trim_end_matches('\r'), 200);
            excerpt.push_str(&format!("{}\t{row}\n", index + 1));
        }
        excerpt.push_str("--\n");
    }
    let is_cut = places.len() >= COUNTED_MAX;
    let at_least = if is_cut { "at least " } else { "" };
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
            names.old,
            if kind.folds() {
                "copy it exactly as it is in the file"
            } else {
                names.several
            }
        )),
        Subject::Hunk => refused.with_hint("copy the lines of the hunk exactly from the file"),
    }
}
