//! The formats of `diff`.

use super::compare::Compared;
use super::script::Change;
use super::settings::Settings;
use crate::bytes::cat;
use crate::run::{Run, Step};
use crate::times::{self, Moment};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Normal,
    Context,
    Unified,
    Ed,
    Columns,
}

const INCOMPLETE: &str = "\n\\ No newline at end of file\n";

pub(super) fn all(run: &mut Run<'_, '_>, settings: &Settings, compared: &Compared<'_>) -> Step<()> {
    match settings.style {
        Style::Normal => {
            for (change, counts) in &compared.changes {
                if *counts {
                    normal(run, compared, change)?;
                }
            }
            Ok(())
        }
        Style::Ed => {
            for (change, counts) in compared.changes.iter().rev() {
                if *counts {
                    ed(run, compared, change)?;
                }
            }
            Ok(())
        }
        Style::Columns => columns(run, settings, compared),
        Style::Context | Style::Unified => hunks(run, settings, compared),
    }
}

/// Writes a line behind what marks it.
fn line(run: &mut Run<'_, '_>, mark: &str, text: &[u8]) -> Step<()> {
    run.put(mark)?;
    run.put(text)?;
    if text.ends_with(b"\n") {
        Ok(())
    } else {
        run.put(INCOMPLETE)
    }
}

/// Lines as `3` or `3,5`; of none, the line before them.
fn range(at: usize, count: usize) -> String {
    match count {
        0 | 1 => format!("{}", at + count),
        _ => format!("{},{}", at + 1, at + count),
    }
}

fn letter(change: &Change) -> &'static str {
    match change.count {
        [0, _] => "a",
        [_, 0] => "d",
        _ => "c",
    }
}

fn part<'c>(compared: &Compared<'c>, change: &Change, side: usize) -> Vec<&'c [u8]> {
    let start = change.at[side];
    compared.lines[side][start..start + change.count[side]].to_vec()
}

fn normal(run: &mut Run<'_, '_>, compared: &Compared<'_>, change: &Change) -> Step<()> {
    let (first, second) = (
        range(change.at[0], change.count[0]),
        range(change.at[1], change.count[1]),
    );
    run.put(cat![first, letter(change), second, "\n"])?;
    for text in part(compared, change, 0) {
        line(run, "< ", text)?;
    }
    if change.count[0] > 0 && change.count[1] > 0 {
        run.put("---\n")?;
    }
    for text in part(compared, change, 1) {
        line(run, "> ", text)?;
    }
    Ok(())
}

fn ed(run: &mut Run<'_, '_>, compared: &Compared<'_>, change: &Change) -> Step<()> {
    let first = range(change.at[0], change.count[0]);
    run.put(cat![first, letter(change), "\n"])?;
    if change.count[1] == 0 {
        return Ok(());
    }
    let mut inserts = true;
    for text in part(compared, change, 1) {
        if !inserts {
            run.put("a\n")?;
            inserts = true;
        }
        if text == b".\n" {
            // A point would end the text: two are written, and one is taken away.
            run.put("..\n.\ns/.//\n")?;
            inserts = false;
            continue;
        }
        run.put(text)?;
        if !text.ends_with(b"\n") {
            run.put("\n")?;
        }
    }
    if inserts {
        run.put(".\n")?;
    }
    Ok(())
}

/// Changes that are shown together, since the lines around them meet.
fn groups(settings: &Settings, compared: &Compared<'_>) -> Vec<Vec<Change>> {
    let mut groups: Vec<(Vec<Change>, bool)> = Vec::new();
    let mut end = 0;
    for (change, counts) in &compared.changes {
        let gap = if *counts {
            2 * settings.context + 1
        } else {
            settings.context
        };
        match groups.last_mut() {
            Some((group, is_shown)) if change.at[0] - end < gap => {
                group.push(*change);
                *is_shown |= counts;
            }
            _ => groups.push((vec![*change], *counts)),
        }
        end = change.at[0] + change.count[0];
    }
    let shown = groups.into_iter().filter(|(_, is_shown)| *is_shown);
    shown.map(|(group, _)| group).collect()
}

