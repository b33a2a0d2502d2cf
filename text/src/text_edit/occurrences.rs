//! Every place of some bytes in others.

/// The places of a needle, overlapping ones too. The work is linear in both.
pub(super) fn occurrences(hay: &[u8], needle: &[u8], places_max: usize) -> Vec<usize> {
    if needle.is_empty() {
        return Vec::new();
    }
    let borders = borders(needle);
    let own_border = borders[needle.len() - 1];
    if own_border == 0 {
        // No place overlaps the next one.
        return memchr::memmem::find_iter(hay, needle)
            .take(places_max)
            .collect();
    }
    let mut found = Vec::new();
    let mut matched = 0;
    // Nothing before the first place can be one.
    let start = memchr::memmem::find(hay, needle).unwrap_or(hay.len());
    for (at, byte) in hay.iter().enumerate().skip(start) {
        while matched > 0 && needle[matched] != *byte {
            matched = borders[matched - 1];
        }
        matched += usize::from(needle[matched] == *byte);
        if matched == needle.len() {
            if found.len() == places_max {
                break;
            }
            found.push(at + 1 - needle.len());
            matched = own_border;
        }
    }
    found
}

/// For each beginning of a needle, how long its longest part is that it both begins and ends with
/// (as Knuth, Morris and Pratt search).
fn borders(needle: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    let mut length = 0;
    for at in 1..needle.len() {
        while length > 0 && needle[length] != needle[at] {
            length = borders[length - 1];
        }
        length += usize::from(needle[length] == needle[at]);
        borders[at] = length;
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_places_count() {
        assert_eq!(occurrences(b"aaa", b"aa", 9), [0, 1]);
        assert_eq!(occurrences(b"abab", b"ab", 9), [0, 2]);
        assert_eq!(occurrences(b"abab", b"ab", 1), [0]);
        assert!(occurrences(b"aaa", b"aa", 0).is_empty());
        assert!(occurrences(b"a", b"ab", 9).is_empty());
    }

    #[test]
    fn the_places_are_those_of_a_comparison_at_each() {
        let letters = |mut number: u32, length: usize| -> Vec<u8> {
            let letter = |_| {
                number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                b"ab"[usize::from(number & 0x10_000 > 0)]
            };
            (0..length).map(letter).collect()
        };
        for seed in 0..2_000 {
            let (hay, needle) = (letters(seed, 40), letters(seed + 1, 1 + seed as usize % 5));
            let expected: Vec<usize> = (0..hay.len())
                .filter(|at| hay[*at..].starts_with(&needle))
                .collect();
            assert_eq!(occurrences(&hay, &needle, usize::MAX), expected);
        }
    }

    /// A comparison at each place would take 2^40 steps, which no test waits for.
    #[test]
    fn a_long_repetitive_text_is_searched_in_linear_time() {
        let hay = vec![b'a'; 2 << 20];
        let needle = vec![b'a'; 1 << 20];
        let found = occurrences(&hay, &needle, usize::MAX);
        assert_eq!(found.len(), (1 << 20) + 1);
    }
}
