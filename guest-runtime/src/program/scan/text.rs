//! Where things of the text end, and what stands before them.

/// Whether an operand may end with a character.
pub(super) fn is_operand_end(last: u8) -> bool {
    is_name_part(last) || matches!(last, b')' | b']' | b'\'' | b'"' | b'`')
}

/// Whether the `=` at `at` is part of another operator.
pub(super) fn is_comparison(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| bytes[at]);
    matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
        || matches!(bytes.get(at + 1), Some(b'=' | b'>'))
}

pub(super) fn is_name_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

pub(super) fn end_of_name(bytes: &[u8], at: usize) -> usize {
    let len = bytes[at..]
        .iter()
        .take_while(|byte| is_name_part(**byte))
        .count();
    at + len
}

pub(super) fn end_of_line(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..]
        .iter()
        .take_while(|byte| **byte != b'\n')
        .count()
}

/// The last byte of quoted text that starts at `at`; it ends with its line at the latest.
pub(super) fn end_of_quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        if bytes[at] == b'\\' {
            at += 1;
        }
        at += 1;
    }
    at
}

/// Words that an operand follows.
const WORDS_BEFORE_OPERANDS: &[&str] = &[
    "return",
    "typeof",
    "void",
    "delete",
    "await",
    "yield",
    "case",
    "default",
    "in",
    "of",
    "throw",
    "else",
    "do",
    "instanceof",
];

/// How far back the word is looked for that a regular expression follows.
const LOOK_BACK_BYTES: usize = 64;

/// Whether the `/` at `at` starts a regular expression, as what stands before it says.
pub(super) fn may_start_expression(text: &str, at: usize) -> bool {
    let from = text.floor_char_boundary(at.saturating_sub(LOOK_BACK_BYTES));
    let before = text[from..at].trim_end();
    match before.as_bytes().last() {
        None => true,
        Some(sign @ (b'+' | b'-')) => before.as_bytes().iter().nth_back(1) != Some(sign),
        Some(
            b'(' | b',' | b'=' | b':' | b'[' | b'!' | b'&' | b'|' | b'?' | b'{' | b';' | b'*'
            | b'%' | b'~' | b'^' | b'>',
        ) => true,
        Some(b'.') => before.ends_with("..."),
        Some(_) => WORDS_BEFORE_OPERANDS.iter().any(|word| {
            before
                .strip_suffix(word)
                .is_some_and(|rest| !rest.ends_with(|c: char| c == '.' || is_part_of_name(c)))
        }),
    }
}

/// The last byte of the regular expression that starts at `at`, if it ends on its line.
pub(super) fn end_of_expression(bytes: &[u8], at: usize) -> Option<usize> {
    let mut is_class = false;
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' => return None,
            b'\\' => at += 1,
            b'[' => is_class = true,
            b']' => is_class = false,
            b'/' if !is_class => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

pub(super) fn is_part_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}
