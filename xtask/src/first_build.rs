//! Times the first command of the README in clean clones of two commits.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use crate::scratch::Scratch;
use crate::{quiet, root};

/// Builds of each commit, unless `--rounds` says otherwise.
const ROUNDS: usize = 2;

/// What a newcomer types, without `cargo`.
const FIRST_COMMAND: &str = "run --release -- examples/json-report.js --db state.sqlite";

/// What `/proc` counts in a second; Linux has no other number for programs.
const TICKS_PER_SECOND: f64 = 100.0;

/// `cargo xtask first-build OLD [NEW] [--rounds N]`: builds both commits from nothing, in turn, and
/// prints what the new one takes of the old one's time. NEW is `HEAD` where nothing is said.
///
/// Crates are downloaded before the clock starts. The speed of a machine drifts by a tenth within an
/// hour, so only the two builds of a round are compared; nothing else should run meanwhile.
///
/// # Errors
///
/// A commit that is not there, a build that fails, and a system that does not tell processor time.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let (commits, rounds) = chosen(arguments)?;
    let clones = Clones(Scratch::new("first-build")?);
    let checkouts = [
        clones.clone_of("old", commits[0])?,
        clones.clone_of("new", commits[1])?,
    ];
    println!(
        "{:>5} {:>24} {:>24} {:>15}",
        "round", "old", "new", "ratios"
    );
    for round in 0..rounds {
        let mut times = [Times::default(); 2];
        for turn in 0..2 {
            let which = (round + turn) % 2;
            times[which] = clones.build(&checkouts[which])?;
        }
        let [old, new] = times;
        println!(
            "{:>5} {old:>24} {new:>24} {:>7.3} {:>7.3}",
            round + 1,
            new.wall / old.wall,
            new.processor / old.processor
        );
    }
    println!(
        "the first number of each is the time by the clock, the second that of the processors"
    );
    Ok(())
}

fn chosen<'a>(arguments: &[&'a str]) -> Result<([&'a str; 2], usize)> {
    let (commits, rounds) = match *arguments {
        [ref commits @ .., "--rounds", rounds] => {
            let rounds = rounds.parse().context("--rounds takes a number")?;
            ensure!(rounds > 0, "--rounds 0: at least one round");
            (commits, rounds)
        }
        _ => (arguments, ROUNDS),
    };
    match *commits {
        [old] => Ok(([old, "HEAD"], rounds)),
        [old, new] => Ok(([old, new], rounds)),
        _ => bail!("cargo xtask first-build OLD [NEW] [--rounds N]"),
    }
}

/// Seconds that a build took.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    wall: f64,
    processor: f64,
}

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&format!("{:.1} s {:.1} s", self.wall, self.processor))
    }
}

/// Seconds of processors that ended children of this process took, and theirs.
fn processor_of_children() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat").context("only Linux tells processor time")?;
    parse_children(&stat).with_context(|| format!("no processor time in {stat:?}"))
}

fn parse_children(stat: &str) -> Option<f64> {
    // The name of the process stands in parentheses and may hold anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut words = after_name.split_whitespace().skip(13);
    let user: f64 = words.next()?.parse().ok()?;
    let system: f64 = words.next()?.parse().ok()?;
    Some((user + system) / TICKS_PER_SECOND)
}

/// Clones and what they build, in a folder that goes with this.
struct Clones(Scratch);

impl Clones {
    /// A clone of the repository with a commit checked out, and its crates downloaded.
    fn clone_of(&self, name: &str, commit: &str) -> Result<PathBuf> {
        let id = quiet(
            &root(),
            Command::new("git")
                .args(["rev-parse", "--verify"])
                .arg(format!("{commit}^{{commit}}")),
        )?;
        let clone = self.0.path().join(name);
        quiet(
            self.0.path(),
            Command::new("git")
                .args(["clone", "--quiet"])
                .arg(root())
                .arg(&clone),
        )?;
        quiet(
            &clone,
            Command::new("git").args(["checkout", "--quiet", id.trim()]),
        )?;
        quiet(&clone, self.cargo().args(["fetch", "--locked"]))?;
        Ok(clone)
    }

    /// Runs the first command with an empty target folder.
    fn build(&self, clone: &Path) -> Result<Times> {
        let target = self.target();
        if target.exists() {
            fs::remove_dir_all(&target).with_context(|| target.display().to_string())?;
        }
        let before = processor_of_children()?;
        let begun = Instant::now();
        quiet(clone, self.cargo().args(FIRST_COMMAND.split(' ')))?;
        Ok(Times {
            wall: begun.elapsed().as_secs_f64(),
            processor: processor_of_children()? - before,
        })
    }

    fn target(&self) -> PathBuf {
        self.0.path().join("target")
    }

    /// Cargo as a user has it: without what the cargo that runs this chore has set.
    fn cargo(&self) -> Command {
        let mut command = Command::new("cargo");
        let set_by_cargo = |name: &OsString| {
            let name = name.to_string_lossy();
            name.starts_with("CARGO_") && !matches!(&*name, "CARGO_HOME" | "CARGO_BUILD_JOBS")
        };
        for (name, _) in std::env::vars_os().filter(|(name, _)| set_by_cargo(name)) {
            command.env_remove(name);
        }
        command.env("CARGO_TARGET_DIR", self.target());
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_timed_is_the_first_command_of_the_readme() {
        let readme = fs::read_to_string(root().join("README.md")).unwrap();
        let first = readme
            .lines()
            .find(|line| line.starts_with("cargo "))
            .unwrap();
        let first = first.split('#').next().unwrap().trim_end();
        assert_eq!(first, format!("cargo {FIRST_COMMAND}"));
    }

    #[test]
    fn processor_time_is_that_of_children() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 200 0 0 11 12 350 150 20 0 1 0 5 6 7";
        assert_eq!(parse_children(stat), Some(5.0));
        assert_eq!(parse_children("7 a"), None);
        let before = processor_of_children().unwrap();
        quiet(&root(), Command::new("cargo").arg("--version")).unwrap();
        assert!(processor_of_children().unwrap() >= before);
    }

    #[test]
    fn one_commit_is_compared_with_head() {
        assert_eq!(chosen(&["v1"]).unwrap(), (["v1", "HEAD"], ROUNDS));
        assert_eq!(
            chosen(&["a", "b", "--rounds", "3"]).unwrap(),
            (["a", "b"], 3)
        );
        for wrong in [&[][..], &["a", "--rounds", "0"], &["a", "b", "c"]] {
            assert!(chosen(wrong).is_err(), "{wrong:?}");
        }
    }
}
