//! Unified patches, with what git adds to them, and those of the other forms of `diff`.

use super::other::Lines;
use crate::bytes::number;

/// A line of a hunk, with its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// ` `, `-` or `+`.
    pub(crate) mark: u8,
    pub(crate) text: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Hunk {
    /// The lines that it begins at, from 1 on; 0 where there are none.
    pub(crate) at: [usize; 2],
    pub(crate) lines: Vec<Line>,
}

/// What a patch does with one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilePatch {
    /// The names with what follows them on their lines; none if the patch has no such line.
    pub(crate) headers: [Option<Vec<u8>>; 2],
    pub(crate) hunks: Vec<Hunk>,
    pub(crate) is_git: bool,
    /// Whether git says that the file is made, or is removed.
    pub(crate) creates: bool,
    pub(crate) deletes: bool,
    pub(crate) mode: Option<u32>,
    /// Where git moves or copies it.
    pub(crate) renames: Option<[Vec<u8>; 2]>,
    pub(crate) copies: bool,
    /// Lines before the hunks, for messages, and the number of the first behind them.
    pub(crate) leading: Vec<Vec<u8>>,
    pub(crate) line: usize,
}

/// What is wrong with a patch.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Nothing in it is a patch.
    Garbage,
    /// A line of a hunk is none.
    Malformed(usize, Vec<u8>),
    /// It ends within a hunk, or is of another kind.
    Other(&'static str),
}

/// The name on a header's line: up to a tab, or in quotes.
pub(crate) fn name_of(header: &[u8]) -> Vec<u8> {
    if header.first() == Some(&b'"') {
        return unquoted(header);
    }
    let end = header.iter().position(|byte| *byte == b'\t');
    let name = &header[..end.unwrap_or(header.len())];
    let end = name.iter().rposition(|byte| !byte.is_ascii_whitespace());
    name[..end.map_or(0, |end| end + 1)].to_vec()
}

fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut name = Vec::new();
    let mut bytes = text[1..].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => match bytes.next() {
                Some(digit @ b'0'..=b'7') => {
                    let mut value = u32::from(digit - b'0');
                    for _ in 0..2 {
                        if let Some(digit) = bytes.next_if(|byte| (b'0'..=b'7').contains(byte)) {
                            value = value * 8 + u32::from(digit - b'0');
                        }
                    }
                    name.push(u8::try_from(value & 0xff).unwrap_or(b'?'));
                }
                Some(letter) => {
                    let at = b"abtnvfr".iter().position(|known| *known == letter);
                    let escaped = at.and_then(|at| u8::try_from(at + 7).ok());
                    name.push(escaped.unwrap_or(letter));
                }
                None => {}
            },
            other => name.push(other),
        }
    }
    name
}

/// `3,4` or `3`.
fn range(text: &[u8]) -> Option<(usize, usize)> {
    match text.iter().position(|byte| *byte == b',') {
        Some(comma) => Some((number(&text[..comma])?, number(&text[comma + 1..])?)),
        None => Some((number(text)?, 1)),
    }
}

/// The line of a hunk: where it begins on both sides, and how many lines it has.
fn hunk_head(line: &[u8]) -> Option<[(usize, usize); 2]> {
    let rest = line.strip_prefix(b"@@ -")?;
    let mut words = rest.split(|byte| *byte == b' ');
    let first = range(words.next()?)?;
    let second = range(words.next()?.strip_prefix(b"+")?)?;
    (words.next()?.starts_with(b"@@")).then_some([first, second])
}

/// Reads all patches of a text. Without a name of their own, they count where one `is_given`.
pub(crate) fn parse(text: &[u8], is_given: bool) -> Result<Vec<FilePatch>, Wrong> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let plain = |at: usize| {
        let line = lines.get(at).copied().unwrap_or_default();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    };
    let mut patches = Vec::new();
    let mut now = FilePatch::default();
    let mut at = 0;
    while at < lines.len() {
        let line = plain(at);
        let is_pair = line.starts_with(b"--- ") && plain(at + 1).starts_with(b"+++ ");
        let mut others = Lines { lines: &lines, at };
        let has_names = now.headers.iter().any(Option::is_some);
        let is_index = |line: &Vec<u8>| line.starts_with(b"Index:");
        let is_normal =
            others.is_at_command() && (is_given || has_names || now.leading.iter().any(is_index));
        if (others.is_at_stars() && has_names) || is_normal {
            if now.hunks.is_empty() {
                now.line = at;
            }
            let hunk = match is_normal {
                true => others.normal()?,
                false => others.context()?,
            };
            now.hunks.push(hunk);
            at = others.at;
            continue;
        }
        let is_pair = is_pair
            || (line.starts_with(b"*** ")
                && plain(at + 1).starts_with(b"--- ")
                && plain(at + 2).starts_with(b"***************"));
        if let Some([(first, mut old), (second, mut new)]) = hunk_head(line)
            && now.headers.iter().any(Option::is_some)
        {
            if now.hunks.is_empty() {
                now.line = at;
            }
            let mut hunk = Hunk {
                at: [first, second],
                lines: Vec::new(),
            };
            at += 1;
            while old > 0 || new > 0 {
                let Some(line) = lines.get(at) else {
                    return Err(Wrong::Other("unexpected end of file in patch"));
                };
                let (mark, text) = match line.split_first() {
                    // A line whose only blank was lost.
                    Some((b'\n', _)) => (b' ', b"\n".to_vec()),
                    Some((mark @ (b' ' | b'-' | b'+'), text)) => (*mark, text.to_vec()),
                    Some((b'\t', _)) => (b' ', line.to_vec()),
                    Some((b'\\', _)) => {
                        end_last(&mut hunk);
                        at += 1;
                        continue;
                    }
                    _ => return Err(Wrong::Malformed(at + 1, line.to_vec())),
                };
                if (mark != b'+' && old == 0) || (mark != b'-' && new == 0) {
                    return Err(Wrong::Malformed(at + 1, line.to_vec()));
                }
                old -= usize::from(mark != b'+');
                new -= usize::from(mark != b'-');
                hunk.lines.push(Line { mark, text });
                at += 1;
            }
            if plain(at).starts_with(b"\\") {
                end_last(&mut hunk);
                at += 1;
            }
            // The last line of a patch may have lost its end.
            if let Some(last) = hunk.lines.last_mut()
                && at == lines.len()
                && !last.text.ends_with(b"\n")
                && !text.ends_with(b"\n")
            {
                last.text.push(b'\n');
            }
            now.hunks.push(hunk);
            continue;
        }
        let begins_git = line.starts_with(b"diff --git ");
        let is_over = !now.hunks.is_empty() || (begins_git && now.is_git);
        if is_over {
            patches.push(std::mem::take(&mut now));
        }
        now.leading.push(line.to_vec());
        if begins_git {
            now = FilePatch {
                is_git: true,
                leading: vec![line.to_vec()],
                line: at + 1,
                ..FilePatch::default()
            };
        } else if is_pair {
            now.headers = [line, plain(at + 1)].map(|line| Some(line[4..].to_vec()));
            now.leading.push(plain(at + 1).to_vec());
            now.line = at + 2;
            at += 1;
        } else if now.is_git && now.hunks.is_empty() {
            git_line(&mut now, line);
        }
        at += 1;
    }
    patches.push(now);
    patches.retain(|patch| {
        !patch.hunks.is_empty()
            || patch.renames.is_some()
            || (patch.is_git && (patch.mode.is_some() || patch.creates || patch.deletes))
    });
    if patches.is_empty() {
        return Err(Wrong::Garbage);
    }
    Ok(patches)
}

