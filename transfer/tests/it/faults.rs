//! Imports and exports that fail in the middle.

use std::fs;

use isolate_transfer::{ErrorKind, Export, Import};
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{LogOptions, MemoryStore, OpenOptions, Quota, Tree};
use tempfile::tempdir;

use super::folders::{memory, path};

/// What does not fit leaves the workspace as it was, history included.
#[test]
fn an_import_beyond_the_quota_changes_nothing() {
    let source = tempdir().unwrap();
    fs::create_dir(source.path().join("d")).unwrap();
    for name in ["a", "b", "d/c"] {
        fs::write(source.path().join(name), vec![1; 40_000]).unwrap();
    }
    let options = OpenOptions::new().quota(Quota::new().bytes_max(100_000));
    let tree = Tree::open_memory(&MemoryStore::new().unwrap(), &options).unwrap();
    tree.write(&path("/kept"), b"kept").unwrap();
    let runs = tree.log(&LogOptions::new()).unwrap();
    let error = Import::new().run(&tree, source.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Workspace, "{error}");
    assert!(
        error.to_string().contains("at most 100000 are allowed"),
        "{error}"
    );
    assert!(!tree.exists(&path("/a")).unwrap() && !tree.exists(&path("/d")).unwrap());
    assert_eq!(tree.log(&LogOptions::new()).unwrap(), runs);
    assert_eq!(tree.check().unwrap(), [""; 0]);
}

/// Whatever statement of the database fails, an import happens as a whole or not at all.
#[test]
fn an_import_whose_storage_fails_changes_nothing() {
    let source = tempdir().unwrap();
    fs::create_dir(source.path().join("d")).unwrap();
    fs::write(source.path().join("a"), "new").unwrap();
    fs::write(source.path().join("d/b"), vec![2; 20_000]).unwrap();
    let mut failed = 0;
    for number in 1..2_000 {
        let tree = memory();
        tree.write(&path("/a"), b"old").unwrap();
        tree.fail_statement(number, FailMode::Once);
        let imported = Import::new().overwrite().run(&tree, source.path());
        let is_fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        let expected: &[u8] = if imported.is_ok() { b"new" } else { b"old" };
        assert_eq!(tree.read(&path("/a")).unwrap(), expected, "{number}");
        assert_eq!(
            tree.exists(&path("/d/b")).unwrap(),
            imported.is_ok(),
            "{number}"
        );
        assert_eq!(tree.check().unwrap(), [""; 0], "{number}");
        failed += u32::from(imported.is_err());
        if !is_fired {
            assert!(imported.is_ok());
            break;
        }
    }
    assert!(failed > 10, "{failed}");
}

/// A file of the workspace that cannot be read ends the export; what was written by then is whole.
#[test]
fn an_export_whose_storage_fails_leaves_whole_files() {
    let tree = memory();
    for name in ["/a", "/b", "/c"] {
        tree.write(&path(name), &vec![name.as_bytes()[1]; 100_000])
            .unwrap();
    }
    let mut failed = 0;
    for number in 1..2_000 {
        let target = tempdir().unwrap();
        tree.fail_statement(number, FailMode::Once);
        let exported = Export::new().run(&tree, target.path());
        let is_fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        for entry in fs::read_dir(target.path()).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let bytes = fs::read(entry.path()).unwrap();
            assert_eq!(bytes, vec![name.as_bytes()[0]; 100_000], "{number}: {name}");
        }
        failed += u32::from(exported.is_err());
        if !is_fired {
            assert_eq!(exported.unwrap().files, 3);
            break;
        }
    }
    assert!(failed > 3, "{failed}");
}
