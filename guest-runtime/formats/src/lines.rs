//! Lines of a text that comes in pieces.

use crate::Error;

/// Splits pieces of bytes into lines (NDJSON), with bounded memory.
#[derive(Debug)]
pub struct Lines {
    rest: Vec<u8>,
    line: usize,
    line_bytes_max: usize,
}

impl Lines {
    /// No line may be longer than `line_bytes_max`.
    #[must_use]
    pub fn new(line_bytes_max: usize) -> Self {
        Self {
            rest: Vec::new(),
            line: 0,
            line_bytes_max,
        }
    }

    /// Hands over each line that is complete, with its number from 1 and without its end; empty lines
    /// are counted and left out.
    ///
    /// # Errors
    ///
    /// A line is too long or no UTF-8, and what `each` fails with.
    pub fn push<E: From<Error>>(
        &mut self,
        mut piece: &[u8],
        mut each: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(at) = memchr::memchr(b'\n', piece) {
            if self.rest.is_empty() {
                self.emit(&piece[..at], &mut each)?;
            } else {
                self.check(at)?;
                self.rest.extend_from_slice(&piece[..at]);
                let line = std::mem::take(&mut self.rest);
                self.emit(&line, &mut each)?;
            }
            piece = &piece[at + 1..];
        }
        self.check(piece.len())?;
        self.rest.extend_from_slice(piece);
        Ok(())
    }

    /// Hands over the last line, if it has no end.
    ///
    /// # Errors
    ///
    /// As [`Lines::push`].
    pub fn finish<E: From<Error>>(
        &mut self,
        mut each: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let line = std::mem::take(&mut self.rest);
        self.emit(&line, &mut each)
    }

    fn check(&self, more: usize) -> Result<(), Error> {
        if self.rest.len() + more <= self.line_bytes_max {
            return Ok(());
        }
        Err(Error::new(format!(
            "line {} has more than {} bytes: read the file in another way",
            self.line + 1,
            self.line_bytes_max
        )))
    }

    fn emit<E: From<Error>>(
        &mut self,
        line: &[u8],
        each: &mut impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        if line.len() > self.line_bytes_max {
            self.check(line.len())?;
        }
        self.line += 1;
        let mut text = std::str::from_utf8(line)
            .map_err(|_| Error::new(format!("line {} is not UTF-8", self.line)))?;
        if self.line == 1 {
            text = text.strip_prefix(crate::BYTE_ORDER_MARK).unwrap_or(text);
        }
        let text = text.strip_suffix('\r').unwrap_or(text);
        if text.trim().is_empty() {
            return Ok(());
        }
        each(self.line, text)
    }
}
