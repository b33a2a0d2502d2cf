//! Waiting for functions.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

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
    /// The calls that are left can go on without the run, and have taken so long that it is put away.
    Slow,
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

/// Since when the calls that are left are all under way or parked, if the run can be put away with them;
/// nothing if it has to wait for one of them, or for none.
pub(crate) fn slow_since(waiting: &Waiting) -> Option<Instant> {
    let mut latest = None;
    for call in waiting.iter().filter(|call| !call.is_parked()) {
        latest = latest.max(Some(call.goes_on_alone()?));
    }
    latest
}

/// Decides when a run has waited for its functions for long enough.
pub(crate) trait Patience: Send {
    /// Whether it is put away now; otherwise it wakes the task when that may have changed.
    fn is_over(&mut self, waiting: &Waiting, context: &mut Context<'_>) -> bool;
}

/// Waits for the first answer, for a halt, or for the end of the patience. There has to be a call under
/// way.
pub(crate) async fn first(
    waiting: &mut Waiting,
    control: &Control,
    patience: Option<&mut dyn Patience>,
) -> Completion {
    let mut patience = patience;
    let answered = poll_fn(|context| match waiting.poll_next_unpin(context) {
        Poll::Ready(Some(answer)) => Poll::Ready(Completion::Done(answer)),
        _ if is_parked(waiting) => Poll::Ready(Completion::Parked),
        _ => {
            let is_over = |patience: &mut &mut dyn Patience| patience.is_over(waiting, context);
            match patience.as_mut().is_some_and(is_over) {
                true => Poll::Ready(Completion::Slow),
                false => Poll::Pending,
            }
        }
    });
    match select(control.halts(), answered).await {
        Either::Left(_) => Completion::Halted,
        Either::Right((completion, _)) => completion,
    }
}
