//! What is written of a search: text, with colours where they are asked for.

use std::io::{self, Write};

use termcolor::{Ansi, ColorSpec, WriteColor};

/// Text that is collected until it is passed on.
pub(super) struct Out {
    text: Ansi<Vec<u8>>,
    is_colored: bool,
    /// The style of numbers of lines, by which they are known.
    numbers: ColorSpec,
    is_number: bool,
    /// Lines before those that are searched now.
    pub(super) lines_before: u64,
}

impl Out {
    pub(super) fn new(is_colored: bool, numbers: ColorSpec) -> Self {
        Self {
            text: Ansi::new(Vec::new()),
            is_colored,
            numbers,
            is_number: false,
            lines_before: 0,
        }
    }

    /// What was written since this was last asked for.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(self.text.get_mut())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_number && self.lines_before > 0 {
            let number = std::str::from_utf8(bytes).ok();
            if let Some(number) = number.and_then(|text| text.parse::<u64>().ok()) {
                write!(self.text, "{}", number + self.lines_before)?;
                return Ok(bytes.len());
            }
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WriteColor for Out {
    fn supports_color(&self) -> bool {
        self.is_colored
    }

    fn set_color(&mut self, spec: &ColorSpec) -> io::Result<()> {
        self.is_number = *spec == self.numbers;
        match self.is_colored {
            true => self.text.set_color(spec),
            false => Ok(()),
        }
    }

    fn reset(&mut self) -> io::Result<()> {
        self.is_number = false;
        match self.is_colored {
            true => self.text.reset(),
            false => Ok(()),
        }
    }
}
