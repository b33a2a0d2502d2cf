//! What git ignores stays out, as git itself says.

use std::path::Path;

use isolate_text::VPath;
use isolate_transfer::{Checkout, CheckoutOptions, Import};
use isolate_vfs::{FileKind, FindOptions, OpenOptions, Tree};
use tempfile::tempdir;

use crate::folders::{git, memory, tree_names, write};

/// The files that git would add in a folder.
fn listed(folder: &Path) -> Option<Vec<String>> {
    let listed = git(
        folder,
        &["ls-files", "-z", "--others", "--exclude-standard"],
    )?;
    let text = String::from_utf8(listed).unwrap();
    let mut names: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
    names.sort();
    Some(names)
}

fn files(tree: &Tree) -> Vec<String> {
    let options = FindOptions::new().kinds([FileKind::File]);
    let found = tree.find(&VPath::root(), &options).unwrap();
    found
        .into_iter()
        .map(|entry| entry.path.as_str()[1..].to_owned())
        .collect()
}

/// A repository with rules at several levels.
fn repository(folder: &Path) -> Option<()> {
    git(folder, &["init", "-q"])?;
    write(
        folder,
        &[
            (
                ".gitignore",
                "target/\n*.log\n!keep.log\n/only-top\nnode_modules\ndoc/*.txt\n",
            ),
            (".git/info/exclude", "secret\n*.swp\n"),
            ("a.rs", ""),
            ("a.log", ""),
            ("keep.log", ""),
            ("x.swp", ""),
            ("only-top", ""),
            ("d/only-top", ""),
            ("target/x", ""),
            ("d/target/y", ""),
            ("node_modules/p/i.js", ""),
            ("doc/a.txt", ""),
            ("doc/b/a.txt", ""),
            ("secret/k", ""),
            ("d/.gitignore", "!*.log\nlocal\n/e/*\n!/e/kept\n"),
            ("d/b.log", ""),
            ("d/local", ""),
            ("d/e/kept", ""),
            ("d/e/gone", ""),
            ("d/f/local/z", ""),
            ("d/f/c.log", ""),
            ("local", ""),
        ],
    );
    Some(())
}

#[test]
fn what_git_ignores_stays_out() {
    let folder = tempdir().unwrap();
    let Some(()) = repository(folder.path()) else {
        return;
    };
    let tree = memory();
    Import::new().run(&tree, folder.path()).unwrap();
    assert_eq!(files(&tree), listed(folder.path()).unwrap());
    // A directory of the repository, with the rules above it.
    let tree = memory();
    let below = folder.path().join("d");
    Import::new().run(&tree, &below).unwrap();
    assert_eq!(files(&tree), listed(&below).unwrap());
}

#[test]
fn what_is_ignored_is_read_when_that_is_asked_for() {
    let folder = tempdir().unwrap();
    write(
        folder.path(),
        &[
            (".gitignore", "*.log\n"),
            ("a.log", ""),
            (".git/config", ""),
            ("d/.git", "gitdir: x"),
        ],
    );
    let tree = memory();
    let report = Import::new().run(&tree, folder.path()).unwrap();
    assert_eq!(
        (tree_names(&tree), report.ignored),
        (vec!["/.gitignore".to_owned(), "/d".to_owned()], 3)
    );
    let tree = memory();
    Import::new()
        .ignored_too()
        .run(&tree, folder.path())
        .unwrap();
    assert_eq!(tree_names(&tree), ["/.gitignore", "/a.log", "/d"]);
    let tree = memory();
    Import::new().git_too().run(&tree, folder.path()).unwrap();
    assert_eq!(
        tree_names(&tree),
        ["/.git", "/.git/config", "/.gitignore", "/d", "/d/.git"]
    );
}

#[test]
fn a_repository_within_another_has_rules_of_its_own() {
    let folder = tempdir().unwrap();
    write(
        folder.path(),
        &[
            (".gitignore", "*.log\n"),
            (".git/HEAD", ""),
            ("a.log", ""),
            ("inner/.git/HEAD", ""),
            ("inner/b.log", ""),
            ("inner/c.txt", ""),
            ("inner/.gitignore", "*.txt\n"),
        ],
    );
    let tree = memory();
    Import::new().run(&tree, folder.path()).unwrap();
    assert_eq!(
        files(&tree),
        [".gitignore", "inner/.gitignore", "inner/b.log"]
    );
}

/// A program on a directory sees, and an import takes along, the files that git would add.
fn assert_as_git(folder: &Path) {
    let expected = listed(folder).unwrap();
    let tree = memory();
    Import::new().run(&tree, folder).unwrap();
    assert_eq!(files(&tree), expected, "{folder:?}");
    let state = tempdir().unwrap();
    let options = CheckoutOptions::new();
    let checkout = Checkout::open(folder, state.path(), &options).unwrap();
    let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
    assert_eq!(files(&tree), expected, "{folder:?}");
}

/// In a further work tree and in a submodule `.git` is a file, and the rules of `info/exclude` are in the
/// directory of the repository.
#[test]
fn the_rules_of_a_repository_hold_in_its_work_trees_and_submodules() {
    let folder = tempdir().unwrap();
    let main = folder.path().join("main");
    std::fs::create_dir(&main).unwrap();
    let files = [("x.swp", ""), ("d/y.swp", ""), ("secret/k", ""), ("a", "")];
    if git(&main, &["init", "-q"]).is_none() {
        return;
    }
    let commit = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.c",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "one",
    ];
    git(&main, &commit).unwrap();
    git(&main, &["worktree", "add", "-q", "--detach", "../tree"]).unwrap();
    git(&main, &["worktree", "add", "-q", "--detach", "../side"]).unwrap();
    let add = [
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
    ];
    let tree = folder.path().join("tree");
    git(
        &tree,
        &[&add[..], &[main.to_str().unwrap(), "sub"]].concat(),
    )
    .unwrap();
    write(&main, &[(".git/info/exclude", "*.swp\nsecret\n")]);
    // What is to be listed is what git does not know.
    git(&tree, &["rm", "-q", "--cached", ".gitmodules"]).unwrap();
    // Git reads the rules of a further work tree only there.
    write(&main, &[(".git/worktrees/tree/info/exclude", "a\n")]);
    let sub = main.join(".git/worktrees/tree/modules/sub/info/exclude");
    std::fs::write(sub, "a\n*.swp\n").unwrap();
    for top in [&main, &tree, &folder.path().join("side"), &tree.join("sub")] {
        write(top, &files);
        assert_as_git(top);
        assert_as_git(&top.join("d"));
    }
    // A link to the directory of a repository.
    let linked = folder.path().join("linked");
    write(&linked, &files);
    std::os::unix::fs::symlink("../main/.git", linked.join(".git")).unwrap();
    assert_as_git(&linked);
}

#[test]
fn a_file_named_git_that_leads_nowhere_adds_no_rules() {
    let folder = tempdir().unwrap();
    for text in [
        "",
        "gitdir: ",
        "gitdir: /nowhere\n",
        "gitdir: .git\n",
        "not of git",
        "gitdir: \0\n",
    ] {
        write(
            folder.path(),
            &[
                (".git", text),
                (".gitignore", "*.log\n"),
                ("a", ""),
                ("b.log", ""),
            ],
        );
        let tree = memory();
        Import::new().run(&tree, folder.path()).unwrap();
        assert_eq!(files(&tree), [".gitignore", "a"], "{text:?}");
    }
}
