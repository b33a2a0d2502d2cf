//! From text to a value, without recursion.

use crate::stop::{Stopped, is_due};

use super::large::{Open, Unfinished};
use super::{DEPTH_MAX, Json, JsonString, Number, Object, VALUES_MAX};

/// Parses a JSON text. A byte order mark at its start is skipped.
///
/// # Errors
/// The text is not JSON, nests deeper than [`DEPTH_MAX`], or holds more values than
/// [`VALUES_MAX`].
pub fn parse(text: &str) -> Result<Json, ParseError> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut parser = Parser {
        text,
        at: start,
        values: 0,
        owed: 0,
    };
    let document = parser.document()?;
    parser.pay()?;
    Ok(document)
}

/// Values read between two checks whether to stop: about a millisecond.
const VALUES_BETWEEN_LOOKS: usize = 1 << 14;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    values: usize,
    /// Memory of what was read that is not charged yet.
    owed: usize,
}

/// What a value takes in a list that grows, and a key.
const VALUE_BYTES: usize = size_of::<Json>() * 3 / 2;
const KEY_BYTES: usize = size_of::<JsonString>() * 3 / 2;

/// Memory of a container beside its members: the smallest has room for four.
const CONTAINER_BYTES: usize = 3 * size_of::<(JsonString, Json)>();

/// Memory that is charged at once.
const CHARGED_BYTES: usize = 64 << 10;

