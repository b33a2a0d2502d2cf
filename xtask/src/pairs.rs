//! Compares two builds of the command on the same programs, in turn.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::measure::{self, percentile};
use crate::root;
use crate::scratch::Scratch;

/// Rounds that count, unless `--rounds` says otherwise.
const ROUNDS: usize = 40;

/// The programs where none are named, in this order: those that begin with `fs_` work on what the ones
/// before have left.
const PROGRAMS: [&str; 9] = [
    "hello",
    "bridge_10k",
    "cpu_json1mb",
    "fs_1_write",
    "fs_2_glob",
    "fs_3_search",
    "fs_4_replace",
    "fs_5_readall",
    "fs_6_cleanup",
];

/// What to compare.
struct Selection {
    rounds: usize,
    /// Their paths.
    programs: Vec<PathBuf>,
    counts_instructions: bool,
}

impl Selection {
    fn new(arguments: &[&str]) -> Result<Self> {
        let (mut rounds, mut only, mut counts_instructions) = (ROUNDS, None, false);
        let (mut programs, mut rest) = (Vec::new(), arguments);
        while let [argument, after @ ..] = rest {
            rest = match (*argument, after) {
                ("--rounds", [number, after @ ..]) => {
                    rounds = number.parse().context("--rounds takes a number")?;
                    after
                }
                ("--only", [text, after @ ..]) => {
                    only = Some(*text);
                    after
                }
                ("--instructions", after) => {
                    counts_instructions = true;
                    after
                }
                (path, after) if !path.starts_with("--") => {
                    programs.push(absolute(path)?);
                    after
                }
                (option, _) => bail!("unknown option of pairs: {option}"),
            };
        }
        ensure!(rounds > 0, "--rounds 0: at least one round");
        if programs.is_empty() {
            let folder = root().join("benches/workloads");
            let names = workloads(only.unwrap_or_default())?;
            programs.extend(names.iter().map(|name| folder.join(format!("{name}.js"))));
        } else {
            ensure!(
                only.is_none(),
                "--only selects workloads, and programs are named"
            );
        }
        Ok(Self {
            rounds,
            programs,
            counts_instructions,
        })
    }
}

/// The workloads whose names hold a text, and the one that makes their files.
fn workloads(text: &str) -> Result<Vec<&'static str>> {
    const MAKES_FILES: &str = "fs_1_write";
    let mut programs = PROGRAMS.to_vec();
    programs.retain(|name| name.contains(text));
    ensure!(!programs.is_empty(), "no program is called {text}");
    let needs_files = programs.iter().any(|name| name.starts_with("fs_"));
    if needs_files && !programs.contains(&MAKES_FILES) {
        programs.insert(0, MAKES_FILES);
    }
    Ok(programs)
}

/// Prints for each program what the old build takes, and how many times that the new one.
///
/// The speed of a machine drifts within seconds. So both builds run the same program right after
/// each other, in an order that changes with each round, and the median of the ratios counts. Each
/// build has a database of its own, which is new in each round; the first round does not count.
///
/// # Errors
///
/// A build that cannot be started, and a program that fails in one.
pub(crate) fn run(old: &str, new: &str, arguments: &[&str]) -> Result<()> {
    let selection = Selection::new(arguments)?;
    let builds = [absolute(old)?, absolute(new)?];
    if selection.counts_instructions {
        return instructions(&builds, &selection);
    }
    let mut pairs = vec![Vec::new(); selection.programs.len()];
    for round in 0..=selection.rounds {
        let scratch = Scratch::new("pairs")?;
        for (program, pairs) in selection.programs.iter().zip(&mut pairs) {
            let mut times = [Times::default(); 2];
            for turn in 0..2 {
                let which = (round + turn) % 2;
                times[which] = time(&mut command(scratch.path(), &builds[which], which, program))?;
            }
            if round > 0 {
                pairs.push(times);
            }
        }
    }
    println!(
        "{:<14} {:>10} {:>8} {:>17}   {:>10} {:>8} {:>17}",
        "", "run", "ratio", "quartiles", "process", "ratio", "quartiles"
    );
    for (program, pairs) in selection.programs.iter().zip(pairs) {
        println!(
            "{:<14} {}   {}",
            name(program),
            summary(&pairs, |times| times.run),
            summary(&pairs, |times| times.process)
        );
    }
    Ok(())
}

