//! Seeded randomness: the same seed gives the same run.

use isolate_protocol::SplitMix64;

/// xoshiro256**, by Blackman and Vigna; seeded by SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: [u64; 4],
}

impl Random {
    /// A generator for this seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut seeds = SplitMix64::new(seed);
        Self {
            state: std::array::from_fn(|_| seeds.next_u64()),
        }
    }

    /// The next 64 bits.
    pub(crate) fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        result
    }

    /// A number in `0..1`, with 53 bits.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit a float")]
    pub(crate) fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Fills `bytes`.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_lie_in_the_unit_interval_and_depend_on_the_seed() {
        let mut one = Random::new(1);
        let mut again = Random::new(1);
        let mut two = Random::new(2);
        for _ in 0..1_000 {
            let number = one.next_f64();
            assert!((0.0..1.0).contains(&number));
            assert!(number.to_bits() == again.next_f64().to_bits());
            assert!(number.to_bits() != two.next_f64().to_bits());
        }
    }
}
