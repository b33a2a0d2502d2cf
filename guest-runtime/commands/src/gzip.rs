//! `gzip`, `gunzip` and `zcat`, as GNU gzip 1.12 has them.

mod list;
mod names;
mod work;

use std::collections::HashSet;

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both, long, same, short};
use crate::paths;
use crate::run::{Run, Step};
use names::found;
use work::{file, input};

static TABLE: Table = Table {
    flags: &[
        both("a", "ascii", Value::No),
        both("c", "stdout", Value::No),
        same("to-stdout", "c", Value::No),
        both("d", "decompress", Value::No),
        same("uncompress", "d", Value::No),
        both("f", "force", Value::No),
        short("h", Value::No),
        both("k", "keep", Value::No),
        both("l", "list", Value::No),
        both("n", "no-name", Value::No),
        both("N", "name", Value::No),
        both("q", "quiet", Value::No),
        same("silent", "q", Value::No),
        both("r", "recursive", Value::No),
        both("S", "suffix", Value::Needed),
        long("synchronous", Value::No),
        long("rsyncable", Value::No),
        both("t", "test", Value::No),
        both("v", "verbose", Value::No),
        short("V", Value::No),
        both("1", "fast", Value::No),
        short("2", Value::No),
        short("3", Value::No),
        short("4", Value::No),
        short("5", Value::No),
        short("6", Value::No),
        short("7", Value::No),
        short("8", Value::No),
        both("9", "best", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Compresses files in place, or the input if there are none.

  -c         writes to the output, and keeps the files
  -d         decompresses
  -f         replaces what is there, and follows links
  -k         keeps the files
  -l         lists compressed files
  -n, -N     leaves name and time out, or uses them
  -q, -v     says less, or more
  -r         goes into directories
  -S SUFFIX  takes another suffix than .gz
  -t         tests compressed files
  -1 to -9   compresses faster, or better",
    misused: 1,
    permutes: true,
};

/// What the program ends with after a warning.
const WARNING: u8 = 2;

#[derive(Clone, Debug)]
struct Settings {
    to_stdout: bool,
    decompresses: bool,
    forces: bool,
    keeps: bool,
    lists: bool,
    /// Whether names and times are kept in headers and taken from them; none for what is usual.
    with_name: Option<bool>,
    is_quiet: bool,
    is_recursive: bool,
    tests: bool,
    is_verbose: bool,
    level: u32,
    suffix: Vec<u8>,
}

pub(crate) async fn gzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, false, false).await
}

pub(crate) async fn gunzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, true, false).await
}

pub(crate) async fn zcat(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, true, true).await
}

/// The exit code only becomes worse: 1 is an error, 2 a warning.
fn warn(run: &mut Run<'_, '_>) {
    if run.status == 0 {
        run.status = WARNING;
    }
}

/// Says what failed.
fn failed(run: &mut Run<'_, '_>, name: &[u8], why: impl AsRef<[u8]>) -> Step<()> {
    run.flush()?;
    run.status = 1;
    run.say(cat![name, ": ", why])
}

async fn command(
    run: &mut Run<'_, '_>,
    arguments: Vec<Vec<u8>>,
    decompresses: bool,
    to_stdout: bool,
) -> Step<()> {
    run.name = "gzip";
    run.try_words = Some("Try `gzip --help' for more information.");
    let mut settings = Settings {
        to_stdout,
        decompresses,
        forces: false,
        keeps: false,
        lists: false,
        with_name: None,
        is_quiet: false,
        is_recursive: false,
        tests: false,
        is_verbose: false,
        level: 6,
        suffix: b".gz".to_vec(),
    };
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "c" => settings.to_stdout = true,
            "d" => settings.decompresses = true,
            "f" => settings.forces = true,
            "k" => settings.keeps = true,
            "l" => {
                settings.lists = true;
                settings.decompresses = true;
                settings.to_stdout = true;
            }
            "n" => settings.with_name = Some(false),
            "N" => settings.with_name = Some(true),
            "q" => (settings.is_quiet, settings.is_verbose) = (true, false),
            "r" => settings.is_recursive = true,
            "S" => settings.suffix = value.unwrap_or_default(),
            "t" => {
                settings.tests = true;
                settings.decompresses = true;
                settings.to_stdout = true;
            }
            "v" => (settings.is_quiet, settings.is_verbose) = (false, true),
            "h" => {
                return TABLE.help(run);
            }
            "V" => {
                return TABLE.version(run);
            }
            digit => {
                if let Ok(level) = digit.parse() {
                    settings.level = level;
                }
            }
        }
    }
    if settings.suffix.is_empty() {
        let suffix = settings.suffix;
        return run.die(1, cat!["invalid suffix '", suffix, "'"]);
    }
    let mut names = options.operands();
    if names.is_empty() {
        names.push(b"-".to_vec());
    }
    let mut totals = list::Totals::of(names.len());
    // What is still to be done, the next one last.
    let mut left: Vec<(Vec<u8>, bool)> = names.into_iter().rev().map(|name| (name, true)).collect();
    // Directories below the name that was given last: a link may lead into one again.
    let mut seen = HashSet::new();
    while let Some((name, is_named)) = left.pop() {
        run.turn().await;
        if is_named {
            seen.clear();
        }
        if name == b"-" && is_named {
            input(run, &settings, &mut totals).await?;
            continue;
        }
        let Some((name, stat)) = found(run, &settings, name)? else {
            continue;
        };
        if !stat.is_directory() {
            file(run, &settings, &name, stat, &mut totals).await?;
            continue;
        }
        if !settings.is_recursive {
            if !settings.is_quiet {
                run.say(cat![name, " is a directory -- ignored"])?;
            }
            warn(run);
            continue;
        }
        if !seen.insert(stat.number) {
            continue;
        }
        match run.list(&name) {
            Err(errno) => failed(run, &name, errno)?,
            Ok(entries) => {
                for entry in entries.into_iter().rev() {
                    left.push((paths::join(&name, &entry.name), false));
                }
            }
        }
    }
    totals.finish(run, &settings)
}
