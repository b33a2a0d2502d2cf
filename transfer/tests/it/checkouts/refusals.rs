//! What a directory of the disk refuses, and what is not written to it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use isolate_transfer::{Checkout, CheckoutOptions, ErrorKind, Written};
use isolate_vfs::{ErrorKind as VfsErrorKind, MkdirOptions, OpenOptions, RemoveOptions, Tree};

use super::changes;
use crate::folders::{chmod, path, write};
use crate::projects::Project;

#[test]
fn modes_that_forbid_writing_are_respected_and_can_be_changed() {
    let project = Project::new(&[("d/a", "one"), ("locked", "two")]);
    chmod(&project.at("d"), 0o555);
    chmod(&project.at("locked"), 0o444);
    let (mut checkout, tree) = project.open();
    tree.set_mode(&path("/d"), 0o755).unwrap();
    tree.write(&path("/d/b"), b"new").unwrap();
    tree.write(&path("/locked"), b"changed").unwrap();
    tree.mkdir(&path("/sealed"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/sealed/in"), b"in").unwrap();
    tree.set_mode(&path("/sealed"), 0o555).unwrap();
    checkout.write_back(&tree, "").unwrap();
    let contents = project.contents();
    assert_eq!(contents["d"], "folder 755");
    assert_eq!(contents["locked"], "file 444 changed");
    assert_eq!(contents["sealed"], "folder 555");
    project.undo().unwrap();
    assert_eq!(project.contents()["d"], "folder 555");
    chmod(&project.at("d"), 0o755);
}

#[test]
fn a_quota_bounds_what_is_added_and_not_what_is_there() {
    let project = Project::new(&[]);
    fs::write(project.at("a"), vec![1; 100_000]).unwrap();
    let (checkout, _) = project.open();
    let quota = isolate_vfs::Quota::new().bytes_max(checkout.bytes() + 10_000);
    let options = OpenOptions::new().quota(quota);
    let tree = Tree::open_memory(checkout.store(), &options).unwrap();
    tree.write(&path("/b"), &[1; 10_000]).unwrap();
    let error = tree.write(&path("/c"), &[1]).unwrap_err();
    assert_eq!(error.kind(), VfsErrorKind::NoSpace);
}

#[test]
fn a_directory_that_is_none_is_refused() {
    let project = Project::new(&[("a", "one")]);
    let open = |path: &Path| Checkout::open(path, &project.state(), &CheckoutOptions::new());
    for name in ["a", "missing"] {
        assert_eq!(
            open(&project.at(name)).unwrap_err().kind(),
            ErrorKind::Source
        );
    }
    let few = CheckoutOptions::new().entries_max(0);
    let error = Checkout::open(&project.top(), &project.state(), &few).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn a_journal_of_a_development_build_is_refused() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"two").unwrap();
    checkout.write_back(&tree, "").unwrap();
    drop((checkout, tree));
    let mut files = fs::read_dir(project.state())
        .unwrap()
        .map(|file| file.unwrap().path());
    let journal = files
        .find(|path| path.extension().is_some_and(|end| end == "sqlite"))
        .unwrap();
    let mut bytes = fs::read(&journal).unwrap();
    bytes[68..72].copy_from_slice(b"iVFS");
    fs::write(&journal, &bytes).unwrap();
    let opened = Checkout::open(&project.top(), &project.state(), &CheckoutOptions::new());
    for error in [opened.unwrap_err(), project.undo().unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::Workspace);
        let text = format!(
            "the journal {}: made by a development build before 0.1.0: take back with that build what is to be taken \
             back, and delete the file",
            journal.display()
        );
        assert!(error.to_string().contains(&text), "{error}");
    }
    assert!(fs::read(&journal).unwrap() == bytes);
    assert_eq!(project.contents()["a"], "file 644 two");
}

#[test]
fn it_is_told_whether_the_disk_has_changed() {
    let project = Project::new(&[("a", "one"), ("d/b", "two")]);
    symlink("a", project.at("l")).unwrap();
    let (mut checkout, tree) = project.open();
    assert!(checkout.is_current().unwrap());
    // The own write-backs are no change: not of a file, a link, nor a directory that gets an entry.
    tree.write(&path("/a"), b"changed").unwrap();
    tree.write(&path("/d/new"), b"new").unwrap();
    tree.remove(&path("/l"), &RemoveOptions::new()).unwrap();
    tree.symlink("a", &path("/d/l")).unwrap();
    checkout.write_back(&tree, "").unwrap();
    assert!(checkout.is_current().unwrap());

    type Change = fn(&Project);
    let changes: [Change; 5] = [
        |project| fs::write(project.at("a"), "one more").unwrap(),
        |project| fs::write(project.at("d/other"), "").unwrap(),
        |project| fs::remove_file(project.at("d/b")).unwrap(),
        |project| chmod(&project.at("d"), 0o700),
        |project| {
            fs::remove_file(project.at("d/l")).unwrap();
            symlink("new", project.at("d/l")).unwrap();
        },
    ];
    for change in changes {
        let (checkout, _tree) = project.open();
        assert!(checkout.is_current().unwrap());
        change(&project);
        assert!(!checkout.is_current().unwrap());
    }
    // What is ignored does not count.
    write(&project.top(), &[(".gitignore", "target\n")]);
    let (checkout, _tree) = project.open();
    write(&project.top(), &[("target/x", "")]);
    assert!(checkout.is_current().unwrap());
}

#[test]
fn what_belongs_to_the_workspace_alone_is_not_written() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let (mut checkout, tree) = project.open();
    tree.mkdir(&path("/.runs"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/.runs/1"), b"output").unwrap();
    tree.write(&path("/.runs/2"), b"more output").unwrap();
    assert_eq!(checkout.changes(&tree).unwrap(), []);
    assert_eq!(checkout.write_back(&tree, "").unwrap(), Written::default());
    // Moves out of there, and into there.
    tree.rename(&path("/.runs/2"), &path("/c")).unwrap();
    tree.rename(&path("/a"), &path("/.runs/a")).unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(changes(&written), ["deleted a", "created c"]);
    let expected = [("b", "file 644 two"), ("c", "file 644 more output")];
    let contents = project.contents();
    let contents: Vec<_> = contents
        .iter()
        .map(|(p, c)| (p.as_str(), c.as_str()))
        .collect();
    assert_eq!(contents, expected);
}

/// A workspace does not know which permissions the umask has left, and a later write-back keeps them.
#[test]
fn permissions_that_the_disk_gave_are_kept_by_later_write_backs() {
    let project = Project::new(&[]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"one").unwrap();
    tree.write(&path("/d/b"), b"one").unwrap();
    checkout.write_back(&tree, "").unwrap();
    // As if the umask had been another.
    let program = "chmod 700 d && chmod 600 d/a d/b";
    let done = std::process::Command::new("sh")
        .args(["-c", program])
        .current_dir(project.top())
        .status();
    assert!(done.unwrap().success());
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"two").unwrap();
    tree.rename(&path("/d/b"), &path("/d/c")).unwrap();
    checkout.write_back(&tree, "").unwrap();
    let contents = project.contents();
    assert_eq!(contents["d"], "folder 700");
    assert_eq!(contents["d/a"], "file 600 two");
    assert_eq!(contents["d/c"], "file 600 one");
}
