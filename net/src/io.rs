//! The thread that drives requests, independent of the runtime that drives a run.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Poll};

use tokio::runtime::{Builder, Handle};
use tokio::task::JoinHandle;

/// One thread is enough for all requests of the process: it only waits and copies.
fn handle() -> Result<&'static Handle, String> {
    static HANDLE: OnceLock<Result<Handle, String>> = OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        let fault =
            |cause: std::io::Error| format!("a thread for requests cannot be started: {cause}");
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(fault)?;
        let handle = runtime.handle().clone();
        std::thread::Builder::new()
            .name("isolate-net".to_owned())
            .spawn(move || runtime.block_on(std::future::pending::<()>()))
            .map_err(fault)?;
        Ok(handle)
    });
    handle.as_ref().map_err(Clone::clone)
}

/// A task on the thread. Dropping this cancels it.
pub(crate) struct Task<T> {
    handle: JoinHandle<T>,
}

/// Runs a future on the thread.
pub(crate) fn spawn<T: Send + 'static>(
    future: impl Future<Output = T> + Send + 'static,
) -> Result<Task<T>, String> {
    Ok(Task {
        handle: handle()?.spawn(future),
    })
}

impl<T> Future for Task<T> {
    type Output = Result<T, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let polled = Pin::new(&mut self.handle).poll(context);
        polled.map(|ended| {
            ended.map_err(|_| "the request failed because of an internal error".to_owned())
        })
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.handle.abort();
    }
}
