//! Work on threads of this process, for which Python waits.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::{failure, process};

/// What was begun, and what it has answered.
pub(crate) struct Awaited<T> {
    done: Arc<Mutex<Done<T>>>,
    over: watch::Receiver<bool>,
}

/// How it ended, once it has.
struct Done<T> {
    answer: Option<T>,
    is_over: bool,
    callbacks: Vec<Py<PyAny>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + 'static> Awaited<T> {
    /// Begins it.
    pub(crate) fn spawn(runtime: &Handle, work: impl Future<Output = T> + Send + 'static) -> Self {
        let done = Arc::new(Mutex::new(Done {
            answer: None,
            is_over: false,
            callbacks: Vec::new(),
        }));
        let (sender, over) = watch::channel(false);
        let kept = Arc::clone(&done);
        runtime.spawn(async move {
            let answer = work.await;
            let callbacks = {
                let mut done = lock(&kept);
                done.answer = Some(answer);
                done.is_over = true;
                std::mem::take(&mut done.callbacks)
            };
            sender.send_replace(true);
            tell(callbacks);
        });
        Self { done, over }
    }

    pub(crate) fn is_done(&self) -> bool {
        lock(&self.done).is_over
    }

    /// Calls this once it is done, on some thread.
    pub(crate) fn on_done(&self, py: Python<'_>, callback: Py<PyAny>) -> PyResult<()> {
        let mut done = lock(&self.done);
        if !done.is_over {
            done.callbacks.push(callback);
            return Ok(());
        }
        drop(done);
        callback.call0(py).map(drop)
    }

    /// What it has answered, once it is done. Once.
    pub(crate) fn take(&self) -> PyResult<T> {
        let answer = lock(&self.done).answer.take();
        answer.ok_or_else(|| failure::usage("it has not ended, or its answer was taken"))
    }

    /// Waits for it on this thread; Ctrl-C interrupts it.
    pub(crate) fn wait(&self, py: Python<'_>, interrupt: impl FnOnce()) -> PyResult<()> {
        let mut over = self.over.clone();
        let waited = async move {
            let _ = over.wait_for(|over| *over).await;
        };
        process::wait(py, waited, interrupt)
    }
}

/// Calls what waits for it.
fn tell(callbacks: Vec<Py<PyAny>>) {
    if callbacks.is_empty() {
        return;
    }
    Python::try_attach(|py| {
        for callback in callbacks {
            // It hands over to an event loop; one that is closed has nobody who waits.
            let _ = callback.call0(py);
        }
    });
}
