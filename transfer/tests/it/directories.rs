//! Directories: what is kept, what is in the way, what is skipped.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use isolate_transfer::{Error, ErrorKind, Export, Import, Reason, Report};
use isolate_vfs::Tree;
use tempfile::tempdir;

use crate::folders::{
    Thing, assert_sound, chmod, git, memory, names, path, thing, things, tree_names, write,
};

fn skipped(report: &Report) -> Vec<(&str, Reason)> {
    let all = report.skipped.iter();
    all.map(|skipped| (skipped.path.as_str(), skipped.reason))
        .collect()
}

fn conflicts(error: &Error) -> Vec<(&str, &str)> {
    let all = error.conflicts().iter();
    all.map(|conflict| (conflict.path.as_str(), conflict.what.as_str()))
        .collect()
}

/// This repository, without what git ignores.
#[test]
fn a_real_source_tree_comes_back_as_it_was() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let Some(listed) = git(
        source,
        &[
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ],
    ) else {
        return;
    };
    let tree = memory();
    let report = Import::new().run(&tree, source).unwrap();
    assert_eq!(skipped(&report), []);
    assert!(report.files > 1_000, "{report:?}");
    assert_sound(&tree);
    let target = tempdir().unwrap();
    let exported = Export::new().run(&tree, target.path()).unwrap();
    assert_eq!(
        (exported.files, exported.links, exported.bytes),
        (report.files, report.links, report.bytes)
    );

    let copied = things(target.path());
    let leaves = copied
        .iter()
        .filter(|(_, copy)| !matches!(copy, Thing::Folder { .. }));
    let leaves: Vec<&str> = leaves.map(|(name, _)| name.as_str()).collect();
    let listed = String::from_utf8(listed).unwrap();
    let mut listed: Vec<&str> = listed
        .split_terminator('\0')
        .filter(|name| source.join(name).symlink_metadata().is_ok())
        .collect();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(leaves, listed, "git lists what is imported");
    for (name, copy) in &copied {
        assert_eq!(*copy, thing(&source.join(name)), "{name}");
    }
}

/// A folder with something of every kind.
fn everything(folder: &Path) {
    write(
        folder,
        &[
            ("a.txt", "a"),
            ("empty", ""),
            ("d/run.sh", "#!/bin/sh\n"),
            ("d/e/deep", "deep"),
        ],
    );
    chmod(&folder.join("d/run.sh"), 0o755);
    chmod(&folder.join("a.txt"), 0o600);
    fs::create_dir(folder.join("hollow")).unwrap();
    chmod(&folder.join("hollow"), 0o711);
    symlink("../a.txt", folder.join("d/up")).unwrap();
    symlink("e/deep", folder.join("d/down")).unwrap();
    symlink("nowhere", folder.join("broken")).unwrap();
    fs::write(folder.join("large"), vec![7; 9 << 20]).unwrap();
    fs::write(folder.join("grün und leer"), "x").unwrap();
}

#[test]
fn names_bytes_modes_times_and_links_are_kept() {
    let (source, target) = (tempdir().unwrap(), tempdir().unwrap());
    everything(source.path());
    let tree = memory();
    let report = Import::new().run(&tree, source.path()).unwrap();
    assert_eq!((report.files, report.directories, report.links), (6, 3, 3));
    assert_eq!((report.skipped_total, report.ignored), (0, 0));
    assert_sound(&tree);
    Export::new()
        .run(&tree, &target.path().join("new/folder"))
        .unwrap();
    assert_eq!(
        things(&target.path().join("new/folder")),
        things(source.path())
    );
    // Once more there is nothing to do, on either side.
    let again = Import::new().run(&tree, source.path()).unwrap();
    assert_eq!(
        (again.files, again.links, again.unchanged, again.run),
        (0, 0, 9, None)
    );
    let again = Export::new()
        .run(&tree, &target.path().join("new/folder"))
        .unwrap();
    assert_eq!((again.files, again.links, again.unchanged), (0, 0, 9));
}

#[test]
fn an_import_is_one_run_that_can_be_undone() {
    let source = tempdir().unwrap();
    let folder = source.path().join("project");
    everything_small(&folder);
    let tree = memory();
    tree.write(&path("/mine"), b"mine").unwrap();
    let report = Import::new()
        .actor("ann")
        .to(path("/in/here"))
        .run(&tree, &folder)
        .unwrap();
    let run = &tree.history(1).unwrap()[0];
    assert_eq!(Some(run.id), report.run);
    assert_eq!(run.title(), "ann:import project");
    assert_eq!(
        tree_names(&tree),
        [
            "/in",
            "/in/here",
            "/in/here/a",
            "/in/here/d",
            "/in/here/d/b",
            "/mine"
        ]
    );
    tree.undo(run.id).unwrap();
    assert_eq!(tree_names(&tree), ["/mine"]);
}

