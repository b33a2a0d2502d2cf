//! The command line of `diff`.

use super::print::Style;
use crate::bytes::{cat, number};
use crate::options::{Options, Table, Value, both, long, short};
use crate::quote;
use crate::run::{Run, Step};

static TABLE: Table = Table {
    flags: &[
        long("normal", Value::No),
        both("q", "brief", Value::No),
        both("s", "report-identical-files", Value::No),
        short("c", Value::No),
        short("C", Value::Needed),
        long("context", Value::Maybe),
        short("u", Value::No),
        short("U", Value::Needed),
        long("unified", Value::Maybe),
        both("e", "ed", Value::No),
        both("y", "side-by-side", Value::No),
        both("W", "width", Value::Needed),
        long("left-column", Value::No),
        long("suppress-common-lines", Value::No),
        both("L", "label", Value::Needed),
        both("t", "expand-tabs", Value::No),
        both("r", "recursive", Value::No),
        both("N", "new-file", Value::No),
        long("unidirectional-new-file", Value::No),
        both("x", "exclude", Value::Needed),
        both("i", "ignore-case", Value::No),
        both("Z", "ignore-trailing-space", Value::No),
        both("b", "ignore-space-change", Value::No),
        both("w", "ignore-all-space", Value::No),
        both("B", "ignore-blank-lines", Value::No),
        long("strip-trailing-cr", Value::No),
        both("a", "text", Value::No),
        both("d", "minimal", Value::No),
        both("H", "speed-large-files", Value::No),
        long("no-dereference", Value::No),
        long("color", Value::Maybe),
        long("tabsize", Value::Needed),
        short("0", Value::No),
        short("1", Value::No),
        short("2", Value::No),
        short("3", Value::No),
        short("4", Value::No),
        short("5", Value::No),
        short("6", Value::No),
        short("7", Value::No),
        short("8", Value::No),
        short("9", Value::No),
    ],
    help: "[OPTION]... FILES
Compares files line by line, or directories file by file. - is standard input.

  -q, -s         only whether files differ; says it where they do not
  -u, -U N, -c, -C N
                 with N lines around changes, unified or in two parts; 3
  -e, -y         as a script for ed; side by side
  -W N, --left-column, --suppress-common-lines, -t
                 for -y: columns, and what is left out; tabs as blanks
  -L, --label=TEXT
                 TEXT instead of a file's name and time
  -r             directories in directories
  -N             a missing file is empty
  -x PATTERN     leaves out what fits
  -i, -b, -w, -Z, -B, --strip-trailing-cr
                 does not count case, amounts of blanks, blanks, blanks at ends of lines, empty lines,
                 returns at ends of lines
  -a             all files are text

Ends with 0 if nothing differs, 1 if something does, 2 if something is wrong.",
    misused: 2,
    permutes: true,
};

/// Lines around changes, where no number is given.
const CONTEXT: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Blanks {
    Count,
    Trailing,
    Amount,
    All,
}

pub(super) struct Settings {
    pub(super) style: Style,
    pub(super) context: usize,
    pub(super) width: usize,
    pub(super) tab: usize,
    pub(super) left_column: bool,
    pub(super) suppresses_common: bool,
    pub(super) expands_tabs: bool,
    pub(super) brief: bool,
    pub(super) tells_same: bool,
    pub(super) labels: Vec<Vec<u8>>,
    pub(super) recursive: bool,
    pub(super) new_file: bool,
    pub(super) new_first: bool,
    pub(super) exclude: Vec<Vec<u8>>,
    pub(super) ignores_case: bool,
    pub(super) blanks: Blanks,
    pub(super) ignores_empty: bool,
    pub(super) strips_returns: bool,
    pub(super) as_text: bool,
    /// Whether all lines are searched for.
    pub(super) is_minimal: bool,
    /// The options as they were given, for the lines before files.
    pub(super) switches: Vec<u8>,
}

impl Settings {
    /// Whether a missing first file is an empty one.
    pub(super) const fn makes_first(&self) -> bool {
        self.new_file || self.new_first
    }
}

pub(super) type Operands = [Vec<u8>; 2];

