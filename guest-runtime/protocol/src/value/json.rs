//! Values with serde: written in their JSON form, read from any format that describes itself.

use std::convert::Infallible;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use super::{Text, Value};

/// 2^53 − 1: integers up to it are exact as a number.
const SAFE_INTEGER: u64 = (1 << 53) - 1;

/// A value is written in its JSON form:
///
/// | value | JSON |
/// |---|---|
/// | `undefined` | `null`; left out of objects |
/// | `NaN`, infinities | `null` |
/// | `Date` | its ISO string, `null` where it is invalid |
/// | text with half of a surrogate pair | `{"$utf16": [code unit, …]}`; `\ud83d` in a member's name |
/// | bytes | `{"$bytes": base64}` |
/// | `BigInt` | `{"$bigint": decimal text}` |
/// | `Map`, `Set` | `{"$map": [[key, value], …]}`, `{"$set": […]}` |
/// | function, symbol | `{"$function": name}`, `{"$symbol": description}` |
/// | an object inside itself | `{"$ref": path of its first place}` |
/// | an error | `{"$error": {"name", "message"}}` |
/// | what a cap left out | `{"$cut": {"leftOut", "what"}}` |
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonForm::new(self, |_| Ok::<_, Infallible>(())).serialize(serializer)
    }
}

/// A value in its JSON form, of which each part is charged before it is written.
///
/// `charge` gets the value and each value inside of it; its error ends the writing.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct JsonForm<'a, C> {
    value: &'a Value,
    charge: C,
}

impl<'a, C, E> JsonForm<'a, C>
where
    C: Fn(&Value) -> Result<(), E> + Copy,
    E: fmt::Display,
{
    /// The form of `value`.
    pub const fn new(value: &'a Value, charge: C) -> Self {
        Self { value, charge }
    }

    const fn of(self, value: &'a Value) -> Self {
        Self { value, ..self }
    }

    fn list<S: Serializer>(self, serializer: S, items: &'a [Value]) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(items.iter().map(|item| self.of(item)))
    }
}

impl<C, E> Serialize for JsonForm<'_, C>
where
    C: Fn(&Value) -> Result<(), E> + Copy,
    E: fmt::Display,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.charge)(self.value).map_err(S::Error::custom)?;
        match self.value {
            Value::Undefined | Value::Null => serializer.serialize_unit(),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Number(value) => number(serializer, *value),
            // Only arguments hold one.
            Value::JsonNumber(digits) => number(serializer, digits.parse().unwrap_or(f64::NAN)),
            Value::String(text) => match &text.ill_formed {
                None => serializer.serialize_str(&text.text),
                Some(units) => tagged(serializer, "$utf16", units),
            },
            Value::Bytes(bytes) => tagged(serializer, "$bytes", &STANDARD.encode(bytes)),
            Value::Date(milliseconds) => iso_date(*milliseconds).serialize(serializer),
            Value::Array(items) => self.list(serializer, items),
            Value::Object(members) => {
                let mut object = serializer.serialize_map(None)?;
                for (key, member) in members {
                    if !matches!(member, Value::Undefined) {
                        object.serialize_entry(&key.member_name(), &self.of(member))?;
                    }
                }
                object.end()
            }
            Value::BigInt(text) => tagged(serializer, "$bigint", text),
            Value::Map(entries) => tagged(serializer, "$map", &Entries(*self, entries)),
            Value::Set(items) => tagged(serializer, "$set", &Items(*self, items)),
            Value::Function(name) => tagged(serializer, "$function", name),
            // Only arguments hold one.
            Value::RegExp { source, flags } => {
                tagged(serializer, "$regexp", &format!("/{source}/{flags}"))
            }
            Value::Symbol(description) => tagged(serializer, "$symbol", description),
            Value::Reference(path) => tagged(serializer, "$ref", path),
            Value::Error { name, message, .. } => {
                let error = Pairs(&[("name", name), ("message", message)]);
                tagged(serializer, "$error", &error)
            }
            Value::Cut { left_out, what } => tagged(
                serializer,
                "$cut",
                &Cut {
                    left_out: *left_out,
                    what,
                },
            ),
        }
    }
}

/// `{"$NAME": content}`: the form of what JSON does not have.
fn tagged<S: Serializer>(
    serializer: S,
    name: &'static str,
    content: &(impl Serialize + ?Sized),
) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(1))?;
    object.serialize_entry(name, content)?;
    object.end()
}

/// The items of a `Set`.
struct Items<'a, C>(JsonForm<'a, C>, &'a [Value]);

impl<C, E> Serialize for Items<'_, C>
where
    C: Fn(&Value) -> Result<(), E> + Copy,
    E: fmt::Display,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.list(serializer, self.1)
    }
}

/// The entries of a `Map`.
struct Entries<'a, C>(JsonForm<'a, C>, &'a [(Value, Value)]);

impl<C, E> Serialize for Entries<'_, C>
where
    C: Fn(&Value) -> Result<(), E> + Copy,
    E: fmt::Display,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(form, entries) = self;
        let mut list = serializer.serialize_seq(Some(entries.len()))?;
        for (key, value) in *entries {
            list.serialize_element(&[form.of(key), form.of(value)])?;
        }
        list.end()
    }
}

