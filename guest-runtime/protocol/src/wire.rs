//! Values and messages as bytes.
//!
//! Text crosses in the form that the guest's engine holds it in, Latin-1 or UTF-16, so that the
//! guest only copies; the native side does the conversions.
//!
//! Layout: a tag byte, then fixed-width little-endian numbers, lengths and counts as `u32`.

mod decode;
mod encode;
pub mod message;
pub mod shell;

#[doc(hidden)]
pub use crate::value::{Text, Value};
pub use decode::{DecodeError, Decoder, RawText};
pub use encode::Encoder;

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
    /// A regular expression: its source and its flags as text values. Stands only on the way to
    /// the host.
    pub const REGEXP: u8 = 20;
    /// An object as [`OBJECT`] that describes a file: the guest gives it the methods that
    /// `fs.Stats` and `fs.Dirent` have.
    pub const ENTRY: u8 = 21;
    /// A number of JSON by its digits, a text value. Stands only on the way to the host.
    pub const JSON_NUMBER: u8 = 22;
}
