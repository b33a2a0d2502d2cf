//! A client of HTTP/1.1 that shows what is on the wire.

use std::net::SocketAddr;

use serde_json::Value as Json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::PATIENCE;
use crate::document;

/// A request to be sent.
pub(crate) struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self {
            address,
            method: method.to_owned(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: None,
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn bytes(mut self, body: impl AsRef<[u8]>) -> Self {
        self.body = Some(body.as_ref().to_vec());
        self
    }

    pub(crate) fn json(self, body: &Json) -> Self {
        self.header("Content-Type", "application/json")
            .bytes(body.to_string())
    }

    fn head(&self) -> String {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let has = |name: &str| {
            let mut names = self.headers.iter();
            names.any(|(given, _)| given.eq_ignore_ascii_case(name))
        };
        if !has("host") {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        if !has("connection") {
            head.push_str("Connection: close\r\n");
        }
        if let Some(body) = &self.body
            && !has("content-length")
        {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head + "\r\n"
    }

    /// Sends it, and returns the connection.
    pub(crate) async fn open(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut bytes = self.head().into_bytes();
        bytes.extend(self.body.as_deref().unwrap_or_default());
        // A server that refuses a body may close before it has read it.
        let _ = stream.write_all(&bytes).await;
        stream
    }

    /// Sends it, and reads the answer, which has to be one that the document has.
    pub(crate) async fn send(self) -> Answer {
        let answer = self.send_unchecked().await;
        document::check(&self.method, &self.path, &answer);
        answer
    }

    async fn send_unchecked(&self) -> Answer {
        let stream = self.open().await;
        let mut reader = BufReader::new(stream);
        let read = async {
            let (status, headers) = read_head(&mut reader).await;
            let body = match self.method.as_str() {
                "HEAD" => Vec::new(),
                _ => read_body(&mut reader, &headers).await,
            };
            Answer {
                status,
                headers,
                body,
            }
        };
        tokio::time::timeout(PATIENCE, read)
            .await
            .unwrap_or_else(|_| panic!("no answer to {} {}", self.method, self.path))
    }

    /// Sends it, and reads events as they come.
    pub(crate) async fn events(self) -> Events {
        let stream = self.open().await;
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader).await;
        let answer = Answer {
            status,
            headers,
            body: Vec::new(),
        };
        assert_eq!(status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        document::visit(&self.method, &self.path);
        Events {
            reader,
            text: String::new(),
        }
    }
}

type Reader = BufReader<TcpStream>;

async fn read_head(reader: &mut Reader) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).await.unwrap();
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).await.unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            return (status, headers);
        };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
}

async fn read_chunk(reader: &mut Reader) -> Vec<u8> {
    let mut line = String::new();
    reader.read_line(&mut line).await.unwrap();
    let length = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
    let mut chunk = vec![0; length + 2];
    if reader.read_exact(&mut chunk).await.is_err() {
        return Vec::new();
    }
    chunk.truncate(length);
    chunk
}

async fn read_body(reader: &mut Reader, headers: &[(String, String)]) -> Vec<u8> {
    let is_chunked = headers
        .iter()
        .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let mut body = Vec::new();
    if !is_chunked {
        let length = headers.iter().find(|(name, _)| name == "content-length");
        if let Some(length) = length.and_then(|(_, length)| length.parse::<u64>().ok()) {
            let _ = reader.take(length).read_to_end(&mut body).await;
        }
        return body;
    }
    loop {
        let chunk = read_chunk(reader).await;
        if chunk.is_empty() {
            return body;
        }
        body.extend(chunk);
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Checks that it is a problem with a status, a code and words.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, code: &str, words: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["code"], code, "{problem}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(words), "{detail}");
    }
}

/// Events as they come.
pub(crate) struct Events {
    reader: Reader,
    text: String,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<u64>,
    pub(crate) name: String,
    pub(crate) data: Json,
}

impl Events {
    /// The next event; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                if let Some(event) = parse(&event) {
                    return Some(event);
                }
                continue;
            }
            let chunk = tokio::time::timeout(PATIENCE, read_chunk(&mut self.reader));
            let chunk = chunk.await.expect("an event comes");
            if chunk.is_empty() {
                return None;
            }
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The whole text of the next chunk, with comments.
    pub(crate) async fn chunk(&mut self) -> String {
        String::from_utf8(read_chunk(&mut self.reader).await).unwrap()
    }

    pub(crate) async fn all(mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

fn parse(text: &str) -> Option<Event> {
    let member = |name: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix(name).map(str::to_owned))
    };
    Some(Event {
        id: member("id: ").and_then(|id| id.parse().ok()),
        name: member("event: ")?,
        data: serde_json::from_str(&member("data: ")?).unwrap(),
    })
}
