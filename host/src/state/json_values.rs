//! JSON in arguments and replies.

use isolate_protocol::wire::Encoder;
use isolate_protocol::{ErrorCode, Text, Value};
use isolate_text::VPath;
use isolate_text::json::{Found, Json, JsonString, Object, UpdateError, UpdateErrorKind, parse};

use super::members::Scalar as _;
use super::{Call, Fault};
use crate::stop::Stop;

/// The error of a query or an operation that does not match a document. Its message does not begin
/// with the code, which would say little here.
pub(super) fn document_fault(
    call: &Call<'_>,
    code: ErrorCode,
    error: &dyn std::fmt::Display,
    path: &VPath,
) -> Fault {
    let message = format!("{error}, {} '{path}'", call.method.name);
    call.own_words(code, message, Some(path))
}

/// The error of an operation that cannot be done.
pub(super) fn update_fault(call: &Call<'_>, error: &UpdateError, path: &VPath) -> Fault {
    let code = match error.kind() {
        UpdateErrorKind::TestFailed => ErrorCode::Stale,
        _ => ErrorCode::Invalid,
    };
    document_fault(call, code, error, path)
}

/// The JSON that `JSON.stringify` makes of a value: `None` for what it leaves out.
pub(super) fn to_json(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Undefined | Value::Function(_) | Value::Symbol(_) => return None,
        Value::Null => Json::Null,
        Value::Boolean(value) => Json::Bool(*value),
        Value::Number(value) => Json::from(*value),
        // The guest is not trusted to have written a number.
        Value::JsonNumber(digits) => {
            return parse(digits)
                .ok()
                .filter(|json| matches!(json, Json::Number(_)));
        }
        Value::String(text) => Json::String(json_string(text)),
        Value::Array(items) => Json::Array(
            items
                .iter()
                .map(|item| to_json(item).unwrap_or(Json::Null))
                .collect(),
        ),
        Value::Object(members) => Json::Object(Object::from_members(
            members
                .iter()
                .filter_map(|(key, member)| Some((json_string(key), to_json(member)?)))
                .collect(),
        )),
        // The argument check has refused these.
        Value::BigInt(_)
        | Value::Map(_)
        | Value::Set(_)
        | Value::Reference(_)
        | Value::RegExp { .. } => return None,
        // The guest has written them as JSON.
        Value::Bytes(_) | Value::Date(_) | Value::Error { .. } | Value::Cut { .. } => return None,
    })
}

/// Keeps a lone surrogate, which JSON writes as an escape.
fn json_string(text: &Text) -> JsonString {
    match &text.ill_formed {
        None => text.text.as_str().into(),
        Some(units) => JsonString::from_utf16(units),
    }
}

/// Answers with a document of a file, and charges the reply as it grows.
pub(super) fn put(call: &mut Call<'_>, path: &VPath, value: &Json) -> Result<(), Fault> {
    Reply::of(path).encode(value, call)?;
    call.charge_reply()
}

/// Values between two checks of the deadline: less than a millisecond.
const VALUES_BETWEEN_CHECKS: usize = 1 << 12;

/// The reply for a file.
pub(super) struct Reply<'a> {
    path: &'a VPath,
    values: usize,
}

impl<'a> Reply<'a> {
    pub(super) fn of(path: &'a VPath) -> Self {
        Self { path, values: 0 }
    }

    pub(super) fn encode_found(
        &mut self,
        found: Found<'_>,
        call: &mut Call<'_>,
    ) -> Result<(), Fault> {
        match found {
            Found::Value(value) => self.encode(value, call),
            Found::Length(length) => {
                length.put(call.out);
                Ok(())
            }
        }
    }

    /// Recurses once per level.
    pub(super) fn encode(&mut self, value: &Json, call: &mut Call<'_>) -> Result<(), Fault> {
        if self.values.is_multiple_of(VALUES_BETWEEN_CHECKS) {
            Stop::check()?;
        }
        self.values += 1;
        call.charge_reply()?;
        match value {
            Json::Null => call.out.null(),
            Json::Bool(value) => call.out.boolean(*value),
            Json::Number(number) => {
                if !number.is_exact() {
                    call.rounded.remember(number, self.path);
                }
                call.out.number(number.as_f64());
            }
            Json::String(text) => encode_text(text, call.out),
            Json::Array(items) => {
                call.out.array(items.len());
                for item in items {
                    self.encode(item, call)?;
                }
            }
            Json::Object(object) => {
                call.out.object(object.len());
                for (key, member) in object {
                    encode_text(key, call.out);
                    self.encode(member, call)?;
                }
            }
        }
        Ok(())
    }
}

fn encode_text(text: &JsonString, out: &mut Encoder) {
    match text.as_str() {
        Some(text) => out.string(text),
        None => out.utf16(&text.to_utf16()),
    }
}
