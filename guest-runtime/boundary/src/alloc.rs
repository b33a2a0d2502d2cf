//! The module's allocator: free lists for small blocks, `dlmalloc` for the rest.
//!
//! Nearly all that a program allocates is small and soon freed again. A block of up to
//! [`SMALL_BYTES_MAX`] comes from the list of its size and goes back there, which takes a load
//! and a store each; the layout that Rust gives with a block tells its size, so that blocks need
//! no header. What is freed is used again for the same size alone, until memory cannot grow: then
//! chunks of which all blocks are free are given back.
//!
//! It also tells a garbage [`Collector`] what is in use. Before a large block or another chunk is
//! taken, it lets the collector do what is due; where memory cannot grow, what is due early. A run
//! that gets no memory even then ends.
//!
//! Invariant: one thread. A list links blocks that nobody uses, each by its first word.
#![expect(unsafe_code, reason = "an allocator hands out raw memory")]

mod growth;
mod small;

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ptr;

use dlmalloc::Dlmalloc;

use growth::Growth;
use small::{CHUNK_BYTES, Chunk, Free, Lists};

/// Largest block that has a list, in bytes: objects, closures, scopes, short strings.
const SMALL_BYTES_MAX: usize = 512;

/// Sizes differ by this much, which is also how blocks are aligned.
const STEP_BYTES: usize = 8;

/// Chunks that a run finds there. A short program needs two.
const FIRST_CHUNKS: usize = 2;

/// Bytes for large blocks that a run finds there, in one piece.
const FIRST_LARGE_BYTES: usize = 32 << 10;

const LISTS: usize = SMALL_BYTES_MAX / STEP_BYTES + 1;

/// What frees memory that nothing refers to any more.
pub trait Collector {
    /// Collects, if enough was added since the last time.
    fn collect_when_due();

    /// Collects where memory cannot grow, if that is worth its while; returns whether it did.
    fn collect_at_last() -> bool;

    /// Whether it is collecting: then it can do without a block.
    fn is_busy() -> bool;

    /// Counts a short block that was given away.
    fn add(bytes: usize);

    /// Counts a short block that was taken back.
    fn subtract(bytes: usize);

    /// Counts a block that was given away, of any length.
    fn add_any(bytes: usize);

    /// Counts a block that was taken back, of any length.
    fn subtract_any(bytes: usize);
}

/// None: whoever uses a block gives it back.
#[derive(Clone, Copy, Debug)]
pub struct NoCollector;

impl Collector for NoCollector {
    fn collect_when_due() {}

    fn collect_at_last() -> bool {
        false
    }

    fn is_busy() -> bool {
        false
    }

    fn add(_: usize) {}

    fn subtract(_: usize) {}

    fn add_any(_: usize) {}

    fn subtract_any(_: usize) {}
}

/// The allocator.
pub struct Pool<C> {
    small: UnsafeCell<Lists>,
    large: UnsafeCell<Dlmalloc<Growth>>,
    collector: PhantomData<fn() -> C>,
}

// SAFETY: wasm32-wasip1 has one thread.
unsafe impl<C> Sync for Pool<C> {}

impl<C> std::fmt::Debug for Pool<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// A block that is taken while those that nobody uses are cleared.
struct Taken {
    previous: *mut Self,
    bytes: usize,
}

/// Clears the large blocks that nobody uses: takes all of them, and gives them back.
///
/// # Safety
/// One thread.
unsafe fn clear_large(large: &mut Dlmalloc<Growth>) {
    const BYTES_MAX: usize = 16 << 20;

    large.allocator().may_grow(false);
    let mut last: *mut Taken = ptr::null_mut();
    let mut bytes = BYTES_MAX;
    // SAFETY: A block is as long as was asked for, which is long enough for what is written.
    unsafe {
        while bytes >= size_of::<Taken>() {
            let block = large.malloc(bytes, STEP_BYTES);
            if block.is_null() {
                bytes /= 2;
                continue;
            }
            ptr::write_bytes(block, 0, bytes);
            let taken = block.cast::<Taken>();
            taken.write(Taken {
                previous: last,
                bytes,
            });
            last = taken;
        }
        while !last.is_null() {
            let Taken { previous, bytes } = last.read();
            last.write(Taken {
                previous: ptr::null_mut(),
                bytes: 0,
            });
            large.free(last.cast(), bytes, STEP_BYTES);
            last = previous;
        }
    }
    large.allocator().may_grow(true);
}

