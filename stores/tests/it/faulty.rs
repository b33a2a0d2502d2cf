//! A store whose answers go wrong as those of a network do.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use isolate_ledger::objects::{
    Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture,
};

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// 409: nothing is written, and nobody has the name.
    Conflict,
    /// 429: nothing is done.
    Throttled,
    /// 5xx, or a reset, before anything is done.
    FailedBefore,
    /// 5xx, or a reset, after all is done.
    FailedAfter,
    /// The store, or something on the way to it, repeats what was done: 412.
    Repeated,
    /// No answer comes: the request is dropped while it goes on.
    Dropped,
}

const FAULTS: [Fault; 6] = [
    Fault::Conflict,
    Fault::Throttled,
    Fault::FailedBefore,
    Fault::FailedAfter,
    Fault::Repeated,
    Fault::Dropped,
];

/// Makes faults of a store, which follow from a seed.
pub(crate) struct FaultyObjects {
    inner: Arc<dyn Objects>,
    state: AtomicU64,
    percent: u64,
    /// Faults made so far.
    pub(crate) faults: AtomicU64,
}

impl FaultyObjects {
    pub(crate) fn new(inner: Arc<dyn Objects>, seed: u64, percent: u64) -> Self {
        Self {
            inner,
            state: AtomicU64::new(seed),
            percent,
            faults: AtomicU64::new(0),
        }
    }

    fn chance(&self) -> u64 {
        let step = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = self
            .state
            .fetch_add(step, Ordering::Relaxed)
            .wrapping_add(step);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn fault(&self) -> Option<Fault> {
        if self.chance() % 100 >= self.percent {
            return None;
        }
        self.faults.fetch_add(1, Ordering::Relaxed);
        let fault = self.chance() % FAULTS.len() as u64;
        FAULTS.get(fault as usize).copied()
    }

    fn failed<T>(&self, name: &str, kind: ObjectsErrorKind) -> Result<T, ObjectsError> {
        Err(ObjectsError::new(
            self.inner.name(),
            name,
            kind,
            "a fault of the test",
        ))
    }
}

impl Objects for FaultyObjects {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            match self.fault() {
                None => self.inner.create(name, bytes).await,
                Some(Fault::Conflict) => Ok(Created::Exists),
                Some(Fault::Throttled) => self.failed(name, ObjectsErrorKind::Unavailable),
                Some(Fault::FailedBefore) => self.failed(name, ObjectsErrorKind::Unclear),
                Some(Fault::FailedAfter) => {
                    self.inner.create(name, bytes).await?;
                    self.failed(name, ObjectsErrorKind::Unclear)
                }
                Some(Fault::Repeated) => {
                    self.inner.create(name, bytes).await?;
                    Ok(Created::Exists)
                }
                Some(Fault::Dropped) => {
                    let (inner, owned) = (Arc::clone(&self.inner), name.to_owned());
                    // It may still be done when the next request is.
                    tokio::spawn(async move {
                        tokio::task::yield_now().await;
                        drop(inner.create(&owned, bytes).await);
                    });
                    self.failed(name, ObjectsErrorKind::Unclear)
                }
            }
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            match self.fault() {
                None => self.inner.put(name, bytes).await,
                Some(Fault::Conflict | Fault::Throttled) => {
                    self.failed(name, ObjectsErrorKind::Unavailable)
                }
                Some(Fault::FailedBefore) => self.failed(name, ObjectsErrorKind::Unclear),
                Some(_) => {
                    self.inner.put(name, bytes).await?;
                    self.failed(name, ObjectsErrorKind::Unclear)
                }
            }
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            match self.fault() {
                None => self.inner.get(name, range).await,
                Some(_) => self.failed(name, ObjectsErrorKind::Unavailable),
            }
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            match self.fault() {
                None => self.inner.list(prefix, after, limit).await,
                Some(_) => self.failed(prefix, ObjectsErrorKind::Unavailable),
            }
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            match self.fault() {
                None => self.inner.delete(names).await,
                Some(_) => self.failed("", ObjectsErrorKind::Unclear),
            }
        })
    }
}
