//! The limit of the guest's memory.

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
    /// What the program has added.
    added_bytes: u64,
    /// Whether the last growth was refused.
    pub(super) is_exceeded: bool,
    /// Notified of each growth.
    pub(super) large_pages: Option<LargePages>,
}

impl MemoryMeter {
    pub(crate) const fn new(limits: &Limits) -> Self {
        Self::up_to(limits.memory_bytes)
    }

    const fn up_to(bytes_max: u64) -> Self {
        Self {
            bytes_max,
            beyond_bytes: 0,
            base_bytes: None,
            peak_bytes: 0,
            added_bytes: 0,
            is_exceeded: false,
            large_pages: None,
        }
    }

    /// The limit of a run within this one: what is left.
    pub(super) fn within(&self) -> Self {
        Self::up_to(self.bytes_max.saturating_sub(self.added_bytes))
    }

    /// Counts what a run within this one had at most.
    pub(super) fn add_within(&mut self, inner: &Self) {
        let both = self.added_bytes.saturating_add(inner.peak_bytes);
        self.peak_bytes = self.peak_bytes.max(both.min(self.bytes_max));
    }

    /// Lets the guest report on a run that is over, which may have used its memory up.
    pub(super) const fn allow_report(&mut self) {
        const REPORT_BYTES: u64 = 1 << 20;
        self.beyond_bytes = REPORT_BYTES;
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
        // The guest first asks for more than it needs, then for exactly what it needs, and traps if
        // that is refused too.
        self.is_exceeded = added > self.bytes_max.saturating_add(self.beyond_bytes);
        if self.is_exceeded {
            return Ok(false);
        }
        // The report is not the program's.
        self.peak_bytes = self.peak_bytes.max(added.min(self.bytes_max));
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
