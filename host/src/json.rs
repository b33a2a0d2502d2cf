//! Values of a program as JSON, for people and programs outside.

mod charged;
mod count;
mod digits;
mod exact;
mod objects;
mod surrogates;

pub use count::{JsonCount, json_bytes};
pub use digits::integer_beyond_64_bits;
pub use exact::{JsonFault, exact_json};
pub use objects::{json_as, parse_json_as, strict_json};
pub use surrogates::without_half_surrogates;

use isolate_protocol::{Text, Value};
use isolate_vfs::Timestamp;
use serde_json::{Number, Value as Json};

use charged::{Output, charged};

use crate::charge::Halted;
use crate::inexact::may_be_rounded;

/// The JSON form of a value that a program returned, as its `Serialize` writes it; `None` for
/// `undefined`.
///
/// The tree can take a hundred times as much memory as the value; `serde_json::to_string` writes the
/// text of a value without it.
///
/// ```
/// use isolate_host::{Value, to_json};
///
/// let value = Value::from_iter([1, 2]);
/// assert_eq!(to_json(&value), Some(serde_json::json!([1, 2])));
/// assert_eq!(serde_json::to_string(&value)?, "[1,2]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn to_json(value: &Value) -> Option<Json> {
    if matches!(value, Value::Undefined) {
        return None;
    }
    // Names of members are text, and nothing else can be wrong.
    serde_json::to_value(value).ok()
}

/// The same as [`to_json`], charged to the budget of the run. `undefined` is `null`.
pub(crate) fn charged_json(value: &Value) -> Result<Json, Halted> {
    serde_json::to_value(charged(value, Output::Tree)).map_err(|_| Halted)
}

/// The text of the JSON form, charged to the budget of the run; `None` for `undefined`.
pub(crate) fn charged_text(value: &Value) -> Result<Option<Vec<u8>>, Halted> {
    if matches!(value, Value::Undefined) {
        return Ok(None);
    }
    let form = charged(value, Output::Text);
    serde_json::to_vec(&form).map(Some).map_err(|_| Halted)
}

/// A JSON value as a program receives it. An integer beyond ±(2^53 − 1) becomes a `BigInt`;
/// [`from_json_as`](crate::from_json_as) refuses it where no schema says that it is an integer.
#[must_use]
pub fn from_json(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => from_number(number),
        Json::String(text) => Value::String(Text::from(text.as_str())),
        Json::Array(items) => Value::Array(items.iter().map(from_json).collect()),
        Json::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, member)| (Text::from(key.as_str()), from_json(member)))
                .collect(),
        ),
    }
}

fn from_number(number: &Number) -> Value {
    let double = number.as_f64().unwrap_or(f64::NAN);
    match (number.is_i64() || number.is_u64()) && may_be_rounded(double) {
        true => Value::BigInt(number.to_string()),
        false => Value::Number(double),
    }
}

/// A time in the form of ISO 8601, in UTC, as programs print it.
///
/// ```
/// use isolate_host::iso_time;
/// use isolate_host::vfs::Timestamp;
///
/// assert_eq!(iso_time(Timestamp::from_millis(0)), "1970-01-01T00:00:00.000Z");
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "times are far below 2^53")]
pub fn iso_time(time: Timestamp) -> String {
    match to_json(&Value::Date(time.as_millis() as f64)) {
        Some(Json::String(text)) => text,
        _ => time.as_millis().to_string(),
    }
}

/// Milliseconds since 1970 of ISO 8601 text: a date, or a date and a time with `Z` or an offset.
/// A time without either is UTC, since a sandbox has no time zone.
///
/// ```
/// assert_eq!(isolate_host::parse_iso_date("1970-01-01T00:00:01Z"), Some(1000.0));
/// assert_eq!(isolate_host::parse_iso_date("yesterday"), None);
/// ```
#[must_use]
pub fn parse_iso_date(text: &str) -> Option<f64> {
    let text = text.trim();
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-').map(number_of);
    let year = parts.next()??;
    let month = parts.next().unwrap_or(Some(1))?;
    let day = parts.next().unwrap_or(Some(1))?;
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut milliseconds = days_since_1970(year, month, day) * 86_400_000;
    if let Some(time) = time {
        milliseconds += time_of_day(time)?;
    }
    Some(milliseconds as f64)
}

fn number_of(digits: &str) -> Option<i64> {
    let is_plain =
        !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| digits.parse().ok())?
}

