//! Whole lines of a file that are those of an edit but for what a level tolerates.

use std::borrow::Cow;

use super::Fuzz;
use super::fold::{folded, is_close};
use super::rows::Row;

/// Lines with text that suffice for another indentation, and bytes of a single one.
const SHIFTED_MIN_SAFE: usize = 3;
const SHIFTED_MIN_INDENT: usize = 2;
const SHIFTED_LINE_BYTES_MIN: usize = 12;

/// In what lines may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tolerance {
    /// In blanks at their end.
    pub(super) trims: bool,
    /// In characters that look alike.
    pub(super) folds: bool,
    /// In their indentation, all of them alike.
    pub(super) shifts: bool,
}

/// How the indentation of the file differs from that of the lines to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shift<'t> {
    #[default]
    None,
    Added(&'t str),
    Removed(&'t str),
}

/// Where the lines are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'t> {
    /// The index of the first line in the file.
    pub(super) first: usize,
    pub(super) shift: Shift<'t>,
}

/// Every window of the file that has the given lines, at most so many. Lines hold more than blanks;
/// blank ones between such lines only have to be blank.
pub(super) fn find<'t>(
    file: &[Row<'t>],
    given: &[Row<'t>],
    tolerance: Tolerance,
    fuzz: Fuzz,
    windows_max: usize,
) -> Vec<Window<'t>> {
    let is_full = |row: &Row<'_>| !row.is_blank();
    let (Some(first), Some(last)) = (
        given.iter().position(is_full),
        given.iter().rposition(is_full),
    ) else {
        return Vec::new();
    };
    if tolerance.shifts && !may_shift(given, fuzz) {
        return Vec::new();
    }
    let form = Form::of(file, tolerance);
    let wanted = Form::of(given, tolerance).text;
    super::occurrences::occurrences(form.text.as_bytes(), wanted.as_bytes(), windows_max)
        .into_iter()
        .filter_map(|at| {
            let index = form.starts.partition_point(|start| *start <= at);
            let window = &file[index..index + given.len()];
            let ends = &given[given.len() - 1];
            let has_ending = window[given.len() - 1].has_ending() || !ends.has_ending();
            let edges = (0..first).chain(last + 1..given.len());
            let are_edges_equal = edges
                .into_iter()
                .all(|edge| given[edge].text == window[edge].text);
            if !has_ending || !are_edges_equal {
                return None;
            }
            let pairs = given[first..=last]
                .iter()
                .zip(&window[first..=last])
                .filter(|(line, _)| is_full(line));
            let shift = verified(pairs, tolerance)?;
            Some(Window {
                first: index,
                shift,
            })
        })
        .collect()
}

/// Whether the lines say enough to be found with another indentation.
fn may_shift(given: &[Row<'_>], fuzz: Fuzz) -> bool {
    let mut full = given.iter().filter(|row| !row.is_blank());
    match fuzz {
        Fuzz::None => false,
        Fuzz::Safe => full.nth(SHIFTED_MIN_SAFE - 1).is_some(),
        Fuzz::Indent => {
            let is_long = given
                .iter()
                .any(|row| row.text.trim().len() >= SHIFTED_LINE_BYTES_MIN);
            is_long || full.nth(SHIFTED_MIN_INDENT - 1).is_some()
        }
    }
}

/// The shift of lines whose forms are equal, where it is the same for all, and where no line is
/// only alike.
fn verified<'r, 't: 'r>(
    pairs: impl Iterator<Item = (&'r Row<'t>, &'r Row<'t>)>,
    tolerance: Tolerance,
) -> Option<Shift<'t>> {
    let mut shift = Shift::None;
    if !tolerance.shifts && !tolerance.folds {
        return Some(shift);
    }
    for (line, row) in pairs {
        if tolerance.shifts {
            let own = Shift::between(line.text, row.text)?;
            if shift != Shift::None && shift != own {
                return None;
            }
            shift = own;
        }
        if tolerance.folds {
            let (line, row) = (
                unblanked(line.text, tolerance),
                unblanked(row.text, tolerance),
            );
            if line != row && !is_close(line, row) {
                return None;
            }
        }
    }
    Some(shift)
}

impl<'t> Shift<'t> {
    /// How the indentation of a line differs. `None` where neither is a part of the other, or
    /// where it does not differ.
    fn between(line: &'t str, row: &'t str) -> Option<Self> {
        let (line, row) = (indentation(line), indentation(row));
        if line == row {
            return None;
        }
        match row.strip_suffix(line) {
            Some(added) => Some(Self::Added(added)),
            None => line.strip_suffix(row).map(Self::Removed),
        }
    }

    /// A line with this shift. `None` where it has no such indentation to lose.
    pub(super) fn of_line<'l>(self, line: &'l str) -> Option<Cow<'l, str>> {
        match self {
            _ if line.trim().is_empty() => Some(line.into()),
            Self::None => Some(line.into()),
            Self::Added(added) => Some(format!("{added}{line}").into()),
            Self::Removed(removed) => Some(line.strip_prefix(removed)?.into()),
        }
    }
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// A line without the blanks that a tolerance ignores.
fn unblanked(line: &str, tolerance: Tolerance) -> &str {
    let mut line = line;
    if tolerance.shifts {
        line = line.trim_start_matches([' ', '\t']);
    }
    if tolerance.trims {
        line = line.trim_end_matches([' ', '\t']);
    }
    line
}

/// Lines in the form in which a tolerance compares them, each between line breaks.
struct Form {
    text: String,
    /// Where each line begins in the text, behind its line break.
    starts: Vec<usize>,
}

impl Form {
    fn of(rows: &[Row<'_>], tolerance: Tolerance) -> Self {
        let mut form = Self {
            text: String::from("\n"),
            starts: Vec::with_capacity(rows.len()),
        };
        for row in rows {
            form.starts.push(form.text.len());
            let line = unblanked(row.text, tolerance);
            if tolerance.folds {
                form.text
                    .push_str(folded(line).trim_end_matches([' ', '\t']));
            } else {
                form.text.push_str(line);
            }
            form.text.push('\n');
        }
        form
    }
}
