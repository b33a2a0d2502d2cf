//! Delimiters around file contents in a reply, which the contents cannot forge.
//!
//! The delimiters carry a random number that is drawn for each reply. Text that looks like a
//! delimiter is altered in the reply only, and invisible characters become visible; both are
//! counted. This reduces the risk of prompt injection. It does not remove it.

use std::fmt::Write as _;

use isolate_text::lines::is_invisible;
use unicode_normalization::UnicodeNormalization as _;

/// How file contents are delimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Boundary {
    /// No delimiters: for people, and for hosts that separate trusted and untrusted parts.
    None,
    /// Delimiters with a random number of 96 bits.
    #[default]
    Tagged,
}

/// The word that markers begin with.
const WORD: &str = "untrusted";

/// Delimited text.
#[derive(Debug)]
pub(crate) struct Wrapped {
    pub(crate) text: String,
    /// Pieces that looked like delimiters.
    pub(crate) neutralised: usize,
    /// Invisible characters.
    pub(crate) escaped: usize,
}

/// Puts text between delimiters. Returns `None` if the system has no random numbers.
pub(crate) fn wrap(operation: &str, body: &str) -> Option<Wrapped> {
    let nonce = loop {
        let nonce = random_hex::<12>()?;
        // The text must not contain the number by chance.
        if !body.to_lowercase().contains(&nonce) {
            break nonce;
        }
    };
    let (visible, escaped) = make_visible(body);
    let (safe, neutralised) = neutralise(&visible);
    let end = if safe.ends_with('\n') || safe.is_empty() {
        ""
    } else {
        "\n"
    };
    Some(Wrapped {
        text: format!("<{WORD}-{nonce} op=\"{operation}\">\n{safe}{end}</{WORD}-{nonce}>"),
        neutralised,
        escaped,
    })
}

/// Random bytes of the system, in hexadecimal.
pub(crate) fn random_hex<const BYTES: usize>() -> Option<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(hex(&bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn make_visible(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut before = ' ';
    for c in text.chars() {
        // A joiner inside an emoji belongs to it.
        let joins = c == '\u{200d}' && !before.is_ascii() && !is_invisible(before);
        if is_invisible(c) && !joins {
            count += 1;
            if u32::from(c) < 0x100 {
                write!(out, "\\x{:02x}", u32::from(c)).expect("text takes any text");
            } else {
                write!(out, "\\u{{{:X}}}", u32::from(c)).expect("text takes any text");
            }
        } else {
            out.push(c);
        }
        before = c;
    }
    (out, count)
}

/// Puts a zero-width space after every angle bracket, also one written as an entity, that is followed by
/// text like a delimiter.
fn neutralise(text: &str) -> (String, usize) {
    const ENTITIES: [&str; 7] = [
        "&lt;", "&LT;", "&#60;", "&#x3c;", "&#x3C;", "\\u003c", "\\x3c",
    ];
    let (mut text, mut count) = split_markers(text, |rest| {
        let at = rest.find(is_angle)?;
        Some(at + rest[at..].chars().next()?.len_utf8())
    });
    for entity in ENTITIES {
        if text.contains(entity) {
            let (next, more) = split_markers(&text, |rest| Some(rest.find(entity)? + entity.len()));
            (text, count) = (next, count + more);
        }
    }
    (text, count)
}

/// The same after every bracket; `end_of_bracket` finds the end of the first one in a text.
fn split_markers(text: &str, end_of_bracket: impl Fn(&str) -> Option<usize>) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut rest = text;
    while let Some(end) = end_of_bracket(rest) {
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        if reads_like_marker(rest) {
            out.push('\u{200b}');
            count += 1;
        }
    }
    out.push_str(rest);
    (out, count)
}

/// An angle bracket, or a character that looks like one.
const fn is_angle(c: char) -> bool {
    matches!(
        c,
        '<' | '\u{ff1c}'
            | '\u{fe64}'
            | '\u{2039}'
            | '\u{27e8}'
            | '\u{3008}'
            | '\u{2329}'
            | '\u{1438}'
    )
}

/// Whether text begins like a delimiter after its angle bracket, in any spelling.
fn reads_like_marker(rest: &str) -> bool {
    // Escapes of invisible characters are not letters; 64 characters hold every spelling.
    let folded: String = crate::cut::head(rest, 256)
        .nfkc()
        .filter(|c| !is_invisible(*c))
        .flat_map(char::to_lowercase)
        .take(64)
        .collect();
    let mut folded = without_escapes(&folded);
    folded.retain(|c| !c.is_whitespace() && !matches!(c, '/' | '\\' | '\u{2044}' | '\u{2215}'));
    folded.starts_with(WORD)
}

/// Removes the escapes of invisible characters.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let length = if let Some(inner) = tail.strip_prefix("\\u{") {
            inner.find('}').map(|end| end + 4)
        } else if tail.starts_with("\\x") {
            tail.is_char_boundary(4.min(tail.len()))
                .then_some(4.min(tail.len()))
        } else {
            None
        };
        let length = length.unwrap_or(1).min(tail.len());
        rest = &tail[length..];
    }
    out.push_str(rest);
    out
}

/// JSON text without characters that could form a delimiter or end a line, and without invisible
/// characters.
pub(crate) fn inert_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) || is_angle(c) || matches!(c, '>' | '&' | '\'') {
            let mut units = [0_u16; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}").expect("text takes any text");
            }
        } else {
            out.push(c);
        }
    }
    out
}
