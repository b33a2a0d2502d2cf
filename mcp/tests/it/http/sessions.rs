//! Sessions and connections: how many there may be, and how long they last.

use std::time::Duration;

use isolate_mcp::{Access, HttpOptions, Server, ServerLimits, Token};
use isolate_tools::Settings;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{SECRET, greeting, message, start};
use crate::{PATIENCE, server, toolbox, workspace};

#[tokio::test]
async fn sessions_are_bounded_and_have_memories_of_their_own() {
    let limits = ServerLimits::new().sessions(2);
    let files = workspace(&[("/a", b"one\n")]);
    let server = Server::new(toolbox(&files, Settings::default())).with_limits(limits);
    let running = start(server, HttpOptions::default()).await;
    let (first, second) = (running.begin().await, running.begin().await);
    let third = running.post(&[], &greeting()).await;
    assert_eq!(third.status, 503);
    assert!(
        third.body.contains("2 sessions") && third.body.contains("DELETE"),
        "{}",
        third.body
    );
    let call = async |session: &str, tool: &str, arguments: Json| {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = message(7, "tools/call", params);
        running
            .post(&[("Mcp-Session-Id", session)], &body)
            .await
            .json()["result"]
            .clone()
    };
    let edit = json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }] });
    call(&first, "read", json!({ "path": "/a" })).await;
    // What one has read, the other has not.
    assert_eq!(call(&second, "edit", edit.clone()).await["isError"], true);
    assert_eq!(call(&first, "edit", edit).await["isError"], false);
    // Nor is it undone by the other.
    assert_eq!(call(&second, "undo", json!({})).await["isError"], true);
    let ended = format!(
        "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nMcp-Session-Id: {first}\r\n\r\n"
    );
    assert_eq!(running.raw(ended.as_bytes()).await.status, 202);
    running.begin().await;
    running.end().await;
}

/// Polls until the session has ended: how soon that is after the limit does not matter.
#[tokio::test]
async fn an_idle_session_ends_and_one_within_the_limit_does_not() {
    let list = message(7, "tools/list", json!({}));
    let limits = ServerLimits::new().session_idle_time(Duration::from_millis(500));
    let running = start(server(&[]).with_limits(limits), HttpOptions::default()).await;
    let session = running.begin().await;
    let until = std::time::Instant::now() + PATIENCE;
    let ended = loop {
        // Longer than the limit: the requests themselves keep the session alive.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let answer = running.post(&[("Mcp-Session-Id", &session)], &list).await;
        if answer.status != 200 {
            break answer;
        }
        assert!(std::time::Instant::now() < until, "the session never ends");
    };
    assert_eq!(ended.status, 404, "{}", ended.body);
    running.end().await;

    let limits = ServerLimits::new().session_idle_time(Duration::from_secs(3600));
    let running = start(server(&[]).with_limits(limits), HttpOptions::default()).await;
    let session = running.begin().await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let answer = running.post(&[("Mcp-Session-Id", &session)], &list).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    running.end().await;
}

/// Reads until the server closes a connection, within a time.
async fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(within, stream.read_to_end(&mut bytes)).await;
    read.is_ok()
}

/// Without the token nobody keeps those out who have it: neither by connections over which nothing
/// comes, nor by half a head.
#[tokio::test]
async fn strangers_lock_nobody_out() {
    let limits = ServerLimits::new()
        .strangers(4)
        .head_time(Duration::from_secs(3));
    let options = HttpOptions::new().access(Access::Token(Token::new(SECRET).unwrap()));
    let running = start(server(&[]).with_limits(limits), options).await;
    let mut idle = Vec::new();
    for number in 0..40 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        if number % 2 == 0 {
            stream
                .write_all(b"POST /mcp HTTP/1.1\r\nHost: ")
                .await
                .unwrap();
        }
        idle.push(stream);
    }
    let bearer = format!("Bearer {SECRET}");
    let headers = [("Authorization", bearer.as_str())];
    let greeting = greeting();
    let greeted = running.post(&headers, &greeting);
    let greeted = tokio::time::timeout(Duration::from_millis(2_500), greeted).await;
    assert_eq!(greeted.expect("it need not wait").status, 200);
    for stream in &mut idle {
        assert!(is_closed(stream, PATIENCE).await);
    }
    // A byte now and then is no head.
    let mut slow = TcpStream::connect(running.address).await.unwrap();
    let mut sent = 0;
    while slow.write_all(b"G").await.is_ok() && sent < 100 {
        sent += 1;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!((2..95).contains(&sent), "{sent}");
    running.end().await;
}

/// A known client keeps its connection while it is answered, and not for long without a request.
#[tokio::test]
async fn a_known_connection_is_closed_when_it_is_idle_or_another_needs_its_place() {
    let limits = ServerLimits::new()
        .connections(1)
        .idle_time(Duration::from_millis(300));
    let running = start(server(&[]).with_limits(limits), HttpOptions::default()).await;
    let ask = |session: &str, code: &str| {
        let arguments = json!({ "name": "run", "arguments": { "code": code } });
        let body = message(5, "tools/call", arguments);
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMcp-Session-Id: {session}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            running.address,
            body.len()
        )
    };
    let session = running.begin().await;
    // Far longer than a connection may be idle.
    let long = "for (let i = 0; i < 8e7; i += 1); return 'done'";
    let mut kept = TcpStream::connect(running.address).await.unwrap();
    kept.write_all(ask(&session, long).as_bytes())
        .await
        .unwrap();
    // The answer begins at once, and ends when the program does.
    let mut first = [0; 15];
    kept.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let refused = running.post(&[("Mcp-Session-Id", &session)], "{}").await;
    assert_eq!(refused.status, 503, "{}", refused.body);
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(8), kept.read_to_end(&mut bytes)).await;
    read.expect("it is closed when it is idle").unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("done"));
    let mut idle = TcpStream::connect(running.address).await.unwrap();
    idle.write_all(ask(&session, "1").as_bytes()).await.unwrap();
    idle.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(running.post(&[], &greeting()).await.status, 200);
    assert!(is_closed(&mut idle, Duration::from_millis(300)).await);
    running.end().await;
}
