//! Converts the results of a server to values for programs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_host::{
    FunctionError, InexactInteger, JsonCount, Value, from_json, from_json_as,
    integer_beyond_64_bits, without_half_surrogates,
};
use rmcp::model::{CallToolResult, ContentBlock, ReadResourceResult, ResourceContents};
use serde_json::Value as Json;

/// The maximum size of the text of a tool's error, in bytes.
const ERROR_BYTES_MAX: usize = 8 << 10;

/// JSON values of an answer, at most: a hundred bytes are used for each, in several copies.
pub(super) const VALUES_MAX: u64 = 500_000;

/// The code of an error that a tool returned.
pub(super) const TOOL_ERROR: &str = "ETOOL";

/// The value of a tool's result, and a note about omitted parts.
///
/// `structuredContent`, if present, is the value. Otherwise a single content is the value, and
/// several contents are an array. Text that is a JSON object or array is parsed (any JSON, if the
/// tool has an output schema), other text is a string, and images, audio and blobs are objects
/// with their bytes.
pub(super) fn value(
    tool: &str,
    result: CallToolResult,
    schema: Option<&Json>,
) -> Result<(Value, Option<String>), FunctionError> {
    if result.is_error == Some(true) {
        return Err(failure(tool, &result));
    }
    if let Some(structure) = &result.structured_content {
        // Text repeats the structure, for clients that know none.
        let others = result.content.iter();
        let others = others.filter(|content| !matches!(content, ContentBlock::Text(_)));
        let note = match others.count() {
            0 => None,
            count => Some(format!(
                "{count} contents beside the structured one were left out"
            )),
        };
        return Ok((exact(tool, structure, schema)?, note));
    }
    let mut values = result
        .content
        .iter()
        .map(|content| content_value(tool, content, schema))
        .collect::<Result<Vec<_>, _>>()?;
    let value = match values.len() {
        0 => Value::Undefined,
        1 => values.remove(0),
        _ => Value::Array(values),
    };
    Ok((value, None))
}

/// The contents of a resource: an object, or an array of objects if there are several.
pub(super) fn resource_value(result: &ReadResourceResult) -> Result<Value, FunctionError> {
    let mut values = result
        .contents
        .iter()
        .map(contents_value)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(match values.len() {
        1 => values.remove(0),
        _ => Value::Array(values),
    })
}

