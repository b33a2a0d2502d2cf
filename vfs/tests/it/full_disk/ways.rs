//! Every way of making room in a workspace, on a disk that others have filled.

use std::path::Path;

use isolate_vfs::{
    BranchOptions, CheckpointOptions, OpenOptions, Point, RemoveOptions, Result, Retention, RunId,
    RunOptions, Tree,
};

use super::{CHILD_FILE, fill_disk, on_disk_of, others};
use crate::{assert_sound, bytes, path};

/// One way of making room.
type Way = fn(&Tree) -> Result<()>;

/// The run that has made `/made`.
const MADE: i64 = 3;

const WAYS: &[(&str, Way)] = &[
    ("remove a file", |tree| {
        tree.remove(&path("/large"), &RemoveOptions::new())
    }),
    ("remove a tree", |tree| tree.remove_tree(&path("/made"))),
    ("remove in a run", |tree| {
        let run = tree.begin(&RunOptions::new("rm"))?;
        tree.remove_tree(&path("/made"))?;
        run.commit().map(drop)
    }),
    ("remove in an atomic run", |tree| {
        let run = tree.begin(&RunOptions::new("rm").atomic())?;
        tree.remove_tree(&path("/made"))?;
        run.commit().map(drop)
    }),
    ("write less", |tree| tree.write(&path("/large"), b"")),
    ("write less in an atomic run", |tree| {
        let run = tree.begin(&RunOptions::new("write").atomic())?;
        tree.write(&path("/large"), b"")?;
        run.commit().map(drop)
    }),
    ("undo", |tree| tree.undo(RunId::from(MADE)).map(drop)),
    ("undo in an atomic run", |tree| {
        let run = tree.begin(&RunOptions::new("undo").atomic())?;
        tree.undo(RunId::from(MADE))?;
        run.commit().map(drop)
    }),
    ("restore a point", |tree| {
        tree.restore_at(Point::Before(RunId::from(MADE)), &[])
            .map(drop)
    }),
    ("restore a checkpoint", |tree| {
        tree.restore("empty").unwrap();
        Ok(())
    }),
    ("delete a branch", |tree| {
        tree.delete_branch("side").map(drop)
    }),
    ("keep less history", |tree| {
        tree.set_retention(&Retention::new().runs_max(1))
    }),
    ("collect", |tree| {
        tree.collect(&Retention::new().runs_max(1)).map(drop)
    }),
];

/// A workspace of some MiB, in which every one of the ways has something to do.
fn prepare(file: &Path) -> Result<Tree> {
    let tree = Tree::open(file, &OpenOptions::default())?;
    tree.checkpoint("empty", &CheckpointOptions::new()).unwrap();
    tree.write(&path("/small"), b"small")?;
    let run = tree.begin(&RunOptions::new("make"))?;
    for number in 0..8 {
        tree.write(&path(&format!("/made/{number}")), &bytes(50_000, number))?;
    }
    let made = run.commit()?.run;
    assert_eq!(made, Some(RunId::from(MADE)));
    tree.write(&path("/large"), &bytes(500_000, 1))?;
    tree.create_branch("side", &BranchOptions::new())?;
    tree.switch_branch("side")?;
    tree.write(&path("/beside"), &bytes(200_000, 2))?;
    tree.switch_branch("main")?;
    Ok(tree)
}

/// What the disk is like when room is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disk {
    /// The connection is new: only the reserve helps.
    HasReserve,
    /// There is no reserve, and the log can start anew.
    HasLog,
}

/// A workspace on a full disk.
fn full(file: &Path, disk: Disk) -> Tree {
    let mut tree = prepare(file).unwrap();
    match disk {
        Disk::HasReserve => {
            drop(tree);
            fill_disk(file);
            tree = Tree::open(file, &OpenOptions::default()).unwrap();
        }
        Disk::HasLog => {
            // The database has free pages at its end, so writing the log back makes it no longer.
            let kept = tree.retention().unwrap();
            tree.write(&path("/pad"), &bytes(400_000, 3)).unwrap();
            tree.remove_tree(&path("/pad")).unwrap();
            let other = rusqlite::Connection::open(file).unwrap();
            let back = |_: &rusqlite::Row<'_>| Ok(());
            other.query_row("PRAGMA wal_checkpoint", [], back).unwrap();
            drop(other);
            tree.set_retention(&kept).unwrap();
            let _ = std::fs::remove_file(format!("{}-reserve", file.display()));
            fill_disk(file);
        }
    }
    tree
}

/// Does nothing by itself: the tests run it in a process of its own.
#[test]
fn child_makes_room_in_every_way() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let folder = Path::new(&file).parent().unwrap();
    for disk in [Disk::HasReserve, Disk::HasLog] {
        for (name, way) in WAYS {
            let file = folder.join("w");
            let tree = full(&file, disk);
            let runs = tree.history(100).unwrap().len();
            let made = way(&tree);
            assert!(made.is_ok(), "{disk:?}, {name}: {made:?}");
            assert_sound(&tree);
            if disk == Disk::HasLog && !name.contains("collect") {
                let left = tree.history(100).unwrap().len();
                assert!(left >= runs, "{disk:?}, {name}: {left} of {runs}");
            }
            drop(tree);
            std::fs::remove_file(others(&file)).unwrap();
            assert_sound(&Tree::open(&file, &OpenOptions::default()).unwrap());
            for end in ["", "-wal", "-shm", "-reserve"] {
                let _ = std::fs::remove_file(format!("{}{end}", file.display()));
            }
        }
    }
    println!("removed");
}

#[test]
fn every_way_of_making_room_works_on_a_full_disk() {
    if let Some(text) = on_disk_of("12m", 0, "ways::child_makes_room_in_every_way") {
        assert!(text.contains("\nremoved\n"), "{text}");
    }
}
