//! Parses messages. Invalid ones are refused with a text that says what is wrong.

use std::borrow::Cow;

use isolate_host::{JsonCount, JsonFault, exact_json, without_half_surrogates};
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetMeta as _, JsonRpcError,
    JsonRpcMessage, ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use serde_json::{Map, Value as Json};

use super::held::Held;
use crate::sketch::Sketch;

/// The maximum nesting of a message: the recursion limit of `serde_json`.
const DEPTH_MAX: u64 = 127;

/// The refusal of a message.
#[derive(Debug)]
pub(super) struct Refused {
    id: Option<RequestId>,
    error: Box<ErrorData>,
}

impl Refused {
    fn new(id: Option<RequestId>, code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id,
            error: Box::new(ErrorData::new(code, message.into(), None)),
        }
    }

    pub(super) fn too_long(bytes_max: usize, id: Option<RequestId>) -> Self {
        let text = format!(
            "the message is too long: the limit is {bytes_max} bytes. Write large files in \
             parts, with append"
        );
        Self::new(id, ErrorCode::INVALID_REQUEST, text)
    }

    pub(super) fn into_message(self) -> ServerJsonRpcMessage {
        ServerJsonRpcMessage::Error(JsonRpcError::new(self.id, *self.error))
    }
}

/// A message as JSON. An error that answers no known request has the id `null`, as JSON-RPC says.
pub(super) fn encoded(message: &ServerJsonRpcMessage) -> serde_json::Result<Vec<u8>> {
    match message {
        JsonRpcMessage::Error(error) if error.id.is_none() => {
            let mut json = serde_json::to_value(error)?;
            json["id"] = Json::Null;
            serde_json::to_vec(&json)
        }
        message => serde_json::to_vec(message),
    }
}

/// Parses a message as JSON of at most so many values, and checks its outer form. A refusal has the id of
/// the message, where one can be found.
pub(super) fn json(bytes: &[u8], values_max: u64) -> Result<Map<String, Json>, Refused> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let refused = |text| Refused::new(Sketch::of(bytes).id, ErrorCode::PARSE_ERROR, text);
    let count = JsonCount::of(bytes);
    if count.depth > DEPTH_MAX {
        return Err(refused(format!(
            "the message is nested too deeply: the limit is {DEPTH_MAX} levels"
        )));
    }
    if count.values > values_max {
        return Err(refused(format!(
            "the message has too many values: the limit is {values_max}. Pass large data as text, \
             and parse it in the program"
        )));
    }
    let parsed = match exact_json(bytes) {
        Ok(parsed) => parsed,
        Err(fault @ JsonFault::Invalid(_)) => return Err(refused(fault.about("the message"))),
        Err(fault) => {
            let id = Sketch::of(bytes).id;
            let text = fault.to_string();
            return Err(Refused::new(id, ErrorCode::INVALID_PARAMS, text));
        }
    };
    let Json::Object(message) = parsed else {
        let text = match parsed {
            Json::Array(_) => {
                "the protocol no longer supports batches: send each message separately"
            }
            _ => "a message must be a JSON object",
        };
        return Err(Refused::new(None, ErrorCode::INVALID_REQUEST, text));
    };
    check(&message)?;
    Ok(message)
}

/// Whether any parser of JSON reads the message as [`json`] does.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let has_mark = bytes.starts_with(b"\xef\xbb\xbf");
    !has_mark && matches!(without_half_surrogates(bytes), Cow::Borrowed(_))
}

/// Decodes a message. `None` for an unknown notification.
pub(super) fn message(
    mut json: Map<String, Json>,
) -> Result<Option<ClientJsonRpcMessage>, Refused> {
    let id = id_of(&json);
    let held = Held::of(&mut json);
    match serde_json::from_value(Json::Object(json)) {
        Ok(mut message) => {
            if let JsonRpcMessage::Request(request) = &mut message
                && let ClientRequest::CallToolRequest(call) = &mut request.request
            {
                held.give_back(&mut call.params);
            }
            Ok(Some(message))
        }
        Err(_) if id.is_none() => Ok(None),
        Err(cause) => Err(Refused::new(
            id,
            ErrorCode::INVALID_REQUEST,
            format!("the message is not a request of the protocol: {cause}"),
        )),
    }
}