/// Prints how many instructions both builds take, from the start of the process to its end.
fn instructions(builds: &[PathBuf; 2], selection: &Selection) -> Result<()> {
    println!("{:<14} {:>14} {:>14} {:>9}", "", "old", "new", "ratio");
    let scratch = Scratch::new("pairs")?;
    for program in &selection.programs {
        let mut counts = [0; 2];
        for (which, count) in counts.iter_mut().enumerate() {
            let command = command(scratch.path(), &builds[which], which, program);
            *count = measure::instructions(&command)?;
        }
        let [old, new] = counts;
        #[expect(clippy::cast_precision_loss, reason = "a ratio of two counts")]
        let ratio = new as f64 / old as f64;
        println!("{:<14} {old:>14} {new:>14} {ratio:>9.5}", name(program));
    }
    Ok(())
}

/// The median of what the old build takes, and the median and the quartiles of the ratios.
fn summary(pairs: &[[Times; 2]], number: impl Fn(&Times) -> f64) -> String {
    let mut old: Vec<f64> = pairs.iter().map(|pair| number(&pair[0])).collect();
    let mut ratios: Vec<f64> = pairs
        .iter()
        .map(|[old, new]| number(new) / number(old))
        .collect();
    format!(
        "{:>7.3} ms {:>8.4} {:>7.4} to {:>6.4}",
        percentile(&mut old, 50),
        percentile(&mut ratios, 50),
        percentile(&mut ratios, 25),
        percentile(&mut ratios, 75),
    )
}

/// The path of a file that the caller names; commands run in the root.
fn absolute(file: &str) -> Result<PathBuf> {
    let path = std::path::absolute(file)?;
    ensure!(path.is_file(), "{file}: no such file");
    Ok(path)
}

/// What a program is called in a table.
fn name(program: &Path) -> std::path::Display<'_> {
    Path::new(program.file_stem().unwrap_or_default()).display()
}

/// Milliseconds that a program took.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// By its own report, without the start of the process.
    run: f64,
    /// From the start of the process to its end.
    process: f64,
}

fn time(command: &mut Command) -> Result<Times> {
    let begun = Instant::now();
    let output = command
        .current_dir(root())
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    let process = begun.elapsed().as_secs_f64() * 1e3;
    let report = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success(),
        "{command:?} failed: {report}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let run = wall(&report).with_context(|| format!("{command:?} tells no time: {report}"))?;
    Ok(Times { run, process })
}

/// The time that a report of `--json` tells.
fn wall(report: &str) -> Option<f64> {
    let report: serde_json::Value = serde_json::from_str(report).ok()?;
    report["usage"]["wallMs"].as_f64()
}

/// A run of a program by a build, whose database lies in a folder.
fn command(folder: &Path, build: &Path, which: usize, program: &Path) -> Command {
    let mut command = Command::new(build);
    command
        .arg(program)
        .arg("--json")
        .arg("--db")
        .arg(folder.join(format!("{which}.sqlite")));
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_there() {
        for path in Selection::new(&[]).unwrap().programs {
            assert!(path.is_file(), "{}", path.display());
        }
    }

    #[test]
    fn a_selection_keeps_the_program_that_makes_the_files() {
        let selection = Selection::new(&["--only", "fs_3", "--rounds", "7"]).unwrap();
        let names: Vec<String> = selection
            .programs
            .iter()
            .map(|program| name(program).to_string())
            .collect();
        assert_eq!(names, ["fs_1_write", "fs_3_search"]);
        assert_eq!(selection.rounds, 7);
        assert_eq!(workloads("hello").unwrap(), ["hello"]);
        for wrong in [&["--only", "nothing"][..], &["--rounds", "0"], &["fs_3"]] {
            assert!(Selection::new(wrong).is_err(), "{wrong:?}");
        }
    }

    /// The builds drift together: what counts are the ratios of pairs, not one of two medians.
    #[test]
    fn ratios_are_those_of_pairs() {
        let pair = |old, new| [old, new].map(|run| Times { run, process: 1.0 });
        let pairs = [pair(1.0, 2.0), pair(100.0, 50.0), pair(10.0, 20.0)];
        let told = summary(&pairs, |times| times.run);
        assert!(told.starts_with(" 10.000 ms   2.0000"), "{told}");
    }

    #[test]
    fn the_time_is_that_of_the_run() {
        let report = r#"{"ok":true,"result":{"wallMs":7},"usage":{"fuel":1,"wallMs":1.25}}"#;
        assert_eq!(wall(report), Some(1.25));
        assert_eq!(wall("{}"), None);
    }
}
