//! Copies of one workspace on several hosts, which are several folders here.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod faults;
mod removal;
mod rounds;
mod runs;

use std::sync::Arc;
use std::time::Duration;

use isolate_ledger::objects::{FolderObjects, MemoryObjects, Objects};
use isolate_replica::{Replica, ReplicaOptions};
use isolate_text::VPath;
use isolate_vfs::{Error, ErrorKind, OpenOptions, RunOptions, Tree};
use tempfile::TempDir;

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

/// A host: a folder for its copies, and one that is open.
struct Host {
    copy: Replica,
    folder: TempDir,
}

impl Host {
    fn new(store: &Arc<dyn Objects>) -> Self {
        Self::with(store, &ReplicaOptions::new())
    }

    fn with(store: &Arc<dyn Objects>, options: &ReplicaOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copy = Replica::open(Arc::clone(store), "work", folder.path(), options).unwrap();
        Self { copy, folder }
    }

    fn tree(&self) -> Tree {
        connect(&self.copy)
    }

    /// What the copy has, when it has taken in everything.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.copy.refresh().unwrap();
        let tree = self.tree();
        assert_eq!(tree.check().unwrap(), Vec::<String>::new());
        let mut files = Vec::new();
        let all = isolate_text::glob::Glob::new("**").unwrap();
        for (path, kind) in tree.glob(&all, &isolate_vfs::GlobOptions::new()).unwrap() {
            if kind == isolate_vfs::FileKind::File {
                files.push((path.as_str().to_owned(), tree.read(&path).unwrap()));
            }
        }
        files
    }
}

fn connect(copy: &Replica) -> Tree {
    let tree = Tree::open(copy.path(), &OpenOptions::new().copy()).unwrap();
    tree.set_publisher(Some(copy.publisher())).unwrap();
    tree
}

/// Does it again as long as another host is faster.
fn again<T>(mut f: impl FnMut() -> Result<T, Error>) -> T {
    loop {
        match f() {
            Err(error) if error.kind() == ErrorKind::Raced => {}
            done => return done.unwrap(),
        }
    }
}

fn memory() -> Arc<dyn Objects> {
    Arc::new(MemoryObjects::new())
}

#[test]
fn what_one_host_changes_others_have() {
    let store = memory();
    let (one, two) = (Host::new(&store), Host::new(&store));
    assert_eq!((one.copy.head(), two.copy.head()), (None, None));
    let (here, there) = (one.tree(), two.tree());
    here.write(&path("/a"), b"1").unwrap();
    // Its copy has nothing of it, until it asks or writes.
    assert!(!there.exists(&path("/a")).unwrap());
    let error = there.write(&path("/b"), b"2").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Raced);
    assert!(there.exists(&path("/a")).unwrap());
    there.write(&path("/b"), b"2").unwrap();
    one.copy.refresh().unwrap();
    assert_eq!(here.read(&path("/b")).unwrap(), b"2");
    assert_eq!(one.files(), two.files());
    assert_eq!(one.copy.head(), two.copy.head());
    assert_eq!(one.copy.head().unwrap().number, 2);
    assert_eq!(two.copy.metrics().raced, 1);
}

#[test]
fn a_run_is_one_entry_and_one_that_reads_is_none() {
    let store = memory();
    let host = Host::new(&store);
    let tree = host.tree();
    let run = tree.begin(&RunOptions::new("run").atomic()).unwrap();
    for number in 0..20 {
        run.write(&path(&format!("/{number}")), &[0; 10_000])
            .unwrap();
    }
    run.commit().unwrap();
    assert_eq!(host.copy.head().unwrap().number, 1);
    let run = tree.begin(&RunOptions::new("reads").atomic()).unwrap();
    run.read(&path("/1")).unwrap();
    run.commit().unwrap();
    assert_eq!(host.copy.head().unwrap().number, 1);
    // What it has read does not hold where another host was faster.
    let other = Host::new(&store);
    let run = tree.begin(&RunOptions::new("reads").atomic()).unwrap();
    run.read(&path("/1")).unwrap();
    other.tree().write(&path("/1"), b"new").unwrap();
    assert_eq!(run.commit().unwrap_err().kind(), ErrorKind::Raced);
    assert_eq!(tree.read(&path("/1")).unwrap(), b"new");
}

#[test]
fn a_copy_is_opened_again_where_it_was() {
    let store = memory();
    let Host { copy, folder } = Host::new(&store);
    connect(&copy).write(&path("/a"), b"1").unwrap();
    let (file, head) = (copy.path().to_owned(), copy.head());
    drop(copy);
    Host::new(&store).tree().write(&path("/b"), b"2").unwrap();
    let opened = Replica::open(
        Arc::clone(&store),
        "work",
        folder.path(),
        &ReplicaOptions::new(),
    );
    let opened = opened.unwrap();
    assert_eq!(opened.path(), file);
    assert_eq!(opened.metrics().applied, 1);
    assert_eq!(opened.head().unwrap().number, head.unwrap().number + 1);
    assert_eq!(connect(&opened).read(&path("/b")).unwrap(), b"2");
}

#[test]
fn the_file_of_a_copy_is_written_by_its_connections_alone() {
    let store = memory();
    let host = Host::new(&store);
    host.tree().write(&path("/a"), b"1").unwrap();
    let error = Tree::open(host.copy.path(), &OpenOptions::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotPermitted);
    assert!(error.to_string().contains("its store"), "{error}");
    let reads = Tree::open(host.copy.path(), &OpenOptions::new().read_only()).unwrap();
    assert_eq!(reads.read(&path("/a")).unwrap(), b"1");
    // A fork of it belongs to whoever made it.
    let fork = host.folder.path().join("fork.sqlite");
    reads.fork(&fork, &isolate_vfs::ForkOptions::new()).unwrap();
    let fork = Tree::open(&fork, &OpenOptions::new()).unwrap();
    fork.write(&path("/a"), b"2").unwrap();
}

