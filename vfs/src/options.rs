//! How a workspace is opened.

use std::time::Duration;

use crate::quota::Quota;
use crate::retention::Retention;

/// How to open a tree.
///
/// ```
/// use isolate_vfs::{OpenOptions, Quota};
///
/// let options = OpenOptions::new()
///     .quota(Quota::new().bytes_max(64 << 20))
///     .read_only();
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Bounds on what the tree may hold.
    pub quota: Quota,
    /// How much history this connection keeps. Default: the setting of the workspace.
    pub retention: Option<Retention>,
    /// Whether the connection only reads; the file must exist then. Default: `false`, which makes
    /// a missing or empty file a new workspace.
    pub read_only: bool,
    /// How long a call waits for another connection before it fails with `Busy`. Default: 5 s.
    pub busy_timeout: Duration,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl OpenOptions {
    /// The defaults: read and write, within the default quota and retention.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            quota: Quota::new(),
            retention: None,
            read_only: false,
            busy_timeout: Duration::from_secs(5),
        }
    }

    /// Sets the bounds on what the tree may hold.
    #[must_use]
    pub const fn quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// Sets how much history this connection keeps, instead of the setting of the workspace.
    #[must_use]
    pub const fn retention(mut self, retention: Retention) -> Self {
        self.retention = Some(retention);
        self
    }

    /// Opens the workspace for reading only.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Sets how long a call waits for another connection.
    #[must_use]
    pub const fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }
}
