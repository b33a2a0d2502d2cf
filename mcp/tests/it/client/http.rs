//! Servers at an address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use isolate_mcp::{Client, ClientErrorKind};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{caught, returned, text};

#[derive(Clone, Default)]
struct Small;

impl ServerHandler for Small {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _params: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = || {
            json!({ "type": "object" })
                .as_object()
                .cloned()
                .unwrap_or_default()
        };
        let tools = ["add", "large"].map(|name| Tool::new(name, "Does it.", schema()));
        Ok(ListToolsResult::with_all_items(tools.to_vec()))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<rmcp::model::CallToolResponse, ErrorData> {
        let arguments = params.arguments.unwrap_or_default();
        let result = match &*params.name {
            "add" => {
                let number = |key: &str| {
                    arguments
                        .get(key)
                        .and_then(Json::as_i64)
                        .unwrap_or_default()
                };
                CallToolResult::structured(json!({ "sum": number("a") + number("b") }))
            }
            _ => CallToolResult::success(vec![ContentBlock::text("x".repeat(300_000))]),
        };
        Ok(result.into())
    }
}

/// Serves `Small`, and counts the requests that carry the token.
async fn small() -> (SocketAddr, Arc<AtomicU32>) {
    let service: StreamableHttpService<Small, LocalSessionManager> = StreamableHttpService::new(
        || Ok(Small),
        Arc::default(),
        StreamableHttpServerConfig::default(),
    );
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    let with_token = axum::middleware::from_fn(
        move |request: axum::extract::Request, next: axum::middleware::Next| {
            let counted = Arc::clone(&counted);
            async move {
                let is_ours = request
                    .headers()
                    .get("authorization")
                    .is_some_and(|value| value == "Bearer t0ken-1");
                if !is_ours {
                    let mut refused = axum::response::Response::new("wrong token".into());
                    *refused.status_mut() = http::StatusCode::UNAUTHORIZED;
                    let challenge = http::HeaderValue::from_static("Bearer");
                    refused.headers_mut().insert("www-authenticate", challenge);
                    return refused;
                }
                counted.fetch_add(1, Ordering::SeqCst);
                next.run(request).await
            }
        },
    );
    let router = axum::Router::new()
        .fallback_service(service)
        .layer(with_token);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, count)
}

fn at(address: SocketAddr) -> Client {
    Client::http(format!("http://{address}/mcp")).timeout(super::PATIENCE)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_at_an_address_is_called_with_its_header() {
    let (address, count) = small().await;
    let client = at(address).header("Authorization", "Bearer t0ken-1");
    assert!(!format!("{client:?}").contains("t0ken-1"));
    let server = client.message_bytes(100_000).connect("srv").await.unwrap();
    let code = "async () => {
        const sums = await Promise.all([1, 2, 3].map((a) => srv.add({ a, b: 10 })));
        return sums.map(({ sum }) => sum);
    }";
    assert_eq!(returned(&server, code).await, json!([11, 12, 13]));
    assert!(count.load(Ordering::SeqCst) >= 5);

    let error = returned(&server, &caught("srv.large()")).await;
    assert!(text(&error, "message").contains("srv.large"), "{error}");
    assert_eq!(
        returned(&server, code).await,
        json!([11, 12, 13]),
        "the connection goes on"
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_unreachable_or_refuses_is_reported() {
    let (address, _) = small().await;
    let error = at(address)
        .header("Authorization", "Bearer wr0ng-1")
        .connect("srv")
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("it requires authorization"),
        "{error}"
    );
    assert_eq!(error.kind(), ClientErrorKind::Unauthorized);
    assert!(!error.to_string().contains("wr0ng"), "{error}");

    let free = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    let error = at(free).connect("srv").await.unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Unreachable, "{error}");
    assert_eq!(error.reason(), "cannot connect to it");
    let source = std::error::Error::source(&error).expect("it has a cause");
    assert!(!error.to_string().contains(&source.to_string()), "{error}");
}

