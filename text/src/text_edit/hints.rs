//! Why the text of an edit was not found, and the place that was probably meant.
//!
//! Approximate likeness is used only here: it is good for advice, and unsafe for writing.

use std::borrow::Cow;

use super::details::{Mismatch, Nearest};
use super::error::{EditNames, Hint, Subject, TextEditError};
use super::fold::folded;
use super::kind::TextEditErrorKind;
use super::{Edit, Fuzz};
use crate::lines::shown;

/// Likeness from which a region is worth showing.
const LIKE_MIN: f64 = 0.6;
/// Lines of the region that are shown.
const SHOWN_LINES_MAX: usize = 12;
/// Lines of a file that are compared by degree: each costs some microseconds.
const ROWS_MAX: usize = 20_000;
/// Lines of the text to find that are compared.
const NEEDLE_LINES_MAX: usize = 40;
/// Bytes of a line from which it identifies a place.
const CONTEXT_BYTES_MIN: usize = 3;
/// Windows that are compared whole.
const WINDOWS_MAX: usize = 400;

/// The error for text that is nowhere in the file.
pub(super) fn not_found(text: &str, edit: &Edit, fuzz: Fuzz, subject: Subject) -> TextEditError {
    let rows: Vec<&str> = text.lines().collect();
    let needle: Vec<&str> = edit.old.lines().collect();
    let message = format!("{} not in the file", subject.old_is());
    if is_applied(text, edit) {
        return applied_as(subject);
    }
    let refused = |message: String| TextEditError::new(TextEditErrorKind::NotFound, message);
    if let Some((cause, hint)) = plain_cause(text, edit, subject) {
        return refused(message).with_cause(cause).with_hint(hint);
    }
    // Who asks for exact text knows that other text may look like it.
    let like = if fuzz == Fuzz::None {
        None
    } else {
        look_alike(&rows, &needle)
    };
    let region = like.map(|first| (first, 1.0));
    let Some((first, likeness)) = region.or_else(|| nearest(&rows, &needle)) else {
        return refused(message).with_hint(Hint::Search(subject.old_text()));
    };
    let last = (first + needle.len()).min(rows.len());
    let mut excerpt = String::new();
    for (index, row) in rows[first..last].iter().enumerate().take(SHOWN_LINES_MAX) {
        excerpt.push_str(&format!(
            "{}\t{}\n",
            first + index + 1,
            crate::lines::head(row, 400)
        ));
    }
    let mut message = format!(
        "{message}; the nearest text is at lines {}-{last}",
        first + 1
    );
    let difference = first_difference(&rows[first..last], &needle);
    if let Some((line, wanted, found)) = difference {
        message.push_str(&format!(
            ", where line {} is {} and {} {}",
            first + line + 1,
            shown(found),
            subject.old_has(),
            shown(wanted)
        ));
    }
    let mut error = refused(message).with_excerpt(excerpt);
    error.details.nearest = Some(Nearest {
        start_line: first + 1,
        end_line: last,
        likeness: (likeness * 100.0).round() / 100.0,
    });
    match difference {
        Some((_, wanted, found)) => {
            let (cause, hint) = match line_cause(wanted, found, subject) {
                (Mismatch::Text, _) if like.is_some() => (
                    Mismatch::Characters,
                    "the text is there with other quotes, dashes, spaces or forms of letters: copy it exactly from the lines shown"
                        .into(),
                ),
                cause => cause,
            };
            error.with_cause(cause).with_hint(hint)
        }
        None => error.with_hint(format!(
            "copy {} exactly from the lines shown",
            subject.old_text()
        )),
    }
}

/// The error for an edit that was made before.
#[must_use]
pub fn already_applied(names: EditNames) -> TextEditError {
    applied_as(Subject::Edit(names))
}

fn applied_as(subject: Subject) -> TextEditError {
    let message = match subject {
        Subject::Edit(names) => format!(
            "{} is not in the file, and {} is: the edit seems to be applied already",
            names.old, names.new
        ),
        Subject::Hunk => {
            "its old lines are not in the file, and its new ones are: the hunk seems to be applied already"
                .to_owned()
        }
    };
    TextEditError::new(TextEditErrorKind::NotFound, message)
        .with_cause(Mismatch::AlreadyApplied)
        .with_hint("read the file to make sure, and go on if it is as it should be")
}

/// Whether the new text is where the old one was meant to be: all of the file is the new text, or
/// both share whole lines that are in the file only once with the new text between or beside them.
/// The new text elsewhere proves nothing.
fn is_applied(text: &str, edit: &Edit) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n");
    let (text, old, new) = (plain(text), plain(&edit.old), plain(&edit.new));
    if new.trim().len() < CONTEXT_BYTES_MIN {
        return false;
    }
    if new.trim() == text.trim() {
        return true;
    }
    let (old, rows): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let shortest = old.len().min(rows.len());
    let before = (0..shortest).take_while(|&at| old[at] == rows[at]).count();
    let behind = (1..=shortest - before)
        .take_while(|&at| old[old.len() - at] == rows[rows.len() - at])
        .count();
    let shared = rows[..before].iter().chain(&rows[rows.len() - behind..]);
    let is_telling = shared
        .into_iter()
        .any(|row| row.trim().len() >= CONTEXT_BYTES_MIN);
    // If lines were removed at an end, nothing identifies the place.
    let is_between = before + behind < rows.len() || (before > 0 && behind > 0);
    is_telling && is_between && text.match_indices(new.as_str()).take(2).count() == 1
}

