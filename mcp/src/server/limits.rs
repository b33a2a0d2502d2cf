//! Bounds of a server.

use std::time::Duration;

/// Bounds of a server. A value exactly at its bound passes.
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
    /// Calls that run at the same time. Default: 16.
    pub calls: usize,
    /// Calls that wait for their turn; another one is refused. Default: 256.
    pub waiting: usize,
    /// Bytes of their arguments together. Default: 64 MiB.
    pub waiting_bytes: usize,
    /// Bytes of a message: an argument has 2 MiB at most, and JSON escapes may make six of one.
    /// Default: 32 MiB.
    pub message_bytes: usize,
    /// Bytes of replies that a client over a pipe has not read yet; above this bound the server
    /// stops reading from the client. Default: 64 MiB.
    pub unread_bytes: usize,
    /// Bytes of a file that `resources/read` answers. Default: 8 MiB.
    pub resource_bytes: u64,
    /// Entries of a page of `tools/list`, `resources/list` and `prompts/list`. Default: 200.
    pub page_entries: usize,
    /// Resources that a client is told about when they change. Default: 1,000.
    pub subscriptions: usize,
    /// Connections over HTTP at the same time; one more waits until one ends. Default: 512.
    pub connections: usize,
    /// Bodies over HTTP that are larger than 64 KiB and read at the same time; one more waits, as
    /// part of its time. Default: 16.
    pub large_bodies: usize,
    /// Sessions over HTTP at the same time; one more is refused. Default: 100.
    pub sessions: usize,
    /// How long a session over HTTP lives without a message. Default: 30 minutes.
    pub session_idle_time: Duration,
    /// How long the body of a request may take. Default: 30 seconds.
    pub body_time: Duration,
    /// How often a workspace is looked at for changes that a client has asked to be told of.
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
        unread_bytes: usize,
        resource_bytes: u64,
        page_entries: usize,
        subscriptions: usize,
        connections: usize,
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
            unread_bytes: 64 << 20,
            resource_bytes: 8 << 20,
            page_entries: 200,
            subscriptions: 1_000,
            connections: 512,
            large_bodies: 16,
            sessions: 100,
            session_idle_time: Duration::from_secs(1_800),
            body_time: Duration::from_secs(30),
            look_every: Duration::from_millis(100),
        }
    }
}
