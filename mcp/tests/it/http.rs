//! Clients over HTTP: access and refusals.

mod bodies;
mod cancelling;
mod sessions;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use isolate_mcp::{Access, HttpOptions, Server, ServerLimits, Stop, Token, check_address};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::{PATIENCE, VERSION, server};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

struct Running {
    address: SocketAddr,
    stop: Stop,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

async fn start(server: Server, options: HttpOptions) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Stop::new();
    let token = stop.clone();
    let served = tokio::spawn(async move { server.serve_http(listener, &options, &token).await });
    Running {
        address,
        stop,
        served,
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The message of an answer, whichever form it has.
    fn json(&self) -> Json {
        let data = self.body.lines().find_map(|line| {
            let data = line.strip_prefix("data:")?.trim();
            data.starts_with('{').then_some(data)
        });
        let text = data.unwrap_or(self.body.trim());
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Running {
    /// Sends bytes as they are, and answers what comes until the connection ends.
    async fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses early may close before all has been sent.
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes))
            .await
            .unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .unwrap_or(0);
        Answer {
            status,
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    async fn post(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        self.raw(format!("{request}\r\n{body}").as_bytes()).await
    }

    /// Begins a session, and answers its identifier.
    async fn begin(&self) -> String {
        let answer = self.post(&[], &greeting()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.header("mcp-session-id").unwrap().to_owned()
    }

    async fn end(self) {
        self.stop.stop();
        let served = tokio::time::timeout(PATIENCE, self.served).await;
        served.expect("the server ends").unwrap().unwrap();
    }
}

fn message(id: i64, method: &str, params: Json) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

fn greeting() -> String {
    let params = json!({
        "protocolVersion": VERSION,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    });
    message(1, "initialize", params)
}

/// Pages of other sites can send requests to this machine, and let their names lead to it.
#[tokio::test]
async fn foreign_origins_and_hosts_are_refused() {
    let running = start(server(&[]), HttpOptions::default()).await;
    let port = running.address.port();
    let own = format!("http://localhost:{port}");
    for (headers, status) in [
        (vec![], 200),
        (vec![("Origin", own.as_str())], 200),
        (vec![("Origin", "http://127.0.0.1:9999")], 200),
        (vec![("Host", "localhost")], 200),
        (vec![("Origin", "https://evil.example")], 403),
        (vec![("Origin", "http://localhost.evil.example")], 403),
        (vec![("Origin", "null")], 403),
        (vec![("Origin", "")], 403),
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "127.0.0.1.evil.example")], 403),
        (vec![("Host", "a b")], 400),
    ] {
        let answer = running.post(&headers, &greeting()).await;
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.body);
        let has_session = answer.header("mcp-session-id").is_some();
        assert_eq!(has_session, status == 200, "{headers:?}");
    }
    running.end().await;
    let options = HttpOptions::new()
        .allowed_hosts(vec!["tools.example".to_owned()])
        .allowed_origins(vec!["https://app.example:443".to_owned()]);
    let running = start(server(&[]), options).await;
    let headers = [("Host", "tools.example"), ("Origin", "https://app.example")];
    assert_eq!(running.post(&headers, &greeting()).await.status, 200);
    running.end().await;
}

#[tokio::test]
async fn requests_without_the_token_are_refused() {
    let options = HttpOptions::new().access(Access::Token(Token::new(SECRET).unwrap()));
    let running = start(server(&[]), options).await;
    let right = format!("Bearer {SECRET}");
    let almost = format!("Bearer {}", &SECRET[1..]);
    for (value, status) in [
        (right.as_str(), 200),
        (&almost, 401),
        ("Bearer", 401),
        (SECRET, 401),
    ] {
        let answer = running.post(&[("Authorization", value)], &greeting()).await;
        assert_eq!(answer.status, status, "{value}");
        if status == 401 {
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            assert!(
                answer.body.contains("Authorization: Bearer TOKEN"),
                "{}",
                answer.body
            );
        }
    }
    for method in ["POST", "GET", "DELETE", "PUT", "OPTIONS"] {
        let request = format!(
            "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        assert_eq!(
            running.raw(request.as_bytes()).await.status,
            401,
            "{method}"
        );
    }
    running.end().await;
}

