//! Escapes terminal control characters.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// Text of a program for a terminal: keeps newlines and tabs, and escapes other control characters
/// and those that change the direction of text.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    let is_kept = |character| matches!(character, '\n' | '\t') || !is_unsafe(character);
    rewritten(text, is_kept, |character, safe| {
        match u32::from(character) {
            0x0d => safe.write_str("\\r"),
            code @ ..0x100 => write!(safe, "\\x{code:02x}"),
            code => write!(safe, "\\u{{{code:x}}}"),
        }
    })
}

/// JSON text for a terminal. Control characters can occur only inside strings, where they are
/// replaced by equivalent escapes; outside of strings there are only newlines and spaces.
pub(crate) fn json_escaped(text: &str) -> Cow<'_, str> {
    let is_kept = |character| character == '\n' || !is_unsafe(character);
    // All that are escaped lie in the first plane: one unit each.
    rewritten(text, is_kept, |character, safe| {
        write!(safe, "\\u{:04x}", u32::from(character))
    })
}

/// Replaces the characters that are not kept by escapes. Borrows the text if all are kept.
fn rewritten(
    text: &str,
    is_kept: impl Fn(char) -> bool,
    escape: impl Fn(char, &mut String) -> fmt::Result,
) -> Cow<'_, str> {
    if text.chars().all(&is_kept) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_kept(character) {
            safe.push(character);
        } else {
            escape(character, &mut safe).expect("a string takes whatever is written to it");
        }
    }
    Cow::Owned(safe)
}

/// Whether a character controls a terminal or changes the direction of text.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn escapes_are_visible_and_text_is_not_touched() {
        assert_eq!(escaped("tab\tline\nünï 😀"), "tab\tline\nünï 😀");
        assert_eq!(
            escaped("\x1b[31m\r\x07\u{9b}1m\u{7f}\u{202e}"),
            "\\x1b[31m\\r\\x07\\x9b1m\\x7f\\u{202e}"
        );
    }

    #[test]
    fn escaped_json_parses_to_the_same_value() {
        let value = json!({ "a": "\u{9b}\u{7f}\u{202e}\x1b\n\t😀" });
        let text = value.to_string();
        let safe = json_escaped(&text);
        assert!(!safe.chars().any(is_unsafe));
        assert_eq!(serde_json::from_str::<Json>(&safe).unwrap(), value);
    }
}
