//! The properties of a text file that tools need.

pub(crate) use isolate_text::lines::shown;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_are_distinguished() {
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
    }
}
