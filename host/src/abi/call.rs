//! The calls of a program: most are answered at once, and some wait for their turn first.

use std::future::ready;
use std::pin::Pin;

use isolate_protocol::wire::message::request as kind;
use isolate_vfs::RACES_MAX;
use wasmtime::{Caller, Memory};

use super::{Host, Imported, aside, nested, slice, write_reply};
use crate::workspace::WriteTurn;

/// The import for all calls of a program: reads a request, writes the reply to guest memory, and
/// returns its length. Here a run waits for its turn to write.
pub(super) fn call<'a>(mut caller: Caller<'a, Host>, request: (u32, u32)) -> Imported<'a, u32> {
    let Some(memory) = caller.data().exports.as_ref().map(|exports| exports.memory) else {
        let early = wasmtime::Error::msg("a call before the guest is set up");
        return Box::new(ready(Err(early)));
    };
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    let bytes = slice(bytes, request.0, request.1);
    match bytes.and_then(|bytes| bytes.first()) {
        Some(&(kind::EXEC | kind::PROGRAM | kind::GO_ON)) => {
            return Box::new(nested::call(caller, memory, request));
        }
        Some(&kind::LOG) if host.steps() => {
            return Box::new(aside::printed(caller, memory, request));
        }
        Some(&kind::INPUT) if host.steps() => {
            return Box::new(aside::read(caller, memory, request));
        }
        _ => {}
    }
    if !bytes.is_some_and(|bytes| host.waits.is_too_long_here(bytes)) {
        return call_here(caller, memory, request);
    }
    Box::new(async move {
        let host = caller.data_mut();
        let moved = host.goes_elsewhere().await;
        moved.map_err(|stop| host.stop_for(stop))?;
        Pin::from(call_here(caller, memory, request)).await
    })
}

/// As [`call`], on a thread that may wait for files.
fn call_here<'a>(
    mut caller: Caller<'a, Host>,
    memory: Memory,
    request: (u32, u32),
) -> Imported<'a, u32> {
    match call_at_once(&mut caller, memory, request) {
        Ok(Called::Replied(length)) => Box::new(ready(Ok(length))),
        Ok(Called::NeedsTurn) => Box::new(call_with_turn(caller, memory, request)),
        Ok(Called::MissedLock(turn)) => {
            Box::new(call_until_unlocked(caller, memory, request, turn))
        }
        Ok(Called::NeedsRoom(reply)) => Box::new(write_reply(caller, memory, reply)),
        Err(error) => Box::new(ready(Err(error))),
    }
}

/// How far a call has come without a wait.
enum Called {
    Replied(u32),
    /// Nothing is done yet: others write.
    NeedsTurn,
    /// Nothing is done yet: somebody writes who does not ask for a turn.
    MissedLock(WriteTurn),
    /// The guest has to make room for the reply.
    NeedsRoom(Vec<u8>),
}

#[inline]
fn call_at_once(
    caller: &mut Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
) -> wasmtime::Result<Called> {
    let (bytes, host) = memory.data_and_store_mut(&mut *caller);
    host.check_running()?;
    let turn = match slice(bytes, request.0, request.1) {
        Some(request) => host.waits.turn_for(request),
        None => Some(None),
    };
    let reply = match turn {
        None => return Ok(Called::NeedsTurn),
        Some(None) => host.answer(bytes, request)?,
        Some(Some(turn)) => match attempt(caller, memory, request)? {
            Some(reply) => reply,
            None => return Ok(Called::MissedLock(turn)),
        },
    };
    let (bytes, host) = memory.data_and_store_mut(&mut *caller);
    match host.inbox {
        Some((at, room)) if reply.len() <= room as usize => {
            host.put(bytes, at, reply).map(Called::Replied)
        }
        _ => Ok(Called::NeedsRoom(reply)),
    }
}

/// As [`call`], after the turn to write.
async fn call_with_turn(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
) -> wasmtime::Result<u32> {
    let host = caller.data_mut();
    let turn = host.turn().await.map_err(|stop| host.stop_for(stop))?;
    let reply = match turn {
        Some(turn) => match attempt(&mut caller, memory, request)? {
            Some(reply) => reply,
            None => return call_until_unlocked(caller, memory, request, turn).await,
        },
        None => answer(&mut caller, memory, request)?,
    };
    write_reply(caller, memory, reply).await
}

/// As [`call`], where somebody writes who does not ask for a turn: it is tried again and again, and
/// fails when it has taken as long as a call may wait.
async fn call_until_unlocked(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
    turn: WriteTurn,
) -> wasmtime::Result<u32> {
    let mut wait = caller.data().lock_wait();
    let reply = loop {
        let host = caller.data_mut();
        let paused = host.pauses(&mut wait).await;
        let Some(goes_on) = paused.map_err(|stop| host.stop_for(stop))? else {
            break answer(&mut caller, memory, request)?;
        };
        if !goes_on {
            // It waits no longer, and its error is that of a busy workspace.
            caller.data().bound_lock_wait(true);
            let reply = answer(&mut caller, memory, request);
            caller.data().bound_lock_wait(false);
            break reply?;
        }
        if let Some(reply) = attempt(&mut caller, memory, request)? {
            break reply;
        }
    };
    drop(turn);
    write_reply(caller, memory, reply).await
}

/// The reply to a request that may write; none if somebody else writes, and nothing was done.
fn attempt(
    caller: &mut Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
) -> wasmtime::Result<Option<Vec<u8>>> {
    let host = caller.data();
    if !host.waits_for_lock() {
        return answer(caller, memory, request).map(Some);
    }
    let before = host.state.attempt();
    host.bound_lock_wait(true);
    let reply = answer(caller, memory, request);
    let host = caller.data_mut();
    host.bound_lock_wait(false);
    let reply = reply?;
    if host.state.has_missed_lock(&before) {
        host.reply = reply;
        return Ok(None);
    }
    Ok(Some(reply))
}

/// The reply to a request of the guest.
fn answer(
    caller: &mut Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
) -> wasmtime::Result<Vec<u8>> {
    let (bytes, host) = memory.data_and_store_mut(caller);
    for _ in 0..RACES_MAX {
        let before = host.state.attempt();
        let reply = host.answer(bytes, request)?;
        if !host.state.has_raced(&before) {
            return Ok(reply);
        }
        host.reply = reply;
    }
    host.answer(bytes, request)
}
