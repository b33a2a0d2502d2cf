//! Stores that fail: before they have done what was asked, or after it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use isolate_ledger::objects::{
    Created, Listed, MemoryObjects, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture,
};
use isolate_vfs::ErrorKind;

use super::{Host, again, path};

/// A store of which some requests fail, by a sequence that follows from a seed.
struct Failing {
    store: MemoryObjects,
    state: AtomicU64,
    /// Of so many requests, one fails.
    one_in: u64,
    /// How requests fail from now on, if they do; creates also after they were done.
    refuses: Mutex<Option<Refusal>>,
}

#[derive(Clone, Copy)]
enum Refusal {
    /// Each request.
    All(ObjectsErrorKind),
    /// Each look, and creates are done without an answer.
    AfterCreate(ObjectsErrorKind),
}

impl Failing {
    fn new(seed: u64, one_in: u64) -> Self {
        Self {
            store: MemoryObjects::new(),
            state: AtomicU64::new(seed),
            one_in,
            refuses: Mutex::new(None),
        }
    }

    fn draw(&self) -> u64 {
        let step = |state: u64| {
            Some(
                state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1),
            )
        };
        let state = self
            .state
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
        state.unwrap_or_default() >> 33
    }

    fn set(&self, refuses: Option<Refusal>) {
        *self.refuses.lock().unwrap() = refuses;
    }

    fn refusal(&self, name: &str) -> Option<ObjectsError> {
        let refusal = *self.refuses.lock().unwrap();
        let (Refusal::All(kind) | Refusal::AfterCreate(kind)) = refusal?;
        Some(ObjectsError::new(
            "failing:",
            name,
            kind,
            "not with this key",
        ))
    }

    fn fault(&self, name: &str) -> Option<ObjectsError> {
        if let Some(refusal) = self.refusal(name) {
            return Some(refusal);
        }
        (self.one_in > 0 && self.draw().is_multiple_of(self.one_in)).then(|| {
            ObjectsError::new(
                "failing:",
                name,
                ObjectsErrorKind::Unclear,
                "the test says so",
            )
        })
    }
}

impl Objects for Failing {
    fn name(&self) -> &'static str {
        "failing:"
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            if matches!(*self.refuses.lock().unwrap(), Some(Refusal::AfterCreate(_))) {
                self.store.create(name, bytes).await?;
                return Err(ObjectsError::new(
                    "failing:",
                    name,
                    ObjectsErrorKind::Unclear,
                    "the connection was reset",
                ));
            }
            if let Some(fault) = self.fault(name) {
                return Err(fault);
            }
            let created = self.store.create(name, bytes).await?;
            self.fault(name).map_or(Ok(created), Err)
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            if let Some(fault) = self.fault(name) {
                return Err(fault);
            }
            self.store.put(name, bytes).await?;
            self.fault(name).map_or(Ok(()), Err)
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            match self.fault(name) {
                Some(fault) => Err(fault),
                None => self.store.get(name, range).await,
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
            match self.fault(prefix) {
                Some(fault) => Err(fault),
                None => self.store.list(prefix, after, limit).await,
            }
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        self.store.delete(names)
    }
}

#[test]
fn answers_that_are_lost_lose_nothing_and_do_nothing_twice() {
    for seed in 1..6 {
        let store: Arc<dyn Objects> = Arc::new(Failing::new(seed, 5));
        let hosts = [Host::new(&store), Host::new(&store)];
        std::thread::scope(|scope| {
            for (number, host) in hosts.iter().enumerate() {
                scope.spawn(move || {
                    let tree = host.tree();
                    for round in 0..15 {
                        again(|| tree.write(&path(&format!("/{number}/{round}")), b"x"));
                    }
                });
            }
        });
        let files = hosts[0].files();
        assert_eq!(files.len(), 30);
        assert_eq!(files, hosts[1].files());
        let entries = hosts.iter().map(|host| host.copy.metrics().appended);
        assert_eq!(entries.sum::<u64>(), 30, "seed {seed}");
        assert_eq!(hosts[0].copy.head().unwrap().number, 30);
    }
}

