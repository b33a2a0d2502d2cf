//! Permission bits are stored and reported, and never a reason to refuse an operation.

use isolate_vfs::{CopyOptions, ErrorKind, MkdirOptions, RunOptions, Tree};

use super::{assert_sound, memory, path};

fn mode(tree: &Tree, at: &str) -> u32 {
    tree.stat(&path(at)).unwrap().unwrap().mode
}

#[test]
fn a_mode_stays_with_its_entry() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    tree.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
    tree.symlink("/a", &path("/link")).unwrap();
    assert_eq!((mode(&tree, "/a"), mode(&tree, "/d")), (0o644, 0o755));

    tree.set_mode(&path("/link"), 0o755).unwrap();
    tree.set_mode(&path("/d"), 0o177_700).unwrap();
    assert_eq!((mode(&tree, "/a"), mode(&tree, "/d")), (0o755, 0o7700));
    tree.write(&path("/a"), b"other").unwrap();
    tree.append(&path("/a"), b"!").unwrap();
    tree.rename(&path("/a"), &path("/b")).unwrap();
    tree.copy(&path("/b"), &path("/c"), &CopyOptions::new())
        .unwrap();
    assert_eq!((mode(&tree, "/b"), mode(&tree, "/c")), (0o755, 0o755));
    assert_sound(&tree);

    let error = tree.set_mode(&path("/nowhere"), 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let error = tree.set_mode(&path("/"), 0o700).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn a_change_of_mode_can_be_undone() {
    let tree = memory();
    tree.write(&path("/a"), b"text").unwrap();
    let run = tree.begin(&RunOptions::new("test")).unwrap();
    tree.set_mode(&path("/a"), 0o600).unwrap();
    let effects = run.commit().unwrap();
    assert_eq!(effects.changed.len(), 1);
    tree.undo(effects.run.unwrap()).unwrap();
    assert_eq!(mode(&tree, "/a"), 0o644);
    assert_sound(&tree);
}