#[test]
fn large_changes_go_into_packs_and_snapshots_have_them() {
    let store = memory();
    let options = ReplicaOptions::new().snapshot_every(4);
    let host = Host::with(&store, &options);
    let tree = host.tree();
    let noise: Vec<u8> = (0..300_000_u32)
        .flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    tree.write(&path("/large"), &noise).unwrap();
    for number in 0..10_u8 {
        tree.write(&path("/small"), &[number; 9]).unwrap();
    }
    while host.copy.metrics().snapshots == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let fresh = Host::new(&store);
    assert!(fresh.copy.metrics().applied < 11);
    assert_eq!(fresh.files(), host.files());
    assert_eq!(fresh.tree().read(&path("/large")).unwrap(), noise);
}

#[test]
fn many_hosts_write_at_once_and_nothing_is_lost() {
    const HOSTS: usize = 4;
    const WRITES: usize = 25;
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Objects> =
        Arc::new(FolderObjects::open(folder.path().join("store")).unwrap());
    let hosts: Vec<Host> = (0..HOSTS).map(|_| Host::new(&store)).collect();
    std::thread::scope(|scope| {
        for (number, host) in hosts.iter().enumerate() {
            scope.spawn(move || {
                let tree = host.tree();
                for _ in 0..WRITES {
                    again(|| {
                        tree.atomically(|txn| {
                            let before = match txn.read(&path("/log")) {
                                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                                read => read?,
                            };
                            let line = format!("{number}\n");
                            txn.write(&path("/log"), &[&before[..], line.as_bytes()].concat())
                        })
                    });
                }
            });
        }
    });
    let all: Vec<_> = hosts.iter().map(Host::files).collect();
    let log = String::from_utf8(all[0][0].1.clone()).unwrap();
    for number in 0..HOSTS {
        let lines = log.lines().filter(|line| *line == number.to_string());
        assert_eq!(lines.count(), WRITES);
    }
    assert!(all.iter().all(|files| *files == all[0]));
    let raced: u64 = hosts.iter().map(|host| host.copy.metrics().raced).sum();
    assert!(raced > 0);
}

#[test]
fn a_log_that_was_emptied_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Objects> = Arc::new(FolderObjects::open(folder.path()).unwrap());
    let host = Host::new(&store);
    let tree = host.tree();
    tree.write(&path("/a"), b"1").unwrap();
    let expected = host.copy.head().unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        std::fs::remove_dir_all(entry.unwrap().path()).unwrap();
    }
    drop(tree);
    let Host { copy, folder } = host;
    let cache = folder.path().to_owned();
    drop(copy);
    std::thread::sleep(Duration::from_millis(50));
    let error =
        Replica::open(Arc::clone(&store), "work", &cache, &ReplicaOptions::new()).unwrap_err();
    assert!(error.to_string().contains("emptied"), "{error}");
    // A host without a copy knows it where it is told what to expect.
    let fresh = tempfile::tempdir().unwrap();
    let options = ReplicaOptions::new().expect(expected);
    let error = Replica::open(store, "work", fresh.path(), &options).unwrap_err();
    assert!(error.to_string().contains("emptied"), "{error}");
}

#[test]
fn what_a_snapshot_covers_is_collected_and_hosts_go_on() {
    let store = memory();
    let options = ReplicaOptions::new().snapshot_every(4);
    let host = Host::with(&store, &options);
    let slow = Host::new(&store);
    let tree = host.tree();
    let noise = |from: u32| -> Vec<u8> {
        let bytes =
            (from..from + 50_000).flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes());
        bytes.collect()
    };
    for number in 0..11_u32 {
        tree.write(&path(&format!("/{}", number % 3)), &noise(number))
            .unwrap();
        tree.write(&path("/small"), &number.to_le_bytes()).unwrap();
    }
    while host.copy.metrics().snapshots < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    // A day has not passed.
    let none = host
        .copy
        .collect(Duration::from_secs(24 * 60 * 60))
        .unwrap();
    assert_eq!((none.entries, none.snapshots, none.packs), (0, 0, 0));
    let some = host.copy.collect(Duration::ZERO).unwrap();
    assert!(some.packs > 0 && some.snapshots > 0, "{some:?}");
    let files = host.files();
    // One that is behind takes the snapshot, and so does a new one.
    assert_eq!(slow.files(), files);
    assert_eq!(Host::new(&store).files(), files);
    again(|| slow.tree().write(&path("/more"), b"x"));
    assert_eq!(host.files(), slow.files());
}

/// A host that knows nothing of a log ends where an entry is missing, and would begin another log there.
#[test]
fn a_log_with_a_gap_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Objects> = Arc::new(FolderObjects::open(folder.path()).unwrap());
    let host = Host::new(&store);
    for number in 0..4_u8 {
        host.tree().write(&path("/a"), &[number]).unwrap();
    }
    let mut entries: Vec<_> = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            match entry.is_dir() {
                true => folders.push(entry),
                false => entries.push(entry),
            }
        }
    }
    // The newest has the smallest name.
    entries.retain(|entry| entry.to_string_lossy().contains("log"));
    entries.sort();
    assert_eq!(entries.len(), 4);
    std::fs::remove_file(&entries[1]).unwrap();
    let fresh = tempfile::tempdir().unwrap();
    let error = Replica::open(store, "work", fresh.path(), &ReplicaOptions::new()).unwrap_err();
    assert!(
        error.to_string().contains("entry 3 of its log is gone"),
        "{error}"
    );
}
