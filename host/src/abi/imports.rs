//! What the guest imports: each function that it can call.

use std::future::{Future, ready};

use wasmtime::{Caller, Linker};

use super::call::call;
use super::{Host, slice};
use crate::limits::Limit;
use crate::stop::Stop;

/// The module that the guest imports from.
pub(super) const MODULE: &str = "isolate";

/// Every function that a guest can call. A test compares them with what the artefact imports.
#[cfg(test)]
pub(super) const IMPORTS: [&str; 4] = ["call", "out_of_memory", "panicked", "refuel"];

/// Bytes of the message of a guest's panic that are kept.
const PANIC_BYTES_MAX: usize = 1 << 10;

/// Defines what the guest imports, and nothing else.
pub(super) fn add_to_linker(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    linker.func_wrap_async(MODULE, "call", |caller, (pointer, length)| {
        call(caller, (pointer, length))
    })?;
    linker.func_wrap_async(MODULE, "refuel", |caller, (balance,)| {
        refuel(caller, balance)
    })?;
    linker.func_wrap(MODULE, "out_of_memory", out_of_memory)?;
    linker.func_wrap(MODULE, "panicked", panicked)?;
    Ok(())
}

/// The import that the guest calls when its allocator has nothing left, even after a collection.
fn out_of_memory(mut caller: Caller<'_, Host>) -> wasmtime::Result<()> {
    Err(caller.data_mut().stop_for(Stop::Limit(Limit::Memory)))
}

/// The import that the guest calls when it panics, with the message.
fn panicked(mut caller: Caller<'_, Host>, pointer: u32, length: u32) -> wasmtime::Result<()> {
    let exports = caller.data().exports.clone();
    let text = exports.and_then(|exports| {
        let text = slice(exports.memory.data(&caller), pointer, length)?;
        let kept = &text[..text.len().min(PANIC_BYTES_MAX)];
        Some(String::from_utf8_lossy(kept).into_owned())
    });
    let outside = Stop::Hostile("a report outside of its memory");
    let stop = text.map_or(outside, Stop::Panicked);
    Err(caller.data_mut().stop_for(stop))
}

/// What an import returns. Most are ready at once: then the future is small, and costs little.
pub(super) type Imported<'a, T> = Box<dyn Future<Output = wasmtime::Result<T>> + Send + 'a>;

/// The import that the guest calls when its fuel counter is below zero. Here a run gives its worker
/// away.
fn refuel<'a>(mut caller: Caller<'a, Host>, balance: i64) -> Imported<'a, i64> {
    let host = caller.data_mut();
    let refuelled = host.refuel(balance);
    if refuelled.is_err() || !host.is_slice_over() {
        return Box::new(ready(refuelled));
    }
    Box::new(async move {
        let host = caller.data_mut();
        host.yields().await.map_err(|stop| host.stop_for(stop))?;
        refuelled
    })
}
