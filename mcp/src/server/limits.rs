//! Limits of a server.

use std::time::Duration;

isolate_host::bounds! {
    /// Limits of a server. A value equal to its limit is accepted.
    ///
    /// ```
    /// use isolate_mcp::ServerLimits;
    ///
    /// let limits = ServerLimits::new().calls(4).sessions(10);
    /// assert_ne!(limits, ServerLimits::new());
    /// ```
    pub struct ServerLimits {
        /// The number of calls that run at a time. A program that waits for functions or an approval is not
        /// counted: the places of its sandbox bound it. Default: 16.
        calls: usize = 16,
        /// The number of calls that wait for a slot. Further calls are refused. Default: 256.
        waiting: usize = 256,
        /// The total size of the arguments of waiting calls, in bytes. Default: 64 MiB.
        waiting_bytes: usize = 64 << 20,
        /// The size of a message, in bytes. An argument has at most 2 MiB, and JSON escapes may take up
        /// to 6 bytes for each of them. Default: 32 MiB.
        message_bytes: usize = 32 << 20,
        /// The number of JSON values in a message: about a hundred bytes are used for each, in several
        /// copies. Default: 250,000.
        message_values: u64 = 250_000,
        /// The size of the responses that a client over a pipe has not read, in bytes. Above this limit
        /// the server stops reading from the client. Default: 64 MiB.
        unread_bytes: usize = 64 << 20,
        /// The size of a file that `resources/read` returns, in bytes. Default: 8 MiB.
        resource_bytes: u64 = 8 << 20,
        /// The number of entries on a page of `tools/list`, `resources/list` and `prompts/list`.
        /// Default: 200.
        page_entries: usize = 200,
        /// The number of resources that a client may subscribe to. Default: 1,000.
        subscriptions: usize = 1_000,
        /// The number of concurrent HTTP connections over which a request has been admitted: with the token,
        /// where one is needed. For a further one the one that has been idle longest is closed; where none
        /// is idle, the request is refused. Default: 512.
        connections: usize = 512,
        /// The number of other HTTP connections. For a further one the one that has been there longest is
        /// closed. Default: 512.
        strangers: usize = 512,
        /// The time that a connection has until a request over it has been admitted. Default: 10 seconds.
        head_time: Duration = Duration::from_secs(10),
        /// The time after which a connection is closed over which nothing has been asked since the last
        /// answer ended. Default: 2 minutes.
        idle_time: Duration = Duration::from_secs(120),
        /// The number of HTTP bodies larger than 64 KiB that are read at a time. Further ones wait; the
        /// wait counts towards [`Self::body_time`]. Default: 16.
        large_bodies: usize = 16,
        /// The number of concurrent HTTP sessions. Further ones are refused. Default: 100.
        sessions: usize = 100,
        /// The time after which an idle HTTP session ends. Default: 30 minutes.
        session_idle_time: Duration = Duration::from_secs(1_800),
        /// The time limit for reading the body of a request. Default: 30 seconds.
        body_time: Duration = Duration::from_secs(30),
        /// The interval at which a workspace is checked for changes, if a client has subscribed to any.
        /// Default: 100 ms.
        look_every: Duration = Duration::from_millis(100),
    }
}
