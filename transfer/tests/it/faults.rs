//! Disks and sources that fail in the middle.

use std::fs;
use std::path::Path;
use std::process::Command;

use isolate_transfer::{ErrorKind, Export, Import};
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{MemoryStore, OpenOptions, Quota, Tree};
use tempfile::tempdir;

use crate::folders::{assert_sound, chmod, memory, names, path, tree_names, write};

#[test]
fn a_full_quota_leaves_the_workspace_as_it_was() {
    let source = tempdir().unwrap();
    for index in 0..20 {
        fs::write(source.path().join(index.to_string()), vec![1; 100_000]).unwrap();
    }
    let options = OpenOptions::new().quota(Quota::new().bytes_max(1_000_000));
    let tree = Tree::open_memory(&MemoryStore::new().unwrap(), &options).unwrap();
    tree.write(&path("/mine"), b"mine").unwrap();
    let error = Import::new().run(&tree, source.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Workspace);
    assert!(error.to_string().starts_with("no space left"), "{error}");
    assert_eq!(tree_names(&tree), ["/mine"]);
    assert_sound(&tree);
}

/// At whatever statement the storage fails, the workspace is as it was.
#[test]
fn a_failing_storage_leaves_the_workspace_as_it_was() {
    let source = tempdir().unwrap();
    write(source.path(), &[("a", "1"), ("d/b", "2")]);
    let mut number = 1;
    loop {
        let tree = memory();
        tree.write(&path("/a"), b"mine").unwrap();
        tree.fail_statement(number, FailMode::Once);
        let done = Import::new().overwrite().run(&tree, source.path());
        let fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        if done.is_err() {
            assert_eq!(tree.read(&path("/a")).unwrap(), b"mine", "{number}");
            assert_eq!(tree_names(&tree), ["/a"], "{number}");
        }
        assert_sound(&tree);
        if !fired {
            break;
        }
        number += 1;
    }
    assert!(number > 10, "{number}");
}

/// As a user who may not read everything; the superuser may.
#[test]
fn a_file_that_cannot_be_read_ends_the_import_and_is_named() {
    const NOBODY: u32 = 65_534;
    let folder = tempdir().unwrap();
    write(folder.path(), &[("source/a", "1"), ("source/secret", "2")]);
    chmod(&folder.path().join("source/secret"), 0);
    if fs::read(folder.path().join("source/secret")).is_err() {
        let error = Import::new()
            .run(&memory(), &folder.path().join("source"))
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Source);
        assert!(
            error
                .to_string()
                .ends_with("source/secret: permission denied"),
            "{error}"
        );
        return;
    }
    // The test runs itself as somebody else.
    if std::env::var_os("ISOLATE_TEST_UNREADABLE").is_some() {
        return;
    }
    use std::os::unix::process::CommandExt as _;
    let own = std::env::current_exe().unwrap();
    let done = Command::new(own)
        .args([
            "--exact",
            "faults::a_file_that_cannot_be_read_ends_the_import_and_is_named",
        ])
        .env("ISOLATE_TEST_UNREADABLE", "1")
        .env("TMPDIR", "/tmp")
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .output();
    match done {
        Ok(done) => assert!(done.status.success(), "{done:?}"),
        // The folder of the build may be closed to others.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied),
    }
}

/// A limit of file sizes stands for a full disk: writing fails in the middle of a file.
#[test]
fn a_disk_that_is_full_leaves_whole_files_and_no_others() {
    let folder = tempdir().unwrap();
    if let Some(target) = std::env::var_os("ISOLATE_TEST_FULL") {
        let tree = filled();
        let error = Export::new().run(&tree, Path::new(&target)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Target);
        assert!(
            error.to_string().contains("b-large: file too large"),
            "{error}"
        );
        return;
    }
    for name in ["out", "out.tar"] {
        let target = folder.path().join(name);
        let own = std::env::current_exe().unwrap();
        let script = "trap '' XFSZ; ulimit -f 128; exec \"$0\" --exact faults::a_disk_that_is_full_leaves_whole_files_and_no_others";
        let done = Command::new("bash")
            .args(["-c", script])
            .arg(own)
            .env("ISOLATE_TEST_FULL", &target)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() || name == "out.tar", "{text}");
    }
    assert_eq!(
        names(folder.path()),
        ["out", "out/a-small"],
        "neither a torn file nor an archive"
    );
}

fn filled() -> Tree {
    let tree = memory();
    tree.write(&path("/a-small"), b"small").unwrap();
    tree.write(&path("/b-large"), &vec![7; 1 << 20]).unwrap();
    tree.write(&path("/c-small"), b"small").unwrap();
    tree
}

/// The test starts itself, and kills that in the middle.
#[test]
fn a_killed_process_leaves_whole_files_and_the_workspace_as_it_was() {
    if let Some(folder) = std::env::var_os("ISOLATE_TEST_KILLED") {
        let folder = Path::new(&folder);
        let tree = Tree::open(&folder.join("w.sqlite"), &OpenOptions::new()).unwrap();
        let mut count = 0;
        let pause = |_| {
            count += 1;
            if count == 30 {
                fs::write(folder.join("ready"), "").unwrap();
                std::thread::park();
            }
        };
        if folder.join("import").exists() {
            let _ = Import::new().run_with(&tree, &folder.join("source"), pause);
        } else {
            let _ = Export::new().run_with(&tree, &folder.join("out"), pause);
        }
        return;
    }
    for what in ["import", "export"] {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join(what), "").unwrap();
        fs::create_dir(folder.path().join("source")).unwrap();
        let tree = Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap();
        for index in 0..60 {
            let bytes = vec![1; 20_000];
            fs::write(folder.path().join(format!("source/{index}")), &bytes).unwrap();
            if what == "export" {
                tree.write(&path(&format!("/{index}")), &bytes).unwrap();
            }
        }
        let before = tree_names(&tree);
        drop(tree);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "faults::a_killed_process_leaves_whole_files_and_the_workspace_as_it_was",
            ])
            .env("ISOLATE_TEST_KILLED", folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while !folder.path().join("ready").exists() {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let tree = Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap();
        assert_eq!(tree_names(&tree), before);
        assert_sound(&tree);
        if what == "export" {
            let out = names(&folder.path().join("out"));
            assert_eq!(out.len(), 30);
            for name in out {
                assert_eq!(
                    fs::read(folder.path().join("out").join(&name))
                        .unwrap()
                        .len(),
                    20_000,
                    "{name}"
                );
            }
        }
    }
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
