//! Disk space of a workspace: it is bounded as a whole, and `rm` always works.

mod given_back;

use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    CommitMode, ErrorKind, OpenOptions, Part, Quota, RemoveOptions, Result, RunOptions, Tree,
};

use super::{Folder, assert_sound, bytes, listing, noise, path};

impl Folder {
    fn length(&self, suffix: &str) -> u64 {
        let file = format!("{}{suffix}", self.file().display());
        std::fs::metadata(file).map_or(0, |found| found.len())
    }

    /// The database and its log, as the disk has them.
    fn taken(&self) -> u64 {
        self.length("") + self.length("-wal")
    }
}

const SMALL: Quota = Quota::new()
    .bytes_max(1 << 20)
    .entries_max(1_000_000)
    .file_bytes_max(64 << 20);

fn open(file: &Path, quota: Quota) -> Tree {
    let options = OpenOptions::new().quota(quota);
    Tree::open(file, &options).unwrap()
}

fn run<T>(tree: &Tree, mode: CommitMode, f: impl FnOnce() -> T) -> T {
    let run = tree.begin(&RunOptions::new("").mode(mode)).unwrap();
    let value = f();
    run.commit().unwrap();
    value
}

/// A directory whose path has 3.5 KB.
fn deep() -> String {
    format!("/{}", vec!["d".repeat(218); 16].join("/"))
}

/// Makes empty files below a long path and moves all of them, again and again; the most that the
/// disk had to hold, and how many moves went through.
fn move_often(files: usize, moves: usize) -> (u64, usize) {
    let folder = Folder::new();
    let tree = open(&folder.file(), SMALL);
    let mut largest = 0;
    for block in 0..files / 1000 {
        run(&tree, CommitMode::PerCall, || {
            for number in 0..1000 {
                let file = format!("{}/f{block}-{number}", deep());
                tree.write(&path(&file), b"").unwrap();
            }
        });
        largest = folder.taken().max(largest);
    }
    let mut moved = 0;
    let mut at = path(&format!("/{}", "d".repeat(218)));
    for number in 0..moves {
        let to = path(&format!("/{number:0>218}"));
        let done = run(&tree, CommitMode::PerCall, || tree.move_tree(&at, &to));
        match done {
            Ok(()) => {
                moved += 1;
                at = to;
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::NoSpace),
        }
        largest = folder.taken().max(largest);
    }
    assert_sound(&tree);
    assert_eq!(tree.stored().unwrap().entries, files as u64 + 16);
    run(&tree, CommitMode::PerCall, || tree.remove_tree(&at)).unwrap();
    assert_eq!(tree.stored().unwrap().entries, 0);
    assert_sound(&tree);
    largest = folder.taken().max(largest);
    drop(tree);
    assert!(folder.taken() < 24 << 20, "{} are left", folder.taken());
    (largest, moved)
}

#[test]
fn moving_a_tree_again_and_again_is_bounded() {
    let (largest, moved) = move_often(2000, 12);
    println!("at most {largest} bytes on the disk, {moved} moves");
    assert!(largest <= SMALL.storage_bytes_max(), "{largest}");
    assert_eq!(moved, 12, "old history makes room for new");
}

#[test]
fn moving_a_large_tree_is_bounded() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        return;
    }
    let (largest, moved) = move_often(20_000, 5);
    println!("at most {largest} bytes on the disk, {moved} moves");
    assert!(largest <= SMALL.storage_bytes_max(), "{largest}");
    assert_eq!(moved, 0, "no history holds 20,000 such paths twice");
}

#[test]
fn making_room_that_fails_changes_nothing() {
    let store = isolate_vfs::MemoryStore::new().unwrap();
    let options = OpenOptions::new().quota(SMALL);
    let tree = Tree::open_memory(&store, &options).unwrap();
    tree.atomically(|tree| {
        (0..1000).try_for_each(|number| tree.write(&path(&format!("{}/{number}", deep())), b""))
    })
    .unwrap();
    let mut at = path(&format!("/{}", "d".repeat(218)));
    for number in 0..2 {
        let to = path(&format!("/{number:0>218}"));
        tree.move_tree(&at, &to).unwrap();
        at = to;
    }
    let before = listing(&tree);
    let runs = tree.history(100).unwrap();
    let to = path(&format!("/{:0>218}", "to"));
    let mut failed = 0;
    for number in 1.. {
        tree.fail_statement(number, FailMode::Once);
        let moved = tree.move_tree(&at, &to);
        tree.fail_statement(0, FailMode::Once);
        if moved.is_ok() {
            break;
        }
        failed += 1;
        // Only what is dear is left out for most statements.
        assert_eq!(tree.history(100).unwrap(), runs);
        if number % 8 == 0 {
            assert_eq!(listing(&tree), before, "statement {number}");
            assert_sound(&tree);
        }
    }
    assert!(failed > 20, "{failed}");
    assert!(
        !tree.history(100).unwrap().contains(&runs[2]),
        "it made room"
    );
    assert_sound(&tree);
}

