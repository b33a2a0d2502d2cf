//! What takes too long for CI: every step of CI whatever has changed, every slow test, the fuzz
//! targets for long, the deadlines of an optimised build, and defences that are taken out.
//!
//! Tests tell numbers in lines `NIGHTLY name value unit`; the largest of each name are told at the end.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    ci, cross, defences, drill, engine, files, formats, load, programs, released, skipped, sqlite,
    workspace,
};

/// Minutes for each fuzz target where the caller says nothing.
const FUZZ_MINUTES: u64 = 5;

/// Messages that the bridge gets.
const MESSAGES: &str = "10000000";

/// Programs over files of each family, behind those that are recorded.
const FILES: &str = "20000";
const FILES_FIRST: &str = "2000";

/// Documents of each comparison of formats.
const DOCUMENTS: &str = "50000";

/// What a test begins a number with.
const MARK: &str = "NIGHTLY ";

/// Numbers by their name: the largest value, and its unit.
type Numbers = BTreeMap<String, (u64, String)>;

/// A night's work.
struct Night {
    fuzz_minutes: u64,
    numbers: Numbers,
}

/// A step by its name, which may also run alone.
type Step = (&'static str, fn(&mut Night) -> Result<()>);

const STEPS: &[Step] = &[
    // Those left out are in the steps below, for longer.
    ("ci", |_| ci::by_night(&["fuzz", "programs", "tests"])),
    ("slow-tests", |night| {
        night.run(workspace::tests().args(if workspace::has_nextest() {
            &["--no-fail-fast", "--success-output", "immediate"][..]
        } else {
            &["--no-fail-fast", "--", "--nocapture"]
        }))
    }),
    ("tokens", |night| {
        for command in ["clippy", "test"] {
            let cargo = ["--locked", "--package", "isolate-tokens"];
            let rest = ["--all-targets", "--", "-D", "warnings"];
            let rest = if command == "clippy" { &rest[..] } else { &[] };
            night.run(Command::new("cargo").arg(command).args(cargo).args(rest))?;
        }
        Ok(())
    }),
    ("fuzz", |night| {
        let seconds = (night.fuzz_minutes * 60).to_string();
        night.run(Command::new(workspace::built("isolate-fuzz")?).args(["all", &seconds]))
    }),
    ("bridge", |night| {
        let count = ["count", "bridge", MESSAGES];
        night.run(Command::new(workspace::built("isolate-fuzz")?).args(count))
    }),
    ("programs", |_| programs::check(1)),
    ("files", |_| {
        files::run(&["--first", FILES_FIRST, "--count", FILES])
    }),
    ("formats", |_| formats::run(&["--count", DOCUMENTS])),
    ("load", |_| load::run(&[])),
    ("drill", |_| drill::by_night()),
    ("deadlines", |night| {
        let test = ["test", "--release", "--locked", "--package", "isolate-run"];
        let which = ["--test", "it", "deadlines::", "--"];
        let how = ["--nocapture", "--test-threads=1"];
        night.run(Command::new("cargo").args([&test[..], &which, &how].concat()))
    }),
    ("packages", |night| {
        for (what, bytes) in released::packages()? {
            let size = (bytes, "bytes".to_owned());
            night.numbers.insert(format!("size_{what}"), size);
        }
        Ok(())
    }),
    ("cross", |_| cross::targets()),
    ("adapters", |_| released::adapters()),
    ("runtimes", |_| released::runtimes()),
    ("threads", |_| released::threads()),
    ("defences", |_| defences::prove()),
    ("sqlite", |_| sqlite::both_ends()),
    ("engine", |_| engine::commits()),
    ("advisories", |_| advisories()),
];

/// `cargo xtask nightly [STEP] [--minutes N]`: runs one step, or every one, also after one that failed.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let (steps, fuzz_minutes) = chosen(arguments)?;
    let mut night = Night {
        fuzz_minutes,
        numbers: Numbers::new(),
    };
    skipped::begin()?;
    let mut took = Vec::new();
    let mut failed = Vec::new();
    for (name, work) in steps {
        let began = Instant::now();
        println!("== {name}");
        let result = work(&mut night);
        println!("[{:>5} s] {name}", began.elapsed().as_secs());
        took.push((name, began.elapsed()));
        if let Err(error) = result {
            println!("{name} failed: {error:#}");
            failed.push(*name);
        }
    }
    println!("\nwhat the steps took:");
    for (name, time) in &took {
        println!("{:>6} s  {name}", time.as_secs());
    }
    let sum: Duration = took.iter().map(|(_, time)| *time).sum();
    println!("{:>6} s  in all", sum.as_secs());
    println!("\nthe largest of what was seen:");
    for (name, (value, unit)) in &night.numbers {
        println!("{name:<40} {value:>12} {unit}");
    }
    skipped::end()?;
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// The steps that arguments ask for, and the minutes for each fuzz target.
fn chosen<'a>(arguments: &'a [&'a str]) -> Result<(&'static [Step], u64)> {
    let (step, minutes) = match *arguments {
        [] => (None, None),
        ["--minutes", minutes] => (None, Some(minutes)),
        [step] => (Some(step), None),
        [step, "--minutes", minutes] => (Some(step), Some(minutes)),
        _ => bail!("cargo xtask nightly [STEP] [--minutes N]"),
    };
    let minutes = match minutes {
        Some(text) => text
            .parse()
            .with_context(|| format!("--minutes takes a whole number, which {text} is not"))?,
        None => FUZZ_MINUTES,
    };
    let Some(step) = step else {
        return Ok((STEPS, minutes));
    };
    let place = STEPS.iter().position(|(name, _)| *name == step);
    let place = place.with_context(|| {
        let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
        format!("no step is {step}; there are: {}", names.join(", "))
    })?;
    Ok((&STEPS[place..=place], minutes))
}

impl Night {
    /// Runs a command with slow tests, shows what it prints, and takes the numbers out of it.
    fn run(&mut self, command: &mut Command) -> Result<()> {
        println!("$ {command:?}");
        let mut child = skipped::told_to(command)
            .current_dir(crate::root())
            .env("RUN_SLOW_TESTS", "1")
            // As in CI, where some tests do more than at a desk.
            .env("CI", "1")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let out = child.stdout.take().context("the output of a step")?;
        for line in BufReader::new(out).split(b'\n') {
            let line = line.context("the output of a step")?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            if let Some((name, value, unit)) = number(&line) {
                let kept = self.numbers.entry(name).or_insert((value, unit));
                kept.0 = kept.0.max(value);
            }
        }
        let status = child.wait()?;
        ensure!(status.success(), "{command:?}: {status}");
        Ok(())
    }
}

/// What a line tells. The name of a test may stand before the mark, since it has no end of line yet.
fn number(line: &str) -> Option<(String, u64, String)> {
    let (_, told) = line.split_once(MARK)?;
    let mut words = told.split(' ');
    let (name, value, unit) = (words.next()?, words.next()?, words.next()?);
    Some((name.to_owned(), value.parse().ok()?, unit.to_owned()))
}

/// Asks the database of advisories, where its reader is installed.
fn advisories() -> Result<()> {
    let version = Command::new("cargo").args(["deny", "--version"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        skipped::step(
            "advisories",
            "cargo-deny is not installed (cargo install cargo-deny)",
        );
        return Ok(());
    }
    crate::run(Command::new("cargo").args(["deny", "check", "advisories"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_from_lines_of_one_form() {
        let told = number("test a::b ... NIGHTLY worst_overshoot 41 ms");
        let expected = ("worst_overshoot".to_owned(), 41, "ms".to_owned());
        assert_eq!(told, Some(expected));
        for line in ["", "worst_overshoot 41 ms", "NIGHTLY a b ms", "NIGHTLY a 1"] {
            assert_eq!(number(line), None, "{line}");
        }
    }

    #[test]
    fn one_step_or_all_are_chosen() {
        assert_eq!(chosen(&[]).unwrap().0.len(), STEPS.len());
        let (steps, minutes) = chosen(&["fuzz", "--minutes", "60"]).unwrap();
        assert_eq!((steps.len(), steps[0].0, minutes), (1, "fuzz", 60));
        let error = chosen(&["none"]).unwrap_err().to_string();
        assert!(error.contains("defences"), "{error}");
        assert!(chosen(&["--minutes", "many"]).is_err());
    }
}
