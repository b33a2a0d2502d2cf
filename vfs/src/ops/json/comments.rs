//! JSON with comments.

use std::borrow::Cow;

/// The text with blanks in place of comments and of trailing commas: each byte stays where it
/// is, so that places in the one are places in the other.
#[must_use]
pub fn without_comments(text: &str) -> Cow<'_, str> {
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
        match byte {
            b'"' => {
                comma = None;
                at += 1;
                while let Some(&inner) = source.get(at) {
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
    match bytes.map(String::from_utf8) {
        Some(Ok(blanked)) => Cow::Owned(blanked),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_become_blanks() {
        let check = |text: &str, expected: &str| assert_eq!(without_comments(text), expected);
        check("{}", "{}");
        check("{\"a\": 1, // é\n}", "{\"a\": 1       \n}");
        check("/* x\n */ [1, 2, ]", "    \n    [1, 2  ]");
        check(r#"{"//": "/* \" */,"}"#, r#"{"//": "/* \" */,"}"#);
        check("[1 /* open", "[1 /* open");
        check("[1,,]", "[1, ]");
    }
}
