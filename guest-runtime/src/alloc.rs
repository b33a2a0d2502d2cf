//! The module's allocator: free lists for small blocks, `dlmalloc` for the rest.
//!
//! Nearly all that a program allocates is small and soon freed again. A block of up to
//! [`SMALL_BYTES_MAX`] comes from the list of its size and goes back there, which takes a load
//! and a store each; the layout that Rust gives with a block tells its size, so that blocks need
//! no header. What is freed is used again for the same size alone: at worst, memory holds the
//! most that a program ever had of each size, and the memory limit bounds that.
//!
//! Invariant: one thread. A list links blocks that nobody uses, each by its first word.
#![expect(unsafe_code, reason = "an allocator hands out raw memory")]

mod growth;

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr;

use dlmalloc::Dlmalloc;

use growth::Growth;

/// Largest block that has a list, in bytes: objects, closures, scopes, short strings.
const SMALL_BYTES_MAX: usize = 512;

/// Sizes differ by this much, which is also how blocks are aligned.
const STEP_BYTES: usize = 8;

const LISTS: usize = SMALL_BYTES_MAX / STEP_BYTES + 1;

/// What is asked for at once, to be cut into blocks.
const CHUNK_BYTES: usize = 16 * 1024;

/// A block that nobody uses.
struct Free {
    next: *mut Self,
}

struct Lists {
    free: [*mut Free; LISTS],
    /// The rest of the last chunk.
    rest: *mut u8,
    rest_bytes: usize,
}

/// The allocator.
struct Pool {
    small: UnsafeCell<Lists>,
    large: UnsafeCell<Dlmalloc<Growth>>,
}

// SAFETY: wasm32-wasip1 has one thread.
unsafe impl Sync for Pool {}

#[global_allocator]
static POOL: Pool = Pool {
    small: UnsafeCell::new(Lists::EMPTY),
    large: UnsafeCell::new(Dlmalloc::new_with_allocator(Growth::new())),
};

/// Forgets the blocks that nobody uses. They lie all over the memory of which a snapshot is
/// about to be taken; what a run takes lies together instead, and makes it copy few pages.
pub(crate) fn start_afresh() {
    // SAFETY: one thread, and nothing refers to a block in a list.
    unsafe {
        *POOL.small.get() = Lists::EMPTY;
        (*POOL.large.get()).allocator().start_afresh();
    }
}

impl Pool {
    /// A block that no list has.
    #[cold]
    #[inline(never)]
    fn alloc_elsewhere(&self, layout: Layout) -> *mut u8 {
        match list(layout) {
            // SAFETY: one thread, and nothing refers to the lists while a block is cut.
            Some(list) => unsafe { (*self.small.get()).cut(list, self) },
            None => self.alloc_large(layout),
        }
    }

    fn alloc_large(&self, layout: Layout) -> *mut u8 {
        // SAFETY: one thread, and the layout is that of the caller.
        unsafe { (*self.large.get()).malloc(layout.size(), layout.align()) }
    }
}

/// The list of blocks of a layout; none for what is large, or aligned as no list is.
#[inline(always)]
fn list(layout: Layout) -> Option<usize> {
    (layout.size() <= SMALL_BYTES_MAX && layout.align() <= STEP_BYTES)
        .then(|| layout.size().div_ceil(STEP_BYTES))
}

impl Lists {
    const EMPTY: Self = Self {
        free: [ptr::null_mut(); LISTS],
        rest: ptr::null_mut(),
        rest_bytes: 0,
    };

    /// A new block for a list that is empty.
    #[inline]
    fn cut(&mut self, list: usize, pool: &Pool) -> *mut u8 {
        let bytes = list * STEP_BYTES;
        if self.rest_bytes < bytes && !self.refill(pool) {
            return ptr::null_mut();
        }
        let block = self.rest;
        // SAFETY: the rest is at least as long as the block.
        self.rest = unsafe { block.add(bytes) };
        self.rest_bytes -= bytes;
        block
    }

    /// Takes another chunk; false where there is none.
    #[cold]
    #[inline(never)]
    fn refill(&mut self, pool: &Pool) -> bool {
        let chunk = pool.alloc_large(Layout::new::<[u64; CHUNK_BYTES / 8]>());
        if chunk.is_null() {
            return false;
        }
        self.keep_rest();
        (self.rest, self.rest_bytes) = (chunk, CHUNK_BYTES);
        true
    }

    /// Puts what is left of a chunk, a multiple of the step, into the list of its size.
    fn keep_rest(&mut self) {
        if self.rest_bytes > 0 {
            let free = self.rest.cast::<Free>();
            let next = &mut self.free[self.rest_bytes / STEP_BYTES];
            // SAFETY: the rest belongs to nobody and holds a link.
            unsafe { free.write(Free { next: *next }) };
            *next = free;
        }
    }
}

// SAFETY: a block comes from a chunk or from the standard allocator, is as long and as aligned
// as its layout asks, and is in no list while it is used.
unsafe impl GlobalAlloc for Pool {
    /// A block from a list takes no call: what does is apart, and with it the frame of a function
    /// that calls.
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(list) = list(layout) else {
            return self.alloc_elsewhere(layout);
        };
        // SAFETY: one thread, and nothing below allocates from here; a list holds blocks.
        unsafe {
            let first = &mut (*self.small.get()).free[list];
            let block = *first;
            if block.is_null() {
                return self.alloc_elsewhere(layout);
            }
            *first = (*block).next;
            block.cast()
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(list) = list(layout) else {
            // SAFETY: the caller's.
            return unsafe { (*self.large.get()).free(block, layout.size(), layout.align()) };
        };
        let block = block.cast::<Free>();
        // SAFETY: as above; the block holds a link, since no list is of size nought.
        unsafe {
            let first = &mut (*self.small.get()).free[list];
            block.write(Free { next: *first });
            *first = block;
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's; a new block is as long as the shorter of both at least.
        unsafe {
            let new = Layout::from_size_align_unchecked(bytes, layout.align());
            match (list(layout), list(new)) {
                (None, None) => {
                    (*self.large.get()).realloc(block, layout.size(), layout.align(), bytes)
                }
                (old, new) if old == new => block,
                _ => {
                    let to = self.alloc(new);
                    if !to.is_null() {
                        ptr::copy_nonoverlapping(block, to, layout.size().min(bytes));
                        self.dealloc(block, layout);
                    }
                    to
                }
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        unsafe {
            if list(layout).is_none() {
                return (*self.large.get()).calloc(layout.size(), layout.align());
            }
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }
}
