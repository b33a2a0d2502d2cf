//! The encoded size of an answer.

use isolate_protocol::Value;

/// The approximate encoded size of a value, in bytes; `None` if it exceeds `bytes_max`, where the count
/// stops.
pub(crate) fn answer_weight(value: &Value, bytes_max: usize) -> Option<usize> {
    let mut left = bytes_max;
    take(value, &mut left)?;
    Some(bytes_max - left)
}

/// Bytes of the head of a value: its tag and a count.
const HEAD_BYTES: usize = 5;

fn take(value: &Value, left: &mut usize) -> Option<()> {
    let own = match value {
        Value::String(text) => text_bytes(text),
        Value::Bytes(bytes) => bytes.len(),
        Value::BigInt(text)
        | Value::Function(text)
        | Value::Symbol(text)
        | Value::JsonNumber(text)
        | Value::Reference(text) => text.len(),
        Value::RegExp { source, flags } => source.len() + flags.len(),
        Value::Error { name, message, .. } => name.len() + message.len(),
        Value::Number(_) | Value::Date(_) => 8,
        _ => 0,
    };
    *left = left.checked_sub(own + HEAD_BYTES)?;
    match value {
        Value::Array(items) | Value::Set(items) => {
            items.iter().try_for_each(|item| take(item, left))
        }
        Value::Object(members) => members.iter().try_for_each(|(key, member)| {
            *left = left.checked_sub(text_bytes(key) + HEAD_BYTES)?;
            take(member, left)
        }),
        Value::Map(entries) => entries.iter().try_for_each(|(key, value)| {
            take(key, left)?;
            take(value, left)
        }),
        _ => Some(()),
    }
}

fn text_bytes(text: &isolate_protocol::Text) -> usize {
    text.text.len()
}
