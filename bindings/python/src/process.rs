//! What belongs to the process: the threads that drive runs and functions, and waiting that Ctrl-C ends.

use std::cell::RefCell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use isolate_host::Computes;
use pyo3::prelude::*;
use tokio::runtime::{Handle, Runtime};

use crate::failure;

/// How often a thread that waits looks whether Ctrl-C was pressed.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// Threads on which functions of Python are called at the same time, at most.
const FUNCTION_THREADS_MAX: usize = 256;

/// The runtime, and the process that it was made in.
static RUNTIME: Mutex<Option<(u32, Handle)>> = Mutex::new(None);

/// The runtime that drives what is awaited, and has the threads for functions that block.
pub(crate) fn runtime() -> PyResult<Handle> {
    let mut runtime = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((of, handle)) = &*runtime
        && *of == process
    {
        return Ok(handle.clone());
    }
    let made = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(FUNCTION_THREADS_MAX)
        .thread_name("isolate-run")
        .enable_time()
        .build();
    let made: Runtime = made.map_err(|cause| {
        failure::usage(&format!("the system gave isolate_run no threads: {cause}"))
    })?;
    let handle = made.handle().clone();
    // It lives as long as the process; the threads of one that was forked away do not exist here.
    std::mem::forget(made);
    *runtime = Some((process, handle.clone()));
    Ok(handle)
}

/// The process in which something was made: its threads and files are not those of a fork.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn current() -> Self {
        Self(std::process::id())
    }

    /// Refuses the use in a process that was forked from it.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self.0 == std::process::id() {
            return Ok(());
        }
        Err(failure::usage(&format!(
            "this {what} was made before fork(), and its threads and files are those of the parent: \
             make a new one in this process, or start processes with the method \"spawn\""
        )))
    }
}

/// Wakes a thread.
struct ThreadWaker(Thread);

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.unpark();
    }
}

thread_local! {
    /// Whether this thread polls what Python waits for on it, and what was raised meanwhile by a function that
    /// was called here.
    static WAITING: RefCell<Option<Option<PyErr>>> = const { RefCell::new(None) };
}

/// Whether Python waits on this thread for the run that calls a function, so that it may be called here.
pub(crate) fn is_waiting_here() -> bool {
    WAITING.with_borrow(Option::is_some)
}

/// Whether the wait on this thread ends with what was raised, and the run is about to be cancelled.
pub(crate) fn is_ending_here() -> bool {
    WAITING.with_borrow(|waiting| matches!(waiting, Some(Some(_))))
}

/// Ends the wait on this thread with what a function has raised that is no error of a function, such as
/// `KeyboardInterrupt`.
pub(crate) fn end_wait(py: Python<'_>, raised: &PyErr) {
    WAITING.with_borrow_mut(|waiting| {
        if let Some(earlier) = waiting {
            earlier.get_or_insert_with(|| raised.clone_ref(py));
        }
    });
}

/// Drives a future on this thread, without the interpreter. A signal that raises ends the wait: then
/// `interrupt` is called, the future is driven to its end, and the exception is raised.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    future: impl Future<Output = T> + Send,
    interrupt: impl FnOnce(),
) -> PyResult<T> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(ThreadWaker(thread::current())));
    let mut interrupt = Some(interrupt);
    let mut raised = None;
    loop {
        let (done, raised_here) = py.detach(|| {
            // A function that is called here may itself wait for another run.
            let _computes = Computes::while_it_waits();
            let outer = WAITING.replace(Some(None));
            let done = poll_for(future.as_mut(), &waker, SIGNALS_EVERY);
            (done, WAITING.replace(outer).flatten())
        });
        let signal = match (raised_here, &done) {
            (Some(error), _) => Err(error),
            (None, None) => py.check_signals(),
            (None, Some(_)) => Ok(()),
        };
        if let Err(error) = signal {
            raised.get_or_insert(error);
            if let Some(interrupt) = interrupt.take() {
                interrupt();
            }
        }
        if let Some(done) = done {
            return raised.map_or(Ok(done), Err);
        }
    }
}

/// Polls a future for a time.
fn poll_for<F: Future>(
    mut future: Pin<&mut F>,
    waker: &Waker,
    time: Duration,
) -> Option<F::Output> {
    let until = Instant::now() + time;
    let mut context = Context::from_waker(waker);
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return Some(done);
        }
        let left = until.checked_duration_since(Instant::now())?;
        if is_ending_here() {
            return None;
        }
        thread::park_timeout(left);
        if Instant::now() >= until {
            // It may have been woken at the last moment.
            return match future.as_mut().poll(&mut context) {
                Poll::Ready(done) => Some(done),
                Poll::Pending => None,
            };
        }
    }
}
