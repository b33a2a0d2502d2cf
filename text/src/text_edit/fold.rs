//! Characters that look alike as one.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

/// Characters that a line has at least when some of them are folded.
const CHARACTERS_MIN: usize = 12;

/// A line in the common form of similar characters.
pub(super) fn folded(line: &str) -> String {
    if line.is_ascii() {
        return line.to_owned();
    }
    line.graphemes(true).map(folded_one).collect()
}

fn folded_one(character: &str) -> String {
    if character.is_ascii() {
        character.to_owned()
    } else {
        character.nfkc().map(fold_char).collect()
    }
}

const fn fold_char(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        other => other,
    }
}

/// Whether two lines with the same folded form are the same line in all likelihood: they are long
/// enough, and three quarters of their characters are equal as they stand. The indentation, and
/// blanks at the end, do not count.
pub(super) fn is_close(one: &str, other: &str) -> bool {
    let (one, other) = (
        one.trim_matches([' ', '\t']),
        other.trim_matches([' ', '\t']),
    );
    let mut left = one.graphemes(true).map(|c| (c, folded_one(c).len()));
    let mut right = other.graphemes(true).map(|c| (c, folded_one(c).len()));
    let (mut a, mut b) = (left.next(), right.next());
    let (mut ones, mut others, mut equal) = (0, 0, 0);
    // How far the folded form of either reaches.
    let (mut one_at, mut other_at) = (0, 0);
    while a.is_some() || b.is_some() {
        if let (Some((x, _)), Some((y, _))) = (a, b)
            && one_at == other_at
            && x == y
        {
            equal += 1;
        }
        let (one_is_due, other_is_due) = (
            b.is_none() || one_at <= other_at,
            a.is_none() || other_at <= one_at,
        );
        if let (Some((_, length)), true) = (a, one_is_due) {
            ones += 1;
            one_at += length;
            a = left.next();
        }
        if let (Some((_, length)), true) = (b, other_is_due) {
            others += 1;
            other_at += length;
            b = right.next();
        }
    }
    ones.min(others) >= CHARACTERS_MIN && equal * 4 >= ones.max(others) * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_characters_have_one_form() {
        assert_eq!(
            folded("“ＡＢＣ”\u{a0}–\u{3000}oﬃce x²"),
            "\"ABC\" - office x2"
        );
        assert_eq!(folded("cafe\u{301}"), folded("café"));
    }

    #[test]
    fn three_quarters_of_twelve_characters_are_equal() {
        for (one, other, is) in [
            ("it’s a fine day", "it's a fine day", true),
            ("it’s a day", "it's a day", false),
            ("    it’s a day", "    it's a day", false),
            ("“““abcdefghi", "\"\"\"abcdefghi", true),
            ("““““abcdefgh", "\"\"\"\"abcdefgh", false),
            ("the oﬃce door is", "the office door is", true),
            ("a – b — c − d", "a - b - c - d", true),
            ("————————————", "------------", false),
            ("cafe\u{301} is open now", "café is open now", true),
            ("abcdefghijkl\u{a0}", "abcdefghijkl", true),
        ] {
            assert_eq!(is_close(one, other), is, "{one}");
            assert_eq!(is_close(other, one), is, "{one}");
        }
    }
}
