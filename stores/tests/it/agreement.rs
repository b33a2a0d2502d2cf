//! Hosts that add to one log by creates alone, over stores with faults.
//!
//! A host creates the entry after the last one that it knows, and after each answer but a clear success
//! looks whose the entry is. Then every entry that a host was told is its own is there once, and none
//! is there that nobody has made.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use isolate_ledger::objects::{Created, MemoryObjects, Objects, ObjectsErrorKind, probe};
use isolate_stores::{Settings, open};

use crate::faulty::FaultyObjects;
use crate::run;

/// Entries that each host adds.
const ENTRIES: usize = 12;

/// Repetitions of one request, at most.
const PATIENCE: usize = 1000;

fn name(number: usize) -> String {
    format!("log/{number:08}")
}

/// What an entry has, asked for until there is an answer.
async fn look(store: &dyn Objects, number: usize) -> Option<Vec<u8>> {
    for _ in 0..PATIENCE {
        match store.get(&name(number), None).await {
            Ok(found) => return found,
            Err(error) => assert_eq!(error.kind(), ObjectsErrorKind::Unavailable, "{error}"),
        }
    }
    panic!("the store never answers");
}

/// Adds an entry after the last one: its number.
async fn append(store: &dyn Objects, mut number: usize, bytes: &[u8]) -> usize {
    for _ in 0..PATIENCE {
        match store.create(&name(number), bytes.to_vec()).await {
            Ok(Created::Created) => return number,
            Ok(Created::Exists) => {}
            Err(error) => assert!(
                matches!(
                    error.kind(),
                    ObjectsErrorKind::Unclear | ObjectsErrorKind::Unavailable
                ),
                "{error}"
            ),
        }
        match look(store, number).await {
            Some(found) if found == bytes => return number,
            Some(_) => number += 1,
            // Nobody has it: the same entry again, with the same bytes.
            None => {}
        }
    }
    panic!("no entry can be added");
}

/// Lets a host for each store add entries at the same time, and compares what each was told with the log.
pub(crate) async fn hosts_agree(stores: &[Arc<dyn Objects>], hosts_each: usize) {
    let mut hosts = Vec::new();
    for (host, store) in stores
        .iter()
        .cycle()
        .take(stores.len() * hosts_each)
        .enumerate()
    {
        let store = Arc::clone(store);
        hosts.push(tokio::spawn(async move {
            let mut told = Vec::new();
            let mut next = 0;
            for entry in 0..ENTRIES {
                let bytes = format!("{host}/{entry}").into_bytes();
                let number = append(&*store, next, &bytes).await;
                told.push((number, bytes));
                next = number + 1;
            }
            told
        }));
    }
    let count = hosts.len() * ENTRIES;
    let mut log = BTreeMap::new();
    for host in hosts {
        for (number, bytes) in host.await.unwrap() {
            let before = log.insert(number, bytes);
            assert_eq!(before, None, "entry {number} was won twice");
        }
    }
    // One after the other, each as it was told, and no more.
    for number in 0..count {
        let found = look(&*stores[0], number).await;
        assert_eq!(found.as_ref(), log.get(&number), "entry {number}");
    }
    assert_eq!(look(&*stores[0], count).await, None);
}

/// The same on a server, with faults of requests beside those that it may have itself.
pub(crate) async fn hosts_agree_with_faults(stores: [Arc<dyn Objects>; 2]) {
    let mut seed = 0;
    let faulty = stores.map(|store| {
        seed += 1;
        Arc::new(FaultyObjects::new(store, seed, 25)) as Arc<dyn Objects>
    });
    hosts_agree(&faulty, 1).await;
}

#[test]
fn hosts_agree_whatever_happens_to_requests() {
    let folder = tempfile::tempdir().unwrap();
    run(async {
        let mut faults = 0;
        for seed in 0..40 {
            let url = format!("file://{}/{seed}", folder.path().display());
            let stores: [Arc<dyn Objects>; 2] = match seed % 10 {
                0 => [(); 2].map(|()| open(&url, &Settings::new()).unwrap()),
                _ => {
                    let memory: Arc<dyn Objects> = Arc::new(MemoryObjects::new());
                    [Arc::clone(&memory), memory]
                }
            };
            let mut seeds = [seed * 2, seed * 2 + 1].into_iter();
            let stores =
                stores.map(|store| Arc::new(FaultyObjects::new(store, seeds.next().unwrap(), 35)));
            let all: Vec<Arc<dyn Objects>> = stores
                .iter()
                .map(|store| Arc::clone(store) as Arc<dyn Objects>)
                .collect();
            hosts_agree(&all, 2).await;
            for store in &stores {
                faults += store.faults.load(Ordering::Relaxed);
            }
        }
        assert!(faults > 1000, "{faults}");
    });
}

/// A store that loses some answers is not said to be one that does not qualify.
#[test]
fn the_probe_tells_faults_from_wrong_stores() {
    run(async {
        let mut passed = 0;
        for seed in 0..200 {
            let store = FaultyObjects::new(Arc::new(MemoryObjects::new()), seed, 10);
            match probe(&store).await {
                Ok(()) => passed += 1,
                Err(isolate_ledger::objects::ProbeError::Failed(_)) => {}
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
        assert!(passed > 20, "{passed}");
    });
}
