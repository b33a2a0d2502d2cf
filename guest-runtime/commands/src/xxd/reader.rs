//! The other way round: bytes of hexadecimal numbers.

/// The bytes of numbers.
#[derive(Default)]
pub(super) struct Reader {
    is_plain: bool,
    /// A digit that waits for its second.
    high: Option<u8>,
    pub(super) rest: Vec<u8>,
    added: u64,
    at: u64,
}

impl Reader {
    /// Of numbers alone, or of lines that begin with the number of a byte, to which `added` is added.
    pub(super) fn new(is_plain: bool, added: u64) -> Self {
        Self {
            is_plain,
            added,
            ..Self::default()
        }
    }

    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.is_plain {
            self.digits(bytes, out);
            return;
        }
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.line(&line[..end], out);
        }
    }

    fn digits(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            let Some(digit) = char::from(*byte).to_digit(16) else {
                if *byte == b'\n' {
                    self.high = None;
                }
                continue;
            };
            let digit = u8::try_from(digit).unwrap_or_default();
            match self.high.take() {
                Some(high) => out.push(high << 4 | digit),
                None => self.high = Some(digit),
            }
        }
    }

    /// A line that begins with the number of its first byte; zeros fill what is between it and the one before.
    pub(super) fn line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start();
        let digits = text
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(text.len());
        let Ok(number) = u64::from_str_radix(&text[..digits], 16) else {
            return;
        };
        let number = number.saturating_add(self.added);
        const GAP_MAX: u64 = 1 << 24;
        if number > self.at && number - self.at <= GAP_MAX {
            let gap = usize::try_from(number - self.at).unwrap_or_default();
            out.resize(out.len() + gap, 0);
            self.at = number;
        }
        let rest = text[digits..].trim_start_matches(':').as_bytes();
        let mut blanks = 0;
        let mut index = 0;
        let before = out.len();
        while index < rest.len() {
            if rest[index].is_ascii_whitespace() {
                blanks += 1;
                index += 1;
                if blanks > 1 && out.len() > before {
                    break;
                }
                continue;
            }
            blanks = 0;
            let pair = rest
                .get(index..index + 2)
                .map(|pair| String::from_utf8_lossy(pair).into_owned());
            let Some(byte) = pair.and_then(|pair| u8::from_str_radix(&pair, 16).ok()) else {
                break;
            };
            out.push(byte);
            index += 2;
        }
        self.at += (out.len() - before) as u64;
    }
}
