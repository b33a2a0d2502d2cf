//! Compares the sandbox with other engines on the same programs, in turn and in one run.

mod engines;
mod formats;
mod loading;
mod operations;
mod suspension;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::measure::{instructions, percentile};
use crate::real;
use engines::{Engine, Pair};
use table::{Measured, Table};

/// What to compare with what.
#[derive(Debug, PartialEq)]
struct Selection<'a> {
    engines: Vec<&'a str>,
    what: What<'a>,
    only: &'a str,
    rounds: usize,
}

/// What is measured.
#[derive(Debug, PartialEq)]
enum What<'a> {
    /// Whole programs, each run in a process of its own.
    Programs(Vec<&'a str>),
    /// The same by instructions of the machine.
    Instructions(Vec<&'a str>),
    /// Single operations of the language.
    Operations,
    /// Loading a library.
    Loading,
    /// Reading large texts of formats.
    Formats,
    /// Programs that wait, are put away, and go on.
    Suspension,
    /// Bundles of popular packages.
    Packages,
    /// The public benchmarks of a folder.
    Suites(&'a str),
}

impl What<'_> {
    /// Rounds that count, unless `--rounds` says otherwise: fewer of what takes minutes.
    fn rounds(&self) -> usize {
        match self {
            Self::Instructions(_) => 1,
            Self::Packages | Self::Suites(_) | Self::Formats => 3,
            Self::Operations => 5,
            Self::Programs(_) => 9,
            Self::Loading | Self::Suspension => 15,
        }
    }
}

impl<'a> Selection<'a> {
    fn new(engines: &'a str, arguments: &[&'a str]) -> Result<Self> {
        let (mut only, mut rounds, mut counts_instructions) = ("", None, false);
        let (mut words, mut rest) = (Vec::new(), arguments);
        while let [argument, after @ ..] = rest {
            rest = match (*argument, after) {
                ("--rounds", [number, after @ ..]) => {
                    rounds = Some(number.parse().context("--rounds takes a number")?);
                    after
                }
                ("--only", [text, after @ ..]) => {
                    only = text;
                    after
                }
                ("--instructions", after) => {
                    counts_instructions = true;
                    after
                }
                (word, after) if !word.starts_with("--") => {
                    words.push(word);
                    after
                }
                (option, _) => bail!("unknown option of versus: {option}"),
            };
        }
        ensure!(rounds != Some(0), "--rounds 0: at least one round");
        let what = match words[..] {
            [] => bail!("nothing to compare: name a program, or benches/workloads/cpu_*.js"),
            _ if counts_instructions => What::Instructions(words),
            ["operations"] => What::Operations,
            ["loading"] => What::Loading,
            ["formats"] => What::Formats,
            ["suspension"] => What::Suspension,
            ["packages"] => What::Packages,
            ["suites", folder] => What::Suites(folder),
            _ => What::Programs(words),
        };
        Ok(Self {
            engines: engines.split(',').collect(),
            rounds: rounds.unwrap_or(what.rounds()),
            what,
            only,
        })
    }
}

/// Prints what programs take in the sandbox and in other engines.
///
/// This machine's speed drifts within seconds, so a time is compared with the one that was taken
/// right before or after it.
///
/// # Errors
///
/// An engine or a program that is not there, and answers of operations that differ.
pub(crate) fn run(engines: &str, arguments: &[&str]) -> Result<()> {
    let selection = Selection::new(engines, arguments)?;
    let named = selection.engines.iter().map(|name| Engine::named(name));
    let others: Vec<Engine> = named.collect::<Result<_>>()?;
    let sandbox = Engine::sandbox()?;
    let (only, rounds) = (selection.only, selection.rounds);
    match selection.what {
        What::Programs(programs) => whole(&sandbox, &others, &programs, only, rounds),
        What::Instructions(programs) => counted(&sandbox, &others, &programs),
        What::Operations => {
            for other in &others {
                let pair = Pair::start(&sandbox, other)?;
                let mut table = operations::measure(pair, only, rounds)?;
                table.print("µs", &other.name);
                let differ = table
                    .failed
                    .iter()
                    .any(|failure| failure.contains("differ"));
                ensure!(!differ, "answers differ");
            }
            Ok(())
        }
        What::Loading => {
            for other in &others {
                let pair = Pair::start(&sandbox, other)?;
                loading::measure(pair, rounds)?.print("ms a KiB", &other.name);
            }
            Ok(())
        }
        What::Formats => {
            for other in &others {
                let pair = Pair::start(&sandbox, other)?;
                formats::measure(pair, only, rounds)?.print("ms", &other.name);
            }
            Ok(())
        }
        What::Suspension => {
            let suspending = Engine::suspending()?;
            for other in &others {
                let pair = Pair::start(&suspending, &other.that_suspends()?)?;
                suspension::measure(pair, only, rounds)?.print(&other.name);
            }
            Ok(())
        }
        What::Packages => {
            let [programs, loads] = real::bundles()?;
            let folders = [
                ("ms to load a bundle", loads),
                ("ms to load and use it", programs),
            ];
            folders_of(&sandbox, &others, &folders, only, rounds)
        }
        What::Suites(folder) => {
            let programs = real::benchmarks(folder)?;
            let folders = [("ms of a benchmark", programs)];
            folders_of(&sandbox, &others, &folders, only, rounds)
        }
    }
}

