//! The OpenAPI document: the committed copy, and whether the server answers as it says.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use serde_json::{Value as Json, json};

use crate::client::Answer;
use crate::{committed_document, start};

static DOCUMENT: LazyLock<Json> =
    LazyLock::new(|| serde_json::from_str(&isolate_service::openapi()).unwrap());

/// Operations that were asked for, whatever was answered.
static VISITED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The operation of a request, and its path in the document.
fn operation(method: &str, path: &str) -> Option<&'static Json> {
    let path = path.split('?').next().unwrap_or_default();
    let given: Vec<&str> = path.split('/').collect();
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let matching = paths.iter().filter(|(template, _)| {
        let parts: Vec<&str> = template.split('/').collect();
        let is_rest = template.ends_with("/{path}");
        let fits = parts
            .iter()
            .zip(&given)
            .all(|(part, given)| part.starts_with('{') && !given.is_empty() || part == given);
        fits && (parts.len() == given.len() || is_rest && given.len() > parts.len())
    });
    // A path without parameters counts more.
    let found = matching.max_by_key(|(template, _)| usize::MAX - template.matches('{').count());
    found?.1.get(method.to_ascii_lowercase())
}

pub(crate) fn visit(method: &str, path: &str) {
    if let Some(operation) = operation(method, path) {
        let id = operation["operationId"].as_str().unwrap();
        VISITED.lock().unwrap().insert(id.to_owned());
    }
}

/// Compares an answer with the document.
pub(crate) fn check(method: &str, path: &str, answer: &Answer) {
    let Some(operation) = operation(method, path) else {
        assert!(
            matches!(answer.status, 403..=405),
            "{method} {path} {answer:?}"
        );
        return;
    };
    visit(method, path);
    let place = format!("{method} {path}: {}", answer.text());
    let status = answer.status.to_string();
    let described = &operation["responses"][&status];
    assert!(!described.is_null(), "{status} is not described: {place}");
    let Some(media) = answer.header("content-type") else {
        return;
    };
    if answer.body.is_empty() {
        return;
    }
    let content = &described["content"][media];
    assert!(!content.is_null(), "{media} is not described: {place}");
    if !media.ends_with("json") {
        return;
    }
    let mut schema = content["schema"].clone();
    if schema.is_object() {
        schema["components"] = DOCUMENT["components"].clone();
    }
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let body = answer.json();
    let errors: Vec<String> = validator
        .iter_errors(&body)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:?} {place}");
}

/// The copy in the documentation is what the server answers. It is rewritten if it is not.
#[test]
fn the_committed_document_is_that_of_the_sources() {
    let path = committed_document();
    let made = isolate_service::openapi();
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    if committed != made {
        std::fs::write(&path, made).unwrap();
        panic!("docs/openapi.json was written anew: commit it");
    }
}

/// What makes a document one that others can read.
#[test]
fn operations_have_names_and_references_lead_somewhere() {
    let mut ids = BTreeSet::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{id} is twice");
            assert!(operation["summary"].as_str().unwrap().len() > 5, "{id}");
            let named: BTreeSet<&str> = operation["parameters"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|parameter| parameter["in"] == "path")
                .map(|parameter| parameter["name"].as_str().unwrap())
                .collect();
            let in_path: BTreeSet<&str> = path
                .split('/')
                .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
                .collect();
            assert_eq!(named, in_path, "{method} {path}");
            let described = operation["responses"].as_object().unwrap();
            assert!(
                described.keys().any(|status| status.starts_with('2')),
                "{id}"
            );
        }
    }
    let text = isolate_service::openapi();
    for reference in text.split("\"$ref\": \"").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        let found = DOCUMENT.pointer(pointer.trim_start_matches('#'));
        assert!(found.is_some(), "{pointer}");
    }
}

