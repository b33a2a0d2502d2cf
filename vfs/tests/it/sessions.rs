//! Several connections with open runs on one file, some of them never ended, while the history is
//! pruned: after every step the workspace is sound, and no acknowledged write is lost.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use isolate_text::VPath;
use isolate_vfs::{
    CheckpointOptions, CopyOptions, ForkOptions, OpenOptions, OpenRun, Point, Retention,
    RunOptions, Tree, UndoOptions,
};

use super::{Numbers, assert_sound, bytes, is_slow, listing, path};

/// Connections that work at the same time.
const CONNECTIONS: usize = 3;

fn any_path(numbers: &mut Numbers) -> VPath {
    let names = ["/a", "/b", "/d", "/d/x", "/d/y", "/e/z"];
    path(names[numbers.below(names.len())])
}

/// A connection, and the run that is open on it.
struct Session {
    tree: Rc<Tree>,
    run: Option<OpenRun<Rc<Tree>>>,
}

impl Session {
    fn new(file: &Path) -> Self {
        let tree = Rc::new(Tree::open(file, &OpenOptions::new()).unwrap());
        Self { tree, run: None }
    }

    /// Changes something, or fails: both may happen.
    fn change(&self, numbers: &mut Numbers) {
        let (one, other) = (any_path(numbers), any_path(numbers));
        let size = [3, 40, 20_000][numbers.below(3)];
        let seed = numbers.below(50);
        let tree = &self.tree;
        let _ = match numbers.below(9) {
            0..3 => tree.write(&one, &bytes(size, seed)),
            3 => tree.append(&one, &bytes(size, seed)),
            4 => tree.remove_tree(&one),
            5 => tree.rename(&one, &other),
            6 => tree.set_mode(&one, 0o600),
            _ => tree.copy(&one, &other, &CopyOptions::new().recursive()),
        };
    }

    /// Leaves the run open forever, as a process does that is killed.
    fn kill(&mut self, file: &Path) {
        let Some(run) = self.run.take() else {
            return;
        };
        let id = run.open_run();
        // What holds the file stays open, as the descriptors of a process would not; no lock does.
        std::mem::forget(run);
        *self = Self::new(file);
        if let Some(id) = id {
            let connection = rusqlite::Connection::open(file).unwrap();
            let owner = "another-boot here 1 1";
            connection
                .execute(
                    "UPDATE run SET owner = ?2 WHERE id = ?1",
                    (i64::from(id), owner),
                )
                .unwrap();
        }
    }
}

fn begin_step(session: &mut Session, numbers: &mut Numbers) {
    if session.run.is_none() {
        let options = RunOptions::new("session");
        let options = match numbers.below(2) {
            0 => options.recorded(),
            _ => options,
        };
        let run = OpenRun::holding(Rc::clone(&session.tree), &options).unwrap();
        if numbers.below(2) == 0 {
            run.record();
        }
        session.run = Some(run);
    }
}

/// One step of a session. Returns its name.
fn step(session: &mut Session, numbers: &mut Numbers, file: &Path) -> &'static str {
    match numbers.below(16) {
        0..2 => {
            begin_step(session, numbers);
            "begin"
        }
        2..9 => {
            session.change(numbers);
            "change"
        }
        9 | 10 => {
            match session.run.take() {
                Some(run) if numbers.below(3) > 0 => drop(run.commit().unwrap()),
                run => drop(run),
            }
            "end"
        }
        11 => {
            session.kill(file);
            "kill"
        }
        12 | 13 => {
            if session.run.is_none() {
                let runs = u64::try_from(numbers.below(4)).unwrap();
                let retention = Retention::new().runs_max(runs);
                session.tree.collect(&retention).unwrap();
            }
            "prune"
        }
        14 => {
            let runs = session.tree.history(6).unwrap();
            if !runs.is_empty() {
                let run = runs[numbers.below(runs.len())].id;
                let options = match numbers.below(2) {
                    0 => UndoOptions::new(),
                    _ => UndoOptions::new().force(),
                };
                let _may_be_stale = session.tree.undo_with(run, &options);
            }
            "undo"
        }
        _ => {
            let name = ["one", "two"][numbers.below(2)];
            let _may_be_missing = match numbers.below(2) {
                0 => session
                    .tree
                    .checkpoint(name, &CheckpointOptions::new().overwrite())
                    .map(drop),
                _ => session.tree.restore(name).map(drop),
            };
            "checkpoint"
        }
    }
}

