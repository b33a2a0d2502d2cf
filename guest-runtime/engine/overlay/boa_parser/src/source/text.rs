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
