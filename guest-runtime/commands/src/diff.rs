//! `diff`.

mod print;
pub(crate) mod script;

use std::collections::HashMap;

use crate::Errno;
use crate::bytes::{cat, number};
use crate::glob::{self, Rules};
use crate::options::{Options, Table, Value, both, long, short};
use crate::paths;
use crate::quote;
use crate::run::{End, Run, Step};
use print::Style;
use script::{Change, changes};

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
enum Blanks {
    Count,
    Trailing,
    Amount,
    All,
}

struct Settings {
    style: Style,
    context: usize,
    width: usize,
    tab: usize,
    left_column: bool,
    suppresses_common: bool,
    expands_tabs: bool,
    brief: bool,
    tells_same: bool,
    labels: Vec<Vec<u8>>,
    recursive: bool,
    new_file: bool,
    new_first: bool,
    exclude: Vec<Vec<u8>>,
    ignores_case: bool,
    blanks: Blanks,
    ignores_empty: bool,
    strips_returns: bool,
    as_text: bool,
    /// Whether all lines are searched for.
    is_minimal: bool,
    /// The options as they were given, for the lines before files.
    switches: Vec<u8>,
}

/// A file that is compared: lines as they are, their names for headers and messages.
struct Side {
    label: Vec<u8>,
    time_us: i64,
    content: Vec<u8>,
}

impl Side {
    fn lines(&self) -> Vec<&[u8]> {
        self.content
            .split_inclusive(|byte| *byte == b'\n')
            .collect()
    }
}

