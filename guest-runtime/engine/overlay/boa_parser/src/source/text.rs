//! Text that lies in memory as a whole.

use std::io;

use super::{ReadChar, UTF8Input};

/// UTF-8 text in memory, of which many bytes can be looked at at once.
#[derive(Debug)]
pub struct TextInput<'text> {
    rest: &'text [u8],
}

impl<'text> TextInput<'text> {
    /// Reads a text from its beginning.
    pub(crate) fn new(text: &'text [u8]) -> Self {
        Self { rest: text }
    }
}

impl ReadChar for TextInput<'_> {
    fn next_char(&mut self) -> io::Result<Option<u32>> {
        UTF8Input::new(&mut self.rest).next_char()
    }

    #[inline]
    fn rest(&self) -> &[u8] {
        if cfg!(feature = "without-shortcuts") {
            &[]
        } else {
            self.rest
        }
    }

    #[inline]
    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }
}

/// The UTF-8 text of UTF-16 units, in which surrogates that stand alone are code points of their own.
///
/// Each kind of input makes one more copy of the whole parser: so there is one kind in a guest.
#[must_use]
pub fn text_of_utf16(units: &[u16]) -> Vec<u8> {
    let mut text = Vec::with_capacity(units.len());
    for character in char::decode_utf16(units.iter().copied()) {
        match character {
            Ok(character) => {
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Err(alone) => {
                let [high, low] = alone.unpaired_surrogate().to_be_bytes();
                text.extend([
                    0xE0 | (high >> 4),
                    0x80 | ((high & 0xF) << 2) | (low >> 6),
                    0x80 | (low & 0x3F),
                ]);
            }
        }
    }
    text
}
