//! Bytes that are no UTF-8, in text.
//!
//! Commands and variables handle text, and what they read may be other bytes. Such a byte becomes a
//! character of its own, at the end of the private use area of plane 16, and the byte again where text is
//! written. Characters of the input that lie there are bytes of that kind too, so that all input comes
//! back as it was.

use std::borrow::Cow;

/// The character for a byte from 0x80 is this and the byte.
const FIRST: u32 = 0x10_FF00;

/// How the characters begin in UTF-8: 0xBE with 0x80 to 0xBF, or 0xBF.
const LEAD: [u8; 2] = [0xF4, 0x8F];

/// The character that stands for a byte beyond ASCII.
pub(crate) fn character(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// How many bytes a character was, or is written as.
pub(crate) fn bytes_of(character: char) -> usize {
    match u32::from(character) {
        code if code > FIRST => 1,
        _ => character.len_utf8(),
    }
}

/// Where the first character of that kind is in bytes.
fn find(bytes: &[u8]) -> Option<usize> {
    (bytes.windows(4)).position(|four| four[..2] == LEAD && four[2] >= 0xBE)
}

/// Bytes as text.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && find(bytes).is_none()
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let push_bytes = |text: &mut String, bytes: &[u8]| {
        text.extend(bytes.iter().map(|&byte| character(byte)));
    };
    for chunk in bytes.utf8_chunks() {
        let mut valid = chunk.valid();
        while let Some(at) = find(valid.as_bytes()) {
            text.push_str(&valid[..at]);
            push_bytes(&mut text, &valid.as_bytes()[at..at + 4]);
            valid = &valid[at + 4..];
        }
        text.push_str(valid);
        push_bytes(&mut text, chunk.invalid());
    }
    Cow::Owned(text)
}

/// Text as the bytes that it was.
pub(crate) fn encode(text: &str) -> Cow<'_, [u8]> {
    restored(text.as_bytes())
}

/// The bytes of text, with those that were no text.
pub(crate) fn restored(mut bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut at) = find(bytes) else {
        return Cow::Borrowed(bytes);
    };
    let mut whole = Vec::with_capacity(bytes.len());
    loop {
        whole.extend_from_slice(&bytes[..at]);
        // The third byte has one bit of the byte, the fourth six of them.
        whole.push(0x80 | ((bytes[at + 2] & 1) << 6) | (bytes[at + 3] & 0x3F));
        bytes = &bytes[at + 4..];
        match find(bytes) {
            Some(next) => at = next,
            None => break,
        }
    }
    whole.extend_from_slice(bytes);
    Cow::Owned(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        let mut bytes: Vec<u8> = (0..=255).collect();
        bytes.extend("é\u{10FF80}\u{10FFFF}\u{10FF7F}x".bytes());
        let text = decode(&bytes).into_owned();
        assert_eq!(encode(&text), &bytes[..]);
        assert_eq!(decode(b"plain"), "plain");
        assert_eq!(decode(b"\xff").chars().count(), 1);
    }
}
