//! Archives: written by us and by others, read by us and by others.

use std::fs;
use std::path::Path;
use std::process::Command;

use isolate_oracles::Oracle;
use isolate_transfer::{ErrorKind, Export, Import};
use isolate_vfs::Tree;
use tempfile::tempdir;

use crate::folders::{Thing, assert_sound, chmod, memory, names, path, things, tree_names, write};

const NAMES: [&str; 3] = ["a.tar", "a.tar.gz", "a.zip"];

fn tree() -> Tree {
    let tree = memory();
    tree.write(&path("/d/e/file"), b"content").unwrap();
    tree.write(&path("/run"), b"#!/bin/sh\n").unwrap();
    tree.set_mode(&path("/run"), 0o755).unwrap();
    tree.write(&path("/empty"), b"").unwrap();
    tree.write(&path("/large"), &vec![3; 5 << 20]).unwrap();
    tree.symlink("e/file", &path("/d/link")).unwrap();
    let long = format!("/{}/{}", "n".repeat(200), "m".repeat(200));
    tree.write(&path(&long), b"long").unwrap();
    tree
}

/// Without times, which archives do not have.
fn timeless(folder: &Path) -> Vec<(String, String)> {
    things(folder)
        .into_iter()
        .map(|(name, thing)| {
            let text = match thing {
                Thing::File { mode, bytes, .. } => format!("file {mode:o} {}", bytes.len()),
                other => format!("{other:?}"),
            };
            (name, text)
        })
        .collect()
}

#[test]
fn an_archive_holds_what_a_directory_holds() {
    let folder = tempdir().unwrap();
    let tree = tree();
    Export::new()
        .run(&tree, &folder.path().join("plain"))
        .unwrap();
    let plain = timeless(&folder.path().join("plain"));
    for name in NAMES {
        let file = folder.path().join(name);
        let report = Export::new().run(&tree, &file).unwrap();
        assert_eq!(
            (report.files, report.directories, report.links),
            (5, 3, 1),
            "{name}"
        );
        let copy = memory();
        let report = Import::new().run(&copy, &file).unwrap();
        assert_eq!(
            (report.files, report.links, report.skipped_total),
            (5, 1, 0),
            "{name}"
        );
        assert_sound(&copy);
        let out = folder.path().join(format!("{name}.out"));
        Export::new().run(&copy, &out).unwrap();
        assert_eq!(timeless(&out), plain, "{name}");
        assert_eq!(
            copy.read(&path("/large")).unwrap(),
            tree.read(&path("/large")).unwrap()
        );
    }
}

#[test]
fn the_same_files_make_the_same_archive() {
    let folder = tempdir().unwrap();
    for name in NAMES {
        let file = folder.path().join(name);
        Export::new().run(&tree(), &file).unwrap();
        let first = fs::read(&file).unwrap();
        // What is there is equal, so nothing is in the way.
        let again = Export::new().run(&tree(), &file).unwrap();
        assert_eq!((again.files, again.unchanged), (0, 1));
        assert_eq!(fs::read(&file).unwrap(), first);
    }
}

#[test]
fn an_archive_is_replaced_only_when_that_is_asked_for() {
    let folder = tempdir().unwrap();
    for name in NAMES {
        let file = folder.path().join(name);
        fs::write(&file, "mine").unwrap();
        let error = Export::new().run(&tree(), &file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        Export::new().overwrite().run(&tree(), &file).unwrap();
        assert!(fs::read(&file).unwrap().len() > 100);
    }
    assert_eq!(names(folder.path()), NAMES, "no temporary file is left");
    let error = Export::new()
        .run(&tree(), &folder.path().join("a.tar.xz"))
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("name the archive .tar, .tar.gz, .tgz or .zip"),
        "{error}"
    );
}

#[test]
fn other_programs_unpack_what_we_pack() {
    let folder = tempdir().unwrap();
    let tree = tree();
    Export::new()
        .run(&tree, &folder.path().join("plain"))
        .unwrap();
    let plain = timeless(&folder.path().join("plain"));
    if let Some(tar) = Oracle::GnuTar.find() {
        for name in ["a.tar", "a.tar.gz"] {
            let file = folder.path().join(name);
            Export::new().run(&tree, &file).unwrap();
            let out = folder.path().join(format!("{name}.out"));
            fs::create_dir(&out).unwrap();
            let done = Command::new(&tar)
                .arg("-xpf")
                .arg(&file)
                .arg("-C")
                .arg(&out)
                .status();
            assert!(done.unwrap().success());
            assert_eq!(timeless(&out), plain);
        }
    }
    if let Some(python) = Oracle::Python.find() {
        let file = folder.path().join("a.zip");
        Export::new().run(&tree, &file).unwrap();
        let code = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))";
        let done = Command::new(python)
            .args(["-c", code])
            .arg(&file)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&done.stdout).trim(),
            "9",
            "{done:?}"
        );
    }
}

#[test]
fn we_unpack_what_others_pack() {
    let folder = tempdir().unwrap();
    let source = folder.path().join("source");
    write(&source, &[("a", "1"), ("d/b", "22"), ("d/run", "#!")]);
    chmod(&source.join("d/run"), 0o700);
    fs::hard_link(source.join("a"), source.join("d/same")).unwrap();
    std::os::unix::fs::symlink("../a", source.join("d/link")).unwrap();
    let pack =
        |command: &mut Command| assert!(command.current_dir(&source).status().unwrap().success());
    let mut archives = Vec::new();
    if let Some(tar) = Oracle::GnuTar.find() {
        for (name, flags) in [("g.tar", "-cf"), ("g.tgz", "-czf")] {
            let file = folder.path().join(name);
            pack(
                Command::new(&tar)
                    .arg("--sort=name")
                    .arg(flags)
                    .arg(&file)
                    .arg("."),
            );
            archives.push(file);
        }
    }
    for file in archives {
        let tree = memory();
        let report = Import::new().run(&tree, &file).unwrap();
        assert_eq!(
            (report.files, report.links, report.skipped_total),
            (4, 1, 0)
        );
        assert_eq!(
            tree_names(&tree),
            ["/a", "/d", "/d/b", "/d/link", "/d/run", "/d/same"]
        );
        assert_eq!(tree.read(&path("/d/same")).unwrap(), b"1");
        let out = tempdir().unwrap();
        Export::new().run(&tree, out.path()).unwrap();
        assert_eq!(timeless(out.path()), timeless(&source));
    }
}

#[test]
fn patterns_hold_for_archives() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.tar");
    let tree = memory();
    for name in [
        "/.git/config",
        "/.gitignore",
        "/a.log",
        "/build/x/y",
        "/src/a.rs",
    ] {
        tree.write(&path(name), b"*.log\n").unwrap();
    }
    Export::new().run(&tree, &file).unwrap();
    let copy = memory();
    let import = Import::new()
        .exclude(&["build/**"])
        .unwrap()
        .to(path("/in"));
    import.run(&copy, &file).unwrap();
    assert_eq!(
        tree_names(&copy),
        [
            "/in",
            "/in/.gitignore",
            "/in/a.log",
            "/in/build",
            "/in/src",
            "/in/src/a.rs"
        ]
    );
}
