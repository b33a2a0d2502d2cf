//! Bodies of requests: how many large ones are read at a time, and how many values they may have.

use isolate_mcp::{HttpOptions, ServerLimits};
use serde_json::json;

use super::{message, start};
use crate::server;

/// Large bodies have bounds: what is beyond waits, and is answered then.
#[tokio::test]
async fn large_bodies_are_bounded() {
    let limits = ServerLimits::new().large_bodies(1);
    let running = start(server(&[]).with_limits(limits), HttpOptions::default()).await;
    let session = running.begin().await;
    let input = "x".repeat(100 << 10);
    let params =
        json!({ "name": "run", "arguments": { "code": "(x) => x.length", "input": input } });
    let bodies = [3, 4].map(|id| message(id, "tools/call", params.clone()));
    let headers = [("Mcp-Session-Id", session.as_str())];
    let (first, second) = tokio::join!(
        running.post(&headers, &bodies[0]),
        running.post(&headers, &bodies[1]),
    );
    for answer in [first, second] {
        let result = &answer.json()["result"];
        assert_eq!(result["isError"], false, "{}", answer.body);
        assert!(answer.body.contains("102400"), "{}", answer.body);
    }
    running.end().await;
}

/// A short text of JSON becomes a large tree: such a message is refused before it does.
#[tokio::test]
async fn a_message_of_too_many_values_is_refused() {
    let running = start(server(&[]), HttpOptions::default()).await;
    let session = running.begin().await;
    let headers = [("Mcp-Session-Id", session.as_str())];
    for piece in ["0,", "[],", "{\"\":[]},"] {
        let input = piece.repeat((20 << 20) / piece.len());
        let body = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"run\",\"arguments\":{{\"code\":\"1\",\"input\":[{input}0]}}}}}}"
        );
        let answer = running.post(&headers, &body).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
        let told = answer.json()["error"]["message"].to_string();
        assert!(
            told.contains("too many values: the limit is 250000"),
            "{told}"
        );
    }
    let input = "0,".repeat(100_000);
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"run\",\"arguments\":{{\"code\":\"(x) => x.length\",\"input\":[{input}0]}}}}}}"
    );
    let answer = running.post(&headers, &body).await;
    assert!(answer.body.contains("100001"), "{}", answer.body);
    running.end().await;
}
