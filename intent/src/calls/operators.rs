//! Operators of document databases, and names of operations as keys, as operations on JSON.

use isolate_protocol::{Value, plain};

use crate::source::source;

/// Operators and names of operations, and what each is for one path.
#[rustfmt::skip]
const OPERATIONS: &[(&str, &str)] = &[
    ("$set set update replace", "{ op: \"set\", path: {at}, value: {it} }"),
    ("$push append push", "{ op: \"append\", path: {at}, value: {it} }"),
    ("$merge merge", "{ op: \"merge\", path: {at}, value: {it} }"),
    ("$unset", "{ op: \"delete\", path: {at} }"),
    ("$rename", "{ op: \"move\", from: {at}, path: {it} }"),
];

/// Operators that depend on the value that is there, and what they compute of it.
#[rustfmt::skip]
const COMPUTED: &[(&str, &str)] = &[
    ("$inc", "(value ?? 0) + {it}"),
    ("$mul", "(value ?? 0) * {it}"),
    ("$min", "Math.min(value ?? {it}, {it})"),
    ("$max", "Math.max(value ?? {it}, {it})"),
    ("$unshift", "[{it}, ...(value ?? [])]"),
    ("$addToSet", "(value ?? []).includes({it}) ? value : [...(value ?? []), {it}]"),
    ("$pull", "(value ?? []).filter((item) => item !== {it})"),
    ("$pullAll", "(value ?? []).filter((item) => !{it}.includes(item))"),
];

/// Operators that compare items: two objects are never the same one.
const COMPARING: &[&str] = &["$addToSet", "$pull", "$pullAll"];

/// Operators for which there is no one line.
const OTHERS: &[&str] = &["$apply", "$setOnInsert", "$splice"];

/// Whether a key is an operator of a document database.
pub(super) fn is_operator(key: &str) -> bool {
    key.starts_with('$')
        && (line_of(OPERATIONS, key).is_some()
            || line_of(COMPUTED, key).is_some()
            || OTHERS.contains(&key))
}

fn line_of(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table
        .iter()
        .find(|(names, _)| names.split(' ').any(|one| one == name));
    row.map(|(_, line)| *line)
}

/// A line for a path and a value, neither of which is read for fields again.
fn filled(line: &str, path: &str, value: &Value) -> String {
    let value = source(value).unwrap_or_else(|| "value".to_owned());
    let parts: Vec<String> = line
        .split("{at}")
        .map(|part| part.replace("{it}", &value))
        .collect();
    parts.join(&format!("{path:?}"))
}

/// What an operator of a document database does, as operations here or computed from the value
/// that is there; `None` where there is no one line for it.
pub(super) fn operator_line(operator: &str, value: &Value) -> Option<String> {
    let Value::Object(members) = value else {
        return None;
    };
    let has_modifier = |value: &Value| matches!(value, Value::Object(inner) if inner.iter().any(|(key, _)| key.text.starts_with('$')));
    if members.is_empty() || members.iter().any(|(_, value)| has_modifier(value)) {
        return None;
    }
    if let Some(line) = line_of(OPERATIONS, operator) {
        let operations = members
            .iter()
            .map(|(path, value)| filled(line, &path.text, value));
        return Some(updating(&operations.collect::<Vec<_>>()));
    }
    let [(path, given)] = &members[..] else {
        return None;
    };
    let is_object = |value: &Value| matches!(value, Value::Object(_));
    let has_object = match given {
        Value::Array(items) => items.iter().any(is_object),
        value => is_object(value),
    };
    if COMPARING.contains(&operator) && has_object {
        return None;
    }
    let computed = filled(line_of(COMPUTED, operator)?, "", given);
    let path = &path.text;
    Some(format!(
        "write const value = await state.queryJson(path, {path:?}); await state.updateJson(path, \
         [{{ op: \"set\", path: {path:?}, value: {computed} }}])"
    ))
}

/// What operations under the one key of what is merged are: `{ ops: [{ op, … }] }`,
/// `{ set: { version: 2 } }`, `{ delete: ["version"] }`.
pub(super) fn operations_line(key: &str, value: &Value) -> Option<String> {
    let is_operation = |item: &Value| {
        item.member("op")
            .or_else(|| item.member("operation"))
            .is_some()
    };
    let key = plain(key);
    let operations: Vec<String> = match value {
        Value::Array(items) if !items.is_empty() && items.iter().all(is_operation) => {
            let line = "pass the operations themselves: await state.updateJson(path, [{ op: …, path: … }])";
            return Some(line.to_owned());
        }
        Value::Object(members) if !members.is_empty() => {
            let line = line_of(OPERATIONS, &key)?;
            members
                .iter()
                .map(|(path, value)| filled(line, &path.text, value))
                .collect()
        }
        value if ["delete", "remove", "unset"].contains(&key.as_str()) => {
            let names = match value {
                Value::Array(items) if !items.is_empty() => &items[..],
                one => std::slice::from_ref(one),
            };
            let operations = names.iter().map(|name| match name {
                Value::String(name) => {
                    Some(filled("{ op: \"delete\", path: {at} }", &name.text, value))
                }
                _ => None,
            });
            operations.collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(updating(&operations))
}

/// The call that sets one value.
pub(super) fn setting(path: &str, value: &Value) -> String {
    updating(&[filled(OPERATIONS[0].1, path, value)])
}

/// The call that carries operations out.
fn updating(operations: &[String]) -> String {
    format!(
        "write await state.updateJson(path, [{}])",
        operations.join(", ")
    )
}