fn failure(tool: &str, result: &CallToolResult) -> FunctionError {
    let mut text = String::new();
    for content in &result.content {
        let part = match content {
            ContentBlock::Text(content) => content.text.as_str(),
            ContentBlock::Resource(resource) => match &resource.resource {
                ResourceContents::TextResourceContents { text, .. } => text,
                _ => continue,
            },
            _ => continue,
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(part);
    }
    let data = result
        .structured_content
        .clone()
        .or_else(|| structure(&text).filter(|_| integer_beyond_64_bits(text.as_bytes()).is_none()));
    if text.is_empty() {
        text = match &data {
            Some(data) => data.to_string(),
            None => format!("the tool {tool:?} failed without a word"),
        };
    }
    if text.len() > ERROR_BYTES_MAX {
        text.truncate(text.floor_char_boundary(ERROR_BYTES_MAX));
        text.push_str("… (the rest is cut)");
    }
    let error = FunctionError::new(text).with_code(TOOL_ERROR);
    match data {
        Some(data) => error.with_data(data),
        None => error,
    }
}

/// Parses a text that is a JSON object or array.
fn structure(text: &str) -> Option<Json> {
    let is_likely = text.trim_start().starts_with(['{', '[']);
    is_likely.then(|| parsed(text)).flatten()
}

/// Parses a text, in which halves of surrogate pairs become U+FFFD.
fn parsed(text: &str) -> Option<Json> {
    serde_json::from_slice(&without_half_surrogates(text.as_bytes())).ok()
}

/// JSON of the server as a program receives it, unless an integer would lose digits.
fn exact(tool: &str, json: &Json, schema: Option<&Json>) -> Result<Value, FunctionError> {
    from_json_as(json, schema).map_err(|inexact| inexact_answer(tool, &inexact))
}

fn inexact_answer(tool: &str, inexact: &InexactInteger) -> FunctionError {
    FunctionError::new(format!("{tool} answered {inexact}")).with_code("EBADMSG")
}

fn content_value(
    tool: &str,
    content: &ContentBlock,
    schema: Option<&Json>,
) -> Result<Value, FunctionError> {
    Ok(match content {
        ContentBlock::Text(content) => {
            let is_much = JsonCount::of(content.text.as_bytes()).values > VALUES_MAX;
            let json = match schema {
                Some(_) if is_much => {
                    let text = format!(
                        "{tool} answered more than {VALUES_MAX} JSON values: ask for less, such as a page or fewer fields"
                    );
                    return Err(FunctionError::new(text).with_code("E2BIG"));
                }
                // Nothing says that it is JSON: it stays text.
                None if is_much => None,
                Some(_) => parsed(&content.text),
                None => structure(&content.text),
            };
            match json {
                Some(json) => match integer_beyond_64_bits(content.text.as_bytes()) {
                    Some(inexact) => return Err(inexact_answer(tool, &inexact)),
                    None => exact(tool, &json, schema)?,
                },
                None => Value::String(content.text.as_str().into()),
            }
        }
        ContentBlock::Image(image) => media("image", &image.mime_type, &image.data)?,
        ContentBlock::Audio(audio) => media("audio", &audio.mime_type, &audio.data)?,
        ContentBlock::Resource(resource) => contents_value(&resource.resource)?,
        other => from_json(&serde_json::to_value(other).map_err(unknown)?),
    })
}

fn media(kind: &str, mime_type: &str, data: &str) -> Result<Value, FunctionError> {
    Ok(Value::Object(vec![
        ("type".into(), Value::String(kind.into())),
        ("mimeType".into(), Value::String(mime_type.into())),
        ("data".into(), bytes(kind, data)?),
    ]))
}

fn contents_value(contents: &ResourceContents) -> Result<Value, FunctionError> {
    let (uri, mime_type, content) = match contents {
        ResourceContents::TextResourceContents {
            uri,
            mime_type,
            text,
            ..
        } => (
            uri,
            mime_type,
            ("text".into(), Value::String(text.as_str().into())),
        ),
        ResourceContents::BlobResourceContents {
            uri,
            mime_type,
            blob,
            ..
        } => (uri, mime_type, ("data".into(), bytes("resource", blob)?)),
        other => return Ok(from_json(&serde_json::to_value(other).map_err(unknown)?)),
    };
    let mut members = vec![("uri".into(), Value::String(uri.as_str().into()))];
    if let Some(mime_type) = mime_type {
        members.push(("mimeType".into(), Value::String(mime_type.as_str().into())));
    }
    members.push(content);
    Ok(Value::Object(members))
}

fn bytes(kind: &str, data: &str) -> Result<Value, FunctionError> {
    STANDARD
        .decode(data.trim_ascii())
        .map(Value::Bytes)
        .map_err(|cause| {
            let text = format!("the data of a content of type {kind} is not valid base64: {cause}");
            FunctionError::new(text).with_code("EBADMSG")
        })
}

fn unknown(cause: serde_json::Error) -> FunctionError {
    FunctionError::new(format!(
        "the server returned a content that is not valid JSON: {cause}"
    ))
    .with_code("EBADMSG")
}

#[cfg(test)]
mod tests {
    use super::{VALUES_MAX, value};
    use isolate_host::{Value, from_json, to_json};
    use rmcp::model::CallToolResult;
    use serde_json::{Value as Json, json};

    fn result(json: Json) -> CallToolResult {
        serde_json::from_value(json).unwrap()
    }

    fn text(text: &str) -> Json {
        json!({ "type": "text", "text": text })
    }

    #[test]
    fn structured_content_takes_precedence() {
        let given = result(json!({
            "content": [text("{\"a\":2}"), { "type": "image", "data": "AQ==", "mimeType": "image/png" }],
            "structuredContent": { "a": 1 },
        }));
        let (value, note) = value("t", given, Some(&json!({}))).unwrap();
        assert_eq!(to_json(&value), Some(json!({ "a": 1 })));
        assert!(note.unwrap().starts_with("1 contents"));
    }

    #[test]
    fn text_that_is_json_is_parsed() {
        for (given, has_schema, expected) in [
            ("{\"a\":[1]}", false, json!({ "a": [1] })),
            (" [1, 2]\n", false, json!([1, 2])),
            ("5", false, json!("5")),
            ("5", true, json!(5)),
            ("{no json}", false, json!("{no json}")),
            ("[see below]", true, json!("[see below]")),
            ("", false, json!("")),
        ] {
            let answered = result(json!({ "content": [text(given)] }));
            let anything = json!({});
            let schema = has_schema.then_some(&anything);
            let (value, _) = value("t", answered, schema).unwrap();
            assert_eq!(value, from_json(&expected), "{given}");
        }
    }

    /// A text is one value of its message, whatever is in it.
    #[test]
    fn a_text_of_too_many_values_becomes_no_tree() {
        let list = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
        let most = usize::try_from(VALUES_MAX).unwrap();
        let schema = json!({ "type": "array" });
        for (values, is_much) in [(most, false), (most + 1, true)] {
            let answered = || result(json!({ "content": [text(&list(values))] }));
            let (plain, _) = value("t", answered(), None).unwrap();
            assert_eq!(matches!(plain, Value::String(_)), is_much);
            let declared = value("t", answered(), Some(&schema));
            let code = declared.map_err(|error| error.code).err();
            assert_eq!(code.as_deref(), is_much.then_some("E2BIG"));
        }
    }

    #[test]
    fn an_integer_keeps_its_digits_or_is_refused() {
        let schema = json!({ "properties": { "id": { "type": "integer", "format": "int64" } } });
        let large = json!({ "id": 9_007_199_254_740_993_u64 });
        let structured = json!({ "content": [], "structuredContent": large });
        let in_text = json!({ "content": [text(&large.to_string())] });
        for answered in [structured, in_text] {
            let (value, _) = super::value("t", result(answered.clone()), Some(&schema)).unwrap();
            let id = Value::BigInt("9007199254740993".to_owned());
            assert_eq!(value.member("id"), Some(&id));
            let error = super::value("t", result(answered), None).unwrap_err();
            assert_eq!(error.code, "EBADMSG");
            assert!(error.message.starts_with("t answered .id: "), "{error}");
        }
        let larger = json!({ "content": [text("{\"id\": 99999999999999999999}")] });
        let error = value("t", result(larger), Some(&schema)).unwrap_err();
        assert!(
            error
                .message
                .contains(".id: the integer 99999999999999999999"),
            "{error}"
        );
    }

    #[test]
    fn contents_become_values() {
        let none = value("t", result(json!({ "content": [] })), None)
            .unwrap()
            .0;
        assert_eq!(none, Value::Undefined);
        let several = result(json!({ "content": [
            text("a"),
            { "type": "image", "data": "AQID", "mimeType": "image/png" },
            { "type": "resource", "resource": { "uri": "x:1", "blob": "/w==" } },
            { "type": "resource", "resource": { "uri": "x:2", "mimeType": "text/plain", "text": "hi" } },
            { "type": "resource_link", "uri": "x:3", "name": "three" },
        ] }));
        let several = value("t", several, None).unwrap().0;
        assert_eq!(
            to_json(&several),
            Some(json!([
                "a",
                { "type": "image", "mimeType": "image/png", "data": { "$bytes": "AQID" } },
                { "uri": "x:1", "data": { "$bytes": "/w==" } },
                { "uri": "x:2", "mimeType": "text/plain", "text": "hi" },
                { "type": "resource_link", "uri": "x:3", "name": "three" },
            ]))
        );
        let wrong = json!({ "content": [{ "type": "audio", "data": "?", "mimeType": "a/b" }] });
        let error = value("t", result(wrong), None).unwrap_err();
        assert_eq!(error.code, "EBADMSG");
        assert!(error.message.contains("not valid base64"), "{error}");
    }

    #[test]
    fn errors_carry_text_and_data() {
        let error = |json| value("t", result(json), Some(&json!({}))).unwrap_err();
        let failure = error(
            json!({ "isError": true, "content": [text("no such repository"), text("try again")] }),
        );
        assert_eq!(failure.code, "ETOOL");
        assert_eq!(failure.message, "no such repository\ntry again");
        assert_eq!(failure.data, None);
        let failure = error(json!({ "isError": true, "content": [text("{\"status\":404}")] }));
        assert_eq!(failure.data.as_deref(), Some(&json!({ "status": 404 })));
        // The text has the digits that data would not have.
        let large = text("{\"id\":99999999999999999999}");
        let failure = error(json!({ "isError": true, "content": [large] }));
        assert_eq!(failure.message, "{\"id\":99999999999999999999}");
        assert_eq!(failure.data, None);
        let failure =
            error(json!({ "isError": true, "content": [], "structuredContent": { "x": 1 } }));
        assert_eq!(
            (failure.message.as_str(), failure.data.as_deref()),
            ("{\"x\":1}", Some(&json!({ "x": 1 })))
        );
        let failure = error(json!({ "isError": true, "content": [] }));
        assert!(failure.message.contains("\"t\" failed"), "{failure}");
        let failure = error(json!({ "isError": true, "content": [text(&"ä".repeat(10_000))] }));
        assert!(failure.message.len() < 9_000);
    }
}
