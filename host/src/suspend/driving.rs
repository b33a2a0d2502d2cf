//! Driving the functions of a run that is put away to their end, and their answers into the workspace.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};

use super::ended::written;
use super::keeper::Keeper;
use crate::functions::{Answer, EndedCall, Pending, Waiting};
use crate::underway::HandedOver;

/// Drives calls to their end, and keeps their answers.
pub(super) struct Driving {
    calls: FuturesUnordered<Alone>,
    keeping: FuturesUnordered<Keeping>,
    keeper: Keeper,
    /// Whether an answer is kept.
    is_any_kept: bool,
    /// Whether all answers so far are.
    are_kept: bool,
}

impl Driving {
    pub(super) fn new(calls: Waiting, keeper: Keeper) -> Self {
        Self {
            calls: calls.into_iter().map(|call| Alone(Some(call))).collect(),
            keeping: FuturesUnordered::new(),
            keeper,
            is_any_kept: false,
            are_kept: true,
        }
    }

    pub(super) const fn is_any_kept(&self) -> bool {
        self.is_any_kept
    }

    /// Ready when all are over: whether all of their answers are kept.
    pub(super) fn drive(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        loop {
            while let Poll::Ready(Some((name, call, ended))) = self.calls.poll_next_unpin(context) {
                let Ok(bytes) = written(ended) else {
                    self.are_kept = false;
                    continue;
                };
                let bytes = Arc::<[u8]>::from(bytes);
                let keeper = self.keeper.clone();
                self.keeping.push(Keeping {
                    call,
                    bytes: Arc::clone(&bytes),
                    kept: Box::pin(keeper.keep(name, call, bytes)),
                });
            }
            match self.keeping.poll_next_unpin(context) {
                Poll::Ready(Some(is_kept)) => {
                    self.are_kept &= is_kept;
                    self.is_any_kept |= is_kept;
                }
                Poll::Ready(None) if self.calls.is_empty() => return Poll::Ready(self.are_kept),
                _ => return Poll::Pending,
            }
        }
    }

    /// What is under way, and answers that may not be kept yet. A try to keep one may go on: it finds that
    /// the run is in memory, or waits for the call no longer.
    pub(super) fn handed_over(self) -> HandedOver {
        let calls = self.calls.into_iter().filter_map(|alone| alone.0);
        let answers = self.keeping.into_iter();
        HandedOver {
            calls: calls.collect(),
            answers: answers.map(|one| (one.call, one.bytes)).collect(),
        }
    }
}

/// A call that goes on without its run, until it has ended.
struct Alone(Option<Pending>);

impl Future for Alone {
    type Output = (String, u32, EndedCall);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(call) = &mut self.0 else {
            return Poll::Pending;
        };
        let Answer { id, result, .. } = ready!(call.poll_unpin(context));
        let ended = (call.name.clone(), id, call.ended_with(result));
        self.0 = None;
        Poll::Ready(ended)
    }
}

/// An answer that is being kept: whether it is.
struct Keeping {
    call: u32,
    bytes: Arc<[u8]>,
    kept: Pin<Box<dyn Future<Output = bool> + Send>>,
}

impl Future for Keeping {
    type Output = bool;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<bool> {
        self.kept.as_mut().poll(context)
    }
}
