//! The stacks of runs that do not compute.
//!
//! A run that gives its worker away keeps its stack, and so what it has touched of it: some ten KiB, or
//! up to 64 MiB where a program nests. The sum of what is far from usual is bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a stack that do not count: every run has as much.
pub(crate) const USUAL_BYTES: usize = 256 << 10;

/// Bytes beyond those, of all runs of a sandbox that do not compute, at most: 256 MiB.
const DEEP_BYTES_MAX: usize = 256 << 20;

/// What the stacks of all runs hold that do not compute.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    deep_bytes: AtomicUsize,
}

/// The stack of a run, until this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    stacks: Arc<Stacks>,
    bytes: usize,
}

impl Stacks {
    /// Counts the stack of a run that is about to wait; `None` where it has to go on, because there is
    /// no room for it.
    pub(crate) fn hold(self: &Arc<Self>, bytes: usize) -> Option<Held> {
        let bytes = bytes.saturating_sub(USUAL_BYTES);
        let fits = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= DEEP_BYTES_MAX);
        let (order, on_failure) = (Ordering::Relaxed, Ordering::Relaxed);
        if bytes > 0 {
            let held = self.deep_bytes.fetch_update(order, on_failure, fits);
            held.ok()?;
        }
        Some(Held {
            stacks: Arc::clone(self),
            bytes,
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.stacks
            .deep_bytes
            .fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_stacks_are_counted_until_they_are_released() {
        let stacks = Arc::new(Stacks::default());
        let usual: Vec<_> = (0..10_000).map(|_| stacks.hold(USUAL_BYTES)).collect();
        assert!(usual.iter().all(Option::is_some));
        let half = DEEP_BYTES_MAX / 2 + USUAL_BYTES;
        let first = stacks.hold(half);
        let second = stacks.hold(half);
        assert!(first.is_some() && second.is_some());
        assert!(stacks.hold(USUAL_BYTES + 1).is_none());
        drop(first);
        assert!(stacks.hold(USUAL_BYTES + 1).is_some());
    }
}
