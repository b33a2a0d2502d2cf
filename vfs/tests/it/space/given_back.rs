//! Space that is returned to the disk: free pages, the log and the reserve.

use std::path::PathBuf;

use isolate_vfs::{CommitMode, OpenOptions, Quota, Retention, Tree};

use super::{Folder, open, run};
use crate::{assert_sound, bytes, path};

#[test]
fn freed_pages_are_given_back() {
    const MIB: u64 = 1 << 20;
    let folder = Folder::new();
    let options = OpenOptions::new().retention(Retention::new().runs_max(1));
    let tree = Tree::open(&folder.file(), &options).unwrap();
    for number in 0..12 {
        let file = path(&format!("/big/{number}"));
        tree.write(&file, &bytes(2 << 20, number)).unwrap();
    }
    run(&tree, CommitMode::PerCall, || tree.write(&path("/a"), b"a")).unwrap();
    run(&tree, CommitMode::PerCall, || {
        tree.remove_tree(&path("/big"))
    })
    .unwrap();
    let mut lengths = Vec::new();
    for number in 0..4 {
        run(&tree, CommitMode::PerCall, || {
            tree.write(&path("/a"), &bytes(10, number))
        })
        .unwrap();
        lengths.push(folder.length(""));
    }
    assert!(lengths[0] > 20 * MIB, "{lengths:?}");
    for (before, after) in lengths.iter().zip(&lengths[1..]) {
        assert!(after < before, "a run gives something back: {lengths:?}");
        assert!(
            before - after <= 2 * MIB + 8192,
            "and no run much: {lengths:?}"
        );
    }
    assert_sound(&tree);
    drop(tree);
    assert!(folder.taken() < 2 * MIB, "{} are left", folder.taken());
    assert_sound(&open(&folder.file(), Quota::default()));
}

#[test]
fn the_log_of_a_long_run_is_cut_at_its_end() {
    let folder = Folder::new();
    let tree = open(&folder.file(), Quota::default());
    run(&tree, CommitMode::Atomic, || {
        for number in 0..20 {
            let file = path(&format!("/{number}"));
            tree.write(&file, &bytes(2 << 20, number)).unwrap();
        }
    });
    assert!(folder.length("") > 40 << 20);
    assert!(
        folder.length("-wal") <= 16 << 20,
        "{}",
        folder.length("-wal")
    );
}

#[test]
fn files_without_auto_vacuum_stay_sound() {
    let folder = Folder::new();
    let limits = Quota::default();
    let tree = open(&folder.file(), limits);
    for number in 0..200 {
        tree.write(&path("/d/a"), &bytes(6000, number)).unwrap();
    }
    drop(tree);
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;")
        .unwrap();
    drop(connection);
    let tree = open(&folder.file(), limits);
    assert_sound(&tree);
    for number in 0..200 {
        tree.write(&path("/d/a"), &bytes(6000, number)).unwrap();
    }
    assert_sound(&tree);
    tree.remove_tree(&path("/d")).unwrap();
    assert_sound(&tree);
}

#[test]
fn a_reserve_is_as_large_as_the_workspace_needs() {
    let folder = Folder::new();
    let options = OpenOptions::new().retention(Retention::new().runs_max(1));
    let tree = Tree::open(&folder.file(), &options).unwrap();
    run(&tree, CommitMode::Atomic, || {
        tree.write(&path("/a"), &bytes(20_000, 1))
    })
    .unwrap();
    assert_eq!(folder.length("-reserve"), 0, "a small one needs none");
    run(&tree, CommitMode::Atomic, || {
        tree.write(&path("/a"), &bytes(100_000, 1))
    })
    .unwrap();
    let length = folder.length("-reserve");
    assert!((128 << 10..256 << 10).contains(&length), "{length}");
    // An eighth, less a quarter of that: it is not made anew for every page.
    for (files, expected) in [(1, 500 << 10..600 << 10), (8, 1500 << 10..2500 << 10)] {
        run(&tree, CommitMode::Atomic, || {
            for number in 0..files {
                tree.write(&path(&format!("/b/{number}")), &bytes(2 << 20, number))
                    .unwrap();
            }
        });
        let length = folder.length("-reserve");
        assert!(expected.contains(&length), "{length}");
    }
    run(&tree, CommitMode::Atomic, || tree.remove_tree(&path("/b"))).unwrap();
    run(&tree, CommitMode::Atomic, || tree.write(&path("/c"), b"c")).unwrap();
    drop(tree);
    assert!(folder.length("") < 1 << 20);
    assert!(folder.length("-reserve") <= 1 << 20);
    assert!(!folder.file().with_extension("reserve-probe").exists());
}

#[cfg(unix)]
#[test]
fn a_file_of_others_in_place_of_the_reserve_is_kept() {
    for is_link in [false, true] {
        let folder = Folder::new();
        let place = PathBuf::from(format!("{}-reserve", folder.file().display()));
        let precious = folder.file().with_extension("precious");
        std::fs::write(&precious, b"precious").unwrap();
        if is_link {
            std::os::unix::fs::symlink(&precious, &place).unwrap();
        } else {
            std::fs::copy(&precious, &place).unwrap();
        }
        let tree = open(&folder.file(), Quota::default());
        for number in 0..3 {
            run(&tree, CommitMode::Atomic, || {
                tree.write(&path(&format!("/{number}")), &bytes(2 << 20, number))
                    .unwrap();
                tree.remove_tree(&path(&format!("/{}", number.max(1) - 1)))
            })
            .unwrap();
        }
        drop(tree);
        assert_eq!(std::fs::read(&place).unwrap(), b"precious");
        assert_eq!(std::fs::read(&precious).unwrap(), b"precious");
        assert_eq!(place.is_symlink(), is_link);
    }
}

#[test]
fn a_large_workspace_that_is_emptied_becomes_small() {
    // Its size in MiB.
    let size = if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        60
    } else {
        1000
    };
    let folder = Folder::new();
    let tree = open(&folder.file(), Quota::default());
    for number in 0..size {
        let file = path(&format!("/big/{number}"));
        tree.write(&file, &bytes(1 << 20, number)).unwrap();
    }
    tree.write(&path("/small"), &bytes(1 << 20, 0)).unwrap();
    drop(tree);
    assert!(folder.length("") > (size as u64) << 20);
    let options = OpenOptions::new().retention(Retention::new().runs_max(1));
    // Nothing but ordinary runs on connections that come and go, each of which removes some runs.
    for number in 0..4 + size / 50 {
        let tree = Tree::open(&folder.file(), &options).unwrap();
        run(&tree, CommitMode::PerCall, || {
            tree.remove_tree(&path("/big"))?;
            tree.write(&path("/a"), &bytes(10, number))
        })
        .unwrap();
    }
    assert!(folder.taken() < 3 << 20, "{}", folder.taken());
    assert_sound(&open(&folder.file(), Quota::default()));
}
