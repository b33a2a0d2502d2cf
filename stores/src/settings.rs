//! Settings of stores.

use std::collections::BTreeMap;
use std::time::Duration;

/// How long one request may take unless something else is said.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Connections to a database unless something else is said.
const CONNECTIONS: usize = 4;

/// How a store is used.
#[derive(Clone, Debug)]
pub struct Settings {
    timeout: Duration,
    connections: usize,
    options: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: TIMEOUT,
            connections: CONNECTIONS,
            options: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How long one request may take, 30 s by default; to connect, a sixth of that. A create that takes
    /// longer has no clear outcome.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Connections to a database at most, 4 by default, at least one. A request waits while all are in
    /// use.
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.connections = connections.max(1);
        self
    }

    /// An option of a cloud, in place of one of that name behind the URL: `region`, `endpoint`,
    /// `access_key_id` …, as `object_store` names them.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.insert(name.into(), value.into());
        self
    }

    #[cfg(any(feature = "cloud", feature = "postgres"))]
    pub(crate) fn timeout_of_request(&self) -> Duration {
        self.timeout
    }

    #[cfg(any(feature = "cloud", feature = "postgres"))]
    pub(crate) fn timeout_of_connect(&self) -> Duration {
        self.timeout / 6
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn connections_max(&self) -> usize {
        self.connections
    }

    pub(crate) fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }
}
