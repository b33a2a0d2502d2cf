//! What stands between hosts and their store: it passes on what they ask, and fails once in a while.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::Draw;

/// How often a store fails.
#[derive(Clone)]
pub(super) struct Faults {
    shared: Arc<Shared>,
    port: u16,
}

struct Shared {
    /// In so many requests of 100.
    percent: AtomicU64,
    count: AtomicU64,
    draw: Mutex<Draw>,
}

/// What is done to a request.
#[derive(Clone, Copy)]
enum Fault {
    /// Nobody sees it.
    Lost,
    /// It is answered with this status, and not done.
    Refused(&'static str),
    /// It is done, and this is answered.
    DoneBut(&'static str),
    /// It is done, and its answer is lost.
    Unanswered,
    /// It takes long.
    Slow,
}

const FAULTS: [Fault; 9] = [
    Fault::Lost,
    Fault::Refused("503 Slow Down"),
    Fault::Refused("429 Too Many Requests"),
    Fault::Refused("500 Internal Server Error"),
    Fault::Refused("409 Conflict"),
    Fault::DoneBut("500 Internal Server Error"),
    Fault::DoneBut("409 Conflict"),
    Fault::Unanswered,
    Fault::Slow,
];

impl Faults {
    fn new(seed: u64, port: u16) -> Self {
        Self {
            shared: Arc::new(Shared {
                percent: AtomicU64::new(0),
                count: AtomicU64::new(0),
                draw: Mutex::new(Draw(seed)),
            }),
            port,
        }
    }

    /// A store that never fails by this.
    pub(super) fn none() -> Self {
        Self::new(0, 0)
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn set(&self, percent: u64) {
        self.shared.percent.store(percent, Ordering::Relaxed);
    }

    /// How often it has failed.
    pub(super) fn count(&self) -> u64 {
        self.shared.count.load(Ordering::Relaxed)
    }

    fn draw(&self, bound: u64) -> u64 {
        let draw = self.shared.draw.lock();
        draw.unwrap_or_else(PoisonError::into_inner).below(bound)
    }

    fn next(&self) -> Option<Fault> {
        let is_fault = self.draw(100) < self.shared.percent.load(Ordering::Relaxed);
        is_fault.then(|| {
            self.shared.count.fetch_add(1, Ordering::Relaxed);
            let at = self.draw(FAULTS.len() as u64);
            FAULTS[usize::try_from(at).unwrap_or(0)]
        })
    }

    /// Before a server of HTTP.
    pub(super) fn of_http(address: &str, seed: u64) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let faults = Self::new(seed, listener.local_addr()?.port());
        let (own, address) = (faults.clone(), address.to_owned());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (faults, address) = (own.clone(), address.clone());
                // A client that goes away, and a server that does, end the connection alone.
                std::thread::spawn(move || drop(faults.relay(stream, &address)));
            }
        });
        Ok(faults)
    }

    /// Passes on the requests of one connection.
    fn relay(&self, mut client: TcpStream, address: &str) -> Result<()> {
        client.set_nodelay(true)?;
        let mut left = Vec::new();
        while let Some((request, is_head)) = message(&mut client, &mut left)? {
            let fault = self.next();
            match fault {
                Some(Fault::Lost) => return Ok(()),
                Some(Fault::Refused(status)) => {
                    answer(&mut client, status)?;
                    continue;
                }
                Some(Fault::Slow) => std::thread::sleep(Duration::from_millis(self.draw(1_500))),
                _ => {}
            }
            let mut server = TcpStream::connect(address)?;
            server.set_nodelay(true)?;
            server.write_all(&request)?;
            let mut rest = Vec::new();
            let done = response(&mut server, &mut rest, is_head)?;
            match fault {
                Some(Fault::DoneBut(status)) => answer(&mut client, status)?,
                Some(Fault::Unanswered) => return Ok(()),
                _ => client.write_all(&done)?,
            }
        }
        Ok(())
    }

    /// Before a server at a socket whose language this does not know: connections are cut.
    pub(super) fn of_socket(front: &Path, socket: &Path, seed: u64) -> Result<Self> {
        let listener = UnixListener::bind(front)?;
        let faults = Self::new(seed, 0);
        let (own, socket) = (faults.clone(), socket.to_owned());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = UnixStream::connect(&socket) else {
                    continue;
                };
                let faults = own.clone();
                std::thread::spawn(move || faults.cut(&client, &server));
            }
        });
        Ok(faults)
    }

    /// Passes bytes on both ways; after each that the server answers, the connection may be cut: before the
    /// answer reaches the client, so that it does not know what was done, or in the middle of it.
    fn cut(&self, client: &UnixStream, server: &UnixStream) {
        let ends = || {
            // One that is closed already is what is wanted.
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _ended = pass(client, server, |_| true);
                ends();
            });
            let _ended = pass(server, client, |bytes| {
                // A request has some answers.
                match self.draw(3) == 0 && self.next().is_some() {
                    true => {
                        let part = usize::try_from(self.draw(bytes.len() as u64)).unwrap_or(0);
                        let mut client = client;
                        let _ended = client.write_all(&bytes[..part]);
                        false
                    }
                    false => true,
                }
            });
            ends();
        });
    }
}

