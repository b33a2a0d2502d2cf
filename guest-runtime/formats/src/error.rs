//! What is wrong with a text, and where.

use std::fmt;

/// Characters of a line that an error shows.
const SHOWN_CHARS_MAX: usize = 80;

/// Where in a text an error is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; 0 where only the line is known.
    pub column: usize,
    /// The offset in bytes.
    pub offset: usize,
    /// The text of the line, shortened.
    pub text: String,
    /// How many characters of `text` precede the place.
    pub caret: usize,
}

impl Place {
    /// The place at a byte offset of a text.
    #[must_use]
    pub fn new(source: &str, offset: usize) -> Self {
        let mut offset = offset.min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &source.as_bytes()[..offset];
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let end = memchr::memchr(b'\n', &source.as_bytes()[offset..])
            .map_or(source.len(), |at| offset + at);
        let text = source[start..end].trim_end_matches('\r');
        let column = source[start..offset].chars().count();
        Self::shown(line, column, offset, text)
    }

    /// A place of which only the line is known; `text` is what is shown of it.
    pub(crate) fn of_line(line: usize, offset: usize, text: &str) -> Self {
        let mut place = Self::shown(line, 0, offset, text);
        place.column = 0;
        place
    }

    /// A place whose line is known already; `before` counts the characters in front of it.
    fn shown(line: usize, before: usize, offset: usize, text: &str) -> Self {
        // The place is in the middle where the line is long.
        let skipped = before.saturating_sub(SHOWN_CHARS_MAX / 2);
        let mut shown: String = text.chars().skip(skipped).take(SHOWN_CHARS_MAX).collect();
        let mut caret = before - skipped;
        if text.chars().nth(skipped + SHOWN_CHARS_MAX).is_some() {
            shown.push('…');
        }
        if skipped > 0 {
            shown.insert(0, '…');
            caret += 1;
        }
        // A tab or a control character would move the caret.
        let text = shown
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        Self {
            line,
            column: before + 1,
            offset,
            text,
            caret,
        }
    }
}

/// A text that is not of its format, or a value that the format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    message: String,
    place: Option<Place>,
}

impl Error {
    /// An error of a value, which has no place in a text.
    pub fn new(message: impl Into<String>) -> Self {
        Self::with(message, None)
    }

    /// An error at a byte offset of a text.
    pub fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        Self::with(message, Some(Place::new(source, offset)))
    }

    pub(crate) fn with(message: impl Into<String>, place: Option<Place>) -> Self {
        let message = message.into();
        Self(Box::new(Inner { message, place }))
    }

    /// The same error with its column, where the whole text is known.
    pub(crate) fn placed(mut self, source: &str) -> Self {
        if let Some(place) = &mut self.0.place {
            *place = Place::new(source, place.offset);
        }
        self
    }

    /// What is wrong and what to do, in one line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where it is, unless the error is one of a value.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }
}

impl fmt::Display for Error {
    /// The message, then the line of the text with a caret below the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if let Some(place) = &self.0.place {
            if place.column == 0 {
                write!(f, " (line {})", place.line)?;
                if !place.text.trim().is_empty() {
                    write!(f, "\n  {}", place.text)?;
                }
                return Ok(());
            }
            write!(f, " (line {}, column {})", place.line, place.column)?;
            if !place.text.trim().is_empty() {
                let gap = place.caret;
                write!(f, "\n  {}\n  {:gap$}^", place.text, "")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
