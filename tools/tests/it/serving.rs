//! The tools over the Model Context Protocol.

use serde_json::{Value as Json, json};

use crate::tools;

/// What the server answers to messages, by identifier.
fn served(messages: &[Json]) -> Vec<Json> {
    let tools = tools(&[("/a", "one\n")]);
    let input: String = messages
        .iter()
        .map(|message| format!("{message}\n"))
        .collect();
    let mut output = Vec::new();
    tools.serve_mcp(input.as_bytes(), &mut output).unwrap();
    let mut answers: Vec<Json> = String::from_utf8(output)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_i64());
    answers
}

fn request(id: i64, method: &str, params: Json) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[test]
fn a_client_is_greeted_told_and_served() {
    let answers = served(&[
        request(1, "initialize", json!({ "protocolVersion": "2025-03-26" })),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        request(2, "tools/list", json!({})),
        request(
            3,
            "tools/call",
            json!({ "name": "read", "arguments": { "path": "/a" } }),
        ),
        request(
            4,
            "tools/call",
            json!({ "name": "read", "arguments": { "path": "/b" } }),
        ),
        request(5, "ping", json!({})),
    ]);
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-03-26");
    let listed = answers[1]["result"]["tools"].as_array().unwrap();
    assert!(
        listed
            .iter()
            .any(|tool| tool["name"] == "edit" && tool["inputSchema"]["type"] == "object")
    );
    assert_eq!(
        answers[2]["result"]["structuredContent"]["content"],
        "one\n"
    );
    assert_eq!(answers[2]["result"]["isError"], false);
    assert_eq!(answers[3]["result"]["isError"], true);
    let text = answers[3]["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"code\":\"not_found\""), "{text}");
    assert_eq!(answers[4]["result"], json!({}));
}

/// A program that fails is a failed call, shown as the command shows it.
#[test]
fn a_program_that_fails_is_an_error_with_its_place() {
    let tools = tools(&[]).with_sandbox(isolate_host::Sandbox::new().unwrap());
    let request = request(
        1,
        "tools/call",
        json!({ "name": "run", "arguments": { "code": "() => {\n  nope();\n}" } }),
    );
    let mut output = Vec::new();
    tools
        .serve_mcp(format!("{request}\n").as_bytes(), &mut output)
        .unwrap();
    let answer: Json = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["result"]["isError"], true);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("ReferenceError: nope is not defined"),
        "{text}"
    );
    assert!(text.contains("\n2 |   nope();\n  |   ^\n"), "{text}");
}

#[test]
fn a_cancelled_call_ends_and_is_not_answered() {
    let tools = tools(&[]).with_sandbox(isolate_host::Sandbox::new().unwrap());
    let code = "() => { for (;;) {} }";
    let messages = [
        request(
            1,
            "tools/call",
            json!({ "name": "run", "arguments": { "code": code } }),
        ),
        request(2, "ping", json!({})),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } }),
    ];
    let input: String = messages
        .iter()
        .map(|message| format!("{message}\n"))
        .collect();
    let mut output = Vec::new();
    tools.serve_mcp(input.as_bytes(), &mut output).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"
    );
}

#[test]
fn what_is_no_request_is_answered_too() {
    let answers = served(&[
        request(1, "resources/list", json!({})),
        request(2, "tools/call", json!({})),
        request(
            3,
            "tools/call",
            json!({ "name": "ls", "args": { "path": "/d" } }),
        ),
        request(
            4,
            "tools/call",
            json!({ "name": "ls", "arguments": { "pth": "/d" } }),
        ),
    ]);
    assert_eq!(
        answers[2]["error"]["message"],
        "tools/call has no member \"args\"; `arguments` is meant"
    );
    assert_eq!(answers[3]["result"]["isError"], true);
    let text = answers[3]["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("there is no argument \\\"pth\\\"; `path` may be meant"),
        "{text}"
    );
    assert_eq!(answers[0]["error"]["code"], -32_601);
    assert_eq!(answers[1]["error"]["code"], -32_602);
    let tools = tools(&[]);
    let mut output = Vec::new();
    tools
        .serve_mcp(&b"not json\n\n[]\n"[..], &mut output)
        .unwrap();
    let text = String::from_utf8(output).unwrap();
    let codes: Vec<Json> = text
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap()["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [json!(-32_700), json!(-32_600)]);
}
