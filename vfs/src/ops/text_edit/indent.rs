//! Whole lines with another indentation, the same difference for all.

use super::place::Place;
use super::view::{Folding, View};
use super::{Edit, Fuzz};

/// The least number of lines with text, so that a match means something.
const LINES_MIN_SAFE: usize = 3;
const LINE_BYTES_MIN: usize = 12;

/// How the lines of the file differ from those that were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shift<'t> {
    Added(&'t str),
    Removed(&'t str),
}

/// Every place that has the lines of an edit, shifted by one indentation; the new text is shifted
/// likewise.
///
/// With a folding, the lines may differ in that as well. What is written is the new text, so
/// nothing but its place depends on it.
pub(super) fn find(text: &str, edit: &Edit, fuzz: Fuzz, folding: Option<Folding>) -> Vec<Place> {
    let given: Vec<&str> = lines(&edit.old);
    let folded = |line: &str| match folding {
        None => line.to_owned(),
        Some(folding) => View::new(line, folding).text,
    };
    let needle: Vec<String> = given.iter().map(|line| folded(line)).collect();
    let Some(first) = needle.iter().position(|line| !is_blank(line)) else {
        return Vec::new();
    };
    let full = needle.iter().filter(|line| !is_blank(line)).count();
    let allowed = match fuzz {
        Fuzz::None => false,
        Fuzz::Safe => full >= LINES_MIN_SAFE,
        Fuzz::Indent => needle.len() >= 2 || edit.old.trim().len() >= LINE_BYTES_MIN,
    };
    if !allowed {
        return Vec::new();
    }
    let rows: Vec<&str> = text.split_inclusive('\n').collect();
    let bare_rows: Vec<String> = rows.iter().map(|row| folded(bare(row))).collect();
    let mut places = Vec::new();
    let mut offset = 0;
    for (index, row) in rows.iter().enumerate() {
        let start = offset;
        offset += row.len();
        let (Some(window), Some(bare_window)) = (
            rows.get(index..index + needle.len()),
            bare_rows.get(index..index + needle.len()),
        ) else {
            break;
        };
        let Some(shift) = shift(&needle[first], &bare_window[first]) else {
            continue;
        };
        if !needle
            .iter()
            .zip(bare_window)
            .all(|(line, row)| fits(line, row, shift))
        {
            continue;
        }
        let mut end = start + window.iter().map(|row| row.len()).sum::<usize>();
        if !edit.old.ends_with('\n') {
            let last = window[needle.len() - 1];
            end -= last.len() - bare(last).len();
        }
        if let Some(new) = shifted(&edit.new, shift) {
            let new = new.into();
            places.push(Place {
                start,
                end,
                new,
                is_verbatim: false,
            });
        }
    }
    places
}

fn lines(text: &str) -> Vec<&str> {
    text.strip_suffix('\n')
        .unwrap_or(text)
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect()
}

/// A line of the file without its end.
fn bare(row: &str) -> &str {
    let row = row.strip_suffix('\n').unwrap_or(row);
    row.strip_suffix('\r').unwrap_or(row)
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn is_indentation(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c == ' ' || c == '\t')
}

fn shift<'t>(line: &'t str, row: &'t str) -> Option<Shift<'t>> {
    if let Some(added) = row.strip_suffix(line) {
        return is_indentation(added).then_some(Shift::Added(added));
    }
    let removed = line.strip_suffix(row)?;
    (is_indentation(removed) && !row.is_empty()).then_some(Shift::Removed(removed))
}

fn fits(line: &str, row: &str, shift: Shift<'_>) -> bool {
    if is_blank(line) {
        return is_blank(row);
    }
    match shift {
        Shift::Added(added) => row.strip_prefix(added) == Some(line),
        Shift::Removed(removed) => line.strip_prefix(removed) == Some(row),
    }
}

/// The new text with the same shift; `None` where it has no such indentation to lose.
fn shifted(new: &str, shift: Shift<'_>) -> Option<String> {
    let mut out = String::with_capacity(new.len());
    for line in new.split_inclusive('\n') {
        if is_blank(line) {
            out.push_str(line);
            continue;
        }
        match shift {
            Shift::Added(added) => {
                out.push_str(added);
                out.push_str(line);
            }
            Shift::Removed(removed) => out.push_str(line.strip_prefix(removed)?),
        }
    }
    Some(out)
}
