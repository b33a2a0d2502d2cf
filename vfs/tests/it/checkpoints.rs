//! Checkpoints, and undoing as a part of a run.

use isolate_text::VPath;
use isolate_vfs::{
    CHECKPOINTS, CheckpointError, CheckpointOptions, CommitMode, CopyOptions, ErrorKind,
    MkdirOptions, OpenOptions, OpenRun, Quota, RemoveOptions, Retention, RunId, RunOptions, Tree,
    UndoOptions,
};

use super::{Numbers, assert_sound, listing, memory, memory_with, path};

fn begin(tree: &Tree, mode: CommitMode) -> OpenRun<&Tree> {
    tree.begin(&RunOptions::new("test").mode(mode)).unwrap()
}

/// The run before another.
fn before(run: RunId) -> RunId {
    RunId::from(i64::from(run) - 1)
}

/// What people work on, with its permissions.
fn work_files(tree: &Tree) -> Vec<String> {
    let mut lines = listing(tree);
    lines.retain(|line| !line.starts_with(CHECKPOINTS));
    for line in &mut lines {
        let (name, _) = line.split_once(' ').unwrap();
        let stat = tree.lstat(&path(name)).unwrap().unwrap();
        line.push_str(&format!(" {:o}", stat.mode));
    }
    lines
}

fn any_path(numbers: &mut Numbers) -> VPath {
    let names = ["/a", "/b", "/d", "/d/x", "/d/y", "/d/e/z", "/l"];
    path(names[numbers.below(names.len())])
}

/// Changes something, or fails: both may happen.
fn step(tree: &Tree, numbers: &mut Numbers) {
    let (one, other) = (any_path(numbers), any_path(numbers));
    let text = "text ".repeat(numbers.below(4));
    let _ = match numbers.below(11) {
        0 | 1 => tree.write(&one, text.as_bytes()),
        2 => tree.append(&one, b"more"),
        3 => tree.remove_tree(&one),
        4 => tree.rename(&one, &other),
        5 => tree.mkdir(&one, &MkdirOptions::new().recursive()),
        6 => tree.symlink(other.as_str(), &one),
        7 => tree.copy(&one, &other, &CopyOptions::new().recursive()),
        8 | 9 => tree.set_mode(&one, [0o600, 0o755, 0o444][numbers.below(3)]),
        _ => tree.write(&one, &super::bytes(40_000, numbers.below(9))),
    };
}

#[test]
fn a_restored_workspace_equals_its_checkpoint() {
    for seed in 0..150 {
        let mut numbers = Numbers(seed);
        let tree = memory();
        for _ in 0..6 {
            step(&tree, &mut numbers);
        }
        let mode = [CommitMode::PerCall, CommitMode::Atomic][numbers.below(2)];
        let run = begin(&tree, mode);
        for _ in 0..numbers.below(6) {
            step(&tree, &mut numbers);
        }
        tree.checkpoint("here", &CheckpointOptions::new()).unwrap();
        let then = work_files(&tree);
        for _ in 0..numbers.below(8) {
            step(&tree, &mut numbers);
        }
        if numbers.below(2) == 0 {
            let before = work_files(&tree);
            let restored = tree.restore("here").unwrap();
            assert_eq!(work_files(&tree), then, "seed {seed}");
            assert_eq!(restored.effects.is_empty(), before == then, "seed {seed}");
            let again = tree.restore("here").unwrap();
            assert!(again.effects.is_empty(), "seed {seed}: {again:?}");
            for _ in 0..numbers.below(4) {
                step(&tree, &mut numbers);
            }
        }
        run.commit().unwrap();
        assert_sound(&tree);
        for _ in 0..numbers.below(5) {
            step(&tree, &mut numbers);
        }
        let run = begin(&tree, CommitMode::Atomic);
        for _ in 0..numbers.below(3) {
            step(&tree, &mut numbers);
        }
        tree.restore("here").unwrap();
        assert_eq!(work_files(&tree), then, "seed {seed}");
        run.commit().unwrap();
        assert_eq!(work_files(&tree), then, "seed {seed}");
        assert_sound(&tree);
    }
}

