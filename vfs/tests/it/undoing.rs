//! Which run `undo` takes, and which runs count as undone.

use isolate_vfs::{
    BranchOptions, ErrorKind, MkdirOptions, Point, RunId, RunOptions, Tree, UndoOptions,
};

use super::{assert_sound, memory, path};

fn write(tree: &Tree, at: &str, text: &str) -> RunId {
    let run = tree.begin(&RunOptions::new("write")).unwrap();
    run.write(&path(at), text.as_bytes()).unwrap();
    run.commit().unwrap().run.unwrap()
}

fn read(tree: &Tree, at: &str) -> Option<String> {
    let bytes = tree
        .exists(&path(at))
        .unwrap()
        .then(|| tree.read(&path(at)).unwrap());
    bytes.map(|bytes| String::from_utf8(bytes).unwrap())
}

fn last(tree: &Tree) -> Option<RunId> {
    tree.last_undoable(|_| true).unwrap()
}

/// As the command `undo` does.
fn undo_last(tree: &Tree) -> RunId {
    let run = last(tree).unwrap();
    tree.undo(run).unwrap();
    run
}

fn redo_last(tree: &Tree) {
    let undo = tree.last_redoable(|_| true).unwrap().unwrap();
    tree.undo(undo).unwrap();
}

fn force(tree: &Tree, run: RunId) -> RunId {
    let undone = tree.undo_with(run, &UndoOptions::new().force()).unwrap();
    undone.run.unwrap()
}

#[test]
fn undo_goes_on_with_the_run_before_a_forced_undo() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    let second = write(&tree, "/a", "2");
    let third = write(&tree, "/a", "3");
    let undo = force(&tree, second);
    assert_eq!(read(&tree, "/a").as_deref(), Some("1"));
    let undone = tree.undone(&tree.history(10).unwrap()).unwrap();
    assert_eq!(
        undone.into_iter().collect::<Vec<_>>(),
        [(second, undo), (third, undo)]
    );
    assert_eq!(undo_last(&tree), first);
    assert_eq!(read(&tree, "/a"), None);
    redo_last(&tree);
    assert_eq!(read(&tree, "/a").as_deref(), Some("1"));
    redo_last(&tree);
    assert_eq!(read(&tree, "/a").as_deref(), Some("3"));
    assert_eq!(last(&tree), Some(third));
    assert_sound(&tree);
}

#[test]
fn a_forced_undo_takes_back_no_run_that_changed_other_paths_too() {
    let tree = memory();
    write(&tree, "/a", "1");
    let second = write(&tree, "/a", "2");
    let run = tree.begin(&RunOptions::new("both")).unwrap();
    run.write(&path("/a"), b"3").unwrap();
    run.write(&path("/b"), b"3").unwrap();
    let both = run.commit().unwrap().run.unwrap();
    let undo = force(&tree, second);
    let undone = tree.undone(&tree.history(10).unwrap()).unwrap();
    assert_eq!(undone.into_iter().collect::<Vec<_>>(), [(second, undo)]);
    assert_eq!(last(&tree), Some(both));
    assert_eq!(tree.undo(both).unwrap_err().kind(), ErrorKind::Stale);
}

#[test]
fn a_forced_undo_counts_that_had_to_make_directories_and_found_paths_set_back() {
    let tree = memory();
    let first = write(&tree, "/d/a", "1");
    let run = tree.begin(&RunOptions::new("two")).unwrap();
    run.write(&path("/d/a"), b"2").unwrap();
    run.write(&path("/b"), b"2").unwrap();
    let two = run.commit().unwrap().run.unwrap();
    let gone = tree.begin(&RunOptions::new("gone")).unwrap();
    gone.remove_tree(&path("/d")).unwrap();
    gone.remove_tree(&path("/b")).unwrap();
    let gone = gone.commit().unwrap().run.unwrap();
    let undo = force(&tree, two);
    assert_eq!(read(&tree, "/d/a").as_deref(), Some("1"));
    let undone = tree.undone(&tree.history(10).unwrap()).unwrap();
    assert_eq!(undone.get(&two), Some(&undo));
    redo_last(&tree);
    assert_eq!(read(&tree, "/d/a"), None);
    assert_eq!(undo_last(&tree), gone);
    assert_eq!(undo_last(&tree), two);
    assert_eq!(undo_last(&tree), first);
    assert_sound(&tree);
}

