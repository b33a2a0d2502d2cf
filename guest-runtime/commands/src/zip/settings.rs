//! What a command line of `zip` asks for.

use super::MISUSED;
use crate::bytes::cat;
use crate::run::{End, Run, Step};
use crate::streams::Source;
use crate::times;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Add,
    /// As `Add`, and old files stay where they are as new.
    Update,
    /// As `Update`, without new members.
    Freshen,
    /// The archive becomes what is on the disk.
    Sync,
    Delete,
    /// Members that fit go to another archive.
    Copy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Store,
    Deflate,
    Bzip2,
}

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) action: Action,
    pub(super) archive: Vec<u8>,
    /// Where the result goes, if not to the archive itself.
    pub(super) out: Option<Vec<u8>>,
    pub(super) names: Vec<Vec<u8>>,
    pub(super) included: Vec<Vec<u8>>,
    pub(super) excluded: Vec<Vec<u8>>,
    pub(super) recurses: bool,
    /// Whether names are patterns of what is below the directory.
    pub(super) recurses_patterns: bool,
    pub(super) junks: bool,
    pub(super) without_directories: bool,
    pub(super) keeps_links: bool,
    pub(super) moves: bool,
    pub(super) quiet: u8,
    pub(super) is_verbose: bool,
    pub(super) without_extra: bool,
    pub(super) ignores_case: bool,
    pub(super) tests: bool,
    pub(super) shows: bool,
    pub(super) is_as_old: bool,
    pub(super) asks_comment: bool,
    pub(super) level: u32,
    pub(super) method: Method,
    /// Ends of names that are stored.
    pub(super) stored: Vec<Vec<u8>>,
    /// The words of the line as they could be meant, where directories are gone through.
    pub(super) hint: Option<Vec<u8>>,
    pub(super) since_us: Option<i64>,
    pub(super) before_us: Option<i64>,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Value,
    /// Words up to the next option, or a word `@`.
    List,
}

/// Options: letters, a long name, and what follows.
const OPTIONS: &[(&str, &str, Takes)] = &[
    ("0", "store", Takes::Nothing),
    ("1", "compress-1", Takes::Nothing),
    ("2", "compress-2", Takes::Nothing),
    ("3", "compress-3", Takes::Nothing),
    ("4", "compress-4", Takes::Nothing),
    ("5", "compress-5", Takes::Nothing),
    ("6", "compress-6", Takes::Nothing),
    ("7", "compress-7", Takes::Nothing),
    ("8", "compress-8", Takes::Nothing),
    ("9", "compress-9", Takes::Nothing),
    ("@", "names-stdin", Takes::Nothing),
    ("D", "no-dir-entries", Takes::Nothing),
    ("FS", "filesync", Takes::Nothing),
    ("O", "output-file", Takes::Value),
    ("P", "password", Takes::Value),
    ("R", "recurse-patterns", Takes::Nothing),
    ("T", "test", Takes::Nothing),
    ("U", "copy-entries", Takes::Nothing),
    ("X", "strip-extra", Takes::Nothing),
    ("Z", "compression-method", Takes::Value),
    ("b", "temp-path", Takes::Value),
    ("d", "delete", Takes::Nothing),
    ("db", "display-bytes", Takes::Nothing),
    ("dc", "display-counts", Takes::Nothing),
    ("dd", "display-dots", Takes::Nothing),
    ("dg", "display-globaldots", Takes::Nothing),
    ("ds", "dot-size", Takes::Value),
    ("du", "display-usize", Takes::Nothing),
    ("dv", "display-volume", Takes::Nothing),
    ("e", "encrypt", Takes::Nothing),
    ("f", "freshen", Takes::Nothing),
    ("g", "grow", Takes::Nothing),
    ("h", "help", Takes::Nothing),
    ("h2", "more-help", Takes::Nothing),
    ("i", "include", Takes::List),
    ("ic", "ignore-case", Takes::Nothing),
    ("j", "junk-paths", Takes::Nothing),
    ("m", "move", Takes::Nothing),
    ("n", "suffixes", Takes::Value),
    ("o", "latest-time", Takes::Nothing),
    ("q", "quiet", Takes::Nothing),
    ("r", "recurse-paths", Takes::Nothing),
    ("s", "split-size", Takes::Value),
    ("sf", "show-files", Takes::Nothing),
    ("t", "from-date", Takes::Value),
    ("tt", "before-date", Takes::Value),
    ("u", "update", Takes::Nothing),
    ("v", "verbose", Takes::Nothing),
    ("x", "exclude", Takes::List),
    ("y", "symlinks", Takes::Nothing),
    ("z", "archive-comment", Takes::Nothing),
];

