//! Work on threads that may block, and values as bytes.

use std::sync::{Mutex, OnceLock, PoisonError};

use isolate_host::Value;
use isolate_protocol::wire::{Decoder, Encoder};
use napi::bindgen_prelude::{AsyncTask, Buffer, BufferSlice, ToNapiValue, TypeName};
use napi::{Env, Result, Task};
use tokio::runtime::{Handle, Runtime};

use crate::failure;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();
static STARTING: Mutex<()> = Mutex::new(());

/// The runtime that drives runs.
pub(crate) fn runtime() -> Result<Handle> {
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime.handle().clone());
    }
    let _one_by_one = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if RUNTIME.get().is_none() {
        let made = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("isolate-run")
            .enable_time()
            .build();
        let made = made.map_err(|cause| {
            failure::usage(&format!("the system gave isolate-run no threads: {cause}"))
        })?;
        let _ = RUNTIME.set(made);
    }
    let runtime = RUNTIME.get().map(|runtime| runtime.handle().clone());
    runtime.ok_or_else(|| failure::usage("the system gave isolate-run no threads"))
}

/// A value from the bytes that the package has made of one.
pub(crate) fn decoded(bytes: &[u8]) -> Result<Value> {
    let mut decoder = Decoder::new(bytes);
    let value = decoder.value();
    value.map_err(|error| failure::usage(&format!("a value that cannot be read: {error}")))
}

/// A value as bytes, of which the package makes one.
pub(crate) fn encoded(value: &Value) -> Buffer {
    let mut encoder = Encoder::new();
    encoder.value(value);
    encoder.into_bytes().into()
}

/// Bytes up to which a copy costs less than memory that Node has to give back.
const COPIED_MAX: usize = 16 * 1024;

/// A value as bytes for Node, on its own thread.
pub(crate) fn handed_over<'env>(env: &'env Env, value: &Value) -> Result<BufferSlice<'env>> {
    let mut encoder = Encoder::new();
    encoder.value(value);
    let bytes = encoder.into_bytes();
    match bytes.len() <= COPIED_MAX {
        true => BufferSlice::copy_from(env, bytes),
        false => BufferSlice::from_data(env, bytes),
    }
}

/// What a thread of Node's pool does.
pub struct Work<T>(Option<Box<dyn FnOnce() -> Result<T> + Send>>);

impl<T: ToNapiValue + TypeName + Send + 'static> Task for Work<T> {
    type Output = T;
    type JsValue = T;

    fn compute(&mut self) -> Result<T> {
        match self.0.take() {
            Some(work) => work(),
            None => Err(failure::usage("it was done before")),
        }
    }

    fn resolve(&mut self, _: Env, output: T) -> Result<T> {
        Ok(output)
    }
}

/// Does it on a thread of Node's pool; a promise of what it answers.
pub(crate) fn promise<T>(work: impl FnOnce() -> Result<T> + Send + 'static) -> AsyncTask<Work<T>>
where
    T: ToNapiValue + TypeName + Send + 'static,
{
    AsyncTask::new(Work(Some(Box::new(work))))
}
