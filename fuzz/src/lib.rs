//! Targets that take any bytes, and a runner that mutates good ones.
//!
//! A target panics where an invariant does not hold; an error of what it calls is no panic.
//! Everything is seeded, so a finding is a seed and an input.

mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

pub use mutate::{Chance, mutated};
pub use targets::TARGETS;

/// Bytes of one input.
pub const INPUT_BYTES_MAX: usize = 4096;

/// Time that one input may take; more is a finding too.
pub const INPUT_TIME_MAX: Duration = Duration::from_secs(10);

/// What is fuzzed.
#[derive(Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Takes any bytes.
    pub run: fn(&[u8]),
    /// Inputs that get far.
    pub corpus: fn() -> Vec<Vec<u8>>,
}

/// An input on which a target panicked or took too long.
#[derive(Debug)]
pub struct Finding {
    /// The seed that made the input.
    pub seed: u64,
    /// The input.
    pub input: Vec<u8>,
    /// What the target said.
    pub message: String,
}

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The input of a seed.
    #[must_use]
    pub fn input(&self, corpus: &[Vec<u8>], seed: u64) -> Vec<u8> {
        let mut chance = Chance::new(seed);
        mutated(corpus, &mut chance)
    }

    /// Runs the inputs of the seeds from `first` on until `is_over` says so of the number done.
    ///
    /// # Errors
    /// The first finding.
    pub fn search(
        &self,
        first: u64,
        mut is_over: impl FnMut(u64) -> bool,
    ) -> Result<u64, Box<Finding>> {
        let corpus = (self.corpus)();
        for input in &corpus {
            self.try_input(first, input.clone())?;
        }
        let mut done = 0;
        while !is_over(done) {
            let seed = first.wrapping_add(done);
            self.try_input(seed, self.input(&corpus, seed))?;
            done += 1;
        }
        Ok(done)
    }

    fn try_input(&self, seed: u64, input: Vec<u8>) -> Result<(), Box<Finding>> {
        let started = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (self.run)(&input)));
        let message = match result {
            Err(cause) => cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(ToString::to_string))
                .unwrap_or_else(|| "a panic".to_owned()),
            Ok(()) if started.elapsed() > INPUT_TIME_MAX => {
                format!("took {:?}", started.elapsed())
            }
            Ok(()) => return Ok(()),
        };
        Err(Box::new(Finding {
            seed,
            input,
            message,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) {
        let target = Target::find(name).unwrap();
        if let Err(finding) = target.search(1, |done| done == 2_000) {
            panic!("{name}: {finding:?}");
        }
    }

    #[test]
    fn path() {
        check("path");
    }

    #[test]
    fn glob() {
        check("glob");
    }

    #[test]
    fn json_path() {
        check("json_path");
    }

    #[test]
    fn json() {
        check("json");
    }

    #[test]
    fn archive() {
        check("archive");
    }

    #[test]
    fn diff() {
        check("diff");
    }

    #[test]
    fn edit_plan() {
        check("edit_plan");
    }

    #[test]
    fn search() {
        check("search");
    }

    #[test]
    fn wire_decode() {
        check("wire_decode");
    }

    #[test]
    fn bridge() {
        check("bridge");
    }

    #[test]
    fn every_target_has_a_test() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        let source = include_str!("lib.rs");
        for name in names {
            assert!(source.contains(&format!("check(\"{name}\")")), "{name}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_input() {
        let target = Target::find("archive").unwrap();
        let corpus = (target.corpus)();
        assert_eq!(target.input(&corpus, 7), target.input(&corpus, 7));
        assert_ne!(target.input(&corpus, 7), target.input(&corpus, 8));
    }
}
