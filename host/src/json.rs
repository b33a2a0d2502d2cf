//! Values of a program as JSON, for people and programs outside.

mod count;
mod digits;
mod exact;
mod form;
mod surrogates;

pub use count::{JsonCount, json_bytes};
pub use digits::integer_beyond_64_bits;
pub use exact::{JsonFault, exact_json};
pub(crate) use form::{Cost, Form};
pub use surrogates::without_half_surrogates;

use isolate_protocol::{Text, Value};
use serde::Serialize;
use serde_json::{Number, Value as Json};

use crate::charge::Halted;
use crate::inexact::may_be_rounded;

/// The JSON form of a value that a program returned.
///
/// | value | JSON |
/// |---|---|
/// | `undefined` | `None` at the top, left out of objects, `null` in arrays |
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
#[must_use]
pub fn to_json(value: &Value) -> Option<Json> {
    if matches!(value, Value::Undefined) {
        return None;
    }
    let form = Form::of(value, Cost::Nothing);
    // Names of members are text, and nothing else can be wrong.
    serde_json::to_value(form).ok()
}

/// The JSON form of a value, to be written as text: without the tree that [`to_json`] makes, which can take
/// a hundred times as much memory as the value. `undefined` is `null`.
///
/// ```
/// use isolate_host::{Value, json_form};
///
/// let value = Value::from_iter([1, 2]);
/// assert_eq!(serde_json::to_string(&json_form(&value))?, "[1,2]");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn json_form(value: &Value) -> impl Serialize + '_ {
    Form::of(value, Cost::Nothing)
}

/// The same as [`to_json`], charged to the budget of the run. `undefined` is `null`.
pub(crate) fn charged_json(value: &Value) -> Result<Json, Halted> {
    serde_json::to_value(Form::of(value, Cost::Tree)).map_err(|_| Halted)
}

/// The text of the JSON form, charged to the budget of the run; `None` for `undefined`.
pub(crate) fn charged_text(value: &Value) -> Result<Option<Vec<u8>>, Halted> {
    if matches!(value, Value::Undefined) {
        return Ok(None);
    }
    let form = Form::of(value, Cost::Text);
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

/// The name of a member: half of a surrogate pair is written as an escape, so that names that
/// differ stay apart.
pub(crate) fn member_name(name: &Text) -> String {
    let Some(units) = &name.ill_formed else {
        return name.text.clone();
    };
    char::decode_utf16(units.iter().copied())
        .map(|decoded| match decoded {
            Ok(character) => character.to_string(),
            Err(error) => format!("\\u{:04x}", error.unpaired_surrogate()),
        })
        .collect()
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
    #[expect(
        clippy::cast_precision_loss,
        reason = "years have at most six digits here"
    )]
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

/// The inverse of [`civil_date`]; a day beyond its month counts on into the next.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted_month = (month + 9) % 12;
    let in_year = (153 * shifted_month + 2) / 5 + day - 1;
    let in_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + in_year;
    era * 146_097 + in_era - 719_468
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

    #[test]
    fn iso_text_is_read_back() {
        for milliseconds in [0.0, 951_782_400_000.0, 1_735_689_600_123.0] {
            assert_eq!(
                parse_iso_date(&iso_date(milliseconds).unwrap()),
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
