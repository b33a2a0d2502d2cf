//! JSON texts, read without loss.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value as Json};

use super::digits::{end_of_number, integer_beyond_64_bits};
use super::surrogates::without_half_surrogates;
use crate::inexact::InexactInteger;

/// The byte order mark, as UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Why a JSON text is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum JsonFault {
    /// It is not valid JSON.
    Invalid(serde_json::Error),
    /// An integer in it would lose digits.
    Inexact(InexactInteger),
    /// The path of a member that an object has twice: `.orders[0].id`.
    Repeated(String),
}

impl JsonFault {
    /// The refusal of a text that has a name.
    ///
    /// ```
    /// use isolate_host::exact_json;
    ///
    /// let told = |text: &str| exact_json(text.as_bytes()).unwrap_err().about("--input");
    /// assert_eq!(told("[1, 1e400]"), "--input: [1]: the number 1e400 is larger than numbers are: write it as text");
    /// assert_eq!(told("{\"a\": 1, \"a\": 2}"), "--input: .a: the member is given twice: give it once");
    /// assert!(told("[1").starts_with("--input is not valid JSON: "));
    /// ```
    #[must_use]
    pub fn about(&self, name: &str) -> String {
        match self {
            Self::Invalid(cause) => format!("{name} is not valid JSON: {cause}"),
            told => format!("{name}: {told}"),
        }
    }
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(cause) => cause.fmt(f),
            Self::Inexact(inexact) => inexact.fmt(f),
            Self::Repeated(path) => write!(f, "{path}: the member is given twice: give it once"),
        }
    }
}

impl std::error::Error for JsonFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Invalid(cause) => Some(cause),
            Self::Inexact(inexact) => Some(inexact),
            Self::Repeated(_) => None,
        }
    }
}

/// The values of a JSON text that a person or a model gave, if nothing of it is lost. A byte order
/// mark is passed over, and half of a surrogate pair becomes U+FFFD.
///
/// What a service answers is read as programs read it, where the last of equal members counts; there,
/// [`integer_beyond_64_bits`] alone is asked.
///
/// # Errors
/// [`JsonFault`]: the text is not valid, has an integer that [`integer_beyond_64_bits`] finds, or has an
/// object with two members of one name.
pub fn exact_json(text: &[u8]) -> Result<Json, JsonFault> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let text = &*without_half_surrogates(text);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = distinct(&mut reader)
        .and_then(|json| reader.end().map_err(JsonFault::Invalid).map(|()| json));
    match read {
        Ok(json) => match integer_beyond_64_bits(text) {
            Some(inexact) => Err(JsonFault::Inexact(inexact)),
            None => Ok(json),
        },
        Err(fault) => Err(fault.seen_in(text)),
    }
}

impl JsonFault {
    /// Names a number that cannot be read at all with its path.
    fn seen_in(self, text: &[u8]) -> Self {
        let Self::Invalid(cause) = &self else {
            return self;
        };
        let lines_before = text.split_inclusive(|&byte| byte == b'\n');
        let line_begin: usize = lines_before
            .take(cause.line().saturating_sub(1))
            .map(<[u8]>::len)
            .sum();
        let mistake = end_of_number(text, text.len().min(line_begin + cause.column()));
        integer_beyond_64_bits(&text[..mistake]).map_or(self, Self::Inexact)
    }
}

fn distinct<'de>(
    reader: impl Deserializer<'de, Error = serde_json::Error>,
) -> Result<Json, JsonFault> {
    let repeated = RefCell::new(None);
    let read = Distinct(&repeated).deserialize(reader);
    read.map_err(|cause| match repeated.into_inner() {
        Some(path) => JsonFault::Repeated(path),
        None => JsonFault::Invalid(cause),
    })
}

/// Reads a value whose objects have no duplicate members; the cell gets the path of a duplicate.
#[derive(Clone, Copy)]
struct Distinct<'a>(&'a RefCell<Option<String>>);

impl Distinct<'_> {
    fn repeated<E: serde::de::Error>(self, name: &str) -> E {
        *self.0.borrow_mut() = Some(format!(".{name}"));
        E::custom("a member is given twice")
    }

    /// Prepends a step to the path of the member.
    fn within(self, step: fmt::Arguments<'_>) {
        if let Some(path) = self.0.borrow_mut().as_mut() {
            path.insert_str(0, &step.to_string());
        }
    }
}

impl<'de> DeserializeSeed<'de> for Distinct<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Distinct<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        loop {
            let read = items.next_element_seed(self);
            let item = read.inspect_err(|_| self.within(format_args!("[{}]", list.len())))?;
            match item {
                Some(item) => list.push(item),
                None => return Ok(Json::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            match object.entry(name) {
                Entry::Occupied(first) => return Err(self.repeated(first.key())),
                Entry::Vacant(place) => {
                    let read = members.next_value_seed(self);
                    let value =
                        read.inspect_err(|_| self.within(format_args!(".{}", place.key())))?;
                    place.insert(value);
                }
            }
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        match exact_json(text.as_bytes()) {
            Ok(json) => json.to_string(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn what_loses_nothing_is_what_serde_reads() {
        for text in [
            "null",
            " [true, -7, 18446744073709551615, 0.5, 1e300, \"\\u0041\", {}] ",
            r#"{"b":[{"a":1},{"a":2}],"a":-9223372036854775808}"#,
            "31.245270191439438",
        ] {
            let read: Json = serde_json::from_str(text).unwrap();
            assert_eq!(told(text), read.to_string());
        }
        assert_eq!(told("31.245270191439438"), "31.245270191439438");
    }

    #[test]
    fn a_member_that_is_given_twice_is_named() {
        for (text, path) in [
            (r#"{"a":1,"a":1}"#, ".a"),
            (r#"{"a":1,"\u0061":2}"#, ".a"),
            (r#"[0,{"b":{"a":1,"c":[],"a":2}}]"#, "[1].b.a"),
        ] {
            assert_eq!(
                told(text),
                format!("{path}: the member is given twice: give it once")
            );
        }
    }

    #[test]
    fn a_number_that_cannot_be_read_is_named() {
        for (text, number, path) in [
            (r#"{"a":[1,1e400]}"#, "1e400", ".a[1]: "),
            (
                "{\n\"ä\": \"x\",\n\"b\": -1e99999999999999999999}",
                "-1e99999999999999999999",
                ".b: ",
            ),
            ("1e400", "1e400", ""),
        ] {
            let reason = "is larger than numbers are: write it as text";
            assert_eq!(told(text), format!("{path}the number {number} {reason}"));
        }
    }

    #[test]
    fn byte_order_marks_and_half_surrogates_are_read() {
        assert_eq!(told("\u{feff}[1]"), "[1]");
        assert_eq!(told("[\"\\ud83d x\"]"), "[\"\u{fffd} x\"]");
        assert_eq!(
            told("{\"\\ud83d\":1,\"\\ude00\":2}"),
            ".\u{fffd}: the member is given twice: give it once"
        );
    }

    #[test]
    fn other_mistakes_keep_their_words() {
        assert_eq!(told("[1,]"), "trailing comma at line 1 column 4");
        assert_eq!(told("1 2"), "trailing characters at line 1 column 3");
        assert_eq!(told(""), "EOF while parsing a value at line 1 column 0");
        assert_eq!(
            told("[99999999999999999999,]"),
            "[0]: the integer 99999999999999999999 is beyond 64 bits: write it as text"
        );
    }
}
