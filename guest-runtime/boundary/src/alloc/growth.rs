//! How the module's memory grows: by what is asked for at first, then by large pages.
//!
//! A processor finds what lies in one page of two megabytes sooner than what lies in 512 small
//! ones, and the host takes one fault instead of 512 to back it. It can do so where such a page has
//! been added as a whole, so memory ends where one would; `host/src/large_pages.rs` asks for them.

use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::Cell;
use std::ptr;

use dlmalloc::Allocator;

/// Size of a large page of most machines, in bytes.
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// Bytes that a run adds before it takes large pages: most add less.
const SMALL_GROWTH_BYTES: usize = 1 << 20;

/// Size of a page of WebAssembly, in bytes.
const PAGE_BYTES: usize = 64 << 10;

/// What takes memory for the allocator.
pub(super) struct Growth {
    /// Pages that a run starts with; more than there are while the snapshot is made, which has no
    /// use for room.
    first_pages: Cell<usize>,
    /// Whether there is only what there is.
    is_closed: Cell<bool>,
}

impl Growth {
    pub(super) const fn new() -> Self {
        Self {
            first_pages: Cell::new(usize::MAX),
            is_closed: Cell::new(false),
        }
    }

    /// Whether memory may grow.
    pub(super) fn may_grow(&self, may: bool) {
        self.is_closed.set(!may);
    }

    /// A run starts with what there is now.
    pub(super) fn start_afresh(&self) {
        self.first_pages.set(memory_size::<0>());
    }

    /// Pages at which memory has to end for so many bytes more, and at which it had better; none
    /// where it never could.
    fn end(&self, from: usize, bytes: usize) -> Option<(usize, usize)> {
        let least = from.checked_add(bytes.div_ceil(PAGE_BYTES))?;
        let end = least.checked_mul(PAGE_BYTES)?;
        let added = least.saturating_sub(self.first_pages.get());
        let is_small = added <= SMALL_GROWTH_BYTES / PAGE_BYTES;
        let best = if is_small {
            least
        } else {
            end.checked_next_multiple_of(LARGE_PAGE_BYTES)
                .map_or(least, |end| end / PAGE_BYTES)
        };
        Some((least, best))
    }
}

// SAFETY: what is handed out has just been added to the memory, so nobody else has it.
unsafe impl Allocator for Growth {
    fn alloc(&self, bytes: usize) -> (*mut u8, usize, u32) {
        if self.is_closed.get() {
            return (ptr::null_mut(), 0, 0);
        }
        let from = memory_size::<0>();
        let Some((least, best)) = self.end(from, bytes) else {
            return (ptr::null_mut(), 0, 0);
        };
        let is_grown = |end: usize| memory_grow::<0>(end - from) == from;
        let end = if is_grown(best) {
            best
        } else if best != least && is_grown(least) {
            least
        } else {
            return (ptr::null_mut(), 0, 0);
        };
        let start = ptr::with_exposed_provenance_mut(from * PAGE_BYTES);
        (start, (end - from) * PAGE_BYTES, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE_BYTES
    }
}