/// Whether a message begins a session, or is a complete request of a version without sessions.
/// Before that, notifications and responses are ignored.
pub(super) fn begins(message: &ClientJsonRpcMessage) -> bool {
    let JsonRpcMessage::Request(request) = message else {
        return false;
    };
    match &request.request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => {
            let meta = other.get_meta();
            let version = meta.protocol_version();
            version.is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
                && meta
                    .missing_required_keys(&ProtocolVersion::V_2026_07_28)
                    .is_empty()
        }
    }
}

fn id_of(message: &Map<String, Json>) -> Option<RequestId> {
    let id = message.get("id").filter(|id| !id.is_null())?;
    serde_json::from_value(id.clone()).ok()
}

fn check(message: &Map<String, Json>) -> Result<(), Refused> {
    let invalid = |text: &str| {
        Err(Refused::new(
            id_of(message),
            ErrorCode::INVALID_REQUEST,
            text,
        ))
    };
    let id = message.get("id");
    if id.is_some_and(|id| !id.is_null()) && id_of(message).is_none() {
        return invalid("the id of a request must be a string or an integer");
    }
    match message.get("method") {
        Some(Json::String(_)) => {}
        Some(_) => return invalid("the method of a request must be a string"),
        None if message.contains_key("result") || message.contains_key("error") => return Ok(()),
        None => return invalid("a request needs a method"),
    }
    if message
        .get("jsonrpc")
        .is_none_or(|version| version != "2.0")
    {
        return invalid("a message needs \"jsonrpc\": \"2.0\"");
    }
    let params = message.get("params");
    if params.is_some_and(|params| !params.is_object()) {
        return invalid("the params of a request must be a JSON object");
    }
    if message
        .get("method")
        .is_some_and(|method| method == "tools/call")
    {
        let empty = Map::new();
        let params = params.and_then(Json::as_object).unwrap_or(&empty);
        if let Some(text) = wrong_call(params) {
            return Err(Refused::new(
                id_of(message),
                ErrorCode::INVALID_PARAMS,
                text,
            ));
        }
    }
    Ok(())
}

/// Describes what is wrong with the params of a call. A misspelt `arguments` must not become a call
/// without arguments.
fn wrong_call(params: &Map<String, Json>) -> Option<String> {
    const OTHER_NAMES: [&str; 5] = ["args", "argument", "input", "params", "parameters"];
    if !params.get("name").is_some_and(Json::is_string) {
        return Some("tools/call needs the name of a tool".to_owned());
    }
    match params.get("arguments") {
        Some(Json::Object(_)) => return None,
        None => {}
        Some(Json::Null) => return None,
        Some(_) => return Some("the `arguments` of tools/call must be a JSON object".to_owned()),
    }
    let misnamed = params
        .keys()
        .find(|name| OTHER_NAMES.contains(&name.as_str()) || is_nearly(name, "arguments"))?;
    Some(format!(
        "tools/call has no member {misnamed:?}; use `arguments`"
    ))
}