impl Parser<'_> {
    /// Charges what was read.
    fn pay(&mut self) -> Result<(), ParseError> {
        crate::budget::charge(std::mem::take(&mut self.owed))
            .map_err(|exhausted| self.error(0, ParseErrorKind::TooLarge, exhausted.to_string()))
    }

    fn document(&mut self) -> Result<Json, ParseError> {
        let mut open = Unfinished::default();
        loop {
            // A value starts here.
            let mut value = match self.opening(open.0.len())? {
                Opening::Scalar(value) => value,
                Opening::Container(container) => {
                    open.0.push(container);
                    continue;
                }
            };
            // A value ended here: add it to its container, and close containers that it completes.
            loop {
                let Some(container) = open.0.pop() else {
                    self.skip_space();
                    return match self.peek() {
                        None => Ok(value),
                        Some(_) => Err(self.unexpected("after the end of the document")),
                    };
                };
                self.skip_space();
                match self.place(container, value)? {
                    Placed::Open(container) => {
                        open.0.push(container);
                        break;
                    }
                    Placed::Closed(closed) => value = closed,
                }
            }
        }
    }

    /// Reads a scalar, an empty container, or the start of a container up to its first value.
    fn opening(&mut self, depth: usize) -> Result<Opening, ParseError> {
        self.skip_space();
        self.values += 1;
        self.owed += VALUE_BYTES;
        if self.owed >= CHARGED_BYTES {
            self.pay()?;
        }
        if self.values.is_multiple_of(VALUES_BETWEEN_LOOKS) && is_due() {
            // Without a position: finding the line would take another pass over the text.
            return Err(self.error(0, ParseErrorKind::TooLarge, Stopped.to_string()));
        }
        if self.values > VALUES_MAX {
            let problem = format!("the document holds more than {VALUES_MAX} values");
            return Err(self.error(self.at, ParseErrorKind::TooLarge, problem));
        }
        if depth == DEPTH_MAX && matches!(self.peek(), Some(b'{' | b'[')) {
            let problem = format!("arrays and objects nest more than {DEPTH_MAX} deep");
            return Err(self.error(self.at, ParseErrorKind::TooLarge, problem));
        }
        let scalar = match self.peek() {
            Some(b'{') => {
                self.at += 1;
                self.skip_space();
                if self.eat(b'}') {
                    Json::Object(Object::new())
                } else {
                    let key = self.key("expected a property name in double quotes, or '}'")?;
                    let members = Vec::new();
                    self.owed += CONTAINER_BYTES;
                    return Ok(Opening::Container(Open::Object { members, key }));
                }
            }
            Some(b'[') => {
                self.at += 1;
                self.skip_space();
                if self.eat(b']') {
                    Json::Array(Vec::new())
                } else {
                    self.owed += CONTAINER_BYTES;
                    return Ok(Opening::Container(Open::Array(Vec::new())));
                }
            }
            Some(b'"') => Json::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Json::Bool(true))?,
            Some(b'f') => self.word("false", Json::Bool(false))?,
            Some(b'n') => self.word("null", Json::Null)?,
            _ => return Err(self.unexpected("where a value should start")),
        };
        Ok(Opening::Scalar(scalar))
    }

    /// Adds a complete value to a container and reads on to the next value or the end.
    fn place(&mut self, container: Open, value: Json) -> Result<Placed, ParseError> {
        match container {
            Open::Array(mut items) => {
                items.push(value);
                if self.eat(b',') {
                    return Ok(Placed::Open(Open::Array(items)));
                }
                if self.eat(b']') {
                    return Ok(Placed::Closed(Json::Array(items)));
                }
                Err(self.unexpected("after an array element: expected ',' or ']'"))
            }
            Open::Object { mut members, key } => {
                members.push((key, value));
                if self.eat(b',') {
                    self.skip_space();
                    let key = self.key("expected a property name in double quotes")?;
                    return Ok(Placed::Open(Open::Object { members, key }));
                }
                if self.eat(b'}') {
                    return Ok(Placed::Closed(Json::Object(Object::from_members(members))));
                }
                Err(self.unexpected("after a property value: expected ',' or '}'"))
            }
        }
    }

    fn key(&mut self, expected: &str) -> Result<JsonString, ParseError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected(&format!("in an object: {expected}")));
        }
        let key = self.string()?;
        self.owed += KEY_BYTES;
        self.skip_space();
        match self.eat(b':') {
            true => Ok(key),
            false => Err(self.unexpected("after a property name: expected ':'")),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, ParseError> {
        if self.rest().starts_with(word) {
            self.at += word.len();
            return Ok(value);
        }
        let same = self.rest().bytes().zip(word.bytes());
        self.at += same.take_while(|(a, b)| a == b).count();
        Err(self.unexpected(&format!("in a literal: expected {word}")))
    }

    fn number(&mut self) -> Result<Json, ParseError> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _has_sign = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        let number = Number::of_text(&self.text[start..self.at]);
        self.owed += number.own_bytes();
        Ok(Json::Number(number))
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        if digits == 0 {
            return Err(self.unexpected("in a number: expected a digit"));
        }
        Ok(())
    }

    fn string(&mut self) -> Result<JsonString, ParseError> {
        self.at += 1;
        let mut text = String::new();
        // Filled once the string holds half of a surrogate pair; then `text` is unused.
        let mut units: Option<Vec<u16>> = None;
        loop {
            let plain = plain_len(self.rest());
            let chunk = &self.text[self.at..self.at + plain];
            match &mut units {
                None => text.push_str(chunk),
                Some(units) => units.extend(chunk.encode_utf16()),
            }
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    self.owed += text.len() + units.as_ref().map_or(0, |units| units.len() * 2);
                    return Ok(match units {
                        None => text.into(),
                        Some(units) => JsonString::from_utf16(&units),
                    });
                }
                Some(b'\\') => {
                    let unit = self.escape()?;
                    if units.is_none() {
                        match char::from_u32(unit.into()) {
                            Some(c) => text.push(c),
                            None => units = Some(text.encode_utf16().collect()),
                        }
                    }
                    if let Some(units) = &mut units {
                        units.push(unit);
                    }
                }
                None => return Err(self.unexpected("in a string: expected '\"'")),
                Some(_) => {
                    return Err(self.unexpected(
                        "in a string: write control characters as escapes, such as \\n",
                    ));
                }
            }
        }
    }

    /// Reads the escape at `\`. A pair of surrogates is two escapes.
    fn escape(&mut self) -> Result<u16, ParseError> {
        self.at += 1;
        let unit = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let mut unit = 0;
                for _ in 0..4 {
                    let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
                    let Some(digit) = digit else {
                        return Err(self.unexpected("in a \\u escape: expected 4 hex digits"));
                    };
                    unit = unit * 16 + digit;
                    self.at += 1;
                }
                return Ok(u16::try_from(unit).expect("4 hex digits are 16 bits"));
            }
            _ => {
                return Err(self
                    .unexpected("in an escape: use one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"));
            }
        };
        self.at += 1;
        Ok(u16::try_from(u32::from(unit)).expect("all of them are ASCII"))
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips a byte, if it comes next.
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn unexpected(&self, context: &str) -> ParseError {
        let found = match self.rest().chars().next() {
            None => "unexpected end of JSON".to_owned(),
            Some('\n' | '\r') => "unexpected line break".to_owned(),
            Some(c) if c.is_control() => {
                format!("unexpected control character U+{:04X}", u32::from(c))
            }
            Some(c) => format!("unexpected token '{c}'"),
        };
        self.error(
            self.at,
            ParseErrorKind::Syntax,
            format!("{found} {context}"),
        )
    }

    fn error(&self, at: usize, kind: ParseErrorKind, problem: String) -> ParseError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ParseError {
            kind,
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].encode_utf16().count() + 1,
            problem,
        }
    }
}

enum Opening {
    Scalar(Json),
    Container(Open),
}

enum Placed {
    Open(Open),
    Closed(Json),
}

/// The number of leading literal bytes of a string.
fn plain_len(text: &str) -> usize {
    text.bytes()
        .position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\')
        .unwrap_or(text.len())
}

/// Why a text is not a document, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem} (line {line}, column {column})")]
pub struct ParseError {
    kind: ParseErrorKind,
    line: usize,
    column: usize,
    problem: String,
}

/// The kinds of [`ParseError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is not JSON.
    Syntax,
    /// The text is past a limit of this module.
    TooLarge,
}

impl ParseError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// What is wrong, without where it is.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in UTF-16 code units, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}
