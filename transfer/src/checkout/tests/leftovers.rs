//! Temporary files that killed processes have left.

use std::fs::{self, File};

use crate::testing::{Fault, fail_at};
use crate::{Checkout, CheckoutOptions, ErrorKind, Export};

use crate::folders::{memory, path, things, write};
use crate::projects::Project;

const FILES: u64 = 300;

/// Names that begin like temporary ones, and are not.
const OWN: [&str; 4] = [
    ".isolate-tmp-notes",
    ".isolate-tmp-w1-0",
    "d/.isolate-tmp-0123456789abcdef",
    ".isolate-tmp-0123456789abcdef-1.txt",
];

fn temporaries(project: &Project) -> usize {
    let names = project.things().into_keys();
    names
        .filter(|name| name.contains(".isolate-tmp-") && !OWN.contains(&name.as_str()))
        .count()
}

/// A directory in which a process was killed before the first of its files got its name.
fn killed() -> Project {
    let project = Project::new(&[("a", "one"), ("d/b", "two")]);
    write(&project.top(), &OWN.map(|name| (name, "of the user")));
    let (mut checkout, tree) = project.open();
    for file in 0..FILES {
        let folder = if file < 200 { "" } else { "/d" };
        tree.write(&path(&format!("{folder}/{file}")), b"new")
            .unwrap();
    }
    // Each file takes two operations, and a third to wait for it.
    fail_at(FILES * 2 + 10, Fault::Killed);
    checkout.write_back(&tree, "killed").unwrap_err();
    fail_at(0, Fault::Killed);
    assert_eq!(temporaries(&project), 300);
    project
}

fn assert_own_files_are_there(project: &Project) {
    for name in OWN {
        assert_eq!(
            fs::read(project.at(name)).unwrap(),
            b"of the user",
            "{name}"
        );
    }
}

#[test]
fn the_next_start_removes_what_a_killed_process_has_left() {
    // With its journal, without it, and where the directory has another path since.
    let project = killed();
    project.open();
    assert_eq!(temporaries(&project), 0);
    assert!(project.at("299").exists() || project.at("d/299").exists());
    assert_own_files_are_there(&project);

    let project = killed();
    fs::remove_dir_all(project.state()).unwrap();
    project.open();
    assert_eq!(temporaries(&project), 0);
    assert!(!project.at("d/299").exists());
    assert_own_files_are_there(&project);

    let project = killed();
    let moved = project.folder.path().join("moved");
    fs::rename(project.top(), &moved).unwrap();
    Checkout::open(&moved, &project.state(), &CheckoutOptions::new()).unwrap();
    fs::rename(&moved, project.top()).unwrap();
    assert_eq!(temporaries(&project), 0);
    assert_own_files_are_there(&project);
}

#[test]
fn temporary_files_of_a_process_that_works_there_stay() {
    for used in ["", "d", ".."] {
        let project = killed();
        fs::remove_dir_all(project.state()).unwrap();
        // As a process does it that writes in the directory, below it or above it.
        let other = File::open(project.at(used)).unwrap();
        other.lock_shared().unwrap();
        project.open();
        let left = temporaries(&project);
        assert_eq!(left, if used == "d" { 100 } else { 300 }, "{used}");
        drop(other);
        project.open();
        assert_eq!(temporaries(&project), 0, "{used}");
    }
}

#[test]
fn temporary_files_of_a_killed_export_are_removed_and_folders_are_not() {
    let project = Project::new(&[("a", "one")]);
    let folder = ".isolate-tmp-0123456789abcdef-2";
    fs::create_dir(project.at(folder)).unwrap();
    fs::write(project.at(".isolate-tmp-0123456789abcdef-1"), "left").unwrap();
    project.open();
    let names: Vec<String> = things(&project.top()).into_keys().collect();
    assert_eq!(names, [folder, "a"]);
    // An export in the directory goes on beside it.
    let tree = memory();
    tree.write(&path("/b"), b"two").unwrap();
    Export::new().run(&tree, &project.top()).unwrap();
    assert_eq!(fs::read(project.at("b")).unwrap(), b"two");
}

#[test]
fn a_program_cannot_write_a_temporary_name() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/.isolate-tmp-x"), b"new").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.conflicts()[0].path, ".isolate-tmp-x");
}

/// Whoever locks the directory for a reason of his own does not keep a write-back from it.
#[test]
fn a_directory_that_others_have_locked_is_written_to() {
    let project = Project::new(&[("a", "one")]);
    let other = File::open(project.top()).unwrap();
    other.lock().unwrap();
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"two").unwrap();
    checkout.write_back(&tree, "").unwrap();
    assert_eq!(fs::read(project.at("a")).unwrap(), b"two");
}
