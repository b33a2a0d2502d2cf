//! The JSON form of a value, charged to the budget of a run while it is written.

use isolate_protocol::{JsonForm, Value};
use serde::Serialize;
use serde_json::Value as Json;

use crate::charge::{Halted, made};

/// Overhead of an allocation, on average.
const ALLOCATION_BYTES: usize = 16;

/// What a form is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// A tree of `serde_json`.
    Tree,
    /// Text.
    Text,
}

/// A value in its JSON form. Writing it fails where the run has to end.
pub(super) fn charged(value: &Value, output: Output) -> impl Serialize + '_ {
    JsonForm::new(value, move |part| output.charge(part))
}

impl Output {
    /// Charges a value without the values inside of it.
    fn charge(self, value: &Value) -> Result<(), Halted> {
        let text_bytes = own_text_bytes(value);
        let entries = match value {
            Value::Map(entries) => entries.len(),
            _ => 0,
        };
        match self {
            Self::Tree => {
                let nodes = (1 + entries).saturating_mul(size_of::<Json>());
                made(
                    nodes
                        .saturating_add(text_bytes)
                        .saturating_add(table_bytes(value)),
                )
            }
            // Quotes and a comma, or the brackets of an entry.
            Self::Text => made(text_bytes.saturating_add((1 + entries).saturating_mul(3))),
        }
    }
}

/// What the object of a value's form has beside its members; 0 where the form is no object.
fn table_bytes(value: &Value) -> usize {
    // A table of members has room for four at first, and grows by doubling.
    const MEMBER_BYTES: usize = size_of::<(u64, String, Json)>() + ALLOCATION_BYTES;
    let members = match value {
        Value::Object(members) => members.len(),
        Value::String(text) if !text.has_lone_surrogate() => return 0,
        Value::Undefined
        | Value::Null
        | Value::Boolean(_)
        | Value::Number(_)
        | Value::JsonNumber(_)
        | Value::Date(_)
        | Value::Array(_) => return 0,
        // `{"$NAME": content}`.
        _ => 1,
    };
    members
        .next_power_of_two()
        .max(4)
        .saturating_mul(MEMBER_BYTES)
}

/// The bytes of text in the form of a value that are not values of their own.
fn own_text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.text.len(),
        Value::Bytes(bytes) => bytes.len().div_ceil(3) * 4,
        Value::Object(members) => members.iter().map(|(key, _)| key.text.len() + 3).sum(),
        Value::BigInt(text)
        | Value::Function(text)
        | Value::Symbol(text)
        | Value::JsonNumber(text)
        | Value::Reference(text) => text.len() + 16,
        Value::RegExp { source, flags } => source.len() + flags.len() + 16,
        Value::Error { name, message, .. } => name.len() + message.len() + 32,
        Value::Number(_) | Value::Date(_) | Value::Cut { .. } => 24,
        Value::Undefined
        | Value::Null
        | Value::Boolean(_)
        | Value::Array(_)
        | Value::Map(_)
        | Value::Set(_) => 8,
    }
}
