//! Asks the system for large pages for the memory that a run adds to the guest, and gives pages back.
//!
//! Each small page costs a page fault of one or two microseconds, which is a fifth of the time of a
//! program that fills 15 MB. Large pages also need fewer entries of the TLB. The guest's side is
//! `guest-runtime/boundary/src/alloc/growth.rs`.

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

/// Gives the pages of a part of a memory of WebAssembly, from the beginning of a page, back to the system. It has
/// its first contents again where the system can do that; what it has is undefined elsewhere.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the kernel takes an address")]
pub(crate) fn forget(memory: &mut [u8]) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the range is exclusively borrowed, and memory of WebAssembly may have any contents.
    let forgotten = unsafe {
        madvise(
            memory.as_mut_ptr().cast(),
            memory.len(),
            Advice::LinuxDontNeed,
        )
    };
    // Pages that stay are cleared by the pool.
    let _ = forgotten;
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn forget(_memory: &mut [u8]) {}

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
