//! Limits of a server.

use std::time::Duration;

/// Limits of a server. A value equal to its limit is accepted.
///
/// Each field has a setter of the same name.
///
/// ```
/// use isolate_mcp::ServerLimits;
///
/// let limits = ServerLimits::new().calls(4).sessions(10);
/// assert_eq!(limits.waiting, 256);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerLimits {
    /// The number of calls that run at a time. Default: 16.
    pub calls: usize,
    /// The number of calls that wait for a slot. Further calls are refused. Default: 256.
    pub waiting: usize,
    /// The total size of the arguments of waiting calls, in bytes. Default: 64 MiB.
    pub waiting_bytes: usize,
    /// The size of a message, in bytes. An argument has at most 2 MiB, and JSON escapes may take up
    /// to 6 bytes for each of them. Default: 32 MiB.
    pub message_bytes: usize,
    /// The number of JSON values in a message: about a hundred bytes are used for each, in several
    /// copies. Default: 250,000.
    pub message_values: u64,
    /// The size of the responses that a client over a pipe has not read, in bytes. Above this limit
    /// the server stops reading from the client. Default: 64 MiB.
    pub unread_bytes: usize,
    /// The size of a file that `resources/read` returns, in bytes. Default: 8 MiB.
    pub resource_bytes: u64,
    /// The number of entries on a page of `tools/list`, `resources/list` and `prompts/list`.
    /// Default: 200.
    pub page_entries: usize,
    /// The number of resources that a client may subscribe to. Default: 1,000.
    pub subscriptions: usize,
    /// The number of concurrent HTTP connections over which a request has been admitted: with the token,
    /// where one is needed. For a further one the one that has been idle longest is closed; where none
    /// is idle, the request is refused. Default: 512.
    pub connections: usize,
    /// The number of other HTTP connections. For a further one the one that has been there longest is
    /// closed. Default: 512.
    pub strangers: usize,
    /// The time that a connection has until a request over it has been admitted. Default: 10 seconds.
    pub head_time: Duration,
    /// The time after which a connection is closed over which nothing has been asked since the last
    /// answer ended. Default: 2 minutes.
    pub idle_time: Duration,
    /// The number of HTTP bodies larger than 64 KiB that are read at a time. Further ones wait; the
    /// wait counts towards [`Self::body_time`]. Default: 16.
    pub large_bodies: usize,
    /// The number of concurrent HTTP sessions. Further ones are refused. Default: 100.
    pub sessions: usize,
    /// The time after which an idle HTTP session ends. Default: 30 minutes.
    pub session_idle_time: Duration,
    /// The time limit for reading the body of a request. Default: 30 seconds.
    pub body_time: Duration,
    /// The interval at which a workspace is checked for changes, if a client has subscribed to any.
    /// Default: 100 ms.
    pub look_every: Duration,
}

/// Setters of the same names as the fields that they set.
macro_rules! setters {
    ($($field:ident: $value:ty,)*) => {
        $(
            #[doc = concat!("Sets the field [`", stringify!($field), "`](#structfield.", stringify!($field), ").")]
            #[must_use]
            pub const fn $field(mut self, $field: $value) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

impl ServerLimits {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        calls: usize,
        waiting: usize,
        waiting_bytes: usize,
        message_bytes: usize,
        message_values: u64,
        unread_bytes: usize,
        resource_bytes: u64,
        page_entries: usize,
        subscriptions: usize,
        connections: usize,
        strangers: usize,
        head_time: Duration,
        idle_time: Duration,
        large_bodies: usize,
        sessions: usize,
        session_idle_time: Duration,
        body_time: Duration,
        look_every: Duration,
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            calls: 16,
            waiting: 256,
            waiting_bytes: 64 << 20,
            message_bytes: 32 << 20,
            message_values: 250_000,
            unread_bytes: 64 << 20,
            resource_bytes: 8 << 20,
            page_entries: 200,
            subscriptions: 1_000,
            connections: 512,
            strangers: 512,
            head_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(120),
            large_bodies: 16,
            sessions: 100,
            session_idle_time: Duration::from_secs(1_800),
            body_time: Duration::from_secs(30),
            look_every: Duration::from_millis(100),
        }
    }
}
