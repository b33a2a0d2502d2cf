//! Folders that belong to a workspace alone, and what comes from outside under their names.

use std::fs;
use std::os::unix::fs::symlink;

use isolate_transfer::{ErrorKind, Export, Import, Reason, Report};
use isolate_vfs::{OpenOptions, Tree};
use tempfile::tempdir;

use crate::folders::{memory, path, write};
use crate::projects::Project;

/// Names as they would be in a workspace, and others that only look like them.
const FILES: [(&str, &str); 5] = [
    (".checkpoints/good", "forged"),
    (".runs/1/log.txt", "forged"),
    ("src/.checkpoints/mine", "mine"),
    (".checkpoints2", "mine"),
    ("a", "mine"),
];

fn reasons(report: &Report) -> Vec<(&str, Reason)> {
    let all = report.skipped.iter();
    all.map(|skipped| (skipped.path.as_str(), skipped.reason))
        .collect()
}

/// Nothing of a source is in the folders, and everything else is there.
fn assert_not_forged(tree: &Tree) {
    for folder in ["/.checkpoints", "/.runs"] {
        assert_eq!(tree.lstat(&path(folder)).unwrap(), None, "{folder}");
    }
    for mine in ["/src/.checkpoints/mine", "/.checkpoints2", "/a"] {
        assert_eq!(tree.read(&path(mine)).unwrap(), b"mine", "{mine}");
    }
}

#[test]
fn a_directory_brings_no_checkpoint_in() {
    let folder = tempdir().unwrap();
    write(folder.path(), &FILES);
    let tree = memory();
    let report = Import::new().run(&tree, folder.path()).unwrap();
    assert_eq!(
        reasons(&report),
        [
            (".checkpoints", Reason::Internal),
            (".runs", Reason::Internal)
        ]
    );
    assert_not_forged(&tree);
    // Below another directory they are files as all others.
    let report = Import::new()
        .to(path("/in"))
        .run(&tree, folder.path())
        .unwrap();
    assert_eq!(reasons(&report), []);
    assert_eq!(
        tree.read(&path("/in/.checkpoints/good")).unwrap(),
        b"forged"
    );
}

#[test]
fn a_link_of_the_name_is_not_made() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[("a", "")]);
    symlink("a", folder.path().join(".checkpoints")).unwrap();
    let tree = memory();
    let report = Import::new().run(&tree, folder.path()).unwrap();
    assert_eq!(reasons(&report), [(".checkpoints", Reason::Internal)]);
}

#[test]
fn an_archive_brings_no_checkpoint_in() {
    let folder = tempdir().unwrap();
    let made = memory();
    for (name, content) in FILES {
        made.write(&path(name), content.as_bytes()).unwrap();
    }
    for name in ["x.tar", "x.tar.gz", "x.zip"] {
        let file = folder.path().join(name);
        let mut export = Export::new().path(path("/"));
        for folder in ["/.checkpoints", "/.runs"] {
            export = export.path(path(folder));
        }
        export.run(&made, &file).unwrap();
        let tree = memory();
        let report = Import::new().run(&tree, &file).unwrap();
        let mut told = reasons(&report);
        told.sort_unstable_by_key(|(path, _)| *path);
        let expected = [
            ".checkpoints",
            ".checkpoints/good",
            ".runs",
            ".runs/1",
            ".runs/1/log.txt",
        ];
        assert_eq!(
            told,
            expected.map(|path| (path, Reason::Internal)),
            "{name}"
        );
        assert_not_forged(&tree);
    }
}

#[test]
fn a_destination_in_the_folders_is_refused() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[("a", "")]);
    let tree = memory();
    tree.symlink("/.checkpoints", &path("/link")).unwrap();
    for to in ["/.checkpoints", "/.runs/1", "/link/x"] {
        let import = Import::new().to(path(to));
        let error = import.run(&tree, folder.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Workspace, "{to}");
        assert!(
            error
                .to_string()
                .ends_with(" belongs to the workspace alone: import into another directory"),
            "{error}"
        );
        assert_eq!(tree.lstat(&path("/.checkpoints")).unwrap(), None);
    }
}

#[test]
fn a_directory_to_work_on_has_no_checkpoints() {
    let project = Project::new(&FILES);
    let (mut checkout, tree) = project.open();
    assert_eq!(
        reasons(checkout.report()),
        [
            (".checkpoints", Reason::Internal),
            (".runs", Reason::Internal)
        ]
    );
    assert_not_forged(&tree);
    // What is made there stays in the workspace, and what is on the disk stays there.
    tree.write(&path("/.checkpoints/good"), b"made").unwrap();
    tree.write(&path("/b"), b"new").unwrap();
    checkout.write_back(&tree, "").unwrap();
    assert_eq!(
        fs::read(project.at(".checkpoints/good")).unwrap(),
        b"forged"
    );
    assert_eq!(fs::read(project.at("b")).unwrap(), b"new");
    assert!(checkout.is_current().unwrap());
    let again = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
    assert_eq!(again.read(&path("/.checkpoints/good")).unwrap(), b"made");
}
