//! Trees whose entries are brought up to date from elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use isolate_vfs::{
    ContentSource, Error, ErrorKind, MemoryStore, OpenOptions, RemoveOptions, Reseed, Retention,
    RunOptions, Seed, SeedKind, Timestamp, Tree,
};

use super::{assert_sound, bytes, memory, path};

/// Bytes by their numbers.
#[derive(Debug, Default)]
struct Shelf(Mutex<BTreeMap<u64, Vec<u8>>>);

impl ContentSource for Shelf {
    fn read(
        &self,
        number: u64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        let shelf = self.0.lock().unwrap();
        let bytes = shelf
            .get(&number)
            .ok_or_else(|| Error::new(ErrorKind::Stale))?;
        let start = usize::try_from(start).unwrap();
        sink(&bytes[start..start + usize::try_from(length).unwrap()])
    }
}

fn tree() -> (Arc<Shelf>, Tree) {
    let shelf = Arc::new(Shelf::default());
    let store = MemoryStore::over(shelf.clone()).unwrap();
    let tree = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    tree.set_retention(&Retention::new().runs_max(0)).unwrap();
    (shelf, tree)
}

fn file(name: &str, size: usize, number: Option<u64>) -> Reseed {
    Reseed::Put {
        seed: Seed {
            path: path(name),
            kind: SeedKind::File(size as u64),
            mode: 0o644,
            mtime: Timestamp::from_micros(7),
        },
        number,
    }
}

fn put(shelf: &Shelf, tree: &Tree, name: &str, data: &[u8]) -> u64 {
    let numbers = tree.reseed(&[file(name, data.len(), None)]).unwrap();
    shelf.0.lock().unwrap().insert(numbers[0], data.to_vec());
    numbers[0]
}

#[test]
fn an_entry_can_be_put_replaced_and_taken_away() {
    let (shelf, tree) = tree();
    let first = put(&shelf, &tree, "/a/b/c", b"one");
    assert_eq!(tree.read(&path("/a/b/c")).unwrap(), b"one");
    let version = tree.version(&path("/a/b/c")).unwrap();
    put(&shelf, &tree, "/a/b/c", b"other");
    assert_ne!(tree.version(&path("/a/b/c")).unwrap(), version);
    // The earlier bytes again: the version is the earlier one, too.
    tree.reseed(&[file("/a/b/c", 3, Some(first))]).unwrap();
    assert_eq!(tree.version(&path("/a/b/c")).unwrap(), version);
    assert_eq!(tree.content_number(&path("/a/b/c")).unwrap(), Some(first));
    assert_eq!(tree.read(&path("/a/b/c")).unwrap(), b"one");
    // A file takes the place of the directory, and a directory that of the file.
    put(&shelf, &tree, "/a/b", b"file");
    assert!(!tree.exists(&path("/a/b/c")).unwrap());
    put(&shelf, &tree, "/a/b/c", b"back");
    assert_eq!(tree.read(&path("/a/b/c")).unwrap(), b"back");
    tree.reseed(&[Reseed::Gone(path("/a")), Reseed::Gone(path("/a/b"))])
        .unwrap();
    assert_eq!(tree.read_dir(&path("/")).unwrap(), []);
    assert_eq!(tree.stored().unwrap().bytes, 0);
    assert_sound(&tree);
}

#[test]
fn what_is_wrong_leaves_nothing() {
    let (_, tree) = tree();
    let wrong = |changes: &[Reseed]| {
        let error = tree.reseed(changes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        error.reason().to_owned()
    };
    let number = tree.reseed(&[file("/a", 3, None)]).unwrap()[0];
    assert_eq!(
        wrong(&[file("/b", 3, None), file("/c", 4, Some(number))]),
        "the bytes of that number have another size"
    );
    assert!(!tree.exists(&path("/b")).unwrap());
    assert_eq!(wrong(&[file("/b", 3, Some(0))]), "not a number of bytes");
    assert_eq!(
        wrong(&[Reseed::Gone(path("/"))]),
        "the root cannot be removed"
    );
    let run = tree.begin(&RunOptions::new("open")).unwrap();
    assert_eq!(wrong(&[]), "a run is open");
    drop(run);
    let plain = memory();
    assert!(plain.reseed(&[]).is_err());
    assert!(plain.unload(&path("/a")).is_err());
    assert_sound(&tree);
}

#[test]
fn stored_bytes_can_go_and_keep_their_version() {
    let (shelf, tree) = tree();
    for (name, data) in [("/small", bytes(100, 1)), ("/large", bytes(100_000, 2))] {
        let name = path(name);
        tree.write(&name, &data).unwrap();
        tree.copy(&name, &path("/copy"), &isolate_vfs::CopyOptions::new())
            .unwrap();
        let version = tree.version(&name).unwrap();
        let number = tree.unload(&name).unwrap().unwrap();
        assert!(tree.read(&name).is_err());
        shelf.0.lock().unwrap().insert(number, data.clone());
        assert_eq!(tree.unload(&name).unwrap(), None);
        assert_eq!(tree.version(&name).unwrap(), version);
        assert_eq!(tree.read(&name).unwrap(), data);
        assert_eq!(tree.read(&path("/copy")).unwrap(), data);
        assert_sound(&tree);
        tree.remove(&path("/copy"), &RemoveOptions::new()).unwrap();
    }
    assert_eq!(tree.unload(&path("/none")).unwrap(), None);
}

/// Random changes from both sides, with a map as the twin.
#[test]
fn random_changes_leave_a_sound_tree() {
    for seed in 0..60_u64 {
        let (shelf, tree) = tree();
        let mut twin: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let names = ["/a", "/a/b", "/a/b/c", "/d", "/d/e", "/f"];
        for step in 0..40 {
            let name = names[usize::try_from(next(6)).unwrap()];
            let data = bytes(
                usize::try_from([0, 5, 9_000, 70_000][usize::try_from(next(4)).unwrap()]).unwrap(),
                step,
            );
            let below = format!("{name}/");
            match next(5) {
                0 => {
                    tree.reseed(&[Reseed::Gone(path(name))]).unwrap();
                    twin.retain(|known, _| known != name && !known.starts_with(&below));
                }
                1 => {
                    if tree.write(&path(name), &data).is_ok() {
                        twin.insert(name.to_owned(), data);
                    }
                }
                2 => {
                    if let Some(number) = tree.unload(&path(name)).unwrap() {
                        shelf.0.lock().unwrap().insert(number, twin[name].clone());
                    }
                }
                _ => {
                    put(&shelf, &tree, name, &data);
                    twin.retain(|known, _| {
                        !known.starts_with(&below) && !name.starts_with(&format!("{known}/"))
                    });
                    twin.insert(name.to_owned(), data);
                }
            }
            for (known, data) in &twin {
                assert_eq!(
                    &tree.read(&path(known)).unwrap(),
                    data,
                    "seed {seed}: {known}"
                );
            }
            let sum: usize = twin.values().map(Vec::len).sum();
            assert_eq!(tree.stored().unwrap().bytes, sum as u64, "seed {seed}");
            assert_sound(&tree);
        }
    }
}
