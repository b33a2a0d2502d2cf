//! Requests to the server, each over a connection of its own.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value as Json;

/// An answer that takes longer is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the server is, and a token.
pub(super) struct Server {
    address: SocketAddr,
    token: String,
}

/// A request.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) headers: &'a [(&'a str, &'a str)],
    pub(super) body: &'a [u8],
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    body: Vec<u8>,
}

impl Server {
    pub(super) fn new(url: &str, token: &str) -> Result<Self> {
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        Ok(Self {
            address: address
                .parse()
                .with_context(|| format!("no address: {url}"))?,
            token: token.to_owned(),
        })
    }

    fn head(&self, request: Request<'_>) -> String {
        let Request { method, path, .. } = request;
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Length: {}\r\n",
            self.address,
            self.token,
            request.body.len()
        );
        for (name, value) in request.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head + "\r\n"
    }

    /// Sends a request, and returns the connection.
    fn open(&self, request: Request<'_>) -> Result<TcpStream> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(self.head(request).as_bytes())?;
        stream.write_all(request.body)?;
        Ok(stream)
    }

    pub(super) fn send(&self, request: Request<'_>) -> Result<Answer> {
        let mut stream = self.open(request)?;
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        read.with_context(|| format!("no answer to {} {}", request.method, request.path))?;
        Answer::of(&bytes)
    }

    /// Sends a request, and goes away after a time without its answer.
    pub(super) fn leave(&self, request: Request<'_>, after: Duration) -> Result<()> {
        let stream = self.open(request)?;
        std::thread::sleep(after);
        drop(stream);
        Ok(())
    }

    /// Sends a half of a request, and goes away.
    pub(super) fn break_off(&self, request: Request<'_>) -> Result<()> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.write_all(self.head(request).as_bytes())?;
        stream.write_all(&request.body[..request.body.len() / 2])?;
        Ok(())
    }
}

impl Answer {
    fn of(bytes: &[u8]) -> Result<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.context("an answer without an end of its head")?;
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut body = bytes[end + 4..].to_vec();
        if head.contains("\r\ntransfer-encoding: chunked") {
            body = unchunked(&body)?;
        }
        Ok(Self {
            status: status.context("an answer without a status")?,
            head,
            body,
        })
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines();
        lines
            .filter_map(|line| line.split_once(": "))
            .find_map(|(known, value)| (known == name).then_some(value))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.body
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(super) fn json(&self) -> Result<Json> {
        serde_json::from_slice(&self.body).with_context(|| format!("no JSON: {}", self.text()))
    }

    /// The answer, if it has one of these statuses.
    pub(super) fn expects(self, statuses: &[u16]) -> Result<Self> {
        let status = self.status;
        ensure!(statuses.contains(&status), "{status}: {}", self.text());
        Ok(self)
    }
}

fn unchunked(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n");
        let end = end.context("a chunk without a length")?;
        let length = std::str::from_utf8(&rest[..end])?;
        let length = usize::from_str_radix(length, 16).context("a chunk without a length")?;
        if length == 0 {
            return Ok(body);
        }
        let chunk = rest.get(end + 2..end + 2 + length);
        body.extend_from_slice(chunk.context("a chunk that is cut")?);
        rest = rest.get(end + length + 4..).unwrap_or_default();
    }
}
