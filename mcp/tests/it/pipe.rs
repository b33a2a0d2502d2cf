//! One client over a pipe: messages, cancellations and the end of the connection.

use std::time::Instant;

use isolate_mcp::{Server, ServerLimits};
use isolate_tools::Settings;
use serde_json::{Value as Json, json};
use tokio::io::AsyncBufReadExt as _;

use crate::{Raw, VERSION, server, text, toolbox, workspace};

const FOREVER: &str = "() => { for (;;) {} }";

fn program(code: &str) -> Json {
    json!({ "name": "run", "arguments": { "code": code } })
}

#[tokio::test]
async fn a_client_is_initialised_and_served() {
    let server = server(&[("/a", b"one\n")]);
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        (VERSION, VERSION),
        ("1999-01-01", VERSION),
        // The newest has no greeting: whoever greets gets the newest that has one.
        ("2026-07-28", VERSION),
    ] {
        let mut raw = Raw::connect(&server);
        let greeting = raw.greet(asked).await;
        assert_eq!(greeting["protocolVersion"], spoken, "{asked}");
        assert_eq!(greeting["serverInfo"]["name"], "isolate");
        assert!(
            greeting["instructions"]
                .as_str()
                .unwrap()
                .contains("<untrusted-")
        );
        assert_eq!(greeting["capabilities"]["resources"]["subscribe"], true);
        assert_eq!(raw.ask("ping", json!({})).await["result"], json!({}));
        let read = raw.call("read", json!({ "path": "/a" })).await;
        assert!(text(&read).contains("one\n"), "{read}");
        assert_eq!(read["isError"], false);
        let read = raw.call("read", json!({ "path": "/b" })).await;
        assert_eq!(read["isError"], true);
        assert!(text(&read).contains("\"code\":\"not_found\""), "{read}");
        assert!(read.get("structuredContent").is_none());
        assert_eq!(raw.end().await, [] as [Json; 0]);
    }
}

