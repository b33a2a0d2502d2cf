//! A handle that stops servers.

use tokio_util::sync::CancellationToken;

/// Stops the servers that use it, from any thread. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    token: CancellationToken,
}

impl Stop {
    /// A handle that has not been used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the servers: they read no more messages and cancel running calls, whose changes are
    /// undone as if the client had cancelled them.
    pub fn stop(&self) {
        self.token.cancel();
    }

    /// Whether the servers were stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Waits until the servers are stopped.
    pub async fn stopped(&self) {
        self.token.cancelled().await;
    }

    pub(super) const fn token(&self) -> &CancellationToken {
        &self.token
    }
}
