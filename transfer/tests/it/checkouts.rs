//! Directories of the disk as workspaces, and changes that are written back.

mod refusals;
mod undoing;

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use isolate_transfer::{ErrorKind, Written};
use isolate_vfs::{ErrorKind as VfsErrorKind, RemoveOptions};

use crate::folders::{assert_sound, chmod, path, tree_names, write};
use crate::projects::{Project, change_everything, changed, everything};

fn changes(written: &Written) -> Vec<String> {
    let changes = written.changes.iter();
    changes
        .map(|change| format!("{} {}", change.what, change.path))
        .collect()
}

#[test]
fn files_are_read_when_they_are_needed_and_not_before() {
    let project = Project::new(&[("a", "one"), ("b", "two"), ("d/c", "three")]);
    let (checkout, tree) = project.open();
    assert_eq!(checkout.bytes(), 11);
    assert_eq!(tree_names(&tree), ["/a", "/b", "/d", "/d/c"]);
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    assert_eq!(tree.read_range(&path("/d/c"), 1, 3).unwrap(), b"hre");
    // What nobody has read yet may change, or go.
    fs::write(project.at("b"), "TWO").unwrap();
    fs::remove_file(project.at("d/c")).unwrap();
    for name in ["/b", "/d/c"] {
        let error = tree.read(&path(name)).unwrap_err();
        assert_eq!(error.kind(), VfsErrorKind::Stale, "{name}");
        assert!(
            error
                .to_string()
                .contains("has changed since the directory was opened")
        );
    }
    assert_sound(&tree);
}

#[test]
fn every_kind_of_change_is_written_and_taken_back() {
    let project = everything();
    let before = project.contents();
    let (mut checkout, tree) = project.open();
    change_everything(&tree);
    assert_eq!(project.contents(), before, "nothing is written by itself");
    let written = checkout.write_back(&tree, "a test").unwrap();
    assert_eq!(project.contents(), changed(&before));
    assert_eq!(written.number, Some(1));
    assert!(written.kept.is_empty());
    assert_eq!(
        changes(&written),
        [
            "changed a.txt",
            "deleted b.txt",
            "changed becomes-file",
            "deleted becomes-file/inner",
            "deleted becomes-file/inner/z",
            "changed becomes-folder",
            "created becomes-folder/in",
            "created copy",
            "changed empty",
            "changed large",
            "changed link",
            "created moved",
            "created moved/x",
            "created moved/y",
            "changed run.sh",
            "changed src",
            "deleted src/deep",
            "deleted src/deep/x",
            "deleted src/deep/y",
            "created src/new",
            "created src/new/file",
        ]
    );
    assert_sound(&tree);
    let undone = project.undo().unwrap();
    assert_eq!(undone.label, "a test");
    assert_eq!(project.contents(), before);
    let error = project.undo().unwrap_err();
    assert!(
        error.to_string().starts_with("nothing was written"),
        "{error}"
    );
}

#[test]
fn what_has_not_changed_is_not_touched() {
    let project = everything();
    let before = project.things();
    let numbers = |project: &Project| -> Vec<(String, u64, i64)> {
        let names = before.keys().filter(|name| *name != "a.txt");
        let stat = |name: &String| project.at(name).symlink_metadata().unwrap();
        names
            .map(|name| (name.clone(), stat(name).ino(), stat(name).ctime_nsec()))
            .collect()
    };
    let old = numbers(&project);
    let (mut checkout, tree) = project.open();
    let _everything_is_read: Vec<usize> = tree_names(&tree)
        .iter()
        .filter_map(|name| tree.read(&path(name)).ok().map(|bytes| bytes.len()))
        .collect();
    // The same bytes again are no change.
    let large = tree.read(&path("/large")).unwrap();
    tree.write(&path("/large"), &large).unwrap();
    tree.write(&path("/b.txt"), b"other").unwrap();
    tree.write(&path("/b.txt"), b"two").unwrap();
    tree.write(&path("/a.txt"), b"changed").unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(changes(&written), ["changed a.txt"]);
    assert_eq!(numbers(&project), old);
    let nothing = checkout.write_back(&tree, "").unwrap();
    assert_eq!(nothing, Written::default());
}

