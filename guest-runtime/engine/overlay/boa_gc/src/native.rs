//! The allocator outside of WebAssembly: that of the system, with what it gave away counted, so
//! that collections come as they do in the guest. The guest has one of its own.
//!
//! It can also make any large block collect, and spoil what is freed: [`collect_often`].

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::held;

/// A block of more bytes than this may bring a collection about: as in the guest's allocator.
const SMALL_BYTES_MAX: usize = 512;

/// What freed blocks are filled with while collections come often: an address that nothing has.
const SPOILED: u8 = 0xd9;

thread_local! {
    /// Blocks from one collection to the next; nought leaves it to what is held.
    static EVERY: Cell<usize> = const { Cell::new(0) };
    static SINCE: Cell<usize> = const { Cell::new(0) };
}

/// Makes each `every`-th large block collect, and spoils what is freed, so that what is used
/// after it was collected shows at once. For tests; nought ends it.
pub fn collect_often(every: usize) {
    EVERY.set(every);
}

/// Whether that has been asked for.
pub(crate) fn collects_often() -> bool {
    EVERY.get() > 0
}

/// What is to be done before a block is allocated.
#[inline]
fn before(bytes: usize) {
    if bytes <= SMALL_BYTES_MAX {
        return;
    }
    let every = EVERY.get();
    if every > 0 {
        SINCE.set(SINCE.get() + 1);
        if SINCE.get() >= every {
            SINCE.set(0);
            crate::collect_now();
        }
    }
    crate::collect_when_due();
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: Blocks are those of the system's allocator, which is given the caller's layouts. What is
// called before can allocate and free other blocks, since nothing here is in the middle of
// anything.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        before(layout.size());
        held::add_any(layout.size());
        // SAFETY: The caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        before(layout.size());
        held::add_any(layout.size());
        // SAFETY: The caller's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        held::subtract_any(layout.size());
        // SAFETY: The caller's; the block has that many bytes, which nobody reads any more.
        unsafe {
            if EVERY.get() > 0 {
                block.write_bytes(SPOILED, layout.size());
            }
            System.dealloc(block, layout);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        before(bytes);
        held::add_any(bytes);
        held::subtract_any(layout.size());
        // SAFETY: The caller's.
        unsafe { System.realloc(block, layout, bytes) }
    }
}
