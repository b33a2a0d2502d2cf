//! Values to bytes.

use super::tag;
use crate::value::{Text, Value};

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

    /// The head of an object that describes a file, as [`Encoder::object`].
    pub fn entry(&mut self, count: usize) {
        self.u8(tag::ENTRY);
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
            Value::RegExp { source, flags } => {
                self.tagged(tag::REGEXP, source);
                self.string(flags);
            }
            Value::JsonNumber(digits) => self.tagged(tag::JSON_NUMBER, digits),
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
