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
    pub(crate) quota: Quota,
    pub(crate) retention: Option<Retention>,
    pub(crate) read_only: bool,
    pub(crate) busy_timeout: Duration,
    pub(crate) is_copy: bool,
    /// Whether it is a fork of anything on its way to be a workspace of its own.
    pub(crate) is_fork: bool,
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
            is_copy: false,
            is_fork: false,
        }
    }

    /// Sets the bounds on what the tree may hold.
    #[must_use]
    pub const fn quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// Sets how much history this connection keeps. Default: the setting of the workspace.
    #[must_use]
    pub const fn retention(mut self, retention: Retention) -> Self {
        self.retention = Some(retention);
        self
    }

    /// Opens the workspace for reading only; the file must exist then. Default: `false`, which makes a
    /// missing or empty file a new workspace.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Opens a fork that is being made.
    pub(crate) const fn fork(mut self) -> Self {
        self.is_fork = true;
        self
    }

    /// Allows to write to a file that has a [place](crate::Tree::place): the copy of a workspace that many
    /// hosts share, which only a connection with the [publisher](crate::Publisher) of that may change.
    /// Default: `false`, and such a file is opened for reading only.
    #[must_use]
    pub const fn copy(mut self) -> Self {
        self.is_copy = true;
        self
    }

    /// The bounds on what the tree may hold.
    #[must_use]
    pub const fn bounds(&self) -> Quota {
        self.quota
    }

    /// Whether the connection only reads.
    #[must_use]
    pub const fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Sets how long a call waits for another connection before it fails with `Busy`. Default: 5 s.
    #[must_use]
    pub const fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }
}