fn everything_small(folder: &Path) {
    write(folder, &[("a", "1"), ("d/b", "2")]);
}

#[test]
fn what_is_in_the_way_of_an_import_is_told_together_and_nothing_is_changed() {
    let source = tempdir().unwrap();
    write(
        source.path(),
        &[
            ("new", "n"),
            ("same", "s"),
            ("other", "o"),
            ("d/x", "x"),
            ("f/y", "y"),
            ("l", "l"),
            ("m/z", "z"),
            ("n", "n"),
        ],
    );
    symlink("same", source.path().join("k")).unwrap();
    let tree = memory();
    for (name, text) in [
        ("/same", "s"),
        ("/other", "p"),
        ("/f", "file"),
        ("/d/x", "y"),
        ("/k", "k"),
    ] {
        tree.write(&path(name), text.as_bytes()).unwrap();
    }
    tree.symlink("same", &path("/l")).unwrap();
    tree.symlink("d", &path("/m")).unwrap();
    tree.mkdir(&path("/n"), &isolate_vfs::MkdirOptions::new())
        .unwrap();
    let before = tree.last_change().unwrap();
    let error = Import::new().run(&tree, source.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(
        conflicts(&error),
        [
            ("/d/x", "a file that differs"),
            ("/f", "a file, where a directory is needed"),
            ("/k", "a file"),
            ("/l", "a link"),
            ("/m", "a link, where a directory is needed"),
            ("/n", "a directory"),
            ("/other", "a file that differs"),
        ]
    );
    assert_eq!(error.conflicts_total(), 7);
    assert!(
        error
            .to_string()
            .starts_with("7 paths are in the way: /d/x (a file that differs), /f ("),
        "{error}"
    );
    assert_eq!(tree.last_change().unwrap(), before);
    // Overwriting replaces files and links, never a directory by a file or the other way round.
    let error = Import::new()
        .overwrite()
        .run(&tree, source.path())
        .unwrap_err();
    assert_eq!(
        conflicts(&error)
            .iter()
            .map(|(path, _)| *path)
            .collect::<Vec<_>>(),
        ["/f", "/m", "/n"]
    );
    for name in ["f/y", "m/z", "n"] {
        fs::remove_file(source.path().join(name)).unwrap();
    }
    fs::remove_dir(source.path().join("f")).unwrap();
    fs::remove_dir(source.path().join("m")).unwrap();
    let report = Import::new().overwrite().run(&tree, source.path()).unwrap();
    assert_eq!((report.files, report.links, report.unchanged), (4, 1, 1));
    assert_eq!(tree.read(&path("/other")).unwrap(), b"o");
    assert_eq!(tree.read_link(&path("/k")).unwrap(), "same");
    // The link was replaced, not followed.
    assert_eq!(tree.read(&path("/l")).unwrap(), b"l");
    assert_eq!(tree.read(&path("/same")).unwrap(), b"s");
}

#[test]
fn what_is_in_the_way_of_an_export_is_told_together_and_nothing_is_changed() {
    let (target, elsewhere) = (tempdir().unwrap(), tempdir().unwrap());
    let tree = memory();
    for name in [
        "/new", "/same", "/other", "/d/x", "/f/y", "/l", "/m/z", "/n",
    ] {
        tree.write(&path(name), name.as_bytes()).unwrap();
    }
    write(
        target.path(),
        &[
            ("same", "/same"),
            ("other", "mine"),
            ("f", "file"),
            ("d/x", "/d/y"),
        ],
    );
    write(elsewhere.path(), &[("z", "not mine")]);
    symlink(elsewhere.path().join("z"), target.path().join("l")).unwrap();
    symlink(elsewhere.path(), target.path().join("m")).unwrap();
    fs::create_dir(target.path().join("n")).unwrap();
    let before = things(target.path());
    let error = Export::new().run(&tree, target.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let top = format!("{}/", target.path().display());
    let found: Vec<(String, &str)> = conflicts(&error)
        .into_iter()
        .map(|(path, what)| (path.replace(&top, ""), what))
        .collect();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(path, what)| (path.as_str(), *what))
        .collect();
    assert_eq!(
        found,
        [
            ("d/x", "a file that differs"),
            ("f", "a file, where a directory is needed"),
            ("l", "a link"),
            ("m", "a link, where a directory is needed"),
            ("n", "a directory"),
            ("other", "a file that differs"),
        ]
    );
    assert_eq!(things(target.path()), before);
    fs::remove_file(target.path().join("f")).unwrap();
    fs::remove_file(target.path().join("m")).unwrap();
    fs::remove_dir(target.path().join("n")).unwrap();
    let report = Export::new().overwrite().run(&tree, target.path()).unwrap();
    assert_eq!((report.files, report.unchanged), (7, 1));
    assert_eq!(fs::read(target.path().join("other")).unwrap(), b"/other");
    // The link was replaced, not followed.
    assert!(!target.path().join("l").is_symlink());
    assert_eq!(fs::read(elsewhere.path().join("z")).unwrap(), b"not mine");
}

#[test]
fn what_a_workspace_cannot_hold_is_skipped_and_told() {
    let source = tempdir().unwrap();
    let folder = source.path();
    write(folder, &[("kept", "")]);
    symlink("/etc/passwd", folder.join("absolute")).unwrap();
    symlink("../outside", folder.join("above")).unwrap();
    let _listener = UnixListener::bind(folder.join("socket")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe"))
        .status()
        .unwrap();
    assert!(pipe.success());
    let bad = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"\xff");
    fs::write(folder.join(bad), "").unwrap();
    let deep: std::path::PathBuf = std::iter::repeat_n("d", 258).collect();
    fs::create_dir_all(folder.join(deep)).unwrap();
    let tree = memory();
    let report = Import::new().run(&tree, folder).unwrap();
    let deepest = vec!["d"; 257].join("/");
    assert_eq!(
        skipped(&report),
        [
            ("above", Reason::LeadsOut),
            ("absolute", Reason::LeadsOut),
            (deepest.as_str(), Reason::TooLong),
            ("pipe", Reason::Special("a named pipe")),
            ("socket", Reason::Special("a socket")),
            ("\u{fffd}", Reason::NotUtf8),
        ]
    );
    assert!(tree.exists(&path("/kept")).unwrap());
}

#[test]
fn the_files_of_the_workspace_itself_stay_out() {
    let folder = tempdir().unwrap();
    let database = folder.path().join("state.sqlite");
    let tree = Tree::open(&database, &isolate_vfs::OpenOptions::new()).unwrap();
    tree.write(&path("/state.sqlite"), b"not a database")
        .unwrap();
    write(folder.path(), &[("a", "a")]);
    let report = Import::new()
        .to(path("/in"))
        .run(&tree, folder.path())
        .unwrap();
    assert_eq!(tree_names(&tree), ["/in", "/in/a", "/state.sqlite"]);
    assert!(
        report
            .skipped
            .iter()
            .all(|skipped| skipped.reason == Reason::Workspace)
    );
    assert!(report.skipped_total >= 2, "{report:?}");
    // And no export replaces them.
    let error = Export::new()
        .overwrite()
        .run(&tree, folder.path())
        .unwrap_err();
    assert_eq!(error.conflicts()[0].what, "a file of the workspace itself");
    assert_sound(&tree);
}

#[test]
fn only_some_paths_are_exported_with_the_directories_above() {
    let target = tempdir().unwrap();
    let tree = memory();
    for name in ["/a/b/c/1", "/a/b/2", "/a/3", "/d/4", "/e"] {
        tree.write(&path(name), b"").unwrap();
    }
    let export = Export::new()
        .path(path("/a/b/c"))
        .path(path("/a/b/c/1"))
        .path(path("/a/3"))
        .path(path("/e"));
    export.run(&tree, target.path()).unwrap();
    assert_eq!(
        names(target.path()),
        ["a", "a/3", "a/b", "a/b/c", "a/b/c/1", "e"]
    );
    let error = Export::new()
        .path(path("/none"))
        .run(&tree, target.path())
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::Workspace, "no such file or directory: /none")
    );
}

