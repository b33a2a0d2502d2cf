//! The log of a workspace as objects: hosts on threads agree through a store, as they do in the
//! simulated world.

use std::sync::{Arc, Mutex};

use isolate_ledger::collect::{ListedSnapshot, Listing, Settings, plan};
use isolate_ledger::log::Log;
use isolate_ledger::objects::{Created, FolderObjects, MemoryObjects, Objects};
use isolate_ledger::{
    Answer, Append, Author, Config, Entry, Event, Fetch, Fetched, Hash, Header, JobId, Loaded,
    PackName, Position, Stored,
};
use tempfile::tempdir;

use crate::sim::host::{Ask, Host};
use crate::sim::replica::{CELLS, Program, Replica, decode};
use crate::sim::store::{Reply, Request};

fn memory() -> Log {
    Log::new(Arc::new(MemoryObjects::new()), "0f/notes").unwrap()
}

fn author(sequence: u64) -> Author {
    Author {
        instance: 7,
        sequence,
    }
}

fn entry(number: u64, previous: Hash, body: &[u8]) -> Entry {
    let header = Header {
        number,
        previous,
        author: author(number),
        parts: Vec::new(),
        has_pack: number == 2,
        body_size: body.len() as u64,
        body: Hash::of(body),
    };
    Entry {
        header,
        body: body.to_vec(),
    }
}

#[tokio::test]
async fn entries_are_found_by_their_numbers_newest_first() {
    let log = memory();
    assert_eq!(log.newest_entry().await.unwrap(), None);
    assert!(log.entries(1, 4).await.unwrap().is_empty());
    let mut place = Position::START;
    for number in 1..=70 {
        let entry = entry(number, place.hash, b"changes");
        assert_eq!(log.append(&entry).await.unwrap(), Created::Created);
        assert_eq!(log.append(&entry).await.unwrap(), Created::Exists);
        place = entry.header.position();
    }
    assert_eq!(log.newest_entry().await.unwrap(), Some(70));
    let found = log.entries(3, 1000).await.unwrap();
    let numbers: Vec<u64> = found.iter().map(|stored| stored.header().number).collect();
    assert_eq!(numbers, (3..=70).collect::<Vec<_>>());
    let hashes = log.hashes(&[70, 71]).await.unwrap();
    assert_eq!(hashes, [Some(place.hash), None]);
    assert!(log.entry(u64::MAX).await.unwrap().is_none());
}