/// An object of texts.
struct Pairs<'a>(&'a [(&'static str, &'a str)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// What a cap left out.
struct Cut<'a> {
    left_out: f64,
    what: &'a str,
}

impl Serialize for Cut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("leftOut", &Value::Number(self.left_out))?;
        object.serialize_entry("what", self.what)?;
        object.end()
    }
}

/// Whole numbers print without a fraction, as JavaScript prints them.
fn number<S: Serializer>(serializer: S, value: f64) -> Result<S::Ok, S::Error> {
    // 2^53: beyond it, neighbouring integers are not all doubles, and the shortest text that
    // reads back as the same double is what JavaScript prints.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT_MAX {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number within 2^53"
        )]
        return serializer.serialize_i64(value as i64);
    }
    match value.is_finite() {
        true => serializer.serialize_f64(value),
        false => serializer.serialize_unit(),
    }
}

impl Text {
    /// The name of a member in JSON: half of a surrogate pair is written as an escape, so that names
    /// that differ stay apart.
    #[must_use]
    pub fn member_name(&self) -> String {
        let Some(units) = &self.ill_formed else {
            return self.text.clone();
        };
        char::decode_utf16(units.iter().copied())
            .map(|decoded| match decoded {
                Ok(character) => character.to_string(),
                Err(error) => format!("\\u{:04x}", error.unpaired_surrogate()),
            })
            .collect()
    }
}

/// `YYYY-MM-DDTHH:MM:SS.mmmZ`, with the six-digit years of JavaScript outside 0 to 9999.
fn iso_date(milliseconds: f64) -> Option<String> {
    // The range of a JavaScript date: 100,000,000 days on both sides of 1970.
    if milliseconds.is_nan() || milliseconds.abs() > 8.64e15 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "within 8.64e15")]
    let milliseconds = milliseconds as i64;
    let days = milliseconds.div_euclid(86_400_000);
    let in_day = milliseconds.rem_euclid(86_400_000);
    let (year, month, day) = civil_date(days);
    let year = if (0..=9999).contains(&year) {
        format!("{year:04}")
    } else {
        format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.abs())
    };
    Some(format!(
        "{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        in_day / 3_600_000,
        in_day / 60_000 % 60,
        in_day / 1_000 % 60,
        in_day % 1_000
    ))
}

/// Year, month and day of a count of days since 1970-01-01, in the proleptic Gregorian calendar.
///
/// Counts from 0000-03-01, so that the leap day is the last of its year: 146,097 days make 400
/// years, and months of 153 days per five follow a line.
const fn civil_date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let in_era = days.rem_euclid(146_097);
    let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// A value is read from any format that describes itself, as JSON does: an integer beyond ±(2^53 − 1)
/// becomes a `BigInt`, bytes become bytes, nothing becomes `null`. Tags of the JSON form, such as
/// `$bytes`, are members like others: data from outside cannot make a `Map` or an error.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

/// An integer with its absolute value, as a program gets it.
fn integer(digits: impl fmt::Display, magnitude: u128, as_number: f64) -> Value {
    match magnitude > u128::from(SAFE_INTEGER) {
        true => Value::BigInt(digits.to_string()),
        false => Value::Number(as_number),
    }
}

macro_rules! integers {
    ($($visit:ident $type:ty: $magnitude:expr,)*) => {$(
        #[expect(clippy::allow_attributes, reason = "only the wide types lose precision")]
        #[allow(clippy::cast_precision_loss, reason = "`integer` takes it where it is exact")]
        fn $visit<E>(self, value: $type) -> Result<Value, E> {
            let magnitude: fn($type) -> u128 = $magnitude;
            Ok(integer(value, magnitude(value), value as f64))
        }
    )*};
}

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JavaScript has")
    }

    integers! {
        visit_i64 i64: |value| value.unsigned_abs().into(),
        visit_u64 u64: |value| value.into(),
        visit_i128 i128: i128::unsigned_abs,
        visit_u128 u128: |value| value,
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        Value::deserialize(inner)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Value, E> {
        Ok(Value::Bytes(value.to_vec()))
    }

    fn visit_byte_buf<E>(self, value: Vec<u8>) -> Result<Value, E> {
        Ok(Value::Bytes(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Vec::new();
        while let Some((key, member)) = members.next_entry::<String, Value>()? {
            object.push((Text::from(key), member));
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_javascripts() {
        let iso = |milliseconds| iso_date(milliseconds).unwrap();
        assert_eq!(iso(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(951_782_400_000.0), "2000-02-29T00:00:00.000Z");
        assert_eq!(iso(-1.0), "1969-12-31T23:59:59.999Z");
        assert_eq!(iso(8.64e15), "+275760-09-13T00:00:00.000Z");
        assert_eq!(iso(-8.64e15), "-271821-04-20T00:00:00.000Z");
        assert_eq!(iso_date(f64::NAN), None);
    }
}