impl<C> Pool<C> {
    /// An allocator that has given nothing away.
    #[expect(clippy::new_without_default, reason = "there is one, in a static")]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            small: UnsafeCell::new(Lists::EMPTY),
            large: UnsafeCell::new(Dlmalloc::new_with_allocator(Growth::new())),
            collector: PhantomData,
        }
    }

    /// Forgets the blocks that nobody uses. They lie all over the memory of which a snapshot is
    /// about to be taken; what a run takes lies together instead, and makes it copy few pages.
    /// What nobody uses is cleared, so that it takes no room in the snapshot.
    /// What most runs need is there already, so that their memory does not grow.
    pub fn start_afresh(&self) {
        self.give_back();
        // SAFETY: one thread, and nothing refers to a block in a list.
        unsafe {
            (*self.small.get()).clear();
            *self.small.get() = Lists::EMPTY;
            let large = &mut *self.large.get();
            clear_large(large);
            for _ in 0..FIRST_CHUNKS {
                let chunk = large.malloc(CHUNK_BYTES, Chunk::ALIGN_BYTES);
                if !chunk.is_null() {
                    (*self.small.get()).spare(chunk);
                }
            }
            let room = large.malloc(FIRST_LARGE_BYTES, STEP_BYTES);
            if !room.is_null() {
                large.free(room, FIRST_LARGE_BYTES, STEP_BYTES);
            }
            large.allocator().start_afresh();
        }
    }

    /// Does `keep`, which makes what stays, right after what is dropped soon was made: the tree of a library
    /// before its code. What stays gets no block that lies in the gaps of the tree, and later ones get
    /// none of either.
    pub fn apart<T>(&self, keep: impl FnOnce() -> T) -> T {
        // SAFETY: one thread, and nothing refers to a block in a list.
        let gaps = unsafe { std::mem::replace(&mut *self.small.get(), Lists::EMPTY) };
        let kept = keep();
        // SAFETY: as above.
        unsafe { (*self.small.get()).take_over(gaps) };
        self.give_back();
        // SAFETY: as above.
        unsafe {
            (*self.small.get()).clear();
            *self.small.get() = Lists::EMPTY;
        }
        kept
    }

    /// Gives chunks back of which all blocks are free, and tells whether there were any.
    fn give_back(&self) -> bool {
        // SAFETY: One thread, and nothing refers to a list or to a block in one.
        unsafe {
            (*self.small.get()).spare_chunks();
            let mut has_given = false;
            while let Some(chunk) = (*self.small.get()).take_spare() {
                (*self.large.get()).free(chunk.cast(), CHUNK_BYTES, Chunk::ALIGN_BYTES);
                has_given = true;
            }
            has_given
        }
    }
}

impl<C: Collector> Pool<C> {
    /// A block that no list has.
    #[cold]
    #[inline(never)]
    fn alloc_elsewhere(&self, layout: Layout) -> *mut u8 {
        match list(layout) {
            Some(list) => self.alloc_small(list),
            None => self.alloc_large(layout),
        }
    }

