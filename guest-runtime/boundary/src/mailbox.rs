//! Messages between host and guest, in memory of the guest.
//!
//! One thread, no re-entrance: the host calls one export of the module at a time, and while it
//! answers [`imports::call`], it calls `alloc` alone.
#![expect(unsafe_code, reason = "the boundary of the module is raw memory")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "pointers and lengths are 32 bits wide in wasm32"
)]

use std::cell::{RefCell, UnsafeCell};
use std::panic::PanicHookInfo;

use crate::imports;

/// Above this many bytes a buffer is given back after a smaller message.
const BUFFER_BYTES_KEPT: usize = 1 << 20;

/// What `Vec` panics with where more is asked for than addresses can name. The allocator is not
/// asked, so this is its only sign.
const CAPACITY_OVERFLOW: &str = "capacity overflow";

/// Tells the host how the guest failed, which ends the run: a hook for panics.
pub fn panicked(info: &PanicHookInfo<'_>) {
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
    static OUTBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The first `len` bytes of what the host wrote last.
fn inbox(len: u32) -> &'static [u8] {
    // SAFETY: only `alloc` changes the buffer, which the host calls only when it is about to
    // write the next message; whoever reads this slice is done by then (see `ask`).
    let bytes = unsafe { &*INBOX.0.get() };
    bytes.get(..len as usize).unwrap_or_default()
}

/// Asks the host, and gives the bytes of its reply to `read`, which never asks again: they lie in a
/// buffer that the next reply is written to.
pub fn ask(request: &[u8], read: &mut dyn FnMut(&[u8])) {
    let len = imports::call(request);
    read(inbox(len));
}

/// A copy of the message of so many bytes that the host has written.
#[must_use]
pub fn received(len: u32) -> Vec<u8> {
    inbox(len).to_vec()
}

/// Keeps an answer until the host has read it, and returns where it is: its address, and its length, 32
/// bits each.
#[must_use]
pub fn sent(answer: Vec<u8>) -> u64 {
    OUTBOX.with_borrow_mut(|outbox| {
        *outbox = answer;
        ((outbox.as_ptr() as usize as u64) << 32) | outbox.len() as u64
    })
}

/// Makes room for a message of `len` bytes and returns where it goes.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: u32) -> u32 {
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
