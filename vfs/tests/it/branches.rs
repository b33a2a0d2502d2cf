//! Branches: what one changes no other sees, and merging.

mod bases;
mod failing;
mod hidden;
mod random;
mod refused;

use isolate_vfs::{
    BranchOptions, ConflictKind, ErrorKind, LogOptions, MergeOptions, OpenOptions, Point,
    Retention, RunId, RunOptions, Tree,
};

use super::{assert_sound, listing, memory, path, run, write};

fn read(tree: &Tree, at: &str) -> String {
    String::from_utf8(tree.read(&path(at)).unwrap()).unwrap()
}

fn branch(tree: &Tree, name: &str) {
    tree.create_branch(name, &BranchOptions::new()).unwrap();
}

fn merge(tree: &Tree, name: &str) -> isolate_vfs::Merged {
    tree.merge_branch(name, &MergeOptions::new()).unwrap()
}

fn conflicts(merged: &isolate_vfs::Merged) -> Vec<(&str, ConflictKind)> {
    let all = merged.conflicts.iter();
    all.map(|conflict| (conflict.path.as_str(), conflict.kind))
        .collect()
}

#[test]
fn branches_do_not_see_each_other() {
    let tree = memory();
    write(&tree, "/src/deep/a", "main");
    write(&tree, "/src/b", "main");
    branch(&tree, "idea");
    let main = listing(&tree);
    tree.switch_branch("idea").unwrap();
    assert_eq!(
        (tree.branch().as_str(), listing(&tree)),
        ("idea", main.clone())
    );
    write(&tree, "/src/deep/a", "idea");
    run(&tree, |tree| tree.remove_tree(&path("/src/b")).unwrap());
    write(&tree, "/new", "idea");
    let idea = listing(&tree);
    assert_sound(&tree);
    tree.switch_branch("main").unwrap();
    assert_eq!(listing(&tree), main);
    write(&tree, "/src/deep/c", "main");
    tree.switch_branch("idea").unwrap();
    assert_eq!(listing(&tree), idea);
    let told = tree.branches().unwrap();
    assert_eq!(
        (told[0].name.as_str(), told[0].parent.as_str()),
        ("idea", "main")
    );
    assert_eq!(told[0].forked, Some(RunId::from(2)));
    assert_eq!(told[0].last_run, Some(RunId::from(5)));
    assert_eq!(told[0].stored, tree.stored().unwrap());
    assert_sound(&tree);
    // What neither of both changed is stored once.
    tree.switch_branch("main").unwrap();
    tree.delete_branch("idea").unwrap();
    assert_sound(&tree);
    let gone = tree.switch_branch("idea").unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NoBranch);
    assert!(gone.to_string().contains("there are: main"), "{gone}");
}

#[test]
fn a_branch_sees_the_history_of_its_own_line() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    branch(&tree, "idea");
    let later = write(&tree, "/a", "2");
    tree.switch_branch("idea").unwrap();
    let own = write(&tree, "/a", "3");
    let seen = |options: LogOptions| -> Vec<(RunId, Option<String>)> {
        let runs = tree.log(&options).unwrap().into_iter();
        runs.map(|info| (info.id, info.branch)).collect()
    };
    let idea = Some("idea".to_owned());
    assert_eq!(
        seen(LogOptions::new()),
        [(own, idea.clone()), (first, None)]
    );
    assert_eq!(
        seen(LogOptions::new().all_branches()),
        [(own, idea), (later, None), (first, None)]
    );
    // Of the other branch nothing can be undone or restored here.
    for refused in [tree.undo(later), tree.restore_at(Point::After(later), &[])] {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(
            error
                .to_string()
                .contains("is one of the branch main, and this is the branch idea"),
            "{error}"
        );
    }
    // What happened before the branch was made can.
    tree.restore_at(Point::After(first), &[]).unwrap();
    assert_eq!(read(&tree, "/a"), "1");
    let undoable = tree.last_undoable(|_| true).unwrap();
    assert!(undoable > Some(own));
    tree.undo(undoable.unwrap()).unwrap();
    tree.undo(own).unwrap();
    tree.undo(first).unwrap();
    assert!(!tree.exists(&path("/a")).unwrap());
    tree.switch_branch("main").unwrap();
    assert_eq!(read(&tree, "/a"), "2");
    assert_eq!(tree.last_undoable(|_| true).unwrap(), Some(later));
    assert_sound(&tree);
}

