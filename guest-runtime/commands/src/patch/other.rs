//! Patches in the forms of `diff` without options, and of `diff -c`, as unified hunks.

use super::parse::{Hunk, Line, Wrong, end_last};
use crate::bytes::number;

/// A line that says what is put where in a patch of `diff` without options: `3,4c5`.
struct Command {
    first: [usize; 2],
    counts: [usize; 2],
}

/// `3` or `3,4`: where it begins, and how many lines it has.
fn span(text: &[u8]) -> Option<(usize, usize)> {
    match text.iter().position(|byte| *byte == b',') {
        None => Some((number(text)?, 1)),
        Some(comma) => {
            let (first, last): (usize, usize) =
                (number(&text[..comma])?, number(&text[comma + 1..])?);
            Some((first, last.checked_sub(first)?.checked_add(1)?))
        }
    }
}

fn command(line: &[u8]) -> Option<Command> {
    let at = line.iter().position(u8::is_ascii_alphabetic)?;
    let ((old, old_count), (new, new_count)) = (span(&line[..at])?, span(&line[at + 1..])?);
    let counts = match line[at] {
        b'a' if old_count == 1 => [0, new_count],
        b'd' if new_count == 1 => [old_count, 0],
        b'c' => [old_count, new_count],
        _ => return None,
    };
    Some(Command {
        first: [old, new],
        counts,
    })
}

/// The lines of a patch, and the one that is read next.
pub(super) struct Lines<'t> {
    pub(super) lines: &'t [&'t [u8]],
    pub(super) at: usize,
}

impl<'t> Lines<'t> {
    fn next(&self) -> &'t [u8] {
        self.lines.get(self.at).copied().unwrap_or_default()
    }

    fn plain(&self) -> &'t [u8] {
        let line = self.next();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    fn malformed<T>(&self) -> Result<T, Wrong> {
        match self.at < self.lines.len() {
            true => Err(Wrong::Malformed(self.at + 1, self.next().to_vec())),
            false => Err(Wrong::Other("unexpected end of file in patch")),
        }
    }

    /// Whether a hunk of `diff` without options begins here.
    pub(super) fn is_at_command(&self) -> bool {
        let behind = self.lines.get(self.at + 1);
        command(self.plain()).is_some_and(|command| {
            let mark: &[u8] = if command.counts[0] > 0 { b"< " } else { b"> " };
            behind.is_some_and(|line| line.starts_with(mark))
        })
    }

    /// The hunk of `diff` without options that begins here.
    pub(super) fn normal(&mut self) -> Result<Hunk, Wrong> {
        let Some(Command { first, counts }) = command(self.plain()) else {
            return self.malformed();
        };
        self.at += 1;
        let mut hunk = Hunk {
            at: first,
            lines: Vec::new(),
        };
        self.marked(&mut hunk, counts[0], b"< ", b'-')?;
        if counts[0] > 0 && counts[1] > 0 {
            if self.plain() != b"---" {
                return self.malformed();
            }
            self.at += 1;
        }
        self.marked(&mut hunk, counts[1], b"> ", b'+')?;
        Ok(hunk)
    }

    fn marked(
        &mut self,
        hunk: &mut Hunk,
        count: usize,
        start: &[u8],
        mark: u8,
    ) -> Result<(), Wrong> {
        for _ in 0..count {
            let Some(text) = self.next().strip_prefix(start) else {
                return self.malformed();
            };
            let text = text.to_vec();
            hunk.lines.push(Line { mark, text });
            self.at += 1;
        }
        if count > 0 && self.next().starts_with(b"\\") {
            end_last(hunk);
            self.at += 1;
        }
        Ok(())
    }

    /// Whether a hunk of `diff -c` begins here.
    pub(super) fn is_at_stars(&self) -> bool {
        self.next().starts_with(b"***************")
    }

    /// The hunk of `diff -c` that begins here.
    pub(super) fn context(&mut self) -> Result<Hunk, Wrong> {
        self.at += 1;
        let old_at = self.part_head(b"*** ", b" ****")?;
        let old = self.part(b"-!")?;
        let new_at = self.part_head(b"--- ", b" ----")?;
        let new = self.part(b"+!")?;
        let lines = match (old.is_empty(), new.is_empty()) {
            // A side whose lines are all in the other one is left out.
            (true, _) => new,
            (false, true) => old,
            (false, false) => match merged(old, new) {
                Some(lines) => lines,
                None => return self.malformed(),
            },
        };
        Ok(Hunk {
            at: [old_at, new_at],
            lines,
        })
    }

    fn part_head(&mut self, start: &[u8], end: &[u8]) -> Result<usize, Wrong> {
        let range = self.plain().strip_prefix(start);
        let range = range.and_then(|range| range.strip_suffix(end));
        let Some((first, _)) = range.and_then(span) else {
            return self.malformed();
        };
        self.at += 1;
        Ok(first)
    }

    /// The lines of one side.
    fn part(&mut self, marks: &[u8]) -> Result<Vec<Line>, Wrong> {
        let mut hunk = Hunk {
            at: [0, 0],
            lines: Vec::new(),
        };
        loop {
            let line = self.next();
            match line {
                [mark, b' ', text @ ..] if *mark == b' ' || marks.contains(mark) => {
                    let mark = match mark {
                        b'!' => marks[0],
                        mark => *mark,
                    };
                    let text = text.to_vec();
                    hunk.lines.push(Line { mark, text });
                }
                // Blanks at the end of a line were lost.
                [b'\n'] | [b' ', b'\n'] if self.goes_on(marks) => hunk.lines.push(Line {
                    mark: b' ',
                    text: b"\n".to_vec(),
                }),
                [b'\\', ..] => end_last(&mut hunk),
                _ => return Ok(hunk.lines),
            }
            self.at += 1;
        }
    }

    /// Whether a line behind an empty one belongs to the same side.
    fn goes_on(&self, marks: &[u8]) -> bool {
        let behind = self.lines.get(self.at + 1).copied().unwrap_or_default();
        let is_line =
            |line: &[u8]| matches!(line, [mark, b' ', ..] if *mark == b' ' || marks.contains(mark));
        is_line(behind) || (marks[0] == b'-' && behind.starts_with(b"--- "))
    }
}

/// The lines of both sides as one list; none if what has not changed is not the same.
fn merged(old: Vec<Line>, new: Vec<Line>) -> Option<Vec<Line>> {
    let mut lines = Vec::with_capacity(old.len() + new.len());
    let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
    loop {
        while let Some(line) = old.next_if(|line| line.mark != b' ') {
            lines.push(line);
        }
        while let Some(line) = new.next_if(|line| line.mark != b' ') {
            lines.push(line);
        }
        match (old.next(), new.next()) {
            (None, None) => return Some(lines),
            (Some(one), Some(other)) if one.text == other.text => lines.push(one),
            _ => return None,
        }
    }
}