#[test]
fn a_store_that_never_answers_is_told_and_nothing_is_changed() {
    let store = Arc::new(Failing::new(1, 0));
    let shared: Arc<dyn Objects> = Arc::clone(&store) as Arc<dyn Objects>;
    let host = Host::new(&shared);
    let tree = host.tree();
    tree.write(&path("/a"), b"1").unwrap();
    drop((tree, shared));
    let dead: Arc<dyn Objects> = Arc::new(Failing::new(1, 1));
    let folder = tempfile::tempdir().unwrap();
    let options = isolate_replica::ReplicaOptions::new();
    let error = isolate_replica::Replica::open(dead, "work", folder.path(), &options).unwrap_err();
    assert!(error.to_string().contains("the test says so"), "{error}");
}

/// A host whose file cannot be written any more has told the log already: it goes on from there.
#[test]
fn an_entry_whose_commit_fails_is_taken_in() {
    use isolate_vfs::testing::{FailMode, TreeTesting as _};
    let store: Arc<dyn Objects> = Arc::new(MemoryObjects::new());
    let host = Host::new(&store);
    host.tree().write(&path("/a"), b"1").unwrap();
    let mut published = 0;
    for nth in 1..200 {
        let tree = host.tree();
        tree.fail_statement(nth, FailMode::Once);
        let before = host.copy.head();
        let written = tree.write(&path(&format!("/{nth}")), b"x");
        drop(tree);
        host.copy.refresh().unwrap();
        let is_there = host.tree().exists(&path(&format!("/{nth}"))).unwrap();
        match written {
            Ok(()) => {
                assert!(is_there);
                break;
            }
            Err(error) if error.kind() == ErrorKind::Raced => {}
            Err(_) => published += u32::from(is_there),
        }
        assert_eq!(is_there, host.copy.head() != before, "{nth}");
    }
    assert!(published > 0);
    let other = Host::new(&store);
    assert_eq!(other.files(), host.files());
}

/// Keys that have expired are told at once; with new ones it goes on, without a restart.
#[test]
fn credentials_that_are_refused_are_told_and_may_be_mended() {
    let store = Arc::new(Failing::new(1, 0));
    let shared: Arc<dyn Objects> = Arc::clone(&store) as Arc<dyn Objects>;
    let host = Host::new(&shared);
    let tree = host.tree();
    tree.write(&path("/a"), b"1").unwrap();
    for kind in [ObjectsErrorKind::Denied, ObjectsErrorKind::Invalid] {
        store.set(Some(Refusal::All(kind)));
        for error in [
            host.copy.refresh().unwrap_err(),
            tree.write(&path("/b"), b"2").unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Unavailable);
            assert!(error.to_string().contains("not with this key"), "{error}");
        }
        store.set(None);
        assert!(!tree.exists(&path("/b")).unwrap());
        host.copy.refresh().unwrap();
        tree.write(&path("/a"), b"2").unwrap();
    }
    assert_eq!(host.copy.head().unwrap().number, 3);
}

/// An entry may be in the log whose create had no answer, and which nobody may look for.
#[test]
fn what_became_of_an_entry_is_not_guessed() {
    let store = Arc::new(Failing::new(1, 0));
    let shared: Arc<dyn Objects> = Arc::clone(&store) as Arc<dyn Objects>;
    let host = Host::new(&shared);
    let tree = host.tree();
    tree.write(&path("/a"), b"1").unwrap();
    store.set(Some(Refusal::AfterCreate(ObjectsErrorKind::Denied)));
    let error = tree.write(&path("/b"), b"2").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unclear);
    store.set(None);
    host.copy.refresh().unwrap();
    assert_eq!(tree.read(&path("/b")).unwrap(), b"2");
    assert_eq!(host.copy.head().unwrap().number, 2);
}
