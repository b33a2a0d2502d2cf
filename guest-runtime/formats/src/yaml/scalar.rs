//! What a scalar is: the core schema of YAML 1.2.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Options;
use crate::Build;
use crate::number::{Integer, integer, printed};
use crate::timestamp::timestamp;

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
    Date(String),
    Bytes(Vec<u8>),
}

impl Scalar {
    /// As the name of a member, which JavaScript makes of such a value.
    pub(super) fn as_key(&self, text: &str, options: &Options) -> String {
        match self {
            Self::Null if options.empty_null_key => String::new(),
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => printed(*value),
            Self::Beyond(digits) => digits.clone(),
            Self::Text | Self::Date(_) | Self::Bytes(_) => text.to_owned(),
        }
    }

    pub(super) fn built<B: Build>(self, text: &str, build: &mut B) -> Result<B::Value, B::Error> {
        match self {
            Self::Null => build.null(),
            Self::Bool(value) => build.bool(value),
            Self::Number(value) => build.number(value),
            Self::Beyond(digits) => build.integer(&digits),
            Self::Text => build.string(text),
            Self::Date(date) => build.date(&date),
            Self::Bytes(bytes) => build.bytes(bytes),
        }
    }
}

/// A scalar without quotes and without a tag.
pub(super) fn resolved(text: &str, options: &Options) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        _ => {}
    }
    if let Some(scalar) = number(text, options.js_yaml_numbers) {
        return scalar;
    }
    if options.dates
        && let Some(date) = timestamp(text)
    {
        return Scalar::Date(date);
    }
    Scalar::Text
}

/// A scalar with one of [`TAGS`].
pub(super) fn tagged(text: &str, tag: &str, options: &Options) -> Result<Scalar, String> {
    let scalar = match (tag, resolved(text, options)) {
        ("str", _) => Scalar::Text,
        ("binary", _) => {
            let packed: String = text.split_ascii_whitespace().collect();
            let bytes = STANDARD.decode(packed);
            Scalar::Bytes(bytes.map_err(|_| "!!binary has text that is not Base64".to_owned())?)
        }
        ("timestamp", _) if options.dates => match timestamp(text) {
            Some(date) => Scalar::Date(date),
            None => return Err("!!timestamp does not fit this text: leave the tag out".to_owned()),
        },
        ("timestamp", _) if timestamp(text).is_some() => Scalar::Text,
        ("null", scalar @ Scalar::Null)
        | ("bool", scalar @ Scalar::Bool(_))
        | ("float", scalar @ (Scalar::Number(_) | Scalar::Beyond(_)))
        | ("int", scalar @ Scalar::Beyond(_)) => scalar,
        ("int", Scalar::Number(value)) if value.fract() == 0.0 => Scalar::Number(value),
        _ => return Err(format!("!!{tag} does not fit this text: leave the tag out")),
    };
    Ok(scalar)
}

fn number(text: &str, js_yaml: bool) -> Option<Scalar> {
    let first = *text.as_bytes().first()?;
    if !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.')) {
        return None;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_negative = text.starts_with('-');
    for (start, base) in [("0o", 8), ("0x", 16), ("0b", 2)] {
        if let Some(digits) = unsigned.strip_prefix(start) {
            let is_known = js_yaml || (unsigned.len() == text.len() && base != 2);
            return integer(is_negative, digits, base)
                .filter(|_| is_known)
                .map(of_integer);
        }
    }
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
    if js_yaml && unsigned.len() < text.len() && unsigned.starts_with('.') {
        return None;
    }
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
