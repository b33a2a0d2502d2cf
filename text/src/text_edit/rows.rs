//! The lines of a text, with their places.

use crate::lines::is_invisible;

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row<'t> {
    /// Without its ending.
    pub(super) text: &'t str,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after its ending.
    pub(super) end: usize,
}

impl<'t> Row<'t> {
    pub(super) const fn has_ending(&self) -> bool {
        self.end > self.content_end()
    }

    pub(super) const fn content_end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether there is nothing to see.
    pub(super) fn is_blank(&self) -> bool {
        is_blank(self.text)
    }
}

pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// The lines of a file, whose byte order mark is no part of the first. `returns` tells whether `\r` alone
/// ends lines.
pub(super) fn rows_of_file(text: &str, returns: bool) -> Vec<Row<'_>> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    rows_from(text, text.len() - bare.len(), returns)
}

/// The lines of a text. Behind the last ending there is no line.
pub(super) fn rows(text: &str, returns: bool) -> Vec<Row<'_>> {
    rows_from(text, 0, returns)
}

/// Where the first line ends, its ending left out.
fn end_of_line(text: &str, returns: bool) -> usize {
    let bytes = text.as_bytes();
    let newline = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
    if returns {
        return memchr::memchr(b'\r', &bytes[..newline]).unwrap_or(newline);
    }
    if newline < bytes.len() && bytes[..newline].ends_with(b"\r") {
        newline - 1
    } else {
        newline
    }
}

fn rows_from(text: &str, from: usize, returns: bool) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut start = from;
    while start < text.len() {
        let rest = &text[start..];
        let length = end_of_line(rest, returns);
        let ending = match rest.as_bytes()[length..] {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        let end = start + length + ending;
        rows.push(Row {
            text: &rest[..length],
            start,
            end,
        });
        start = end;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_ends_a_line() {
        let places: Vec<(&str, usize, usize)> = rows_of_file("\u{feff}a\r\n\rb\nc", true)
            .iter()
            .map(|row| (row.text, row.start, row.end))
            .collect();
        assert_eq!(places, [("a", 3, 6), ("", 6, 7), ("b", 7, 9), ("c", 9, 10)]);
        assert!(rows("", false).is_empty());
        assert_eq!(rows("\n", false).len(), 1);
    }
}