/// Every operation of the document is asked for, and answers as it says.
#[tokio::test]
async fn every_operation_answers_as_the_document_says() {
    let running = start().await;
    let a = "/v1/workspaces/a";
    let document = running.get("/v1/openapi.json").await;
    assert_eq!(document.text(), isolate_service::openapi());
    for path in ["/", "/healthz", "/readyz", "/metrics"] {
        assert_eq!(running.get(path).await.status, 200, "{path}");
    }
    running.make("a").await;
    running.make("b").await;
    for path in ["/v1/workspaces", a] {
        assert_eq!(running.get(path).await.status, 200, "{path}");
    }
    let run = running
        .run("() => state.writeFile('/x/a.txt', 'one')")
        .await;
    let id = run.json()["id"].as_str().unwrap().to_owned();
    let long = running.begin("async () => { for (;;) {} }").await;
    for path in [
        format!("{a}/runs"),
        format!("{a}/runs/{id}"),
        format!("{a}/runs/{long}"),
        format!("{a}/runs/{id}/diff"),
        format!("{a}/runs/{id}/events"),
        format!("{a}/files"),
        format!("{a}/files/x"),
        format!("{a}/files/x/a.txt"),
        format!("{a}/branches"),
        format!("{a}/checkpoints"),
        format!("{a}/archive"),
    ] {
        let answer = running.get(&path).await;
        assert_eq!(answer.status, 200, "{path} {answer:?}");
    }
    let cancelled = running.delete(&format!("{a}/runs/{long}")).await;
    assert_eq!(
        cancelled.json()["error"]["limit"],
        "cancelled",
        "{cancelled:?}"
    );
    let head = running.request("HEAD", &format!("{a}/files/x/a.txt"));
    assert_eq!(head.send().await.status, 200);
    assert_eq!(
        running.put(&format!("{a}/files/b.txt"), "b").await.status,
        201
    );
    assert_eq!(
        running.delete(&format!("{a}/files/b.txt")).await.status,
        200
    );
    let made = running.request("PUT", &format!("{a}/branches/idea"));
    assert_eq!(made.json(&json!({})).send().await.status, 201);
    let merged = running
        .post(&format!("{a}/branches/idea/merge"), json!({}))
        .await;
    assert_eq!(merged.status, 200, "{merged:?}");
    assert_eq!(
        running.delete(&format!("{a}/branches/idea")).await.status,
        204
    );
    let made = running.request("PUT", &format!("{a}/checkpoints/now"));
    assert_eq!(made.send().await.status, 201);
    let restored = running
        .post(&format!("{a}/checkpoints/now/restore"), json!({}))
        .await;
    assert_eq!(restored.status, 200, "{restored:?}");
    let undone = running
        .post(&format!("{a}/runs/{id}/undo"), json!({}))
        .await;
    assert_eq!(undone.status, 200, "{undone:?}");
    let command = running
        .post(&format!("{a}/commands"), json!({ "command": "ls" }))
        .await;
    assert_eq!(command.status, 200);
    let archive = running.get(&format!("{a}/archive")).await.body;
    let imported = running.request("POST", "/v1/workspaces/b/archive");
    assert_eq!(imported.bytes(archive).send().await.status, 200);
    let changes = running.request("GET", &format!("{a}/changes?after=0"));
    let first = changes.events().await.next().await.unwrap();
    assert_eq!(first.name, "change");
    approval(&running).await;
    assistant(&running).await;
    assert_eq!(running.delete("/v1/workspaces/b").await.status, 204);
    let paths = DOCUMENT["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let ids: BTreeSet<String> = operations
        .map(|operation| operation["operationId"].as_str().unwrap().to_owned())
        .collect();
    let visited = VISITED.lock().unwrap().clone();
    let missing: Vec<_> = ids.difference(&visited).collect();
    assert!(missing.is_empty(), "{missing:?}");
    running.end().await;
}

/// A run that waits, is approved, and goes on.
async fn approval(running: &crate::Running) {
    let a = "/v1/workspaces/a";
    let run = running.run("() => state.approve('?')").await.json();
    let id = run["id"].as_str().unwrap();
    let listed = running.get(&format!("{a}/pending")).await;
    assert_eq!(listed.json()["pending"][0]["id"], id);
    let call = &run["waitingFor"][0];
    let yes = json!({ "call": call["call"], "digest": call["digest"], "approve": true });
    let value = json!({ "call": call["call"], "digest": call["digest"], "value": 1 });
    let not_this = running.post(&format!("{a}/runs/{id}/results"), value).await;
    assert_eq!(not_this.status, 409, "{not_this:?}");
    let answered = running.post(&format!("{a}/runs/{id}/answers"), yes).await;
    assert_eq!(answered.status, 200, "{answered:?}");
    let resumed = running.request("POST", &format!("{a}/runs/{id}/resume"));
    assert_eq!(resumed.send().await.json()["result"], true);
}

/// A session of the Model Context Protocol.
async fn assistant(running: &crate::Running) {
    const MCP: &str = "/v1/workspaces/a/mcp";
    let send = |session: Option<&str>, message: Json| {
        let mut request = running.request("POST", MCP);
        request = request.header("Accept", "application/json, text/event-stream");
        if let Some(session) = session {
            request = request.header("Mcp-Session-Id", session);
        }
        request.json(&message).send()
    };
    let begun = send(
        None,
        json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            },
        }),
    )
    .await;
    assert_eq!(begun.status, 200, "{begun:?}");
    let session = begun.header("mcp-session-id").unwrap().to_owned();
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(send(Some(&session), ready).await.status, 202);
    let call = json!({
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": { "name": "run", "arguments": { "code": "() => state.writeFile('/by-mcp', 'x')" } },
    });
    let called = send(Some(&session), call).await;
    assert!(
        called.text().contains("\"isError\":false"),
        "{}",
        called.text()
    );
    let file = running.get("/v1/workspaces/a/files/by-mcp").await;
    assert_eq!(file.text(), "x");
    // It has a stream of its own, which is open until the session ends.
    let stream = running
        .request("GET", MCP)
        .header("Accept", "text/event-stream")
        .header("Mcp-Session-Id", &session)
        .open()
        .await;
    visit("GET", MCP);
    let end = running
        .request("DELETE", MCP)
        .header("Mcp-Session-Id", &session);
    let end = end.send().await;
    assert!(matches!(end.status, 200 | 202 | 204), "{end:?}");
    drop(stream);
    let wrong = running
        .request("POST", MCP)
        .header("Content-Type", "application/json");
    assert_eq!(wrong.bytes("{").send().await.status, 400);
}