    /// A block for a list that is empty. Whatever collects comes before the lists are looked at.
    fn alloc_small(&self, list: usize) -> *mut u8 {
        // SAFETY: One thread, and nothing refers to the lists while a block is cut.
        if let Some(block) = unsafe { (*self.small.get()).cut(list) } {
            return block;
        }
        C::collect_when_due();
        // SAFETY: As above.
        if let Some(block) = unsafe { (*self.small.get()).pop(list) } {
            return block;
        }
        let chunk = self.until_there(|| {
            // SAFETY: As above; the allocator of large blocks collects nothing.
            unsafe {
                match (*self.small.get()).take_spare() {
                    Some(chunk) => chunk.cast(),
                    None => (*self.large.get()).malloc(CHUNK_BYTES, Chunk::ALIGN_BYTES),
                }
            }
        });
        if chunk.is_null() {
            return chunk;
        }
        // SAFETY: As above; the chunk is new, or nobody uses it any more.
        unsafe {
            let lists = &mut *self.small.get();
            lists.refill(chunk);
            lists.cut(list).unwrap_or_default()
        }
    }

    fn alloc_large(&self, layout: Layout) -> *mut u8 {
        C::collect_when_due();
        let (bytes, align) = (layout.size(), layout.align());
        // SAFETY: One thread, and the layout is that of the caller.
        let block = self.until_there(|| unsafe { (*self.large.get()).malloc(bytes, align) });
        if !block.is_null() {
            C::add_any(bytes);
        }
        block
    }

    /// # Safety
    /// As for [`GlobalAlloc::dealloc`], of a block that no list has.
    #[inline(never)]
    unsafe fn free_large(&self, block: *mut u8, layout: Layout) {
        C::subtract_any(layout.size());
        // SAFETY: the caller's.
        unsafe { (*self.large.get()).free(block, layout.size(), layout.align()) }
    }

    /// The block that `attempt` comes up with, if need be after everything that could be free has
    /// been freed.
    #[inline]
    fn until_there(&self, attempt: impl Fn() -> *mut u8) -> *mut u8 {
        let block = attempt();
        if block.is_null() {
            self.at_last(&attempt)
        } else {
            block
        }
    }

    /// Memory cannot grow. A collection that runs already gets none; it can do without.
    #[cold]
    #[inline(never)]
    fn at_last(&self, attempt: &dyn Fn() -> *mut u8) -> *mut u8 {
        let mut block = ptr::null_mut();
        if self.give_back() {
            block = attempt();
        }
        if block.is_null() && C::collect_at_last() {
            block = attempt();
            if block.is_null() && self.give_back() {
                block = attempt();
            }
        }
        if block.is_null() && !C::is_busy() {
            crate::imports::out_of_memory();
        }
        block
    }
}

/// The list of blocks of a layout; none for what is large, or aligned as no list is.
#[inline(always)]
fn list(layout: Layout) -> Option<usize> {
    (layout.size() <= SMALL_BYTES_MAX && layout.align() <= STEP_BYTES)
        .then(|| layout.size().div_ceil(STEP_BYTES))
}

// SAFETY: a block comes from a chunk or from the standard allocator, is as long and as aligned
// as its layout asks, and is in no list while it is used.
unsafe impl<C: Collector> GlobalAlloc for Pool<C> {
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
            let mut block = *first;
            if block.is_null() {
                block = self.alloc_elsewhere(layout).cast();
            } else {
                *first = (*block).next;
            }
            C::add(list * STEP_BYTES);
            block.cast()
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(list) = list(layout) else {
            // SAFETY: the caller's.
            return unsafe { self.free_large(block, layout) };
        };
        C::subtract(list * STEP_BYTES);
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
                    if bytes > layout.size() {
                        C::collect_when_due();
                    }
                    let (size, align) = (layout.size(), layout.align());
                    let to =
                        self.until_there(|| (*self.large.get()).realloc(block, size, align, bytes));
                    if !to.is_null() {
                        C::add_any(bytes);
                        C::subtract_any(size);
                    }
                    to
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
                C::collect_when_due();
                let (bytes, align) = (layout.size(), layout.align());
                let block = self.until_there(|| (*self.large.get()).calloc(bytes, align));
                if !block.is_null() {
                    C::add_any(bytes);
                }
                return block;
            }
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }
}
