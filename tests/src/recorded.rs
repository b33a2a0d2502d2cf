//! Compares an outcome with one of the reference's, in the form in which they were recorded.
//!
//! `{"result": …}`, in which bytes are `{"$bytes": […]}`, a `Date` is its ISO string, a top-level
//! `undefined` is `{"$undefined": true}`, and `NaN`, infinities and `-0` are `{"$number": …}`; or
//! `{"error": code}`, with an empty code where only the failure counts.

use isolate_host::{Outcome, ProgramError, Value, to_json};
use serde_json::{Map, Value as Json, json};

/// Where an outcome differs from a recorded one; `None` where it does not.
#[must_use]
pub fn differs(outcome: &Outcome, recorded: &Json) -> Option<String> {
    let error = outcome.error();
    let message = match outcome {
        Outcome::Returned(value) => {
            let got = match value {
                Value::Undefined => json!({ "$undefined": true }),
                value => encoded(value),
            };
            return match recorded.get("result") {
                None => Some(format!("$: expected a failure, got {got}")),
                Some(expected) => difference(expected, &got, "$"),
            };
        }
        Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => thrown.message.as_str(),
        _ => error.as_ref().map_or("", ProgramError::message),
    };
    match recorded.get("error").and_then(Json::as_str) {
        None => Some(format!("$: unexpected error: {message}")),
        Some("") => None,
        Some(code) if message.starts_with(&format!("{code}:")) => None,
        Some(code) => Some(format!("$: expected {code}, got: {message}")),
    }
}

fn encoded(value: &Value) -> Json {
    match value {
        Value::Number(number) if !number.is_finite() => {
            let text = if number.is_nan() {
                "NaN"
            } else if *number > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            };
            json!({ "$number": text })
        }
        Value::Bytes(bytes) => json!({ "$bytes": bytes }),
        Value::Date(milliseconds) if milliseconds.is_nan() => json!({ "$date": "invalid" }),
        Value::Function(_) => json!({ "$function": true }),
        Value::Error { message, .. } => json!({ "$error": message }),
        Value::Array(items) => items.iter().map(encoded).collect(),
        Value::Object(members) => {
            let mut object = Map::new();
            for (key, member) in members {
                if *member != Value::Undefined {
                    object.insert(key.text.clone(), encoded(member));
                }
            }
            Json::Object(object)
        }
        other => to_json(other).unwrap_or(Json::Null),
    }
}

fn difference(expected: &Json, got: &Json, at: &str) -> Option<String> {
    match (expected, got) {
        (Json::Array(expected), Json::Array(got)) => {
            if expected.len() != got.len() {
                return Some(format!("{at}: length {} vs {}", expected.len(), got.len()));
            }
            let mut pairs = expected.iter().zip(got).enumerate();
            pairs.find_map(|(index, (expected, got))| {
                difference(expected, got, &format!("{at}[{index}]"))
            })
        }
        (Json::Object(expected), Json::Object(got)) => {
            if let Some(key) = got.keys().find(|key| !expected.contains_key(*key)) {
                return Some(format!("{at}.{key}: not expected"));
            }
            expected
                .iter()
                .find_map(|(key, expected)| match got.get(key) {
                    None => Some(format!("{at}.{key}: missing")),
                    Some(got) => difference(expected, got, &format!("{at}.{key}")),
                })
        }
        (Json::Number(left), Json::Number(right)) if left.as_f64() == right.as_f64() => None,
        _ if is_minus_zero(expected) && got.as_f64() == Some(0.0) => None,
        _ if expected == got => None,
        _ => Some(format!("{at}: expected {expected} got {got}")),
    }
}

fn is_minus_zero(json: &Json) -> bool {
    json.get("$number").and_then(Json::as_str) == Some("-0")
}
