//! Targets that take any bytes, and a runner that mutates good ones.
//!
//! A target panics where an invariant does not hold; an error of what it calls is no panic.
//! Everything is seeded, so a finding is a seed and an input.

mod behaviour;
pub mod corpus;
mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

pub use behaviour::Behaviour;
pub use mutate::{Chance, mutated};
pub use targets::TARGETS;

/// Bytes of one input.
pub const INPUT_BYTES_MAX: usize = 4096;

/// Time that one input may take; more is a finding too.
pub const INPUT_TIME_MAX: Duration = Duration::from_secs(10);

/// How often a slow input is tried before it is a finding.
const TRIES: u32 = 3;

/// What is fuzzed.
#[derive(Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Takes any bytes.
    pub run: fn(&[u8]),
    /// Inputs that get far, beside those that are [kept](corpus).
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Forgets what inputs before have left, where a target keeps something.
    pub forget: fn(),
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
    /// Whether it took too long, and did not panic.
    pub is_slow: bool,
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

    /// The inputs that mutations begin with.
    ///
    /// # Errors
    /// As [`corpus::load`].
    pub fn inputs(&self) -> Result<Vec<Vec<u8>>, String> {
        let mut inputs = (self.corpus)();
        inputs.extend(corpus::load(self)?);
        Ok(inputs)
    }

    /// What an input does by itself.
    #[must_use]
    pub fn behaviour(&self, input: &[u8]) -> Behaviour {
        (self.forget)();
        Behaviour::of(|| (self.run)(input))
    }

    /// Runs mutations of these inputs with the seeds from `first` on, until `is_over` says so of the
    /// number done.
    ///
    /// # Errors
    /// The first finding.
    pub fn search(
        &self,
        corpus: &[Vec<u8>],
        first: u64,
        mut is_over: impl FnMut(u64) -> bool,
    ) -> Result<u64, Box<Finding>> {
        for input in corpus {
            self.try_input(first, input.clone())?;
        }
        let mut done = 0;
        while !is_over(done) {
            let seed = first.wrapping_add(done);
            self.try_input(seed, self.input(corpus, seed))?;
            done += 1;
        }
        Ok(done)
    }

    /// Runs one input, and answers what it did.
    ///
    /// # Errors
    /// The target panicked, or took too long each time that it was tried: a thread of a busy machine
    /// may wait for its turn for longer than an input may take.
    pub fn try_input(&self, seed: u64, input: Vec<u8>) -> Result<Behaviour, Box<Finding>> {
        let mut result = self.try_once(seed, &input);
        for _ in 1..TRIES {
            match result {
                Err(finding) if finding.is_slow => result = self.try_once(seed, &input),
                other => return other,
            }
        }
        result
    }

    fn try_once(&self, seed: u64, input: &[u8]) -> Result<Behaviour, Box<Finding>> {
        let started = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| Behaviour::of(|| (self.run)(input))));
        let is_slow = result.is_ok();
        let message = match result {
            Err(cause) => cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(ToString::to_string))
                .unwrap_or_else(|| "a panic".to_owned()),
            Ok(_) if started.elapsed() > INPUT_TIME_MAX => {
                format!("took {:?}", started.elapsed())
            }
            Ok(behaviour) => return Ok(behaviour),
        };
        Err(Box::new(Finding {
            seed,
            input: input.to_vec(),
            message,
            is_slow,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) {
        let target = Target::find(name).unwrap();
        let inputs = target.inputs().unwrap();
        if let Err(finding) = target.search(&inputs, 1, |done| done == 2_000) {
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
    fn csv() {
        check("csv");
    }

    #[test]
    fn yaml() {
        check("yaml");
    }

    #[test]
    fn toml() {
        check("toml");
    }

    #[test]
    fn xml() {
        check("xml");
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
