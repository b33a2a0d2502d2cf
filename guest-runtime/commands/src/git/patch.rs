//! Changes as `git diff` prints them.

use std::collections::HashMap;
use std::ops::Range;

use isolate_lines::slide_by_indent;

use super::changes::{Change, Content, Status};
use super::hash;
use super::similar::SAME;
use crate::bytes::cat;
use crate::diff::script;

/// Bytes in which a zero byte makes a file binary.
const LOOKED_AT: usize = 8000;

/// The short hash of what is not there.
const NOTHING: &str = "0000000";

/// Bytes of a line behind `@@`.
const HEAD_BYTES_MAX: usize = 80;

/// Lines around changes.
pub(super) const CONTEXT: usize = 3;

pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(LOOKED_AT)].contains(&0)
}

/// A name in quotes where it needs them.
pub(super) fn quoted(name: &[u8]) -> Vec<u8> {
    let is_plain = |byte: &u8| (0x20..0x7f).contains(byte) && !b"\"\\".contains(byte);
    if name.iter().all(is_plain) {
        return name.to_vec();
    }
    let mut out = vec![b'"'];
    for byte in name {
        let letter = b"\x07\x08\t\n\x0b\x0c\r\"\\"
            .iter()
            .position(|known| known == byte);
        match letter {
            Some(at) => out.extend([b'\\', b"abtnvfr\"\\"[at]]),
            None if (0x20..0x7f).contains(byte) => out.push(*byte),
            None => out.extend(format!("\\{byte:03o}").into_bytes()),
        }
    }
    out.push(b'"');
    out
}

/// The lines of a text that are changed, marked on both sides.
pub(super) struct Lines<'t> {
    pub(super) sides: [Vec<&'t [u8]>; 2],
    changed: [Vec<bool>; 2],
}

impl<'t> Lines<'t> {
    pub(super) fn of(before: &'t [u8], after: &'t [u8]) -> Self {
        let sides = [before, after].map(|text| {
            text.split_inclusive(|byte| *byte == b'\n')
                .collect::<Vec<&[u8]>>()
        });
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        let numbers = [&sides[0], &sides[1]].map(|lines| {
            let number = |line: &&'t [u8]| {
                let next = known.len();
                *known.entry(line).or_insert(next)
            };
            lines.iter().map(number).collect::<Vec<usize>>()
        });
        let mut changed = [vec![false; sides[0].len()], vec![false; sides[1].len()]];
        for change in script::changes(&numbers[0], &numbers[1], false) {
            for side in 0..2 {
                changed[side][change.at[side]..change.at[side] + change.count[side]].fill(true);
            }
        }
        let [mut first, mut second] = changed;
        slide_by_indent(&sides[0], &numbers[0], &mut first, &second);
        slide_by_indent(&sides[1], &numbers[1], &mut second, &first);
        Self {
            sides,
            changed: [first, second],
        }
    }

    /// The lines that are taken out and those that are put in, change by change.
    fn changes(&self) -> Vec<[Range<usize>; 2]> {
        isolate_lines::changes(&self.changed[0], &self.changed[1]).collect()
    }

    /// How many lines are put in and taken out.
    pub(super) fn counts(&self) -> (usize, usize) {
        let count = |marks: &[bool]| marks.iter().filter(|mark| **mark).count();
        (count(&self.changed[1]), count(&self.changed[0]))
    }
}

/// What stands behind `@@`: the last line before a hunk that begins with a letter, `_` or `$`.
fn head_before<'t>(lines: &[&'t [u8]], first: usize, from: usize) -> Option<&'t [u8]> {
    let begins = |line: &&&[u8]| {
        line.first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || b"_$".contains(byte))
    };
    let line = lines.get(from..first)?.iter().rev().find(begins)?;
    let line = &line[..line.len().min(HEAD_BYTES_MAX)];
    let end = line.iter().rposition(|byte| !byte.is_ascii_whitespace());
    Some(&line[..end.map_or(0, |end| end + 1)])
}

fn range(mark: char, start: usize, count: usize) -> String {
    // Of no lines, the line before them.
    let at = if count == 0 { start } else { start + 1 };
    match count {
        1 => format!("{mark}{at}"),
        _ => format!("{mark}{at},{count}"),
    }
}

