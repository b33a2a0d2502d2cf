//! The limit of the guest's memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wasmtime::ResourceLimiter;

use crate::large_pages::LargePages;
use crate::limits::Limits;

/// Counts what the program adds to the guest's memory.
pub(crate) struct MemoryMeter {
    bytes_max: u64,
    /// What the guest may add beyond that for the report of a finished run.
    beyond_bytes: u64,
    /// The memory that the guest starts with, which does not count.
    pub(super) base_bytes: Option<usize>,
    pub(crate) peak_bytes: u64,
    /// What this program has added.
    added_bytes: u64,
    /// What this one, those within it and the one around it have added.
    all_bytes: Arc<AtomicU64>,
    /// Whether the last growth was refused.
    pub(super) is_exceeded: bool,
    /// Notified of each growth.
    pub(super) large_pages: Option<LargePages>,
}

impl MemoryMeter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self::of(limits.memory_bytes, Arc::default())
    }

    fn of(bytes_max: u64, all_bytes: Arc<AtomicU64>) -> Self {
        Self {
            bytes_max,
            beyond_bytes: 0,
            base_bytes: None,
            peak_bytes: 0,
            added_bytes: 0,
            all_bytes,
            is_exceeded: false,
            large_pages: None,
        }
    }

    /// That of a run within this one, which has the same limit: it is one for all of them together.
    pub(super) fn within(&self) -> Self {
        Self::of(self.bytes_max, Arc::clone(&self.all_bytes))
    }

    /// Counts what a run within this one had at most.
    pub(super) fn add_within(&mut self, inner: &Self) {
        self.peak_bytes = self.peak_bytes.max(inner.peak_bytes);
    }

    /// Lets the guest report on a run that is over, which may have used its memory up.
    pub(super) const fn allow_report(&mut self) {
        const REPORT_BYTES: u64 = 1 << 20;
        self.beyond_bytes = REPORT_BYTES;
    }
}

/// The memory of a run that is over is nobody's.
impl Drop for MemoryMeter {
    fn drop(&mut self) {
        self.all_bytes
            .fetch_sub(self.added_bytes, Ordering::Relaxed);
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let base = *self.base_bytes.get_or_insert(desired);
        let added = desired.saturating_sub(base) as u64;
        // One of the runs grows at a time: the others wait for it.
        let others = self.all_bytes.load(Ordering::Relaxed) - self.added_bytes;
        let all = others.saturating_add(added);
        // The guest first asks for more than it needs, then for exactly what it needs, and traps if
        // that is refused too.
        self.is_exceeded = all > self.bytes_max.saturating_add(self.beyond_bytes);
        if self.is_exceeded {
            return Ok(false);
        }
        // The report is not the program's.
        self.peak_bytes = self.peak_bytes.max(all.min(self.bytes_max));
        self.all_bytes.store(all, Ordering::Relaxed);
        self.added_bytes = added;
        if let Some(pages) = &mut self.large_pages {
            pages.memory_growing(desired);
        }
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        _desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // The guest never grows its table after it is made.
        Ok(current == 0)
    }
}
