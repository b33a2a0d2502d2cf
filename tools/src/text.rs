//! What a file is made of, as far as tools have to know.

/// How lines of a text end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eol {
    None,
    Lf,
    CrLf,
    Cr,
    Mixed,
}

impl Eol {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lf => "lf",
            Self::CrLf => "crlf",
            Self::Cr => "cr",
            Self::Mixed => "mixed",
        }
    }

    /// The line endings of some bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut found = Self::None;
        let mut at = 0;
        while at < bytes.len() {
            let (kind, width) = match (bytes[at], bytes.get(at + 1)) {
                (b'\r', Some(b'\n')) => (Self::CrLf, 2),
                (b'\r', _) => (Self::Cr, 1),
                (b'\n', _) => (Self::Lf, 1),
                _ => {
                    at += 1;
                    continue;
                }
            };
            if found == Self::None {
                found = kind;
            } else if found != kind {
                return Self::Mixed;
            }
            at += width;
        }
        found
    }
}

/// The number of lines: `"a\n"` has one, `"a\nb"` two, an empty text none.
pub(crate) fn line_count(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
        + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// The line, from 1, that a byte of a text lies in.
pub(crate) fn line_of(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
        + 1
}

/// Whether bytes are no text.
pub(crate) fn is_binary(path: &str, head: &[u8]) -> bool {
    isolate_vfs::ops::detect::detect(path, head).binary
}

/// Levenshtein distance of short texts, in characters.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// A text as it reads in a message: quoted, cut, with what cannot be seen made visible.
pub(crate) fn shown(text: &str) -> String {
    const CHARS_MAX: usize = 120;
    let mut out = String::from("\"");
    for c in text.chars().take(CHARS_MAX) {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            c if crate::boundary::is_invisible(c) || (c.is_whitespace() && c != ' ') => {
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
    fn line_ends_are_told_apart() {
        assert_eq!(Eol::of(b"a"), Eol::None);
        assert_eq!(Eol::of(b"a\nb\n"), Eol::Lf);
        assert_eq!(Eol::of(b"a\r\nb\r\n"), Eol::CrLf);
        assert_eq!(Eol::of(b"a\rb\r"), Eol::Cr);
        assert_eq!(Eol::of(b"a\r\nb\n"), Eol::Mixed);
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        assert_eq!(line_count(""), 0);
        assert_eq!(line_count("a\n"), 1);
        assert_eq!(line_count("a\nb"), 2);
        assert_eq!(line_of(b"a\nb", 2), 2);
    }
}
