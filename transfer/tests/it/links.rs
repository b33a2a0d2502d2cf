//! Links of a target, of a source and of a workspace that lead elsewhere.

use std::fs;
use std::os::unix::fs::symlink;

use isolate_transfer::{ErrorKind, Export, Import, Reason};
use tempfile::tempdir;

use super::folders::{memory, names, path};

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
        if overwrite {
            export = export.overwrite();
        }
        let error = export.run(&tree, target.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(names(outside.path()), ["plain"]);
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
    assert_eq!(names(target.path()), ["d", "d/inside"]);
}
