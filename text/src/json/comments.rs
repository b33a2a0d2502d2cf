//! JSON with comments.

use std::borrow::Cow;

use crate::stop::{Pace, Stopped};

/// Steps between two checks whether to stop: less than a millisecond.
const STEPS_BETWEEN_LOOKS: u32 = 1 << 16;

/// The text with blanks in place of comments and of trailing commas: each byte stays where it
/// is, so that positions in the one are positions in the other.
///
/// # Errors
/// The work has to stop.
pub fn without_comments(text: &str) -> Result<Cow<'_, str>, Stopped> {
    let mut pace = Pace::every(STEPS_BETWEEN_LOOKS);
    let mut bytes: Option<Vec<u8>> = None;
    let mut blank = |from: usize, to: usize| {
        let bytes = bytes.get_or_insert_with(|| text.as_bytes().to_vec());
        for byte in &mut bytes[from..to] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    };
    let source = text.as_bytes();
    let mut at = 0;
    // The last comma, while only blanks and comments have followed it.
    let mut comma = None;
    while let Some(&byte) = source.get(at) {
        pace.step()?;
        match byte {
            b'"' => {
                comma = None;
                at += 1;
                while let Some(&inner) = source.get(at) {
                    pace.step()?;
                    at += 1 + usize::from(inner == b'\\');
                    if inner == b'"' {
                        break;
                    }
                }
                continue;
            }
            b'/' if source.get(at + 1) == Some(&b'/') => {
                let rest = &source[at..];
                let len = rest
                    .iter()
                    .position(|byte| *byte == b'\n')
                    .unwrap_or(rest.len());
                blank(at, at + len);
                at += len;
                continue;
            }
            b'/' if source.get(at + 1) == Some(&b'*') => {
                let Some(len) = text.get(at + 2..).and_then(|rest| rest.find("*/")) else {
                    break;
                };
                blank(at, at + len + 4);
                at += len + 4;
                continue;
            }
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(comma) = comma.take() {
                    blank(comma, comma + 1);
                }
            }
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => comma = None,
        }
        at += 1;
    }
    // Only whole characters are blanked: comments end at ASCII.
    Ok(match bytes.map(String::from_utf8) {
        Some(Ok(blanked)) => Cow::Owned(blanked),
        _ => Cow::Borrowed(text),
    })
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_become_blanks() {
        let check =
            |text: &str, expected: &str| assert_eq!(without_comments(text).unwrap(), expected);
        check("{}", "{}");
        check("{\"a\": 1, // é\n}", "{\"a\": 1       \n}");
        check("/* x\n */ [1, 2, ]", "    \n    [1, 2  ]");
        check(r#"{"//": "/* \" */,"}"#, r#"{"//": "/* \" */,"}"#);
        check("[1 /* open", "[1 /* open");
        check("[1,,]", "[1, ]");
    }
}
