//! Documents that follow from a seed: most are right, and some are changed until they may be wrong.

mod csv;
mod toml;
mod tree;
mod xml;
mod yaml;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

pub(crate) use csv::{cells, csv};
pub(crate) use toml::toml;
pub(crate) use tree::{element, objects, rows, tree};
pub(crate) use xml::xml;
pub(crate) use yaml::yaml;

/// A document, and whether it was changed after it was made.
pub(crate) struct Document {
    pub(crate) text: String,
    pub(crate) is_broken: bool,
}

impl Document {
    pub(crate) fn whole(text: String) -> Self {
        Self {
            text,
            is_broken: false,
        }
    }
}

/// Numbers that look random; the same for the same seed.
pub(crate) struct Chance(SplitMix64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.0.next_u64() % end).unwrap_or(0)
    }

    /// Whether something happens that happens so often in a hundred.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// Pieces in a row.
    pub(crate) fn some(&mut self, of: &[&str], most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.one(of)).collect()
    }
}

/// Removes, doubles or inserts something, a few times.
fn broken(chance: &mut Chance, mut text: String, pieces: &[&str]) -> Document {
    for _ in 0..=chance.below(2) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let at = chance.below(places.len());
        let from = places[at];
        match chance.below(3) {
            0 => text.insert_str(from, chance.one(pieces)),
            1 => {
                let to = places[(at + 1 + chance.below(3)).min(places.len() - 1)];
                text.replace_range(from..to, "");
            }
            _ => {
                let to = places[(at + 1 + chance.below(6)).min(places.len() - 1)];
                let part = text[from..to].to_owned();
                text.insert_str(from, &part);
            }
        }
    }
    Document {
        text,
        is_broken: true,
    }
}
