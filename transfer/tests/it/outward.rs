//! Programs and directories that try to get a write-back out of its directory, or to what runs code.

use std::fs;
use std::os::unix::fs::symlink;

use isolate_transfer::ErrorKind;
use isolate_vfs::RemoveOptions;
use tempfile::tempdir;

use crate::folders::{path, things};
use crate::projects::Project;

#[test]
fn programs_do_not_write_what_git_runs() {
    let project = Project::new(&[("sub/a", "one")]);
    let (mut checkout, tree) = project.open();
    for name in [
        "/.git/config",
        "/sub/.GIT/hooks/pre-commit",
        "/.g\u{200c}it/config",
    ] {
        tree.write(&path(name), b"[core] fsmonitor = evil").unwrap();
    }
    tree.symlink("sub", &path("/git~1")).unwrap();
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(
        error
            .conflicts()
            .iter()
            .all(|one| one.what.starts_with("belongs to git"))
    );
    assert_eq!(project.things(), before);
}

#[test]
fn links_that_lead_out_are_neither_read_nor_written() {
    let outside = tempdir().unwrap();
    fs::write(outside.path().join("secret"), "secret").unwrap();
    let project = Project::new(&[("d/a", "one")]);
    symlink(outside.path(), project.at("out")).unwrap();
    symlink("../../state", project.at("d/up")).unwrap();
    let (mut checkout, tree) = project.open();
    for name in ["/out", "/out/secret", "/d/up"] {
        assert!(!tree.exists(&path(name)).unwrap(), "{name}");
    }
    for (target, name) in [
        ("/etc/passwd", "/x"),
        ("../..", "/d/y"),
        ("d/../../z", "/z"),
    ] {
        tree.symlink(target, &path(name)).unwrap();
    }
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.conflicts_total(), 3);
    assert!(
        error
            .conflicts()
            .iter()
            .all(|one| one.what.contains("leads out"))
    );
    assert_eq!(project.things(), before);
}

#[test]
fn a_directory_that_became_a_link_is_not_followed() {
    let outside = tempdir().unwrap();
    fs::write(outside.path().join("a"), "one").unwrap();
    let project = Project::new(&[("d/a", "one"), ("d/e/b", "two")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"from the program").unwrap();
    tree.write(&path("/d/new"), b"from the program").unwrap();
    tree.remove(&path("/d/e"), &RemoveOptions::new().recursive())
        .unwrap();
    fs::rename(project.at("d"), project.at("moved")).unwrap();
    symlink(outside.path(), project.at("d")).unwrap();
    let before = (things(outside.path()), project.things());
    assert!(tree.read(&path("/d/e/b")).is_err());
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.conflicts_total(), 3);
    assert_eq!((things(outside.path()), project.things()), before);
}

#[test]
fn an_undo_does_not_follow_a_link_either() {
    let outside = tempdir().unwrap();
    let project = Project::new(&[("d/a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"two").unwrap();
    checkout.write_back(&tree, "").unwrap();
    fs::write(outside.path().join("a"), "two").unwrap();
    fs::rename(project.at("d"), project.at("moved")).unwrap();
    symlink(outside.path(), project.at("d")).unwrap();
    assert_eq!(project.undo().unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(fs::read(outside.path().join("a")).unwrap(), b"two");
}
