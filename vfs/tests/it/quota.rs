//! Each bound: the value itself passes, and one more is refused.

use isolate_vfs::{ErrorKind, MkdirOptions, OpenOptions, Quota, Retention, Tree};

use super::{assert_sound, bytes, listing, memory_with, path};

fn limited(limits: Quota) -> Tree {
    memory_with(&OpenOptions::new().quota(limits))
}

#[test]
fn bytes_are_bounded() {
    let tree = limited(Quota::new().bytes_max(100));
    tree.write(&path("/a"), &bytes(60, 0)).unwrap();
    tree.write(&path("/b"), &bytes(40, 0)).unwrap();
    assert_eq!(
        (tree.stored().unwrap().bytes, tree.stored().unwrap().entries),
        (100, 2)
    );
    let before = listing(&tree);
    let error = tree.append(&path("/b"), b"x").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    assert_eq!(
        error.to_string(),
        "no space left: the workspace would hold 101 bytes, at most 100 are allowed"
    );
    assert_eq!(
        tree.copy_tree(&path("/b"), &path("/c")).unwrap_err().kind(),
        ErrorKind::NoSpace
    );
    assert_eq!(listing(&tree), before);
    tree.write(&path("/b"), &bytes(10, 3)).unwrap();
    tree.write(&path("/a"), &bytes(90, 3)).unwrap();
    assert_sound(&tree);
}

#[test]
fn entries_are_bounded() {
    let tree = limited(Quota::new().entries_max(3));
    tree.write(&path("/d/a"), b"a").unwrap();
    tree.symlink("a", &path("/d/l")).unwrap();
    let error = tree.mkdir(&path("/e"), &MkdirOptions::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no space left: the workspace would hold 4 entries, at most 3 are allowed"
    );
    assert_eq!(
        tree.copy_tree(&path("/d"), &path("/e")).unwrap_err().kind(),
        ErrorKind::NoSpace
    );
    tree.rename(&path("/d/a"), &path("/d/l")).unwrap();
    tree.write(&path("/b"), b"b").unwrap();
    assert_sound(&tree);
}

#[test]
fn a_file_is_bounded() {
    let tree = limited(Quota::new().file_bytes_max(10));
    tree.write(&path("/a"), &bytes(10, 0)).unwrap();
    let error = tree.append(&path("/a"), b"x").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(
        error.to_string(),
        "file too large: 11 bytes, at most 10 are allowed: /a"
    );
    assert_eq!(
        tree.write(&path("/b"), &bytes(11, 0)).unwrap_err().kind(),
        ErrorKind::FileTooLarge
    );
    assert_sound(&tree);
}

#[test]
fn history_takes_no_space_from_the_tree() {
    let limits = Quota::new().bytes_max(1000);
    let retention = Retention::new().runs_max(1000).bytes_max(5000);
    let tree = memory_with(&OpenOptions::new().quota(limits).retention(retention));
    for round in 0..200 {
        tree.write(&path("/a"), &bytes(1000, round)).unwrap();
    }
    assert_sound(&tree);
    assert!(tree.history(1000).unwrap().len() < 64);
}

#[test]
fn an_over_full_tree_may_shrink() {
    let store = isolate_vfs::MemoryStore::new().unwrap();
    let roomy = Tree::open_memory(&store, &OpenOptions::default()).unwrap();
    roomy.write(&path("/a"), &bytes(100, 0)).unwrap();
    let limits = Quota::new().bytes_max(50);
    let tight = Tree::open_memory(&store, &OpenOptions::new().quota(limits)).unwrap();
    tight.write(&path("/a"), &bytes(80, 0)).unwrap();
    assert_eq!(
        tight.append(&path("/a"), b"x").unwrap_err().kind(),
        ErrorKind::NoSpace
    );
    tight.remove_tree(&path("/a")).unwrap();
}
