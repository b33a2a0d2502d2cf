//! Where the indentation of the lines around it says that a block begins or ends.

use crate::slide_with;

/// Lines that a group is slid over, at most.
const SLIDING_MAX: usize = 100;

/// Empty lines that are counted around a line, at most.
const BLANKS_MAX: i64 = 20;

/// Columns of indentation that are counted.
const INDENT_MAX: i64 = 200;

/// Slides each change of one text beside a change of the other text, or else where the indentation of the
/// lines around it says that a block begins or ends.
///
/// `changed` and `other` mark the lines of this text and of the other that have no counterpart; equal lines
/// have the same number.
pub fn slide_by_indent(lines: &[&[u8]], numbers: &[usize], changed: &mut [bool], other: &[bool]) {
    slide_with(numbers, changed, other, |ends, size| {
        let lowest = ends.end;
        let first = ends
            .start
            .max(lowest.saturating_sub(size + 1))
            .max(lowest.saturating_sub(SLIDING_MAX));
        let mut best: Option<(usize, Score)> = None;
        for end in first..=lowest {
            let mut score = Score::default();
            score.add(&Split::at(lines, end));
            score.add(&Split::at(lines, end - size));
            if best.is_none_or(|(_, best)| score.compared(&best) <= 0) {
                best = Some((end, score));
            }
        }
        best.map_or(lowest, |(end, _)| end)
    });
}

/// What is around a place between two lines.
struct Split {
    is_at_end: bool,
    /// Columns that the line behind is indented by; -1 of an empty one, as below.
    indent: i64,
    blanks_before: i64,
    indent_before: i64,
    blanks_behind: i64,
    indent_behind: i64,
}

fn indent(line: &[u8]) -> i64 {
    let mut columns = 0;
    for byte in line {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 8 - columns % 8,
            b'\n' | b'\r' | 0x0b | 0x0c => {}
            _ => return columns,
        }
        if columns >= INDENT_MAX {
            return INDENT_MAX;
        }
    }
    -1
}

impl Split {
    fn at(lines: &[&[u8]], place: usize) -> Self {
        /// The indentation of the first line that has one, and how many have none before it.
        fn search<'l>(lines: impl Iterator<Item = &'l &'l [u8]>) -> (i64, i64) {
            let mut blanks = 0;
            for line in lines {
                let columns = indent(line);
                if columns != -1 {
                    return (blanks, columns);
                }
                blanks += 1;
                if blanks == BLANKS_MAX {
                    return (blanks, 0);
                }
            }
            (blanks, -1)
        }
        let (blanks_before, indent_before) = search(lines[..place].iter().rev());
        let (blanks_behind, indent_behind) =
            search(lines.get(place + 1..).unwrap_or_default().iter());
        Self {
            is_at_end: place >= lines.len(),
            indent: lines.get(place).map_or(-1, |line| indent(line)),
            blanks_before,
            indent_before,
            blanks_behind,
            indent_behind,
        }
    }
}

/// How bad the two places are at which a group begins and ends.
#[derive(Clone, Copy, Default)]
struct Score {
    indent: i64,
    penalty: i64,
}

impl Score {
    fn add(&mut self, split: &Split) {
        if split.indent_before == -1 && split.blanks_before == 0 {
            self.penalty += 1;
        }
        if split.is_at_end {
            self.penalty += 21;
        }
        let blanks_behind = match split.indent {
            -1 => 1 + split.blanks_behind,
            _ => 0,
        };
        let blanks = split.blanks_before + blanks_behind;
        self.penalty += -30 * blanks + 6 * blanks_behind;
        let indent = match split.indent {
            -1 => split.indent_behind,
            indent => indent,
        };
        self.indent += indent;
        if indent == -1 || split.indent_before == -1 || indent == split.indent_before {
            return;
        }
        let (plain, with_blanks) = if indent > split.indent_before {
            (-4, 10)
        } else if split.indent_behind != -1 && split.indent_behind > indent {
            (24, 17)
        } else {
            (23, 17)
        };
        self.penalty += if blanks == 0 { plain } else { with_blanks };
    }

    /// Below zero where this one is better.
    fn compared(&self, other: &Self) -> i64 {
        60 * (self.indent - other.indent).signum() + self.penalty - other.penalty
    }
}
