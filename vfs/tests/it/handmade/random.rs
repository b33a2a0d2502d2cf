//! Damages at random places, each repeatable by its number.

/// Numbers that follow from a seed.
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 8).unwrap_or(0) % bound.max(1)
    }
}

const PAGE: usize = 4096;

/// Damages a file in one to four places, as disks, memories and people do.
pub(super) fn damage(bytes: &mut Vec<u8>, seed: u64) {
    let mut numbers = Numbers::new(seed);
    for _ in 0..=numbers.below(4) {
        let length = bytes.len();
        if length <= PAGE {
            return;
        }
        let at = numbers.below(length);
        let page_of = |at: usize| (at / PAGE).min(length / PAGE - 1) * PAGE;
        let page = page_of(at);
        match numbers.below(12) {
            0..=4 => bytes[at] ^= 1 << numbers.below(8),
            5 | 6 => {
                let end = (at + 1 + numbers.below(40)).min(length);
                for byte in &mut bytes[at..end] {
                    *byte = numbers.next().to_le_bytes()[3];
                }
            }
            7 => bytes[(at / 512 * 512).min(length - 512)..][..512].fill(0),
            8 => {
                let other = page_of(numbers.below(length));
                bytes.copy_within(page..page + PAGE, other);
            }
            9 => {
                for byte in &mut bytes[page..page + PAGE] {
                    *byte = numbers.next().to_le_bytes()[5];
                }
            }
            10 => bytes.truncate(at),
            // The head of a page, where its cells are counted.
            _ => {
                let head = page + numbers.below(24);
                bytes[head] = numbers.next().to_le_bytes()[1];
            }
        }
    }
}
