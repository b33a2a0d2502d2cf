//! What is refused: names, branches that are gone, and too many of them.

use isolate_vfs::{
    BranchOptions, ErrorKind, LogOptions, MergeOptions, OpenOptions, Point, RunId, RunOptions, Tree,
};

use super::{branch, read, write};
use crate::{assert_sound, memory, path};

#[test]
fn bad_names_and_wrong_branches_are_refused() {
    let tree = memory();
    write(&tree, "/a", "1");
    branch(&tree, "attempt");
    for (done, kind, text) in [
        (
            tree.switch_branch("atempt"),
            ErrorKind::NoBranch,
            "there are: attempt, main",
        ),
        (
            tree.create_branch("attempt", &BranchOptions::new()),
            ErrorKind::Exists,
            "a branch attempt already",
        ),
        (
            tree.create_branch("main", &BranchOptions::new()),
            ErrorKind::Exists,
            "a branch main already",
        ),
        (
            tree.create_branch("7", &BranchOptions::new()),
            ErrorKind::Invalid,
            "not digits alone",
        ),
        (
            tree.delete_branch("none").map(drop),
            ErrorKind::NoBranch,
            "there is no branch \"none\"",
        ),
        (
            tree.delete_branch("main").map(drop),
            ErrorKind::Invalid,
            "the main branch cannot be deleted",
        ),
        (
            tree.merge_branch("main", &MergeOptions::new()).map(drop),
            ErrorKind::Invalid,
            "into itself",
        ),
        (
            tree.merge_branch("none", &MergeOptions::new()).map(drop),
            ErrorKind::NoBranch,
            "attempt",
        ),
        (
            tree.differences_of_branch("main").map(drop),
            ErrorKind::Invalid,
            "not made from another",
        ),
    ] {
        let error = done.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    tree.switch_branch("attempt").unwrap();
    let error = tree.delete_branch("attempt").unwrap_err();
    assert!(
        error.to_string().contains("choose another first"),
        "{error}"
    );
    branch(&tree, "below");
    branch(&tree, "beside");
    tree.switch_branch("below").unwrap();
    let error = tree
        .merge_branch("beside", &MergeOptions::new())
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("merge beside into attempt first"),
        "{error}"
    );
    tree.switch_branch("main").unwrap();
    let error = tree.delete_branch("attempt").unwrap_err();
    assert!(
        error.to_string().contains("delete below, beside first"),
        "{error}"
    );
    // While something else is going on, the branch stays.
    let open = tree.begin(&RunOptions::new("")).unwrap();
    assert_eq!(
        open.switch_branch("below").unwrap_err().kind(),
        ErrorKind::Invalid
    );
    drop(open);
    let inside = tree
        .snapshot(|tree| tree.switch_branch("below"))
        .unwrap_err();
    assert_eq!(inside.kind(), ErrorKind::Invalid);
    assert_sound(&tree);
}

/// Another connection may delete the branch that one works on.
#[test]
fn a_branch_that_is_gone_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let one = Tree::open(&file, &OpenOptions::new()).unwrap();
    let other = Tree::open(&file, &OpenOptions::new()).unwrap();
    write(&one, "/a", "1");
    branch(&one, "idea");
    other.switch_branch("idea").unwrap();
    write(&other, "/a", "2");
    one.delete_branch("idea").unwrap();
    for done in [
        other.read(&path("/a")).map(drop),
        other.write(&path("/a"), b"3"),
        other.read_dir(&path("/")).map(drop),
        other.stored().map(drop),
        other.begin(&RunOptions::new("").atomic()).and_then(|run| {
            run.remove_tree(&path("/a"))?;
            run.commit().map(drop)
        }),
    ] {
        let error = done.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoBranch, "{error}");
        assert!(
            error.to_string().contains("the branch idea was deleted"),
            "{error}"
        );
    }
    // Its runs stay in the history, with what they changed.
    let runs = one.log(&LogOptions::new().all_branches()).unwrap();
    let of_branch = runs
        .iter()
        .find(|info| info.label == "work" && info.branch.as_deref() == Some("idea"));
    assert_eq!(
        one.read_after(of_branch.unwrap().id, &path("/a")).unwrap(),
        b"2"
    );
    assert_sound(&one);
    // A new branch of the same name is another.
    branch(&one, "idea");
    assert!(other.read(&path("/a")).is_err());
    other.switch_branch("idea").unwrap();
    assert_eq!(read(&other, "/a"), "1");
}

#[test]
fn branches_have_bounds() {
    let tree = memory();
    write(&tree, "/a", "1");
    for depth in 0..50 {
        branch(&tree, &format!("deep{depth}"));
        tree.switch_branch(&format!("deep{depth}")).unwrap();
        write(&tree, "/a", &depth.to_string());
    }
    let error = tree
        .create_branch("deeper", &BranchOptions::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(
        error
            .to_string()
            .contains("make it from one of the earlier ones"),
        "{error}"
    );
    assert_eq!(tree.log(&LogOptions::new()).unwrap().len(), 51);
    assert_eq!(
        tree.differences(Point::Before(RunId::from(1)), Point::Now)
            .unwrap()
            .len(),
        1
    );
    tree.switch_branch("main").unwrap();
    for number in 50..1_000 {
        branch(&tree, &format!("wide{number}"));
    }
    let error = tree
        .create_branch("more", &BranchOptions::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.to_string().contains("delete one first"), "{error}");
    tree.delete_branch("wide999").unwrap();
    branch(&tree, "more");
    assert_eq!(tree.branches().unwrap().len(), 1_000);
    assert_sound(&tree);
}
