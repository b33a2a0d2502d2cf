//! Trees over files whose bytes are elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use isolate_text::VPath;
use isolate_vfs::{
    ContentSource, CopyOptions, Error, ErrorKind, FindOptions, MemoryStore, OpenOptions, Point,
    Quota, RemoveOptions, RunOptions, Seed, SeedKind, Timestamp, Tree,
};

use super::{assert_sound, bytes, memory, path};

/// Bytes by the order of their entries, and what was read.
#[derive(Debug, Default)]
struct Shelf {
    first: Mutex<u64>,
    contents: BTreeMap<u64, Vec<u8>>,
    reads: Mutex<Vec<u64>>,
}

impl Shelf {
    fn reads(&self) -> Vec<u64> {
        std::mem::take(&mut self.reads.lock().unwrap())
    }
}

impl ContentSource for Shelf {
    fn read(
        &self,
        number: u64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        let index = number - *self.first.lock().unwrap();
        self.reads.lock().unwrap().push(index);
        let stale = || Error::new(ErrorKind::Stale).with_detail("changed");
        let bytes = self.contents.get(&index).ok_or_else(stale)?;
        let start = usize::try_from(start).unwrap();
        let end = start + usize::try_from(length).unwrap();
        for piece in bytes[start..end.min(bytes.len())].chunks(1_000) {
            sink(piece)?;
        }
        Ok(())
    }
}

fn seed(name: &str, kind: SeedKind) -> Seed {
    Seed {
        path: path(name),
        kind,
        mode: 0o755,
        mtime: Timestamp::from_micros(7),
    }
}

/// 0 `/d`, 1 `/d/small`, 2 `/d/large`, 3 `/empty`, 4 `/link`, 5 `/gone`, whose source has no bytes, 6
/// `/short`, whose source has too few.
fn seeded() -> (Arc<Shelf>, MemoryStore, Tree) {
    let shelf = Arc::new(Shelf {
        contents: BTreeMap::from([
            (1, b"small".to_vec()),
            (2, bytes(100_000, 3)),
            (6, vec![1; 5]),
        ]),
        ..Shelf::default()
    });
    let store = MemoryStore::over(shelf.clone()).unwrap();
    let tree = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    let first = tree
        .seed(&[
            seed("/d", SeedKind::Directory),
            seed("/d/small", SeedKind::File(5)),
            seed("/d/large", SeedKind::File(100_000)),
            seed("/empty", SeedKind::File(0)),
            seed("/link", SeedKind::Symlink("d/small".to_owned())),
            seed("/gone", SeedKind::File(9)),
            seed("/short", SeedKind::File(9)),
        ])
        .unwrap();
    *shelf.first.lock().unwrap() = first;
    (shelf, store, tree)
}

#[test]
fn bytes_are_read_when_somebody_wants_them() {
    let (shelf, store, tree) = seeded();
    let stat = tree.stat(&path("/d/small")).unwrap().unwrap();
    assert_eq!(
        (stat.size, stat.mode, stat.mtime),
        (5, 0o755, Timestamp::from_micros(7))
    );
    assert_eq!(
        tree.find(&VPath::root(), &FindOptions::new())
            .unwrap()
            .len(),
        8
    );
    assert_eq!(tree.stored().unwrap().bytes, 100_023);
    assert!(shelf.reads().is_empty());
    assert_eq!(tree.read(&path("/link")).unwrap(), b"small");
    assert_eq!(tree.read(&path("/empty")).unwrap(), b"");
    assert_eq!(
        tree.read_range(&path("/d/large"), 70_000, 9).unwrap(),
        bytes(100_000, 3)[70_000..70_009]
    );
    assert_eq!(shelf.reads(), [1, 2]);
    // Every connection has the source.
    let other = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    assert_eq!(other.read(&path("/d/large")).unwrap(), bytes(100_000, 3));
    assert_sound(&other);
}