pub(super) fn read(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<(Settings, Operands)> {
    let mut settings = Settings {
        style: Style::Normal,
        context: 0,
        width: 130,
        tab: 8,
        left_column: false,
        suppresses_common: false,
        expands_tabs: false,
        brief: false,
        tells_same: false,
        labels: Vec::new(),
        recursive: false,
        new_file: false,
        new_first: false,
        exclude: Vec::new(),
        ignores_case: false,
        blanks: Blanks::Count,
        ignores_empty: false,
        strips_returns: false,
        as_text: false,
        is_minimal: false,
        switches: Vec::new(),
    };
    let mut style = None;
    // Of `-u0` and `-c -12`: digits that follow each other are one number.
    let mut short_context: Option<usize> = None;
    let (mut is_explicit, mut was_digit) = (false, false);
    let last = arguments
        .last()
        .map_or_else(|| b"diff".to_vec(), Clone::clone);
    let words = arguments.clone();
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        let mut chosen = None;
        let digit = match id.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
            _ => None,
        };
        if let Some(digit) = digit {
            let before = short_context.filter(|_| was_digit).unwrap_or(0);
            short_context = Some(before.saturating_mul(10).saturating_add(digit));
            was_digit = true;
            continue;
        }
        was_digit = false;
        match id {
            "normal" => chosen = Some(Style::Normal),
            "q" => settings.brief = true,
            "s" => settings.tells_same = true,
            "c" | "u" => {
                chosen = Some(if id == "c" {
                    Style::Context
                } else {
                    Style::Unified
                });
                settings.context = settings.context.max(CONTEXT);
            }
            "C" | "U" | "context" | "unified" => {
                chosen = Some(if matches!(id, "C" | "context") {
                    Style::Context
                } else {
                    Style::Unified
                });
                let lines = match &value {
                    Some(text) => number(text),
                    None => Some(CONTEXT),
                };
                let Some(lines) = lines else {
                    let shown = run.word(&value.unwrap_or_default());
                    return run.misused(2, cat!["invalid context length ", shown]);
                };
                settings.context = settings.context.max(lines);
                is_explicit = true;
            }
            "e" => chosen = Some(Style::Ed),
            "y" => chosen = Some(Style::Columns),
            "W" | "tabsize" => {
                let text = value.unwrap_or_default();
                let Some(count) = number(&text).filter(|count| *count > 0) else {
                    let shown = run.word(&text);
                    let what = if id == "W" { "width" } else { "tabsize" };
                    return run.misused(2, cat!["invalid ", what, " ", shown]);
                };
                if id == "W" {
                    settings.width = count;
                } else {
                    settings.tab = count;
                }
            }
            "left-column" => settings.left_column = true,
            "suppress-common-lines" => settings.suppresses_common = true,
            "L" => {
                if settings.labels.len() == 2 {
                    return run.die(2, "too many file label options");
                }
                settings.labels.extend(value);
            }
            "t" => settings.expands_tabs = true,
            "r" => settings.recursive = true,
            "N" => settings.new_file = true,
            "unidirectional-new-file" => settings.new_first = true,
            "x" => settings.exclude.extend(value),
            "i" => settings.ignores_case = true,
            "Z" if settings.blanks < Blanks::Trailing => settings.blanks = Blanks::Trailing,
            "b" if settings.blanks < Blanks::Amount => settings.blanks = Blanks::Amount,
            "w" => settings.blanks = Blanks::All,
            "B" => settings.ignores_empty = true,
            "strip-trailing-cr" => settings.strips_returns = true,
            "a" => settings.as_text = true,
            "d" => settings.is_minimal = true,
            _ => {}
        }
        if let Some(chosen) = chosen {
            if style.is_some_and(|style| style != chosen) {
                return run.misused(2, "conflicting output style options");
            }
            style = Some(chosen);
        }
    }
    settings.style = style.unwrap_or(Style::Normal);
    let operands = options.operands();
    if let Some(extra) = operands.get(2) {
        let shown = run.word(extra);
        return run.misused(2, cat!["extra operand ", shown]);
    }
    if let (Some(lines), Some(Style::Context | Style::Unified)) = (short_context, style)
        && (settings.context < lines || !is_explicit)
    {
        settings.context = lines;
    }
    // What stands before the operands: GNU moves those behind the options.
    let mut rest = operands.clone();
    for word in words {
        match rest.iter().position(|operand| *operand == word) {
            Some(at) => drop(rest.remove(at)),
            None => settings
                .switches
                .extend(cat![" ", quote::raw(&word, false)]),
        }
    }
    match <[Vec<u8>; 2]>::try_from(operands) {
        Ok(operands) => Ok((settings, operands)),
        Err(_) => {
            let shown = run.word(&last);
            run.misused(2, cat!["missing operand after ", shown])
        }
    }
}
