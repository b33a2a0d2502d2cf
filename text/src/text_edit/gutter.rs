//! Line numbers that were copied along with the text.

use std::collections::HashMap;

use super::rows::{Row, rows};

/// An edit without its line numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bare {
    pub(super) old: String,
    pub(super) new: String,
    /// The number of the first line.
    pub(super) line: usize,
}

/// Takes line numbers away from the text to find, and from the lines of the new text that have
/// the number of their place or repeat an old line. `None` where the old lines have no consecutive
/// numbers, or where it is not clear whether a number of the new text is one of a line.
pub(super) fn without(old: &str, new: &str, returns: bool) -> Option<Bare> {
    let (old_rows, new_rows) = (rows(old, returns), rows(new, returns));
    let mut bare = String::with_capacity(old.len());
    let mut known: HashMap<&str, &str> = HashMap::new();
    let mut first = None;
    for (index, row) in old_rows.iter().enumerate() {
        let (number, text) = split(row.text)?;
        if *first.get_or_insert(number) != number.checked_sub(index)? {
            return None;
        }
        known.insert(row.text, text);
        push(&mut bare, old, row, text);
    }
    let line = first?;
    // Without its ending, an empty line would be no line.
    if !old.ends_with(['\n', '\r']) && (bare.is_empty() || bare.ends_with(['\n', '\r'])) {
        return None;
    }
    // Without numbers around it, a number is text.
    let is_numbered = |row: &Row<'_>| split(row.text).is_some_and(|(_, text)| !text.is_empty());
    let has_numbers = new_rows.iter().any(is_numbered);
    let mut bare_new = String::with_capacity(new.len());
    for (index, row) in new_rows.iter().enumerate() {
        let text = match (known.get(row.text), split(row.text)) {
            (Some(text), _) => *text,
            (None, None) => row.text,
            (None, Some((_, ""))) if !has_numbers => row.text,
            (None, Some((number, text))) if number.checked_sub(index) == Some(line) => text,
            (None, Some(_)) => return None,
        };
        push(&mut bare_new, new, row, text);
    }
    Some(Bare {
        old: bare,
        new: bare_new,
        line,
    })
}

/// Adds a line with its ending.
fn push(out: &mut String, whole: &str, row: &Row<'_>, text: &str) {
    out.push_str(text);
    out.push_str(&whole[row.content_end()..row.end]);
}

/// The lines of a file from the one with this number on, when no line of the file begins with a
/// number of its own.
pub(super) fn from_line<'r, 't>(
    file: &'r [Row<'t>],
    text: &str,
    line: usize,
) -> Option<&'r [Row<'t>]> {
    let is_numbered = |row: &Row<'_>| {
        let text = row.text.trim_start();
        text.starts_with(|c: char| c.is_ascii_digit())
    };
    if file.iter().any(is_numbered) {
        return None;
    }
    // As `read` counts them: by line feeds.
    let mut number = 1;
    let index = file.iter().position(|row| {
        let is_meant = number == line;
        number += usize::from(text[..row.end].ends_with('\n'));
        is_meant
    })?;
    Some(&file[index..])
}

/// The number of a line and what follows its separator.
fn split(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches(' ');
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    for separator in ["\t", "→", ":", "  ", " | ", "|"] {
        if let Some(rest) = rest.strip_prefix(separator) {
            return Some((number, rest));
        }
    }
    // An empty line at the end of which the separator was trimmed.
    rest.is_empty().then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(old: &str, new: &str) -> Option<(String, String, usize)> {
        without(old, new, false).map(|bare| (bare.old, bare.new, bare.line))
    }

    #[test]
    fn numbers_are_removed_only_if_they_count_up() {
        let of = |old: &str| bare(old, "").map(|(old, _, line)| (old, line));
        assert_eq!(of("1\ta\n2\tb"), Some(("a\nb".to_owned(), 1)));
        assert_eq!(of("  9→a\n 10→\r\n"), Some(("a\n\r\n".to_owned(), 9)));
        assert_eq!(of("1\ta\n3\tb"), None);
        assert_eq!(of("a\nb"), None);
        assert_eq!(of("1\ta\n2\t"), None);
        assert_eq!(of("99999999999999999999999\ta"), None);
    }

    #[test]
    fn numbers_of_the_new_text_are_those_of_its_lines() {
        let of = |new: &str| bare("5\ta\n6\tb\n", new).map(|(_, new, _)| new);
        assert_eq!(of("5\tA\n6\tB\n7\tC\n").unwrap(), "A\nB\nC\n");
        assert_eq!(of("A\nB\n").unwrap(), "A\nB\n");
        // A line in between moves the number of the last one, which repeats an old line.
        assert_eq!(of("5\ta\n\tnew\n6\tb\n").unwrap(), "a\n\tnew\nb\n");
        // A number alone is an empty line only among other numbers.
        assert_eq!(of("5\tA\n6\n7\tC\n").unwrap(), "A\n\nC\n");
        assert_eq!(of("5\n").unwrap(), "5\n");
        assert_eq!(of("5\ta\n9\tB\n"), None);
        assert_eq!(of("12: b\n"), None);
    }

    #[test]
    fn a_file_of_numbered_lines_has_no_line_numbers() {
        let of = |text: &str, line| {
            from_line(&rows(text, false), text, line).map(|rows| rows[0].text.to_owned())
        };
        assert_eq!(of("a\nb\n", 2).unwrap(), "b");
        assert_eq!(of("a\rb\nc", 2).unwrap(), "c");
        assert_eq!(of("a\nb\n", 0), None);
        assert_eq!(of("a\nb\n", 3), None);
        assert_eq!(of("a\n  7 b\n", 1), None);
    }
}
