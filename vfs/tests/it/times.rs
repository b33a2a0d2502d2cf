//! Setting times.

use isolate_vfs::{ErrorKind, MkdirOptions, RunOptions, Timestamp, Tree};

use super::{assert_sound, memory, path};

fn time(tree: &Tree, at: &str) -> i64 {
    tree.stat(&path(at)).unwrap().unwrap().mtime.as_millis()
}

fn set(tree: &Tree, at: &str, millis: i64) -> isolate_vfs::Result<()> {
    tree.set_mtime(&path(at), Timestamp::from_millis(millis))
}

#[test]
fn a_time_is_kept_until_the_next_change() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    tree.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
    tree.symlink("/a", &path("/link")).unwrap();
    set(&tree, "/link", -5).unwrap();
    set(&tree, "/d", 8_640_000_000_000_000).unwrap();
    assert_eq!(
        (time(&tree, "/a"), time(&tree, "/d")),
        (-5, 8_640_000_000_000_000)
    );
    assert_sound(&tree);
    tree.write(&path("/a"), b"other").unwrap();
    tree.write(&path("/d/b"), b"b").unwrap();
    assert!(time(&tree, "/a") > 0);
    assert!(time(&tree, "/d") < 8_640_000_000_000_000);
    set(&tree, "/d", 1).unwrap();
    tree.touch(&path("/d")).unwrap();
    tree.touch(&path("/new")).unwrap();
    assert!(time(&tree, "/d") > 1);
    assert_eq!(tree.read(&path("/new")).unwrap(), b"");
    assert_sound(&tree);

    let error = set(&tree, "/nowhere", 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    for error in [
        set(&tree, "/", 0).unwrap_err(),
        tree.touch(&path("/")).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
}

#[test]
fn a_time_alone_is_not_a_change() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    let run = tree.begin(&RunOptions::new("test")).unwrap();
    set(&tree, "/a", 7_000).unwrap();
    let effects = run.commit().unwrap();
    assert!(effects.changed.is_empty());
    if let Some(run) = effects.run {
        tree.undo(run).unwrap();
    }
    assert_eq!(time(&tree, "/a"), 7_000);
    assert_sound(&tree);
}