/// Makes links with long targets until there is no space; the error.
fn fill(tree: &Tree) -> isolate_vfs::Error {
    let target = "t".repeat(4000);
    (0..100_000)
        .find_map(|number| tree.symlink(&target, &path(&format!("/l{number}"))).err())
        .expect("links take no space")
}

#[test]
fn names_and_targets_count() {
    let folder = Folder::new();
    let tree = open(&folder.file(), SMALL);
    let error = fill(&tree);
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    assert!(
        error
            .to_string()
            .starts_with("no space left: the database would be larger than 26738688 bytes"),
        "{error}"
    );
    assert!(folder.taken() <= SMALL.storage_bytes_max());
    assert_eq!(tree.stored().unwrap().bytes, 0);
    assert_sound(&tree);
    // What is removed makes room again.
    for number in 0..300 {
        tree.remove_tree(&path(&format!("/l{number}"))).unwrap();
    }
    tree.write(&path("/a"), b"a").unwrap();
    assert_sound(&tree);
}

#[test]
fn an_atomic_run_outlives_a_full_workspace() {
    let folder = Folder::new();
    let tree = open(&folder.file(), SMALL);
    let many = run(&tree, CommitMode::Atomic, || {
        assert_eq!(fill(&tree).kind(), ErrorKind::NoSpace);
        let many = tree.stored().unwrap().entries;
        tree.remove_tree(&path("/l0")).unwrap();
        many
    });
    assert_eq!(tree.stored().unwrap().entries, many - 1);
    assert!(folder.taken() <= SMALL.storage_bytes_max());
    assert_sound(&tree);
}

/// A tree of so many entries that history cannot hold all their paths.
fn overfull(tree: &Tree) -> (VPath, u64) {
    // A short name while it is filled, a long path when it is done.
    for block in 0..8 {
        run(tree, CommitMode::Atomic, || {
            for number in 0..1000 {
                tree.write(&path(&format!("/{block}/f{number}")), b"x")
                    .unwrap();
            }
        });
        let to = format!("{}/{block}", deep());
        run(tree, CommitMode::PerCall, || {
            tree.move_tree(&path(&format!("/{block}")), &path(&to))
                .unwrap();
        });
    }
    let top = path(&format!("/{}", "d".repeat(218)));
    (top, tree.stored().unwrap().entries)
}

#[test]
fn files_too_large_for_the_history_can_be_removed() {
    for mode in [CommitMode::PerCall, CommitMode::Atomic] {
        let folder = Folder::new();
        let tree = open(&folder.file(), SMALL);
        let (top, entries) = overfull(&tree);
        assert_eq!(entries, 8000 + 8 + 16);
        let run = tree.begin(&RunOptions::new("").mode(mode)).unwrap();
        tree.write(&path("/before"), b"before").unwrap();
        tree.remove_tree(&top).unwrap();
        tree.write(&path("/after"), b"after").unwrap();
        let effects = run.commit().unwrap();
        assert_eq!(
            listing(&tree),
            ["/ dir", "/after file after", "/before file before"]
        );
        let deleted: Vec<_> = effects.deleted.iter().map(|entry| &entry.path).collect();
        assert_eq!(deleted, [&top]);
        assert_sound(&tree);
        let run = effects.run.unwrap();
        assert_eq!(
            tree.undo(run).unwrap_err().to_string(),
            format!(
                "run {run} is not in the history as a whole: there was no space to keep all that it changed, so it cannot be undone"
            )
        );
        // Nothing earlier is told, which could not be undone either.
        assert_eq!(tree.history(10).unwrap().last().unwrap().id, run);
        assert!(folder.taken() <= SMALL.storage_bytes_max());
        tree.write(&path("/later"), b"later").unwrap();
        let last = tree.history(1).unwrap()[0].id;
        tree.undo(last).unwrap();
        assert!(!tree.exists(&path("/later")).unwrap());
        assert_sound(&tree);
    }
}

