//! The tools over the Model Context Protocol.

use serde_json::{Value as Json, json};

use isolate_tools::{Settings, ToolSet};

use crate::{call, tools};

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
        request(
            5,
            "tools/call",
            json!({ "name": "ls", "argumens": { "path": "/d" } }),
        ),
    ]);
    assert_eq!(
        answers[2]["error"]["message"],
        "tools/call has no member \"args\"; `arguments` is meant"
    );
    assert_eq!(
        answers[4]["error"]["message"],
        "tools/call has no member \"argumens\"; `arguments` is meant"
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

/// The names that are listed, and what each says of its effects.
fn listed(tools: &isolate_tools::Toolbox) -> Vec<(String, bool)> {
    let message = format!("{}\n", request(1, "tools/list", json!({})));
    let mut output = Vec::new();
    tools.serve_mcp(message.as_bytes(), &mut output).unwrap();
    let answer: Json = serde_json::from_slice(&output).unwrap();
    let tools = answer["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| {
            let is_read_only = tool["annotations"]["readOnlyHint"].as_bool().unwrap();
            (tool["name"].as_str().unwrap().to_owned(), is_read_only)
        })
        .collect()
}

fn with(settings: Settings) -> isolate_tools::Toolbox {
    crate::tools_with(&[("/a", "one\n")], settings)
        .with_sandbox(isolate_host::Sandbox::new().unwrap())
}

#[test]
fn a_set_of_tools_is_listed_and_all_can_be_called() {
    let names = |set: ToolSet| -> Vec<String> {
        let settings = Settings {
            tools: set,
            ..Settings::default()
        };
        let tools = with(settings);
        // What is not listed is hidden, not forbidden.
        assert!(
            call(&tools, "undo", json!({}))
                .error()
                .unwrap()
                .code
                .as_str()
                == "invalid_argument"
        );
        assert!(call(&tools, "exec", json!({ "command": "1" })).is_ok());
        listed(&tools).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(
        names(ToolSet::Run),
        [
            "describe",
            "glob",
            "grep",
            "ls",
            "read",
            "stat",
            "tree",
            "run",
            "run_readonly"
        ]
    );
    let plain = names(ToolSet::Plain);
    assert!(plain.contains(&"edit".to_owned()) && plain.contains(&"undo".to_owned()));
    for program in ["run", "run_readonly", "describe", "exec"] {
        assert!(!plain.contains(&program.to_owned()), "{program}");
    }
    let all = names(ToolSet::All);
    assert_eq!(all.len(), plain.len() + 3);
    // A program as a command is what `run` is for.
    assert!(!all.contains(&"exec".to_owned()));
}

/// A model pays for a list before it does anything. Tokens are counted in `tokens`; one of them is
/// about four bytes here.
#[test]
fn lists_stay_small() {
    for (set, bytes_max) in [
        (ToolSet::Run, 12_600),
        (ToolSet::Plain, 22_000),
        (ToolSet::All, 28_500),
    ] {
        let tools = with(Settings {
            tools: set,
            ..Settings::default()
        });
        let message = format!("{}\n", request(1, "tools/list", json!({})));
        let mut output = Vec::new();
        tools.serve_mcp(message.as_bytes(), &mut output).unwrap();
        assert!(output.len() <= bytes_max, "{set:?}: {}", output.len());
    }
}

/// The instructions of a server are the prompt of the tools that it lists.
#[test]
fn a_server_tells_how_its_tools_are_used() {
    for (_, set) in ToolSet::NAMES {
        let tools = with(Settings {
            tools: set,
            ..Settings::default()
        });
        let message = format!("{}\n", request(1, "initialize", json!({})));
        let mut output = Vec::new();
        tools.serve_mcp(message.as_bytes(), &mut output).unwrap();
        let answer: Json = serde_json::from_slice(&output).unwrap();
        let told = answer["result"]["instructions"].as_str().unwrap();
        assert_eq!(told, tools.prompt());
        assert!(told.contains("<untrusted-"));
    }
}

#[test]
fn a_read_only_server_runs_programs_that_only_look() {
    let policy = isolate_tools::Policy {
        read_only: true,
        ..Default::default()
    };
    let tools = with(Settings {
        policy,
        ..Settings::default()
    });
    let listed = listed(&tools);
    assert!(listed.iter().all(|(_, is_read_only)| *is_read_only));
    assert!(listed.iter().any(|(name, _)| name == "run"));
    assert!(
        !listed
            .iter()
            .any(|(name, _)| name == "write" || name == "run_readonly")
    );
    let read = crate::data(&tools, "run", json!({ "code": "state.readFile('/a')" }));
    assert_eq!(read["result"], "one\n");
    let reply = call(&tools, "run", json!({ "code": "state.rm('/a')" }));
    assert!(
        reply
            .error()
            .unwrap()
            .excerpt
            .as_deref()
            .unwrap()
            .contains("EROFS")
    );
}

#[test]
fn a_program_that_promised_to_look_changes_nothing() {
    let tools = with(Settings::default());
    let reply = call(&tools, "run_readonly", json!({ "code": "state.rm('/a')" }));
    assert!(
        reply
            .error()
            .unwrap()
            .excerpt
            .as_deref()
            .unwrap()
            .contains("EROFS")
    );
    let long = call(
        &tools,
        "run_readonly",
        json!({ "code": "'x'.repeat(1 << 20)" }),
    );
    assert!(long.is_ok() && long.receipt().op_id.is_none());
    assert_eq!(
        crate::data(&tools, "ls", json!({ "path": "/" }))["total"],
        1
    );
    let told = crate::data(&tools, "describe", json!({ "query": "hashFile" }));
    assert!(told["methods"].as_str().unwrap().contains("hashFile("));
}
