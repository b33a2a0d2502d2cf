//! What is erased from a text, and what is written into and between the gaps.

use oxc_ast::ast::Comment;
use oxc_span::Span;

use crate::program::positions::Inserted;

/// What happens to a byte: nothing, it goes, or this character takes its place.
const KEPT: u8 = 0;
const ERASED: u8 = 1;

/// Changes of a text that keep every line. What is inserted is noted, since it moves what follows
/// it on its line.
#[derive(Debug)]
pub(super) struct Edits<'a> {
    source: &'a str,
    comments: &'a [Comment],
    /// One a byte; a character's first byte decides.
    marks: Vec<u8>,
    /// What is written between characters, and before which byte.
    insertions: Vec<(u32, String)>,
}

/// The changed text.
#[derive(Clone, Debug, Default)]
pub(in crate::program) struct Erased {
    pub(in crate::program) text: String,
    /// What it has more than the source, in the order of the text.
    pub(in crate::program) inserted: Vec<Inserted>,
}

impl<'a> Edits<'a> {
    pub(super) fn new(source: &'a str, comments: &'a [Comment]) -> Self {
        Self {
            source,
            comments,
            marks: vec![KEPT; source.len()],
            insertions: Vec::new(),
        }
    }

    /// Erases a range, but not what was written into it.
    pub(super) fn erase(&mut self, start: u32, end: u32) {
        let end = (end as usize).min(self.marks.len());
        for mark in self.marks.get_mut(start as usize..end).unwrap_or_default() {
            if *mark == KEPT {
                *mark = ERASED;
            }
        }
    }

    /// Writes an ASCII character over the one at `at`.
    pub(super) fn write(&mut self, at: u32, character: u8) {
        if let Some(mark) = self.marks.get_mut(at as usize) {
            *mark = character;
        }
    }

    /// Writes ASCII text of one line before the character at `at`, behind what is there already.
    pub(super) fn insert(&mut self, at: u32, text: String) {
        if !text.is_empty() {
            self.insertions.push((at, text));
        }
    }

    /// Writes an ASCII character over the last one before `end`.
    pub(super) fn write_last(&mut self, end: u32, character: u8) {
        let last = self
            .source
            .floor_char_boundary((end as usize).saturating_sub(1));
        self.write(u32::try_from(last).unwrap_or(u32::MAX), character);
    }

    /// The first byte at or after `from` that is neither blank nor in a comment.
    pub(super) fn next(&self, from: u32) -> u32 {
        let mut at = from as usize;
        loop {
            let rest = self.source.get(at..).unwrap_or_default();
            at += rest.len() - rest.trim_start_matches(is_blank).len();
            let next = u32::try_from(at).unwrap_or(u32::MAX);
            let index = self
                .comments
                .partition_point(|comment| comment.span.end <= next);
            match self.comments.get(index) {
                Some(comment) if comment.span.start <= next => at = comment.span.end as usize,
                _ => return next,
            }
        }
    }

    /// The text from `at`.
    pub(super) fn from(&self, at: u32) -> &'a str {
        self.source.get(at as usize..).unwrap_or_default()
    }

    /// The text before `at`, without the blanks and comments at its end.
    pub(super) fn before(&self, at: u32) -> &'a str {
        let mut end = at;
        loop {
            let text = self.source.get(..end as usize).unwrap_or_default();
            let text = text.trim_end_matches(is_blank);
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            let index = self
                .comments
                .partition_point(|comment| comment.span.end < len);
            match self.comments.get(index) {
                Some(comment) if comment.span.end == len => end = comment.span.start,
                _ => return text,
            }
        }
    }

    /// Where `word` stands first in a range, outside of comments.
    pub(super) fn find(&self, start: u32, end: u32, word: &str) -> Option<u32> {
        let mut at = self.next(start);
        while at < end {
            let rest = self.from(at);
            if rest.starts_with(word) {
                return Some(at);
            }
            let width = rest.chars().next().map_or(1, char::len_utf8);
            at = self.next(at + u32::try_from(width).unwrap_or(1));
        }
        None
    }

    /// Erases every one of `words` in a range, and gives the start of the first.
    pub(super) fn erase_words(&mut self, range: Span, words: &[&str]) -> Option<u32> {
        let mut first = None;
        let mut at = self.next(range.start);
        while at < range.end {
            let rest = self.from(at);
            let len = rest
                .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
                .unwrap_or(rest.len());
            let end = at + u32::try_from(len).unwrap_or(0);
            if words.contains(&&rest[..len]) && end <= range.end {
                self.erase(at, end);
                first = first.or(Some(at));
            }
            let width = rest.chars().next().map_or(1, char::len_utf8);
            at = self.next(end.max(at + u32::try_from(width).unwrap_or(1)));
        }
        first
    }

    /// Whether a line ends in a range.
    pub(super) fn has_line_end(&self, start: u32, end: u32) -> bool {
        self.source
            .get(start as usize..end as usize)
            .is_some_and(|text| text.contains(['\n', '\r', '\u{2028}', '\u{2029}']))
    }

    /// The changed text.
    pub(super) fn finish(mut self) -> Erased {
        // Stable: what was inserted first at a place stands first.
        self.insertions.sort_by_key(|(at, _)| *at);
        let mut insertions = self.insertions.iter().peekable();
        let mut place = Place::default();
        let mut erased = Erased::default();
        erased.text.reserve(self.source.len());
        let ends = std::iter::once((self.source.len(), None));
        let characters = self.source.char_indices().map(|(at, c)| (at, Some(c)));
        for (at, character) in characters.chain(ends) {
            while let Some((_, text)) = insertions.next_if(|(before, _)| *before as usize <= at) {
                let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
                erased.inserted.push(Inserted {
                    line: place.line,
                    character: place.character,
                    len,
                });
                erased.text.push_str(text);
                place.character += len;
            }
            let Some(character) = character else {
                break;
            };
            erased.text.push(match self.marks[at] {
                KEPT => character,
                ERASED if is_line_end(character) => character,
                ERASED => ' ',
                written => char::from(written),
            });
            place.pass(character);
        }
        erased
    }
}

/// A place in the changed text, from 1.
#[derive(Debug)]
struct Place {
    line: u32,
    character: u32,
    last: char,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            line: 1,
            character: 1,
            last: ' ',
        }
    }
}

impl Place {
    fn pass(&mut self, character: char) {
        if is_line_end(character) {
            if !(character == '\n' && self.last == '\r') {
                self.line += 1;
            }
            self.character = 1;
        } else {
            self.character += 1;
        }
        self.last = character;
    }
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}
