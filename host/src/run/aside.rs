//! Threads that wait for the store of a copy, so that no worker does.

use std::sync::LazyLock;

use tokio::sync::oneshot;
use tracing::Span;

use crate::error::Error;
use crate::workers::{Job, Workers};

/// The threads of the process.
static THREADS: LazyLock<Workers<Job>> = LazyLock::new(Workers::blocking);

/// Does what may wait for long on another thread, and what it answers.
pub(super) async fn waits_aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let (sender, answer) = oneshot::channel();
    let span = Span::current();
    let job = move || {
        // Nobody listens when the run was cancelled.
        let _ = sender.send(span.in_scope(work));
    };
    THREADS.submit(Box::new(job)).map_err(Error::no_thread)?;
    answer
        .await
        .map_err(|_| Error::internal("the end of a run has panicked"))
}