fn play(seed: u64, steps: usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let mut numbers = Numbers(seed);
    let mut sessions: Vec<Session> = (0..CONNECTIONS).map(|_| Session::new(&file)).collect();
    let mut done = BTreeMap::new();
    for index in 0..steps {
        let which = numbers.below(CONNECTIONS);
        let name = step(&mut sessions[which], &mut numbers, &file);
        *done.entry(name).or_insert(0) += 1;
        let fresh = Tree::open(&file, &OpenOptions::new()).unwrap();
        let findings = fresh.check().unwrap();
        assert_eq!(
            findings,
            Vec::<String>::new(),
            "seed {seed}: step {index}, {name} of {which}"
        );
        let seen = listing(&fresh);
        assert_eq!(
            seen,
            listing(&sessions[which].tree),
            "seed {seed}: step {index}"
        );
    }
    sessions.clear();
    let last = Tree::open(&file, &OpenOptions::new()).unwrap();
    // Every run is over now, so nothing is kept that the bound of the history does not allow.
    last.collect(&Retention::new().runs_max(0)).unwrap();
    assert_eq!(last.history(9).unwrap().len(), 0, "seed {seed}: {done:?}");
    assert_sound(&last);
}

#[test]
fn history_is_sound_after_every_step_of_sessions_that_are_killed_and_pruned() {
    let (seeds, steps) = if is_slow() { (400, 80) } else { (24, 60) };
    for seed in 0..seeds {
        play(seed, steps);
    }
}

/// An interrupted run is over: the history prunes it as any other, and counts it.
#[test]
fn interrupted_runs_count_towards_the_retention() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let mut session = Session::new(&file);
    for number in 0..5 {
        let run = OpenRun::holding(Rc::clone(&session.tree), &RunOptions::new("killed")).unwrap();
        run.write(&path("/k"), &bytes(9_000, number)).unwrap();
        session.run = Some(run);
        session.kill(&file);
    }
    for number in 0..4 {
        session
            .tree
            .write(&path("/k"), &bytes(9_000, 10 + number))
            .unwrap();
        assert_sound(&session.tree);
    }
    session.tree.collect(&Retention::new().runs_max(2)).unwrap();
    assert_sound(&session.tree);
    assert_eq!(session.tree.history(99).unwrap().len(), 2);
}

/// Two runs change a path in turns: what the one left is kept for it when the other replaces it.
#[test]
fn runs_that_change_a_path_in_turns_keep_what_they_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let [first, second] = [Session::new(&file), Session::new(&file)];
    let at = path("/k");
    let [one, other] = [&first, &second].map(|session| {
        OpenRun::holding(Rc::clone(&session.tree), &RunOptions::new("turns")).unwrap()
    });
    for turn in 0..3_u8 {
        one.write(&at, &[turn, 1]).unwrap();
        other.write(&at, &[turn, 2]).unwrap();
        assert_sound(&first.tree);
    }
    one.remove_tree(&at).unwrap();
    let ids = [&one, &other].map(|run| run.open_run().unwrap());
    one.commit().unwrap();
    other.commit().unwrap();
    assert_sound(&first.tree);
    assert_eq!(first.tree.read_after(ids[1], &at).unwrap(), [2, 2]);
    assert!(first.tree.parts(ids[1]).unwrap().is_empty());
    // A copy that goes back to the middle of it is sound, too.
    for at in [Point::Before(ids[1]), Point::After(ids[0])] {
        let copy = folder.path().join(format!("{at}"));
        let options = ForkOptions::new().at(at);
        first.tree.fork(&copy, &options).unwrap();
        assert_sound(&Tree::open(&copy, &OpenOptions::new()).unwrap());
    }
    first.tree.collect(&Retention::new().runs_max(0)).unwrap();
    assert_sound(&first.tree);
}