/// Long names that say the same as others.
const SAME: &[(&str, &str)] = &[
    ("out", "O"),
    ("copy", "U"),
    ("no-extra", "X"),
    ("fast", "1"),
    ("best", "9"),
    ("recursive", "r"),
];

const USAGE: &str = "Usage: zip [OPTION]... ARCHIVE[.zip] [FILE]... [-x PATTERN...] [-i PATTERN...]
Puts files into a zip archive, which is made where it is missing. ARCHIVE may be - for the
output, and FILE may be - for the input.

  -r         with what is below directories
  -x, -i     without, or with nothing but, members that fit patterns
  -@         reads names from the input, one a line
  -u, -f     only newer files, with new members or without
  -FS        makes the archive what is on the disk
  -d         removes members
  -j, -D     names without directories, or no members for directories
  -y         links as links
  -m         removes the files after that
  -0 to -9   stores, or compresses faster or better
  -Z METHOD  store, deflate or bzip2
  -n .A:.B   stores files with these ends of names
  -t, -tt    files changed on or after a date, or before it: 2026-12-31
  -X         without times to the second and owners
  -q, -v     says less, or more
  -T         tests the archive
  -z         reads a comment for the archive from the input
  -o         gives the archive the time of its newest member
  -O FILE    writes another archive
  -sf        shows what would be put into it
";

/// Ends the command over its arguments. The output is not the archive yet, or is none.
pub(super) fn misused<T>(run: &mut Run<'_, '_>, why: impl AsRef<[u8]>) -> Step<T> {
    run.put(cat!["\nzip error: Invalid command arguments (", why, ")\n"])?;
    run.flush()?;
    Err(End(MISUSED))
}

/// As [`misused`], where the output is to be the archive.
fn misused_output<T>(run: &mut Run<'_, '_>, why: &str) -> Step<T> {
    run.put_error(cat!["\nzip error: Invalid command arguments (", why, ")\n"])?;
    Err(End(MISUSED))
}

struct Reader {
    settings: Settings,
    paths: Vec<Vec<u8>>,
    names_from_input: bool,
}