/// Versions from 2026-07-28 on have no session: every request says what it speaks.
#[tokio::test]
async fn a_client_of_the_newest_version_needs_no_initialisation() {
    let server = server(&[("/a", b"one\n")]);
    let mut raw = Raw::connect(&server);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
    });
    let found = raw.ask("server/discover", json!({ "_meta": meta })).await;
    let versions = &found["result"]["supportedVersions"];
    assert!(
        versions.as_array().unwrap().contains(&"2026-07-28".into()),
        "{found}"
    );
    let call = json!({ "name": "read", "arguments": { "path": "/a" }, "_meta": meta });
    let read = raw.ask("tools/call", call).await["result"].clone();
    assert_eq!(read["resultType"], "complete", "{read}");
    let call = json!({
        "name": "edit",
        "arguments": { "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }] },
        "_meta": meta,
    });
    // What such a client has read, it has read.
    let edited = raw.ask("tools/call", call).await["result"].clone();
    assert_eq!(edited["isError"], false, "{edited}");
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

/// A program that fails is a failed call, shown as the command shows it.
#[tokio::test]
async fn a_program_that_fails_is_an_error_with_its_place() {
    let mut raw = Raw::greeted(&server(&[])).await;
    let answer = raw
        .call("run", json!({ "code": "() => {\n  nope();\n}" }))
        .await;
    assert_eq!(answer["isError"], true);
    let text = text(&answer);
    assert!(
        text.contains("ReferenceError: nope is not defined"),
        "{text}"
    );
    assert!(text.contains("\n2 |   nope();\n  |   ^\n"), "{text}");
}

#[tokio::test]
async fn a_cancelled_call_ends_is_undone_and_is_not_answered() {
    let files = workspace(&[]);
    let mut raw = Raw::greeted(&Server::new(toolbox(&files, Settings::default()))).await;
    let code = "() => { state.writeFile('/x', '1'); for (;;) {} }";
    let id = raw.request("tools/call", program(code)).await;
    raw.tell("notifications/cancelled", json!({ "requestId": id }))
        .await;
    raw.ask("ping", json!({})).await;
    let rest = raw.end().await;
    assert_eq!(rest, [] as [Json; 0], "a cancelled request gets no answer");
    let tree = files.tree().unwrap();
    assert!(
        !tree
            .exists(&isolate_host::text::VPath::parse("/x").unwrap())
            .unwrap()
    );
}

/// However many calls run and wait, cancellations are read, and those that wait leave the queue.
#[tokio::test]
async fn cancellations_are_read_while_any_number_of_calls_run() {
    let limits = ServerLimits::new().calls(2);
    let mut raw = Raw::greeted(&server(&[]).with_limits(limits)).await;
    let mut ids = Vec::new();
    for _ in 0..60 {
        ids.push(raw.request("tools/call", program(FOREVER)).await);
    }
    // Read while all of them are unanswered.
    raw.ask("ping", json!({})).await;
    for id in ids {
        raw.tell("notifications/cancelled", json!({ "requestId": id }))
            .await;
    }
    let one = raw.call("run", json!({ "code": "1" })).await;
    assert_eq!(one["structuredContent"]["status"], "ok", "{one}");
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

#[tokio::test]
async fn a_full_queue_refuses_calls_with_advice() {
    let limits = ServerLimits::new()
        .calls(1)
        .waiting(1)
        .waiting_bytes(10_000);
    let mut raw = Raw::greeted(&server(&[]).with_limits(limits)).await;
    let runs = raw.request("tools/call", program(FOREVER)).await;
    // Arguments that are too large to wait; nothing waits before.
    let large = json!({ "code": "1", "input": "x".repeat(20_000) });
    let answer = raw
        .ask("tools/call", json!({ "name": "run", "arguments": large }))
        .await;
    let why = answer["error"]["message"].as_str().unwrap();
    assert!(
        why.contains("the server is busy") && why.contains("Call again"),
        "{why}"
    );
    let waits = raw.request("tools/call", program(FOREVER)).await;
    let answer = loop {
        let answer = raw.ask("tools/call", program(FOREVER)).await;
        if answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("busy")
        {
            break answer;
        }
    };
    assert_eq!(answer["error"]["code"], -32_603);
    for id in [runs, waits] {
        raw.tell("notifications/cancelled", json!({ "requestId": id }))
            .await;
    }
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

#[tokio::test]
async fn progress_is_reported_on_request() {
    let limits = ServerLimits::new().calls(1);
    let mut raw = Raw::greeted(&server(&[]).with_limits(limits)).await;
    let runs = raw.request("tools/call", program(FOREVER)).await;
    let mut params = program("1");
    params["_meta"] = json!({ "progressToken": "t" });
    let id = raw.request("tools/call", params).await;
    let waits = raw.notified("notifications/progress").await;
    assert_eq!(waits["progressToken"], "t");
    assert_eq!(waits["message"], "waits for other calls");
    raw.tell("notifications/cancelled", json!({ "requestId": runs }))
        .await;
    let begun = raw.notified("notifications/progress").await;
    assert_eq!(begun["message"], "runs");
    let number = |progress: &Json| progress["progress"].as_f64().unwrap();
    assert!(number(&begun) > number(&waits), "{waits} {begun}");
    assert_eq!(begun["total"], 30.0);
    assert_eq!(raw.answer(id).await["result"]["isError"], false);
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

/// Halves of surrogate pairs are legal JSON; a client would wait for ever for an answer without its id.
#[tokio::test]
async fn half_surrogates_are_read_and_broken_messages_are_answered_with_their_id() {
    let limits = ServerLimits::new().message_bytes(2_000);
    let mut raw = Raw::greeted(&server(&[]).with_limits(limits)).await;
    let call = |id: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"write","arguments":{arguments}}}}}"#
        )
    };
    raw.line(&call(
        "41",
        r#"{"path":"/half","content":"a\ud83d b\ude00"}"#,
    ))
    .await;
    let answer = raw.answer(41).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let read = raw.call("read", json!({ "path": "/half" })).await;
    assert!(text(&read).contains("a\u{fffd} b\u{fffd}"), "{read}");
    raw.line(&format!(
        "\u{feff}{}",
        call("42", r#"{"path":"/marked","content":"x"}"#)
    ))
    .await;
    assert_eq!(raw.answer(42).await["result"]["isError"], false);
    for (id, arguments) in [(43, r#"{"path":"\x"}"#), (44, "{'a':1}"), (45, "{")] {
        raw.line(&call(&id.to_string(), arguments)).await;
        assert_eq!(raw.answer(id).await["error"]["code"], -32_700);
    }
    let long = "x".repeat(5_000);
    raw.line(&call(
        "46",
        &format!(r#"{{"path":"/long","content":"{long}"}}"#),
    ))
    .await;
    assert_eq!(raw.answer(46).await["error"]["code"], -32_600);
    // Some clients write the id last.
    raw.line(&format!(
        r#"{{"method":"ping","params":{{"a":"{long}"}},"jsonrpc":"2.0","id":47}}"#
    ))
    .await;
    assert_eq!(raw.answer(47).await["error"]["code"], -32_600);
    raw.line("{oops").await;
    let answer = raw.next().await.unwrap();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&Json::Null, &json!(-32_700))
    );
    assert!(answer.as_object().unwrap().contains_key("id"), "{answer}");
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

/// What no message is gets an error, and the connection goes on.
#[tokio::test]
async fn invalid_messages_are_answered_and_leave_no_state() {
    let limits = ServerLimits::new().message_bytes(1_000);
    let mut raw = Raw::connect(&server(&[]).with_limits(limits));
    let deep = format!("{{\"jsonrpc\":\"2.0\",\"a\":{}", "[".repeat(300));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(5_000));
    let cases = [
        ("not json".to_owned(), -32_700, "not valid JSON"),
        ("\u{0}\u{1}".to_owned(), -32_700, "not valid JSON"),
        (deep, -32_700, "nested too deeply"),
        (long, -32_600, "the limit is 1000 bytes"),
        ("[]".to_owned(), -32_600, "batches"),
        (
            "{\"jsonrpc\":\"2.0\"}".to_owned(),
            -32_600,
            "needs a method",
        ),
    ];
    for _ in 0..2 {
        for (line, code, words) in &cases {
            raw.line(line).await;
            let answer = raw.next().await.unwrap();
            assert_eq!(answer["error"]["code"], *code, "{answer}");
            assert!(
                answer["error"]["message"].as_str().unwrap().contains(words),
                "{answer}"
            );
        }
        // Empty lines and notifications of nobody are no messages to answer.
        raw.line("").await;
        raw.line("  \r").await;
        raw.tell("notifications/nobody", json!({})).await;
        let before = raw.ask("tools/list", json!({})).await;
        assert!(before.get("error").is_some() || before["result"]["tools"].is_array());
        raw.greet(VERSION).await;
    }
    assert_eq!(raw.end().await, [] as [Json; 0]);
}

