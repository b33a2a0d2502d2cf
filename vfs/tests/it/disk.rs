//! The N-th operation on the files below SQLite fails, for every N: the workspace is as before or as
//! after, for the connection that met the failure and for the next one.

use std::path::Path;

use isolate_vfs::{CommitMode, ErrorKind, OpenOptions, Result, Retention, RunOptions, Tree};
use rusqlite::ffi;

use super::faults::{CALLS, Call, sample};
use super::shim::{self, Fault, Operation};
use super::{assert_sound, bytes, is_slow, listing, nightly, path};

/// Which operations fail, and how it is told.
const FAULTS: &[(&str, Operation, i32, bool)] = &[
    ("write", Operation::Write, ffi::SQLITE_IOERR_WRITE, false),
    ("full disk", Operation::Write, ffi::SQLITE_FULL, true),
    ("sync", Operation::Sync, ffi::SQLITE_IOERR_FSYNC, false),
    (
        "truncate",
        Operation::Truncate,
        ffi::SQLITE_IOERR_TRUNCATE,
        false,
    ),
    ("read", Operation::Read, ffi::SQLITE_IOERR_READ, false),
    ("delete", Operation::Delete, ffi::SQLITE_IOERR_DELETE, false),
    (
        "shared memory",
        Operation::MapShared,
        ffi::SQLITE_IOERR_SHMMAP,
        false,
    ),
];

/// Ends of runs, several calls in one transaction, and what follows a commit.
const ENDS: &[(&str, Call)] = &[
    ("several in one", |tree| {
        tree.atomically(|tree| {
            for name in ["small", "sub/deep", "new/one", "new/two"] {
                tree.write(&path("/d").join(name)?, &bytes(3000, name.len()))?;
            }
            tree.rename(&path("/gone"), &path("/d/gone"))
        })
    }),
    ("atomic run", |tree| run(tree, CommitMode::Atomic)),
    ("run that ends with pruning", |tree| {
        run(tree, CommitMode::Atomic)
    }),
];

fn run(tree: &Tree, mode: CommitMode) -> Result<()> {
    let run = tree.begin(&RunOptions::new("run").mode(mode))?;
    let changed = tree
        .remove_tree(&path("/copy"))
        .and_then(|()| tree.append(&path("/d/large"), b"end"))
        .and_then(|()| tree.write(&path("/d/new"), b"new"));
    changed.and_then(|()| run.commit().map(drop))
}

fn calls() -> impl Iterator<Item = &'static (&'static str, Call)> {
    CALLS.iter().chain(ENDS)
}

/// A file with the sample, in its ninth run, closed.
struct Prepared {
    folder: tempfile::TempDir,
    bytes: Vec<u8>,
}

impl Prepared {
    fn new() -> Self {
        shim::install();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prepared");
        let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
        sample(&tree);
        // Run 9, for undo.
        tree.remove_tree(&path("/gone")).unwrap();
        tree.write(&path("/gone"), b"back").unwrap();
        drop(tree);
        let bytes = std::fs::read(&file).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        Self { folder, bytes }
    }

    /// A fresh copy of it.
    fn copy(&self) -> std::path::PathBuf {
        let file = self.folder.path().join("copy");
        for end in ["-wal", "-shm", "-journal"] {
            let mut beside = file.clone().into_os_string();
            beside.push(end);
            let _ = std::fs::remove_file(beside);
        }
        std::fs::write(&file, &self.bytes).unwrap();
        file
    }
}

fn open(file: &Path, name: &str) -> Result<Tree> {
    let mut options = OpenOptions::default();
    if name.contains("pruning") {
        options = options.retention(Retention::new().runs_max(3));
    }
    Tree::open(file, &options)
}

/// Some calls are several; as one they are atomic. Undoing and ending runs are by themselves.
fn call(tree: &Tree, name: &str, call: Call) -> Result<()> {
    if name == "undo" || name.contains("run") {
        call(tree)
    } else {
        tree.atomically(|txn| call(txn))
    }
}

/// What the file holds for whoever opens it.
fn reopened(file: &Path) -> Vec<String> {
    let tree = Tree::open(file, &OpenOptions::default()).unwrap();
    assert_sound(&tree);
    listing(&tree)
}

