//! Where the lines of a text are.
//!
//! A line ends at `\n` or `\r\n`, which are no part of it, or with the text. Nothing else ends a line,
//! and behind the last line end there is none. The empty text has one line.

/// Where a line of a text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: usize,
    /// Where its line end begins, or the text ends.
    pub(super) end: usize,
    /// Behind its line end.
    pub(super) next: usize,
}

impl Line {
    /// The line that holds a byte, or its line end.
    pub(super) fn at(text: &str, at: usize) -> Self {
        let bytes = text.as_bytes();
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
        match memchr::memchr(b'\n', &bytes[at..]) {
            None => Self {
                start,
                end: text.len(),
                next: text.len(),
            },
            Some(length) => Self {
                start,
                end: start + without_return(&text[start..at + length]).len(),
                next: at + length + 1,
            },
        }
    }

    /// Whether no line end comes behind it.
    pub(super) fn is_last(self) -> bool {
        self.end == self.next
    }
}

/// Whether a position is in a line: not inside of a line end, and not behind the last one.
pub(super) fn is_in_line(text: &str, at: usize) -> bool {
    let is_in_line_end = text[..at].ends_with('\r') && text[at..].starts_with('\n');
    !is_in_line_end && !is_behind_last(text, at)
}

/// Whether a position is behind the line end of the last line.
pub(super) fn is_behind_last(text: &str, at: usize) -> bool {
    at == text.len() && text.ends_with('\n')
}

/// Whether a line starts at a position.
pub(super) fn starts_at(text: &str, at: usize) -> bool {
    at == 0 || text.as_bytes()[at - 1] == b'\n' && at < text.len()
}

/// Whether a line ends at a position.
pub(super) fn ends_at(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    match bytes[at..] {
        [] => !text.ends_with('\n'),
        [b'\r', b'\n', ..] => true,
        [b'\n', ..] => at == 0 || bytes[at - 1] != b'\r',
        _ => false,
    }
}

/// Whether a `\r` that ends no line stands at one of the positions.
pub(super) fn has_lone_return(text: &str, positions: std::ops::RangeInclusive<usize>) -> bool {
    let bytes = text.as_bytes();
    let end = bytes.len().min(positions.end() + 1);
    let part = &bytes[*positions.start()..end];
    memchr::memchr_iter(b'\r', part).any(|at| bytes.get(positions.start() + at + 1) != Some(&b'\n'))
}

/// A line in front of a `\n`, without the `\r` that belongs to the line end.
pub(super) fn without_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}
