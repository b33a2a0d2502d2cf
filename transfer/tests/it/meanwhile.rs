//! Files that others change while a program works on them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use isolate_transfer::{ErrorKind, Result, Written};
use isolate_vfs::{CopyOptions, ErrorKind as VfsErrorKind, RemoveOptions, RunOptions, Tree};

use crate::folders::{chmod, path};
use crate::projects::Project;

/// A way to change a file, and its name.
type Edit = (&'static str, fn(&Path));

/// What a program does with `/a`, its name, and the path of the conflict.
type Change = (&'static str, fn(&Tree), &'static str);

/// Ways to change a file of three bytes behind the back of a program.
const EDITS: [Edit; 8] = [
    ("another size", |file| fs::write(file, "longer").unwrap()),
    ("the same size", |file| fs::write(file, "two").unwrap()),
    ("the same size and time", |file| {
        let time = fs::metadata(file).unwrap().modified().unwrap();
        fs::write(file, "two").unwrap();
        let opened = fs::File::options().write(true).open(file).unwrap();
        opened.set_modified(time).unwrap();
    }),
    ("another file of its name", |file| {
        let other = file.with_extension("other");
        fs::write(&other, "two").unwrap();
        fs::rename(other, file).unwrap();
    }),
    ("a link", |file| {
        fs::remove_file(file).unwrap();
        symlink("b", file).unwrap();
    }),
    ("a folder", |file| {
        fs::remove_file(file).unwrap();
        fs::create_dir(file).unwrap();
    }),
    ("nothing", |file| fs::remove_file(file).unwrap()),
    ("other permissions", |file| chmod(file, 0o600)),
];

/// What a program may do with `/a`, and the path of the conflict.
const CHANGES: [Change; 7] = [
    (
        "the same size",
        |tree| tree.write(&path("/a"), b"new").unwrap(),
        "a",
    ),
    (
        "another size",
        |tree| tree.write(&path("/a"), b"much longer").unwrap(),
        "a",
    ),
    (
        "appended",
        |tree| tree.append(&path("/a"), b"more").unwrap(),
        "a",
    ),
    (
        "removed",
        |tree| tree.remove(&path("/a"), &RemoveOptions::new()).unwrap(),
        "a",
    ),
    (
        "moved",
        |tree| tree.rename(&path("/a"), &path("/moved")).unwrap(),
        "a",
    ),
    (
        "permissions",
        |tree| tree.set_mode(&path("/a"), 0o755).unwrap(),
        "a",
    ),
    (
        "copied",
        |tree| {
            tree.copy(&path("/a"), &path("/copy"), &CopyOptions::new())
                .unwrap()
        },
        "copy",
    ),
];

fn project() -> Project {
    let project = Project::new(&[("a", "one"), ("b", "one")]);
    chmod(&project.at("a"), 0o644);
    project
}

fn assert_conflict(result: Result<Written>, at: &str, what: &str) {
    let error = result.expect_err(what);
    assert_eq!(error.kind(), ErrorKind::Conflict, "{what}: {error}");
    let paths: Vec<&str> = error
        .conflicts()
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(paths, [at], "{what}: {error}");
}

#[test]
fn whatever_was_changed_on_the_disk_meanwhile_is_a_conflict_with_its_path() {
    for (edited, edit) in EDITS {
        for (changed, change, at) in CHANGES {
            for is_read in [false, true] {
                let what = format!("{edited}, {changed}, read before: {is_read}");
                let project = project();
                let (mut checkout, tree) = project.open();
                if is_read {
                    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
                }
                // As a program does it: the run is ended after the edit, and says what it has changed.
                let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
                change(&tree);
                edit(&project.at("a"));
                let effects = run.commit().expect(&what);
                assert!(!effects.is_empty(), "{what}");
                let there = project.contents();
                assert_conflict(checkout.write_back(&tree, ""), at, &what);
                assert_eq!(project.contents(), there, "{what}");
            }
        }
    }
}

#[test]
fn a_file_that_has_changed_can_be_written_and_not_read() {
    for (edited, edit) in EDITS {
        let project = project();
        let (mut checkout, tree) = project.open();
        edit(&project.at("a"));
        let error = tree.read(&path("/a")).unwrap_err();
        assert_eq!(error.kind(), VfsErrorKind::Stale, "{edited}: {error}");
        assert_eq!(error.path(), Some(&path("/a")), "{edited}");
        tree.write(&path("/a"), b"new").expect(edited);
        assert_conflict(checkout.write_back(&tree, ""), "a", edited);
    }
}

#[test]
fn all_files_that_have_changed_are_listed() {
    let project = Project::new(&[("a", "one"), ("b", "one"), ("c", "one"), ("d", "one")]);
    let (mut checkout, tree) = project.open();
    for name in ["/a", "/b"] {
        tree.write(&path(name), b"new").unwrap();
    }
    for (from, to) in [("/c", "/copy-of-c"), ("/d", "/copy-of-d")] {
        tree.copy(&path(from), &path(to), &CopyOptions::new())
            .unwrap();
    }
    for name in ["c", "d"] {
        fs::write(project.at(name), "two").unwrap();
    }
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "2 paths are in the way: copy-of-c (is made of a file that has changed on the disk), copy-of-d \
         (is made of a file that has changed on the disk)"
    );
    assert_eq!(error.conflicts_total(), 2);
    assert!(!project.at("copy-of-c").exists());
}
