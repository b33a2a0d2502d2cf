//! Bytes to values.

use std::fmt;

use super::tag;
use crate::limits::VALUE_DEPTH_MAX;
use crate::value::{Text, Value};

/// Reads values. Whoever wrote the bytes may be hostile: no length is believed before the
/// bytes that it promises are there, so memory stays within a small multiple of the message.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    rest: &'a [u8],
    /// Whether texts that the host keeps are accepted, as empty ones.
    takes_kept: bool,
}

/// Text as it is in a message.
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
        Self {
            rest: bytes,
            takes_kept: false,
        }
    }

    /// Reads an answer of the host from the front of `bytes`: what the host keeps of it until the
    /// guest asks ([`tag::LAZY`]) is an empty text.
    #[must_use]
    pub const fn of_answer(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            takes_kept: true,
        }
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
    /// Any [`DecodeError`]; [`DecodeError::UnknownTag`] where there is another value.
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
            tag::OBJECT | tag::ENTRY => {
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
            tag::REGEXP => Value::RegExp {
                source: self.string()?,
                flags: self.string()?,
            },
            tag::JSON_NUMBER => Value::JsonNumber(self.string()?),
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
            tag::LAZY if self.takes_kept => {
                self.u32()?;
                Value::String(Text::default())
            }
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
