//! What takes too long for CI: every slow test, the fuzz targets for long, the deadlines of an
//! optimised build, and defences that are taken out.
//!
//! Tests tell numbers in lines `NIGHTLY name value unit`; the largest of each name are told at the end.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{defences, programs, skipped};

/// Minutes for each fuzz target where the caller says nothing.
const FUZZ_MINUTES: &str = "10";

/// Messages that the bridge gets.
const MESSAGES: &str = "10000000";

/// What a test begins a number with.
const MARK: &str = "NIGHTLY ";

/// Numbers by their name: the largest value, and its unit.
type Numbers = BTreeMap<String, (u64, String)>;

/// Runs every step, also after one that failed.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let minutes = match *arguments {
        [] => FUZZ_MINUTES,
        [minutes] => minutes,
        _ => bail!("cargo xtask nightly [MINUTES]"),
    };
    let minutes: u64 = minutes
        .parse()
        .context("MINUTES for each fuzz target is a whole number")?;
    let seconds = (minutes * 60).to_string();

    skipped::begin()?;
    let mut numbers = Numbers::new();
    let mut failed = Vec::new();
    let mut step = |name: &str, work: &mut dyn FnMut(&mut Numbers) -> Result<()>| {
        let started = Instant::now();
        println!("== {name}");
        let result = work(&mut numbers);
        println!("[{:>5} s] {name}", started.elapsed().as_secs());
        if let Err(error) = result {
            println!("{name} failed: {error:#}");
            failed.push(name.to_owned());
        }
    };
    step("slow tests", &mut |numbers| {
        cargo(
            &["test", "--locked", "--no-fail-fast", "--", "--nocapture"],
            numbers,
        )
    });
    step("fuzz targets", &mut |numbers| {
        fuzz(&["all", &seconds], numbers)
    });
    step("messages over the bridge", &mut |numbers| {
        fuzz(&["count", "bridge", MESSAGES], numbers)
    });
    step("recorded programs", &mut |_| programs::check(1));
    step("deadlines of an optimised build", &mut |numbers| {
        let test = ["test", "--release", "--locked", "--package", "isolate-run"];
        let which = [
            "--test",
            "it",
            "deadlines::",
            "--",
            "--nocapture",
            "--test-threads=1",
        ];
        cargo(&[&test[..], &which].concat(), numbers)
    });
    step("defences taken out", &mut |_| defences::prove());
    step("advisories", &mut |_| advisories());

    println!("\nthe largest of what was seen:");
    for (name, (value, unit)) in &numbers {
        println!("{name:<40} {value:>12} {unit}");
    }
    skipped::end()?;
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn fuzz(arguments: &[&str], numbers: &mut Numbers) -> Result<()> {
    let run = ["run", "--locked", "--package", "isolate-fuzz", "--"];
    cargo(&[&run[..], arguments].concat(), numbers)
}

/// Runs cargo with slow tests, shows what it prints, and takes the numbers out of it.
fn cargo(arguments: &[&str], numbers: &mut Numbers) -> Result<()> {
    println!("$ cargo {}", arguments.join(" "));
    let mut child = skipped::told_to(&mut Command::new("cargo"))
        .args(arguments)
        .current_dir(crate::root())
        .env("RUN_SLOW_TESTS", "1")
        // As in CI, where the exits of frames are taken a million times.
        .env("CI", "1")
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo cannot be started")?;
    let out = child.stdout.take().context("the output of cargo")?;
    for line in BufReader::new(out).split(b'\n') {
        let line = line.context("the output of cargo")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        if let Some((name, value, unit)) = number(&line) {
            let kept = numbers.entry(name).or_insert((value, unit));
            kept.0 = kept.0.max(value);
        }
    }
    let status = child.wait().context("cargo")?;
    ensure!(status.success(), "cargo {}: {status}", arguments.join(" "));
    Ok(())
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
}
