//! A listener whose connections are bounded in number and in time.
//!
//! A connection belongs to a stranger until a request over it has been admitted, and to a known client
//! afterwards. Strangers have a limit of their own and a short deadline, so that clients without the
//! token cannot exhaust the connections of those that have it. Beyond the limit of strangers, the oldest
//! of their connections is closed; beyond that of known clients, the one that has been idle longest.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::connect_info::Connected;
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use http_body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep_until};

use super::ServerLimits;

/// The connections of a server, by the order in which they came.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: ServerLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    strangers: BTreeMap<u64, Arc<Link>>,
    known: BTreeMap<u64, Arc<Link>>,
}

/// The state of a connection.
#[derive(Debug)]
struct Link {
    number: u64,
    state: Mutex<State>,
    is_closed: AtomicBool,
    reader: AtomicWaker,
}

#[derive(Debug)]
struct State {
    is_known: bool,
    /// Requests that are being answered.
    requests: usize,
    /// When the connection was made, or the last answer ended.
    idle_since: Instant,
}

impl Link {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.reader.wake();
    }
}

impl Connections {
    pub(super) fn new(limits: &ServerLimits) -> Self {
        Self {
            limits: limits.clone(),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self) -> Arc<Link> {
        let mut open = self.open();
        while open.strangers.len() >= self.limits.strangers.max(1) {
            let Some((_, longest)) = open.strangers.pop_first() else {
                break;
            };
            longest.close();
        }
        let number = open.next;
        open.next += 1;
        let link = Arc::new(Link {
            number,
            state: Mutex::new(State {
                is_known: false,
                requests: 0,
                idle_since: Instant::now(),
            }),
            is_closed: AtomicBool::new(false),
            reader: AtomicWaker::new(),
        });
        open.strangers.insert(number, Arc::clone(&link));
        link
    }

    fn leave(&self, link: &Link) {
        let mut open = self.open();
        open.strangers.remove(&link.number);
        open.known.remove(&link.number);
    }

    /// Moves a connection to the known ones. False if each of those is being answered.
    fn admit(&self, link: &Arc<Link>) -> bool {
        let mut open = self.open();
        if open.known.contains_key(&link.number) {
            return true;
        }
        if open.known.len() >= self.limits.connections.max(1) {
            let idle = open.known.values().filter_map(|other| {
                let state = other.state();
                (state.requests == 0).then_some((state.idle_since, other.number))
            });
            let Some((_, longest)) = idle.min() else {
                return false;
            };
            if let Some(longest) = open.known.remove(&longest) {
                longest.close();
            }
        }
        open.strangers.remove(&link.number);
        open.known.insert(link.number, Arc::clone(link));
        link.state().is_known = true;
        true
    }

    /// When a connection is closed unless a request is being answered.
    fn deadline(&self, link: &Link) -> Option<Instant> {
        let state = link.state();
        let time = match state.is_known {
            true => self.limits.idle_time,
            false => self.limits.head_time,
        };
        match state.requests {
            0 => state.idle_since.checked_add(time),
            _ => None,
        }
    }
}

/// The connection that a request has come over: [`ConnectInfo`](axum::extract::ConnectInfo) of a router
/// that is served by a [`BoundedListener`].
#[derive(Clone, Debug)]
pub struct Peer {
    connections: Arc<Connections>,
    link: Arc<Link>,
}

impl Peer {
    /// Counts the connection as one of a known client from now on, and as busy until the result is
    /// dropped. `None` if the limit is reached and no other connection is idle.
    #[must_use]
    pub fn admit(&self) -> Option<Busy> {
        if !self.connections.admit(&self.link) {
            return None;
        }
        self.link.state().requests += 1;
        Some(Busy(Arc::clone(&self.link)))
    }
}

impl Connected<IncomingStream<'_, BoundedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, BoundedListener>) -> Self {
        stream.io().peer.clone()
    }
}

/// A request that is being answered. Its connection is busy until this is dropped.
#[derive(Debug)]
pub struct Busy(Arc<Link>);

impl Busy {
    /// Keeps the connection busy until a response is sent, or dropped.
    #[must_use]
    pub fn until_sent(self, response: Response) -> Response {
        response.map(|body| Body::new(Answering { body, _busy: self }))
    }
}

/// The body of an answer, during which its connection is busy.
struct Answering {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests -= 1;
        state.idle_since = Instant::now();
        drop(state);
        // The reader has to take the new deadline into account.
        self.0.reader.wake();
    }
}

/// Accepts connections that are bounded in number and in time: see
/// [`ServerLimits`](crate::ServerLimits) for `connections`, `strangers`, `head_time` and `idle_time`.
///
/// A connection is one of a stranger, until a handler has called [`Peer::admit`].
#[derive(Debug)]
pub struct BoundedListener {
    listener: TcpListener,
    connections: Arc<Connections>,
}

impl BoundedListener {
    /// Accepts the connections of a listener within limits.
    #[must_use]
    pub fn new(listener: TcpListener, limits: &ServerLimits) -> Self {
        Self {
            listener,
            connections: Arc::new(Connections::new(limits)),
        }
    }
}

/// A connection. Dropping it removes it from those that are counted.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    peer: Peer,
    timer: Pin<Box<Sleep>>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.peer.connections.leave(&self.peer.link);
    }
}

impl Listener for BoundedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Responses are small, and a client waits for each.
        let _ = stream.set_nodelay(true);
        let link = self.connections.enter();
        let peer = Peer {
            connections: Arc::clone(&self.connections),
            link,
        };
        let timer = Box::pin(sleep_until(Instant::now()));
        let connection = Connection {
            stream,
            peer,
            timer,
        };
        (connection, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connection {
    /// The reason to close the connection, while there is nothing to read.
    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<io::ErrorKind> {
        let Peer { connections, link } = &self.peer;
        link.reader.register(context.waker());
        if link.is_closed.load(Ordering::Acquire) {
            return Poll::Ready(io::ErrorKind::ConnectionAborted);
        }
        let Some(deadline) = connections.deadline(link) else {
            return Poll::Pending;
        };
        if self.timer.deadline() != deadline {
            self.timer.as_mut().reset(deadline);
        }
        self.timer
            .as_mut()
            .poll(context)
            .map(|()| io::ErrorKind::TimedOut)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            return Poll::Ready(read);
        }
        self.poll_end(context).map(|kind| Err(kind.into()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
