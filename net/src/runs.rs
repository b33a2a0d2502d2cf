//! What one run has fetched.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, Semaphore};

/// The requests of one run, by the policy that they were made by.
#[derive(Default)]
pub(crate) struct OfRun {
    by_policy: Mutex<BTreeMap<usize, Arc<Requests>>>,
}

impl OfRun {
    /// Those of one policy, which lies at this address as long as the run may use it.
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

/// The requests of one run by one policy.
pub(crate) struct Requests {
    sent: AtomicUsize,
    /// Those that are under way at the same time.
    pub(crate) places: Semaphore,
    /// How to cancel them, by the number that the program's side gave.
    under_way: Mutex<BTreeMap<u64, Arc<Notify>>>,
}

impl Requests {
    /// Counts a request, if there may be one more.
    pub(crate) fn count(&self, requests_max: usize) -> bool {
        self.sent.fetch_add(1, Ordering::Relaxed) < requests_max
    }

    /// A call begins; what it waits for is told of when it is cancelled.
    pub(crate) fn begin(self: &Arc<Self>, number: u64) -> UnderWay {
        let cancelled = Arc::new(Notify::new());
        self.lock().insert(number, Arc::clone(&cancelled));
        UnderWay {
            requests: Arc::clone(self),
            number,
            cancelled,
        }
    }

    /// Cancels a call, if it is under way.
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

/// A call that goes on.
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
