//! The exports of the module, beside those of `isolate_boundary`.
//!
//! One thread, no re-entrance: the host calls `start` and `resume` one at a time. After a trap it
//! calls `place` alone, once.
#![expect(unsafe_code, reason = "the boundary of the module is raw memory")]

use std::cell::RefCell;

use isolate_boundary::mailbox;

use crate::alloc::POOL;
use crate::{Host, Runtime};

thread_local! {
    static RUNTIME: RefCell<Option<Runtime>> = const { RefCell::new(None) };
}

struct Wall;

impl Host for Wall {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        mailbox::ask(request, read);
    }
}

/// Builds the engine; nothing else may be called before. Calls no import.
#[unsafe(export_name = "wizer-initialize")]
pub(crate) extern "C" fn initialize() {
    std::panic::set_hook(Box::new(mailbox::panicked));
    RUNTIME.with_borrow_mut(|runtime| *runtime = Some(Runtime::new(Box::new(Wall))));
    POOL.start_afresh();
}

/// Loads the library in the `Library` message that the host has written. The memory is snapshotted
/// after the last.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn load(len: u32) -> u64 {
    let message = mailbox::received(len);
    let answer = step(|runtime| runtime.load(&message));
    POOL.start_afresh();
    answer
}

/// Runs the program in the `Start` message that the host has written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(len: u32) -> u64 {
    let message = mailbox::received(len);
    step(|runtime| runtime.start(&message))
}

/// Completes a pending call with the message that the host has written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn resume(len: u32) -> u64 {
    let message = mailbox::received(len);
    step(|runtime| runtime.resume(&message))
}

/// Line and column at which the program stands, 32 bits each; 0 where that is not known. Nothing is
/// called after it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn place() -> u64 {
    let place = RUNTIME.with(|runtime| {
        // SAFETY: what has borrowed the runtime was stopped and never goes on, and nothing is
        // changed here.
        let runtime = unsafe { &*runtime.as_ptr() };
        runtime.as_ref().and_then(Runtime::place)
    });
    place.map_or(0, |(line, column)| {
        (u64::from(line) << 32) | u64::from(column)
    })
}

fn step(run: impl FnOnce(&mut Runtime) -> Vec<u8>) -> u64 {
    let answer = RUNTIME.with_borrow_mut(|runtime| {
        let runtime = runtime.get_or_insert_with(|| Runtime::new(Box::new(Wall)));
        run(runtime)
    });
    mailbox::sent(answer)
}
