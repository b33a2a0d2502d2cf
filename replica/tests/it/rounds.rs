//! How often a host waits for its store, one request after the other.

use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use isolate_ledger::objects::{Created, Listed, MemoryObjects, Objects, ObjectsFuture};
use isolate_replica::ReplicaOptions;
use isolate_vfs::RunOptions;

use super::{Host, path};

/// A store that takes its time, and counts how often somebody has waited for it: requests that are made before
/// another one is answered are one wait.
#[derive(Default)]
struct Slow {
    store: MemoryObjects,
    waits: Mutex<(u32, bool)>,
}

impl Slow {
    /// A request.
    fn slow<'a, T: Send + 'a>(&'a self, asked: ObjectsFuture<'a, T>) -> ObjectsFuture<'a, T> {
        Box::pin(async move {
            {
                let mut waits = self.waits.lock().unwrap();
                if !waits.1 {
                    *waits = (waits.0 + 1, true);
                }
            }
            let answer = asked.await;
            tokio::time::sleep(Duration::from_millis(60)).await;
            self.waits.lock().unwrap().1 = false;
            answer
        })
    }

    fn take(&self) -> u32 {
        std::mem::take(&mut self.waits.lock().unwrap().0)
    }
}

impl Objects for Slow {
    fn name(&self) -> &'static str {
        "slow:"
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        self.slow(self.store.create(name, bytes))
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        self.slow(self.store.put(name, bytes))
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        self.slow(self.store.get(name, range))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        self.slow(self.store.list(prefix, after, limit))
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        self.store.delete(names)
    }
}

#[test]
fn a_host_waits_seldom_for_its_store() {
    let slow = Arc::new(Slow::default());
    let store: Arc<dyn Objects> = Arc::clone(&slow) as Arc<dyn Objects>;
    let host = Host::with(&store, &ReplicaOptions::new().snapshot_every(40));
    assert_eq!(slow.take(), 1, "to see that there is nothing");
    let tree = host.tree();
    let run = tree.begin(&RunOptions::new("many").atomic()).unwrap();
    for number in 0..1_000 {
        let bytes = format!("{number:02048}");
        run.write(&path(&format!("/{number}")), bytes.as_bytes())
            .unwrap();
    }
    run.commit().unwrap();
    assert_eq!(slow.take(), 3, "the name, the entry, and the name again");
    for number in 0..20 {
        tree.write(&path("/a"), &[number]).unwrap();
    }
    assert_eq!(slow.take(), 20);
    host.copy.refresh().unwrap();
    assert_eq!(slow.take(), 1);
    let fresh = Host::new(&store);
    assert_eq!(slow.take(), 2, "what there is, and all of it at once");
    assert_eq!(fresh.copy.head(), host.copy.head());
    for number in 0..25 {
        tree.write(&path("/a"), &[number]).unwrap();
    }
    while host.copy.metrics().snapshots == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    slow.take();
    let fresh = Host::new(&store);
    assert_eq!(slow.take(), 2, "with a snapshot too");
    assert!(fresh.copy.metrics().applied < 7);
    assert_eq!(fresh.copy.head(), host.copy.head());
    assert_eq!(fresh.files(), host.files());
}
