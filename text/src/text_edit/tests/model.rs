//! The rules by which an edit is found, without haste, and what a file may be afterwards.
//!
//! It knows the characters of [`super::generated`] only, each of which folds into one.

use super::super::{Edit, Fuzz};

/// What an edit may come to.
#[derive(Debug)]
pub(super) enum Outcome {
    Refused,
    /// The file is these parts one after the other, each of which is one of several texts; line
    /// endings are `\n`.
    Written(Vec<Vec<String>>),
}

/// A line, with how many bytes its ending has.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    ending: usize,
}

/// What may differ at a level.
#[derive(Clone, Copy, Debug)]
struct Level {
    blanks: bool,
    characters: bool,
    indentation: bool,
}

const fn level(blanks: bool, characters: bool, indentation: bool) -> Level {
    Level {
        blanks,
        characters,
        indentation,
    }
}

const LEVELS: [Level; 5] = [
    level(true, false, false),
    level(true, true, false),
    level(false, false, true),
    level(true, false, true),
    level(true, true, true),
];

pub(super) fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn lines(text: &str) -> Vec<Line> {
    let mut all = Vec::new();
    let mut text = text;
    while !text.is_empty() {
        let length = text.find(['\r', '\n']).unwrap_or(text.len());
        let ending = match &text[length..] {
            "" => 0,
            rest if rest.starts_with("\r\n") => 2,
            _ => 1,
        };
        all.push(Line {
            text: text[..length].to_owned(),
            ending,
        });
        text = &text[length + ending..];
    }
    all
}

fn fold(text: &str) -> String {
    let one = |c| match c {
        '—' | '–' => '-',
        '“' | '”' => '"',
        '’' => '\'',
        '²' => '2',
        '\u{a0}' => ' ',
        other => other,
    };
    text.chars().map(one).collect()
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t'])
}