/// A cause that explains everything by itself.
fn plain_cause(text: &str, edit: &Edit, subject: Subject) -> Option<(Mismatch, Cow<'static, str>)> {
    let old = &edit.old;
    let unescaped = old
        .replace("\\r\\n", "\n")
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\\"", "\"");
    if unescaped != *old && text.contains(&unescaped) {
        return Some((
            Mismatch::Escaped,
            format!(
                "{} \\n, \\t or \\\" as two characters: write real line breaks, tabs and quotes",
                match subject {
                    Subject::Edit(names) => Cow::from(format!("{} holds", names.old)),
                    Subject::Hunk => Cow::from("the lines of the hunk hold"),
                }
            )
            .into(),
        ));
    }
    let trimmed = old.trim_end_matches(['\n', '\r']);
    if trimmed.len() < old.len() && !trimmed.is_empty() && text.ends_with(trimmed) {
        return Some((
            Mismatch::NewlineAtEnd,
            format!(
                "the file ends without a line break there: leave the line break at the end of {} out",
                subject.old_text()
            )
            .into(),
        ));
    }
    if old.to_lowercase() != *old || text.to_lowercase() != *text {
        let folded = old.to_lowercase();
        if text.to_lowercase().contains(&folded) {
            return Some((
                Mismatch::Case,
                "the text is there with other upper and lower case: copy it exactly".into(),
            ));
        }
    }
    let squeezed = squeeze(old);
    if squeezed.len() >= 8 && squeeze(text).contains(&squeezed) && !old.trim().contains('\n') {
        return Some((
            Mismatch::Spaces,
            "the text is there with other spaces or line breaks between the words: copy it exactly"
                .into(),
        ));
    }
    None
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line of the file at which the text begins, when characters that look alike are one.
fn look_alike(rows: &[&str], needle: &[&str]) -> Option<usize> {
    let joined = |lines: &[&str]| -> String {
        let lines: Vec<String> = lines.iter().map(|line| folded(line.trim_end())).collect();
        lines.join("\n")
    };
    let needle = joined(needle);
    if needle.trim().is_empty() {
        return None;
    }
    let all = joined(rows);
    let at = all.find(&needle)?;
    Some(all[..at].matches('\n').count())
}

/// The first line of the window of the file that is most like the text.
fn nearest(rows: &[&str], needle: &[&str]) -> Option<(usize, f64)> {
    if needle.is_empty() || rows.is_empty() || rows.len() > ROWS_MAX {
        return None;
    }
    let needle = &needle[..needle.len().min(NEEDLE_LINES_MAX)];
    // The longest line selects the windows that are compared.
    let lead = (0..needle.len()).max_by_key(|&at| needle[at].trim().len())?;
    let lead_pairs = pairs(needle[lead]);
    let mut windows: Vec<(f64, usize)> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| {
            let first = at.checked_sub(lead)?;
            Some((alike(&lead_pairs, &pairs(row)), first))
        })
        .collect();
    windows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    windows
        .into_iter()
        .take(WINDOWS_MAX)
        .map(|(_, first)| {
            let sum: f64 = needle
                .iter()
                .enumerate()
                .map(|(index, line)| match rows.get(first + index) {
                    None => 0.0,
                    Some(row) if row.trim() == line.trim() => 1.0,
                    Some(row) => alike(&pairs(line), &pairs(row)),
                })
                .sum();
            #[expect(clippy::cast_precision_loss, reason = "at most 40 lines")]
            let likeness = sum / needle.len() as f64;
            (first, likeness)
        })
        .filter(|(_, likeness)| *likeness >= LIKE_MIN)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// Neighbouring characters of a line, sorted.
fn pairs(line: &str) -> Vec<(char, char)> {
    let characters: Vec<char> = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(200)
        .collect();
    let mut pairs: Vec<(char, char)> = characters.windows(2).map(|two| (two[0], two[1])).collect();
    pairs.sort_unstable();
    pairs
}

/// The share of pairs that two lines have in common, from 0 to 1.
fn alike(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    let (mut i, mut j, mut common) = (0, 0, 0_u32);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                (i, j, common) = (i + 1, j + 1, common + 1);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 200 pairs each")]
    let total = (a.len() + b.len()) as f64;
    f64::from(common) * 2.0 / total
}

fn first_difference<'t>(rows: &[&'t str], needle: &[&'t str]) -> Option<(usize, &'t str, &'t str)> {
    needle
        .iter()
        .zip(rows)
        .enumerate()
        .find(|(_, (line, row))| line != row)
        .map(|(index, (line, row))| (index, *line, *row))
}

/// What makes two lines differ, and the advice for it.
fn line_cause(wanted: &str, found: &str, subject: Subject) -> (Mismatch, Cow<'static, str>) {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let (wanted_in, found_in) = (&wanted[..indentation(wanted)], &found[..indentation(found)]);
    if wanted.trim() == found.trim() && wanted_in != found_in {
        if wanted_in.contains('\t') != found_in.contains('\t') {
            return (
                Mismatch::TabsOrSpaces,
                "one is indented with tabs, the other with spaces: copy the indentation of the file"
                    .into(),
            );
        }
        return (
            Mismatch::Indentation,
            "the indentation differs: copy it from the file, the same for all lines".into(),
        );
    }
    let plain = |line: &str| line.replace(['‘', '’', '“', '”', '"', '\''], "");
    if plain(wanted) == plain(found) {
        return (
            Mismatch::Quotes,
            "the quotes differ: copy those of the file".into(),
        );
    }
    (
        Mismatch::Text,
        format!(
            "copy {} from the lines shown, which are those of the file",
            subject.old_text()
        )
        .into(),
    )
}
