//! Mends answers of servers of which one part would make all of it unreadable.
//!
//! A tool whose schema is missing takes any object. A content of a kind that is not known becomes a text
//! with its JSON, which is parsed as other texts are.

use rmcp::model::{ContentBlock, ServerJsonRpcMessage, Tool};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

/// Reads a message.
pub(super) fn message(text: &[u8]) -> serde_json::Result<ServerJsonRpcMessage> {
    let mut json: Json = serde_json::from_slice(text)?;
    result(&mut json);
    serde_json::from_value(json)
}

/// Mends the text of a message, if that is necessary.
pub(super) fn text(text: &str) -> Option<String> {
    let mut json: Json = serde_json::from_str(text).ok()?;
    result(&mut json).then(|| json.to_string())
}

/// Mends a message that holds a result. Whether something was changed.
pub(super) fn result(message: &mut Json) -> bool {
    let Some(Json::Object(result)) = message.get_mut("result") else {
        return false;
    };
    let tools = result.get_mut("tools").and_then(Json::as_array_mut);
    let mut is_changed = tools.is_some_and(mend_tools);
    if let Some(contents) = result.get_mut("content").and_then(Json::as_array_mut) {
        for content in contents {
            if !is_known::<ContentBlock>(content) {
                *content = json!({ "type": "text", "text": content.to_string() });
                is_changed = true;
            }
        }
    }
    is_changed
}

/// Mends tools. One without a name cannot be called and is left out.
fn mend_tools(tools: &mut Vec<Json>) -> bool {
    let mut is_changed = false;
    tools.retain_mut(|tool| {
        if is_known::<Tool>(tool) {
            return true;
        }
        is_changed = true;
        match mended(tool) {
            Some(mended) => *tool = mended,
            None => return false,
        }
        is_known::<Tool>(tool)
    });
    is_changed
}

/// A tool with a schema that is an object, and otherwise with what can be read.
fn mended(tool: &Json) -> Option<Json> {
    let given = tool.as_object()?;
    let any_object = json!({ "type": "object" });
    let mut mended = Map::new();
    mended.insert("name".to_owned(), given.get("name")?.clone());
    let input = given.get("inputSchema").filter(|schema| schema.is_object());
    mended.insert(
        "inputSchema".to_owned(),
        input.unwrap_or(&any_object).clone(),
    );
    let is_schema = |name: &str| ["name", "inputSchema"].contains(&name);
    for (name, member) in given.iter().filter(|(name, _)| !is_schema(name)) {
        let mut with_member = mended.clone();
        with_member.insert(name.clone(), member.clone());
        if is_known::<Tool>(&Json::Object(with_member.clone())) {
            mended = with_member;
        }
    }
    Some(Json::Object(mended))
}

/// Whether a value is one of the protocol.
fn is_known<T: DeserializeOwned>(json: &Json) -> bool {
    serde_json::from_value::<T>(json.clone()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_without_a_schema_takes_any_object() {
        for schema in [json!(null), json!([]), json!("object"), json!(true)] {
            let mut message = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [
                { "name": "good", "inputSchema": { "type": "object", "required": ["a"] } },
                { "name": "bad", "description": "Does it.", "inputSchema": schema, "annotations": 7, "outputSchema": 8 },
                { "name": "none", "title": "T", "x-more": [1] },
                { "description": "nameless" },
                7,
            ] } });
            assert!(result(&mut message));
            assert_eq!(
                message["result"]["tools"],
                json!([
                    { "name": "good", "inputSchema": { "type": "object", "required": ["a"] } },
                    { "name": "bad", "inputSchema": { "type": "object" }, "description": "Does it." },
                    { "name": "none", "inputSchema": { "type": "object" }, "title": "T", "x-more": [1] },
                ])
            );
        }
    }

    #[test]
    fn a_content_of_an_unknown_kind_is_text() {
        let mut message = json!({ "result": { "content": [
            { "type": "text", "text": "a" },
            { "type": "video", "url": "u" },
            { "type": "text" },
            "bare",
        ] } });
        assert!(result(&mut message));
        let text = |text: &str| json!({ "type": "text", "text": text });
        assert_eq!(
            message["result"]["content"],
            json!([
                text("a"),
                text(r#"{"type":"video","url":"u"}"#),
                text(r#"{"type":"text"}"#),
                text("\"bare\""),
            ])
        );
        assert!(!result(&mut message));
    }
}
