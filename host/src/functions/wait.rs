//! Waiting for functions.

use std::future::Future;
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
}

impl Future for Pending {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let call = &mut *self;
        let result = std::task::ready!(call.poll_result(context));
        let (id, bytes) = (call.id, call.bytes);
        Poll::Ready(Answer { id, bytes, result })
    }
}

/// Waits for the first answer, or for a halt. There has to be a call under way.
pub(crate) async fn first(waiting: &mut Waiting, control: &Control) -> Completion {
    match select(control.halts(), waiting.select_next_some()).await {
        Either::Left(_) => Completion::Halted,
        Either::Right((answer, _)) => Completion::Done(answer),
    }
}