/// Whether two names differ in at most one letter, or in case.
fn is_nearly(name: &str, meant: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if name == meant {
        return true;
    }
    let (a, b) = (name.as_bytes(), meant.as_bytes());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a_rest, b_rest) = (&a[same..], &b[same..]);
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Equal => a_rest.get(1..) == b_rest.get(1..),
        std::cmp::Ordering::Less => b_rest.get(1..) == Some(a_rest),
        std::cmp::Ordering::Greater => a_rest.get(1..) == Some(b_rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> (Option<RequestId>, i32, String) {
        let refused = json(text.as_bytes(), 1000).unwrap_err();
        (
            refused.id,
            refused.error.code.0,
            refused.error.message.into_owned(),
        )
    }

    #[test]
    fn invalid_messages_are_refused_with_a_reason() {
        let cases = [
            (
                "not json",
                -32_700,
                "the message is not valid JSON: expected ident at line 1 column 2",
            ),
            (
                "[]",
                -32_600,
                "the protocol no longer supports batches: send each message separately",
            ),
            ("7", -32_600, "a message must be a JSON object"),
            ("{}", -32_600, "a request needs a method"),
            (
                r#"{"method":"ping"}"#,
                -32_600,
                "a message needs \"jsonrpc\": \"2.0\"",
            ),
            (
                r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#,
                -32_600,
                "the id of a request must be a string or an integer",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
                -32_600,
                "the params of a request must be a JSON object",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
                -32_602,
                "tools/call needs the name of a tool",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ls","args":{}}}"#,
                -32_602,
                "tools/call has no member \"args\"; use `arguments`",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ls","argumens":{}}}"#,
                -32_602,
                "tools/call has no member \"argumens\"; use `arguments`",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ls","arguments":"{}"}}"#,
                -32_602,
                "the `arguments` of tools/call must be a JSON object",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"input":[1,{"id":99999999999999999999}]}}}"#,
                -32_602,
                ".params.arguments.input[1].id: the integer 99999999999999999999 is beyond 64 bits: write it as text",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"input":-1e400}}}"#,
                -32_602,
                ".params.arguments.input: the number -1e400 is larger than numbers are: write it as text",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm","arguments":{"path":"/a","path":"/b"}}}"#,
                -32_602,
                ".params.arguments.path: the member is given twice: give it once",
            ),
        ];
        for (text, code, message) in cases {
            let (_, found_code, found) = refusal(text);
            assert_eq!((found_code, found.as_str()), (code, message), "{text}");
        }
        let deep = format!("{{\"a\":{}", "[".repeat(200_000));
        assert_eq!(
            refusal(&deep).2,
            "the message is nested too deeply: the limit is 127 levels"
        );
        for params in ["{}", "[1e400]", r#"{"a":1,"a":1}"#, "99999999999999999999"] {
            let text =
                format!(r#"{{"jsonrpc":"2.0","method":"tools/call","params":{params},"id":"x"}}"#);
            assert_eq!(
                refusal(&text).0,
                Some(RequestId::String("x".into())),
                "{text}"
            );
        }
    }

    #[test]
    fn a_message_that_cannot_be_parsed_is_refused_with_its_id() {
        for (broken, id) in [
            (
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"a":"\x"}}"#,
                3,
            ),
            (
                r#"{"method":"tools/call","params":{"a":tru},"jsonrpc":"2.0","id":4}"#,
                4,
            ),
            (r#"{"jsonrpc":"2.0","id":5,"method":"ping""#, 5),
        ] {
            let (found, code, _) = refusal(broken);
            assert_eq!(
                (found, code),
                (Some(RequestId::Number(id)), -32_700),
                "{broken}"
            );
        }
        let deep = format!("{{\"id\":6,\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
        assert_eq!(refusal(&deep).0, Some(RequestId::Number(6)));
        let many = format!("{{\"a\":[{}1],\"id\":7}}", "1,".repeat(2_000));
        assert_eq!(refusal(&many).0, Some(RequestId::Number(7)));
    }

    #[test]
    fn halves_of_surrogate_pairs_are_read() {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"content":"a\ud83d"}}}"#;
        let read = json(text.as_bytes(), 1000).unwrap();
        assert_eq!(read["params"]["arguments"]["content"], "a\u{fffd}");
        let marked = format!("\u{feff}{text}");
        assert!(json(marked.as_bytes(), 1000).is_ok());
    }

    #[test]
    fn valid_messages_are_accepted() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ls","_meta":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"no/such","params":{"a":1}}"#,
        ] {
            let parsed = message(json(text.as_bytes(), 1000).unwrap()).unwrap();
            assert!(parsed.is_some(), "{text}");
        }
    }
}
