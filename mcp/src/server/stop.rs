//! A token that ends a server.

use tokio_util::sync::CancellationToken;

/// Ends servers that were given it, from any thread. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    token: CancellationToken,
}

impl Stop {
    /// A token that has not been pulled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the servers: no more messages are read, calls that run are cancelled, and what they
    /// had changed is undone as if their clients had cancelled them.
    pub fn stop(&self) {
        self.token.cancel();
    }

    /// Whether it has been pulled.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.token.is_cancelled()
    }

    pub(super) const fn token(&self) -> &CancellationToken {
        &self.token
    }
}
