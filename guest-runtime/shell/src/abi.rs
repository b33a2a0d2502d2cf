//! The exports of the module, beside those of `isolate_boundary`.
//!
//! One thread, no re-entrance: the host calls `start` once. A command waits for nothing, so that there
//! is nothing to resume, and it stands at no place that is known.
#![expect(
    unsafe_code,
    reason = "exports have names of their own, and one reads what was stopped"
)]

use std::cell::RefCell;
use std::sync::Arc;

use isolate_boundary::alloc::{NoCollector, Pool};
use isolate_boundary::{mailbox, wasi};

use crate::{Host, Shell};

/// How far a reading moves the clocks, in nanoseconds: loops that wait for time to pass end.
const READING_NANOS: u64 = 1_000;

#[global_allocator]
static POOL: Pool<NoCollector> = Pool::new();

thread_local! {
    static SHELL: RefCell<Option<Shell>> = const { RefCell::new(None) };
}

struct Wall;

impl Host for Wall {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        mailbox::ask(request, read);
    }

    fn restart(&self, seed: u64, now_ms: f64) {
        wasi::restart(seed, now_ms, READING_NANOS);
    }
}

/// Builds the shell; nothing else may be called before. Calls no import.
#[unsafe(export_name = "wizer-initialize")]
pub(crate) extern "C" fn initialize() {
    std::panic::set_hook(Box::new(mailbox::panicked));
    SHELL.with_borrow_mut(|shell| *shell = Some(Shell::new(Arc::new(Wall))));
    POOL.start_afresh();
}

/// Runs the command in the `Command` message that the host has written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(len: u32) -> u64 {
    let message = mailbox::received(len);
    let answer = SHELL.with_borrow_mut(|shell| {
        let shell = shell.get_or_insert_with(|| Shell::new(Arc::new(Wall)));
        shell.run(&message)
    });
    mailbox::sent(answer)
}

/// Where the bytes are that a command has written to an output, 1 or 2, since it began: their address and
/// how many there are, 32 bits each; 0 where that is not known. Nothing else is called after it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn written(output: u32) -> u64 {
    SHELL.with(|shell| {
        // SAFETY: what has borrowed the shell was stopped and never goes on, and nothing is changed
        // here.
        let shell = unsafe { &*shell.as_ptr() };
        let written = shell.as_ref().and_then(|shell| shell.written(output));
        written.map_or(0, |(address, length)| {
            ((address as u64) << 32) | length as u64
        })
    })
}

/// Nothing waits: an answer that nobody has asked for.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn resume(_len: u32) -> u64 {
    mailbox::sent(Vec::new())
}

/// The place is not known.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn place() -> u64 {
    0
}