#[test]
fn a_path_that_was_set_back_blocks_no_undo() {
    type Work = fn(&Tree);
    let works: [Work; 6] = [
        |tree| tree.write(&path("/a"), b"2").unwrap(),
        |tree| {
            tree.write(&path("/a"), b"other").unwrap();
            tree.write(&path("/a"), b"2").unwrap();
        },
        |tree| {
            tree.remove_tree(&path("/a")).unwrap();
            tree.write(&path("/a"), b"2").unwrap();
        },
        |tree| {
            tree.set_mode(&path("/a"), 0o600).unwrap();
            tree.set_mode(&path("/a"), 0o644).unwrap();
        },
        |tree| {
            tree.remove_tree(&path("/d")).unwrap();
            tree.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
        },
        |tree| {
            tree.rename(&path("/a"), &path("/moved")).unwrap();
            tree.rename(&path("/moved"), &path("/a")).unwrap();
        },
    ];
    for (index, work) in works.into_iter().enumerate() {
        let tree = memory();
        tree.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
        let first = write(&tree, "/a", "1");
        let second = write(&tree, "/a", "2");
        let run = tree.begin(&RunOptions::new("set back")).unwrap();
        work(&run);
        run.commit().unwrap();
        assert_eq!(undo_last(&tree), second, "work {index}");
        assert_eq!(read(&tree, "/a").as_deref(), Some("1"));
        assert_eq!(undo_last(&tree), first, "work {index}");
        redo_last(&tree);
        redo_last(&tree);
        assert_eq!(read(&tree, "/a").as_deref(), Some("2"));
        assert_sound(&tree);
    }
}

#[test]
fn runs_that_changed_and_set_back_are_undone_with_the_one_before() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    let second = write(&tree, "/a", "2");
    write(&tree, "/a", "3");
    write(&tree, "/a", "2");
    tree.undo(second).unwrap();
    assert_eq!(undo_last(&tree), first);
    assert_eq!(read(&tree, "/a"), None);
    assert_eq!(last(&tree), None);
}

#[test]
fn the_making_of_a_branch_at_a_point_is_nothing_to_undo() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    write(&tree, "/a", "2");
    write(&tree, "/b", "2");
    let at = BranchOptions::new().at(Point::After(first));
    tree.create_branch("old", &at).unwrap();
    tree.switch_branch("old").unwrap();
    assert_eq!(last(&tree), None);
    let making = tree.history(1).unwrap()[0].id;
    for refused in [
        tree.undo(making),
        tree.undo_with(making, &UndoOptions::new().force()),
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert!(error.to_string().contains("nothing to undo"), "{error}");
    }
    let own = write(&tree, "/a", "3");
    assert_eq!(undo_last(&tree), own);
    assert_eq!(last(&tree), None);
    assert_eq!(read(&tree, "/a").as_deref(), Some("1"));
    // An earlier run can be named, and a branch of the branch is as the branch.
    tree.create_branch("below", &BranchOptions::new()).unwrap();
    tree.undo(first).unwrap();
    assert_eq!(read(&tree, "/a"), None);
    tree.switch_branch("below").unwrap();
    assert_eq!(last(&tree), None);
    assert_sound(&tree);
}

/// A label says nothing of what a run undoes, however it reads.
#[test]
fn a_label_is_only_text() {
    let tree = memory();
    tree.write(&path("/a"), b"a").unwrap();
    let options = RunOptions::new("agent:undo 1").atomic();
    let own = tree.begin(&options).unwrap();
    tree.remove_tree(&path("/a")).unwrap();
    own.commit().unwrap();
    let runs = tree.history(usize::MAX).unwrap();
    assert_eq!(
        (runs[0].label.as_str(), runs[0].undoes),
        ("agent:undo 1", None)
    );
    assert!(tree.undone(&runs).unwrap().is_empty());
    // And one that says nothing of it may be an undo.
    tree.write(&path("/b"), b"b").unwrap();
    let last = tree.history(1).unwrap()[0].id;
    let own = tree.begin(&RunOptions::new("").atomic()).unwrap();
    tree.undo(last).unwrap();
    let undoing = own.commit().unwrap().run.unwrap();
    let runs = tree.history(usize::MAX).unwrap();
    assert_eq!(tree.undone(&runs).unwrap()[&last], undoing);
}
