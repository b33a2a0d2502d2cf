//! Choices that a generator makes: drawn from a seed, or given, so that a case can be made smaller by
//! other choices.

/// Numbers that follow from a seed: splitmix64.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap()
    }
}

/// Choices, of which 0 is always the simplest.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// Those that were made, or are to be made.
    made: Vec<u32>,
    next: usize,
    /// Where more come from; there are only zeros without it.
    random: Option<Random>,
}

impl Choices {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self {
            made: Vec::new(),
            next: 0,
            random: Some(Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))),
        }
    }

    pub(crate) fn given(made: Vec<u32>) -> Self {
        Self {
            made,
            next: 0,
            random: None,
        }
    }

    /// The choices that were used.
    pub(crate) fn used(&self) -> Vec<u32> {
        self.made[..self.next.min(self.made.len())].to_vec()
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if self.next == self.made.len() {
            let drawn = self
                .random
                .as_mut()
                .map_or(0, |random| random.next() % 1_000_000);
            self.made.push(drawn);
        }
        let value = self.made[self.next];
        self.next += 1;
        value as usize % bound
    }

    /// True once in so many times; false for the choice 0.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(crate) fn of<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }
}

/// The smallest choices found for which `fails` holds, which holds for those given, with so many trials.
pub(crate) fn shrunk(
    mut best: Vec<u32>,
    mut trials: usize,
    mut fails: impl FnMut(Vec<u32>) -> Option<Vec<u32>>,
) -> Vec<u32> {
    let mut attempt = |best: &mut Vec<u32>, trials: &mut usize, candidate: Vec<u32>| {
        if *trials == 0 || candidate == *best {
            return false;
        }
        *trials -= 1;
        match fails(candidate) {
            Some(used) if smaller(&used, best) => {
                *best = used;
                true
            }
            _ => false,
        }
    };
    loop {
        let before = best.clone();
        for size in [64, 32, 16, 8, 4, 2, 1] {
            let mut at = 0;
            while at < best.len() {
                let end = (at + size).min(best.len());
                let mut without = best.clone();
                without.drain(at..end);
                if !attempt(&mut best, &mut trials, without) {
                    at += size;
                }
            }
        }
        for at in (0..best.len()).rev() {
            for value in [0, 1] {
                if at < best.len() && best[at] > value {
                    let mut simpler = best.clone();
                    simpler[at] = value;
                    if attempt(&mut best, &mut trials, simpler) {
                        break;
                    }
                }
            }
        }
        if best == before || trials == 0 {
            return best;
        }
    }
}

fn smaller(left: &[u32], right: &[u32]) -> bool {
    (left.len(), left) < (right.len(), right)
}