/// Passes bytes on as long as that is allowed.
fn pass(
    mut from: &UnixStream,
    mut to: &UnixStream,
    mut may: impl FnMut(&[u8]) -> bool,
) -> std::io::Result<()> {
    let mut bytes = [0; 16 << 10];
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 || !may(&bytes[..count]) {
            return Ok(());
        }
        to.write_all(&bytes[..count])?;
    }
}

fn answer(client: &mut TcpStream, status: &str) -> std::io::Result<()> {
    write!(client, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n")
}

/// The head of a message of HTTP, with its end, and what was read behind it.
fn head(stream: &mut TcpStream, left: &mut Vec<u8>) -> Result<Option<Vec<u8>>> {
    let mut bytes = [0; 16 << 10];
    loop {
        if let Some(at) = left.windows(4).position(|four| four == b"\r\n\r\n") {
            return Ok(Some(left.drain(..at + 4).collect()));
        }
        let count = stream.read(&mut bytes)?;
        if count == 0 {
            ensure!(left.is_empty(), "the connection ends in a message");
            return Ok(None);
        }
        left.extend_from_slice(&bytes[..count]);
    }
}

fn field(head: &[u8], name: &str) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(field, _)| field.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.trim().to_owned())
}

fn body(stream: &mut TcpStream, left: &mut Vec<u8>, size: usize) -> Result<Vec<u8>> {
    let mut bytes = [0; 16 << 10];
    while left.len() < size {
        let count = stream.read(&mut bytes)?;
        ensure!(count > 0, "the connection ends in a body");
        left.extend_from_slice(&bytes[..count]);
    }
    Ok(left.drain(..size).collect())
}

/// A request, to be answered without keeping the connection, and whether it is one for a head alone.
fn message(stream: &mut TcpStream, left: &mut Vec<u8>) -> Result<Option<(Vec<u8>, bool)>> {
    let Some(mut request) = head(stream, left)? else {
        return Ok(None);
    };
    let size = field(&request, "content-length").map_or(Ok(0), |size| size.parse())?;
    let is_head = request.starts_with(b"HEAD ");
    let body = body(stream, left, size)?;
    request.truncate(request.len() - 2);
    request.extend_from_slice(b"Connection: close\r\n\r\n");
    request.extend(body);
    Ok(Some((request, is_head)))
}

/// An answer, as one of a known size.
fn response(server: &mut TcpStream, left: &mut Vec<u8>, is_head: bool) -> Result<Vec<u8>> {
    let mut answer = head(server, left)?.context("the server has not answered")?;
    // The server closes the connection, and not the one in between.
    let text = String::from_utf8_lossy(&answer).replace("Connection: close\r\n", "");
    answer = text.into_bytes();
    let size = field(&answer, "content-length");
    match size {
        _ if is_head => {}
        Some(size) => answer.extend(body(server, left, size.parse()?)?),
        None => {
            server.read_to_end(left)?;
            let size = format!("Content-Length: {}\r\n\r\n", left.len());
            answer.truncate(answer.len() - 2);
            answer.extend_from_slice(size.as_bytes());
            answer.append(left);
        }
    }
    Ok(answer)
}

/// One request, and its answer with its head.
pub(super) fn ask(address: &str, what: &str, fields: &[(&str, &str)]) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    stream.set_write_timeout(Some(Duration::from_secs(20)))?;
    let body = fields.iter().find(|(name, _)| name.is_empty());
    let body = body.map_or("", |(_, body)| *body);
    let mut text = format!("{what} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in fields.iter().filter(|(name, _)| !name.is_empty()) {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    stream.write_all(text.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    ensure!(answer.starts_with(b"HTTP/1.1 "), "no answer");
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
