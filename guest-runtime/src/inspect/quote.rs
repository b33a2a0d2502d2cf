//! Strings in quotes.

use std::fmt::Write as _;

/// A string in the quotes that need the fewest escapes.
pub(crate) fn quoted(units: &[u16]) -> String {
    let has = |character: char| units.contains(&(character as u16));
    let quote = if !has('\'') {
        '\''
    } else if !has('"') {
        '"'
    } else if !has('`') && !units.windows(2).any(|pair| pair == [0x24, 0x7b]) {
        '`'
    } else {
        '\''
    };
    let mut text = String::with_capacity(units.len() + 2);
    text.push(quote);
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(character) => escape(character, quote, &mut text),
            Err(error) => {
                write!(text, "\\u{:x}", error.unpaired_surrogate()).expect("text takes any text");
            }
        }
    }
    text.push(quote);
    text
}

fn escape(character: char, quote: char, text: &mut String) {
    match character {
        '\n' => text.push_str("\\n"),
        '\t' => text.push_str("\\t"),
        '\r' => text.push_str("\\r"),
        '\u{8}' => text.push_str("\\b"),
        '\u{c}' => text.push_str("\\f"),
        '\\' => text.push_str("\\\\"),
        '\'' if quote == '\'' => text.push_str("\\'"),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {
            write!(text, "\\x{:02X}", character as u32).expect("text takes any text");
        }
        _ => text.push(character),
    }
}
