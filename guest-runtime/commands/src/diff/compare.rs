//! Two files, line by line: which lines are changed, and which changes count.

use std::collections::HashMap;

use super::print::Style;
use super::script::{Change, changes};
use super::settings::{Blanks, Settings};

/// A file that is compared: lines as they are, their names for headers and messages.
pub(super) struct Side {
    pub(super) label: Vec<u8>,
    pub(super) time_us: i64,
    pub(super) content: Vec<u8>,
}

impl Side {
    fn lines(&self) -> Vec<&[u8]> {
        self.content
            .split_inclusive(|byte| *byte == b'\n')
            .collect()
    }
}

/// Two files with what differs.
pub(super) struct Compared<'s> {
    pub(super) sides: [&'s Side; 2],
    pub(super) lines: [Vec<&'s [u8]>; 2],
    /// Changes, and whether each counts.
    pub(super) changes: Vec<(Change, bool)>,
}

/// A line as far as it counts.
fn key(settings: &Settings, line: &[u8]) -> Vec<u8> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 11;
    let mut key = match settings.blanks {
        Blanks::Count => text.to_vec(),
        Blanks::All => text
            .iter()
            .copied()
            .filter(|byte| !is_blank(byte))
            .collect(),
        Blanks::Trailing | Blanks::Amount => {
            let end = text
                .iter()
                .rposition(|byte| !is_blank(byte))
                .map_or(0, |at| at + 1);
            let text = &text[..end];
            if settings.blanks == Blanks::Trailing {
                text.to_vec()
            } else {
                let mut key = Vec::with_capacity(end);
                for byte in text {
                    match is_blank(byte) {
                        true if key.last() == Some(&b' ') => {}
                        true => key.push(b' '),
                        false => key.push(*byte),
                    }
                }
                key
            }
        }
    };
    if settings.ignores_case {
        key.make_ascii_lowercase();
    }
    if !line.ends_with(b"\n") && settings.blanks == Blanks::Count && settings.style != Style::Ed {
        // No other line has it: an end without a line break counts.
        key.push(b'\n');
    }
    key
}

pub(super) fn compare<'s>(settings: &Settings, sides: [&'s Side; 2]) -> Compared<'s> {
    let lines = sides.map(Side::lines);
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut numbered = |lines: &[&[u8]]| -> Vec<usize> {
        let keys = lines.iter().map(|line| key(settings, line));
        keys.map(|key| {
            let next = numbers.len();
            *numbers.entry(key).or_insert(next)
        })
        .collect()
    };
    let [first, second] = [numbered(&lines[0]), numbered(&lines[1])];
    // What both begin and end with is no part of the search.
    let [a, b] = &lines;
    let both = a.len().min(b.len());
    let start = (0..both).take_while(|at| a[*at] == b[*at]).count();
    // But for the lines around changes, to which these may move.
    let start = start.saturating_sub(settings.context);
    let end = (1..=both - start)
        .take_while(|back| a[a.len() - back] == b[b.len() - back])
        .count()
        .saturating_sub(settings.context);
    let mut found = changes(
        &first[start..first.len() - end],
        &second[start..second.len() - end],
        settings.is_minimal,
    );
    for change in &mut found {
        change.at = change.at.map(|at| at + start);
    }
    let is_empty = |line: &&[u8]| {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        text.is_empty()
            || (settings.blanks != Blanks::Count && text.iter().all(u8::is_ascii_whitespace))
    };
    let counted = found.into_iter().map(|change| {
        let lines = (0..2).flat_map(|at| {
            let start = change.at[at];
            lines[at][start..start + change.count[at]].iter()
        });
        let mut lines = lines;
        let counts = !settings.ignores_empty || !lines.all(is_empty);
        (change, counts)
    });
    Compared {
        sides,
        changes: counted.collect(),
        lines,
    }
}