/// Before a session begins there is nothing that could be cancelled, or told.
#[tokio::test]
async fn messages_before_initialisation_do_not_end_the_session() {
    let mut raw = Raw::connect(&server(&[]));
    raw.tell("notifications/initialized", json!({})).await;
    assert_eq!(raw.ask("ping", json!({})).await["result"], json!({}));
    raw.tell("notifications/cancelled", json!({ "requestId": 1 }))
        .await;
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2999-01-01" });
    assert!(
        raw.ask("tools/list", json!({ "_meta": meta }))
            .await
            .get("error")
            .is_some()
    );
    raw.line("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
        .await;
    let discovered = raw.ask("server/discover", json!({})).await;
    assert!(discovered.get("error").is_some(), "{discovered}");
    raw.tell("notifications/initialized", json!({})).await;
    raw.greet(VERSION).await;
    assert_eq!(
        raw.call("ls", json!({ "path": "/" })).await["isError"],
        false
    );
}

/// A client that reads no answers is not listened to, instead of filling the memory with them; when
/// it reads on, all of them come.
#[tokio::test]
async fn a_client_that_does_not_read_is_not_read_from() {
    const BYTES: usize = 4 << 20;
    let limits = ServerLimits::new().unread_bytes(1 << 20);
    let files = workspace(&[("/large", "x".repeat(BYTES).as_bytes())]);
    let server = Server::new(toolbox(&files, Settings::default())).with_limits(limits);
    let mut raw = Raw::greeted(&server).await;
    let params = json!({ "uri": "isolate://workspace/large" });
    let read = raw.request("resources/read", params).await;
    // The answer has begun, and does not fit into what lies between the two.
    assert!(!raw.input.get_mut().fill_buf().await.unwrap().is_empty());
    let arguments = json!({ "path": "/new", "content": "x" });
    let params = json!({ "name": "write", "arguments": arguments });
    let write = raw.request("tools/call", params).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let path = isolate_host::text::VPath::parse("/new").unwrap();
    assert!(!files.tree().unwrap().exists(&path).unwrap());
    let answer = raw.answer(read).await;
    let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
    assert_eq!(text.len(), BYTES);
    assert_eq!(raw.answer(write).await["result"]["isError"], false);
    assert!(files.tree().unwrap().exists(&path).unwrap());
}

#[tokio::test]
async fn requests_with_wrong_parameters_list_the_valid_ones() {
    let mut raw = Raw::greeted(&server(&[])).await;
    for (method, params, code, words) in [
        ("no/such", json!({}), -32_601, "unknown method \"no/such\""),
        ("tools/call", json!({}), -32_602, "needs the name of a tool"),
        (
            "tools/call",
            json!({ "name": "ls", "args": {} }),
            -32_602,
            "use `arguments`",
        ),
        (
            "resources/read",
            json!({ "url": "x" }),
            -32_602,
            "missing field `uri`",
        ),
        (
            "prompts/get",
            json!({ "name": "other" }),
            -32_602,
            "the prompt \"other\" does not exist",
        ),
        (
            "prompts/get",
            json!({ "name": "system", "arguments": { "form": "x" } }),
            -32_602,
            "tools, programs, compact, actions",
        ),
        (
            "tools/list",
            json!({ "cursor": "x" }),
            -32_602,
            "start again without a cursor",
        ),
        (
            "resources/list",
            json!({ "cursor": "x" }),
            -32_602,
            "start again without a cursor",
        ),
        (
            "logging/setLevel",
            json!({ "level": "loud" }),
            -32_602,
            "unknown variant `loud`",
        ),
    ] {
        let answer = raw.ask(method, params).await;
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{method}: {message}");
    }
    // An argument that a tool does not have is for the model to repair.
    let answer = raw.call("ls", json!({ "pth": "/d" })).await;
    assert!(text(&answer).contains("similar: `path`"), "{answer}");
    let answer = raw.call("reed", json!({})).await;
    assert!(text(&answer).contains("similar: `read`"), "{answer}");
}

/// At the end of the input, calls that run are answered first.
#[tokio::test]
async fn the_end_of_the_input_waits_for_calls() {
    let mut raw = Raw::greeted(&server(&[])).await;
    let code = "async () => { await new Promise((done) => setTimeout(done, 300)); return 7; }";
    let first = raw.request("tools/call", program(code)).await;
    let second = raw.request("tools/call", program(code)).await;
    let mut ids: Vec<Json> = raw
        .end()
        .await
        .iter()
        .map(|answer| answer["id"].clone())
        .collect();
    ids.sort_by_key(Json::as_i64);
    assert_eq!(ids, [json!(first), json!(second)]);
}

/// Whoever stops a server does not wait for programs.
#[tokio::test]
async fn a_stopped_server_cancels_its_calls() {
    let settings = Settings::new().run_limits(
        isolate_host::Limits::new()
            .timeout(std::time::Duration::from_secs(600))
            .fuel(i64::MAX as u64),
    );
    let server = Server::new(toolbox(&workspace(&[]), settings));
    let mut raw = Raw::greeted(&server).await;
    raw.request("tools/call", program(FOREVER)).await;
    raw.ask("ping", json!({})).await;
    let started = Instant::now();
    raw.stop.stop();
    let served = tokio::time::timeout(crate::PATIENCE, raw.served).await;
    assert!(
        served.is_ok(),
        "still serving after {:?}",
        started.elapsed()
    );
}
