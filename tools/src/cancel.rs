//! Cancellation of calls.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use isolate_vfs::StopSignal;

use crate::error::{Code, ToolError};

/// Cancels the calls that it was given to, from any thread.
///
/// A call checks it at every safe point, and the filesystem checks it within a statement. A
/// cancelled call has changed nothing. A call that had finished before the cancellation returns its
/// reply as usual.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_cancelled: AtomicBool,
    /// How often the token was checked.
    looks: AtomicU64,
    /// The check at which the token cancels itself; 0 for never.
    last_look: AtomicU64,
    waiting: Mutex<Vec<Waker>>,
}

impl Cancel {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels every call that has this token.
    pub fn cancel(&self) {
        self.shared.is_cancelled.store(true, Ordering::SeqCst);
        let mut waiting = self.waiting();
        for waker in waiting.drain(..) {
            waker.wake();
        }
    }

    /// Whether it is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let looks = self.shared.looks.fetch_add(1, Ordering::SeqCst) + 1;
        if looks == self.shared.last_look.load(Ordering::SeqCst) {
            self.cancel();
        }
        self.shared.is_cancelled.load(Ordering::SeqCst)
    }

    /// A token that is cancelled at the N-th check.
    pub(crate) fn at_look(number: u64) -> Self {
        let cancel = Self::new();
        cancel.shared.last_look.store(number, Ordering::SeqCst);
        cancel
    }

    /// How often the token was checked.
    pub(crate) fn looks(&self) -> u64 {
        self.shared.looks.load(Ordering::SeqCst)
    }

    /// The token in the form that the filesystem asks for.
    pub(crate) fn signal(&self) -> StopSignal {
        let cancel = self.clone();
        Arc::new(move || cancel.is_cancelled())
    }

    /// The error of a cancelled call: the filesystem reports a passed deadline.
    pub(crate) fn explain(&self, error: ToolError) -> ToolError {
        match error.code {
            Code::Timeout if self.shared.is_cancelled.load(Ordering::SeqCst) => cancelled(),
            _ => error,
        }
    }

    /// Checks the token at a safe point, where no change is incomplete.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        if self.is_cancelled() {
            return Err(cancelled());
        }
        Ok(())
    }

    /// Waits for a future, or drops it when the token is cancelled.
    pub(crate) fn or_dropped<F: Future>(&self, future: F) -> OrDropped<'_, F> {
        OrDropped {
            cancel: self,
            future: Box::pin(future),
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Waker>> {
        self.shared
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn cancelled() -> ToolError {
    ToolError::new(
        Code::Cancelled,
        "the call was cancelled; nothing was changed",
    )
}

/// The answer of a future, or `None` after a cancellation.
pub(crate) struct OrDropped<'a, F> {
    cancel: &'a Cancel,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for OrDropped<'_, F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Registered before the check, so that a cancellation in between is not missed.
        let mut waiting = self.cancel.waiting();
        if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
            waiting.push(context.waker().clone());
        }
        drop(waiting);
        if self.cancel.is_cancelled() {
            return Poll::Ready(None);
        }
        self.future.as_mut().poll(context).map(Some)
    }
}
