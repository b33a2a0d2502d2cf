//! Going back in a private copy.

use isolate_text::VPath;
use isolate_vfs::{
    BranchOptions, ErrorKind, FileKind, FindOptions, OpenOptions, RunId, RunOptions, Timestamp,
    Tree,
};
use proptest::prelude::*;

use super::model::{Twin, any_step, apply};
use super::{assert_sound, listing, memory, memory_with, path};

/// Everything that is there, with modes and the times of files and links.
fn state(tree: &Tree) -> Vec<String> {
    let entries = tree.find(&VPath::root(), &FindOptions::default()).unwrap();
    let mut lines = listing(tree);
    for entry in entries {
        let stat = tree.lstat(&entry.path).unwrap().unwrap();
        let time = (stat.kind != FileKind::Directory).then_some(stat.mtime);
        lines.push(format!("{} {:o} {time:?}", entry.path, stat.mode));
    }
    lines
}

/// The end of a run: its number if it changed something, and what the clock showed before.
fn done(tree: &Tree, work: impl FnOnce(&Tree)) -> Option<(RunId, Timestamp)> {
    let open = tree.begin(&RunOptions::new("work")).unwrap();
    work(&open);
    let clock = open.clock_before();
    Some((open.commit().unwrap().run?, clock?))
}

#[test]
fn what_cannot_be_gone_back_to_is_refused() {
    let tree = memory();
    tree.write(&path("/a"), b"1").unwrap();
    let first = tree.history(1).unwrap()[0].id;
    let unknown = tree.rewind(RunId::from(9), None).unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
    let open = tree.begin(&RunOptions::new("")).unwrap();
    assert_eq!(
        open.rewind(first, None).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    open.commit().unwrap();
    tree.create_branch("b", &BranchOptions::new()).unwrap();
    tree.switch_branch("b").unwrap();
    tree.write(&path("/b"), b"1").unwrap();
    let of_branch = tree.history(1).unwrap()[0].id;
    tree.switch_branch("main").unwrap();
    assert_eq!(
        tree.rewind(of_branch, None).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    assert_eq!(listing(&tree), ["/ dir", "/a file 1"]);
}

#[test]
fn others_between_two_changes_are_noticed() {
    let memory = isolate_vfs::MemoryStore::new().unwrap();
    let open = || Tree::open_memory(&memory, &OpenOptions::default()).unwrap();
    let (one, other) = (open(), open());
    let run = one.begin(&RunOptions::new("")).unwrap();
    assert_eq!((run.clock_before(), run.is_interleaved()), (None, false));
    other.write(&path("/other"), b"1").unwrap();
    let before = other.last_change().unwrap();
    run.write(&path("/a"), b"1").unwrap();
    run.write(&path("/b"), b"1").unwrap();
    assert_eq!(
        (run.clock_before(), run.is_interleaved()),
        (Some(before), false)
    );
    // A call that fails takes its time back.
    let failed: Result<(), isolate_vfs::Error> = run.atomically(|tree| {
        tree.write(&path("/c"), b"1")?;
        tree.remove(&path("/none"), &isolate_vfs::RemoveOptions::new())
    });
    failed.unwrap_err();
    run.write(&path("/c"), b"1").unwrap();
    assert!(!run.is_interleaved());
    other.write(&path("/other"), b"2").unwrap();
    run.write(&path("/b"), b"2").unwrap();
    assert!(run.is_interleaved());
    assert_eq!(run.clock_before(), Some(before));
    run.commit().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Run by run, everything becomes what it was, with the times of files and the clock, also on
    /// branches.
    #[test]
    fn every_state_comes_back_run_by_run(
        runs in proptest::collection::vec((proptest::collection::vec(any_step(), 1..6), 0..4_u8, any::<bool>()), 2..10),
    ) {
        let tree = memory_with(&OpenOptions::default());
        let mut twins = vec![("main".to_owned(), Twin::default())];
        let mut states = Vec::new();
        for (number, (steps, branch, creates)) in runs.iter().enumerate() {
            let chosen = usize::from(*branch) % twins.len();
            let name = twins[chosen].0.clone();
            tree.switch_branch(&name).unwrap();
            if *creates {
                let new = format!("b{number}");
                tree.create_branch(&new, &BranchOptions::new()).unwrap();
                let twin = Twin::of(&tree);
                twins.push((new, twin));
            }
            let before = state(&tree);
            let twin = &mut twins[chosen].1;
            if let Some((run, clock)) = done(&tree, |tree| {
                for step in steps {
                    apply(tree, twin, step);
                }
            }) {
                states.push((run, clock, name, before));
            }
        }
        for (run, clock, branch, before) in states.iter().rev() {
            tree.switch_branch(branch).unwrap();
            tree.rewind(*run, Some(*clock)).unwrap();
            prop_assert_eq!(&state(&tree), before);
            prop_assert_eq!(tree.last_change().unwrap(), *clock);
            prop_assert!(tree.run_info(*run).unwrap().is_none());
            assert_sound(&tree);
        }
        prop_assert_eq!(tree.run_span().unwrap(), None);
    }
}

/// A rewind brings back the contents that earlier runs name, not others with the same bytes.
#[test]
fn a_rewound_history_can_still_be_undone() {
    let tree = memory();
    let mut runs = Vec::new();
    for text in ["one", "two", "three", "two", "three"] {
        tree.write(&path("/a"), text.as_bytes()).unwrap();
        runs.push(tree.history(1).unwrap()[0].id);
    }
    tree.rewind(runs[3], None).unwrap();
    assert_sound(&tree);
    assert_eq!(tree.read(&path("/a")).unwrap(), b"three");
    tree.undo(runs[2]).unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"two");
    tree.undo(runs[1]).unwrap();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    assert_sound(&tree);
}