#[test]
fn what_the_source_cannot_give_is_an_error() {
    let (_, _, tree) = seeded();
    let error = tree.read(&path("/gone")).unwrap_err();
    assert_eq!(
        (error.kind(), error.reason()),
        (ErrorKind::Stale, "changed")
    );
    let error = tree.read(&path("/short")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    tree.append(&path("/gone"), b"more").unwrap_err();
    // Nothing of it is needed to replace it.
    tree.write(&path("/gone"), b"new").unwrap();
    assert_sound(&tree);
}

#[test]
fn copying_moving_removing_and_undoing_read_nothing() {
    let (shelf, _, tree) = seeded();
    tree.copy(&path("/d/large"), &path("/copy"), &CopyOptions::new())
        .unwrap();
    tree.rename(&path("/d"), &path("/e")).unwrap();
    let run = tree.begin(&RunOptions::new("all gone").atomic()).unwrap();
    for name in ["/e", "/copy", "/gone"] {
        run.remove(&path(name), &RemoveOptions::new().recursive())
            .unwrap();
    }
    let run = run.commit().unwrap().run.unwrap();
    assert_sound(&tree);
    tree.undo(run).unwrap();
    assert!(shelf.reads().is_empty());
    assert_eq!(tree.read(&path("/copy")).unwrap(), bytes(100_000, 3));
    assert_eq!(tree.read(&path("/e/small")).unwrap(), b"small");
    assert_sound(&tree);
}

#[test]
fn changes_share_nothing_with_the_source_and_the_history_reads_it() {
    let (_, _, tree) = seeded();
    tree.append(&path("/d/small"), b" and more").unwrap();
    let mut large = bytes(100_000, 3);
    large[50_000] ^= 1;
    tree.write(&path("/d/large"), &large).unwrap();
    assert_eq!(tree.read(&path("/d/small")).unwrap(), b"small and more");
    let newest = tree.history(1).unwrap()[0].id;
    let old = tree.at(Point::Before(newest), |view| {
        let mut old = Vec::new();
        let entry = view.entry(&path("/d/large"))?.unwrap();
        view.read(&entry, |piece| old.extend_from_slice(piece))?;
        Ok::<_, Error>(old)
    });
    assert_eq!(old.unwrap(), bytes(100_000, 3));
    assert_sound(&tree);
    // With the history the last reference goes, too.
    tree.set_retention(&isolate_vfs::Retention::new().runs_max(0))
        .unwrap();
    tree.collect(&isolate_vfs::Retention::new().runs_max(0))
        .unwrap();
    assert_sound(&tree);
}

#[test]
fn the_same_bytes_again_are_no_change() {
    let (_, _, tree) = seeded();
    let version = |name| tree.version(&path(name)).unwrap().unwrap();
    let content = |version: String| version.split('-').nth(1).unwrap().to_owned();
    for name in ["/d/small", "/d/large"] {
        let before = content(version(name));
        let bytes = tree.read(&path(name)).unwrap();
        tree.write(&path(name), &bytes).unwrap();
        assert_eq!(content(version(name)), before, "{name}");
    }
    assert_sound(&tree);
}

#[test]
fn only_an_empty_tree_with_a_source_is_seeded() {
    let entry = [seed("/a", SeedKind::File(1))];
    assert_eq!(
        memory().seed(&entry).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    let (_, _, tree) = seeded();
    assert_eq!(tree.seed(&entry).unwrap_err().kind(), ErrorKind::Invalid);
    let folder = tempfile::tempdir().unwrap();
    let fork = tree.fork(
        &folder.path().join("copy"),
        &isolate_vfs::ForkOptions::new(),
    );
    assert_eq!(fork.unwrap_err().kind(), ErrorKind::Invalid);
    let store = MemoryStore::over(Arc::new(Shelf::default())).unwrap();
    let options = OpenOptions::new().quota(Quota::new().bytes_max(10));
    let tree = Tree::open_memory(&store, &options).unwrap();
    for (wrong, kind) in [
        (seed("/d/a", SeedKind::File(1)), ErrorKind::Invalid),
        (seed("/", SeedKind::Directory), ErrorKind::Invalid),
        (seed("/a", SeedKind::File(11)), ErrorKind::NoSpace),
    ] {
        assert_eq!(tree.seed(&[wrong]).unwrap_err().kind(), kind);
        assert_eq!(tree.stored().unwrap().entries, 0);
    }
    tree.seed(&entry).unwrap();
}

#[test]
fn a_deadline_ends_the_reading_of_a_source() {
    let (_, _, tree) = seeded();
    let pieces = std::cell::Cell::new(0);
    let read = tree.read_with(&path("/d/large"), |reader| {
        reader.for_each_piece(|_| {
            pieces.set(pieces.get() + 1);
            tree.set_deadline(Some(std::time::Instant::now()));
        })
    });
    tree.set_deadline(None);
    assert_eq!(read.unwrap_err().kind(), ErrorKind::Deadline);
    assert_eq!(pieces.get(), 1);
}

#[test]
fn a_file_whose_bytes_are_gone_can_be_replaced_and_is_told_as_changed() {
    let (_shelf, _store, tree) = seeded();
    for (name, bytes) in [("/gone", "nine byte"), ("/short", "NINE BYTE")] {
        let run = tree.begin(&RunOptions::new(name).atomic()).unwrap();
        tree.write(&path(name), bytes.as_bytes()).unwrap();
        let effects = run.commit().unwrap();
        let changed: Vec<&str> = effects
            .changed
            .iter()
            .map(|one| one.path.as_str())
            .collect();
        assert_eq!(changed, [name]);
        let run = effects.run.unwrap();
        let differences = tree
            .differences(Point::Before(run), Point::After(run))
            .unwrap();
        assert_eq!(differences.len(), 1, "{name}");
        let shown = tree.write_patch(
            &differences[0],
            isolate_text::git::BinaryFiles::Named,
            &mut String::new(),
        );
        let error = shown.unwrap_err();
        assert!(error.is_of_unreadable_file(), "{error}");
        assert_eq!(error.path(), Some(&path(name)));
    }
    assert_sound(&tree);
}

#[test]
fn a_file_tells_which_seeded_bytes_it_has() {
    let (_shelf, _store, tree) = seeded();
    let number = tree.seeded_number(&path("/d/small")).unwrap();
    assert!(number.is_some());
    tree.rename(&path("/d/small"), &path("/moved")).unwrap();
    tree.copy(&path("/moved"), &path("/copy"), &CopyOptions::new())
        .unwrap();
    for name in ["/moved", "/copy"] {
        assert_eq!(tree.seeded_number(&path(name)).unwrap(), number);
    }
    tree.write(&path("/copy"), b"other").unwrap();
    for name in ["/copy", "/empty", "/link", "/d"] {
        assert_eq!(tree.seeded_number(&path(name)).unwrap(), None, "{name}");
    }
    let error = tree.seeded_number(&path("/nothing")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
