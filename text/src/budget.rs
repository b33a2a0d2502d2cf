//! Bounds on the memory that the work of a run holds.
//!
//! The host wraps the work of a run in [`within`]. Memory that grows with the data is
//! [charged](charge) before it is allocated and [released](release) when it is freed. At the end
//! of a call the host sets what is still held with [`Budget::set_used`]. Without a budget nothing
//! is counted.
//!
//! A budget of which too much was charged stays [exhausted](Budget::is_exhausted), and results that
//! are computed after that are discarded.
//!
//! Invariant: charging is a few loads and stores; it takes no lock and allocates nothing.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::LocalKey;

thread_local! {
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// How many bytes one run may hold, and how many it holds. Clones share one budget; one thread at a
/// time charges it.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Meter>);

#[derive(Debug)]
struct Meter {
    bytes_max: u64,
    used: AtomicU64,
    peak: AtomicU64,
    is_exhausted: AtomicBool,
}

impl Budget {
    /// A budget of `bytes_max` bytes. Charging exactly that many is allowed.
    #[must_use]
    pub fn new(bytes_max: u64) -> Self {
        Self(Arc::new(Meter {
            bytes_max,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            is_exhausted: AtomicBool::new(false),
        }))
    }

    /// The size of the budget in bytes.
    #[must_use]
    pub fn bytes_max(&self) -> u64 {
        self.0.bytes_max
    }

    /// How many bytes are charged now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Relaxed)
    }

    /// The most bytes that were charged at once.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.0.peak.load(Relaxed)
    }

    /// Whether more was charged than there is.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.0.is_exhausted.load(Relaxed)
    }

    /// Sets how many bytes are held between the calls of a run. More than there are exhausts it.
    pub fn set_used(&self, bytes: u64) {
        self.0.used.store(0, Relaxed);
        let _ = self.charge(bytes);
    }

    // Plain loads and stores: nobody else charges meanwhile.
    fn charge(&self, bytes: u64) -> Result<(), Exhausted> {
        let meter = &*self.0;
        let used = meter.used.load(Relaxed).saturating_add(bytes);
        if used > meter.bytes_max {
            meter.is_exhausted.store(true, Relaxed);
            return Err(Exhausted);
        }
        meter.used.store(used, Relaxed);
        if used > meter.peak.load(Relaxed) {
            meter.peak.store(used, Relaxed);
        }
        Ok(())
    }

    fn release(&self, bytes: u64) {
        let used = self.0.used.load(Relaxed).saturating_sub(bytes);
        self.0.used.store(used, Relaxed);
    }
}

/// Runs `work`, and charges the memory of this thread to a budget meanwhile.
pub fn within<T>(budget: &Budget, work: impl FnOnce() -> T) -> T {
    with_set(&CURRENT, budget.clone(), work)
}

/// A value of a thread that is set during some work.
pub(crate) type Slot<V> = LocalKey<RefCell<Option<V>>>;

/// Runs `work` with a value in a slot, and restores the previous value, also when the work panics.
pub(crate) fn with_set<V, T>(slot: &'static Slot<V>, value: V, work: impl FnOnce() -> T) -> T {
    struct Restore<V: 'static>(&'static Slot<V>, Option<V>);

    impl<V> Drop for Restore<V> {
        fn drop(&mut self) {
            self.0.set(self.1.take());
        }
    }

    let _restore = Restore(slot, slot.replace(Some(value)));
    work()
}

/// Charges memory that is about to be allocated.
///
/// # Errors
/// The budget of this thread has less left, and is exhausted now.
#[inline]
pub fn charge(bytes: usize) -> Result<(), Exhausted> {
    with(|budget| budget.charge(u64::try_from(bytes).unwrap_or(u64::MAX))).unwrap_or(Ok(()))
}

/// Releases what was charged for memory that is freed.
#[inline]
pub fn release(bytes: usize) {
    let _ = with(|budget| budget.release(u64::try_from(bytes).unwrap_or(u64::MAX)));
}

/// How many bytes are charged now; `None` without a budget.
#[must_use]
pub fn used() -> Option<u64> {
    with(Budget::used)
}

/// Bytes that may still be charged; none without a budget.
pub fn left() -> Option<u64> {
    with(|budget| budget.bytes_max().saturating_sub(budget.used()))
}

/// Whether more was charged to the budget of this thread than there is.
pub fn is_exhausted() -> bool {
    with(Budget::is_exhausted).unwrap_or(false)
}

#[inline]
fn with<T>(f: impl FnOnce(&Budget) -> T) -> Option<T> {
    CURRENT.with(|current| current.borrow().as_ref().map(f))
}

/// Releases, when dropped, what was charged in its lifetime.
#[derive(Debug)]
pub struct Scratch(Option<u64>);

/// Begins a scope: what is charged from here on is released when the returned guard is dropped.
#[must_use]
pub fn scratch() -> Scratch {
    Scratch(used())
}

impl Scratch {
    /// How many bytes were charged since it was made.
    #[must_use]
    pub fn charged(&self) -> u64 {
        match (self.0, used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => 0,
        }
    }

    /// Ends the scope without releasing anything.
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let charged = self.charged();
        let _ = with(|budget| budget.release(charged));
    }
}

/// The memory budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the work needs more memory than its budget")]
pub struct Exhausted;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_budget_passes() {
        let budget = Budget::new(100);
        within(&budget, || {
            assert_eq!(charge(60), Ok(()));
            assert_eq!(charge(40), Ok(()));
            assert!(!budget.is_exhausted());
            assert_eq!(charge(1), Err(Exhausted));
        });
        assert!(budget.is_exhausted());
        assert_eq!((budget.used(), budget.peak()), (100, 100));
        // Elsewhere nothing is counted.
        assert_eq!((charge(1_000), used()), (Ok(()), None));
    }

    #[test]
    fn freed_memory_is_returned_to_the_budget() {
        let budget = Budget::new(100);
        within(&budget, || {
            charge(30).unwrap();
            {
                let scratch = scratch();
                charge(50).unwrap();
                assert_eq!(scratch.charged(), 50);
                release(20);
            }
            assert_eq!(used(), Some(30));
            charge(70).unwrap();
        });
        assert!(!budget.is_exhausted());
        budget.set_used(100);
        assert!(!budget.is_exhausted());
        budget.set_used(101);
        assert!(budget.is_exhausted());
    }
}