/// The path of a program; engines run in the root.
fn file(program: &str) -> Result<PathBuf> {
    let path = std::path::absolute(program)?;
    ensure!(path.is_file(), "{program}: no such file");
    Ok(path)
}

/// Milliseconds of a first run in a process and of another.
#[derive(Clone, Copy)]
struct Times {
    first: f64,
    again: f64,
}

impl Times {
    fn of(engine: &Engine, program: &Path) -> Result<Self> {
        let mut process = engine.start()?;
        Ok(Self {
            first: process.time(program)?,
            again: process.time(program)?,
        })
    }
}

/// Prints what each program takes in each engine, and how many times that the sandbox takes.
///
/// A process is set up before the clock starts, by a run without work. The first run counts: it has
/// to get its memory, as every run of a sandbox has. One more run of the same process finds in some
/// engines the memory of the first; what it takes is told too. The median of the ratios of pairs
/// counts.
fn whole(
    sandbox: &Engine,
    others: &[Engine],
    programs: &[&str],
    only: &str,
    rounds: usize,
) -> Result<()> {
    for program in programs.iter().filter(|program| program.contains(only)) {
        let path = file(program)?;
        let mut own = Vec::new();
        let mut times = vec![Vec::new(); others.len()];
        for _ in 0..rounds {
            for (other, times) in others.iter().zip(&mut times) {
                let other = Times::of(other, &path)?;
                let now = Times::of(sandbox, &path)?;
                own.push(now.first);
                times.push((other, now));
            }
        }
        print!("{program}: {:.1} ms", percentile(&mut own, 50));
        for (other, times) in others.iter().zip(times) {
            let all = |number: fn(&(Times, Times)) -> f64| -> Vec<f64> {
                times.iter().map(number).collect()
            };
            let mut ratios = all(|(other, now)| now.first / other.first);
            print!(
                ", {:.2} x {} ({:.2} to {:.2}; {:.1} ms), again {:.2}",
                percentile(&mut ratios, 50),
                other.name,
                percentile(&mut ratios, 25),
                percentile(&mut ratios, 75),
                percentile(&mut all(|(other, _)| other.first), 50),
                percentile(&mut all(|(other, now)| now.again / other.again), 50),
            );
        }
        println!();
    }
    Ok(())
}

/// Prints how many instructions of the machine programs take in each engine. Counts include the
/// start of the process: two sizes of one program tell what a pass costs.
fn counted(sandbox: &Engine, others: &[Engine], programs: &[&str]) -> Result<()> {
    for program in programs {
        let path = file(program)?;
        let count = |engine: &Engine| instructions(engine.command().arg(&path));
        print!("{program}: {} instructions", count(sandbox)?);
        for other in others {
            print!(", {} {}", count(other)?, other.name);
        }
        println!();
    }
    Ok(())
}

/// Times the programs of folders in the sandbox and in other engines, in turn; medians count.
fn folders_of(
    sandbox: &Engine,
    others: &[Engine],
    folders: &[(&str, PathBuf)],
    only: &str,
    rounds: usize,
) -> Result<()> {
    for other in others {
        for (unit, programs) in folders {
            let pair = Pair::start(sandbox, other)?;
            folder(pair, programs, only, rounds)?.print(unit, &other.name);
        }
    }
    Ok(())
}

fn folder(mut pair: Pair, programs: &Path, only: &str, rounds: usize) -> Result<Table> {
    let mut names: Vec<String> = fs::read_dir(programs)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.retain(|name| name.contains(only));
    names.sort();
    let mut table = Table::default();
    for name in names {
        match pair.medians(&programs.join(&name), rounds) {
            Ok([ours, theirs]) => {
                // Some take minutes.
                println!("{name}: {ours:.1} and {theirs:.1} ms");
                table.measured.push(Measured { name, ours, theirs });
            }
            Err(error) => table.failed.push(format!("{name}: {error}")),
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_says_what_is_compared_with_what() {
        let of = |arguments: &[&'static str]| Selection::new("native,quickjs", arguments);
        let whole = of(&["a.js", "--rounds", "7", "b.js"]).unwrap();
        assert_eq!(whole.engines, ["native", "quickjs"]);
        assert_eq!(whole.what, What::Programs(vec!["a.js", "b.js"]));
        assert_eq!(whole.rounds, 7);
        let operations = of(&["operations", "--only", "Map"]).unwrap();
        assert_eq!(
            (operations.what, operations.only, operations.rounds),
            (What::Operations, "Map", 5)
        );
        let counted = of(&["a.js", "--instructions"]).unwrap();
        assert_eq!(counted.what, What::Instructions(vec!["a.js"]));
        let suites = of(&["suites", "folder"]).unwrap();
        assert_eq!(suites.what, What::Suites("folder"));
        for wrong in [
            &[][..],
            &["--rounds", "0", "a.js"],
            &["a.js", "--runs", "1"],
        ] {
            assert!(of(wrong).is_err(), "{wrong:?}");
        }
    }
}
