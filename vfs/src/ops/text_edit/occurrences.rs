//! Every place of some bytes in others.

/// The places of a needle, overlapping ones too.
pub(super) fn occurrences(hay: &[u8], needle: &[u8], places_max: usize) -> Vec<usize> {
    let mut found = Vec::new();
    if needle.is_empty() {
        return found;
    }
    let finder = memchr::memmem::Finder::new(needle);
    let mut from = 0;
    while found.len() < places_max
        && let Some(step) = hay.get(from..).and_then(|rest| finder.find(rest))
    {
        found.push(from + step);
        from += step + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_places_count() {
        assert_eq!(occurrences(b"aaa", b"aa", 9), [0, 1]);
        assert_eq!(occurrences(b"abab", b"ab", 9), [0, 2]);
        assert_eq!(occurrences(b"abab", b"ab", 1), [0]);
        assert!(occurrences(b"a", b"ab", 9).is_empty());
    }
}