/// Milliseconds of `HH:MM[:SS[.fff]][Z|±HH:MM]`.
fn time_of_day(text: &str) -> Option<i64> {
    let (clock, offset_minutes) = match text.find(['Z', 'z', '+', '-']) {
        None => (text, 0),
        Some(at) => {
            let (clock, zone) = text.split_at(at);
            let offset = match zone.as_bytes() {
                [b'Z' | b'z'] => 0,
                [sign, ..] => {
                    let (hours, minutes) = zone[1..].split_once(':')?;
                    let minutes = number_of(hours)? * 60 + number_of(minutes)?;
                    if *sign == b'-' { -minutes } else { minutes }
                }
                [] => return None,
            };
            (clock, offset)
        }
    };
    let mut parts = clock.split(':');
    let hours = number_of(parts.next()?)?;
    let minutes = number_of(parts.next()?)?;
    let (seconds, thousandths) = match parts.next() {
        None => (0, 0),
        Some(seconds) => match seconds.split_once('.') {
            None => (number_of(seconds)?, 0),
            Some((seconds, fraction)) => {
                let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
                (number_of(seconds)?, number_of(&digits)?)
            }
        },
    };
    if parts.next().is_some() || hours > 24 || minutes > 59 || seconds > 59 {
        return None;
    }
    Some(((hours * 60 + minutes - offset_minutes) * 60 + seconds) * 1_000 + thousandths)
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar; a day beyond its month counts on
/// into the next.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted_month = (month + 9) % 12;
    let in_year = (153 * shifted_month + 2) / 5 + day - 1;
    let in_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + in_year;
    era * 146_097 + in_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_text_is_read_back() {
        for milliseconds in [0.0, 951_782_400_000.0, 1_735_689_600_123.0] {
            assert_eq!(
                to_json(&Value::Date(milliseconds)).and_then(|iso| parse_iso_date(iso.as_str()?)),
                Some(milliseconds)
            );
        }
        assert_eq!(parse_iso_date("2024-03-01"), Some(1_709_251_200_000.0));
        assert_eq!(
            parse_iso_date("2024-03-01T01:00:00+01:00"),
            Some(1_709_251_200_000.0)
        );
        assert_eq!(parse_iso_date("yesterday"), None);
        assert_eq!(parse_iso_date("2024-13-01"), None);
    }

    #[test]
    fn values_have_their_documented_forms() {
        let value = Value::Object(vec![
            ("gone".into(), Value::Undefined),
            ("nan".into(), Value::Number(f64::NAN)),
            ("one".into(), Value::Number(1.0)),
            ("half".into(), Value::Number(0.5)),
            ("bytes".into(), Value::Bytes(vec![1, 2, 3])),
            ("list".into(), Value::Array(vec![Value::Undefined])),
        ]);
        assert_eq!(
            to_json(&value).unwrap().to_string(),
            r#"{"nan":null,"one":1,"half":0.5,"bytes":{"$bytes":"AQID"},"list":[null]}"#
        );
    }

    #[test]
    fn a_value_is_part_of_types_with_serde() {
        #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        struct Stored {
            name: String,
            value: Value,
        }

        let text = r#"{"name":"a","value":{"list":[1,-0.5,null,true],"large":9007199254740993}}"#;
        let stored: Stored = serde_json::from_str(text).unwrap();
        let json: Json = serde_json::from_str(text).unwrap();
        assert_eq!(stored.value, from_json(&json["value"]));
        assert_eq!(
            stored.value.member("large"),
            Some(&Value::BigInt("9007199254740993".to_owned()))
        );
        assert_eq!(
            serde_json::to_string(&stored).unwrap(),
            r#"{"name":"a","value":{"list":[1,-0.5,null,true],"large":{"$bigint":"9007199254740993"}}}"#
        );
        // What is a tag in the form of a value is data when it comes from outside.
        let tagged: Value = serde_json::from_str(r#"{"$map":[]}"#).unwrap();
        assert_eq!(tagged.member("$map"), Some(&Value::Array(Vec::new())));
    }

    #[test]
    fn lone_surrogates_are_reported() {
        let half = |unit: u16| Text {
            text: "k\u{fffd}".to_owned(),
            ill_formed: Some(Box::from([u16::from(b'k'), unit])),
        };
        let value = Value::Object(vec![
            (half(0xD83D), Value::String(half(0xDE00))),
            (half(0xDE00), Value::Null),
        ]);
        assert_eq!(
            to_json(&value).unwrap().to_string(),
            r#"{"k\\ud83d":{"$utf16":[107,56832]},"k\\ude00":null}"#
        );
    }
}
