//! The exports of the module.
//!
//! One thread, no re-entrance: the host calls `start` and `resume` one at a time, and while it
//! answers `call`, it calls `alloc` alone. After a trap it calls `place` alone, once.
#![expect(unsafe_code, reason = "the boundary of the module is raw memory")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "pointers and lengths are 32 bits wide in wasm32"
)]

use std::cell::{RefCell, UnsafeCell};
use std::panic::PanicHookInfo;

use crate::{Host, Runtime, imports};

/// Above this many bytes a buffer is given back after a smaller message.
const BUFFER_BYTES_KEPT: usize = 1 << 20;

/// What `Vec` panics with where more is asked for than addresses can name. The allocator is not
/// asked, so this is its only sign.
const CAPACITY_OVERFLOW: &str = "capacity overflow";

/// Tells the host how the engine failed, which ends the run.
fn panicked(info: &PanicHookInfo<'_>) {
    let message = info.payload_as_str().unwrap_or("a panic without a message");
    if message == CAPACITY_OVERFLOW {
        imports::out_of_memory();
    }
    let place = info.location().map_or_else(String::new, |location| {
        // Where the sources lie says nothing to a reader.
        let file = location.file();
        let file = file.rsplit_once("/src/").map_or(file, |(_, file)| file);
        format!(" ({file}:{}:{})", location.line(), location.column())
    });
    imports::panicked(&format!("{message}{place}"))
}

/// Where the host writes.
struct Inbox(UnsafeCell<Vec<u8>>);

// SAFETY: wasm32-wasip1 has one thread.
unsafe impl Sync for Inbox {}

static INBOX: Inbox = Inbox(UnsafeCell::new(Vec::new()));

thread_local! {
    static RUNTIME: RefCell<Option<Runtime>> = const { RefCell::new(None) };
    static OUTBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

struct Wall;

impl Host for Wall {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        let len = imports::call(request);
        read(inbox(len));
    }
}

/// The first `len` bytes of what the host wrote last.
fn inbox(len: u32) -> &'static [u8] {
    // SAFETY: only `alloc` changes the buffer, which the host calls only when it is about to
    // write the next message; whoever reads this slice is done by then (see `Host::call`).
    let bytes = unsafe { &*INBOX.0.get() };
    bytes.get(..len as usize).unwrap_or_default()
}

/// Makes room for a message of `len` bytes and returns where it goes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn alloc(len: u32) -> u32 {
    // SAFETY: no slice of the buffer is in use while the host calls this (see `inbox`).
    let buffer = unsafe { &mut *INBOX.0.get() };
    let len = len as usize;
    if buffer.len() > BUFFER_BYTES_KEPT && len <= BUFFER_BYTES_KEPT {
        *buffer = Vec::new();
    }
    if buffer.len() < len {
        buffer.resize(len.max(4096), 0);
    }
    buffer.as_mut_ptr() as usize as u32
}

/// Builds the engine; nothing else may be called before. Calls no import.
#[unsafe(export_name = "wizer-initialize")]
pub(crate) extern "C" fn initialize() {
    std::panic::set_hook(Box::new(panicked));
    RUNTIME.with_borrow_mut(|runtime| *runtime = Some(Runtime::new(Box::new(Wall))));
    crate::alloc::start_afresh();
}

/// Loads the library in the `Library` message that the host has written. The memory is snapshotted
/// after the last.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn load(len: u32) -> u64 {
    let message = inbox(len).to_vec();
    let answer = step(|runtime| runtime.load(&message));
    crate::alloc::start_afresh();
    answer
}

/// Runs the program in the `Start` message that the host has written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(len: u32) -> u64 {
    let message = inbox(len).to_vec();
    step(|runtime| runtime.start(&message))
}

/// Completes a pending call with the message that the host has written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn resume(len: u32) -> u64 {
    let message = inbox(len).to_vec();
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
    OUTBOX.with_borrow_mut(|outbox| {
        *outbox = answer;
        ((outbox.as_ptr() as usize as u64) << 32) | outbox.len() as u64
    })
}
