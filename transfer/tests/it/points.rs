//! Exports of earlier states.

use isolate_transfer::{ErrorKind, Export};
use isolate_vfs::{MkdirOptions, Point, RemoveOptions, RunId, Tree};
use tempfile::tempdir;

use crate::folders::{memory, path, things};

/// Each state of a workspace with its run, as an export wrote it when it was the present one.
#[test]
fn every_state_is_exported_as_it_was() {
    let tree = memory();
    let folder = tempdir().unwrap();
    let steps: [&dyn Fn(&Tree); 10] = [
        &|tree| tree.write(&path("/a/b/c"), b"1").unwrap(),
        &|tree| tree.write(&path("/a/b/c"), b"22").unwrap(),
        &|tree| tree.append(&path("/a/d"), &vec![1; 100_000]).unwrap(),
        &|tree| tree.append(&path("/a/d"), b"more").unwrap(),
        &|tree| tree.rename(&path("/a"), &path("/moved")).unwrap(),
        &|tree| tree.mkdir(&path("/a"), &MkdirOptions::new()).unwrap(),
        &|tree| tree.symlink("../moved/d", &path("/a/link")).unwrap(),
        &|tree| tree.set_mode(&path("/moved/d"), 0o755).unwrap(),
        &|tree| {
            tree.remove(&path("/moved"), &RemoveOptions::new().recursive())
                .unwrap()
        },
        &|tree| tree.write(&path("/moved"), b"now a file").unwrap(),
    ];
    let mut runs: Vec<RunId> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        step(&tree);
        runs.push(tree.history(1).unwrap()[0].id);
        Export::new()
            .run(&tree, &folder.path().join(index.to_string()))
            .unwrap();
    }
    let strip = |folder: &std::path::Path| format!("{:?}", things(folder));
    for (index, run) in runs.iter().enumerate() {
        let out = folder.path().join(format!("again-{index}"));
        Export::new()
            .at(Point::After(*run))
            .run(&tree, &out)
            .unwrap();
        assert_eq!(
            strip(&out),
            strip(&folder.path().join(index.to_string())),
            "{index}"
        );
        // Before the next run it was the same.
        if let Some(next) = runs.get(index + 1) {
            let out = folder.path().join(format!("before-{index}"));
            Export::new()
                .at(Point::Before(*next))
                .run(&tree, &out)
                .unwrap();
            assert_eq!(
                strip(&out),
                strip(&folder.path().join(index.to_string())),
                "{index}"
            );
        }
    }
}

#[test]
fn a_point_that_the_history_cannot_go_back_to_is_refused() {
    let tree = memory();
    tree.write(&path("/a"), b"1").unwrap();
    let folder = tempdir().unwrap();
    let out = folder.path().join("out");
    let error = Export::new()
        .at(Point::After(RunId::from(7)))
        .run(&tree, &out)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Workspace);
    assert_eq!(error.to_string(), "no run 7 in the history");
    assert!(!out.exists());
}

/// Checkpoints and kept output belong to the workspace, and are only written where they are named.
#[test]
fn internal_folders_are_not_exported() {
    let tree = memory();
    let folder = tempdir().unwrap();
    tree.write(&path("/a"), b"a").unwrap();
    tree.checkpoint("here", &Default::default()).unwrap();
    tree.write(&path("/.runs/1/log.txt"), b"log").unwrap();
    for name in ["now", "now.tar"] {
        let exported = Export::new().run(&tree, &folder.path().join(name));
        assert_eq!(exported.unwrap().files, 1, "{name}");
    }
    assert!(folder.path().join("now/a").exists());
    for name in [".checkpoints", ".runs"] {
        assert!(!folder.path().join("now").join(name).exists(), "{name}");
    }
}
