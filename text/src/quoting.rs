//! Names in text that people read and write: in messages, in lists, and on a command line.
//!
//! An ordinary name stands for itself. One with characters that cannot be seen, or that would end a
//! line, is written as the shells bash, ksh and zsh write it, `$'a\nb'`: what one command prints is an
//! argument of the next, whether a shell reads it or the command itself.
//!
//! ```
//! use isolate_text::quoting::{quote, unquote};
//!
//! assert_eq!(quote("/it's a\\b"), "/it's a\\b");
//! assert_eq!(quote("/a\nb"), r"$'/a\nb'");
//! assert_eq!(unquote(r"$'/a\nb'")?, "/a\nb");
//! # Ok::<(), isolate_text::quoting::QuoteError>(())
//! ```

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::str::Chars;

/// What a quoted name begins with; it ends with a single quote.
const OPEN: &str = "$'";

/// The name as text that [`unquote`] reads back: the name itself, unless it has characters that
/// cannot be seen, or begins as a quoted name does.
#[must_use]
pub fn quote(name: &str) -> Cow<'_, str> {
    if !name.starts_with(OPEN) && with_before(name).all(|(before, c)| !is_hidden(before, c)) {
        return name.into();
    }
    let mut out = String::with_capacity(name.len() + 8);
    out.push_str(OPEN);
    for (before, c) in with_before(name) {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\'' | '\\' => out.extend(['\\', c]),
            c if is_hidden(before, c) => {
                // Byte by byte and in octal: every such shell reads it so, in every locale.
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    let _infallible = write!(out, "\\{byte:03o}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out.into()
}

/// The name that a text stands for: what is quoted is read as bash reads it, anything else is the name.
///
/// # Errors
/// For a text that begins with `$'` and is not a quoted name.
pub fn unquote(text: &str) -> Result<Cow<'_, str>, QuoteError> {
    let Some(inside) = text.strip_prefix(OPEN) else {
        return Ok(text.into());
    };
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside.chars();
    loop {
        match rest.next() {
            None => return Err(QuoteError::Unclosed),
            Some('\'') if rest.as_str().is_empty() => break,
            Some('\'') => return Err(QuoteError::TextBehind),
            Some('\\') => read_escape(&mut rest, &mut bytes)?,
            Some(c) => push(c, &mut bytes),
        }
    }
    let name = String::from_utf8(bytes).map_err(|_| QuoteError::NotUtf8)?;
    Ok(name.into())
}

/// Whether a character is invisible, or changes how others are displayed.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        c if c.is_control() => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Why a text that begins with `$'` is not a quoted name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuoteError {
    /// No quote ends it.
    #[error("it has no ' at its end")]
    Unclosed,
    /// A quote ends it, and there is more.
    #[error("something follows the ' that ends it; inside, write \\'")]
    TextBehind,
    /// A backslash is followed by something that has no meaning.
    #[error(
        "a backslash is followed by something unknown; known are \\n, \\t, \\r, \\\\, \\', \
         \\033, \\x1b and \\u202e"
    )]
    UnknownEscape,
    /// The bytes of its escapes are not UTF-8.
    #[error("its bytes are not UTF-8")]
    NotUtf8,
}

/// Appends what stands behind a backslash.
fn read_escape(rest: &mut Chars<'_>, bytes: &mut Vec<u8>) -> Result<(), QuoteError> {
    let digits = rest.clone();
    let byte = match rest.next().ok_or(QuoteError::Unclosed)? {
        c @ ('\\' | '\'' | '"' | '?') => {
            push(c, bytes);
            return Ok(());
        }
        'a' => 0x07,
        'b' => 0x08,
        'e' | 'E' => 0x1b,
        'f' => 0x0c,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 0x0b,
        '0'..='7' => {
            *rest = digits;
            byte_of(number(rest, 8, 3))?
        }
        'x' => byte_of(number(rest, 16, 2))?,
        unicode @ ('u' | 'U') => {
            let digits_max = if unicode == 'u' { 4 } else { 8 };
            let c = number(rest, 16, digits_max).and_then(char::from_u32);
            push(c.ok_or(QuoteError::UnknownEscape)?, bytes);
            return Ok(());
        }
        _ => return Err(QuoteError::UnknownEscape),
    };
    bytes.push(byte);
    Ok(())
}

fn byte_of(number: Option<u32>) -> Result<u8, QuoteError> {
    number
        .and_then(|number| u8::try_from(number).ok())
        .ok_or(QuoteError::UnknownEscape)
}

/// The number that the next digits are; none without a digit.
fn number(rest: &mut Chars<'_>, radix: u32, digits_max: usize) -> Option<u32> {
    let mut number = None;
    for _ in 0..digits_max {
        let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        rest.next();
        number = Some(number.unwrap_or(0) * radix + digit);
    }
    number
}

fn push(c: char, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The characters of a text, each with the one before it.
fn with_before(text: &str) -> impl Iterator<Item = (char, char)> {
    std::iter::once(' ').chain(text.chars()).zip(text.chars())
}

/// Whether a character cannot be seen, ends a line, or changes how others are displayed.
fn is_hidden(before: char, c: char) -> bool {
    // A joiner belongs to the letters and emojis that it joins.
    let joins = matches!(c, '\u{200c}' | '\u{200d}') && !before.is_ascii() && !is_invisible(before);
    (c.is_control() || is_invisible(c)) && !joins
}
