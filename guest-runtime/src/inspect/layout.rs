//! How entries are put on lines.

use super::{Compact, Printer};

/// Columns of a grouped array at most.
const COLUMNS_MAX: usize = 15;

/// What is printed between the brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    /// Items, which are grouped in columns; padded at the front where all are numbers.
    Array {
        numbers: bool,
    },
}

impl Printer<'_> {
    /// `base { entries }` on as few lines as fit.
    pub(super) fn lay_out(
        &self,
        mut entries: Vec<String>,
        base: &str,
        braces: (&str, &str),
        kind: Kind,
        depth: i32,
    ) -> String {
        let count = entries.len();
        let Compact::Levels(levels) = self.options.compact else {
            return self.lay_out_densely(&entries, base, braces);
        };
        if let Kind::Array { numbers } = kind
            && count > 6
            && levels > 0
        {
            entries = self.group(entries, numbers, levels);
        }
        let base = if base.is_empty() {
            String::new()
        } else {
            format!("{base} ")
        };
        if self.current_depth - depth < levels && count == entries.len() {
            let start = entries.len() + self.indent + width(braces.0) + width(base.trim_end()) + 10;
            let total: usize = entries.iter().map(|entry| width(entry)).sum();
            let fits = total + entries.len() + start <= self.options.line_width
                && !base.contains('\n')
                && !entries.iter().any(|entry| entry.contains('\n'));
            if fits {
                return format!("{base}{} {} {}", braces.0, entries.join(", "), braces.1);
            }
        }
        let indent = " ".repeat(self.indent);
        let joined = entries.join(&format!(",\n{indent}  "));
        format!(
            "{base}{}\n{indent}  {joined}\n{indent}{}",
            braces.0, braces.1
        )
    }

    /// The same with the first entry and the last bracket on the lines of others.
    fn lay_out_densely(&self, entries: &[String], base: &str, braces: (&str, &str)) -> String {
        let opening = match base {
            "" => braces.0.to_owned(),
            base => format!("{} {base}", braces.0),
        };
        let total: usize = entries.iter().map(|entry| width(entry)).sum();
        let fits = total + entries.len() <= self.options.line_width
            && entries.len() * 2 <= self.options.line_width
            && !base.contains('\n');
        if fits {
            return format!("{opening} {} {}", entries.join(", "), braces.1);
        }
        let line = format!("\n{}  ", " ".repeat(self.indent));
        // Behind a long bracket the first entry would stand elsewhere than the others.
        let first = if opening.len() == 1 { " " } else { &line };
        format!(
            "{opening}{first}{} {}",
            entries.join(&format!(",{line}")),
            braces.1
        )
    }

    /// Items in columns.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most some hundred items of some thousand columns"
    )]
    fn group(&self, mut entries: Vec<String>, numbers: bool, levels: i32) -> Vec<String> {
        const SEPARATOR: usize = 2;
        // The note on what is left out stays on a line of its own.
        let note = if entries.len() > self.options.items_max {
            entries.pop()
        } else {
            None
        };
        let all = entries.len() + usize::from(note.is_some());
        let widths: Vec<usize> = entries.iter().map(|entry| width(entry)).collect();
        let total: usize = widths.iter().map(|width| width + SEPARATOR).sum();
        let longest = widths.iter().copied().max().unwrap_or(0);
        let cell = longest + SEPARATOR;
        let is_dense = total as f64 / cell as f64 > 5.0 || longest <= 6;
        let mut lines = Vec::new();
        if cell * 3 + self.indent < self.options.line_width && is_dense {
            let bias = (cell as f64 - total as f64 / all as f64).sqrt();
            let biased = (cell as f64 - 3.0 - bias).max(1.0);
            let columns = ((2.5 * biased * entries.len() as f64).sqrt() / biased).round() as usize;
            let columns = columns
                .min((self.options.line_width - self.indent) / cell)
                .min(levels as usize * 4)
                .min(COLUMNS_MAX);
            if columns > 1 {
                let longest: Vec<usize> = (0..columns)
                    .map(|column| {
                        let own = widths.iter().skip(column).step_by(columns);
                        own.copied().max().unwrap_or(0) + SEPARATOR
                    })
                    .collect();
                for (row, cells) in entries.chunks(columns).enumerate() {
                    lines.push(self.row(cells, &widths[row * columns..], &longest, numbers));
                }
            }
        }
        if lines.is_empty() {
            lines = entries;
        }
        lines.extend(note);
        lines
    }

    fn row(&self, cells: &[String], widths: &[usize], longest: &[usize], numbers: bool) -> String {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let is_last = column + 1 == cells.len();
            let text = if is_last {
                cell.clone()
            } else {
                format!("{cell}, ")
            };
            let wanted = if is_last {
                longest[column] - 2
            } else {
                longest[column]
            };
            let used = widths[column] + if is_last { 0 } else { 2 };
            let padding = " ".repeat(wanted.saturating_sub(used));
            if numbers {
                line.push_str(&padding);
                line.push_str(&text);
            } else {
                line.push_str(&text);
                if !is_last {
                    line.push_str(&padding);
                }
            }
        }
        line
    }
}

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars()
        .map(|character| match character as u32 {
            0..=0x1f
            | 0x7f..=0x9f
            | 0x300..=0x36f
            | 0x200b..=0x200f
            | 0x20d0..=0x20ff
            | 0xfe00..=0xfe0f
            | 0xfe20..=0xfe2f
            | 0xe0100..=0xe01ef => 0,
            0x1100..=0x115f
            | 0x2e80..=0x303e
            | 0x3041..=0xa4cf
            | 0xac00..=0xd7a3
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f
            | 0xff00..=0xff60
            | 0xffe0..=0xffe6
            | 0x1f300..=0x1f64f
            | 0x1f680..=0x1f6ff
            | 0x1f900..=0x1f9ff
            | 0x20000..=0x3fffd => 2,
            _ => 1,
        })
        .sum()
}