/// Answers every request with these bytes.
async fn raw(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = [0; 8192];
                let _ = stream.read(&mut request).await;
                let _ = stream.write_all(answer.as_bytes()).await;
                if answer.contains("x-endless") {
                    while stream.write_all(&[b'['; 65_536]).await.is_ok() {}
                }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_answers_end_the_attempt() {
    for answer in [
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\n<p/>",
        "HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n",
        "nonsense\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-endless: 1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-endless: 1\r\n\r\ndata: ",
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
    ] {
        let client = at(raw(answer).await).connect_timeout(std::time::Duration::from_secs(10));
        let error = client.connect("srv").await.unwrap_err();
        assert!(!error.reason().is_empty(), "{answer}");
    }
}

#[tokio::test]
async fn invalid_addresses_and_headers_are_refused() {
    let wrong = [
        (Client::http("ftp://x/"), "is not an address"),
        (Client::http("x"), "is not an address"),
        (Client::http("http://x/").header("a b", "c"), "header"),
        (Client::http("http://x/").header("a", "b\nc"), "header"),
        (
            Client::http("http://x/").env("A", "b"),
            "has no environment for A",
        ),
        (
            Client::command(["true"]).header("a", "b"),
            "takes no header",
        ),
    ];
    for (client, part) in wrong {
        let error = client.connect("srv").await.unwrap_err();
        assert!(error.to_string().contains(part), "{part}: {error}");
        assert_eq!(error.kind(), ClientErrorKind::Configuration, "{part}");
        assert_eq!(error.server(), "srv");
    }
}

/// What a server answers, word for word; the message of a call is an event where the tool says so.
fn verbatim(message: &Json) -> axum::response::Response {
    let id = &message["id"];
    let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
    let result = match message["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "verbatim", "version": "1" },
        })
        .to_string(),
        Some("tools/list") => {
            json!({ "tools": [tool("json"), tool("event"), { "name": "bare" }] }).to_string()
        }
        Some("tools/call") => {
            let number = message["params"]["arguments"]["number"].as_str().unwrap();
            format!(r#"{{"content":[],"structuredContent":{{"orders":[{{"id":{number}}}]}}}}"#)
        }
        _ => {
            let mut accepted = axum::response::Response::default();
            *accepted.status_mut() = http::StatusCode::ACCEPTED;
            return accepted;
        }
    };
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    let (kind, body) = match message["params"]["name"].as_str() {
        Some("event") => ("text/event-stream", format!("data: {text}\n\n")),
        _ => ("application/json", text),
    };
    let mut response = axum::response::Response::new(body.into());
    let kind = http::HeaderValue::from_static(kind);
    response.headers_mut().insert("content-type", kind);
    response
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integer_beyond_64_bits_is_not_rounded() {
    let router = axum::Router::new().fallback(async |body: axum::body::Bytes| {
        verbatim(&serde_json::from_slice(&body).unwrap_or_default())
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let server = at(address).connect("srv").await.unwrap();
    // One without a schema is among them.
    assert_eq!(server.tool_count(), 3);
    for tool in ["json", "event"] {
        for number in ["18446744073709551616", "-9223372036854775809"] {
            let call = caught(&format!("srv.{tool}({{ number: '{number}' }})"));
            let error = returned(&server, &call).await;
            let message = text(&error, "message");
            assert!(
                message.contains(".structuredContent.orders[0].id: ")
                    && message.contains("beyond 64 bits")
                    && message.contains("write it as text"),
                "{tool} {number}: {error}"
            );
        }
        for number in ["9007199254740991", "-9007199254740991", "0.5"] {
            let code = format!(
                "async () => String((await srv.{tool}({{ number: '{number}' }})).orders[0].id)"
            );
            assert_eq!(returned(&server, &code).await, number, "{tool}");
        }
    }
    server.close().await;
}
