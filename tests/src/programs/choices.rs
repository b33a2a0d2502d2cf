//! What a generated program was decided by.

/// A sequence of choices: drawn at random and kept, or given.
///
/// A program is a function of its choices. To make a program smaller, choices are left out or
/// lowered: each sequence makes a valid program, since a choice that is missing is 0 and one that
/// is too high is taken modulo the number of possibilities.
#[derive(Clone, Debug)]
pub struct Choices {
    given: Option<Vec<u32>>,
    state: u64,
    taken: Vec<u32>,
}

impl Choices {
    /// Those of a seed and a number.
    #[must_use]
    pub fn random(seed: u64, number: u64) -> Self {
        let state = mixed(seed ^ mixed(number.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        Self {
            given: None,
            state,
            taken: Vec::new(),
        }
    }

    /// Those that are given, and 0 behind them.
    #[must_use]
    pub fn given(choices: &[u32]) -> Self {
        Self {
            given: Some(choices.to_vec()),
            state: 0,
            taken: Vec::new(),
        }
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: u32) -> u32 {
        if count <= 1 {
            return 0;
        }
        let raw = match &self.given {
            Some(given) => given.get(self.taken.len()).copied().unwrap_or_default(),
            None => {
                self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                (mixed(self.state) >> 33) as u32
            }
        };
        let choice = raw % count;
        self.taken.push(choice);
        choice
    }

    /// All that were taken.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }
}

/// Spreads the bits of a number over all others (the finalizer of splitmix64).
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
