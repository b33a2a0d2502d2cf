//! Files with holes.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;

use isolate_vfs::{CopyOptions, OpenOptions, Point, Quota, RemoveOptions, RunOptions, Tree};

use crate::folders::path;
use crate::projects::Project;

const SIZE: u64 = 128 << 20;

/// Bytes that a file may take on the disk that has some bytes and is otherwise holes.
const ROOM: u64 = 1 << 20;

/// Bytes that are not zeros, at the start, across blocks, and at the end.
const WRITTEN: [(&str, u64); 3] = [("start", 0), ("in the middle", 8_190), ("end", SIZE - 3)];

/// Makes a file of holes with some bytes; none where the disk cannot have holes.
fn sparse(file: &Path) -> Option<()> {
    let made = File::create(file).unwrap();
    made.set_len(SIZE).unwrap();
    for (text, at) in WRITTEN {
        made.write_all_at(text.as_bytes(), at).unwrap();
    }
    made.sync_all().unwrap();
    (room(file) < ROOM).then_some(())
}

/// Bytes that a file takes on the disk.
fn room(file: &Path) -> u64 {
    fs::metadata(file).unwrap().blocks() * 512
}

fn assert_sparse(file: &Path) {
    assert!(room(file) < ROOM, "{file:?} takes {} bytes", room(file));
    assert_eq!(fs::metadata(file).unwrap().len(), SIZE);
    let opened = File::open(file).unwrap();
    for (text, at) in WRITTEN {
        let mut bytes = vec![0; text.len()];
        opened.read_exact_at(&mut bytes, at).unwrap();
        assert_eq!(bytes, text.as_bytes(), "{file:?}");
    }
    let mut between = [1; 100];
    opened.read_exact_at(&mut between, SIZE / 2).unwrap();
    assert_eq!(between, [0; 100]);
}

fn project() -> Option<Project> {
    let project = Project::new(&[]);
    sparse(&project.at("disk"))?;
    Some(project)
}

/// What the journal takes.
fn journal_room(project: &Project) -> u64 {
    let files = fs::read_dir(project.state()).unwrap();
    files.map(|file| room(&file.unwrap().path())).sum()
}

#[test]
fn holes_stay_holes_where_a_file_is_moved_copied_removed_and_taken_back() {
    let Some(project) = project() else { return };
    let (mut checkout, tree) = project.open();
    let run = tree.begin(&RunOptions::new("move").atomic()).unwrap();
    tree.rename(&path("/disk"), &path("/moved")).unwrap();
    let moved = run.commit().unwrap().run.unwrap();
    checkout.write_back(&tree, "move").unwrap();
    assert_sparse(&project.at("moved"));
    assert!(!project.at("disk").exists());
    assert!(
        journal_room(&project) < 4 * ROOM,
        "{}",
        journal_room(&project)
    );
    // The bytes are read from the journal, holes included.
    let old = |tree: &Tree| {
        tree.at(Point::Before(moved), |view| {
            let mut size = 0;
            let entry = view.entry(&path("/disk"))?.unwrap();
            view.read(&entry, |piece| size += piece.len() as u64)?;
            Ok::<_, isolate_vfs::Error>(size)
        })
    };
    assert_eq!(old(&tree).unwrap(), SIZE);
    // The same workspace moves it on, which knows it only from the journal.
    tree.rename(&path("/moved"), &path("/again")).unwrap();
    checkout.write_back(&tree, "move again").unwrap();
    assert_sparse(&project.at("again"));
    let (mut checkout, _) = project.open();
    let quota = Quota::new().bytes_max(4 * SIZE);
    let tree = Tree::open_memory(checkout.store(), &OpenOptions::new().quota(quota)).unwrap();
    tree.copy(&path("/again"), &path("/copy"), &CopyOptions::new())
        .unwrap();
    checkout.write_back(&tree, "copy").unwrap();
    assert_sparse(&project.at("copy"));
    let (mut checkout, tree) = project.open();
    for name in ["/again", "/copy"] {
        tree.remove(&path(name), &RemoveOptions::new()).unwrap();
    }
    checkout.write_back(&tree, "remove").unwrap();
    project.undo().unwrap();
    for name in ["again", "copy"] {
        assert_sparse(&project.at(name));
    }
    for _ in 0..3 {
        project.undo().unwrap();
    }
    assert_sparse(&project.at("disk"));
    assert!(!project.at("again").exists());
}

#[test]
fn a_file_that_takes_its_room_has_it_where_it_is_moved() {
    let project = Project::new(&[]);
    fs::write(project.at("zeros"), vec![0; 2 << 20]).unwrap();
    File::open(project.at("zeros")).unwrap().sync_all().unwrap();
    if room(&project.at("zeros")) < ROOM {
        return;
    }
    let (mut checkout, tree) = project.open();
    tree.rename(&path("/zeros"), &path("/moved")).unwrap();
    checkout.write_back(&tree, "").unwrap();
    assert!(room(&project.at("moved")) >= 2 << 20);
}

#[test]
fn a_changed_file_keeps_its_holes() {
    const SIZE: usize = 8 << 20;
    for tail in [0, 1, 4_095, 4_096, 5_000] {
        let project = Project::new(&[]);
        let file = project.at("a");
        let made = File::create(&file).unwrap();
        made.set_len(SIZE as u64 + tail).unwrap();
        made.sync_all().unwrap();
        if room(&file) > 0 {
            return;
        }
        let before = fs::read(&file).unwrap();
        let (mut checkout, tree) = project.open();
        tree.append(&path("/a"), b"more").unwrap();
        checkout.write_back(&tree, "").unwrap();
        let after = [before.as_slice(), b"more"].concat();
        assert!(fs::read(&file).unwrap() == after, "{tail}");
        assert!(room(&file) < ROOM, "{tail}");
        project.undo().unwrap();
        assert!(fs::read(&file).unwrap() == before, "{tail}");
        assert!(room(&file) < ROOM, "{tail}");
    }
}
