//! Lines of a text, and texts in messages.

pub use crate::quoting::is_invisible;

/// The line, from 1, that a byte of a text lies in.
#[must_use]
pub fn line_of(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
        + 1
}

/// Whether `\r` alone ends the lines of a text: it has no `\n`. In any other text it ends none.
pub(crate) fn ends_lines_with_returns(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text).is_none() && memchr::memchr(b'\r', text).is_some()
}

/// The longest beginning of a text that has at most so many bytes and ends between characters.
#[must_use]
pub fn head(text: &str, bytes_max: usize) -> &str {
    let mut end = text.len().min(bytes_max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The first characters of a text, with `…` where it has more.
pub(crate) fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A text for a message: quoted, cut, with invisible characters made visible.
#[must_use]
pub fn shown(text: &str) -> String {
    const CHARS_MAX: usize = 120;
    let mut out = String::from("\"");
    for c in text.chars().take(CHARS_MAX) {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            c if is_invisible(c) || (c.is_whitespace() && c != ' ') => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    if text.chars().count() > CHARS_MAX {
        out.push('…');
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_fall_between_characters() {
        assert_eq!(head("aé", 2), "a");
        assert_eq!(head("aé", 3), "aé");
    }

    #[test]
    fn lines_count_from_one() {
        assert_eq!(line_of(b"a\nb", 0), 1);
        assert_eq!(line_of(b"a\nb", 2), 2);
        assert_eq!(line_of(b"a\nb", 99), 2);
    }

    #[test]
    fn invisible_characters_are_shown() {
        assert_eq!(shown("a\t\"\u{200b}"), "\"a\\t\\\"\\u{200b}\"");
    }
}
