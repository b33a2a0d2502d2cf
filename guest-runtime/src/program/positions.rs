//! Positions of the evaluated script as positions of the user's text.

/// Maps positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// The user's lines.
    lines: Vec<String>,
    /// Lines that stand before the user's text.
    lines_before: u32,
    /// What was inserted, in the order in which it has to be taken out again: what was inserted
    /// last comes first.
    inserted: Vec<Vec<Inserted>>,
}

/// What a line has more than before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inserted {
    /// From 1.
    pub(super) line: u32,
    /// From 1, in the text that has it.
    pub(super) character: u32,
    pub(super) len: u32,
}

/// The character, from 1, of a line before something was inserted. What stands within it is where
/// it was inserted.
pub(super) fn without(inserted: &[Inserted], line: u32, character: u32) -> u32 {
    let mut shift = 0;
    for one in inserted.iter().filter(|one| one.line == line) {
        if character <= one.character {
            break;
        }
        if character < one.character + one.len {
            return one.character - shift;
        }
        shift += one.len;
    }
    character - shift
}

impl Positions {
    pub(super) fn new(source: &str, lines_before: u32, inserted: Vec<Vec<Inserted>>) -> Self {
        Self {
            lines: split_lines(source).map(str::to_owned).collect(),
            lines_before,
            inserted,
        }
    }

    /// The user's line and column (UTF-16 units), both from 1; none outside the user's text.
    pub(crate) fn to_user(&self, line: u32, character: u32) -> Option<(u32, u32)> {
        let line = line
            .checked_sub(self.lines_before)
            .filter(|&line| line > 0)?;
        let text = self.lines.get(line as usize - 1)?;
        let character = self.inserted.iter().fold(character, |character, inserted| {
            without(inserted, line, character)
        });
        Some((line, callee_column(text, utf16_column(text, character))))
    }

    /// A line of the user's text, from 1.
    pub(crate) fn line(&self, line: u32) -> Option<&str> {
        self.lines
            .get((line as usize).checked_sub(1)?)
            .map(String::as_str)
    }

    /// The lines of the user's text.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The first place of a word in the user's text.
    pub(crate) fn find_word(&self, word: &str) -> Option<(u32, u32)> {
        let is_part =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
        self.lines.iter().enumerate().find_map(|(index, line)| {
            let (at, _) = line.match_indices(word).find(|(at, _)| {
                !line[..*at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part)
            })?;
            let units: usize = line[..at].chars().map(char::len_utf16).sum();
            Some((
                u32::try_from(index + 1).ok()?,
                u32::try_from(units + 1).ok()?,
            ))
        })
    }
}

/// The column of the last name before a `(`, which is where the engine places a call.
fn callee_column(text: &str, column: u32) -> u32 {
    let at = byte_of_utf16(text, column);
    if !text[at..].starts_with('(') {
        return column;
    }
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    let name = text[..at]
        .chars()
        .rev()
        .take_while(|character| is_part(*character));
    let units: usize = name.map(char::len_utf16).sum();
    column - u32::try_from(units).unwrap_or(0)
}

fn utf16_column(text: &str, character: u32) -> u32 {
    let units: usize = text
        .chars()
        .take((character as usize).saturating_sub(1))
        .map(char::len_utf16)
        .sum();
    u32::try_from(units + 1).unwrap_or(u32::MAX)
}

/// The byte at which the `column`-th UTF-16 unit (from 1) of `text` starts.
fn byte_of_utf16(text: &str, column: u32) -> usize {
    let mut units = 1;
    for (at, character) in text.char_indices() {
        if units >= column {
            return at;
        }
        units += if character.len_utf16() == 2 { 2 } else { 1 };
    }
    text.len()
}

/// Lines as the language counts them.
pub(super) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find(['\n', '\r', '\u{2028}', '\u{2029}']);
        match end {
            None => {
                rest = None;
                Some(text)
            }
            Some(at) => {
                let line = &text[..at];
                let after = &text[at..];
                let len = if after.starts_with("\r\n") {
                    2
                } else {
                    after.chars().next().map_or(0, char::len_utf8)
                };
                rest = Some(&after[len..]);
                Some(line)
            }
        }
    })
}

/// Line and column in UTF-16 units, both from 1, of the byte `at`.
pub(super) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let (line, start) = line_start(text, at);
    let units: usize = text[start..at].chars().map(char::len_utf16).sum();
    (line, u32::try_from(units + 1).unwrap_or(u32::MAX))
}

/// Line and character, both from 1, of the byte `at`.
pub(super) fn line_and_character(text: &str, at: usize) -> (u32, u32) {
    let (line, start) = line_start(text, at);
    let characters = text[start..at].chars().count();
    (line, u32::try_from(characters + 1).unwrap_or(u32::MAX))
}

fn line_start(text: &str, at: usize) -> (u32, usize) {
    let mut line = 0;
    let mut start = 0;
    for current in split_lines(&text[..at]) {
        line += 1;
        start = current.as_ptr() as usize - text.as_ptr() as usize;
    }
    (line.max(1), start)
}

/// The byte at line and character, both from 1.
pub(super) fn byte_at(text: &str, line: u32, character: u32) -> Option<usize> {
    let current = split_lines(text).nth((line as usize).checked_sub(1)?)?;
    let start = current.as_ptr() as usize - text.as_ptr() as usize;
    let within = current
        .char_indices()
        .map(|(at, _)| at)
        .chain([current.len()])
        .nth((character as usize).checked_sub(1)?)?;
    Some(start + within)
}

/// Spaces of the same width, line by line.
pub(super) fn blank(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => character,
            _ => ' ',
        })
        .collect()
}
