//! Values as bytes.
//!
//! Text crosses in the form that the guest's engine holds it in, Latin-1 or UTF-16, so that the
//! guest only copies; the native side does the conversions.
//!
//! Layout: a tag byte, then fixed-width little-endian numbers, lengths and counts as `u32`.

use std::fmt;

use crate::limits::VALUE_DEPTH_MAX;

/// Tags of values.
pub mod tag {
    /// `undefined`.
    pub const UNDEFINED: u8 = 0;
    /// `null`.
    pub const NULL: u8 = 1;
    /// `false`.
    pub const FALSE: u8 = 2;
    /// `true`.
    pub const TRUE: u8 = 3;
    /// A number: eight bytes of IEEE 754.
    pub const NUMBER: u8 = 4;
    /// Text, one byte a code point: `u32` count of bytes, bytes.
    pub const LATIN1: u8 = 5;
    /// Text in UTF-16, little endian: `u32` count of units, units.
    pub const UTF16: u8 = 6;
    /// Bytes: `u32` length, bytes.
    pub const BYTES: u8 = 7;
    /// A date: milliseconds since 1970 as IEEE 754, NaN for an invalid one.
    pub const DATE: u8 = 8;
    /// An array: `u32` count, values.
    pub const ARRAY: u8 = 9;
    /// An object: `u32` count, then key (a text value) and value, in order.
    pub const OBJECT: u8 = 10;
    /// A big integer: its decimal text.
    pub const BIGINT: u8 = 11;
    /// A `Map`: `u32` count, then key and value.
    pub const MAP: u8 = 12;
    /// A `Set`: `u32` count, then values.
    pub const SET: u8 = 13;
    /// A function: its name as a text value.
    pub const FUNCTION: u8 = 14;
    /// A symbol: its description as a text value.
    pub const SYMBOL: u8 = 15;
    /// The second or later occurrence of an object inside itself: its path as a text value.
    pub const REFERENCE: u8 = 16;
    /// An error: name, message, and stack as text values.
    pub const ERROR: u8 = 17;
    /// What a cap left out: count of bytes or items as a number, then a text value.
    pub const CUT: u8 = 18;
    /// A text that the host keeps until the guest asks for it: its `u32` id. Stands only as a
    /// member of an object, and only on the way to the guest.
    pub const LAZY: u8 = 19;
}

/// Text, as it came over the wall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The text; a lone surrogate is U+FFFD here.
    pub text: String,
    /// The original units, where they hold a lone surrogate, which no UTF-8 can carry.
    pub ill_formed: Option<Box<[u16]>>,
}

impl Text {
    /// Whether the original held a lone surrogate.
    #[must_use]
    pub const fn has_lone_surrogate(&self) -> bool {
        self.ill_formed.is_some()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ill_formed: None,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            text,
            ill_formed: None,
        }
    }
}

/// A value that crossed the wall, as the native side holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// Text.
    String(Text),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A date, in milliseconds since 1970; NaN where it is invalid.
    Date(f64),
    /// An array.
    Array(Vec<Self>),
    /// An object, its own enumerable string-keyed members in their order.
    Object(Vec<(Text, Self)>),
    /// A big integer in decimal.
    BigInt(String),
    /// A `Map`.
    Map(Vec<(Self, Self)>),
    /// A `Set`.
    Set(Vec<Self>),
    /// A function's name.
    Function(String),
    /// A symbol's description.
    Symbol(String),
    /// An object that stands inside itself: the path at which it stands first.
    Reference(String),
    /// An error object.
    Error {
        /// Its `name`.
        name: String,
        /// Its `message`.
        message: String,
        /// Its stack, empty where it has none.
        stack: String,
    },
    /// What a cap left out.
    Cut {
        /// How much, in the unit that `what` names.
        left_out: f64,
        /// Of what: `bytes`, `items`, `members`, `levels`.
        what: String,
    },
}

