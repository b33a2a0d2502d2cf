//! Bytes as text, whatever they are.

use std::borrow::Cow;
use std::str::Utf8Chunk;

use crate::budget;
use crate::stop::{self, Stopped};

/// Text that is decoded between two checks of the stop signal: less than a millisecond of work.
const STEP_BYTES: usize = 64 << 10;

/// The text of bytes, with U+FFFD for what is not UTF-8. A copy is charged to the budget first.
///
/// # Errors
/// The work had to stop.
pub fn lossy(bytes: &[u8]) -> Result<Cow<'_, str>, Stopped> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.into());
    }
    // Each byte may be a chunk of its own, so the signal is checked within a long text.
    let mut unseen = 0;
    let mut go_on = |chunk: &Utf8Chunk<'_>| {
        unseen += chunk.valid().len() + chunk.invalid().len();
        if unseen >= STEP_BYTES {
            unseen = 0;
            if stop::is_due() {
                return Err(Stopped);
            }
        }
        Ok(())
    };
    let mut length = 0;
    for chunk in bytes.utf8_chunks() {
        go_on(&chunk)?;
        length += chunk.valid().len() + if chunk.invalid().is_empty() { 0 } else { 3 };
    }
    budget::charge(length)?;
    let mut text = String::with_capacity(length);
    for chunk in bytes.utf8_chunks() {
        go_on(&chunk)?;
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text_as_elsewhere() {
        for bytes in [
            &b"plain"[..],
            b"\xff",
            b"a\xe2\x82b\xf0\x9f\x98\x80\xc3",
            b"",
        ] {
            let bytes = bytes.repeat(30_000);
            assert_eq!(lossy(&bytes).unwrap(), String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn decoding_stops_at_the_signal() {
        let bytes = vec![0xff; 4 * STEP_BYTES];
        let stopped = stop::within(std::sync::Arc::new(|| true), || lossy(&bytes).map(drop));
        assert_eq!(stopped, Err(Stopped));
    }
}
