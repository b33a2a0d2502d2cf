//! Going back to points of the history, undoing from the middle, and redoing.

use isolate_text::VPath;
use isolate_vfs::{ErrorKind, MkdirOptions, OpenOptions, Point, RunId, RunOptions, UndoOptions};
use proptest::prelude::*;

use super::model::{Twin, any_step, apply};
use super::{assert_sound, listing, memory, memory_with, path, run, write};

#[test]
fn paths_go_back_to_a_point() {
    let tree = memory();
    let first = run(&tree, |tree| {
        tree.write(&path("/src/a"), b"1").unwrap();
        tree.write(&path("/src/b"), b"1").unwrap();
        tree.symlink("a", &path("/src/link")).unwrap();
        tree.set_mode(&path("/src/b"), 0o755).unwrap();
    });
    let then = listing(&tree);
    write(&tree, "/src/a", "2");
    let last = run(&tree, |tree| {
        tree.remove_tree(&path("/src")).unwrap();
        tree.write(&path("/src"), b"a file").unwrap();
        tree.write(&path("/new/deep/file"), b"new").unwrap();
    });
    let now = listing(&tree);
    // Below what is a file now, nothing can be made.
    let refused = tree
        .restore_at(Point::After(first), &[path("/src/a")])
        .unwrap_err();
    assert_eq!(
        (refused.kind(), refused.path()),
        (ErrorKind::NotDirectory, Some(&path("/src")))
    );
    let refused = tree
        .restore_at(Point::After(first), &[path("/none")])
        .unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::NotFound);
    assert_eq!(listing(&tree), now);
    let effects = tree.restore_at(Point::After(first), &[]).unwrap();
    assert_eq!(effects.counts(), [3, 1, 3]);
    assert_eq!(listing(&tree), then);
    assert_eq!(tree.stat(&path("/src/b")).unwrap().unwrap().mode, 0o755);
    assert_sound(&tree);
    // It is a run itself.
    tree.undo(effects.run.unwrap()).unwrap();
    assert_eq!(listing(&tree), now);
    tree.restore_at(Point::Before(last), &[path("/src")])
        .unwrap();
    assert_eq!(tree.read(&path("/src/a")).unwrap(), b"2");
    assert!(tree.exists(&path("/new/deep/file")).unwrap());
    let nothing = tree
        .restore_at(Point::Before(last), &[path("/src")])
        .unwrap();
    assert!(nothing.is_empty());
    let unknown = tree
        .restore_at(Point::After(RunId::from(99)), &[])
        .unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
    assert_sound(&tree);
}

/// The directories above a path come back with it, and nothing else of them.
#[test]
fn a_path_goes_back_with_its_directories() {
    let tree = memory();
    let first = run(&tree, |tree| {
        tree.write(&path("/a/b/c"), b"c").unwrap();
        tree.write(&path("/a/d"), b"d").unwrap();
    });
    run(&tree, |tree| tree.remove_tree(&path("/a")).unwrap());
    tree.restore_at(Point::After(first), &[path("/a/b/c")])
        .unwrap();
    assert!(tree.exists(&path("/a/b/c")).unwrap());
    assert!(!tree.exists(&path("/a/d")).unwrap());
    assert_sound(&tree);
}

/// Checkpoints stay, and so does what is in the way.
#[test]
fn what_is_not_restored_stays() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    tree.checkpoint("named", &isolate_vfs::CheckpointOptions::new())
        .unwrap();
    write(&tree, "/a", "2");
    tree.restore_at(Point::Before(first), &[]).unwrap();
    assert_eq!(tree.checkpoints().unwrap(), ["named"]);
    assert!(!tree.exists(&path("/a")).unwrap());
}

#[test]
fn force_undoes_what_has_changed_since() {
    let tree = memory();
    write(&tree, "/a", "1");
    let middle = run(&tree, |tree| {
        tree.write(&path("/a"), b"2").unwrap();
        tree.write(&path("/dir/own"), b"own").unwrap();
        tree.write(&path("/gone"), b"gone").unwrap();
    });
    write(&tree, "/a", "3");
    run(&tree, |tree| tree.remove_tree(&path("/gone")).unwrap());
    let refused = tree.undo(middle).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Stale);
    assert_eq!(refused.paths(), [path("/a"), path("/gone")]);
    // What others have put into a directory of the run is not removed.
    let other = write(&tree, "/dir/other", "other");
    let force = UndoOptions::new().force();
    let refused = tree.undo_with(middle, &force).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.paths()),
        (ErrorKind::Stale, &[path("/dir")][..])
    );
    assert_eq!(tree.read(&path("/a")).unwrap(), b"3");
    tree.undo(other).unwrap();
    let effects = tree.undo_with(middle, &force).unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"1");
    assert!(!tree.exists(&path("/dir")).unwrap() && !tree.exists(&path("/gone")).unwrap());
    assert_sound(&tree);
    tree.undo(effects.run.unwrap()).unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"3");
    assert_sound(&tree);
}

#[test]
fn force_makes_directories_again() {
    let tree = memory();
    write(&tree, "/dir/sub/a", "1");
    let removed = run(&tree, |tree| tree.remove_tree(&path("/dir/sub/a")).unwrap());
    run(&tree, |tree| tree.remove_tree(&path("/dir")).unwrap());
    tree.undo_with(removed, &UndoOptions::new().force())
        .unwrap();
    assert_eq!(tree.read(&path("/dir/sub/a")).unwrap(), b"1");
    assert_sound(&tree);
}