impl Value {
    /// A member of an object; the last one where a key stands twice.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        members
            .iter()
            .rev()
            .find(|(key, _)| key.text == name)
            .map(|(_, value)| value)
    }

    /// What it is, in a few words for an error message.
    #[must_use]
    pub fn described(&self) -> String {
        match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(value) => format!("the number {value}"),
            Self::String(text) => {
                let mut shown: String = text.text.chars().take(40).collect();
                if shown.len() < text.text.len() {
                    shown.push('…');
                }
                format!("the string \"{shown}\"")
            }
            Self::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Self::Date(_) => "a Date".to_owned(),
            Self::Array(items) => format!("an array of {}", items.len()),
            Self::Object(members) => {
                let keys: Vec<&str> = members
                    .iter()
                    .take(6)
                    .map(|(key, _)| key.text.as_str())
                    .collect();
                let more = if members.len() > 6 { ", …" } else { "" };
                format!("an object {{{}{more}}}", keys.join(", "))
            }
            Self::BigInt(text) => format!("the BigInt {text}n"),
            Self::Map(_) => "a Map".to_owned(),
            Self::Set(_) => "a Set".to_owned(),
            Self::Function(name) if name.is_empty() => "a function".to_owned(),
            Self::Function(name) => format!("the function {name}"),
            Self::Symbol(_) => "a symbol".to_owned(),
            Self::Reference(_) => "an object that contains itself".to_owned(),
            Self::Error { name, .. } => format!("an Error ({name})"),
            Self::Cut { .. } => "a cut value".to_owned(),
        }
    }
}

/// Why bytes are not a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside a value.
    Truncated,
    /// A tag, flag or code that does not exist.
    UnknownTag(u8),
    /// Deeper than [`VALUE_DEPTH_MAX`].
    TooDeep,
    /// Text that is not in the encoding that it claims.
    BadText,
    /// Bytes are left over.
    Trailing,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("message ends inside a value"),
            Self::UnknownTag(tag) => write!(f, "unknown tag {tag}"),
            Self::TooDeep => write!(f, "value is nested deeper than {VALUE_DEPTH_MAX} levels"),
            Self::BadText => f.write_str("text is not in its encoding"),
            Self::Trailing => f.write_str("bytes after the message"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Writes values, piece by piece, so that a large answer needs no tree of [`Value`]s.
#[derive(Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    /// An empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// An empty message in a used buffer.
    #[must_use]
    pub fn with_buffer(mut bytes: Vec<u8>) -> Self {
        bytes.clear();
        Self { bytes }
    }

    /// The message.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The message so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes written so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing is written yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Drops what was written after `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// A 16-bit number.
    pub fn u16(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A 32-bit number.
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A 64-bit number.
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// An IEEE 754 number.
    pub fn f64(&mut self, value: f64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A length or count.
    ///
    /// # Panics
    ///
    /// Past 4 GiB, which no message can be: see [`MESSAGE_BYTES_MAX`](crate::limits::MESSAGE_BYTES_MAX).
    pub fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).expect("messages are shorter than 4 GiB"));
    }

    /// `undefined`.
    pub fn undefined(&mut self) {
        self.u8(tag::UNDEFINED);
    }

    /// `null`.
    pub fn null(&mut self) {
        self.u8(tag::NULL);
    }

    /// A boolean.
    pub fn boolean(&mut self, value: bool) {
        self.u8(if value { tag::TRUE } else { tag::FALSE });
    }

    /// A number.
    pub fn number(&mut self, value: f64) {
        self.u8(tag::NUMBER);
        self.f64(value);
    }

    /// A date in milliseconds since 1970.
    pub fn date(&mut self, milliseconds: f64) {
        self.u8(tag::DATE);
        self.f64(milliseconds);
    }

    /// Text: Latin-1 where it is ASCII, UTF-16 otherwise.
    pub fn string(&mut self, text: &str) {
        if text.is_ascii() {
            self.latin1(text.as_bytes());
            return;
        }
        self.u8(tag::UTF16);
        let count_at = self.bytes.len();
        self.u32(0);
        self.bytes.reserve(text.len() * 2);
        let mut count = 0_u32;
        for unit in text.encode_utf16() {
            self.bytes.extend_from_slice(&unit.to_le_bytes());
            count += 1;
        }
        self.bytes[count_at..count_at + 4].copy_from_slice(&count.to_le_bytes());
    }

    /// Text as it came, lone surrogates included.
    pub fn text(&mut self, text: &Text) {
        match &text.ill_formed {
            None => self.string(&text.text),
            Some(units) => self.utf16(units),
        }
    }

    /// Text that is Latin-1 already.
    pub fn latin1(&mut self, bytes: &[u8]) {
        self.u8(tag::LATIN1);
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Text in UTF-16 units.
    pub fn utf16(&mut self, units: &[u16]) {
        self.u8(tag::UTF16);
        self.count(units.len());
        self.bytes.reserve(units.len() * 2);
        for unit in units {
            self.bytes.extend_from_slice(&unit.to_le_bytes());
        }
    }

    /// Bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes_start(bytes.len());
        self.raw(bytes);
    }

    /// The head of `len` bytes, which must follow by [`Encoder::raw`].
    pub fn bytes_start(&mut self, len: usize) {
        self.u8(tag::BYTES);
        self.count(len);
        self.bytes.reserve(len);
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The head of an array of `count` values, which must follow.
    pub fn array(&mut self, count: usize) {
        self.u8(tag::ARRAY);
        self.count(count);
    }

    /// The head of an object of `count` members; a [`Encoder::string`] key and a value each
    /// must follow.
    pub fn object(&mut self, count: usize) {
        self.u8(tag::OBJECT);
        self.count(count);
    }

    /// A head whose count is not known yet: give what this returns to [`Encoder::set_count`].
    #[must_use]
    pub fn open(&mut self, tag: u8) -> usize {
        self.u8(tag);
        let at = self.bytes.len();
        self.u32(0);
        at
    }

    /// Sets the count of a head made by [`Encoder::open`].
    ///
    /// # Panics
    ///
    /// Past 4 GiB, as [`Encoder::count`].
    pub fn set_count(&mut self, at: usize, count: usize) {
        let count = u32::try_from(count).expect("messages are shorter than 4 GiB");
        self.bytes[at..at + 4].copy_from_slice(&count.to_le_bytes());
    }

    /// A text that the host keeps under this id, as the value of an object's member.
    pub fn lazy(&mut self, id: u32) {
        self.u8(tag::LAZY);
        self.u32(id);
    }

    /// A whole value.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Undefined => self.undefined(),
            Value::Null => self.null(),
            Value::Boolean(value) => self.boolean(*value),
            Value::Number(value) => self.number(*value),
            Value::String(text) => self.text(text),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::Date(milliseconds) => self.date(*milliseconds),
            Value::Array(items) => {
                self.array(items.len());
                items.iter().for_each(|item| self.value(item));
            }
            Value::Object(members) => {
                self.object(members.len());
                for (key, member) in members {
                    self.text(key);
                    self.value(member);
                }
            }
            Value::BigInt(text) => self.tagged(tag::BIGINT, text),
            Value::Map(entries) => {
                self.u8(tag::MAP);
                self.count(entries.len());
                for (key, entry) in entries {
                    self.value(key);
                    self.value(entry);
                }
            }
            Value::Set(items) => {
                self.u8(tag::SET);
                self.count(items.len());
                items.iter().for_each(|item| self.value(item));
            }
            Value::Function(name) => self.tagged(tag::FUNCTION, name),
            Value::Symbol(description) => self.tagged(tag::SYMBOL, description),
            Value::Reference(path) => self.tagged(tag::REFERENCE, path),
            Value::Error {
                name,
                message,
                stack,
            } => {
                self.u8(tag::ERROR);
                self.string(name);
                self.string(message);
                self.string(stack);
            }
            Value::Cut { left_out, what } => {
                self.u8(tag::CUT);
                self.f64(*left_out);
                self.string(what);
            }
        }
    }

    fn tagged(&mut self, tag: u8, text: &str) {
        self.u8(tag);
        self.string(text);
    }
}

