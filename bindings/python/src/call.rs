//! Calls from programs to functions of Python.
//!
//! A plain function is called on a thread of its own, of which there are at most 256, or, if it is quick, on
//! the thread that waits for the run; a function that is
//! `async` on the event loop that its run was started from. `isolate_run._calls` has the Python part.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use isolate_host::FunctionError;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use serde_json::Value as Json;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::{json, process};

static DESCRIBED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// What a run was started from: it has the event loop, and the context variables. Functions find it in the
/// context of their run.
#[derive(Clone)]
pub(crate) struct Caller(pub(crate) Arc<Py<PyAny>>);

/// A function of Python.
pub(crate) struct Callable {
    function: Py<PyAny>,
    is_async: bool,
    runtime: Handle,
    time: Arc<UsualTime>,
}

/// The time that calls of a plain function usually take, in microseconds.
///
/// Those of a function that is quick are called where its run is waited for, which is ten times as fast as
/// a thread of their own; calls that take longer go on beside each other.
struct UsualTime(AtomicU32);

impl UsualTime {
    /// What is not known yet, and what is longer than any.
    const UNKNOWN: u32 = u32::MAX;
    /// Up to this a function is quick.
    const QUICK: u32 = 500;

    const fn unknown() -> Self {
        Self(AtomicU32::new(Self::UNKNOWN))
    }

    fn is_quick(&self) -> bool {
        self.0.load(Ordering::Relaxed) <= Self::QUICK
    }

    /// A call has taken so long. One that was slow counts for some dozen that are quick.
    fn note(&self, time: Duration) {
        let now = u32::try_from(time.as_micros()).unwrap_or(Self::UNKNOWN - 1);
        let usual = match self.0.load(Ordering::Relaxed) {
            Self::UNKNOWN => now,
            usual => usual / 4 * 3 + now / 4,
        };
        self.0.store(usual, Ordering::Relaxed);
    }
}

/// Where the answer of an `async` function goes.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Reply {
    sender: Mutex<Option<oneshot::Sender<PyResult<Py<PyAny>>>>>,
    cancel: Mutex<Option<Py<PyAny>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Reply {
    /// The function has returned this.
    fn answer(&self, value: Py<PyAny>) {
        if let Some(sender) = lock(&self.sender).take() {
            // Nobody may wait any more.
            let _ = sender.send(Ok(value));
        }
    }

    /// The function has raised this.
    fn fail(&self, error: Bound<'_, PyAny>) {
        if let Some(sender) = lock(&self.sender).take() {
            let _ = sender.send(Err(PyErr::from_value(error)));
        }
    }

    /// Calls this when nobody waits for the answer any more.
    fn on_cancel(&self, cancel: Py<PyAny>) {
        *lock(&self.cancel) = Some(cancel);
    }
}

/// Ends the task of a call whose future was dropped.
struct Cancelling {
    reply: Option<Py<Reply>>,
    runtime: Handle,
}

impl Drop for Cancelling {
    fn drop(&mut self) {
        let Some(reply) = self.reply.take() else {
            return;
        };
        // Not here: whoever drops it must not wait for the interpreter.
        self.runtime.spawn_blocking(move || {
            Python::try_attach(|py| {
                let cancel = lock(&reply.get().cancel).take();
                if let Some(cancel) = cancel {
                    // An event loop that is closed has ended the task.
                    let _ = cancel.call0(py);
                }
            })
        });
    }
}

impl Callable {
    pub(crate) fn new(function: Py<PyAny>, is_async: bool) -> PyResult<Self> {
        Ok(Self {
            function,
            is_async,
            runtime: process::runtime()?,
            time: Arc::new(UsualTime::unknown()),
        })
    }

    /// Calls it with arguments that are made where the interpreter is.
    pub(crate) async fn call(
        &self,
        caller: Option<Caller>,
        arguments: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyTuple>> + Send + 'static,
    ) -> PyResult<Py<PyAny>> {
        let ended = || {
            Python::attach(|_| {
                pyo3::exceptions::PyRuntimeError::new_err(
                    "the interpreter, or the event loop of the run, has ended",
                )
            })
        };
        let Some(function) = Python::try_attach(|py| self.function.clone_ref(py)) else {
            return Err(ended());
        };
        let Some(Caller(caller)) = caller else {
            return Err(ended());
        };
        if process::is_ending_here() {
            return Err(ended());
        }
        if !self.is_async {
            let time = Arc::clone(&self.time);
            let is_here = time.is_quick() && process::is_waiting_here();
            let call = move || {
                let begun = Instant::now();
                let called = Python::try_attach(|py| {
                    let arguments = arguments(py)?;
                    let answer = caller.call_method1(py, "call", (function, arguments));
                    if is_here
                        && let Err(error) = &answer
                        && !error.is_instance_of::<PyException>(py)
                    {
                        process::end_wait(py, error);
                    }
                    answer
                });
                time.note(begun.elapsed());
                called
            };
            if is_here {
                return call().unwrap_or_else(|| Err(ended()));
            }
            let called = self.runtime.spawn_blocking(call);
            return match called.await {
                Ok(Some(answer)) => answer,
                _ => Err(ended()),
            };
        }
        let (sender, receiver) = oneshot::channel();
        let started = Python::try_attach(|py| {
            let reply = Py::new(
                py,
                Reply {
                    sender: Mutex::new(Some(sender)),
                    cancel: Mutex::new(None),
                },
            )?;
            let arguments = arguments(py)?;
            caller.call_method1(py, "start", (function, arguments, reply.clone_ref(py)))?;
            Ok::<_, PyErr>(reply)
        });
        let Some(reply) = started.transpose()? else {
            return Err(ended());
        };
        let mut cancelling = Cancelling {
            reply: Some(reply),
            runtime: self.runtime.clone(),
        };
        let answer = receiver.await;
        cancelling.reply = None;
        answer.unwrap_or_else(|_| Err(ended()))
    }
}

/// What a program catches where a function has raised.
pub(crate) fn function_error(error: &PyErr) -> FunctionError {
    let described = Python::try_attach(|py| {
        let describe = DESCRIBED.import(py, "isolate_run._calls", "described")?;
        let told = describe.call1((error.value(py),))?;
        let (message, code, data, is_argument): (String, Option<String>, Bound<'_, PyAny>, bool) =
            told.extract()?;
        let mut told = match is_argument {
            true => FunctionError::argument(message),
            false => FunctionError::new(message),
        };
        if let Some(code) = code {
            told = told.with_code(code);
        }
        match json::of_python(&data, "data of the error")? {
            Json::Null => Ok::<_, PyErr>(told),
            data => Ok(told.with_data(data)),
        }
    });
    match described {
        Some(Ok(error)) => error,
        Some(Err(_)) | None => {
            FunctionError::new("the function failed, and its error cannot be read")
        }
    }
}