#[test]
fn an_interrupted_restore_changes_nothing() {
    let tree = memory();
    tree.write(&path("/a"), b"1").unwrap();
    tree.checkpoint("one", &CheckpointOptions::new()).unwrap();
    tree.write(&path("/a"), b"2").unwrap();
    let run = begin(&tree, CommitMode::DryRun);
    let restored = tree.restore("one").unwrap();
    assert_eq!(restored.effects.changed.len(), 1);
    assert_eq!(tree.read(&path("/a")).unwrap(), b"1");
    run.abandon().unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"2");
    assert_sound(&tree);
}

#[test]
fn a_checkpoint_that_history_has_forgotten_is_not_restored() {
    let retention = Retention::new().runs_max(2);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    let run = begin(&tree, CommitMode::Atomic);
    tree.checkpoint("old", &CheckpointOptions::new()).unwrap();
    run.commit().unwrap();
    for text in ["1", "2", "3", "4"] {
        let run = begin(&tree, CommitMode::Atomic);
        tree.write(&path("/a"), text.as_bytes()).unwrap();
        run.commit().unwrap();
    }
    let error = tree.restore("old").unwrap_err();
    assert!(
        matches!(error, CheckpointError::Forgotten { needed, .. } if needed == RunId::from(1)),
        "{error:?}"
    );
    assert_eq!(tree.read(&path("/a")).unwrap(), b"4");
}

#[test]
fn undoing_within_a_run_is_part_of_the_run() {
    let tree = memory();
    tree.write(&path("/a"), b"1").unwrap();
    tree.write(&path("/b"), b"1").unwrap();
    let last = tree.history(1).unwrap()[0].id;
    assert_eq!(
        tree.undo_within(last, &UndoOptions::new())
            .unwrap_err()
            .kind(),
        ErrorKind::Invalid
    );
    // A run that undoes and does no more is an undo.
    let run = begin(&tree, CommitMode::PerCall);
    let effects = tree.undo_within(last, &UndoOptions::new()).unwrap();
    assert_eq!(effects.deleted[0].path, path("/b"));
    let undoing = run.commit().unwrap().run.unwrap();
    let runs = tree.history(usize::MAX).unwrap();
    assert_eq!(runs[0].label, format!("test undo {last}"));
    assert_eq!(tree.undone(&runs).unwrap().get(&last), Some(&undoing));
    assert_eq!(tree.last_undoable(|_| true).unwrap(), Some(before(last)));
    // One that does more is not, and one that changed the path first is refused.
    let run = begin(&tree, CommitMode::Atomic);
    tree.write(&path("/a"), b"2").unwrap();
    let error = tree
        .undo_within(before(last), &UndoOptions::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(error.paths(), [path("/a")]);
    let own = tree.open_run().unwrap();
    assert_eq!(
        tree.undo_within(own, &UndoOptions::new())
            .unwrap_err()
            .kind(),
        ErrorKind::Invalid
    );
    run.commit().unwrap();
    assert_eq!(tree.history(1).unwrap()[0].label, "test");
    assert_eq!(tree.last_undoable(|_| true).unwrap(), Some(own));
    assert_sound(&tree);
}

#[test]
fn a_restore_needs_no_more_room_than_its_ends() {
    let limits = Quota::new().bytes_max(1_000);
    let tree = memory_with(&OpenOptions::new().quota(limits));
    tree.write(&path("/b"), &[0; 700]).unwrap();
    let run = begin(&tree, CommitMode::PerCall);
    tree.write(&path("/b"), b"").unwrap();
    tree.write(&path("/a"), &[1; 300]).unwrap();
    tree.checkpoint("x", &CheckpointOptions::new()).unwrap();
    let then = work_files(&tree);
    tree.remove(&path("/a"), &RemoveOptions::new()).unwrap();
    // With both as large as they ever were there would be no room.
    tree.restore("x").unwrap();
    assert_eq!(work_files(&tree), then);
    run.commit().unwrap();
    assert_sound(&tree);
}
