//! Operators of document databases as operations on JSON.

use isolate_protocol::Value;

use crate::source::source;

/// Whether a key is an operator of a document database.
pub(super) fn is_operator(key: &str) -> bool {
    const OPERATORS: &str = "$set $inc $mul $min $max $rename $apply $setOnInsert $unset $pull \
        $pullAll $push $addToSet $unshift $splice $merge";
    OPERATORS.split(' ').any(|operator| operator == key)
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
    let shown = |value: &Value| source(value).unwrap_or_else(|| "value".to_owned());
    let operations: Option<Vec<String>> = members
        .iter()
        .map(|(path, value)| {
            let path = path.text.as_str();
            Some(match operator {
                "$set" => format!("{{ op: \"set\", path: {path:?}, value: {} }}", shown(value)),
                "$unset" => format!("{{ op: \"delete\", path: {path:?} }}"),
                "$push" => format!(
                    "{{ op: \"append\", path: {path:?}, value: {} }}",
                    shown(value)
                ),
                "$merge" => format!(
                    "{{ op: \"merge\", path: {path:?}, value: {} }}",
                    shown(value)
                ),
                "$rename" => format!("{{ op: \"move\", from: {path:?}, path: {} }}", shown(value)),
                _ => return None,
            })
        })
        .collect();
    if let Some(operations) = operations {
        return Some(updating(&operations));
    }
    // These depend on what is there.
    let [(path, given)] = &members[..] else {
        return None;
    };
    let is_compared = matches!(operator, "$addToSet" | "$pull" | "$pullAll");
    let has_object = |value: &Value| match value {
        Value::Array(items) => items.iter().any(|item| matches!(item, Value::Object(_))),
        value => matches!(value, Value::Object(_)),
    };
    // Two objects are never the same one.
    if is_compared && has_object(given) {
        return None;
    }
    let given = shown(given);
    let computed = match operator {
        "$inc" => format!("(value ?? 0) + {given}"),
        "$mul" => format!("(value ?? 0) * {given}"),
        "$min" => format!("Math.min(value ?? {given}, {given})"),
        "$max" => format!("Math.max(value ?? {given}, {given})"),
        "$addToSet" => {
            format!("(value ?? []).includes({given}) ? value : [...(value ?? []), {given}]")
        }
        "$pull" => format!("(value ?? []).filter((item) => item !== {given})"),
        "$pullAll" => format!("(value ?? []).filter((item) => !{given}.includes(item))"),
        "$unshift" => format!("[{given}, ...(value ?? [])]"),
        _ => return None,
    };
    Some(format!(
        "write const value = await state.queryJson(path, {0:?}); await state.updateJson(path, \
         [{{ op: \"set\", path: {0:?}, value: {computed} }}])",
        path.text
    ))
}

/// The call that carries operations out.
pub(super) fn updating(operations: &[String]) -> String {
    format!(
        "write await state.updateJson(path, [{}])",
        operations.join(", ")
    )
}