fn fail_everywhere(operations: &[Operation]) {
    let prepared = Prepared::new();
    let before = reopened(&prepared.copy());
    let mut fired = 0;
    for (name, operation) in calls() {
        let file = prepared.copy();
        call(&open(&file, name).unwrap(), name, *operation).unwrap();
        let after = reopened(&file);
        for (what, kind, code, is_short) in FAULTS {
            if !operations.contains(kind) {
                continue;
            }
            for is_lasting in [false, true] {
                let mut number = 1;
                loop {
                    let file = prepared.copy();
                    let place = format!("{name}, {what} {number}, lasting: {is_lasting}");
                    shim::arm(Fault {
                        operation: *kind,
                        code: *code,
                        number,
                        is_lasting,
                        is_short: *is_short,
                    });
                    let told = open(&file, name).and_then(|tree| {
                        let told = call(&tree, name, *operation);
                        if told.is_err() {
                            same_connection(&tree, &before, &after, &place);
                        }
                        told
                    });
                    let has_fired = shim::disarm();
                    let now = reopened(&file);
                    if let Err(error) = &told {
                        assert!(has_fired, "{place}: {error}");
                        let kind = error.kind();
                        assert!(
                            matches!(kind, ErrorKind::Storage | ErrorKind::NoSpace),
                            "{place}: {kind:?}: {error}"
                        );
                        assert!(now == before || now == after, "{place}: {now:#?}");
                    } else {
                        assert_eq!(now, after, "{place}");
                    }
                    if !has_fired {
                        break;
                    }
                    fired += 1;
                    // Without the word for slow tests, the first of a kind and then some.
                    number += if is_slow() || number < 8 {
                        1
                    } else {
                        number / 2
                    };
                }
            }
        }
    }
    assert!(fired > 100, "{fired}");
    nightly("disk_faults", fired, "faults");
}

/// The connection that met a failure goes on as if nothing had been asked of it.
fn same_connection(tree: &Tree, before: &[String], after: &[String], place: &str) {
    // While everything fails it can say nothing.
    if let Ok(findings) = tree.check() {
        assert_eq!(findings, Vec::<String>::new(), "{place}");
        let now = listing(tree);
        assert!(now == before || now == after, "{place}: {now:#?}");
    }
}

#[test]
fn a_write_that_fails_below_the_database_changes_nothing() {
    fail_everywhere(&[Operation::Write]);
}

#[test]
fn a_sync_that_fails_below_the_database_changes_nothing() {
    fail_everywhere(&[Operation::Sync, Operation::Truncate, Operation::Delete]);
}

#[test]
fn a_read_that_fails_below_the_database_changes_nothing() {
    fail_everywhere(&[Operation::Read, Operation::MapShared]);
}

#[test]
fn a_workspace_that_cannot_be_made_is_made_by_the_next() {
    shim::install();
    let folder = tempfile::tempdir().unwrap();
    for (what, operation, code, is_short) in FAULTS {
        for is_lasting in [false, true] {
            for number in 1.. {
                let place = format!("{what} {number}, lasting: {is_lasting}");
                let file = folder.path().join(format!("{what} {number} {is_lasting}"));
                shim::arm(Fault {
                    operation: *operation,
                    code: *code,
                    number,
                    is_lasting,
                    is_short: *is_short,
                });
                let made = Tree::open(&file, &OpenOptions::default()).map(drop);
                let has_fired = shim::disarm();
                assert!(made.is_ok() || has_fired, "{place}: {made:?}");
                assert_eq!(reopened(&file), ["/ dir"], "{place}");
                if !has_fired {
                    break;
                }
            }
        }
    }
}

/// SQLite undoes the whole transaction then. What comes after it tells why, and not only that.
#[test]
fn a_failure_that_undoes_a_run_is_told_by_its_later_calls() {
    shim::install();
    for (code, kind, text) in [
        (
            ffi::SQLITE_IOERR,
            ErrorKind::Storage,
            "storage failed: disk I/O error",
        ),
        (
            ffi::SQLITE_IOERR_WRITE,
            ErrorKind::NoSpace,
            "the workspace file cannot grow: free some of the disk, raise a limit of file sizes (ulimit -f), or remove files from the workspace",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("workspace");
        let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
        let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
        shim::arm(Fault {
            operation: Operation::Write,
            code,
            number: 1,
            is_lasting: true,
            is_short: false,
        });
        // Pages beyond the cache are written before the end.
        let failed = (0..100).find_map(|number| {
            let file = path(&format!("/{number}"));
            tree.write(&file, &super::noise(1 << 20, number)).err()
        });
        shim::disarm();
        let failed = failed.unwrap();
        assert_eq!((failed.kind(), failed.to_string()), (kind, text.to_owned()));
        for later in [
            tree.read(&path("/0")).map(drop),
            tree.write(&path("/a"), b"a"),
            tree.remove_tree(&path("/a")),
            run.commit().map(drop),
        ] {
            let later = later.unwrap_err();
            assert_eq!(later.kind(), kind);
            let expected =
                format!("{text} (in an earlier call, which undid every change of the run)");
            assert_eq!(later.to_string(), expected);
        }
        assert_eq!(listing(&tree), ["/ dir"]);
        assert_sound(&tree);
    }
}