#[test]
fn a_branch_begins_at_an_earlier_point() {
    let tree = memory();
    let first = write(&tree, "/a", "1");
    write(&tree, "/a", "2");
    write(&tree, "/b", "2");
    let now = listing(&tree);
    let at = BranchOptions::new().at(Point::After(first)).actor("me");
    tree.create_branch("old", &at).unwrap();
    assert_eq!((tree.branch().as_str(), listing(&tree)), ("main", now));
    tree.switch_branch("old").unwrap();
    assert_eq!(listing(&tree), ["/ dir", "/a file 1"]);
    assert_eq!(
        tree.history(1).unwrap()[0].title(),
        "me:branch old after run 1"
    );
    // What it was made with is no change of it.
    assert!(tree.differences_of_branch("old").unwrap().is_empty());
    write(&tree, "/c", "3");
    tree.switch_branch("main").unwrap();
    merge(&tree, "old");
    assert_eq!(
        listing(&tree),
        ["/ dir", "/a file 2", "/b file 2", "/c file 3"]
    );
    let unknown = BranchOptions::new().at(Point::After(RunId::from(99)));
    assert_eq!(
        tree.create_branch("no", &unknown).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    assert_eq!(tree.branches().unwrap().len(), 1);
    assert_sound(&tree);
}

#[test]
fn what_one_branch_changed_is_merged() {
    let tree = memory();
    run(&tree, |tree| {
        tree.write(&path("/text"), b"1\n2\n3\n4\n5\n6\n7\n")
            .unwrap();
        tree.write(&path("/package.json"), b"{\n  \"a\": 1,\n  \"b\": 2\n}\n")
            .unwrap();
        tree.write(&path("/mode"), b"x").unwrap();
        tree.write(&path("/dir/gone"), b"x").unwrap();
        tree.write(&path("/kept/gone"), b"x").unwrap();
    });
    branch(&tree, "idea");
    run(&tree, |tree| {
        tree.write(&path("/text"), b"1\n2\n3\n4\n5\n6\nmain\n")
            .unwrap();
        tree.write(&path("/package.json"), b"{\n  \"a\": 3,\n  \"b\": 2\n}\n")
            .unwrap();
        tree.write(&path("/mode"), b"main").unwrap();
        tree.write(&path("/kept/new"), b"main").unwrap();
    });
    tree.switch_branch("idea").unwrap();
    run(&tree, |tree| {
        tree.write(&path("/text"), b"idea\n2\n3\n4\n5\n6\n7\n")
            .unwrap();
        tree.write(&path("/package.json"), b"{\n  \"a\": 1,\n  \"b\": 4\n}\n")
            .unwrap();
        tree.set_mode(&path("/mode"), 0o755).unwrap();
        tree.remove_tree(&path("/dir")).unwrap();
        tree.remove_tree(&path("/kept")).unwrap();
        tree.symlink("text", &path("/link")).unwrap();
        tree.write(&path("/new/file"), b"idea").unwrap();
    });
    let told = tree.differences_of_branch("idea").unwrap();
    assert_eq!(told.len(), 10, "{told:?}");
    tree.switch_branch("main").unwrap();
    let before = listing(&tree);
    let merged = merge(&tree, "idea");
    assert!(merged.is_done && merged.conflicts.is_empty(), "{merged:?}");
    assert_eq!(read(&tree, "/text"), "idea\n2\n3\n4\n5\n6\nmain\n");
    assert_eq!(
        read(&tree, "/package.json"),
        "{\n  \"a\": 3,\n  \"b\": 4\n}\n"
    );
    assert_eq!(read(&tree, "/mode"), "main");
    assert_eq!(tree.stat(&path("/mode")).unwrap().unwrap().mode, 0o755);
    assert!(!tree.exists(&path("/dir")).unwrap());
    assert_eq!(read(&tree, "/kept/new"), "main");
    assert_eq!(tree.read_link(&path("/link")).unwrap(), "text");
    assert_eq!(tree.stat(&path("/new/file")).unwrap().unwrap().mode, 0o644);
    assert_sound(&tree);
    // Nothing is left to merge, in either direction but for what main had changed.
    assert!(merge(&tree, "idea").effects.is_empty());
    assert!(tree.differences_of_branch("idea").unwrap().is_empty());
    let after = listing(&tree);
    tree.switch_branch("idea").unwrap();
    let back = merge(&tree, "main");
    assert!(back.is_done && back.conflicts.is_empty(), "{back:?}");
    assert_eq!(listing(&tree), after);
    assert_sound(&tree);
    // A merge is a run, and may be undone and done again.
    tree.switch_branch("main").unwrap();
    tree.undo(merged.effects.run.unwrap()).unwrap();
    assert_eq!(listing(&tree), before);
    assert_sound(&tree);
}

#[test]
fn an_undone_merge_can_be_merged_again() {
    let tree = memory();
    write(&tree, "/a", "1\n");
    branch(&tree, "idea");
    tree.switch_branch("idea").unwrap();
    write(&tree, "/a", "2\n");
    tree.switch_branch("main").unwrap();
    let merged = merge(&tree, "idea").effects.run.unwrap();
    let undone = tree.undo(merged).unwrap().run.unwrap();
    assert_eq!(read(&tree, "/a"), "1\n");
    assert_eq!(merge(&tree, "idea").effects.counts(), [0, 1, 0]);
    assert_eq!(read(&tree, "/a"), "2\n");
    assert_sound(&tree);
    let again = tree.history(1).unwrap()[0].id;
    tree.undo(again).unwrap();
    tree.undo(undone).unwrap();
    assert_eq!(read(&tree, "/a"), "2\n");
    assert!(merge(&tree, "idea").effects.is_empty());
    assert_sound(&tree);
}

#[test]
fn what_both_changed_is_a_conflict() {
    let tree = memory();
    run(&tree, |tree| {
        for name in ["/lines", "/bytes", "/here", "/there", "/kind", "/same"] {
            tree.write(&path(name), b"0\n").unwrap();
        }
        tree.write(&path("/dir/file"), b"0\n").unwrap();
    });
    branch(&tree, "idea");
    let change = |tree: &Tree, text: &str| {
        tree.write(&path("/lines"), text.as_bytes()).unwrap();
        tree.write(&path("/bytes"), &[0, text.as_bytes()[0]])
            .unwrap();
        tree.write(&path("/same"), b"same\n").unwrap();
        tree.write(&path("/added"), text.as_bytes()).unwrap();
    };
    run(&tree, |tree| {
        change(tree, "main\n");
        tree.remove_tree(&path("/here")).unwrap();
        tree.write(&path("/there"), b"main\n").unwrap();
        tree.remove_tree(&path("/kind")).unwrap();
        tree.symlink("main", &path("/kind")).unwrap();
        tree.remove_tree(&path("/dir")).unwrap();
    });
    tree.switch_branch("idea").unwrap();
    run(&tree, |tree| {
        change(tree, "idea\n");
        tree.write(&path("/here"), b"idea\n").unwrap();
        tree.remove_tree(&path("/there")).unwrap();
        tree.write(&path("/kind"), b"idea\n").unwrap();
        tree.write(&path("/dir/new"), b"idea\n").unwrap();
    });
    tree.switch_branch("main").unwrap();
    let before = listing(&tree);
    let merged = merge(&tree, "idea");
    let expected = [
        ("/added", ConflictKind::Lines),
        ("/bytes", ConflictKind::Binary),
        ("/dir/new", ConflictKind::DeletedHere),
        ("/here", ConflictKind::DeletedHere),
        ("/kind", ConflictKind::Kind),
        ("/lines", ConflictKind::Lines),
        ("/there", ConflictKind::DeletedByOther),
    ];
    assert!(!merged.is_done && merged.effects.is_empty());
    assert_eq!(conflicts(&merged), expected);
    assert_eq!(listing(&tree), before);
    assert_sound(&tree);
    let merged = tree
        .merge_branch("idea", &MergeOptions::new().markers())
        .unwrap();
    assert!(merged.is_done);
    assert_eq!(conflicts(&merged), expected);
    let marked = "<<<<<<< main\nmain\n=======\nidea\n>>>>>>> idea\n";
    assert_eq!(
        (read(&tree, "/lines"), read(&tree, "/added")),
        (marked.to_owned(), marked.to_owned())
    );
    assert_eq!(tree.read(&path("/bytes")).unwrap(), [0, b'm']);
    assert_eq!(
        (read(&tree, "/here"), read(&tree, "/there")),
        ("idea\n".to_owned(), "main\n".to_owned())
    );
    assert_eq!(tree.read_link(&path("/kind")).unwrap(), "main");
    assert_eq!(read(&tree, "/dir/new"), "idea\n");
    assert!(!tree.exists(&path("/dir/file")).unwrap());
    assert_sound(&tree);
    assert!(merge(&tree, "idea").effects.is_empty());
}

/// A new branch adds a few rows, however much there is; and a change copies the directories above it.
#[test]
fn a_branch_costs_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = Tree::open(&file, &OpenOptions::new()).unwrap();
    run(&tree, |tree| {
        tree.atomically(|tree| {
            for number in 0..2_000 {
                let at = path(&format!("/src/{}/{number}", number % 40));
                tree.write(&at, format!("{number}").as_bytes())?;
            }
            Ok::<(), isolate_vfs::Error>(())
        })
        .unwrap();
    });
    let counts = || {
        let connection = rusqlite::Connection::open(&file).unwrap();
        let count = |table: &str| -> i64 {
            let sql = format!("SELECT count(*) FROM {table}");
            connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        (count("node"), count("inline"), count("content"))
    };
    let before = counts();
    branch(&tree, "idea");
    assert_eq!(counts(), (before.0 + 2, before.1, before.2));
    tree.switch_branch("idea").unwrap();
    write(&tree, "/src/7/7", "other");
    // The root, `/src` with 40 entries, and `/src/7` with 50.
    let (nodes, inline, contents) = counts();
    assert_eq!((nodes, inline), (before.0 + 2 + 1 + 40 + 50, before.1 + 1));
    assert_eq!(contents, before.2 + 50);
    assert_sound(&tree);
}

/// Each merge may be undone, the last first, and every one of them can be done again.

#[test]
fn merges_are_undone_one_after_the_other() {
    let tree = memory();
    write(&tree, "/a", "0\n");
    branch(&tree, "idea");
    let mut merges = Vec::new();
    for number in 1..=12 {
        tree.switch_branch("idea").unwrap();
        write(&tree, "/a", &format!("{number}\n"));
        tree.switch_branch("main").unwrap();
        merges.push(merge(&tree, "idea").effects.run.unwrap());
        assert!(merge(&tree, "idea").effects.is_empty());
    }
    for (index, run) in merges.into_iter().enumerate().rev() {
        tree.undo(run).unwrap();
        assert_eq!(read(&tree, "/a"), format!("{index}\n"));
        let planned = tree.begin(&RunOptions::new("").dry_run()).unwrap();
        // The states of older merges are not kept: then both seem to have changed the line.
        let is_known = index == 0 || index > 4;
        assert_eq!(merge(&planned, "idea").is_done, is_known, "{index}");
        let merged = if is_known { 12 } else { index };
        assert_eq!(read(&planned, "/a"), format!("{merged}\n"));
        drop(planned);
        assert_sound(&tree);
    }
    assert!(merge(&tree, "idea").is_done);
    assert_eq!(read(&tree, "/a"), "12\n");
}

/// Whoever goes back to a point before a merge can merge again.

#[test]
fn a_merge_that_was_restored_away_can_be_done_again() {
    let tree = memory();
    let first = write(&tree, "/a", "0\n");
    branch(&tree, "idea");
    tree.switch_branch("idea").unwrap();
    write(&tree, "/a", "1\n");
    tree.switch_branch("main").unwrap();
    merge(&tree, "idea");
    write(&tree, "/b", "later\n");
    tree.restore_at(Point::After(first), &[]).unwrap();
    assert_eq!(read(&tree, "/a"), "0\n");
    assert!(merge(&tree, "idea").is_done);
    assert_eq!(read(&tree, "/a"), "1\n");
    // Also when the history has forgotten the merge and what took it back.
    let last = tree.history(1).unwrap()[0].id;
    tree.undo(last).unwrap();
    tree.collect(&Retention::new().runs_max(0)).unwrap();
    assert!(tree.history(10).unwrap().is_empty());
    assert!(merge(&tree, "idea").is_done);
    assert_eq!(read(&tree, "/a"), "1\n");
    assert_sound(&tree);
}

/// With markers every merge is done, whatever kinds of entries meet: what cannot be written into a file
/// stays as it is here, and is listed.
#[test]
fn a_merge_with_markers_is_done_whatever_meets() {
    const NAMES: [&str; 7] = ["/d", "/d/x", "/d/x/y", "/d/z", "/e", "/e/f", "/g"];
    let mut numbers = crate::Numbers(7);
    let mut met = std::collections::BTreeSet::new();
    for round in 0..400 {
        let tree = crate::memory();
        let mut change = |tree: &Tree| {
            let at = crate::path(NAMES[numbers.below(NAMES.len())]);
            let to = crate::path(NAMES[numbers.below(NAMES.len())]);
            let text = format!("{}\r\nb\r\n", numbers.below(5));
            // Some fail, since something else is there.
            let _ = match numbers.below(7) {
                0 | 1 => tree
                    .remove_tree(&at)
                    .and_then(|()| tree.write(&at, text.as_bytes())),
                2 => tree.write(&at, text.as_bytes()),
                3 => tree.remove_tree(&at),
                4 => tree.mkdir(&at, &isolate_vfs::MkdirOptions::new().recursive()),
                5 => tree.rename(&at, &to),
                _ => tree
                    .remove_tree(&at)
                    .and_then(|()| tree.symlink(to.as_str(), &at)),
            };
        };
        for _ in 0..6 {
            change(&tree);
        }
        branch(&tree, "side");
        for _ in 0..3 {
            change(&tree);
        }
        tree.switch_branch("side").unwrap();
        for _ in 0..3 {
            change(&tree);
        }
        tree.switch_branch("main").unwrap();
        let merged = tree
            .merge_branch("side", &MergeOptions::new().markers())
            .unwrap_or_else(|error| panic!("round {round}: {error}"));
        assert!(merged.is_done, "round {round}");
        met.extend(
            merged
                .conflicts
                .iter()
                .map(|conflict| conflict.kind.as_str()),
        );
        crate::assert_sound(&tree);
    }
    assert!(met.len() >= 4, "{met:?}");
}