/// Reads values. Whoever wrote the bytes may be hostile: no length is believed before the
/// bytes that it promises are there, so memory stays within a small multiple of the message.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    rest: &'a [u8],
}

/// Text as it stands in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawText<'a> {
    /// One byte a code point.
    Latin1(&'a [u8]),
    /// UTF-16 units, little endian, two bytes each.
    Utf16(&'a [u8]),
}

impl<'a> Decoder<'a> {
    /// Reads from the front of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// What is left.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Trailing`] where something is.
    pub const fn finish(&self) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(DecodeError::Trailing)
        }
    }

    /// The next `len` bytes.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] where there are fewer.
    pub const fn take(&mut self, len: usize) -> Result<&'a [u8], DecodeError> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(DecodeError::Truncated),
        }
    }

    fn take_array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(*taken)
            }
            None => Err(DecodeError::Truncated),
        }
    }

    /// One byte.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] at the end.
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        self.take_array::<1>().map(|[byte]| byte)
    }

    /// A 16-bit number.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] at the end.
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        self.take_array().map(u16::from_le_bytes)
    }

    /// A 32-bit number.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] at the end.
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        self.take_array().map(u32::from_le_bytes)
    }

    /// A 64-bit number.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] at the end.
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        self.take_array().map(u64::from_le_bytes)
    }

    /// An IEEE 754 number.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] at the end.
    pub fn f64(&mut self) -> Result<f64, DecodeError> {
        self.take_array().map(f64::from_le_bytes)
    }

    /// A length in bytes, or a count of things of at least one byte each: never more than what
    /// is left.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Truncated`] where fewer bytes are left than that.
    pub fn count(&mut self) -> Result<usize, DecodeError> {
        let count = self.u32()? as usize;
        if count > self.rest.len() {
            return Err(DecodeError::Truncated);
        }
        Ok(count)
    }

    /// A text value.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`]; [`DecodeError::UnknownTag`] where another value stands there.
    pub fn raw_text(&mut self) -> Result<RawText<'a>, DecodeError> {
        match self.u8()? {
            tag::LATIN1 => self.raw_text_of(tag::LATIN1),
            tag::UTF16 => self.raw_text_of(tag::UTF16),
            other => Err(DecodeError::UnknownTag(other)),
        }
    }

    /// The rest of a text value whose tag is read already.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn raw_text_of(&mut self, tag: u8) -> Result<RawText<'a>, DecodeError> {
        let count = self.count()?;
        if tag == tag::LATIN1 {
            Ok(RawText::Latin1(self.take(count)?))
        } else {
            Ok(RawText::Utf16(self.take(count.saturating_mul(2))?))
        }
    }

    /// A text value, decoded.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn text(&mut self) -> Result<Text, DecodeError> {
        Ok(self.raw_text()?.to_text())
    }

    /// A text value as a `String`; lone surrogates become U+FFFD.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn string(&mut self) -> Result<String, DecodeError> {
        Ok(self.text()?.text)
    }

    /// A whole value.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn value(&mut self) -> Result<Value, DecodeError> {
        self.value_at(0)
    }

    fn value_at(&mut self, depth: usize) -> Result<Value, DecodeError> {
        if depth > VALUE_DEPTH_MAX {
            return Err(DecodeError::TooDeep);
        }
        Ok(match self.u8()? {
            tag::UNDEFINED => Value::Undefined,
            tag::NULL => Value::Null,
            tag::FALSE => Value::Boolean(false),
            tag::TRUE => Value::Boolean(true),
            tag::NUMBER => Value::Number(self.f64()?),
            tag @ (tag::LATIN1 | tag::UTF16) => Value::String(self.raw_text_of(tag)?.to_text()),
            tag::BYTES => {
                let len = self.count()?;
                Value::Bytes(self.take(len)?.to_vec())
            }
            tag::DATE => Value::Date(self.f64()?),
            tag::ARRAY => Value::Array(self.values(depth)?),
            tag::OBJECT => {
                let count = self.count()?;
                let mut members = Vec::new();
                for _ in 0..count {
                    let key = self.text()?;
                    members.push((key, self.value_at(depth + 1)?));
                }
                Value::Object(members)
            }
            tag::BIGINT => Value::BigInt(self.string()?),
            tag::MAP => {
                let count = self.count()?;
                let mut entries = Vec::new();
                for _ in 0..count {
                    let key = self.value_at(depth + 1)?;
                    entries.push((key, self.value_at(depth + 1)?));
                }
                Value::Map(entries)
            }
            tag::SET => Value::Set(self.values(depth)?),
            tag::FUNCTION => Value::Function(self.string()?),
            tag::SYMBOL => Value::Symbol(self.string()?),
            tag::REFERENCE => Value::Reference(self.string()?),
            tag::ERROR => Value::Error {
                name: self.string()?,
                message: self.string()?,
                stack: self.string()?,
            },
            tag::CUT => Value::Cut {
                left_out: self.f64()?,
                what: self.string()?,
            },
            other => return Err(DecodeError::UnknownTag(other)),
        })
    }

    fn values(&mut self, depth: usize) -> Result<Vec<Value>, DecodeError> {
        let count = self.count()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.value_at(depth + 1)?);
        }
        Ok(items)
    }
}

impl RawText<'_> {
    /// Decodes.
    #[must_use]
    pub fn to_text(self) -> Text {
        match self {
            Self::Latin1(bytes) if bytes.is_ascii() => {
                Text::from(String::from_utf8(bytes.to_vec()).expect("ASCII is UTF-8"))
            }
            Self::Latin1(bytes) => Text::from(
                bytes
                    .iter()
                    .map(|&byte| char::from(byte))
                    .collect::<String>(),
            ),
            Self::Utf16(bytes) => {
                let units = bytes
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .map(|unit| u16::from_le_bytes(*unit));
                let mut is_ill_formed = false;
                let mut text = String::with_capacity(bytes.len());
                for decoded in char::decode_utf16(units.clone()) {
                    text.push(decoded.unwrap_or_else(|_| {
                        is_ill_formed = true;
                        char::REPLACEMENT_CHARACTER
                    }));
                }
                Text {
                    text,
                    ill_formed: is_ill_formed.then(|| units.collect()),
                }
            }
        }
    }
}
