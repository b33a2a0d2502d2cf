//! A signal that ends the running turn.

use std::sync::Arc;

use isolate_tools::CancelToken;
use tokio::sync::Notify;

/// Ends what a turn is doing: an answer that is read, a pause, or a program. Clones are the same
/// word; each turn needs a new one.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    cancel: CancelToken,
    said: Arc<Notify>,
}

impl Stop {
    /// A signal that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the turn.
    pub fn stop(&self) {
        self.cancel.cancel();
        self.said.notify_waiters();
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The token that programs look at.
    #[must_use]
    pub const fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Waits for the word.
    pub(crate) async fn stopped(&self) {
        let said = self.said.notified();
        tokio::pin!(said);
        said.as_mut().enable();
        if !self.is_stopped() {
            said.await;
        }
    }
}
