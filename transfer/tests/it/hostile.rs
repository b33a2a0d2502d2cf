//! Workspaces and targets that were made to do harm.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use isolate_transfer::{ErrorKind, Export, Import, Reason};
use isolate_vfs::{OpenOptions, Tree};
use tempfile::tempdir;

use super::folders::{memory, path};

/// Every path below a directory.
fn found(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        names.push(entry.file_name().to_string_lossy().into_owned());
        if entry.file_type().unwrap().is_dir() {
            let below = found(&entry.path()).into_iter();
            names.extend(
                below.map(|name| format!("{}/{name}", entry.file_name().to_string_lossy())),
            );
        }
    }
    names.sort();
    names
}

/// A database whose names were changed behind its back leads nowhere outside of the target.
#[test]
fn names_of_a_prepared_workspace_lead_nowhere() {
    for name in ["..", ".", "a/b", "../../escaped", "/escaped", "x\0y", ""] {
        let folder = tempdir().unwrap();
        let file = folder.path().join("w.sqlite");
        let tree = Tree::open(&file, &OpenOptions::new()).unwrap();
        tree.write(&path("/d/victim"), b"bytes").unwrap();
        tree.write(&path("/d/other"), b"bytes").unwrap();
        drop(tree);
        let connection = rusqlite::Connection::open(&file).unwrap();
        let changed = connection
            .execute("UPDATE node SET name = ?1 WHERE name = 'victim'", [name])
            .unwrap();
        assert_eq!(changed, 1);
        drop(connection);
        let tree = Tree::open(&file, &OpenOptions::new().read_only()).unwrap();
        let target = folder.path().join("deep/target");
        fs::create_dir_all(&target).unwrap();
        let exported = Export::new().run(&tree, &target);
        assert!(exported.is_err(), "{name:?}: {exported:?}");
        drop(tree);
        let mut others = found(folder.path());
        others.retain(|name| !name.starts_with("w.sqlite") && !name.starts_with("deep"));
        assert_eq!(others, [""; 0], "{name:?}");
        let outside = found(&folder.path().join("deep")).into_iter();
        assert!(
            outside.into_iter().all(|name| name.starts_with("target")),
            "{name:?}"
        );
    }
}

/// Links of the target are not followed, whether they stand for files or for directories.
#[test]
fn links_in_the_target_are_not_written_through() {
    let tree = memory();
    tree.write(&path("/dir/file"), b"from the workspace")
        .unwrap();
    tree.write(&path("/plain"), b"from the workspace").unwrap();
    for overwrite in [false, true] {
        let (target, outside) = (tempdir().unwrap(), tempdir().unwrap());
        fs::write(outside.path().join("plain"), "outside").unwrap();
        symlink(outside.path(), target.path().join("dir")).unwrap();
        symlink(outside.path().join("plain"), target.path().join("plain")).unwrap();
        let mut export = Export::new();
        export.overwrite = overwrite;
        let error = export.run(&tree, target.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(found(outside.path()), ["plain"]);
        let content = fs::read_to_string(outside.path().join("plain")).unwrap();
        assert_eq!(content, "outside");
    }
    // Without the directory in the way, overwriting replaces the link and not what it leads to.
    let (target, outside) = (tempdir().unwrap(), tempdir().unwrap());
    fs::write(outside.path().join("plain"), "outside").unwrap();
    symlink(outside.path().join("plain"), target.path().join("plain")).unwrap();
    Export::new().overwrite().run(&tree, target.path()).unwrap();
    let content = fs::read_to_string(outside.path().join("plain")).unwrap();
    assert_eq!(content, "outside");
    let plain = fs::symlink_metadata(target.path().join("plain")).unwrap();
    assert!(plain.file_type().is_file());
}

/// Links that lead out of the source or of the target stay out, however they are written.
#[test]
fn links_that_lead_out_are_skipped() {
    let source = tempdir().unwrap();
    fs::create_dir(source.path().join("d")).unwrap();
    for (name, leads_to) in [("abs", "/etc/passwd"), ("up", "../x"), ("d/up", "../../x")] {
        symlink(leads_to, source.path().join(name)).unwrap();
    }
    symlink("../inside", source.path().join("d/inside")).unwrap();
    let tree = memory();
    let report = Import::new().run(&tree, source.path()).unwrap();
    let reasons: Vec<_> = report
        .skipped
        .iter()
        .map(|one| (one.path.as_str(), one.reason))
        .collect();
    assert_eq!(
        reasons,
        [
            ("abs", Reason::LeadsOut),
            ("d/up", Reason::LeadsOut),
            ("up", Reason::LeadsOut)
        ]
    );
    tree.symlink("/etc/passwd", &path("/abs")).unwrap();
    tree.symlink("../../x", &path("/d/out")).unwrap();
    let target = tempdir().unwrap();
    let report = Export::new().run(&tree, target.path()).unwrap();
    assert_eq!(report.skipped.len(), 2, "{report:?}");
    assert_eq!(found(target.path()), ["d", "d/inside"]);
}

#[test]
fn archives_are_refused_with_a_way_out() {
    let folder = tempdir().unwrap();
    let tree = memory();
    for name in ["x.tar", "x.tar.gz", "x.TGZ", "x.zip"] {
        let at = folder.path().join(name);
        let error = Export::new().run(&tree, &at).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Target);
        assert!(
            error
                .to_string()
                .ends_with("export to a directory and pack that"),
            "{error}"
        );
        assert!(!at.exists());
        fs::write(&at, "").unwrap();
        let error = Import::new().run(&tree, &at).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Source);
        assert!(
            error
                .to_string()
                .ends_with("unpack the archive and import its directory"),
            "{error}"
        );
    }
    // A directory may have any name.
    let odd = folder.path().join("really.tar");
    fs::create_dir(&odd).unwrap();
    Export::new().run(&tree, &odd).unwrap();
    Import::new().run(&tree, &odd).unwrap();
}
