//! Waiting for functions.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::future::{Either, select};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use isolate_protocol::Value;

use super::call::Pending;
use super::error::FunctionError;
use crate::watchdog::Control;

/// The calls of a run that are under way.
///
/// New calls are polled in the order in which they began, so that functions that answer at once give
/// the same run every time; a call that has been polled before is polled again when it is woken.
pub(crate) type Waiting = FuturesUnordered<Pending>;

/// A finished call.
pub(crate) struct Answer {
    /// The number of the call.
    pub(crate) id: u32,
    /// The memory of its argument, which is free now.
    pub(crate) bytes: u64,
    pub(crate) result: Result<Value, FunctionError>,
}

/// The result of a wait.
pub(crate) enum Completion {
    /// A call is done.
    Done(Answer),
    /// The run has to stop.
    Halted,
    /// Every call that is left waits for somebody who answers later.
    Parked,
    /// No call has an answer at once, and others cannot write until the run goes on.
    Waits,
}

impl Future for Pending {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let call = &mut *self;
        // Taken when the call ends, so that its span ends with it.
        let span = call.span.clone();
        let result = std::task::ready!(span.in_scope(|| call.poll_result(context)));
        let (id, bytes) = (call.id, call.bytes);
        Poll::Ready(Answer { id, bytes, result })
    }
}

/// Whether every call that is left waits for somebody who answers later.
pub(crate) fn is_parked(waiting: &Waiting) -> bool {
    waiting.iter().all(Pending::is_parked)
}

/// Waits for the first answer, or for a halt. There has to be a call under way.
pub(crate) async fn first(waiting: &mut Waiting, control: &Control) -> Completion {
    let answered = poll_fn(|context| match waiting.poll_next_unpin(context) {
        Poll::Ready(Some(answer)) => Poll::Ready(Completion::Done(answer)),
        _ if is_parked(waiting) => Poll::Ready(Completion::Parked),
        _ => Poll::Pending,
    });
    match select(control.halts(), answered).await {
        Either::Left(_) => Completion::Halted,
        Either::Right((completion, _)) => completion,
    }
}
