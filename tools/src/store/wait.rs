//! Waiting for a store, for a bounded time, without a runtime.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

use isolate_host::CancelToken;

/// How often a call that waits looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(10);

/// Why waiting ended without an answer.
pub(crate) enum Ended {
    Late,
    Cancelled,
}

/// Wakes the thread that waits.
struct Unpark {
    thread: Thread,
    is_woken: AtomicBool,
}

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

/// Polls a future on this thread until it is ready, the time is over, or the call is cancelled.
pub(crate) fn wait<T>(
    mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>,
    cancel: &CancelToken,
    time: Duration,
) -> Result<T, Ended> {
    // Most stores answer at once, and need neither a clock nor a thread that is woken.
    let mut context = Context::from_waker(Waker::noop());
    if cancel.is_cancelled() {
        return Err(Ended::Cancelled);
    }
    if let Poll::Ready(answer) = future.as_mut().poll(&mut context) {
        return Ok(answer);
    }
    let until = Instant::now() + time;
    let unpark = Arc::new(Unpark {
        thread: std::thread::current(),
        is_woken: AtomicBool::new(true),
    });
    let waker = Waker::from(Arc::clone(&unpark));
    let mut context = Context::from_waker(&waker);
    loop {
        if unpark.is_woken.swap(false, Ordering::AcqRel)
            && let Poll::Ready(answer) = future.as_mut().poll(&mut context)
        {
            return Ok(answer);
        }
        if cancel.is_cancelled() {
            return Err(Ended::Cancelled);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Ended::Late);
        }
        std::thread::park_timeout(left.min(LOOK));
    }
}