fn indent(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// What the file may be after an edit.
pub(super) fn outcome(file: &str, edit: &Edit, fuzz: Fuzz) -> Outcome {
    let several = edit.replace_all || edit.expect.is_some();
    let mark = if file.starts_with('\u{feff}') { 3 } else { 0 };
    let (text, old) = (plain(&file[mark..]), plain(&edit.old));
    for (text, old) in [(&file[mark..], &edit.old), (&text, &old)] {
        let places: Vec<usize> = (0..text.len())
            .filter(|at| text.as_bytes()[*at..].starts_with(old.as_bytes()))
            .collect();
        let is_half = |at: &usize| old.starts_with('\n') && text[..*at].ends_with('\r');
        if !places.is_empty() && !places.iter().any(is_half) {
            let places = chosen(places.into_iter().map(|at| (at, at + old.len())), edit);
            let new = vec![vec![plain(&edit.new)]];
            return places.map_or(Outcome::Refused, |places| {
                let places = places.into_iter().map(|place| (place, new.clone()));
                written(&file[..mark], text, places)
            });
        }
    }
    if fuzz == Fuzz::None {
        return Outcome::Refused;
    }
    let (file_lines, given, new) = (lines(&file[mark..]), lines(&edit.old), lines(&edit.new));
    let numbered = without_numbers(&file_lines, &given, &new);
    let plain_levels = LEVELS.iter().map(|level| (*level, None));
    let numbered_levels = [level(false, false, false)].into_iter().chain(LEVELS);
    let numbered_levels = numbered_levels.map(|level| (level, numbered.as_ref()));
    for (level, numbers) in plain_levels.chain(numbered_levels.filter(|(_, is)| is.is_some())) {
        let (given, new, only) = match numbers {
            None => (&given, &new, None),
            Some((given, new, line)) => (given, new, Some(*line)),
        };
        if level.characters && several {
            continue;
        }
        let windows: Vec<(usize, Vec<Vec<String>>)> = (0..file_lines.len())
            .filter(|at| only.is_none_or(|line| line == *at))
            .filter_map(|at| {
                let window = file_lines.get(at..at + given.len())?;
                let shift = fits(level, given, window, fuzz)?;
                Some((at, worded(given, new, window, &shift)?))
            })
            .collect();
        if windows.is_empty() {
            continue;
        }
        let start = |at: usize| -> usize {
            let before = &file_lines[..at];
            before
                .iter()
                .map(|line| line.text.len() + usize::from(line.ending > 0))
                .sum()
        };
        let spans = windows.iter().map(|(at, _)| {
            let last = &given[given.len() - 1];
            let end = start(at + given.len())
                - usize::from(file_lines[at + given.len() - 1].ending > 0 && last.ending == 0);
            (start(*at), end)
        });
        let Some(places) = chosen(spans, edit) else {
            return Outcome::Refused;
        };
        let places = places.into_iter().map(|place| {
            let (_, parts) = windows
                .iter()
                .find(|(at, _)| start(*at) == place.0)
                .unwrap();
            (place, parts.clone())
        });
        return written(&file[..mark], &text, places);
    }
    Outcome::Refused
}

/// The places that are replaced, if so many are allowed.
fn chosen(
    places: impl Iterator<Item = (usize, usize)>,
    edit: &Edit,
) -> Option<Vec<(usize, usize)>> {
    let places: Vec<(usize, usize)> = places.collect();
    if places.len() > 1 && !edit.replace_all && edit.expect.is_none() {
        return None;
    }
    let mut end = 0;
    let mut apart = places;
    apart.retain(|(start, next)| {
        let is_free = *start >= end;
        if is_free {
            end = *next;
        }
        is_free
    });
    edit.expect
        .is_none_or(|expected| expected == apart.len())
        .then_some(apart)
}

fn written(
    mark: &str,
    text: &str,
    places: impl Iterator<Item = ((usize, usize), Vec<Vec<String>>)>,
) -> Outcome {
    let mut parts = vec![vec![mark.to_owned()]];
    let mut at = 0;
    for ((start, end), new) in places {
        parts.push(vec![plain(&text[at..start])]);
        parts.extend(new);
        at = end;
    }
    parts.push(vec![plain(&text[at..])]);
    Outcome::Written(parts)
}

/// The indentation that the lines of the file have more, or less, when the lines are the given
/// ones but for what a level allows.
fn fits(level: Level, given: &[Line], window: &[Line], fuzz: Fuzz) -> Option<(String, String)> {
    let full: Vec<usize> = (0..given.len())
        .filter(|at| !is_blank(&given[*at].text))
        .collect();
    let (first, last) = (*full.first()?, *full.last()?);
    if level.indentation {
        let is_long = fuzz == Fuzz::Indent && given.iter().any(|line| line.text.trim().len() >= 12);
        let needed = if fuzz == Fuzz::Indent { 2 } else { 3 };
        if !is_long && full.len() < needed {
            return None;
        }
    }
    if given[given.len() - 1].ending > 0 && window[window.len() - 1].ending == 0 {
        return None;
    }
    let mut shift: Option<(String, String)> = None;
    for (at, (line, row)) in given.iter().zip(window).enumerate() {
        let (line, row) = (line.text.as_str(), row.text.as_str());
        if is_blank(line) {
            let is_between = first < at && at < last;
            let (one, other) = (compared(line, level), compared(row, level));
            let folds = level.characters && trim_end(&fold(one)) == trim_end(&fold(other));
            let may_differ = is_blank(row) && (one == other || folds);
            if line != row && !(is_between && may_differ) {
                return None;
            }
            continue;
        }
        let (mut one, mut other) = (line, row);
        if level.indentation {
            let (mine, its) = (indent(line), indent(row));
            let own = if mine == its {
                return None;
            } else if let Some(more) = its.strip_suffix(mine) {
                (more.to_owned(), String::new())
            } else {
                (String::new(), mine.strip_suffix(its)?.to_owned())
            };
            if shift.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
            (one, other) = (&line[mine.len()..], &row[its.len()..]);
        }
        if level.blanks {
            (one, other) = (trim_end(one), trim_end(other));
        }
        let folds = level.characters
            && trim_end(&fold(one)) == trim_end(&fold(other))
            && is_close(trim(one), trim(other));
        if one != other && !folds {
            return None;
        }
    }
    Some(shift.unwrap_or_default())
}

/// A line without the blanks that a level ignores.
fn compared(text: &str, level: Level) -> &str {
    let text = if level.indentation {
        &text[indent(text).len()..]
    } else {
        text
    };
    if level.blanks { trim_end(text) } else { text }
}

fn is_close(one: &str, other: &str) -> bool {
    let (ones, others) = (one.chars().count(), other.chars().count());
    let equal = one
        .chars()
        .zip(other.chars())
        .filter(|(a, b)| a == b)
        .count();
    ones.min(others) >= 12 && equal * 4 >= ones.max(others) * 3
}

/// What each line of the new text may become.
fn worded(
    given: &[Line],
    new: &[Line],
    window: &[Line],
    (more, less): &(String, String),
) -> Option<Vec<Vec<String>>> {
    let mut parts = Vec::new();
    for (index, line) in new.iter().enumerate() {
        let ending = if line.ending > 0 { "\n" } else { "" };
        let same = given
            .iter()
            .zip(window)
            .filter(|(old, _)| old.text == line.text);
        let mut texts: Vec<String> = same.map(|(_, row)| row.text.clone()).collect();
        // A blank line of its own repeats nothing.
        if texts.is_empty() || is_blank(&line.text) {
            texts.push(if is_blank(&line.text) {
                line.text.clone()
            } else {
                format!("{more}{}", line.text.strip_prefix(less.as_str())?)
            });
        }
        let (last, row) = (&given[given.len() - 1], &window[window.len() - 1]);
        if index + 1 == new.len() && last.ending == 0 {
            // Blanks behind the place stay.
            let blanks = &row.text[row.text.trim_end().len()..];
            if !last.text.ends_with(char::is_whitespace) {
                let kept: Vec<String> =
                    texts.iter().map(|text| format!("{text}{blanks}")).collect();
                texts.extend(kept);
            }
        }
        parts.push(texts.iter().map(|text| format!("{text}{ending}")).collect());
    }
    Some(parts)
}

/// The edit without the numbers of lines, and the index of the first line, when they are that.
fn without_numbers(
    file: &[Line],
    given: &[Line],
    new: &[Line],
) -> Option<(Vec<Line>, Vec<Line>, usize)> {
    let begins = |line: &Line| {
        line.text
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit())
    };
    if file.iter().any(begins) {
        return None;
    }
    let mut first = None;
    let mut bare = Vec::new();
    for (index, line) in given.iter().enumerate() {
        let (number, text) = number(&line.text)?;
        if *first.get_or_insert(number) + index != number {
            return None;
        }
        let text = text.to_owned();
        bare.push(Line {
            text,
            ..line.clone()
        });
    }
    let first = first?;
    if bare
        .last()
        .is_some_and(|line| line.text.is_empty() && line.ending == 0)
    {
        return None;
    }
    let numbered = |line: &Line| number(&line.text).is_some_and(|(_, text)| !text.is_empty());
    let has_numbers = new.iter().any(numbered);
    let mut bare_new = Vec::new();
    for (index, line) in new.iter().enumerate() {
        let repeated = given.iter().position(|old| old.text == line.text);
        let text = match (repeated, number(&line.text)) {
            (Some(at), _) => bare[at].text.clone(),
            (None, None) => line.text.clone(),
            (None, Some((_, ""))) if !has_numbers => line.text.clone(),
            (None, Some((number, text))) if number == first + index => text.to_owned(),
            _ => return None,
        };
        bare_new.push(Line {
            text,
            ..line.clone()
        });
    }
    Some((bare, bare_new, first.checked_sub(1)?))
}

fn number(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start_matches(' ');
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = line[..digits].parse().ok()?;
    let rest = &line[digits..];
    let text = rest.strip_prefix('\t').or_else(|| rest.strip_prefix("  "));
    text.or_else(|| rest.is_empty().then_some(rest))
        .map(|text| (number, text))
}

/// Whether a text is the parts one after the other.
pub(super) fn is_made_of(text: &str, parts: &[Vec<String>]) -> bool {
    match parts.split_first() {
        None => text.is_empty(),
        Some((part, rest)) => part.iter().any(|one| {
            text.strip_prefix(one.as_str())
                .is_some_and(|text| is_made_of(text, rest))
        }),
    }
}