/// The last line of a hunk has no line break.
pub(super) fn end_last(hunk: &mut Hunk) {
    if let Some(last) = hunk.lines.last_mut()
        && last.text.ends_with(b"\n")
    {
        last.text.pop();
    }
}

/// A line of git between the names and the hunks.
fn git_line(patch: &mut FilePatch, line: &[u8]) {
    let octal = |text: &[u8]| {
        let text = std::str::from_utf8(text).ok()?;
        u32::from_str_radix(text.trim(), 8).ok()
    };
    let name = |text: &[u8]| name_of(text);
    let mut renames = |side: usize, text: &[u8]| {
        let names = patch.renames.get_or_insert_with(Default::default);
        names[side] = name(text);
    };
    if let Some(mode) = line.strip_prefix(b"new file mode ") {
        patch.creates = true;
        patch.mode = octal(mode);
    } else if line.starts_with(b"deleted file mode ") {
        patch.deletes = true;
    } else if let Some(mode) = line.strip_prefix(b"new mode ") {
        patch.mode = octal(mode);
    } else if let Some(from) = line.strip_prefix(b"rename from ") {
        renames(0, from);
    } else if let Some(to) = line.strip_prefix(b"rename to ") {
        renames(1, to);
    } else if let Some(from) = line.strip_prefix(b"copy from ") {
        renames(0, from);
        patch.copies = true;
    } else if let Some(to) = line.strip_prefix(b"copy to ") {
        renames(1, to);
        patch.copies = true;
    }
}

/// What a patch says of a file before or behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Says {
    /// It has lines.
    Full,
    /// It has none.
    Empty,
    /// It is not there.
    Missing,
}

impl FilePatch {
    /// What the patch says of the file before it (0) or behind it (1).
    pub(crate) fn says(&self, side: usize) -> Says {
        if [self.creates, self.deletes][side] {
            return Says::Missing;
        }
        // Without names, nothing tells a file that is not there.
        if self.headers.iter().all(Option::is_none) {
            return Says::Full;
        }
        let other = [b'+', b'-'][side];
        let is_empty =
            |hunk: &Hunk| hunk.at[side] == 0 && hunk.lines.iter().all(|line| line.mark == other);
        if !self.hunks.first().is_some_and(is_empty) {
            return Says::Full;
        }
        let header = self.headers[side].as_deref().unwrap_or_default();
        let name = name_of(header);
        // A file that is not there has the time 0.
        let behind = header.get(name.len()..).unwrap_or_default();
        let time = String::from_utf8_lossy(behind).trim().to_owned();
        let is_zero = crate::dates::parse(&time, 0) == Some(0) && !time.is_empty();
        match name == b"/dev/null" || is_zero {
            true => Says::Missing,
            false => Says::Empty,
        }
    }

    /// The patch that takes back what this one does.
    pub(crate) fn reversed(mut self) -> Self {
        self.headers.reverse();
        if let Some(names) = &mut self.renames {
            names.reverse();
        }
        std::mem::swap(&mut self.creates, &mut self.deletes);
        self.mode = None;
        for hunk in &mut self.hunks {
            hunk.at.reverse();
            for line in &mut hunk.lines {
                line.mark = match line.mark {
                    b'-' => b'+',
                    b'+' => b'-',
                    other => other,
                };
            }
            // Of lines that are replaced, the old ones come first.
            hunk.lines = in_order(std::mem::take(&mut hunk.lines));
        }
        self
    }
}

fn in_order(lines: Vec<Line>) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    let mut added = Vec::new();
    for line in lines {
        match line.mark {
            b'+' => added.push(line),
            b'-' => out.push(line),
            _ => {
                out.append(&mut added);
                out.push(line);
            }
        }
    }
    out.append(&mut added);
    out
}
