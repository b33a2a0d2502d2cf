//! A text without the differences of line endings: they are `\n`, and a byte order mark in front
//! is gone.

/// The text, with the way back to the original bytes.
#[derive(Debug)]
pub(super) struct OneEnding {
    pub(super) text: String,
    /// Bytes of a byte order mark.
    mark: usize,
    /// Where in `text` the line endings are that have two bytes in the original.
    pairs: Vec<usize>,
}

impl OneEnding {
    /// `returns` tells whether `\r` alone is a line ending.
    pub(super) fn new(original: &str, returns: bool) -> Self {
        let bare = original.strip_prefix('\u{feff}').unwrap_or(original);
        let mut one = Self {
            text: String::with_capacity(bare.len()),
            mark: original.len() - bare.len(),
            pairs: Vec::new(),
        };
        let mut rest = bare;
        while let Some(at) = rest.find('\r') {
            one.text.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let is_pair = rest.starts_with('\n');
            if is_pair {
                rest = &rest[1..];
                one.pairs.push(one.text.len());
            }
            one.text.push(if is_pair || returns { '\n' } else { '\r' });
        }
        one.text.push_str(rest);
        one
    }

    /// The place in the original of a boundary between two bytes of `text`.
    pub(super) fn original(&self, at: usize) -> usize {
        self.mark + at + self.pairs.partition_point(|pair| *pair < at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_lead_back_to_the_original() {
        let one = OneEnding::new("\u{feff}a\r\nb\rc\r\n", true);
        assert_eq!(one.text, "a\nb\nc\n");
        let original: Vec<usize> = (0..=6).map(|at| one.original(at)).collect();
        assert_eq!(original, [3, 4, 6, 7, 8, 9, 11]);
    }
}
