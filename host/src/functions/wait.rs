//! Waiting for functions.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use isolate_protocol::Value;

use super::call::Pending;
use super::error::FunctionError;
use crate::watchdog::{Control, Watchdog};

/// What ended a wait.
pub(crate) enum Completion {
    /// This call is done.
    Done(u32, Result<Value, FunctionError>),
    /// The run has to stop.
    Halted,
}

/// The answer of the first pending call that has one, and its number.
pub(crate) fn ready(
    pending: &mut Vec<Pending>,
    context: &mut Context<'_>,
) -> Option<(u32, Result<Value, FunctionError>)> {
    for index in 0..pending.len() {
        if let Poll::Ready(result) = pending[index].poll(context) {
            let id = pending.remove(index).id;
            return Some((id, result));
        }
    }
    None
}

/// Waits for the first of the pending calls, or for a halt.
pub(crate) struct Completions<'a> {
    pending: &'a mut Vec<Pending>,
    control: &'a Arc<Control>,
    watchdog: &'a Watchdog,
}

impl<'a> Completions<'a> {
    pub(crate) const fn new(
        pending: &'a mut Vec<Pending>,
        control: &'a Arc<Control>,
        watchdog: &'a Watchdog,
    ) -> Self {
        Self {
            pending,
            control,
            watchdog,
        }
    }
}

impl Future for Completions<'_> {
    type Output = Completion;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Completion> {
        // Registered before the check, so that a halt in between is not missed.
        self.control.wake_on_halt(context.waker());
        if self.control.halted().is_some() {
            return Poll::Ready(Completion::Halted);
        }
        if let Some((id, result)) = ready(self.pending, context) {
            return Poll::Ready(Completion::Done(id, result));
        }
        // Nothing else wakes the wait for a function that hangs.
        if let Some(until) = self.pending.iter().filter_map(Pending::until).min() {
            self.watchdog.wake_at(until, self.control);
        }
        Poll::Pending
    }
}