pub(super) async fn read(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<Settings> {
    if arguments.is_empty() {
        return usage(run);
    }
    if arguments == [b"-v"] || arguments == [b"--version"] {
        let version = env!("CARGO_PKG_VERSION");
        run.put(format!("zip (isolate) {version}, as Zip 3.0\n"))?;
        run.flush()?;
        return Err(End(0));
    }
    let stored = [".Z", ".zip", ".zoo", ".arc", ".lzh", ".arj"];
    let mut reader = Reader {
        settings: Settings {
            action: Action::Add,
            archive: Vec::new(),
            out: None,
            names: Vec::new(),
            included: Vec::new(),
            excluded: Vec::new(),
            recurses: false,
            recurses_patterns: false,
            junks: false,
            without_directories: false,
            keeps_links: false,
            moves: false,
            quiet: 0,
            is_verbose: false,
            without_extra: false,
            ignores_case: false,
            tests: false,
            shows: false,
            is_as_old: false,
            asks_comment: false,
            level: 6,
            method: Method::Deflate,
            stored: stored.map(|end| end.as_bytes().to_vec()).to_vec(),
            hint: None,
            since_us: None,
            before_us: None,
        },
        paths: Vec::new(),
        names_from_input: false,
    };
    let line = arguments.clone();
    reader.words(run, arguments).await?;
    if reader.settings.recurses {
        reader.settings.hint = reader.paths.get(1).map(|first| hint(&line, first));
    }
    reader.finish(run).await
}

fn usage<T>(run: &mut Run<'_, '_>) -> Step<T> {
    run.put(USAGE)?;
    run.flush()?;
    Err(End(0))
}

impl Reader {
    async fn words(&mut self, run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
        let mut words = arguments.into_iter().peekable();
        while let Some(word) = words.next() {
            if word == b"--" {
                self.paths.extend(words.by_ref());
                break;
            }
            if word == b"@" {
                continue;
            }
            if word.len() < 2 || word[0] != b'-' {
                self.paths.push(word);
                continue;
            }
            let mut rest = if word.starts_with(b"--") {
                long(run, &word[2..])?
            } else {
                word[1..].to_vec()
            };
            let is_long = word.starts_with(b"--");
            while !rest.is_empty() {
                let (id, takes) = if is_long {
                    of_long(&rest)
                } else {
                    short(run, &rest)?
                };
                rest.drain(..id.len());
                if takes == Takes::Nothing {
                    self.option(run, id, None)?;
                    if is_long {
                        break;
                    }
                    continue;
                }
                let attached = rest.strip_prefix(b"=").unwrap_or(&rest).to_vec();
                let mut values: Vec<Vec<u8>> = Vec::new();
                if !rest.is_empty() {
                    values.push(attached);
                } else if takes == Takes::Value {
                    values.extend(words.next());
                }
                if takes == Takes::List {
                    let is_value =
                        |word: &Vec<u8>| word != b"@" && (word.len() < 2 || word[0] != b'-');
                    while let Some(value) = words.next_if(is_value) {
                        values.push(value);
                    }
                }
                if values.is_empty() {
                    let long = OPTIONS.iter().find(|(short, ..)| *short == id);
                    let long = long.map_or("", |(_, long, _)| long);
                    return misused(run, format!("option '{id}' ({long}) requires a value"));
                }
                for value in values {
                    match value.strip_prefix(b"@") {
                        Some(list) if takes == Takes::List && !list.is_empty() => {
                            let source = Source::file(run.at(list));
                            for value in lines(run, source, list).await? {
                                self.option(run, id, Some(value))?;
                            }
                        }
                        _ => self.option(run, id, Some(value))?,
                    }
                }
                break;
            }
        }
        Ok(())
    }

    fn option(&mut self, run: &mut Run<'_, '_>, id: &str, value: Option<Vec<u8>>) -> Step<()> {
        let settings = &mut self.settings;
        let value = value.unwrap_or_default();
        match id {
            "@" => self.names_from_input = true,
            "D" => settings.without_directories = true,
            "FS" => return self.act(run, Action::Sync),
            "O" => settings.out = Some(value),
            "P" | "e" => {
                return misused(
                    run,
                    format!("option -{id} is not supported here: archives cannot be encrypted"),
                );
            }
            "R" => settings.recurses_patterns = true,
            "T" => settings.tests = true,
            "U" => return self.act(run, Action::Copy),
            "X" => settings.without_extra = true,
            "Z" => {
                settings.method = match value.as_slice() {
                    b"store" => Method::Store,
                    b"deflate" => Method::Deflate,
                    b"bzip2" => Method::Bzip2,
                    other => {
                        return misused(
                            run,
                            cat![
                                "Option -Z (--compression-method):  unknown method ",
                                other,
                                ": store, deflate and bzip2 are known"
                            ],
                        );
                    }
                }
            }
            "d" => return self.act(run, Action::Delete),
            "f" => return self.act(run, Action::Freshen),
            "h" | "h2" => return usage(run),
            "i" => settings.included.push(value),
            "ic" => settings.ignores_case = true,
            "j" => settings.junks = true,
            "m" => settings.moves = true,
            "n" => {
                settings.stored = value
                    .split(|byte| *byte == b':' || *byte == b';')
                    .filter(|end| !end.is_empty())
                    .map(<[u8]>::to_vec)
                    .collect();
            }
            "o" => settings.is_as_old = true,
            "q" => settings.quiet += 1,
            "r" => settings.recurses = true,
            "s" if value == b"0" || value == b"-" => {}
            "s" => {
                return misused(
                    run,
                    "option -s is not supported here: an archive is one file",
                );
            }
            "sf" => settings.shows = true,
            "t" => settings.since_us = Some(date(run, &value)?),
            "tt" => settings.before_us = Some(date(run, &value)?),
            "u" => return self.act(run, Action::Update),
            "v" => (settings.is_verbose, settings.quiet) = (true, 0),
            "x" => settings.excluded.push(value),
            "y" => settings.keeps_links = true,
            "z" => settings.asks_comment = true,
            // How the work is shown, where it is done.
            "b" | "db" | "dc" | "dd" | "dg" | "ds" | "du" | "dv" | "g" => {}
            level => {
                if let Ok(level) = level.parse() {
                    settings.level = level;
                }
            }
        }
        Ok(())
    }

    /// What is done: one thing alone.
    fn act(&mut self, run: &mut Run<'_, '_>, action: Action) -> Step<()> {
        let before = std::mem::replace(&mut self.settings.action, action);
        if before != Action::Add {
            return misused(run, "specify just one action");
        }
        Ok(())
    }

    async fn finish(mut self, run: &mut Run<'_, '_>) -> Step<Settings> {
        let mut paths = self.paths.into_iter();
        let Some(archive) = paths.next() else {
            return misused(run, "no archive is named");
        };
        let settings = &mut self.settings;
        settings.archive = with_suffix(archive);
        settings.out = settings.out.take().map(with_suffix);
        settings.names = paths.collect();
        if self.names_from_input {
            if settings.names.iter().any(|name| name == b"-") {
                return misused(run, "can't use - and -@ together");
            }
            settings
                .names
                .extend(lines(run, Source::Input, b"-").await?);
        }
        if settings.archive == b"-" && !matches!(settings.action, Action::Add | Action::Sync) {
            return misused_output(run, "can't use -d, -f, -u, -U, or -g on stdout\n");
        }
        if settings.action == Action::Delete
            && (settings.moves || settings.recurses || settings.recurses_patterns || settings.junks)
        {
            super::warn(run, settings, "invalid option(s) used with -d; ignored.")?;
        }
        Ok(self.settings)
    }
}

/// A line with its names as patterns of what is in the directory.
fn hint(line: &[Vec<u8>], first: &[u8]) -> Vec<u8> {
    let at = line.iter().position(|word| word == first);
    let (before, names) = line.split_at(at.unwrap_or(line.len()));
    let mut out = Vec::new();
    for word in before {
        out.extend(cat![" ", word]);
    }
    out.extend(b" . -i");
    for word in names {
        out.extend(cat![" ", word]);
    }
    out
}

/// An archive without a dot in its name gets a suffix.
fn with_suffix(name: Vec<u8>) -> Vec<u8> {
    if name == b"-" || crate::paths::last_part(&name).contains(&b'.') {
        return name;
    }
    cat![name, ".zip"]
}

/// The option that letters begin with: the longest one.
fn short(run: &mut Run<'_, '_>, letters: &[u8]) -> Step<(&'static str, Takes)> {
    let fitting = OPTIONS
        .iter()
        .filter(|(short, ..)| letters.starts_with(short.as_bytes()));
    match fitting.max_by_key(|(short, ..)| short.len()) {
        Some((short, _, takes)) => Ok((short, *takes)),
        None => misused(run, cat!["short option '", [letters[0]], "' not supported"]),
    }
}

/// A long option as its letters, with the value behind them.
fn long(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Vec<u8>> {
    let end = text
        .iter()
        .position(|byte| *byte == b'=')
        .unwrap_or(text.len());
    let (name, value) = text.split_at(end);
    let names = OPTIONS
        .iter()
        .map(|(short, long, _)| (*long, *short))
        .chain(SAME.iter().copied());
    let fitting: Vec<_> = names
        .filter(|(long, _)| long.as_bytes().starts_with(name))
        .collect();
    let exact = fitting.iter().find(|(long, _)| long.as_bytes() == name);
    match (exact, fitting.as_slice()) {
        (Some((_, short)), _) | (None, [(_, short)]) => Ok(cat![*short, value]),
        (None, []) => misused(run, cat!["long option '", name, "' not supported"]),
        (None, _) => misused(run, cat!["long option '", name, "' is ambiguous"]),
    }
}

fn of_long(text: &[u8]) -> (&'static str, Takes) {
    let end = text
        .iter()
        .position(|byte| *byte == b'=')
        .unwrap_or(text.len());
    let found = OPTIONS
        .iter()
        .find(|(short, ..)| short.as_bytes() == &text[..end]);
    found.map_or(("g", Takes::Nothing), |(short, _, takes)| (short, *takes))
}

/// The lines of a source, without empty ones. `name` is that of the source in messages.
async fn lines(run: &mut Run<'_, '_>, mut source: Source, name: &[u8]) -> Step<Vec<Vec<u8>>> {
    /// A list is no longer: it is kept in memory.
    const BYTES_MAX: usize = 16 << 20;
    let mut text = Vec::new();
    loop {
        match source.read(run).await {
            Ok(bytes) if bytes.is_empty() => break,
            Ok(bytes) => text.extend(bytes),
            Err(errno) => return misused(run, cat!["could not read list ", name, ": ", errno]),
        }
        if text.len() > BYTES_MAX {
            return misused(run, cat!["list ", name, " has more than 16 MiB"]);
        }
    }
    let lines = text.split(|byte| *byte == b'\n');
    let names = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    Ok(names
        .filter(|name| !name.is_empty())
        .map(<[u8]>::to_vec)
        .collect())
}

/// A date as `mmddyyyy` or `yyyy-mm-dd`, as the moment in which it begins.
fn date(run: &mut Run<'_, '_>, text: &[u8]) -> Step<i64> {
    let digits: Vec<u8> = text.iter().copied().filter(u8::is_ascii_digit).collect();
    let is_iso = text.len() == 10 && text[4] == b'-' && text[7] == b'-';
    let number =
        |at: std::ops::Range<usize>| -> i64 { crate::bytes::number(&digits[at]).unwrap_or(0) };
    if digits.len() == 8 && (is_iso || text.len() == 8) {
        let (year, month, day) = if is_iso {
            (number(0..4), number(4..6), number(6..8))
        } else {
            (number(4..8), number(0..2), number(2..4))
        };
        if (1..=12).contains(&month) && (1..=31).contains(&day) {
            let days = times::days_from_civil(year, month, day);
            return Ok(days * times::DAY_SECONDS * times::MICROS);
        }
    }
    misused(
        run,
        cat!["invalid date ", text, ": use yyyy-mm-dd or mmddyyyy"],
    )
}
