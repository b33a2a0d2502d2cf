//! Functions that block, on threads that may.

use std::panic::resume_unwind;
use std::sync::LazyLock;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tracing::Span;

use super::error::FunctionError;
use super::scope::Scope;
use crate::calls::CallErrorKind;
use crate::fair::{Claim, Ticket};
use crate::workers::{Job, Workers};

/// The threads of the process. A function that nobody waits for any more keeps its thread, so that a bound
/// for each sandbox would be none for who makes many.
static THREADS: LazyLock<Workers<Job>> = LazyLock::new(Workers::blocking);

/// A call that waits for a thread, or has one. Dropping it takes it out of the queue.
struct Waits(Ticket);

impl Drop for Waits {
    fn drop(&mut self) {
        // Dropped outside of the lock of the queue: it is code of the embedder.
        drop(THREADS.withdraw(self.0));
    }
}

/// Calls a function on a thread that may block.
pub(super) async fn call<O: Send + 'static>(
    scope: Scope,
    function: impl FnOnce() -> Result<O, FunctionError> + Send + 'static,
) -> Result<O, FunctionError> {
    let (sender, answer) = oneshot::channel();
    let (span, runtime) = (Span::current(), Handle::try_current().ok());
    let claim = Claim {
        lane: scope.lane(),
        is_urgent: false,
    };
    let job = move || {
        let _entered = runtime.as_ref().map(Handle::enter);
        if !scope.is_cancelled() {
            // Nobody listens to an answer that comes too late.
            let _ = sender.send(span.in_scope(function));
        }
    };
    let ticket = THREADS.submit_as(claim, Box::new(job)).map_err(|cause| {
        let text = format!("there is no thread for it now: {cause}; try again later");
        let error = FunctionError::new(text).with_code("EAGAIN");
        error.of_kind(CallErrorKind::Limit)
    })?;
    let _waits = Waits(ticket);
    match answer.await {
        Ok(answer) => answer,
        // It has panicked, which was told where it did.
        Err(_) => resume_unwind(Box::new("a function of the embedder panicked")),
    }
}