#[test]
fn a_pattern_leaves_out_what_it_matches() {
    let source = tempdir().unwrap();
    write(
        source.path(),
        &[
            ("a.log", ""),
            ("d/b.log", ""),
            ("d/c", ""),
            ("build/x/y", ""),
            ("src/gen/z", ""),
            ("src/k", ""),
        ],
    );
    let tree = memory();
    let import = Import::new()
        .exclude(&["*.log", "build/**", "src/gen"])
        .unwrap();
    let report = import.run(&tree, source.path()).unwrap();
    assert_eq!(
        tree_names(&tree),
        ["/build", "/d", "/d/c", "/src", "/src/k"]
    );
    assert_eq!(report.ignored, 4);
    let error = Import::new().exclude(&["[z-a]"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Workspace);
}

#[test]
fn a_missing_source_and_a_wrong_destination_are_named() {
    let source = tempdir().unwrap();
    let tree = memory();
    tree.write(&path("/file"), b"").unwrap();
    let missing = source.path().join("none");
    let error = Import::new().run(&tree, &missing).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Source);
    assert_eq!(
        error.to_string(),
        format!(
            "cannot read {}: no such file or directory",
            missing.display()
        )
    );
    let error = Import::new()
        .to(path("/file/x"))
        .run(&tree, source.path())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "/file/x is not a directory of the workspace"
    );
    let file = source.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Export::new().run(&tree, &file).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot write to {}: not a directory", file.display())
    );
}