/// Two files with what differs.
struct Compared<'s> {
    sides: [&'s Side; 2],
    lines: [Vec<&'s [u8]>; 2],
    /// Changes, and whether each counts.
    changes: Vec<(Change, bool)>,
}

pub(crate) async fn diff(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.help_has_name = true;
    let (settings, operands) = read(run, arguments)?;
    let [first, second] = operands;
    let is_directory = |run: &Run<'_, '_>, name: &[u8]| {
        name != b"-" && run.stat(name).is_ok_and(|stat| stat.is_directory())
    };
    let (first_is, second_is) = (is_directory(run, &first), is_directory(run, &second));
    let (first, second) = match (first_is, second_is) {
        (true, true) => return directories(run, &settings, first, second).await,
        (true, false) | (false, true) if may_be_empty(run, &settings, [&first, &second]) => {
            return directories(run, &settings, first, second).await;
        }
        (true, false) if second != b"-" && run.lstat(&second).is_err() => {
            return missing(run, &second);
        }
        (false, true) if first != b"-" && run.lstat(&first).is_err() => {
            return missing(run, &first);
        }
        (true, false) if second != b"-" && run.lstat(&second).is_ok() => {
            (paths::join(&first, paths::base_name(&second)), second)
        }
        (false, true) if first != b"-" && run.lstat(&first).is_ok() => {
            let inside = paths::join(&second, paths::base_name(&first));
            (first, inside)
        }
        _ => (first, second),
    };
    files(run, &settings, [&first, &second], None).await
}

/// Whether the one that is missing counts as an empty directory.
fn may_be_empty(run: &Run<'_, '_>, settings: &Settings, names: [&[u8]; 2]) -> bool {
    let is_missing = |name: &[u8]| name != b"-" && run.stat(name) == Err(Errno::NotFound);
    let second = settings.new_file && is_missing(names[1]);
    second || (settings.makes_first() && is_missing(names[0]))
}

/// A name that is needed and is not there.
fn missing(run: &mut Run<'_, '_>, name: &[u8]) -> Step<()> {
    let errno = run.stat(name).err().unwrap_or(Errno::NotFound);
    let shown = run.qf(name);
    run.die(2, cat![shown, ": ", errno])
}

impl Settings {
    /// Whether a missing first file is an empty one.
    const fn makes_first(&self) -> bool {
        self.new_file || self.new_first
    }
}

type Operands = [Vec<u8>; 2];

fn read(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<(Settings, Operands)> {
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

/// What is read of a name; a missing file may be empty.
async fn side(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    number: usize,
) -> Step<Result<Side, Errno>> {
    let label = settings.labels.get(number).cloned();
    let label = label.unwrap_or_else(|| name.to_vec());
    let mut side = Side {
        label,
        time_us: 0,
        content: Vec::new(),
    };
    if name == b"-" {
        side.time_us = run.ctx.now_us;
        let mut part = vec![0; 1 << 16];
        loop {
            match run.input(&mut part).await {
                Ok(0) => break,
                Ok(count) => side.content.extend_from_slice(&part[..count]),
                Err(_) => return run.die(2, "-: Input/output error"),
            }
        }
    } else {
        let is_empty = settings.new_file || (settings.new_first && number == 0);
        match run.stat(name) {
            Err(Errno::NotFound) if is_empty => {}
            Err(errno) => return Ok(Err(errno)),
            Ok(stat) => {
                side.time_us = stat.mtime_us;
                match run.files().read(&run.at(name), 0, usize::MAX) {
                    Ok(content) => side.content = content,
                    Err(errno) => return Ok(Err(errno)),
                }
            }
        }
    }
    if settings.strips_returns {
        let mut kept = Vec::with_capacity(side.content.len());
        for line in side.content.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(text) => kept.extend(cat![text, "\n"]),
                None => kept.extend_from_slice(line),
            }
        }
        side.content = kept;
    }
    Ok(Ok(side))
}

fn is_binary(content: &[u8]) -> bool {
    /// What the program looks at.
    const BLOCK: usize = 4096;
    content[..content.len().min(BLOCK)].contains(&0)
}

/// Compares two files; `before` is the line that names them.
async fn files(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    names: [&[u8]; 2],
    before: Option<Vec<u8>>,
) -> Step<()> {
    let mut sides = Vec::new();
    let mut is_missing = false;
    let input = [names[0] == b"-", names[1] == b"-"];
    if settings.new_file
        && names
            .iter()
            .all(|name| *name != b"-" && run.stat(name).is_err())
    {
        is_missing = true;
    }
    for (number, name) in names.into_iter().enumerate() {
        if input == [true, true] && number == 1 {
            break;
        }
        let found = if is_missing {
            Ok(Err(Errno::NotFound))
        } else {
            side(run, settings, name, number).await
        };
        match found? {
            Ok(side) => sides.push(side),
            Err(errno) => {
                let shown = run.qf(name);
                run.fail(cat![shown, ": ", errno])?;
                run.status = 2;
            }
        }
    }
    let [first, second] = sides.as_slice() else {
        return Ok(());
    };
    let is_same = first.content == second.content;
    let is_binary = !settings.as_text && (is_binary(&first.content) || is_binary(&second.content));
    let folds = settings.ignores_case || settings.blanks != Blanks::Count || settings.ignores_empty;
    let compared = if is_same || is_binary || (settings.brief && !folds) {
        None
    } else {
        Some(compare(settings, [first, second]))
    };
    let differs = match &compared {
        Some(compared) => compared.changes.iter().any(|(_, counts)| *counts),
        None => !is_same,
    };
    if settings.style == Style::Ed && !is_binary && !settings.brief {
        for (side, name) in [first, second].iter().zip(names) {
            if !side.content.is_empty() && !side.content.ends_with(b"\n") {
                let shown = run.qf(name);
                run.flush()?;
                run.say(cat![shown, ": No newline at end of file\n"])?;
                run.status = 2;
            }
        }
    }
    if !differs {
        if settings.tells_same {
            let [a, b] = [&first.label, &second.label];
            run.put(cat!["Files ", a, " and ", b, " are identical\n"])?;
        }
        // Side by side, common lines are shown, too.
        if settings.style == Style::Columns && !settings.brief && !is_binary {
            let same = compare(settings, [first, second]);
            print::columns(run, settings, &same)?;
        }
        return Ok(());
    }
    run.status = run.status.max(1);
    if settings.brief || is_binary {
        let kind = if settings.brief {
            "Files"
        } else {
            "Binary files"
        };
        let [a, b] = [&first.label, &second.label];
        return run.put(cat![kind, " ", a, " and ", b, " differ\n"]);
    }
    let Some(compared) = compared else {
        return Ok(());
    };
    if let Some(before) = before {
        run.put(before)?;
    }
    print::all(run, settings, &compared)
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

fn compare<'s>(settings: &Settings, sides: [&'s Side; 2]) -> Compared<'s> {
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

/// A directory of both sides that is compared.
struct Task {
    names: std::vec::IntoIter<Vec<u8>>,
    paths: [Vec<u8>; 2],
}

