//! Functions of the embedder that programs may call, and the wait for them.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use isolate_protocol::wire::Value;

use crate::watchdog::Control;

type FunctionFuture = Pin<Box<dyn Future<Output = Result<Value, String>> + Send>>;
type Function = Arc<dyn Fn(Value) -> FunctionFuture + Send + Sync>;

/// Asynchronous functions that a program reaches as `tools.NAME(value)`.
///
/// While a program waits for them no thread is held, and several run at the same time.
///
/// ```
/// use isolate_host::{HostFunctions, RunOptions, Sandbox, Workspace, Outcome, to_json};
///
/// let mut functions = HostFunctions::new();
/// functions.add("double", |value| async move {
///     let json = to_json(&value).and_then(|json| json.as_f64());
///     let number = json.ok_or("double needs a number")?;
///     Ok(isolate_host::from_json(&(number * 2.0).into()))
/// });
/// let options = RunOptions { functions, ..RunOptions::default() };
/// let run = Sandbox::new()?.run_blocking(&Workspace::memory()?, "tools.double(21)", options)?;
/// let Outcome::Returned(value) = &run.outcome else { panic!("{:?}", run.outcome) };
/// assert_eq!(to_json(value), Some(42.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct HostFunctions {
    by_name: BTreeMap<String, Function>,
}

impl HostFunctions {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function, replacing one of the same name. Its `Err` text becomes the message of
    /// the error that the program catches.
    pub fn add<F, R>(&mut self, name: impl Into<String>, function: F)
    where
        F: Fn(Value) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Value, String>> + Send + 'static,
    {
        self.by_name.insert(
            name.into(),
            Arc::new(move |value| Box::pin(function(value))),
        );
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.by_name.keys().cloned().collect()
    }

    pub(crate) fn call(&self, name: &str, value: Value) -> Option<FunctionFuture> {
        self.by_name.get(name).map(|function| function(value))
    }
}

impl std::fmt::Debug for HostFunctions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.by_name.keys()).finish()
    }
}

/// A call that goes on in the host.
pub(crate) struct Pending {
    pub(crate) id: u32,
    /// The memory of its argument.
    pub(crate) bytes: u64,
    pub(crate) future: FunctionFuture,
}

/// What ended a wait.
pub(crate) enum Completion {
    /// This call is done.
    Done(u32, Result<Value, String>),
    /// The run has to stop.
    Halted,
}

/// Waits for the first of the pending calls, or for a halt.
pub(crate) struct Completions<'a> {
    pending: &'a mut Vec<Pending>,
    control: &'a Control,
}

impl<'a> Completions<'a> {
    pub(crate) const fn new(pending: &'a mut Vec<Pending>, control: &'a Control) -> Self {
        Self { pending, control }
    }
}

impl Future for Completions<'_> {
    type Output = Completion;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Completion> {
        // Registered before the look, so that a halt in between is not missed.
        self.control.wake_on_halt(context.waker());
        if self.control.halted().is_some() {
            return Poll::Ready(Completion::Halted);
        }
        for index in 0..self.pending.len() {
            let pending = &mut self.pending[index];
            if let Poll::Ready(result) = pending.future.as_mut().poll(context) {
                let id = self.pending.remove(index).id;
                return Poll::Ready(Completion::Done(id, result));
            }
        }
        Poll::Pending
    }
}
