//! Runs that wait, and give their connection away meanwhile.

use std::ops::Deref;
use std::path::Path;
use std::time::{Duration, Instant};

use isolate_vfs::{
    FixedClock, LogOptions, MemoryStore, OpenOptions, OpenRun, RunOptions, RunState, Timestamp,
    Tree,
};
use proptest::prelude::*;

use super::model::{Twin, any_step, apply};
use super::{assert_sound, is_slow, listing, path};

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::new()).unwrap()
}

/// A run's hold of its tree.
struct Held(Tree);

impl Deref for Held {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        &self.0
    }
}

/// Gives the connection away, and takes another one of the same file.
fn rests(run: &mut OpenRun<Held>, connections: &mut Vec<Tree>) {
    let held = &mut run.held_mut().0;
    if let Some(connection) = held.rest() {
        assert!(held.is_resting());
        connections.push(connection);
        held.wake(connections.remove(0));
    }
    assert!(!held.is_resting());
}

fn begins(file: &Path, options: &RunOptions) -> OpenRun<Held> {
    OpenRun::holding(Held(open(file)), options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_slow() { 2000 } else { 48 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// A run does the same with another connection for each of its calls.
    #[test]
    fn a_run_goes_on_with_any_connection(
        base in proptest::collection::vec(any_step(), 0..6),
        steps in proptest::collection::vec(any_step(), 1..12),
        is_atomic in any::<bool>(),
        is_kept in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let [file, other_file] = ["a", "b"].map(|name| folder.path().join(name));
        let options = match is_atomic {
            true => RunOptions::new("work").atomic().recorded(),
            false => RunOptions::new("work").recorded(),
        };
        let mut effects = Vec::new();
        for (file, rests_between) in [(&file, true), (&other_file, false)] {
            let tree = open(file);
            tree.set_clock(Box::new(FixedClock(Timestamp::from_millis(1_000))));
            let mut twin = Twin::default();
            for step in &base {
                apply(&tree, &mut twin, step);
            }
            let mut run = begins(file, &options);
            run.set_clock(Box::new(FixedClock(Timestamp::from_millis(2_000))));
            let mut connections = vec![open(file), open(file)];
            if is_atomic {
                prop_assert!(run.set_aside().unwrap());
            }
            for step in &steps {
                if rests_between {
                    rests(&mut run, &mut connections);
                }
                apply(&run, &mut twin, step);
            }
            if rests_between {
                rests(&mut run, &mut connections);
            }
            let ended = match is_kept {
                true => run.commit().unwrap(),
                false => run.abandon().unwrap(),
            };
            assert_sound(&tree);
            let log = tree.log(&LogOptions::default()).unwrap();
            let states: Vec<_> = log.iter().map(|run| (run.label.clone(), run.state)).collect();
            effects.push((format!("{ended:?}"), listing(&tree), states));
        }
        prop_assert_eq!(&effects[0], &effects[1]);
    }
}

#[test]
fn a_tree_keeps_what_holds_for_its_run_and_gives_none_of_it_away() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    let mut run = begins(&file, &RunOptions::new("work"));
    run.write(&path("/a"), b"1").unwrap();
    let until = Instant::now() + Duration::from_millis(300);
    run.set_deadline(Some(until));
    let connection = run.held_mut().0.rest().unwrap();
    std::thread::sleep(Duration::from_millis(310));
    // The deadline is that of the run alone, and so is the run.
    assert!(!connection.is_stopped());
    assert_eq!(connection.read(&path("/a")).unwrap(), b"1");
    connection.write(&path("/b"), b"2").unwrap();
    run.held_mut().0.wake(connection);
    assert!(run.is_stopped());
    run.set_deadline(None);
    run.write(&path("/a"), b"3").unwrap();
    let effects = run.commit().unwrap();
    assert_eq!(effects.created.len(), 1, "{effects:?}");
}

#[test]
fn a_transaction_and_a_workspace_in_memory_keep_their_connection() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = begins(&folder.path().join("a"), &RunOptions::new("work").atomic());
    run.write(&path("/a"), b"1").unwrap();
    assert!(run.held_mut().0.rest().is_none());
    assert!(run.set_aside().unwrap());
    let connection = run.held_mut().0.rest().unwrap();
    run.held_mut().0.wake(connection);
    run.commit().unwrap();
    let store = MemoryStore::new().unwrap();
    let mut tree = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    assert!(tree.rest().is_none());
}

/// As where its process ends.
#[test]
fn a_run_that_is_dropped_without_a_connection_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    let mut run = begins(&file, &RunOptions::new("work").recorded());
    run.write(&path("/a"), b"1").unwrap();
    let connection = run.held_mut().0.rest().unwrap();
    drop(run);
    let log = connection.log(&LogOptions::default()).unwrap();
    assert_eq!(log[0].state, RunState::Open);
    assert_eq!(connection.read(&path("/a")).unwrap(), b"1");
}

/// The end of a run whose changes are dropped waits for nobody: the branch goes with the next run.
#[test]
fn a_run_that_was_set_aside_is_given_up_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    let (tree, other) = (open(&file), open(&file));
    let run = tree
        .begin(&RunOptions::new("work").atomic().recorded())
        .unwrap();
    run.write(&path("/a"), b"1").unwrap();
    assert!(run.set_aside().unwrap());
    let writes = other.begin(&RunOptions::new("other").atomic()).unwrap();
    writes.write(&path("/b"), b"2").unwrap();
    let until = Instant::now() + Duration::from_millis(50);
    run.abandon_by(until).unwrap();
    writes.commit().unwrap();
    let states = || -> Vec<_> {
        let log = other.log(&LogOptions::default()).unwrap();
        log.iter().map(|run| run.state).collect()
    };
    assert!(states().contains(&RunState::Open));
    drop(tree.begin(&RunOptions::new("next")).unwrap());
    assert!(!states().contains(&RunState::Open), "{:?}", states());
    assert!(!tree.exists(&path("/a")).unwrap() && tree.exists(&path("/b")).unwrap());
    assert_sound(&other);
}