#[test]
fn a_moved_file_keeps_its_time_and_a_written_one_gets_a_new_one() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
    for name in ["a", "b"] {
        let file = fs::File::options()
            .write(true)
            .open(project.at(name))
            .unwrap();
        file.set_modified(long_ago).unwrap();
    }
    let (mut checkout, tree) = project.open();
    tree.rename(&path("/a"), &path("/moved")).unwrap();
    tree.set_clock(Box::new(isolate_vfs::FixedClock(
        isolate_vfs::Timestamp::from_micros(5),
    )));
    tree.write(&path("/b"), b"new").unwrap();
    checkout.write_back(&tree, "").unwrap();
    let modified = |name| project.at(name).metadata().unwrap().modified().unwrap();
    assert_eq!(modified("moved"), long_ago);
    assert!(modified("b") > long_ago + std::time::Duration::from_secs(1_000_000));
}

#[test]
fn what_changed_on_the_disk_meanwhile_is_told_together_and_nothing_is_written() {
    let project = Project::new(&[
        ("edited", "1"),
        ("read-and-edited", "2"),
        ("removed", "3"),
        ("moded", "4"),
        ("fine", "5"),
        ("folder/x", "6"),
        ("untouched", "7"),
    ]);
    let (mut checkout, tree) = project.open();
    tree.read(&path("/read-and-edited")).unwrap();
    for name in [
        "edited",
        "read-and-edited",
        "removed",
        "moded",
        "fine",
        "made",
        "folder/new",
    ] {
        tree.write(&path(&format!("/{name}")), b"from the program")
            .unwrap();
    }
    write(
        &project.top(),
        &[("edited", "mine"), ("read-and-edited", "mine")],
    );
    write(&project.top(), &[("made", "mine"), ("untouched", "mine")]);
    fs::remove_file(project.at("removed")).unwrap();
    chmod(&project.at("moded"), 0o600);
    fs::remove_dir_all(project.at("folder")).unwrap();
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let conflicts: Vec<String> = error
        .conflicts()
        .iter()
        .map(|conflict| format!("{} {}", conflict.path, conflict.what))
        .collect();
    assert_eq!(
        conflicts,
        [
            "edited has changed on the disk",
            "folder/new its directory is not there any more",
            "made exists on the disk, but was left out or made since",
            "moded has changed on the disk",
            "read-and-edited has changed on the disk",
            "removed was removed on the disk",
        ]
    );
    assert_eq!(project.things(), before);
    let (_, journal) = (checkout, project.undo().unwrap_err());
    assert!(journal.to_string().starts_with("nothing was written"));
}

#[test]
fn a_change_that_keeps_size_and_time_is_found() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    tree.write(&path("/a"), b"program").unwrap();
    // Time and size stay, and only the time of the change of the entry tells.
    let modified = project.at("a").metadata().unwrap().modified().unwrap();
    fs::write(project.at("a"), "two").unwrap();
    let file = fs::File::options()
        .write(true)
        .open(project.at("a"))
        .unwrap();
    file.set_modified(modified).unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"two");
}

#[test]
fn what_was_left_out_is_invisible_and_never_overwritten() {
    let project = everything();
    fs::write(project.at("debug.log"), "log").unwrap();
    let (mut checkout, tree) = project.open();
    let names = tree_names(&tree);
    for hidden in ["/target", "/.git", "/debug.log", "/outward", "/target/out"] {
        assert!(!names.contains(&hidden.to_owned()), "{hidden}");
    }
    assert_eq!(checkout.report().ignored, 3);
    assert_eq!(checkout.report().skipped_total, 1);
    for name in ["/target/out", "/debug.log", "/outward"] {
        tree.write(&path(name), b"from the program").unwrap();
    }
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    let paths: Vec<&str> = error
        .conflicts()
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(paths, ["debug.log", "outward", "target"]);
    assert_eq!(project.things(), before);
}

#[test]
fn a_directory_with_ignored_files_stays_and_is_told() {
    let project = Project::new(&[
        (".gitignore", "*.log\n"),
        ("d/e/a", "a"),
        ("d/e/x.log", "log"),
        ("d/f/b", "b"),
    ]);
    let (mut checkout, tree) = project.open();
    tree.remove(&path("/d"), &RemoveOptions::new().recursive())
        .unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(written.kept, ["d", "d/e"]);
    assert_eq!(
        changes(&written),
        ["deleted d/e/a", "deleted d/f", "deleted d/f/b"]
    );
    let names: Vec<String> = project.things().into_keys().collect();
    assert_eq!(names, [".gitignore", "d", "d/e", "d/e/x.log"]);
    project.undo().unwrap();
    assert_eq!(fs::read(project.at("d/e/a")).unwrap(), b"a");
    // A file cannot take the place of such a directory.
    let (mut checkout, tree) = project.open();
    tree.remove(&path("/d"), &RemoveOptions::new().recursive())
        .unwrap();
    tree.write(&path("/d"), b"file").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(
        error.conflicts()[0].what,
        "is a directory with entries that were left out"
    );
}
