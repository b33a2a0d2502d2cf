//! Lists of small free blocks, and the chunks that they are cut from.

use std::ptr;

use super::{LISTS, STEP_BYTES};

/// What is asked for at once, to be cut into blocks. With what `dlmalloc` adds, chunks that are
/// taken one after the other lie one behind the other.
pub(super) const CHUNK_BYTES: usize = Chunk::ALIGN_BYTES - 8;

/// A block that nobody uses.
pub(super) struct Free {
    pub(super) next: *mut Self,
}

/// What stands at the beginning of a chunk.
pub(super) struct Chunk {
    next: *mut Self,
    /// Bytes of its blocks that are in lists, while that is asked.
    free_bytes: usize,
}

impl Chunk {
    /// How chunks are aligned, so that the address of a block tells that of its chunk.
    pub(super) const ALIGN_BYTES: usize = 16 * 1024;

    const HEADER_BYTES: usize = size_of::<Self>().next_multiple_of(STEP_BYTES);

    /// Bytes of all blocks of a chunk.
    const BLOCKS_BYTES: usize = CHUNK_BYTES - Self::HEADER_BYTES;

    /// The chunk of a block.
    fn of(block: *mut Free) -> *mut Self {
        block
            .map_addr(|address| address & !(Self::ALIGN_BYTES - 1))
            .cast()
    }
}

pub(super) struct Lists {
    pub(super) free: [*mut Free; LISTS],
    /// The rest of the last chunk.
    rest: *mut u8,
    rest_bytes: usize,
    /// Chunks that blocks were cut from.
    chunks: *mut Chunk,
    /// Chunks of which no block is used or in a list.
    spare: *mut Chunk,
}

impl Lists {
    pub(super) const EMPTY: Self = Self {
        free: [ptr::null_mut(); LISTS],
        rest: ptr::null_mut(),
        rest_bytes: 0,
        chunks: ptr::null_mut(),
        spare: ptr::null_mut(),
    };

    /// The first block of a list.
    pub(super) fn pop(&mut self, list: usize) -> Option<*mut u8> {
        let block = self.free[list];
        if block.is_null() {
            return None;
        }
        // SAFETY: A list holds blocks, each with its link.
        self.free[list] = unsafe { (*block).next };
        Some(block.cast())
    }

    /// A new block for a list, if the rest of the last chunk is long enough.
    #[inline]
    pub(super) fn cut(&mut self, list: usize) -> Option<*mut u8> {
        let bytes = list * STEP_BYTES;
        if self.rest_bytes < bytes {
            return None;
        }
        let block = self.rest;
        // SAFETY: The rest is at least as long as the block.
        self.rest = unsafe { block.add(bytes) };
        self.rest_bytes -= bytes;
        Some(block)
    }

    /// Goes on to cut another chunk.
    ///
    /// # Safety
    /// It is as long and as aligned as chunks are, and nobody uses it.
    pub(super) unsafe fn refill(&mut self, chunk: *mut u8) {
        self.keep_rest();
        let header = chunk.cast::<Chunk>();
        // SAFETY: The caller's; blocks begin behind the header.
        unsafe {
            header.write(Chunk {
                next: self.chunks,
                free_bytes: 0,
            });
            self.chunks = header;
            self.rest = chunk.add(Chunk::HEADER_BYTES);
        }
        self.rest_bytes = Chunk::BLOCKS_BYTES;
    }

    /// Puts what is left of a chunk, a multiple of the step, into lists of its size or less.
    fn keep_rest(&mut self) {
        while self.rest_bytes > 0 {
            let list = (self.rest_bytes / STEP_BYTES).min(LISTS - 1);
            let free = self.rest.cast::<Free>();
            let next = &mut self.free[list];
            // SAFETY: The rest belongs to nobody, holds a link, and is that long.
            unsafe {
                free.write(Free { next: *next });
                self.rest = self.rest.add(list * STEP_BYTES);
            }
            *next = free;
            self.rest_bytes -= list * STEP_BYTES;
        }
    }