#[tokio::test]
async fn a_client_learns_who_gives_tokens() {
    let options = HttpOptions::new()
        .access(Access::Checked(Arc::new(|token| token == "good")))
        .resource("https://tools.example/mcp")
        .authorization_servers(vec!["https://login.example".to_owned()]);
    let running = start(server(&[]), options).await;
    let refused = running.post(&[], &greeting()).await;
    let url = "https://tools.example/.well-known/oauth-protected-resource/mcp";
    let challenge = format!("Bearer resource_metadata=\"{url}\"");
    assert_eq!(refused.header("www-authenticate"), Some(challenge.as_str()));
    let request = "GET /.well-known/oauth-protected-resource/mcp HTTP/1.1\r\nHost: localhost\r\n\
                   Connection: close\r\n\r\n";
    let metadata = running.raw(request.as_bytes()).await;
    assert_eq!(metadata.status, 200);
    assert_eq!(metadata.json()["resource"], "https://tools.example/mcp");
    assert_eq!(
        metadata.json()["authorization_servers"],
        json!(["https://login.example"])
    );
    let let_in = running
        .post(&[("Authorization", "Bearer good")], &greeting())
        .await;
    assert_eq!(let_in.status, 200);
    running.end().await;
}

/// Beyond this machine, an open server would be everybody's.
#[tokio::test]
async fn an_open_server_listens_at_this_machine_alone() {
    let everywhere: SocketAddr = "0.0.0.0:8931".parse().unwrap();
    let why = check_address(everywhere, &HttpOptions::default())
        .unwrap_err()
        .to_string();
    assert!(
        why.contains("require a token") && why.contains("127.0.0.1:8931"),
        "{why}"
    );
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let served = server(&[])
        .serve_http(listener, &HttpOptions::default(), &Stop::new())
        .await;
    assert_eq!(
        served.unwrap_err().kind(),
        std::io::ErrorKind::PermissionDenied
    );
    let options = HttpOptions::new().access(Access::Token(Token::new(SECRET).unwrap()));
    assert_eq!(check_address(everywhere, &options), Ok(()));
    assert_eq!(
        check_address("[::1]:1".parse().unwrap(), &HttpOptions::default()),
        Ok(())
    );
}

#[tokio::test]
async fn invalid_messages_are_refused_and_the_server_continues() {
    let limits = ServerLimits::new()
        .message_bytes(1_000)
        .body_time(Duration::from_secs(1));
    let running = start(server(&[]).with_limits(limits), HttpOptions::default()).await;
    let deep = format!("{{\"jsonrpc\":\"2.0\",\"a\":{}", "[".repeat(300));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(5_000));
    for (body, status, words) in [
        ("not json", 400, "not valid JSON"),
        ("", 400, "not valid JSON"),
        (deep.as_str(), 400, "nested too deeply"),
        (&long, 413, "the limit is 1000 bytes"),
        ("[]", 400, "batches"),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}",
            400,
            "needs the name",
        ),
    ] {
        let answer = running.post(&[], body).await;
        assert_eq!(answer.status, status, "{words}: {}", answer.body);
        let told = answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(told.contains(words), "{told}");
    }
    // In pieces, without a length that could be looked at.
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n",
        running.address
    );
    let piece = "x".repeat(600);
    let chunked = format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n258\r\n{piece}\r\n258\r\n{piece}\r\n0\r\n\r\n"
    );
    assert_eq!(running.raw(chunked.as_bytes()).await.status, 413);
    let slow = format!("{head}Content-Length: 100\r\n\r\n{{");
    assert_eq!(running.raw(slow.as_bytes()).await.status, 408);
    let elsewhere = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answer = running.raw(elsewhere.as_bytes()).await;
    assert_eq!(answer.status, 404);
    assert!(
        answer.body.contains("the endpoint is /mcp"),
        "{}",
        answer.body
    );
    let unknown = running
        .post(
            &[("Mcp-Session-Id", "none")],
            &message(1, "ping", json!({})),
        )
        .await;
    assert_eq!(unknown.status, 404);
    let session = running.begin().await;
    let pong = running
        .post(
            &[("Mcp-Session-Id", &session)],
            &message(2, "ping", json!({})),
        )
        .await;
    assert_eq!(pong.json()["result"], json!({}));
    running.end().await;
}

#[tokio::test]
async fn a_head_that_says_twice_where_it_goes_or_comes_from_is_refused() {
    let running = start(server(&[]), HttpOptions::default()).await;
    for (name, value) in [("Host", "localhost"), ("Origin", "http://localhost:1")] {
        let answer = running
            .post(&[(name, value), (name, "evil.example")], &greeting())
            .await;
        assert_eq!(answer.status, 400, "{name}: {}", answer.body);
    }
    running.end().await;
}
