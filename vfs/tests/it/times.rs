//! Times that are set.

use isolate_vfs::{CommitMode, ErrorKind, Keep, MkdirParents, RunOptions, Tree};

use super::{assert_sound, memory, path};

fn time(tree: &Tree, at: &str) -> i64 {
    tree.stat(&path(at)).unwrap().unwrap().mtime_ms
}

#[test]
fn a_time_holds_until_the_next_change() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    tree.mkdir(&path("/d"), MkdirParents::Require).unwrap();
    tree.symlink("/a", &path("/link")).unwrap();
    tree.set_mtime(&path("/link"), -5).unwrap();
    tree.set_mtime(&path("/d"), 8_640_000_000_000_000).unwrap();
    assert_eq!(
        (time(&tree, "/a"), time(&tree, "/d")),
        (-5, 8_640_000_000_000_000)
    );
    assert_sound(&tree);
    tree.write(&path("/a"), b"other").unwrap();
    tree.write(&path("/d/b"), b"b").unwrap();
    assert!(time(&tree, "/a") > 0);
    assert!(time(&tree, "/d") < 8_640_000_000_000_000);
    tree.set_mtime(&path("/d"), 1).unwrap();
    tree.touch(&path("/d")).unwrap();
    tree.touch(&path("/new")).unwrap();
    assert!(time(&tree, "/d") > 1);
    assert_eq!(tree.read(&path("/new")).unwrap(), b"");
    assert_sound(&tree);

    let error = tree.set_mtime(&path("/nowhere"), 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    for error in [
        tree.set_mtime(&path("/"), 0).unwrap_err(),
        tree.touch(&path("/")).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
}

#[test]
fn a_time_alone_is_no_change() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    tree.begin_run(RunOptions {
        label: "test".to_owned(),
        mode: CommitMode::PerCall,
    })
    .unwrap();
    tree.set_mtime(&path("/a"), 7_000).unwrap();
    let effects = tree.finish_run(Keep::Changes).unwrap();
    assert!(effects.changed.is_empty());
    if let Some(run) = effects.run {
        tree.undo(run).unwrap();
    }
    assert_eq!(time(&tree, "/a"), 7_000);
    assert_sound(&tree);
}