impl Task {
    fn new(run: &mut Run<'_, '_>, settings: &Settings, paths: [Vec<u8>; 2]) -> Step<Option<Self>> {
        let mut names = Vec::new();
        for (side, path) in paths.iter().enumerate() {
            match run.list(path) {
                Ok(entries) => names.extend(entries.into_iter().map(|entry| entry.name)),
                Err(Errno::NotFound) if settings.new_file || (side == 0 && settings.new_first) => {}
                Err(errno) => {
                    let shown = run.qf(path);
                    run.fail(cat![shown, ": ", errno])?;
                    run.status = 2;
                    return Ok(None);
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names.retain(|name| {
            let fits = |pattern: &Vec<u8>| glob::fits(pattern, name, Rules::default());
            !settings.exclude.iter().any(fits)
        });
        Ok(Some(Self {
            names: names.into_iter(),
            paths,
        }))
    }
}

async fn directories(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    first: Vec<u8>,
    second: Vec<u8>,
) -> Step<()> {
    let mut tasks = Vec::new();
    let is_same = |run: &Run<'_, '_>, a: &[u8], b: &[u8]| match (run.stat(a), run.stat(b)) {
        (Ok(a), Ok(b)) => a.number == b.number,
        _ => false,
    };
    if is_same(run, &first, &second) {
        return Ok(());
    }
    tasks.extend(Task::new(run, settings, [first, second])?);
    while let Some(task) = tasks.last_mut() {
        run.turn().await;
        let Some(name) = task.names.next() else {
            tasks.pop();
            continue;
        };
        let paths = [
            paths::join(&task.paths[0], &name),
            paths::join(&task.paths[1], &name),
        ];
        let found = [run.stat(&paths[0]), run.stat(&paths[1])];
        let kinds = found.map(|stat| stat.ok().map(|stat| stat.is_directory()));
        let makes_empty = |side: usize| settings.new_file || (settings.new_first && side == 0);
        match kinds {
            [None, None] => {
                for (side, path) in paths.iter().enumerate() {
                    let listed = run.lstat(path);
                    if let (Ok(_), Err(errno)) = (listed, found[side]) {
                        let shown = run.qf(path);
                        run.fail(cat![shown, ": ", errno])?;
                        run.status = 2;
                    }
                }
            }
            [Some(true), Some(true)] if !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [Some(true), Some(true)] => tasks.extend(Task::new(run, settings, paths)?),
            [None, Some(true)] if makes_empty(0) && !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [Some(true), None] if makes_empty(1) && !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [None, Some(true)] if makes_empty(0) && settings.recursive => {
                tasks.extend(Task::new(run, settings, paths)?);
            }
            [Some(true), None] if makes_empty(1) && settings.recursive => {
                tasks.extend(Task::new(run, settings, paths)?);
            }
            [None, Some(is_directory)] if is_directory || !makes_empty(0) => {
                run.put(cat!["Only in ", task.paths[1], ": ", name, "\n"])?;
                run.status = run.status.max(1);
            }
            [Some(is_directory), None] if is_directory || !makes_empty(1) => {
                run.put(cat!["Only in ", task.paths[0], ": ", name, "\n"])?;
                run.status = run.status.max(1);
            }
            [Some(a), Some(b)] if a != b => {
                let kind = |side: usize| match found[side] {
                    Ok(stat) if stat.is_directory() => "directory",
                    Ok(stat) if stat.size == 0 => "regular empty file",
                    _ => "regular file",
                };
                let label = |side: usize| settings.labels.get(side).unwrap_or(&paths[side]).clone();
                let (first, second) = (label(0), label(1));
                let middle = cat![" is a ", kind(0), " while file "];
                run.put(cat![
                    "File ",
                    first,
                    middle,
                    second,
                    " is a ",
                    kind(1),
                    "\n"
                ])?;
                run.status = run.status.max(1);
            }
            _ => {
                let label = |side: usize| settings.labels.get(side).unwrap_or(&paths[side]).clone();
                let (first, second) = (label(0), label(1));
                let line = cat![
                    "diff",
                    settings.switches,
                    " ",
                    c_quoted(&first),
                    " ",
                    c_quoted(&second),
                    "\n"
                ];
                files(run, settings, [&paths[0], &paths[1]], Some(line)).await?;
            }
        }
    }
    Ok(())
}

/// A name in double quotes where it needs them.
fn c_quoted(name: &[u8]) -> Vec<u8> {
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

/// A wrong end, for what prints.
pub(super) type Printed = Result<(), End>;
