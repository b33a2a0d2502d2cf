//! Integers of JSON texts that no tree of JSON holds.

use crate::inexact::InexactInteger;

/// The first integer of a JSON text that does not fit 64 bits: reading the text would round it.
///
/// The text need not be valid; of one that is not, only the part before the mistake counts.
///
/// ```
/// use isolate_host::integer_beyond_64_bits;
///
/// assert_eq!(integer_beyond_64_bits(br#"{"a": [1, 18446744073709551615, 1e20]}"#), None);
/// let found = integer_beyond_64_bits(br#"{"a": [1, 99999999999999999999]}"#);
/// assert_eq!(found.expect("it has one").path(), ".a[1]");
/// ```
#[must_use]
pub fn integer_beyond_64_bits(text: &[u8]) -> Option<InexactInteger> {
    /// Digits that every integer of 64 bits may have.
    const DIGITS_MIN: usize = 19;
    let mut at = 0;
    let mut path = Vec::new();
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(text, at);
                if let Some(Place::Member(name)) = path.last_mut()
                    && is_before_colon(text, end)
                {
                    *name = (at, end);
                }
                at = end;
                continue;
            }
            b'[' => path.push(Place::Item(0)),
            b'{' => path.push(Place::Member((0, 0))),
            b']' | b'}' => drop(path.pop()),
            b',' => {
                if let Some(Place::Item(index)) = path.last_mut() {
                    *index += 1;
                }
            }
            b'-' | b'0'..=b'9' => {
                let end = end_of_number(text, at);
                let number = &text[at..end];
                if number.len() >= DIGITS_MIN && !fits_64_bits(number) {
                    let place = path.iter().map(|place| place.told(text)).collect();
                    let digits = String::from_utf8_lossy(&number[..number.len().min(60)]);
                    return Some(InexactInteger::at(
                        place,
                        format!("the integer {digits} is beyond 64 bits: write it as text"),
                    ));
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where a value stands in an array or object.
enum Place {
    Item(usize),
    /// Where the name of the member is in the text, with its quotes.
    Member((usize, usize)),
}

impl Place {
    fn told(&self, text: &[u8]) -> String {
        match self {
            Self::Item(at) => format!("[{at}]"),
            Self::Member((from, to)) => {
                let quoted = text.get(*from..*to).unwrap_or_default();
                let name = serde_json::from_slice::<String>(quoted);
                format!(".{}", name.unwrap_or_default())
            }
        }
    }
}

/// Behind the string that begins here.
fn end_of_string(text: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' => at += 1,
            _ => {}
        }
    }
    at.min(text.len())
}

fn is_before_colon(text: &[u8], at: usize) -> bool {
    let mut rest = text[at..].iter();
    rest.find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

fn end_of_number(text: &[u8], begin: usize) -> usize {
    let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    let length = text[begin..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    begin + length
}

/// Whether it is an integer of 64 bits, or no integer.
fn fits_64_bits(number: &[u8]) -> bool {
    let Ok(number) = std::str::from_utf8(number) else {
        return true;
    };
    let is_integer = number
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'-'));
    !is_integer || number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::integer_beyond_64_bits;

    #[test]
    fn an_integer_that_would_be_rounded_is_found_with_its_path() {
        for (text, path) in [
            ("99999999999999999999", ""),
            ("-9223372036854775809", ""),
            ("18446744073709551616", ""),
            (
                r#"[1, [2, {"a\"": [], "b" : 99999999999999999999}]]"#,
                "[1][1].b",
            ),
            (
                r#"{"a": {"x": [1,2]}, "b": [0, 99999999999999999999]}"#,
                ".b[1]",
            ),
            (
                r#"{"s": "99999999999999999999", "n": 99999999999999999999}"#,
                ".n",
            ),
        ] {
            let found = integer_beyond_64_bits(text.as_bytes());
            assert_eq!(
                found.as_ref().map(|found| found.path()),
                Some(path),
                "{text}"
            );
        }
        for text in [
            "18446744073709551615",
            "-9223372036854775808",
            "1e400",
            "99999999999999999999.5",
            "9999999999999999999999e1",
            r#""99999999999999999999""#,
            r#"{"99999999999999999999": 1}"#,
            "\"unclosed \\",
            "{\"a\"",
            "",
        ] {
            assert_eq!(integer_beyond_64_bits(text.as_bytes()), None, "{text}");
        }
    }
}
