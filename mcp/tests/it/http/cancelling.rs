//! Calls over HTTP that are cancelled.

use std::sync::Arc;
use std::time::Duration;

use isolate_mcp::{HttpOptions, Server, ServerLimits};
use isolate_tools::Settings;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{message, start};
use crate::{PATIENCE, toolbox, workspace};

/// A call over HTTP is cancelled by a message, and one of the newest version by hanging up.
#[tokio::test]
async fn calls_over_http_are_cancelled() {
    let settings = Settings::new().run_limits(
        isolate_host::Limits::new()
            .timeout(Duration::from_secs(600))
            .fuel(i64::MAX as u64),
    );
    let limits = ServerLimits::new().calls(1);
    let server = Server::new(toolbox(&workspace(&[]), settings)).with_limits(limits);
    let running = Arc::new(start(server, HttpOptions::default()).await);
    let session = running.begin().await;
    let run = |code: &str| json!({ "name": "run", "arguments": { "code": code } });
    let endless = message(7, "tools/call", run("() => { for (;;) {} }"));
    let header = session.clone();
    let other = Arc::clone(&running);
    let calling =
        tokio::spawn(async move { other.post(&[("Mcp-Session-Id", &header)], &endless).await });
    let cancel = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": 7 },
    });
    // The cancellation must not come first: it would be of nothing.
    loop {
        let cancelled = running
            .post(&[("Mcp-Session-Id", &session)], &cancel.to_string())
            .await;
        assert_eq!(cancelled.status, 202);
        if calling.is_finished() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let answer = calling.await.unwrap();
    assert!(!answer.body.contains("\"result\""), "{}", answer.body);

    let mut params = run("() => { for (;;) {} }");
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
    });
    let body = message(8, "tools/call", params);
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMcp-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: run\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    drop(stream);
    // The only place is free again.
    let one = message(9, "tools/call", run("1"));
    let answer = running.post(&[("Mcp-Session-Id", &session)], &one).await;
    assert_eq!(answer.json()["result"]["isError"], false);
    running.stop.stop();
}

/// Whoever stops a server does not wait for programs of clients that would run on.
#[tokio::test]
async fn a_stopped_server_over_http_cancels_its_calls() {
    let settings = Settings::new().run_limits(
        isolate_host::Limits::new()
            .timeout(Duration::from_secs(600))
            .fuel(i64::MAX as u64),
    );
    let server = Server::new(toolbox(&workspace(&[]), settings));
    let running = start(server, HttpOptions::default()).await;
    let session = running.begin().await;
    let params = json!({
        "name": "run",
        "arguments": { "code": "() => { for (;;) {} }" },
        "_meta": { "progressToken": 1 },
    });
    let body = message(7, "tools/call", params);
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMcp-Session-Id: {session}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut told = String::new();
    while !told.contains("\"runs\"") {
        let mut bytes = [0; 1024];
        let read = tokio::time::timeout(PATIENCE, stream.read(&mut bytes)).await;
        told.push_str(&String::from_utf8_lossy(&bytes[..read.unwrap().unwrap()]));
    }
    running.end().await;
}
