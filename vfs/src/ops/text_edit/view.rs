//! A text as one kind of match compares it, with a mapping to the original bytes.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

/// What a view treats as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Folding {
    /// Spaces and tabs at the end of lines are not there.
    pub(super) trims: bool,
    /// Quotes, dashes, spaces and compatible characters are one.
    pub(super) unicode: bool,
    /// A `\r` alone ends a line.
    pub(super) returns: bool,
}

/// The place of a boundary of the view in the original; the original has no such place when the
/// boundary falls into the folded form of one character.
const NOWHERE: usize = usize::MAX;

/// A folded text. Line endings are `\n`, and a byte order mark in front is gone.
#[derive(Debug)]
pub(super) struct View {
    pub(super) text: String,
    /// For each byte of `text` and its end: where a match that begins there begins.
    starts: Vec<usize>,
    /// The same for a match that ends there.
    ends: Vec<usize>,
}

impl View {
    pub(super) fn new(original: &str, folding: Folding) -> Self {
        let mut view = Self {
            text: String::with_capacity(original.len()),
            starts: Vec::with_capacity(original.len() + 1),
            ends: vec![0],
        };
        let mut at = 0;
        if let Some(rest) = original.strip_prefix('\u{feff}') {
            at = original.len() - rest.len();
            view.ends[0] = at;
        }
        // Blanks that may be at the end of a line.
        let mut held: Vec<(usize, usize)> = Vec::new();
        for cluster in original[at..].graphemes(true) {
            let end = at + cluster.len();
            if folding.trims && is_blank(cluster, folding.unicode) {
                held.push((at, end));
                at = end;
                continue;
            }
            let ends_line = match cluster {
                "\n" | "\r\n" => true,
                "\r" => folding.returns,
                _ => false,
            };
            if !ends_line {
                for (from, to) in held.drain(..) {
                    view.push_folded(&original[from..to], from, to, folding);
                }
            }
            held.clear();
            if ends_line {
                view.push("\n", at, end);
            } else {
                view.push_folded(cluster, at, end, folding);
            }
            at = end;
        }
        // A match that ends with the text ends before blanks that are not there.
        view.starts.push(original.len());
        view
    }

    fn push_folded(&mut self, cluster: &str, from: usize, to: usize, folding: Folding) {
        if !folding.unicode || cluster.is_ascii() {
            self.push(cluster, from, to);
        } else {
            self.push(&folded(cluster), from, to);
        }
    }

    /// Adds one folded character for the original bytes `from..to`.
    fn push(&mut self, folded: &str, from: usize, to: usize) {
        self.text.push_str(folded);
        for index in 0..folded.len() {
            self.starts.push(if index == 0 { from } else { NOWHERE });
            self.ends.push(if index + 1 == folded.len() {
                to
            } else {
                NOWHERE
            });
        }
    }

    /// The original bytes of a match in the view.
    pub(super) fn original(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let (from, to) = (self.starts[start], self.ends[end]);
        (from != NOWHERE && to != NOWHERE && from <= to).then_some((from, to))
    }
}

fn is_blank(cluster: &str, unicode: bool) -> bool {
    match cluster {
        " " | "\t" => true,
        _ => unicode && !cluster.is_ascii() && folded(cluster).chars().all(|c| c == ' '),
    }
}

/// The common form of similar characters.
fn folded(cluster: &str) -> String {
    cluster.nfkc().map(fold_char).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Folding = Folding {
        trims: true,
        unicode: true,
        returns: false,
    };

    fn find(text: &str, needle: &str, folding: Folding) -> Option<(usize, usize)> {
        let view = View::new(text, folding);
        let needle = View::new(needle, folding).text;
        let at = view.text.find(&needle)?;
        view.original(at, at + needle.len())
    }

    #[test]
    fn blanks_around_a_match_survive() {
        let folding = Folding {
            trims: true,
            unicode: false,
            returns: false,
        };
        assert_eq!(View::new("a  \nb\t", folding).text, "a\nb");
        assert_eq!(find("a  \nb\t", "a", folding), Some((0, 1)));
        assert_eq!(find("a  \nb\t", "a\nb", folding), Some((0, 5)));
        assert_eq!(find("a  \nb", "\nb", folding), Some((3, 5)));
    }

    #[test]
    fn no_match_begins_inside_a_character() {
        assert_eq!(View::new("eﬃcient", UNICODE).text, "efficient");
        assert_eq!(find("eﬃcient", "cient", UNICODE), Some((4, 9)));
        assert_eq!(find("eﬃcient", "icient", UNICODE), None);
    }

    #[test]
    fn accents_and_quotes_are_found_in_either_form() {
        assert_eq!(find("cafe\u{301}!", "café", UNICODE), Some((0, 6)));
        assert_eq!(find("a “b”", "\"b\"", UNICODE), Some((2, 9)));
        assert_eq!(find("\u{feff}a", "a", UNICODE), Some((3, 4)));
    }
}
