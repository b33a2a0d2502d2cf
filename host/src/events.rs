//! What a run does, as a stream beside its result.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use futures_util::Stream;

use crate::calls::CallStatus;
use crate::lock::locked;
use crate::outcome::LogEntry;

/// Events that wait for their reader, at most.
const EVENTS_MAX: usize = 10_000;

/// Something that a run does: an item of [`RunEvents`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunEvent {
    /// It has its first turn to compute: it has waited for a place and a turn until now.
    Begun,
    /// It has logged something: each entry of its log once, in order, as soon as it is complete.
    Log(LogEntry),
    /// It has called a function.
    Called {
        /// The number of the call in its run.
        call: u32,
        /// The function: `NAMESPACE.NAME`.
        function: String,
    },
    /// A call of a function has ended.
    Ended {
        /// The number of the call in its run.
        call: u32,
        /// The function: `NAMESPACE.NAME`.
        function: String,
        /// How it ended.
        status: CallStatus,
    },
    /// So many events are missing here, because 10,000 had not been read.
    Missed(u64),
}

/// The events of a run, in their order: a [`Stream`] that ends with the run, from
/// [`RunHandle::events`](crate::RunHandle::events). It holds at most 10,000 events that were not read.
pub struct RunEvents {
    queue: EventQueue,
}

impl RunEvents {
    /// The next event; `None` when the run is over and all were read.
    pub async fn next(&mut self) -> Option<RunEvent> {
        poll_fn(|context| self.queue.poll_next(context)).await
    }
}

impl fmt::Debug for RunEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunEvents").finish_non_exhaustive()
    }
}

impl Stream for RunEvents {
    type Item = RunEvent;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<RunEvent>> {
        self.queue.poll_next(context)
    }
}

impl Drop for RunEvents {
    fn drop(&mut self) {
        self.queue.end();
    }
}

/// Where events wait for their reader.
#[derive(Clone, Default)]
pub(crate) struct EventQueue(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    events: VecDeque<RunEvent>,
    missed: u64,
    reader: Option<Waker>,
    /// Whether nothing comes any more, or nobody reads.
    is_over: bool,
}

impl EventQueue {
    pub(crate) fn push(&self, event: RunEvent) {
        let mut queue = locked(&self.0);
        if queue.is_over {
            return;
        }
        if queue.missed > 0 && queue.events.len() + 1 < EVENTS_MAX {
            let missed = std::mem::take(&mut queue.missed);
            queue.events.push_back(RunEvent::Missed(missed));
        }
        if queue.missed > 0 || queue.events.len() >= EVENTS_MAX {
            queue.missed += 1;
        } else {
            queue.events.push_back(event);
        }
        let reader = queue.reader.take();
        drop(queue);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Nothing comes any more.
    pub(crate) fn end(&self) {
        let mut queue = locked(&self.0);
        queue.is_over = true;
        let reader = queue.reader.take();
        drop(queue);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    pub(crate) fn reader(&self) -> RunEvents {
        RunEvents {
            queue: self.clone(),
        }
    }

    fn poll_next(&self, context: &mut Context<'_>) -> Poll<Option<RunEvent>> {
        let mut queue = locked(&self.0);
        if let Some(event) = queue.events.pop_front() {
            return Poll::Ready(Some(event));
        }
        match std::mem::take(&mut queue.missed) {
            0 if queue.is_over => Poll::Ready(None),
            0 => {
                queue.reader = Some(context.waker().clone());
                Poll::Pending
            }
            missed => Poll::Ready(Some(RunEvent::Missed(missed))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(queue: &EventQueue) -> Poll<Option<RunEvent>> {
        queue.poll_next(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn what_is_not_read_is_counted_where_it_is_missing() {
        let queue = EventQueue::default();
        let call = |call| RunEvent::Called {
            call,
            function: String::new(),
        };
        let events_max = u32::try_from(EVENTS_MAX).unwrap();
        for number in 0..events_max + 3 {
            queue.push(call(number));
        }
        for number in 0..2 {
            assert_eq!(read(&queue), Poll::Ready(Some(call(number))));
        }
        queue.push(RunEvent::Begun);
        for number in 2..events_max {
            assert_eq!(read(&queue), Poll::Ready(Some(call(number))));
        }
        assert_eq!(read(&queue), Poll::Ready(Some(RunEvent::Missed(3))));
        assert_eq!(read(&queue), Poll::Ready(Some(RunEvent::Begun)));
        assert_eq!(read(&queue), Poll::Pending);
        queue.end();
        queue.push(RunEvent::Begun);
        assert_eq!(read(&queue), Poll::Ready(None));
    }

    #[test]
    fn the_last_are_counted_too() {
        let queue = EventQueue::default();
        for _ in 0..=EVENTS_MAX {
            queue.push(RunEvent::Begun);
        }
        queue.end();
        for _ in 0..EVENTS_MAX {
            assert_eq!(read(&queue), Poll::Ready(Some(RunEvent::Begun)));
        }
        assert_eq!(read(&queue), Poll::Ready(Some(RunEvent::Missed(1))));
        assert_eq!(read(&queue), Poll::Ready(None));
    }
}
