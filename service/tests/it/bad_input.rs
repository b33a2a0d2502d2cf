//! Requests that are wrong, too large, too slow or gone.

use std::time::{Duration, Instant};

use isolate_mcp::ServerLimits;
use isolate_service::ServiceLimits;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::{PATIENCE, Start, start};

const RUNS: &str = "/v1/workspaces/a/runs";

#[tokio::test]
async fn a_body_that_does_not_fit_is_named() {
    let limits = ServiceLimits::new().body_bytes(100_000).body_values(1_000);
    let running = Start::default().limits(limits).go().await;
    let post = async |body: &str| {
        let request = running.request("POST", RUNS);
        let request = request.header("Content-Type", "application/json");
        request.bytes(body).send().await
    };
    for (body, words) in [
        ("{", "the body is not valid JSON"),
        // serde would take the members of a list in their order.
        (
            "[\"() => 1\"]",
            "the body does not fit: invalid type: a list, expected an object",
        ),
        ("null", "the body does not fit: invalid type: null"),
        ("{}", "missing field `code`"),
        ("", "missing field `code`"),
        (
            "{\"code\": 7}",
            "invalid type: integer `7`, expected a string",
        ),
        ("{\"code\": \"1\", \"cod\": 1}", "unknown field `cod`"),
        ("{\"code\": \"1\", \"code\": \"2\"}", "given twice"),
        (
            "{\"code\": \"1\", \"commit\": \"never\"}",
            "unknown variant `never`",
        ),
        (
            "{\"code\": \"1\", \"input\": 123456789012345678901}",
            "64 bits",
        ),
        ("{\"code\": \"\u{0}\"}", "not valid JSON"),
    ] {
        let answer = post(body).await;
        answer.is_problem(400, "EINVAL", words);
    }
    let deep = format!(
        "{{\"code\": \"1\", \"input\": {}{}}}",
        "[".repeat(127),
        "]".repeat(127)
    );
    post(&deep)
        .await
        .is_problem(413, "E2BIG", "128 levels of JSON, and at most 127");
    let deep_enough = format!(
        "{{\"code\": \"x => 1\", \"input\": {}{}}}",
        "[".repeat(126),
        "]".repeat(126)
    );
    let deep_enough = post(&deep_enough).await;
    assert_eq!(deep_enough.status, 200, "{}", deep_enough.text());
    let many = format!("{{\"code\": \"1\", \"input\": [{}0]}}", "0,".repeat(2_000));
    post(&many)
        .await
        .is_problem(413, "E2BIG", "too many values, and at most 1000");
    let long = format!("{{\"code\": \"{}\"}}", " ".repeat(100_001));
    post(&long)
        .await
        .is_problem(413, "E2BIG", "more than 100000 bytes");
    let form = running
        .request("POST", RUNS)
        .header("Content-Type", "text/plain");
    let form = form.bytes("{\"code\": \"1\"}").send().await;
    form.is_problem(
        415,
        "EINVAL",
        "send JSON, with Content-Type: application/json",
    );
    let label = json!({ "code": "1", "label": "x".repeat(201) });
    running
        .post(RUNS, label)
        .await
        .is_problem(400, "EINVAL", "the label has 201 bytes");
    let branch = json!({ "code": "1", "branch": "none" });
    running
        .post(RUNS, branch)
        .await
        .is_problem(404, "ENOENT", "there is no branch");
    running.end().await;
}

#[tokio::test]
async fn a_path_or_a_method_that_there_is_not_is_told() {
    let running = start().await;
    running
        .get("/v2")
        .await
        .is_problem(404, "ENOENT", "/v1/openapi.json lists");
    let wrong = running.request("PATCH", RUNS).send().await;
    wrong.is_problem(405, "EINVAL", "this path answers");
    let mut allowed: Vec<_> = wrong.header("allow").unwrap().split(", ").collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["GET", "POST"]);
    running.make("a").await;
    running.get(&format!("{RUNS}?lmit=3")).await.is_problem(
        400,
        "EINVAL",
        "the parameter \"lmit\" is unknown: there are limit, cursor",
    );
    running.end().await;
}

/// A chunked body has no length, and is stopped all the same.
#[tokio::test]
async fn a_body_without_a_length_is_bounded() {
    let limits = ServiceLimits::new().file_bytes(1_000);
    let running = Start::default().limits(limits).go().await;
    running.make("a").await;
    let head = "PUT /v1/workspaces/a/files/f HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..3 {
        let chunk = format!("1F4\r\n{}\r\n", "x".repeat(500));
        let _ = stream.write_all(chunk.as_bytes()).await;
    }
    let mut answer = vec![0; 4_000];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut answer));
    let length = read.await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
    assert!(
        answer.starts_with("HTTP/1.1 413 ") && answer.contains("1000 bytes"),
        "{answer}"
    );
    assert_eq!(running.get("/v1/workspaces/a/files/f").await.status, 404);
    running.end().await;
}

#[tokio::test]
async fn slow_clients_hold_nothing() {
    let connections = ServerLimits::new().head_time(Duration::from_millis(200));
    let limits = ServiceLimits::new().body_time(Duration::from_millis(300));
    let running = Start::default()
        .limits(limits)
        .connections(connections)
        .go()
        .await;
    // Neither a head that never ends, nor silence.
    for text in ["GET /healthz HTTP/1.1\r\nHost: local", ""] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let since = Instant::now();
        let mut rest = Vec::new();
        let closed = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest));
        let _ = closed.await.expect("the connection is closed");
        assert!(since.elapsed() < Duration::from_secs(5));
    }
    let head = format!(
        "POST {RUNS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4_000];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut answer));
    let length = read.await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("has not arrived within 0.3 s"), "{answer}");
    running.end().await;
}

/// A body that breaks off changes nothing.
#[tokio::test]
async fn a_client_that_breaks_off_changes_nothing() {
    let running = start().await;
    running.make("a").await;
    let head = "PUT /v1/workspaces/a/files/f HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf";
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    drop(stream);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(running.get("/v1/workspaces/a/files/f").await.status, 404);
    running.end().await;
}