#[test]
fn a_removal_needs_no_free_page() {
    for (what, removed) in [("a tree", "/d"), ("a file", "/d/large"), ("a link", "/l7")] {
        let tree = super::memory();
        for number in 0..40 {
            tree.write(&path(&format!("/d/f{number}")), &bytes(3000, number))
                .unwrap();
            tree.symlink(&"t".repeat(900), &path(&format!("/l{number}")))
                .unwrap();
        }
        tree.write(&path("/d/large"), &bytes(300_000, 1)).unwrap();
        tree.fill_disk(Some(0)).unwrap();
        // Whatever free pages there are get used up first.
        let full = (0..).find_map(|number| {
            let data = bytes(5000, number);
            tree.write(&path(&format!("/x{number}")), &data).err()
        });
        assert_eq!(full.unwrap().kind(), ErrorKind::NoSpace);
        let entries = tree.stored().unwrap().entries;
        tree.remove_tree(&path(removed))
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(!tree.exists(&path(removed)).unwrap());
        assert!(tree.stored().unwrap().entries < entries);
        assert_sound(&tree);
        tree.write(&path("/more"), b"more").unwrap();
    }
}

#[test]
fn a_full_disk_undoes_an_atomic_run_as_such() {
    let tree = super::memory();
    tree.write(&path("/a"), b"a").unwrap();
    let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
    tree.fill_disk(Some(3)).unwrap();
    let write = |number: usize| tree.write(&path("/b"), &bytes(200_000, number));
    let first: Result<()> = (0..3).try_for_each(write);
    assert_eq!(first.unwrap_err().kind(), ErrorKind::NoSpace);
    // SQLite may have had to undo everything: then that is what is told from now on.
    if let Err(error) = tree.write(&path("/c"), b"c") {
        assert_eq!(error.kind(), ErrorKind::NoSpace, "{error}");
    }
    let _ = run.abandon();
    assert_eq!(listing(&tree), ["/ dir", "/a file a"]);
    tree.fill_disk(None).unwrap();
    tree.write(&path("/c"), b"c").unwrap();
    assert_sound(&tree);
}

#[test]
fn a_reader_does_not_make_the_log_grow_without_bound() {
    let folder = Folder::new();
    let tree = open(&folder.file(), SMALL);
    let reader = open(&folder.file(), SMALL);
    tree.write(&path("/a"), b"a").unwrap();
    let write = |number: usize| tree.write(&path("/b"), &bytes(500_000, number));
    reader
        .snapshot(|reader| -> Result<()> {
            assert_eq!(reader.read(&path("/a"))?, b"a");
            let error = (0..1000).find_map(|number| write(number).err());
            let error = error.expect("the log grows without an end");
            assert_eq!(error.kind(), ErrorKind::NoSpace);
            assert!(
                error
                    .to_string()
                    .contains("another connection reads an older state"),
                "{error}"
            );
            // What one call adds, and the next look at it.
            assert!(folder.taken() <= SMALL.storage_bytes_max() + (3 << 20));
            tree.remove_tree(&path("/b"))?;
            assert_eq!(write(1).unwrap_err().kind(), ErrorKind::NoSpace);
            assert!(!reader.exists(&path("/b"))?);
            Ok(())
        })
        .unwrap();
    write(2).unwrap();
    assert!(folder.length("-wal") <= 16 << 20);
    assert_sound(&tree);
}

/// A run whose first change finds no room prunes the history for it, and looks at itself meanwhile.
#[test]
fn a_full_workspace_is_emptied_by_a_run_that_is_recorded() {
    let target = format!(
        "{}/{}",
        "t".repeat(250),
        vec!["u".repeat(200); 15].join("/")
    );
    for mode in [CommitMode::PerCall, CommitMode::Atomic] {
        let folder = Folder::new();
        let tree = open(&folder.file(), SMALL);
        let mut made = 0;
        while tree.symlink(&target, &path(&format!("/l{made}"))).is_ok() {
            made += 1;
        }
        assert!(made > 100, "{made}");
        for number in (made - 40..made).rev() {
            let program = Part::new("program", noise(20_000, number).as_slice());
            let options = RunOptions::new("rm").mode(mode).recorded().part(program);
            // Each is a connection of its own, which knows nothing of the room that is left.
            let tree = open(&folder.file(), SMALL);
            let run = tree.begin(&options).unwrap();
            run.remove(&path(&format!("/l{number}")), &RemoveOptions::new())
                .unwrap_or_else(|error| panic!("{mode:?} {number} of {made}: {error}"));
            run.commit().unwrap();
        }
        run(&tree, mode, || {
            for number in 0..made - 40 {
                let link = path(&format!("/l{number}"));
                tree.remove(&link, &RemoveOptions::new()).unwrap();
            }
        });
        assert_eq!(listing(&tree), ["/ dir"]);
        assert_sound(&tree);
        tree.write(&path("/again"), &bytes(1000, 1)).unwrap();
    }
}
