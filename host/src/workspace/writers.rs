//! The runs of this process that write to one workspace, one after the other.
//!
//! SQLite has one writer at a time, and makes the others wait on their threads. Here they wait in their
//! order, and need no thread for it. What is not a run of a sandbox does not ask here: a connection for
//! direct use, or another process.

use std::collections::BTreeMap;
use std::future::Future;
use std::os::unix::fs::MetadataExt as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Place;
use crate::lock::locked;

/// The queue of those that write to one store.
#[derive(Debug)]
pub(crate) struct Writers {
    store: Option<Store>,
    number: u64,
    turn: Arc<Semaphore>,
    /// Whether somebody who does not ask here was writing lately.
    has_strangers: AtomicBool,
}

/// The turn to write, until this is dropped.
#[derive(Debug)]
pub(crate) struct WriteTurn {
    _permit: OwnedSemaphorePermit,
}

/// A store, whoever has opened it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Store {
    File { device: u64, inode: u64 },
    Memory(String),
}

/// The queues of the stores that are open.
static OPEN: Mutex<BTreeMap<Store, Weak<Writers>>> = Mutex::new(BTreeMap::new());

impl Writers {
    /// The queue of a place, which has been made.
    pub(super) fn of(place: &Place) -> Arc<Self> {
        let store = match place {
            Place::Memory(memory) => Some(Store::Memory(memory.name().to_owned())),
            Place::File(path) => std::fs::metadata(path).ok().map(|found| Store::File {
                device: found.dev(),
                inode: found.ino(),
            }),
        };
        // A file that was removed meanwhile has no other users.
        let Some(store) = store else {
            return Arc::new(Self::new(None));
        };
        let mut open = locked(&OPEN);
        if let Some(writers) = open.get(&store).and_then(Weak::upgrade) {
            return writers;
        }
        let writers = Arc::new(Self::new(Some(store.clone())));
        open.insert(store, Arc::downgrade(&writers));
        writers
    }

    fn new(store: Option<Store>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            store,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            turn: Arc::new(Semaphore::new(1)),
            has_strangers: AtomicBool::new(false),
        }
    }

    /// A number that no other store of the process has.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether those that read cannot do so while somebody writes, as in memory.
    pub(crate) const fn excludes_readers(&self) -> bool {
        matches!(self.store, Some(Store::Memory(_)))
    }

    /// The turn to write, if nobody has it or waits for it.
    pub(crate) fn try_turn(&self) -> Option<WriteTurn> {
        let permit = Arc::clone(&self.turn).try_acquire_owned().ok()?;
        Some(WriteTurn { _permit: permit })
    }

    /// Says whether somebody writes who does not ask here.
    pub(crate) fn set_strangers(&self, has_strangers: bool) {
        self.has_strangers.store(has_strangers, Ordering::Relaxed);
    }

    /// Whether somebody who does not ask here was writing lately.
    pub(crate) fn has_strangers(&self) -> bool {
        self.has_strangers.load(Ordering::Relaxed)
    }

    /// Whether nobody has the turn to write.
    pub(crate) fn is_free(&self) -> bool {
        self.turn.available_permits() > 0
    }

    /// Waits for the turn to write, in the order in which it is asked for.
    pub(crate) fn turn(&self) -> impl Future<Output = WriteTurn> + Send + use<> {
        let turn = Arc::clone(&self.turn);
        async move {
            let permit = turn.acquire_owned().await;
            let permit = permit.expect("the semaphore is never closed");
            WriteTurn { _permit: permit }
        }
    }
}

impl Drop for Writers {
    fn drop(&mut self) {
        if let Some(store) = &self.store {
            let mut open = locked(&OPEN);
            // Another queue may have been made for the store since.
            if open.get(store).is_some_and(|of| of.strong_count() == 0) {
                open.remove(store);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Workspace;

    #[test]
    fn all_that_have_opened_a_store_have_one_queue() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.sqlite");
        let first = Workspace::open(&path).unwrap();
        let linked = folder.path().join("linked.sqlite");
        std::os::unix::fs::symlink(&path, &linked).unwrap();
        let second = Workspace::open(&linked).unwrap();
        let number = first.writers().number();
        assert_eq!(second.writers().number(), number);
        let turn = first.writers().try_turn().unwrap();
        assert!(second.writers().try_turn().is_none());
        drop(turn);
        assert!(second.writers().try_turn().is_some());
        drop((first, second));
        let again = Workspace::open(&path).unwrap();
        assert_ne!(again.writers().number(), number);

        let other = Workspace::memory().unwrap();
        let (one, two) = (other.writers().number(), other.clone().writers().number());
        assert_eq!(one, two);
        assert_ne!(Workspace::memory().unwrap().writers().number(), one);
    }
}