    /// Clears all blocks of the lists, which are forgotten then.
    pub(super) fn clear(&mut self) {
        self.keep_rest();
        for (list, first) in self.free.iter_mut().enumerate() {
            let mut block = std::mem::replace(first, ptr::null_mut());
            while !block.is_null() {
                // SAFETY: A list holds blocks of its size, each with its link, and nobody uses
                // them.
                unsafe {
                    let next = (*block).next;
                    ptr::write_bytes(block.cast::<u8>(), 0, list * STEP_BYTES);
                    block = next;
                }
            }
        }
    }

    /// Takes over the blocks and chunks of others.
    pub(super) fn take_over(&mut self, mut others: Self) {
        others.keep_rest();
        for (list, mut block) in others.free.into_iter().enumerate() {
            while !block.is_null() {
                // SAFETY: A list holds blocks, each with its link.
                unsafe {
                    let next = (*block).next;
                    (*block).next = self.free[list];
                    self.free[list] = block;
                    block = next;
                }
            }
        }
        for (own, mut chunk) in [
            (&mut self.chunks, others.chunks),
            (&mut self.spare, others.spare),
        ] {
            while !chunk.is_null() {
                // SAFETY: Chunks have a header, each with its link.
                unsafe {
                    let next = (*chunk).next;
                    (*chunk).next = *own;
                    *own = chunk;
                    chunk = next;
                }
            }
        }
    }

    /// Keeps a chunk that nobody uses.
    ///
    /// # Safety
    /// It is as long and as aligned as chunks are.
    pub(super) unsafe fn spare(&mut self, chunk: *mut u8) {
        let chunk = chunk.cast::<Chunk>();
        // SAFETY: The caller's; a chunk is longer than its header.
        unsafe {
            chunk.write(Chunk {
                next: self.spare,
                free_bytes: 0,
            });
        }
        self.spare = chunk;
    }

    /// A spare chunk, which is no longer one.
    pub(super) fn take_spare(&mut self) -> Option<*mut Chunk> {
        let chunk = self.spare;
        if chunk.is_null() {
            return None;
        }
        // SAFETY: Spare chunks have a header.
        self.spare = unsafe { (*chunk).next };
        Some(chunk)
    }

    /// Makes spare chunks of those of which all blocks are in lists. Chunks of blocks that were
    /// forgotten are never all free.
    pub(super) fn spare_chunks(&mut self) {
        self.keep_rest();
        self.count_free();
        for first in &mut self.free {
            let mut at: *mut *mut Free = first;
            // SAFETY: `at` points to the head of a list or to a link in one, and blocks to their
            // links and, by their addresses, to their chunks.
            unsafe {
                while !(*at).is_null() {
                    let block = *at;
                    if (*Chunk::of(block)).free_bytes == Chunk::BLOCKS_BYTES {
                        *at = (*block).next;
                    } else {
                        at = &raw mut (*block).next;
                    }
                }
            }
        }
        let mut at: *mut *mut Chunk = &raw mut self.chunks;
        // SAFETY: As above, for chunks.
        unsafe {
            while !(*at).is_null() {
                let chunk = *at;
                if (*chunk).free_bytes == Chunk::BLOCKS_BYTES {
                    *at = (*chunk).next;
                    self.spare(chunk.cast());
                } else {
                    at = &raw mut (*chunk).next;
                }
            }
        }
    }

    /// Counts the free bytes of each chunk, also of those that were forgotten with their blocks.
    fn count_free(&mut self) {
        // SAFETY: As above.
        unsafe {
            let mut chunk = self.chunks;
            while !chunk.is_null() {
                (*chunk).free_bytes = 0;
                chunk = (*chunk).next;
            }
            self.each_free(|block, _| (*Chunk::of(block)).free_bytes = 0);
            self.each_free(|block, bytes| (*Chunk::of(block)).free_bytes += bytes);
        }
    }

    /// Goes over the blocks of all lists.
    fn each_free(&self, mut visit: impl FnMut(*mut Free, usize)) {
        for (list, first) in self.free.iter().enumerate() {
            let mut block = *first;
            while !block.is_null() {
                visit(block, list * STEP_BYTES);
                // SAFETY: A list holds blocks, each with its link.
                block = unsafe { (*block).next };
            }
        }
    }
}
