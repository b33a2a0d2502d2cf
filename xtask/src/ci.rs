//! What CI runs: steps in lanes, lanes in phases.
//!
//! `cargo xtask ci` skips a step that has passed and looks at nothing that has changed since; which
//! these are is committed in `.ci/verified.toml`. `cargo xtask nightly` runs all of them.

mod covers;
mod lanes;
mod processors;
mod shares;
mod steps;
mod verified;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::{root, skipped};
use lanes::Which;
use steps::{PHASES, Step};

/// `cargo xtask ci …`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    match *arguments {
        [] => all(Which::Changed, false),
        ["--all"] => all(Which::All, false),
        ["--record"] => all(Which::All, true),
        [name] => one(name),
        _ => bail!("cargo xtask ci [--all | --record | STEP]"),
    }
}

/// Runs the steps of CI in the night: all but those of these names, also after one that failed.
pub(crate) fn by_night(without: &'static [&'static str]) -> Result<()> {
    for name in without {
        find(name)?;
    }
    let began = Instant::now();
    let results = lanes::run(PHASES, Which::Night(without))?;
    lanes::tell(&results, began);
    results.ensure_passed()
}

fn all(which: Which, is_recording: bool) -> Result<()> {
    let began = Instant::now();
    skipped::begin()?;
    let results = lanes::run(PHASES, which)?;
    lanes::tell(&results, began);
    skipped::end()?;
    results.ensure_passed()?;
    if is_recording {
        shares::write(&results.took())?;
    }
    for line in shares::grown(&results.took())? {
        println!("{line}");
    }
    Ok(())
}

/// Runs one step, whether or not anything has changed, and remembers that it has passed.
fn one(name: &str) -> Result<()> {
    let step = find(name)?;
    // Before it runs: what changes meanwhile has not been looked at.
    let hash = step.covers.as_ref().map(covers::Covers::hash);
    (step.work)()?;
    match hash {
        // What was skipped has not been looked at.
        Some(Ok(hash)) if !skipped::any() => verified::write(step.name, &hash),
        Some(Err(why)) => {
            println!("{name} will run again: {why:#}");
            Ok(())
        }
        _ => Ok(()),
    }
}

fn find(name: &str) -> Result<&'static Step> {
    let mut names = Vec::new();
    for step in PHASES.iter().copied().flatten().copied().flatten() {
        if step.name == name {
            return Ok(step);
        }
        names.push(step.name);
    }
    bail!("no step of CI is {name}; there are: {}", names.join(", "))
}

/// Where logs of steps and the like are written.
fn folder() -> Result<PathBuf> {
    let folder = root().join("target/ci");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise one would never be skipped, or never run.
    #[test]
    fn what_steps_cover_is_there_and_their_names_differ() {
        let mut names = std::collections::BTreeSet::new();
        for lane in PHASES.iter().flat_map(|phase| phase.iter()) {
            for step in *lane {
                assert!(names.insert(step.name), "{}", step.name);
                if let Some(covers) = &step.covers {
                    covers.hash().unwrap();
                }
            }
        }
        // What is committed is of steps that there are.
        for name in verified::read().unwrap().keys() {
            assert!(names.contains(name.as_str()), "{name}");
        }
    }

    #[test]
    fn an_unknown_step_is_answered_with_those_that_there_are() {
        let error = find("nothing").err().unwrap().to_string();
        assert!(error.contains("guest-tests"), "{error}");
    }
}
