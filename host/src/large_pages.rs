//! Asks the system for large pages for the memory that a run adds to the guest, and gives pages back.
//!
//! Each small page costs a page fault of one or two microseconds, which is a fifth of the time of a
//! program that fills 15 MB. Large pages also need fewer entries of the TLB. The guest's side is
//! `guest-runtime/src/alloc/growth.rs`.

use std::ops::Range;

use wasmtime::{AsContext, Memory};

/// Size of a large page of most machines, in bytes.
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// Bytes that a run adds before it gets large pages: most runs add less, and memory that is zeroed
/// for the next run has to stay in small pages.
const SMALL_GROWTH_BYTES: usize = 1 << 20;

/// The memory of an instance.
pub(crate) struct LargePages {
    /// Address of its first byte. The pool gives it so much room that it never moves.
    base: usize,
    /// Bytes from there whose pages have been asked for.
    known_bytes: usize,
}

impl LargePages {
    pub(crate) fn of(memory: &Memory, store: &impl AsContext) -> Self {
        Self {
            base: memory.data_ptr(store).expose_provenance(),
            known_bytes: memory.data_size(store) + SMALL_GROWTH_BYTES,
        }
    }

    /// Requests large pages for memory that is about to be added. Without effect on a machine that has
    /// none.
    pub(crate) fn memory_growing(&mut self, desired_bytes: usize) {
        if let Some(range) = self.next(desired_bytes) {
            advise(range);
        }
    }

    /// Gives the pages of the first bytes back to the system: the memory has its first contents again.
    pub(crate) fn give_back(&self, bytes: usize) {
        forget(self.base..self.base + bytes);
    }

    /// Addresses of the pages that have not been asked for.
    fn next(&mut self, desired_bytes: usize) -> Option<Range<usize>> {
        let page = |bytes: usize| (self.base + bytes).next_multiple_of(LARGE_PAGE_BYTES);
        let range = page(self.known_bytes)..page(desired_bytes);
        if range.is_empty() {
            return None;
        }
        self.known_bytes = range.end - self.base;
        Some(range)
    }
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the kernel takes an address")]
fn advise(range: Range<usize>) {
    use rustix::mm::{Advice, madvise};
    let start = std::ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the advice changes neither contents nor protection of the pages; the range belongs to
    // the memory, which the pool keeps for longer than the instance.
    let advised = unsafe { madvise(start, range.len(), Advice::LinuxHugepage) };
    // A kernel without large pages refuses the advice, which does no harm.
    let _ = advised;
}

#[cfg(not(target_os = "linux"))]
fn advise(_range: Range<usize>) {}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the kernel takes an address")]
fn forget(range: Range<usize>) {
    use rustix::mm::{Advice, madvise};
    let start = std::ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the range is memory of WebAssembly, which may have any contents; the caller borrows nothing
    // of it. The pool keeps it for longer than the instance.
    let forgotten = unsafe { madvise(start, range.len(), Advice::LinuxDontNeed) };
    // Pages that stay are cleared by the pool.
    let _ = forgotten;
}

#[cfg(not(target_os = "linux"))]
fn forget(_range: Range<usize>) {}

#[cfg(test)]
mod tests {
    use super::{LARGE_PAGE_BYTES, LargePages, SMALL_GROWTH_BYTES};

    #[test]
    fn whole_pages_are_asked_for_once_each() {
        let size = 0x0121_0000;
        let base = 0x7f00_0013_0000;
        let mut pages = LargePages {
            base,
            known_bytes: size + SMALL_GROWTH_BYTES,
        };
        let mut last = base + size + SMALL_GROWTH_BYTES;
        let mut asked = 0;
        for added in (0..64 << 20).step_by(64 << 10) {
            let end = base + size + added;
            if let Some(range) = pages.next(size + added) {
                assert_eq!(range.start % LARGE_PAGE_BYTES, 0);
                assert_eq!(range.end % LARGE_PAGE_BYTES, 0);
                assert!(range.start >= last && range.start < last + LARGE_PAGE_BYTES);
                last = range.end;
                asked += range.len();
            }
            assert!(end <= last.next_multiple_of(LARGE_PAGE_BYTES));
        }
        assert_eq!(
            asked,
            last - (base + size + SMALL_GROWTH_BYTES).next_multiple_of(LARGE_PAGE_BYTES)
        );
    }
}
