//! Messages in the memory of the guest.

use isolate_protocol::limits::MESSAGE_BYTES_MAX;
use wasmtime::{AsContextMut, Caller, Memory};

use super::{Exports, Host};

/// Makes the guest make room for a message, if it has less.
pub(super) async fn make_room(
    store: &mut (impl AsContextMut<Data = Host> + Send),
    exports: &Exports,
    message: &[u8],
) -> wasmtime::Result<()> {
    if store.as_context().data().fits_inbox(message) {
        return Ok(());
    }
    let length = length_of(message)?;
    store.as_context_mut().data_mut().depth.set_elsewhere(true);
    let at = exports.alloc.call_async(&mut *store, length).await?;
    let mut context = store.as_context_mut();
    let host = context.data_mut();
    host.depth.set_elsewhere(false);
    host.inbox = Some((at, length));
    Ok(())
}

/// Writes a message where the guest has made room for it.
pub(super) fn put(
    store: &mut impl AsContextMut<Data = Host>,
    memory: Memory,
    message: Vec<u8>,
) -> wasmtime::Result<u32> {
    let (bytes, host) = memory.data_and_store_mut(store);
    let Some((at, _)) = host.inbox else {
        return Err(wasmtime::Error::msg("a message without room for it"));
    };
    host.put(bytes, at, message)
}

pub(super) fn length_of(message: &[u8]) -> wasmtime::Result<u32> {
    u32::try_from(message.len())
        .ok()
        .filter(|_| message.len() <= MESSAGE_BYTES_MAX)
        .ok_or_else(|| wasmtime::Error::msg("a message beyond its bound"))
}

pub(super) fn slice(memory: &[u8], pointer: u32, length: u32) -> Option<&[u8]> {
    let from = pointer as usize;
    memory.get(from..from.checked_add(length as usize)?)
}

/// Writes a reply for which the guest may have to make room.
pub(super) async fn write_reply(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    reply: Vec<u8>,
) -> wasmtime::Result<u32> {
    if let Some(exports) = caller.data().exports.clone() {
        make_room(&mut caller, &exports, &reply).await?;
    }
    put(&mut caller, memory, reply)
}
