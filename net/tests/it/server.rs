//! A server that records every byte, and can send any.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request as it was received.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The lines before the body.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Seen {
    /// `GET /path`.
    pub(crate) fn line(&self) -> &str {
        let line = self.head.lines().next().unwrap_or_default();
        line.strip_suffix(" HTTP/1.1").unwrap_or(line)
    }

    pub(crate) fn path(&self) -> &str {
        self.line().split(' ').nth(1).unwrap_or_default()
    }

    /// The values of a header.
    pub(crate) fn header(&self, name: &str) -> Vec<&str> {
        self.head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(':'))
            .filter(|(header, _)| header.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
            .collect()
    }

    /// The number at the end of the path.
    pub(crate) fn number(&self) -> usize {
        let end = self.path().rsplit('/').next().unwrap_or_default();
        end.parse().unwrap_or(0)
    }
}

/// A server on an address of this machine, as long as the process lives.
pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Answers each request by what `answer` writes; the connection is closed after it.
    pub(crate) fn start(
        address: [u8; 4],
        answer: impl Fn(&Seen, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let address = IpAddr::V4(Ipv4Addr::from(address));
        let listener = TcpListener::bind(SocketAddr::new(address, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (shared, answer) = (Arc::clone(&seen), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&shared), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &seen, answer.as_ref()));
            }
        });
        Self { port, seen }
    }

    /// What was received so far. A connection without a request counts as one of no lines.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(
    mut stream: TcpStream,
    seen: &Mutex<Vec<Seen>>,
    answer: &dyn Fn(&Seen, &mut TcpStream) -> std::io::Result<()>,
) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    let mut received = Vec::new();
    let mut buffer = [0; 65536];
    let end = loop {
        if let Some(at) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break Some(at);
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break None,
            Ok(count) => received.extend_from_slice(&buffer[..count]),
        }
    };
    let (head, mut body) = match end {
        Some(at) => (received[..at].to_vec(), received[at + 4..].to_vec()),
        None => (received, Vec::new()),
    };
    let mut request = Seen {
        head: String::from_utf8_lossy(&head).into_owned(),
        body: Vec::new(),
    };
    let length = request
        .header("content-length")
        .first()
        .and_then(|length| length.parse().ok());
    while body.len() < length.unwrap_or(0) {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => body.extend_from_slice(&buffer[..count]),
        }
    }
    request.body = body;
    seen.lock().unwrap().push(request.clone());
    // Whoever gave up does not read it.
    let _ = answer(&request, &mut stream);
    let _ = stream.flush();
}

/// An answer with its length.
pub(crate) fn respond(
    stream: &mut TcpStream,
    status: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}
