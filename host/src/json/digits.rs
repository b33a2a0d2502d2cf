//! Integers of JSON texts that no tree of JSON holds.

use crate::inexact::{InexactInteger, may_be_rounded};

/// The first integer of a JSON text that reading the text would round: one that does not fit 64 bits, one
/// with a fraction of zeros or an exponent whose digits a floating-point number does not hold, such as
/// `9007199254740993.0`, and a number that is larger than floating-point numbers are.
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
                if let Some(loss) = Loss::of(number) {
                    let place = path.iter().map(|place| place.shown(text)).collect();
                    return Some(InexactInteger::at(place, loss.shown(number)));
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

/// The place of a value in an array or object.
enum Place {
    Item(usize),
    /// Where the name of the member is in the text, with its quotes.
    Member((usize, usize)),
}

impl Place {
    fn shown(&self, text: &[u8]) -> String {
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

/// The end of the string that begins here.
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

/// The end of the number that begins or continues here.
pub(super) fn end_of_number(text: &[u8], begin: usize) -> usize {
    let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    let length = text[begin..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    begin + length
}

/// How a number would be rounded.
#[derive(Clone, Copy)]
enum Loss {
    /// It is an integer that does not fit 64 bits.
    Beyond64Bits,
    /// It is an integer, written as a floating-point number, with digits that such a number does
    /// not hold.
    Digits,
    /// It is larger than floating-point numbers are.
    Everything,
}

impl Loss {
    fn of(number: &[u8]) -> Option<Self> {
        /// Digits that every integer of 64 bits may have.
        const DIGITS_MIN: usize = 19;
        let is_integer = number.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-'));
        if is_integer && number.len() < DIGITS_MIN {
            return None;
        }
        let number = std::str::from_utf8(number).ok()?;
        if is_integer {
            let fits = number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok();
            return (!fits).then_some(Self::Beyond64Bits);
        }
        Self::of_float(number)
    }

    /// Of a number with a fraction or an exponent.
    fn of_float(number: &str) -> Option<Self> {
        /// Digits that every floating-point number keeps.
        const KEPT_DIGITS: usize = 15;
        /// Digits of an exponent that can lead beyond the largest number, from a mantissa of a few
        /// digits.
        const EXPONENT_DIGITS_MIN: usize = 3;
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, ""));
        if mantissa.len() <= KEPT_DIGITS && exponent.len() < EXPONENT_DIGITS_MIN {
            return None;
        }
        let read: f64 = number.parse().ok()?;
        if read.is_infinite() {
            return Some(Self::Everything);
        }
        let is_kept = mantissa.len() <= KEPT_DIGITS || !may_be_rounded(read);
        if is_kept || !is_whole(mantissa, exponent) {
            return None;
        }
        // The shortest digits that mean this number, and all that it has: either is what a program
        // wrote that had the number.
        let written = significant(mantissa);
        let is_kept = [format!("{read:e}"), format!("{read:.0}")]
            .iter()
            .any(|digits| significant(digits.split('e').next().unwrap_or_default()) == written);
        (!is_kept).then_some(Self::Digits)
    }

    fn shown(self, number: &[u8]) -> String {
        let number = String::from_utf8_lossy(&number[..number.len().min(60)]);
        match self {
            Self::Beyond64Bits => {
                format!("the integer {number} is beyond 64 bits: write it as text")
            }
            Self::Digits => format!("the integer {number} would lose digits: write it as text"),
            Self::Everything => {
                format!("the number {number} is larger than numbers are: write it as text")
            }
        }
    }
}

/// The digits of a number without zeros at either end.
fn significant(mantissa: &str) -> String {
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

/// Whether no digit but zeros is behind the point, once the exponent has moved it.
fn is_whole(mantissa: &str, exponent: &str) -> bool {
    let behind_point = mantissa.split_once('.').map_or("", |(_, behind)| behind);
    let digits = mantissa.bytes().rev().filter(u8::is_ascii_digit);
    let zeros = digits.take_while(|&digit| digit == b'0').count();
    let moved = match exponent {
        "" => Ok(0),
        exponent => exponent.parse::<i128>(),
    };
    moved.is_ok_and(|moved| moved + zeros as i128 >= behind_point.len() as i128)
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
            ("9007199254740993.0", ""),
            (r#"{"a":9.007199254740993e15}"#, ".a"),
            ("[90071992547409930e-1]", "[0]"),
            ("9999999999999999999999e1", ""),
            ("[0, -1e400]", "[1]"),
            ("1000000000000000000e308", ""),
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
            "99999999999999999999.5",
            "99999999999999999999e-1",
            "9007199254740992.0",
            "9007199254740993e-1",
            "123456789012345678.0e-2",
            "1e300",
            "1e23",
            "99999999999999991611392.0",
            "9.9999999999999991611392e22",
            "1.7976931348623157e308",
            "1e-400",
            "0e99999999999999999999",
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
