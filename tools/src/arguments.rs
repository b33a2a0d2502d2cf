//! Arguments as models send them: repaired where only one thing can be meant, else refused.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::error::ToolError;
use crate::text::distance;

/// Decodes the arguments of a tool.
pub(crate) fn decode<Args: DeserializeOwned>(args: Json) -> Result<Args, ToolError> {
    serde_json::from_value(args).map_err(|cause| {
        // What serde says names the member or the type that is wrong; the place in a text that
        // does not exist is left out.
        let said = cause.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        ToolError::invalid(format!("wrong arguments: {said}"))
    })
}

/// Repairs arguments by their schema, saying so, and refuses members that there are not.
pub(crate) fn repair(
    schema: &Json,
    args: Json,
    notices: &mut Vec<String>,
) -> Result<Map<String, Json>, ToolError> {
    let args = match args {
        Json::Null => Json::Object(Map::new()),
        Json::String(text) => {
            notices.push("the arguments were JSON text, and have been parsed".to_owned());
            serde_json::from_str(&text).map_err(|_| {
                ToolError::invalid("the arguments are a text that is no JSON object")
            })?
        }
        other => other,
    };
    let Json::Object(args) = args else {
        return Err(ToolError::invalid("the arguments must be one JSON object"));
    };
    let Some(members) = schema.get("properties").and_then(Json::as_object) else {
        return Ok(args);
    };
    let mut repaired = Map::new();
    for (name, value) in args {
        let Some(member) = members.get(&name) else {
            return Err(unknown(&name, members));
        };
        if value.is_null() {
            continue;
        }
        let fitted = fit(member, &value);
        if let Some(fitted) = &fitted {
            notices.push(format!(
                "`{name}` was {}, and has been read as {}",
                described(&value),
                described(fitted)
            ));
        }
        repaired.insert(name, fitted.unwrap_or(value));
    }
    Ok(repaired)
}

fn unknown(name: &str, members: &Map<String, Json>) -> ToolError {
    let known: Vec<&str> = members.keys().map(String::as_str).collect();
    let plain = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let wanted = plain(name);
    let nearest = known
        .iter()
        .map(|known| (distance(&plain(known), &wanted), *known))
        .min();
    let is_path = matches!(wanted.as_str(), "filepath" | "file" | "filename");
    let meant = match nearest {
        _ if is_path && known.contains(&"path") => "; `path` is meant".to_owned(),
        Some((away, meant)) if away <= wanted.len() / 3 => format!("; `{meant}` may be meant"),
        _ => String::new(),
    };
    let shown: String = name.chars().take(60).collect();
    ToolError::invalid(format!(
        "there is no argument {}{meant}",
        crate::text::shown(&shown)
    ))
    .with_hint(format!("the arguments are: {}", known.join(", ")))
}

/// The value in the type that the schema asks for, when it was written as a text.
fn fit(schema: &Json, value: &Json) -> Option<Json> {
    let kind = schema.get("type").and_then(Json::as_str)?;
    let text = match value {
        Json::String(text) => text.trim(),
        // One where a list is asked for.
        other if kind == "array" && !other.is_array() => {
            return Some(Json::Array(vec![other.clone()]));
        }
        _ => return None,
    };
    match kind {
        "integer" | "number" => {
            let number: Json = serde_json::from_str(text).ok()?;
            number.is_number().then_some(number)
        }
        "boolean" => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        "array" => match serde_json::from_str::<Json>(text) {
            Ok(list @ Json::Array(_)) => Some(list),
            Ok(one @ Json::Object(_)) => Some(Json::Array(vec![one])),
            _ => {
                let items = schema.get("items")?.get("type")?.as_str()?;
                (items == "string").then(|| Json::Array(vec![value.clone()]))
            }
        },
        "object" => match serde_json::from_str::<Json>(text) {
            Ok(object @ Json::Object(_)) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

const fn described(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a truth value",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Json {
        json!({ "properties": {
            "path": { "type": "string" },
            "limit": { "type": "integer" },
            "recursive": { "type": "boolean" },
            "edits": { "type": "array", "items": { "type": "object" } },
            "include": { "type": "array", "items": { "type": "string" } },
        }})
    }

    fn repaired(args: Json) -> (Json, usize) {
        let mut notices = Vec::new();
        let args = repair(&schema(), args, &mut notices).unwrap();
        (Json::Object(args), notices.len())
    }

    #[test]
    fn texts_become_what_they_hold() {
        let args = json!({ "path": "/a", "limit": "5", "recursive": "true", "include": "*.rs", "edits": "[{}]" });
        let fitted = json!({ "path": "/a", "limit": 5, "recursive": true, "include": ["*.rs"], "edits": [{}] });
        assert_eq!(repaired(args), (fitted.clone(), 4));
        assert_eq!(repaired(fitted.clone()), (fitted, 0));
        assert_eq!(repaired(json!({ "limit": null })), (json!({}), 0));
        assert_eq!(
            repaired(json!("{\"path\":\"/a\"}")),
            (json!({ "path": "/a" }), 1)
        );
    }

    #[test]
    fn strangers_are_refused_with_what_was_meant() {
        let refused = |args: Json| repair(&schema(), args, &mut Vec::new()).unwrap_err();
        let error = refused(json!({ "file_path": "/a" }));
        assert_eq!(
            error.message,
            "there is no argument \"file_path\"; `path` is meant"
        );
        assert_eq!(
            error.hint,
            "the arguments are: path, limit, recursive, edits, include"
        );
        let error = refused(json!({ "recursiv": true }));
        assert_eq!(
            error.message,
            "there is no argument \"recursiv\"; `recursive` may be meant"
        );
        assert_eq!(
            refused(json!([])).message,
            "the arguments must be one JSON object"
        );
    }
}
