//! Journals of write-backs, which are taken back with them.

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use isolate_transfer::{ChangeKind, Checkout, CheckoutOptions, ErrorKind, undo};
use isolate_vfs::{OpenOptions, Point, RunOptions, Tree};

use crate::folders::{assert_sound, path, tree_names};
use crate::projects::{Project, change_everything, everything};

/// An agent writes back after each turn, and goes on with the same workspace.
#[test]
fn a_workspace_is_written_back_several_times_and_undone_in_between() {
    let project = everything();
    let before = project.contents();
    let (mut checkout, tree) = project.open();
    let run = tree.begin(&RunOptions::new("turn").atomic()).unwrap();
    change_everything(&tree);
    let turn = run.commit().unwrap().run.unwrap();
    checkout.write_back(&tree, "turn").unwrap();
    let after = project.contents();
    assert_eq!(tree.read(&path("/copy")).unwrap(), b"still");
    // The old bytes are in the journal now.
    let old = tree
        .at(Point::Before(turn), |view| {
            let mut bytes = Vec::new();
            let entry = view.entry(&path("/large"))?.unwrap();
            view.read(&entry, |piece| bytes.extend_from_slice(piece))?;
            Ok::<_, isolate_vfs::Error>(bytes)
        })
        .unwrap();
    assert_eq!(old, vec![b'L'; 300_000]);
    tree.undo(turn).unwrap();
    checkout.write_back(&tree, "undo of the turn").unwrap();
    assert_eq!(project.contents(), before);
    // What others change is a conflict also after a write-back.
    tree.write(&path("/a.txt"), b"again").unwrap();
    checkout.write_back(&tree, "again").unwrap();
    fs::write(project.at("a.txt"), "mine").unwrap();
    tree.write(&path("/a.txt"), b"and again").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    fs::write(project.at("a.txt"), "again").unwrap();
    // Each of the three can be taken back from outside.
    for _ in 0..3 {
        project.undo().unwrap();
        if project.contents() == after {
            continue;
        }
    }
    assert_eq!(project.contents(), before);
    assert_sound(&tree);
}

#[test]
fn a_write_back_that_others_have_changed_is_not_taken_back() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"ONE").unwrap();
    tree.write(&path("/b"), b"TWO").unwrap();
    tree.write(&path("/d/new"), b"new").unwrap();
    checkout.write_back(&tree, "").unwrap();
    fs::write(project.at("b"), "mine").unwrap();
    let before = project.things();
    let error = project.undo().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.conflicts()[0].path, "b");
    assert_eq!(project.things(), before);
    // What others have put beside it stays.
    fs::write(project.at("b"), "TWO").unwrap();
    fs::write(project.at("d/mine"), "mine").unwrap();
    let looked = isolate_transfer::preview_undo(&project.top(), &project.state(), None).unwrap();
    assert_eq!(looked.changes.len(), 4);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"ONE");
    let undone = project.undo().unwrap();
    assert_eq!(undone.kept, ["d"]);
    assert_eq!(undone.changes[1].what, ChangeKind::Changed);
    assert_eq!(fs::read(project.at("d/mine")).unwrap(), b"mine");
    assert_eq!(fs::read(project.at("a")).unwrap(), b"one");
    assert!(!project.at("d/new").exists());
}

#[test]
fn the_folder_of_the_journals_is_not_part_of_the_directory() {
    let project = Project::new(&[("a", "one")]);
    let state = project.at("state");
    for turn in 0..2 {
        let options = CheckoutOptions::new();
        let mut checkout = Checkout::open(&project.top(), &state, &options).unwrap();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        assert_eq!(tree_names(&tree), ["/a"]);
        tree.write(&path("/a"), format!("{turn}").as_bytes())
            .unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let mode = state.metadata().unwrap().mode() & 0o777;
    assert_eq!(mode, 0o700, "it holds files of projects");
}

#[test]
fn only_the_last_write_backs_are_kept() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    for turn in 0..25 {
        tree.write(&path("/a"), format!("{turn}").as_bytes())
            .unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let count = (0..25).take_while(|_| project.undo().is_ok()).count();
    assert_eq!(count, 20);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"4");
    // A number is never that of another write-back.
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"after them").unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(written.number, Some(25 + 20 + 1));
}

#[test]
fn large_write_backs_can_all_be_undone_in_a_row() {
    // Together with what took them back they would not fit, and 20 fit by themselves.
    const BYTES: usize = 6 << 20;
    let project = Project::new(&[]);
    fs::write(project.at("a"), vec![b'x'; BYTES]).unwrap();
    let (mut checkout, tree) = project.open();
    for turn in 0..20_u8 {
        tree.write(&path("/a"), &vec![turn; BYTES]).unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let count = (0..25).take_while(|_| project.undo().is_ok()).count();
    assert_eq!(count, 20);
    assert_eq!(fs::read(project.at("a")).unwrap(), vec![b'x'; BYTES]);
}

#[test]
fn what_an_undo_took_back_can_be_put_back_and_taken_back_again() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"two").unwrap();
    checkout.write_back(&tree, "").unwrap();
    let undone = project.undo().unwrap();
    undo(&project.top(), &project.state(), undone.number).unwrap();
    assert_eq!(fs::read(project.at("a")).unwrap(), b"two");
    assert_eq!(project.undo().unwrap().undoes, Some(1));
    assert_eq!(fs::read(project.at("a")).unwrap(), b"one");
    project.undo().unwrap_err();
}