fn put_line(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

/// Appends the hunks of a change.
fn hunks(out: &mut Vec<u8>, lines: &Lines<'_>, context: usize) {
    let changes = lines.changes();
    let [before, after] = &lines.sides;
    let (mut at, mut looked, mut head): (usize, usize, Option<&[u8]>) = (0, 0, None);
    while at < changes.len() {
        let mut last = at;
        while let Some(next) = changes.get(last + 1) {
            if next[0].start - changes[last][0].end > 2 * context {
                break;
            }
            last += 1;
        }
        let ([first, first_after], [end, end_after]) = (&changes[at], &changes[last]);
        let room = context.min(first.start).min(first_after.start);
        let start = [first.start - room, first_after.start - room];
        let behind = context
            .min(before.len() - end.end)
            .min(after.len() - end_after.end);
        let stop = [end.end + behind, end_after.end + behind];
        if let Some(found) = head_before(before, start[0], looked) {
            head = Some(found);
        }
        looked = start[0];
        let ranges = format!(
            "@@ {} {} @@",
            range('-', start[0], stop[0] - start[0]),
            range('+', start[1], stop[1] - start[1])
        );
        out.extend_from_slice(ranges.as_bytes());
        if let Some(head) = head {
            out.push(b' ');
            out.extend_from_slice(head);
        }
        out.push(b'\n');
        let mut shown = start[0];
        for [taken, put] in &changes[at..=last] {
            for line in &before[shown..taken.start] {
                put_line(out, b' ', line);
            }
            for line in &before[taken.clone()] {
                put_line(out, b'-', line);
            }
            for line in &after[put.clone()] {
                put_line(out, b'+', line);
            }
            shown = taken.end;
        }
        for line in &before[shown..stop[0]] {
            put_line(out, b' ', line);
        }
        at = last + 1;
    }
}

/// The patch of a change, with so many lines around what has changed.
pub(super) fn patch(change: &Change, context: usize) -> Vec<u8> {
    if change.status != Status::Retyped {
        return one(change, context);
    }
    // Git has no change from a file to a link: one is deleted, the other is made.
    let part = |status, before, after| Change {
        status,
        before,
        after,
        ..change.clone()
    };
    cat![
        one(&part(Status::Deleted, change.before.clone(), None), context),
        one(&part(Status::Added, None, change.after.clone()), context)
    ]
}

fn one(change: &Change, context: usize) -> Vec<u8> {
    let from = change.from.as_ref().unwrap_or(&change.path);
    let names = [quoted(&cat!["a/", from]), quoted(&cat!["b/", change.path])];
    let mut out = cat!["diff --git ", names[0], " ", names[1], "\n"];
    let empty = Content {
        is_link: false,
        is_executable: false,
        mode: 0,
        size: 0,
        bytes: Vec::new(),
    };
    let (before, after) = (
        change.before.as_ref().unwrap_or(&empty),
        change.after.as_ref().unwrap_or(&empty),
    );
    let modes = [before.git_mode(), after.git_mode()];
    match change.status {
        Status::Added => out.extend(cat!["new file mode ", modes[1], "\n"]),
        Status::Deleted => out.extend(cat!["deleted file mode ", modes[0], "\n"]),
        _ if modes[0] != modes[1] => {
            out.extend(cat!["old mode ", modes[0], "\nnew mode ", modes[1], "\n"]);
        }
        _ => {}
    }
    if change.status == Status::Renamed {
        let percent = format!("{}", change.score * 100 / SAME);
        let (old, new) = (quoted(from), quoted(&change.path));
        out.extend(cat![
            "similarity index ",
            percent,
            "%\nrename from ",
            old,
            "\nrename to ",
            new,
            "\n"
        ]);
    }
    let is_same = change.before.is_some() && change.after.is_some() && before.bytes == after.bytes;
    if is_same {
        return out;
    }
    let blob = |side: &Option<Content>| match side {
        Some(side) => hash::of_blob(&side.bytes)[..7].to_owned(),
        None => NOTHING.to_owned(),
    };
    out.extend(cat![
        "index ",
        blob(&change.before),
        "..",
        blob(&change.after)
    ]);
    if change.before.is_some() && change.after.is_some() && modes[0] == modes[1] {
        out.extend(cat![" ", modes[0]]);
    }
    out.push(b'\n');
    let shown = |side: &Option<Content>, name: &[u8]| match side {
        Some(_) => name.to_vec(),
        None => b"/dev/null".to_vec(),
    };
    let (old, new) = (
        shown(&change.before, &names[0]),
        shown(&change.after, &names[1]),
    );
    if is_binary(&before.bytes) || is_binary(&after.bytes) {
        out.extend(cat!["Binary files ", old, " and ", new, " differ\n"]);
        return out;
    }
    let lines = Lines::of(&before.bytes, &after.bytes);
    if lines.sides.iter().all(Vec::is_empty) {
        return out;
    }
    // A name with blanks ends with a tab, so that its end is seen.
    let tab = |name: &[u8]| {
        if name.contains(&b' ') && !name.starts_with(b"\"") {
            "\t"
        } else {
            ""
        }
    };
    out.extend(cat!["--- ", old, tab(&old), "\n+++ ", new, tab(&new), "\n"]);
    hunks(&mut out, &lines, context);
    out
}
