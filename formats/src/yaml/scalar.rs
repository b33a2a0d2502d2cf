//! What a scalar is: the core schema of YAML 1.2.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::Build;
use crate::number::{Integer, integer, printed};

/// The tags of scalars, after `tag:yaml.org,2002:`.
pub(super) const TAGS: [&str; 7] = ["str", "null", "bool", "int", "float", "binary", "timestamp"];

/// What the text of a scalar stands for.
#[derive(Debug, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Number(f64),
    Beyond(String),
    Text,
    Date,
    Bytes(Vec<u8>),
}

impl Scalar {
    /// As the name of a member, which JavaScript makes of such a value.
    pub(super) fn as_key(&self, text: &str) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => printed(*value),
            Self::Beyond(digits) => digits.clone(),
            Self::Text | Self::Date | Self::Bytes(_) => text.to_owned(),
        }
    }

    pub(super) fn built<B: Build>(self, text: &str, build: &mut B) -> Result<B::Value, B::Error> {
        match self {
            Self::Null => build.null(),
            Self::Bool(value) => build.bool(value),
            Self::Number(value) => build.number(value),
            Self::Beyond(digits) => build.integer(&digits),
            Self::Text => build.string(text),
            Self::Date => build.date(text),
            Self::Bytes(bytes) => build.bytes(bytes),
        }
    }
}

/// A scalar without quotes and without a tag.
pub(super) fn resolved(text: &str, dates: bool) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        _ => {}
    }
    if let Some(scalar) = number(text) {
        return scalar;
    }
    if dates && is_timestamp(text) {
        return Scalar::Date;
    }
    Scalar::Text
}

/// A scalar with one of [`TAGS`].
pub(super) fn tagged(text: &str, tag: &str, dates: bool) -> Result<Scalar, String> {
    let scalar = match (tag, resolved(text, false)) {
        ("str", _) => Scalar::Text,
        ("binary", _) => {
            let packed: String = text.split_ascii_whitespace().collect();
            let bytes = STANDARD.decode(packed);
            Scalar::Bytes(bytes.map_err(|_| "!!binary has text that is not Base64".to_owned())?)
        }
        ("timestamp", _) if is_timestamp(text) => {
            if dates {
                Scalar::Date
            } else {
                Scalar::Text
            }
        }
        ("null", scalar @ Scalar::Null)
        | ("bool", scalar @ Scalar::Bool(_))
        | ("float", scalar @ (Scalar::Number(_) | Scalar::Beyond(_)))
        | ("int", scalar @ Scalar::Beyond(_)) => scalar,
        ("int", Scalar::Number(value)) if value.fract() == 0.0 => Scalar::Number(value),
        _ => return Err(format!("!!{tag} does not fit this text: leave the tag out")),
    };
    Ok(scalar)
}

fn number(text: &str) -> Option<Scalar> {
    let first = *text.as_bytes().first()?;
    if !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.')) {
        return None;
    }
    for (start, base) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(start) {
            return digits
                .chars()
                .all(|c| c.is_digit(base))
                .then_some(())
                .and_then(|()| integer(false, digits, base))
                .map(of_integer);
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_negative = text.starts_with('-');
    if !unsigned.is_empty() && unsigned.bytes().all(|c| c.is_ascii_digit()) {
        return integer(is_negative, unsigned, 10).map(of_integer);
    }
    match unsigned {
        ".inf" | ".Inf" | ".INF" => {
            let infinite = f64::INFINITY;
            return Some(Scalar::Number(if is_negative {
                -infinite
            } else {
                infinite
            }));
        }
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => {
            return Some(Scalar::Number(f64::NAN));
        }
        _ => {}
    }
    // The letters of `inf` and `nan`, which Rust would read, are none of these.
    let is_float = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.bytes().any(|c| c.is_ascii_digit())
        && unsigned
            .bytes()
            .all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
    is_float
        .then(|| text.parse().ok().map(Scalar::Number))
        .flatten()
}

fn of_integer(value: Integer) -> Scalar {
    match value {
        Integer::Exact(value) => Scalar::Number(value),
        Integer::Beyond(digits) => Scalar::Beyond(digits),
    }
}

/// Whether a text is a timestamp of YAML 1.1: a day, or a day and a time.
fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| {
        bytes
            .get(range)
            .is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    let is_day = digits(0..4)
        && bytes.get(4) == Some(&b'-')
        && digits(5..7)
        && bytes.get(7) == Some(&b'-')
        && digits(8..10);
    if bytes.len() == 10 {
        return is_day;
    }
    let Some(rest) = text.get(10..).filter(|_| is_day) else {
        return false;
    };
    let time = rest
        .strip_prefix(['T', 't'])
        .unwrap_or_else(|| rest.trim_start());
    let (clock, zone) = time.split_at(
        time.find(|c: char| !(c.is_ascii_digit() || matches!(c, ':' | '.')))
            .unwrap_or(time.len()),
    );
    let mut parts = clock.split(':');
    let is_clock = time.len() < rest.len()
        && (0..2).all(|_| {
            parts
                .next()
                .is_some_and(|part| !part.is_empty() && part.len() <= 2)
        })
        && parts.next().is_some_and(|part| part.parse::<f64>().is_ok())
        && parts.next().is_none();
    let zone = zone.trim_start();
    is_clock
        && (zone.is_empty()
            || zone == "Z"
            || zone.strip_prefix(['+', '-']).is_some_and(|offset| {
                (1..=5).contains(&offset.len())
                    && offset.bytes().all(|c| c.is_ascii_digit() || c == b':')
            }))
}
