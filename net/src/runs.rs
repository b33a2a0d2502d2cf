//! The requests of each run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, Semaphore};

/// The requests of one run, by policy.
#[derive(Default)]
pub(crate) struct OfRun {
    by_policy: Mutex<BTreeMap<usize, Arc<Requests>>>,
}

impl OfRun {
    /// The requests within one policy, identified by its address, which is valid as long as the run.
    pub(crate) fn of(&self, policy: usize, concurrent_max: usize) -> Arc<Requests> {
        let mut by_policy = self
            .by_policy
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let requests = by_policy.entry(policy).or_insert_with(|| {
            Arc::new(Requests {
                sent: AtomicUsize::new(0),
                places: Semaphore::new(concurrent_max),
                under_way: Mutex::default(),
            })
        });
        Arc::clone(requests)
    }
}

/// The requests of one run within one policy.
pub(crate) struct Requests {
    sent: AtomicUsize,
    /// The permits for concurrent calls.
    pub(crate) places: Semaphore,
    /// The cancel handles, by the number that the program assigned.
    under_way: Mutex<BTreeMap<u64, Arc<Notify>>>,
}

impl Requests {
    /// Counts a request, unless the limit is reached.
    pub(crate) fn count(&self, requests_max: usize) -> bool {
        self.sent.fetch_add(1, Ordering::Relaxed) < requests_max
    }

    /// Registers a call. The receiver is notified when the call is cancelled.
    pub(crate) fn begin(self: &Arc<Self>, number: u64) -> UnderWay {
        let cancelled = Arc::new(Notify::new());
        self.lock().insert(number, Arc::clone(&cancelled));
        UnderWay {
            requests: Arc::clone(self),
            number,
            cancelled,
        }
    }

    /// Cancels a call, if it is running.
    pub(crate) fn cancel(&self, number: u64) {
        if let Some(cancelled) = self.lock().get(&number) {
            cancelled.notify_one();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<Notify>>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running call.
pub(crate) struct UnderWay {
    requests: Arc<Requests>,
    number: u64,
    pub(crate) cancelled: Arc<Notify>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.requests.lock().remove(&self.number);
    }
}