fn hunks(run: &mut Run<'_, '_>, settings: &Settings, compared: &Compared<'_>) -> Step<()> {
    let is_unified = settings.style == Style::Unified;
    let marks = if is_unified {
        ["---", "+++"]
    } else {
        ["***", "---"]
    };
    let format = if is_unified || settings_are_utf8(run) {
        "%Y-%m-%d %H:%M:%S.%N %z"
    } else {
        "%a %b %e %H:%M:%S %Y"
    };
    for (at, mark) in marks.into_iter().enumerate() {
        let side = compared.sides[at];
        let mut header = cat![mark, " "];
        if settings.labels.len() > at {
            header.extend_from_slice(&side.label);
        } else {
            let time = times::format(&Moment::at(side.time_us), format.as_bytes());
            header.extend(cat![c_quoted(&side.label), "\t", time]);
        }
        header.push(b'\n');
        run.put(header)?;
    }
    for group in groups(settings, compared) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let before = settings.context.min(first.at[0].min(first.at[1]));
        // Both sides have as many lines around a change.
        let starts = [0, 1].map(|side| first.at[side] - before);
        let ends = [0, 1].map(|side| {
            let end = last.at[side] + last.count[side];
            (end + settings.context).min(compared.lines[side].len())
        });
        if is_unified {
            unified(run, compared, &group, starts, ends)?;
        } else {
            context(run, compared, &group, starts, ends)?;
        }
    }
    Ok(())
}

/// In the locale C, times in two parts are those of `ctime`.
fn settings_are_utf8(run: &Run<'_, '_>) -> bool {
    run.charset == crate::quote::Charset::Utf8
}

fn unified(
    run: &mut Run<'_, '_>,
    compared: &Compared<'_>,
    group: &[Change],
    starts: [usize; 2],
    ends: [usize; 2],
) -> Step<()> {
    let shown = |side: usize| match ends[side] - starts[side] {
        0 => format!("{},0", starts[side]),
        1 => format!("{}", starts[side] + 1),
        count => format!("{},{count}", starts[side] + 1),
    };
    run.put(format!("@@ -{} +{} @@\n", shown(0), shown(1)))?;
    let mut at = starts[0];
    for change in group {
        for text in &compared.lines[0][at..change.at[0]] {
            line(run, " ", text)?;
        }
        for text in part(compared, change, 0) {
            line(run, "-", text)?;
        }
        for text in part(compared, change, 1) {
            line(run, "+", text)?;
        }
        at = change.at[0] + change.count[0];
    }
    for text in &compared.lines[0][at..ends[0]] {
        line(run, " ", text)?;
    }
    Ok(())
}

fn context(
    run: &mut Run<'_, '_>,
    compared: &Compared<'_>,
    group: &[Change],
    starts: [usize; 2],
    ends: [usize; 2],
) -> Step<()> {
    run.put("***************\n")?;
    let frames = [("*** ", " ****\n", "- "), ("--- ", " ----\n", "+ ")];
    for (side, (before, behind, alone)) in frames.into_iter().enumerate() {
        let shown = range(starts[side], ends[side] - starts[side]);
        run.put(cat![before, shown, behind])?;
        if group.iter().all(|change| change.count[side] == 0) {
            continue;
        }
        let mut at = starts[side];
        for change in group {
            for text in &compared.lines[side][at..change.at[side]] {
                line(run, "  ", text)?;
            }
            let is_both = change.count[0] > 0 && change.count[1] > 0;
            let mark = if is_both { "! " } else { alone };
            for text in part(compared, change, side) {
                line(run, mark, text)?;
            }
            at = change.at[side] + change.count[side];
        }
        for text in &compared.lines[side][at..ends[side]] {
            line(run, "  ", text)?;
        }
    }
    Ok(())
}

/// Columns of the terminal that stand between both sides at least.
const GUTTER: usize = 3;

struct Columns<'s> {
    settings: &'s Settings,
    /// How wide a side is, and where the second begins.
    half: usize,
    second: usize,
}