#[test]
fn the_last_undo_is_redone() {
    let tree = memory();
    let text = || String::from_utf8(tree.read(&path("/a")).unwrap()).unwrap();
    let redo = || {
        let last = tree.last_redoable(|_| true).unwrap();
        last.map(|undo| tree.undo(undo).unwrap())
    };
    let undo = || {
        let last = tree.last_undoable(|_| true).unwrap();
        last.map(|run| tree.undo(run).unwrap())
    };
    assert!(redo().is_none());
    for content in ["1", "2", "3"] {
        write(&tree, "/a", content);
    }
    undo().unwrap();
    undo().unwrap();
    assert_eq!(text(), "1");
    redo().unwrap();
    assert_eq!(text(), "2");
    redo().unwrap();
    assert_eq!(text(), "3");
    assert!(redo().is_none());
    undo().unwrap();
    assert_eq!(text(), "2");
    assert_sound(&tree);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any of the earlier states comes back whole, whatever happened since, and a part of it as well.
    #[test]
    fn every_earlier_state_can_be_restored(
        runs in proptest::collection::vec(proptest::collection::vec(any_step(), 1..6), 2..8),
        chosen in any::<proptest::sample::Index>(),
        part in proptest::sample::select(vec!["/a", "/b", "/a/b", "/d/d"]),
    ) {
        let tree = memory_with(&OpenOptions::default());
        let mut twin = Twin::default();
        let mut states = vec![(None, listing(&tree))];
        for steps in &runs {
            let open = tree.begin(&RunOptions::new("")).unwrap();
            for step in steps {
                apply(&open, &mut twin, step);
            }
            let run = open.commit().unwrap().run;
            if run.is_some() {
                states.push((run, listing(&tree)));
            }
        }
        let now = listing(&tree);
        let (run, then) = &states[chosen.index(states.len())];
        let point = match (run, states.get(1)) {
            (Some(run), _) => Point::After(*run),
            (None, Some((Some(first), _))) => Point::Before(*first),
            _ => return Ok(()),
        };
        let back = tree.restore_at(point, &[]).unwrap();
        prop_assert_eq!(&listing(&tree), then);
        assert_sound(&tree);
        if let Some(back) = back.run {
            tree.undo(back).unwrap();
            prop_assert_eq!(&listing(&tree), &now);
        }
        // Only the part changes; it may be refused, and changes nothing then.
        let part = path(part);
        let is_part = |line: &str| {
            let at = line.split(' ').next().unwrap_or_default();
            VPath::parse(at).unwrap().starts_with(&part)
        };
        let of = |lines: &[String], wanted: bool| -> Vec<String> {
            let found = lines.iter().filter(|line| is_part(line) == wanted);
            found.cloned().collect()
        };
        match tree.restore_at(point, std::slice::from_ref(&part)) {
            Ok(_) => {
                let after = listing(&tree);
                prop_assert_eq!(of(&after, true), of(then, true));
                // Directories above it may have come back.
                let is_above = |line: &String| {
                    let at = line.split(' ').next().unwrap_or_default();
                    part.starts_with(&VPath::parse(at).unwrap())
                };
                let mut others = of(&after, false);
                others.retain(|line| !is_above(line));
                let mut before = of(&now, false);
                before.retain(|line| !is_above(line));
                prop_assert_eq!(others, before);
            }
            Err(_) => prop_assert_eq!(&listing(&tree), &now),
        }
        assert_sound(&tree);
    }
}

/// Restoring while a directory of the machine of that time is somewhere else is no mix of both.
#[test]
fn a_directory_that_moved_comes_back() {
    let tree = memory();
    let first = run(&tree, |tree| {
        tree.mkdir(&path("/x/empty"), &MkdirOptions::new().recursive())
            .unwrap();
        tree.write(&path("/x/y/z"), b"z").unwrap();
    });
    let then = listing(&tree);
    run(&tree, |tree| {
        tree.rename(&path("/x"), &path("/moved")).unwrap()
    });
    run(&tree, |tree| {
        tree.rename(&path("/moved/y"), &path("/x")).unwrap()
    });
    tree.restore_at(Point::After(first), &[]).unwrap();
    assert_eq!(listing(&tree), then);
    assert_sound(&tree);
}

/// What else is in a directory is in the way, however much it is.
#[test]
fn a_directory_with_more_in_it_is_not_removed() {
    let tree = memory();
    write(&tree, "/kept", "1");
    let first = write(&tree, "/dir/a", "1");
    write(&tree, "/dir/b", "2");
    write(&tree, "/dir/c", "2");
    let refused = tree
        .undo_with(first, &UndoOptions::new().force())
        .unwrap_err();
    assert_eq!(
        (refused.kind(), refused.paths()),
        (ErrorKind::Stale, &[path("/dir")][..])
    );
    assert_sound(&tree);
}

/// What was changed and set back is as the run left it, whoever set it back.
#[test]
fn a_path_that_was_set_back_can_be_undone() {
    let tree = memory();
    write(&tree, "/a", "one");
    let second = write(&tree, "/a", "two");
    write(&tree, "/a", "three");
    write(&tree, "/a", "two");
    tree.undo(second).unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    assert_sound(&tree);
}

/// A restore to what is there already changes nothing, and is no operation.
#[test]
fn a_restore_that_changes_nothing_is_no_operation() {
    let tree = memory();
    let first = write(&tree, "/a", "one");
    write(&tree, "/a", "two");
    write(&tree, "/a", "one");
    let before = tree.history(9).unwrap().len();
    let effects = tree.restore_at(Point::After(first), &[]).unwrap();
    assert!(effects.is_empty() && effects.run.is_none(), "{effects:?}");
    assert_eq!(tree.history(9).unwrap().len(), before);
    let effects = tree.restore_at(Point::After(first), &[path("/a")]).unwrap();
    assert!(effects.run.is_none(), "{effects:?}");
    assert_sound(&tree);
}