#[tokio::test]
async fn what_may_be_removed_is_removed() {
    let log = memory();
    let mut previous = Hash::ZERO;
    for number in 1..=3 {
        let entry = entry(number, previous, &[7; 5000]);
        log.append(&entry).await.unwrap();
        previous = entry.header.hash();
    }
    let pack = |number, sequence| PackName {
        number,
        author: author(sequence),
    };
    for name in [pack(2, 2), pack(2, 9), pack(4, 4)] {
        log.put_pack(name, b"contents".to_vec()).await.unwrap();
    }
    let snapshot = Position {
        number: 2,
        hash: Hash::ZERO,
    };
    log.put_snapshot(snapshot, b"rows".to_vec()).await.unwrap();
    assert_eq!(log.newest_snapshot().await.unwrap(), Some(2));
    assert_eq!(log.snapshot(2).await.unwrap().unwrap(), b"rows");

    let inventory = log.inventory().await.unwrap();
    let numbers: Vec<u64> = inventory
        .entries
        .iter()
        .map(|(number, _)| *number)
        .collect();
    assert_eq!(numbers, [1, 2, 3]);
    let listing = Listing {
        entries: log.listed_entries(&numbers).await.unwrap(),
        snapshots: vec![ListedSnapshot {
            number: inventory.snapshots[0].0,
            age_ms: 1,
            packs: Vec::new(),
        }],
        packs: inventory.packs,
    };
    let settings = Settings {
        age_ms: 0,
        ..Settings::default()
    };
    for removal in plan(&listing, 3, &settings) {
        log.remove(&removal).await.unwrap();
    }
    let left = log.entries(1, 3).await.unwrap();
    let stubs = left.iter().map(|one| matches!(one, Stored::Stub(_)));
    assert_eq!(stubs.collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(log.hashes(&[3]).await.unwrap(), [Some(previous)]);
    assert!(log.pack(pack(2, 2), None).await.unwrap().is_none());
    assert_eq!(log.inventory().await.unwrap().packs, [pack(4, 4)]);
    let part = log.pack(pack(4, 4), Some(3..5)).await.unwrap();
    assert_eq!(part.unwrap(), b"te");
}

#[tokio::test]
async fn what_is_no_entry_is_named() {
    let objects = Arc::new(MemoryObjects::new());
    let log = Log::new(objects.clone(), "w").unwrap();
    let name = format!("w/log/{:020}", u64::MAX - 5);
    objects
        .put(&name, b"something else".to_vec())
        .await
        .unwrap();
    let error = log.entry(5).await.unwrap_err().to_string();
    assert_eq!(
        error,
        format!("memory:/{name}: the entry is damaged: it does not begin as one")
    );
    // An entry under the number of another one.
    let other = entry(6, Hash::ZERO, b"");
    objects.put(&name, other.encode()).await.unwrap();
    let error = log.entry(5).await.unwrap_err().to_string();
    assert!(
        error.ends_with("it has the number of another one"),
        "{error}"
    );
    assert!(Log::new(objects, "../w").is_err());
}

/// Carries out what a host asks of the store.
async fn reply(log: &Log, request: Request) -> Reply {
    match request {
        Request::Fetch { from, count } => {
            let stored = log.entries(from, count).await.unwrap();
            let fetches = stored.iter().map(|stored| Fetch {
                header: stored.header().clone(),
                is_stub: matches!(stored, Stored::Stub(_)),
            });
            Reply::Fetched(Fetched::Entries(fetches.collect()), stored)
        }
        Request::Check(numbers) => Reply::Checked(log.hashes(&numbers).await.ok()),
        Request::Append(entry) => Reply::Appended(match log.append(&entry).await.unwrap() {
            Created::Created => Append::Created(entry.header.hash()),
            Created::Exists => Append::Exists,
        }),
        Request::Upload(name, values) => {
            let bytes = values.into_iter().flat_map(u64::to_le_bytes).collect();
            Reply::Uploaded(log.put_pack(name, bytes).await.is_ok())
        }
        // These hosts begin from the first entry.
        Request::Load => Reply::Loaded(Loaded::Absent, None),
        Request::Snapshot(_) | Request::Remove(_) => Reply::Nothing,
    }
}

const HOSTS: u128 = 4;
const RUNS: u128 = 50;

/// A host of its own thread, with runs one after the other. The entries of those that were done.
fn run_host(log: &Log, number: u128, done: &Mutex<Vec<JobId>>) {
    let config = Config {
        attempts: u32::MAX,
        snapshot_every: u64::MAX,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut host = Host::new(config, number + 1, None, None);
        for run in 0..RUNS {
            let job = JobId(number * 1000 + run);
            let cell = (run as usize) % CELLS;
            let program = match run % 7 {
                3 => Program::Large { cell },
                _ => Program::Add { cell, by: 1 },
            };
            let mut asks = host.submit(job, program);
            while let Some(ask) = asks.pop() {
                match ask {
                    Ask::Send(request) => {
                        let reply = reply(log, request).await;
                        asks.extend(host.replied(reply));
                    }
                    Ask::Answer { job, answer, .. } => {
                        assert_eq!(answer, Answer::Done, "{job:?}");
                        done.lock().unwrap().push(job);
                    }
                    Ask::Call { .. } => unreachable!("none of these calls a function"),
                }
            }
        }
        assert!(host.drive(Event::Poll).len() <= 1);
    });
}

/// Hosts that race for every number: each run is in the log once, and what it has is what they say.
fn hosts_agree(log: &Log) {
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for number in 0..HOSTS {
            let done = &done;
            scope.spawn(move || run_host(log, number, done));
        }
    });
    let done = done.into_inner().unwrap();
    assert_eq!(done.len() as u128, HOSTS * RUNS);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let entries = runtime.block_on(log.entries(1, 1000)).unwrap();
    let mut truth = Replica::default();
    for stored in &entries {
        let Stored::Entry(entry) = stored else {
            panic!("nothing was collected");
        };
        assert_eq!(entry.header.previous, truth.position.hash);
        truth.position = entry.header.position();
        for op in decode(&entry.body) {
            truth.apply(op);
        }
    }
    assert_eq!(truth.ended.len() as u128, HOSTS * RUNS);
    for job in &done {
        assert!(truth.ended.contains_key(job), "{job:?}");
    }
}

#[test]
fn hosts_on_threads_agree_in_memory() {
    hosts_agree(&memory());
}

#[test]
fn hosts_on_threads_agree_in_a_folder() {
    let folder = tempdir().unwrap();
    let objects = FolderObjects::open(folder.path()).unwrap();
    hosts_agree(&Log::new(Arc::new(objects), "0f/notes").unwrap());
}
