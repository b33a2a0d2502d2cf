//! Values as a program writes them.

use isolate_protocol::Value;

/// Characters of a value that a line shows; of a longer one its parameter's name is shown.
const SHOWN_MAX: usize = 60;

/// A value as a program writes it; `None` where it is long, or no value that is written so.
#[must_use]
pub fn source(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => format!("{:?}", text.text),
        Value::Number(number) if number.is_finite() => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::RegExp { source, flags } => format!("/{source}/{flags}"),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(source).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(members) => {
            let members: Option<Vec<String>> = members
                .iter()
                .map(|(key, value)| Some(format!("{}: {}", member_name(&key.text), source(value)?)))
                .collect();
            match members?.join(", ") {
                none if none.is_empty() => "{}".to_owned(),
                members => format!("{{ {members} }}"),
            }
        }
        Value::Null => "null".to_owned(),
        _ => return None,
    };
    (text.chars().count() <= SHOWN_MAX).then_some(text)
}

/// A key as a program writes it.
pub(crate) fn member_name(key: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    if key.chars().all(is_word) && key.starts_with(|c: char| is_word(c) && !c.is_numeric()) {
        key.to_owned()
    } else {
        format!("{key:?}")
    }
}
