//! Halves of surrogate pairs in JSON texts.

use std::borrow::Cow;

/// The length of an escape such as `\ud83d`.
const ESCAPE_BYTES: usize = 6;

/// A JSON text in which U+FFFD is escaped where half of a surrogate pair was: `\ufffd` for `\ud83d`.
///
/// Such a half is legal in JSON, and no UTF-8 text can hold it. Every byte stays at its place.
///
/// ```
/// use isolate_host::without_half_surrogates;
///
/// let text = br#"["\ud83d\ude00", "\ud83d"]"#;
/// assert_eq!(*without_half_surrogates(text), *br#"["\ud83d\ude00", "\ufffd"]"#);
/// ```
#[must_use]
pub fn without_half_surrogates(text: &[u8]) -> Cow<'_, [u8]> {
    let mut changed: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(next) = text[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        let is_half = match unit(text, at) {
            Some(0xD800..=0xDBFF) => {
                if matches!(unit(text, at + ESCAPE_BYTES), Some(0xDC00..=0xDFFF)) {
                    at += 2 * ESCAPE_BYTES;
                    continue;
                }
                true
            }
            Some(0xDC00..=0xDFFF) => true,
            _ => false,
        };
        if is_half {
            let changed = changed.get_or_insert_with(|| text.to_vec());
            changed[at..at + ESCAPE_BYTES].copy_from_slice(b"\\ufffd");
        }
        // A backslash and what it escapes, of which no digit is a backslash.
        at = text.len().min(at + 2);
    }
    changed.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The code unit of an escape that begins here.
fn unit(text: &[u8], at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE_BYTES)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value as Json;

    use super::without_half_surrogates;

    fn check(text: &str, expected: &str) {
        let found = without_half_surrogates(text.as_bytes());
        assert_eq!(std::str::from_utf8(&found).unwrap(), expected);
    }

    #[test]
    fn only_halves_of_pairs_are_replaced() {
        for text in [
            r#""\ud83d\ude00""#,
            r#""\\ud83d""#,
            r#""\\\\ud83d \u00e9 \n""#,
            r#""\uD83""#,
            r#""\ud83"#,
            "\\",
            "",
            "\"😀\"",
        ] {
            check(text, text);
        }
        check(r#""\ud83d""#, r#""\ufffd""#);
        check(r#""\\\ud83d""#, r#""\\\ufffd""#);
        check(r#""\uDE00\uD83D""#, r#""\ufffd\ufffd""#);
        check(r#""\ud83d\ud83d\ude00x""#, r#""\ufffd\ud83d\ude00x""#);
        check(r#""\ud83d\n\ude00""#, r#""\ufffd\n\ufffd""#);
    }

    proptest! {
        #[test]
        fn what_is_left_is_read_as_utf_16_is(units in prop::collection::vec(prop_oneof![0xD7FE_u16..0xE002, 0x20_u16..0x7f], 0..8)) {
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            let text = format!("\"{escaped}\"");
            let found: Json = serde_json::from_slice(&without_half_surrogates(text.as_bytes())).unwrap();
            prop_assert_eq!(found, String::from_utf16_lossy(&units));
        }
    }
}
