//! The module's allocator, which counts for the engine's collector of garbage: see `boa_gc::held`.

use boa_gc::held;
use isolate_boundary::alloc::{Collector, Pool};

/// The engine's.
pub(crate) struct Garbage;

impl Collector for Garbage {
    #[inline(always)]
    fn collect_when_due() {
        boa_gc::collect_when_due();
    }

    #[inline(always)]
    fn collect_at_last() -> bool {
        boa_gc::collect_at_last()
    }

    #[inline(always)]
    fn is_busy() -> bool {
        boa_gc::is_busy()
    }

    #[inline(always)]
    fn add(bytes: usize) {
        held::add(bytes);
    }

    #[inline(always)]
    fn subtract(bytes: usize) {
        held::subtract(bytes);
    }

    #[inline(always)]
    fn add_any(bytes: usize) {
        held::add_any(bytes);
    }

    #[inline(always)]
    fn subtract_any(bytes: usize) {
        held::subtract_any(bytes);
    }
}

#[global_allocator]
pub(crate) static POOL: Pool<Garbage> = Pool::new();