pub(super) fn columns(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    compared: &Compared<'_>,
) -> Step<()> {
    let (width, tab) = (
        settings.width,
        if settings.expands_tabs {
            1
        } else {
            settings.tab
        },
    );
    let offset = (width + tab + GUTTER) / (2 * tab) * tab;
    let half = offset
        .saturating_sub(GUTTER)
        .min(width.saturating_sub(offset));
    let columns = Columns {
        settings,
        half,
        second: if half > 0 { offset } else { width },
    };
    let mut at = [0, 0];
    let end = Change {
        at: [compared.lines[0].len(), compared.lines[1].len()],
        count: [0, 0],
    };
    let changes = compared.changes.iter().filter(|(_, counts)| *counts);
    let changes = changes.map(|(change, _)| change).chain([&end]);
    for change in changes {
        if !settings.suppresses_common {
            let (left, right) = (
                &compared.lines[0][at[0]..change.at[0]],
                &compared.lines[1][at[1]..change.at[1]],
            );
            for index in 0..left.len().max(right.len()) {
                let (left, right) = (left.get(index).copied(), right.get(index).copied());
                match (left, right) {
                    (Some(_), Some(_)) if settings.left_column => {
                        columns.line(run, left, b'(', None)?;
                    }
                    (Some(_), Some(_)) => columns.line(run, left, b' ', right)?,
                    (Some(_), None) => columns.line(run, left, b'(', None)?,
                    _ => columns.line(run, None, b')', right)?,
                }
            }
        }
        let (left, right) = (part(compared, change, 0), part(compared, change, 1));
        for index in 0..left.len().max(right.len()) {
            match (left.get(index).copied(), right.get(index).copied()) {
                (Some(left), Some(right)) => columns.line(run, Some(left), b'|', Some(right))?,
                (Some(left), None) => columns.line(run, Some(left), b'<', None)?,
                (_, right) => columns.line(run, None, b'>', right)?,
            }
        }
        at = [0, 1].map(|side| change.at[side] + change.count[side]);
    }
    Ok(())
}

impl Columns<'_> {
    fn blanks(&self, out: &mut Vec<u8>, mut from: usize, to: usize) -> usize {
        let tab = self.settings.tab;
        if !self.settings.expands_tabs {
            let mut next = from + tab - from % tab;
            while next <= to {
                out.push(b'\t');
                from = next;
                next += tab;
            }
        }
        while from < to {
            out.push(b' ');
            from += 1;
        }
        to.max(from)
    }

    /// Writes as much of a line as fits, and answers how far that comes.
    fn side(&self, out: &mut Vec<u8>, text: &[u8], start: usize) -> usize {
        let (tab, bound) = (self.settings.tab, self.half);
        let (mut seen, mut written) = (0, 0);
        for byte in text {
            match byte {
                b'\n' => break,
                b'\t' => {
                    let blanks = tab - seen % tab;
                    if seen == written {
                        let stop = written + blanks;
                        if self.settings.expands_tabs {
                            let stop = stop.min(bound);
                            out.extend(std::iter::repeat_n(b' ', stop.saturating_sub(written)));
                            written = written.max(stop);
                        } else if stop < bound {
                            written = stop;
                            out.push(b'\t');
                        }
                    }
                    seen += blanks;
                }
                0x80..=0xbf => {
                    // The rest of a character is as wide as its first byte was.
                    if seen <= bound {
                        out.push(*byte);
                    }
                }
                0..0x20 | 0x7f => {
                    if seen < bound {
                        out.push(*byte);
                    }
                }
                _ => {
                    seen += 1;
                    if seen <= bound {
                        written = seen;
                        out.push(*byte);
                    }
                }
            }
        }
        start + written
    }

    fn line(
        &self,
        run: &mut Run<'_, '_>,
        left: Option<&[u8]>,
        mark: u8,
        right: Option<&[u8]>,
    ) -> Step<()> {
        let mut out = Vec::new();
        let (mut column, mut ends) = (0, false);
        let mut mark = mark;
        if let Some(left) = left {
            ends |= left.ends_with(b"\n");
            column = self.side(&mut out, left, 0);
        }
        if mark != b' ' {
            column = self.blanks(&mut out, column, (self.half + self.second - 1) / 2) + 1;
            if mark == b'|' && right.is_some_and(|right| right.ends_with(b"\n") != ends) {
                mark = if ends { b'/' } else { b'\\' };
            }
            out.push(mark);
        }
        if let Some(right) = right {
            ends |= right.ends_with(b"\n");
            if right.first() != Some(&b'\n') {
                let column = self.blanks(&mut out, column, self.second);
                self.side(&mut out, right, column);
            }
        }
        if ends {
            out.push(b'\n');
        }
        run.put(out)
    }
}

/// A name in double quotes where it needs them.
pub(super) fn c_quoted(name: &[u8]) -> Vec<u8> {
    let needs = |byte: &u8| *byte <= b' ' || matches!(byte, b'"' | b'\\' | 127);
    if !name.iter().any(needs) {
        return name.to_vec();
    }
    let mut out = vec![b'"'];
    for byte in name {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', *byte]),
            7..=13 => out.extend([b'\\', b"abtnvfr"[usize::from(byte - 7)]]),
            b' '..=126 | 128.. => out.push(*byte),
            other => out.extend(format!("\\{other:03o}").bytes()),
        }
    }
    out.push(b'"');
    out
}
