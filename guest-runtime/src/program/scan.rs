//! Looks at text without parsing it.

/// Deepest nesting of brackets that is parsed. The parser recurses about twenty calls a level,
/// which must stay within the stacks of the module; code of people stays below 50.
pub(crate) const NESTING_MAX: usize = 300;

/// Operators in a row that nest without brackets.
const OPERATORS_MAX: usize = NESTING_MAX * 3;

/// The byte at which the nesting becomes too deep, if it does.
///
/// Text in quotes and comments is skipped; a regular expression may be taken for something else,
/// which at worst counts brackets that are none.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut unary = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = end_of_quoted(bytes, at, quote),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < bytes.len() && !(bytes[at] == b'*' && bytes.get(at + 1) == Some(&b'/')) {
                    at += 1;
                }
                at += 1;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // Operators that nest without a bracket: `!!!x`, `- - -x`, `a ? b : c ? …`, `a => b => …`.
        match bytes.get(at) {
            Some(b'!' | b'~' | b'?') => unary += 1,
            // Lines drawn in text that the program writes are none.
            Some(sign @ (b'-' | b'+')) if at == 0 || bytes[at - 1] != *sign => unary += 1,
            Some(b'>') if at > 0 && bytes[at - 1] == b'=' => unary += 1,
            Some(b';' | b',' | b'{' | b'}' | b'"' | b'\'' | b'`') => unary = 0,
            _ => {}
        }
        if depth > NESTING_MAX || unary > OPERATORS_MAX {
            return Some(floor_char(text, at));
        }
        at += 1;
    }
    None
}

fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// The last byte of quoted text that starts at `at`; it ends with its line at the latest.
fn end_of_quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        if bytes[at] == b'\\' {
            at += 1;
        }
        at += 1;
    }
    at
}

/// How often `name` stands in the text as a word.
pub(super) fn count_word(text: &str, name: &str) -> usize {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    text.match_indices(name)
        .filter(|(at, _)| {
            !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
        })
        .count()
}
