//! From a value to text, without recursion.

use super::value::Items;
use super::{Json, JsonString};
use crate::stop::Pace;

/// How deep each level of a printed document is indented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indent(String);

/// Longest indentation of one level, in characters: as in `JSON.stringify`.
const INDENT_CHARS_MAX: usize = 10;

impl Indent {
    /// Everything on one line, without spaces.
    #[must_use]
    pub fn compact() -> Self {
        Self(String::new())
    }

    /// The text of one level.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// So many spaces, at most 10; 0 or less is [`Indent::compact`].
    #[must_use]
    pub fn spaces(count: i64) -> Self {
        let count = usize::try_from(count).unwrap_or(0).min(INDENT_CHARS_MAX);
        Self(" ".repeat(count))
    }

    /// The first 10 characters of a text, such as a tab; an empty one is [`Indent::compact`].
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self(text.chars().take(INDENT_CHARS_MAX).collect())
    }
}

impl Default for Indent {
    /// Two spaces.
    fn default() -> Self {
        Self::spaces(2)
    }
}

/// Everything about a document's text that is not its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    indent: Indent,
    newline: &'static str,
    final_newline: bool,
}

impl Layout {
    /// The layout of a new file: this indentation, and a newline at the end.
    #[must_use]
    pub fn new(indent: Indent) -> Self {
        Self {
            indent,
            newline: "\n",
            final_newline: true,
        }
    }

    /// The layout without a newline at the end: exactly `JSON.stringify(value, null, indent)`.
    #[must_use]
    pub fn stringify(indent: Indent) -> Self {
        Self {
            final_newline: false,
            ..Self::new(indent)
        }
    }

    /// The layout that an existing document has: its indentation, its line breaks, and
    /// whether it ends in one. A document that shows no indentation because nothing in it
    /// nests, such as `{}`, counts as indented by two spaces.
    #[must_use]
    pub fn detect(text: &str) -> Self {
        let body = text.trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r']);
        let inside = body.strip_prefix(['{', '[']).unwrap_or("");
        let first_value = inside.trim_start_matches([' ', '\t', '\n', '\r']);
        let gap = &inside[..inside.len() - first_value.len()];
        let is_empty = matches!(first_value.chars().next(), None | Some('}' | ']'));
        let indent = match gap.rsplit_once('\n') {
            _ if is_empty => Indent::default(),
            None => Indent::compact(),
            Some((_, "")) => Indent::default(),
            Some((_, indent)) => Indent::text(indent),
        };
        let newline = match text.split_once('\n') {
            Some((line, _)) if line.ends_with('\r') => "\r\n",
            _ => "\n",
        };
        Self {
            indent,
            newline,
            final_newline: text.ends_with('\n'),
        }
    }

    /// The indentation of a level.
    pub(super) fn indent(&self) -> &Indent {
        &self.indent
    }

    /// Prints a value as `JSON.stringify` does; numbers of a text keep their digits.
    ///
    /// # Errors
    /// The text would have more than `bytes_max` bytes. Deep values with long indentation
    /// grow far beyond the text they came from, so there is no sensible default.
    pub fn print(&self, value: &Json, bytes_max: usize) -> Result<String, TooLong> {
        let mut printer = Printer {
            layout: self,
            out: String::new(),
            bytes_max,
            pace: Pace::every(VALUES_BETWEEN_LOOKS),
            charged: 0,
        };
        printer.value(value)?;
        if self.final_newline {
            printer.out.push_str(self.newline);
        }
        printer.check()?;
        Ok(printer.out)
    }
}

/// Text that is charged at once.
const CHARGED_BYTES: usize = 64 << 10;

/// Values printed between two checks whether to stop: about a millisecond.
const VALUES_BETWEEN_LOOKS: u32 = 1 << 14;

struct Printer<'a> {
    layout: &'a Layout,
    out: String,
    bytes_max: usize,
    pace: Pace,
    /// How much of the text is charged.
    charged: usize,
}

impl Printer<'_> {
    fn value(&mut self, root: &Json) -> Result<(), TooLong> {
        let mut open: Vec<Items<'_>> = Vec::new();
        let mut next = Some(root);
        loop {
            let mut is_first = false;
            if let Some(value) = next.take()
                && let Some(container) = self.start(value)
            {
                open.push(container);
                is_first = true;
            }
            self.check()?;
            let depth = open.len();
            let Some(container) = open.last_mut() else {
                return Ok(());
            };
            if let Some((key, value)) = container.next() {
                self.out.push_str(if is_first { "" } else { "," });
                self.break_line(depth);
                if let Some(key) = key {
                    string(key, &mut self.out);
                    let is_compact = self.layout.indent.0.is_empty();
                    self.out.push_str(if is_compact { ":" } else { ": " });
                }
                next = Some(value);
                continue;
            }
            if !is_first {
                self.break_line(depth - 1);
            }
            self.out.push(match container {
                Items::Array(_) => ']',
                Items::Object(_) => '}',
            });
            open.pop();
        }
    }

    /// Prints a scalar, or the bracket that opens a container.
    fn start<'a>(&mut self, value: &'a Json) -> Option<Items<'a>> {
        match value {
            Json::Null => self.out.push_str("null"),
            Json::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Json::Number(number) => number.print(&mut self.out),
            Json::String(text) => string(text, &mut self.out),
            Json::Array(_) => self.out.push('['),
            Json::Object(_) => self.out.push('{'),
        }
        value.items()
    }

    fn break_line(&mut self, depth: usize) {
        let indent = &self.layout.indent.0;
        if indent.is_empty() {
            return;
        }
        self.out.push_str(self.layout.newline);
        for _ in 0..depth {
            self.out.push_str(indent);
        }
    }

    /// Refuses text that is too long, and stops if it has to.
    fn check(&mut self) -> Result<(), TooLong> {
        let more = self.out.len() - self.charged;
        let is_paid = more < CHARGED_BYTES || crate::budget::charge(more).is_ok();
        if more >= CHARGED_BYTES {
            self.charged = self.out.len();
        }
        if !is_paid || self.out.len() > self.bytes_max || self.pace.step().is_err() {
            return Err(TooLong {
                bytes_max: self.bytes_max,
            });
        }
        Ok(())
    }
}

fn string(text: &JsonString, out: &mut String) {
    out.push('"');
    match text.units() {
        None => {
            let text = text.to_text();
            let mut done = 0;
            for (at, byte) in text.bytes().enumerate() {
                if byte < 0x20 || byte == b'"' || byte == b'\\' {
                    out.push_str(&text[done..at]);
                    escape(char::from(byte), out);
                    done = at + 1;
                }
            }
            out.push_str(&text[done..]);
        }
        Some(units) => {
            for decoded in char::decode_utf16(units.iter().copied()) {
                match decoded {
                    Ok(c @ ('\0'..='\u{1f}' | '"' | '\\')) => escape(c, out),
                    Ok(c) => out.push(c),
                    Err(half) => out.push_str(&format!("\\u{:04x}", half.unpaired_surrogate())),
                }
            }
        }
    }
    out.push('"');
}

fn escape(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        other => out.push_str(&format!("\\u{:04x}", u32::from(other))),
    }
}

/// The printed document would be longer than the caller allows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the JSON text would have more than {bytes_max} bytes; split the document or indent it less"
)]
pub struct TooLong {
    pub(super) bytes_max: usize,
}
