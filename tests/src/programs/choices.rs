//! What a generated program was decided by.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// In the place of the choices of a rule: the simplest there is, which takes none.
pub const SIMPLEST: u32 = u32::MAX;

/// What [`SplitMix64`] adds to its seed for each number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The first number of a seed.
fn first(seed: u64) -> u64 {
    SplitMix64::seed_from_u64(seed).next_u64()
}

/// What stands in a sequence for a rule of a grammar.
#[derive(Clone, Debug)]
pub struct Span {
    /// The rule.
    pub rule: usize,
    /// Its first choice.
    pub start: usize,
    /// The first one behind it.
    pub end: usize,
}

/// What stands in a sequence for a list.
#[derive(Clone, Debug)]
pub struct List {
    /// The choice of how many items there are.
    pub count: usize,
    /// Where each begins and ends.
    pub items: Vec<(usize, usize)>,
}

impl List {
    /// Choices of all items.
    #[must_use]
    pub fn choices(&self) -> usize {
        match (self.items.first(), self.items.last()) {
            (Some(first), Some(last)) => last.1 - first.0,
            _ => 0,
        }
    }
}

/// A sequence of choices: drawn at random and kept, or given.
///
/// A program is a function of its choices. To make a program smaller, choices are left out or
/// lowered: each sequence makes a valid program, since a choice that is missing is 0 and one that
/// is too high is taken modulo the number of possibilities.
#[derive(Clone, Debug)]
pub struct Choices {
    given: Option<Vec<u32>>,
    random: SplitMix64,
    taken: Vec<u32>,
    spans: Vec<Span>,
    lists: Vec<List>,
    is_simplest: bool,
}

impl Choices {
    /// Those of a seed and a number.
    #[must_use]
    pub fn random(seed: u64, number: u64) -> Self {
        // Numbers next to each other make unlike programs, and so do seeds. Without a step,
        // the first number of a seed is the seed with its bits spread.
        let start = seed ^ first(number);
        Self {
            given: None,
            random: SplitMix64::seed_from_u64(first(start.wrapping_sub(STEP))),
            taken: Vec::new(),
            spans: Vec::new(),
            lists: Vec::new(),
            is_simplest: false,
        }
    }

    /// Those that are given, and 0 behind them.
    #[must_use]
    pub fn given(choices: &[u32]) -> Self {
        Self {
            given: Some(choices.to_vec()),
            random: SplitMix64::seed_from_u64(0),
            taken: Vec::new(),
            spans: Vec::new(),
            lists: Vec::new(),
            is_simplest: false,
        }
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: u32) -> u32 {
        if count <= 1 || self.is_simplest {
            return 0;
        }
        let raw = match &self.given {
            Some(given) => given.get(self.taken.len()).copied().unwrap_or_default(),
            None => (self.random.next_u64() >> 33) as u32,
        };
        let choice = raw % count;
        self.taken.push(choice);
        choice
    }

    /// Takes the choices of a rule.
    pub(super) fn within<T>(&mut self, rule: usize, take: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.taken.len();
        let given = self.given.as_ref().and_then(|given| given.get(start));
        if !self.is_simplest && given == Some(&SIMPLEST) {
            self.taken.push(SIMPLEST);
            self.is_simplest = true;
            let result = take(self);
            self.is_simplest = false;
            return result;
        }
        let result = take(self);
        let end = self.taken.len();
        if end > start {
            self.spans.push(Span { rule, start, end });
        }
        result
    }

    /// How many were taken.
    pub(super) const fn count(&self) -> usize {
        self.taken.len()
    }

    /// Keeps where a list is, whose number was chosen at `count`.
    pub(super) fn keep_list(&mut self, count: usize, items: Vec<(usize, usize)>) {
        if !self.is_simplest {
            self.lists.push(List { count, items });
        }
    }

    /// The rules that were expanded.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The lists that were made.
    #[must_use]
    pub fn lists(&self) -> &[List] {
        &self.lists
    }

    /// All that were taken.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }
}
