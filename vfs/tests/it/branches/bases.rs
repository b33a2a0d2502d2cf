//! Which state a merge compares with, after merges were taken back and done again.

use std::collections::{BTreeMap, BTreeSet};

use isolate_vfs::{BranchOptions, MergeOptions, Point, RunId, RunOptions, Tree, UndoOptions};
use proptest::prelude::*;

use super::{branch, merge, read, run, write};
use crate::{assert_sound, is_slow, memory, path};

/// Main and the branch `idea`, which has added `/new`, and the run that merged that into main.
fn merged() -> (Tree, RunId) {
    let tree = memory();
    write(&tree, "/old", "old");
    branch(&tree, "idea");
    tree.switch_branch("idea").unwrap();
    write(&tree, "/new", "new");
    tree.switch_branch("main").unwrap();
    let merged = merge(&tree, "idea").effects.run.unwrap();
    (tree, merged)
}

fn remove(tree: &Tree, at: &str) -> RunId {
    run(tree, |tree| tree.remove_tree(&path(at)).unwrap())
}

fn undo(tree: &Tree, run: RunId) -> RunId {
    tree.undo(run).unwrap().run.unwrap()
}

/// What main has deleted stays so, whichever way both are merged again.
#[track_caller]
fn check_new_stays_deleted(tree: &Tree) {
    tree.switch_branch("main").unwrap();
    remove(tree, "/new");
    for (into, from) in [("main", "idea"), ("idea", "main"), ("main", "idea")] {
        tree.switch_branch(into).unwrap();
        assert!(merge(tree, from).is_done);
        assert!(!tree.exists(&path("/new")).unwrap(), "in {into}");
    }
    assert_sound(tree);
}

#[test]
fn a_merge_that_was_undone_and_done_again_counts() {
    let (tree, merged) = merged();
    let undone = undo(&tree, merged);
    undo(&tree, undone);
    assert_eq!(read(&tree, "/new"), "new");
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_that_was_undone_more_than_once_counts_when_it_was_done_again() {
    let (tree, merged) = merged();
    let mut last = merged;
    for _ in 0..4 {
        last = undo(&tree, last);
    }
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_counts_again_when_a_restore_is_undone() {
    let (tree, merged) = merged();
    for point in [Point::Before(merged), Point::After(RunId::from(1))] {
        let restored = tree.restore_at(point, &[]).unwrap().run.unwrap();
        assert!(!tree.exists(&path("/new")).unwrap());
        undo(&tree, restored);
    }
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_counts_again_when_everything_is_restored_to_a_point_after_it() {
    let (tree, merged) = merged();
    undo(&tree, merged);
    tree.restore_at(Point::After(merged), &[]).unwrap();
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_counts_again_when_a_checkpoint_after_it_is_restored() {
    let (tree, merged) = merged();
    tree.checkpoint("after", &Default::default()).unwrap();
    undo(&tree, merged);
    tree.restore("after").unwrap();
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_counts_again_when_the_program_that_undid_it_is_undone() {
    let (tree, merged) = merged();
    let program = run(&tree, |tree| {
        tree.write(&path("/other"), b"first").unwrap();
        tree.undo_within(merged, &UndoOptions::new()).unwrap();
    });
    assert_eq!(merge(&tree, "idea").effects.counts(), [1, 0, 0]);
    let again = tree.history(1).unwrap()[0].id;
    undo(&tree, again);
    undo(&tree, program);
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_that_is_undone_by_force_is_done_again() {
    let (tree, merged) = merged();
    write(&tree, "/new", "changed since");
    tree.undo_with(merged, &UndoOptions::new().force()).unwrap();
    assert_eq!(merge(&tree, "idea").effects.counts(), [1, 0, 0]);
    assert_eq!(read(&tree, "/new"), "new");
    check_new_stays_deleted(&tree);
}

#[test]
fn a_merge_that_changed_no_file_is_taken_back_with_what_came_before_it() {
    let tree = memory();
    let first = write(&tree, "/old", "old");
    branch(&tree, "idea");
    let gone = remove(&tree, "/old");
    tree.switch_branch("idea").unwrap();
    remove(&tree, "/old");
    tree.switch_branch("main").unwrap();
    let told = merge(&tree, "idea");
    assert!(told.is_done && told.effects.is_empty());
    // It is in the log, and no run that changed something.
    assert_eq!(
        tree.log(&Default::default()).unwrap()[0].label,
        "merge idea"
    );
    assert_eq!(tree.history(1).unwrap()[0].id, gone);
    tree.restore_at(Point::After(first), &[]).unwrap();
    assert_eq!(read(&tree, "/old"), "old");
    // From what both had at first, the other has deleted it.
    assert_eq!(merge(&tree, "idea").effects.counts(), [0, 0, 1]);
    assert_sound(&tree);
    // Nothing new on the other side makes no run.
    let runs = tree.log(&Default::default()).unwrap().len();
    assert_eq!(merge(&tree, "idea").effects.run, None);
    assert_eq!(tree.log(&Default::default()).unwrap().len(), runs);
}

/// Main and the branch `idea`, which is the current one: both have removed `/old`.
fn removed_by_both() -> Tree {
    let tree = memory();
    write(&tree, "/old", "old");
    branch(&tree, "idea");
    remove(&tree, "/old");
    tree.switch_branch("idea").unwrap();
    remove(&tree, "/old");
    tree
}

#[test]
fn a_merge_that_changed_no_file_is_taken_back_with_a_checkpoint() {
    let tree = removed_by_both();
    tree.checkpoint("before", &Default::default()).unwrap();
    assert!(merge(&tree, "main").effects.is_empty());
    let restored = tree.restore("before").unwrap();
    // It changed which merges count, though no file.
    assert!(restored.effects.run.is_some() && restored.effects.is_empty());
    write(&tree, "/old", "back");
    // Compared with what both had at first, both have changed it.
    let told = merge(&tree, "main");
    assert!(!told.is_done, "{told:?}");
    assert_sound(&tree);
}

#[test]
fn a_merge_that_changed_no_file_stays_with_a_checkpoint_after_it() {
    let tree = removed_by_both();
    let merged = merge(&tree, "main").effects.run;
    let last = tree.checkpoint("after", &Default::default()).unwrap();
    assert_eq!(last, merged);
    let restored = tree.restore("after").unwrap();
    assert!(restored.effects.is_empty());
    // What only one side has changed since the merge is no conflict.
    write(&tree, "/old", "new");
    assert!(merge(&tree, "main").is_done);
    assert_eq!(read(&tree, "/old"), "new");
    assert_sound(&tree);
}

/// What a step of a session does on one of the two branches.
#[derive(Debug, Clone)]
enum Act {
    Write(usize),
    Remove(usize),
    Merge,
    Undo {
        of: prop::sample::Index,
        by_force: bool,
    },
    /// Takes back or does again the last merge, or what did so last.
    TurnMerge,
    Restore(prop::sample::Index),
    Checkpoint,
    RestoreCheckpoint(prop::sample::Index),
}

const PATHS: [&str; 5] = ["/a", "/b", "/c", "/d", "/e"];

fn any_act() -> impl Strategy<Value = (bool, Act)> {
    let act = prop_oneof![
        4 => (0..PATHS.len()).prop_map(Act::Write),
        4 => (0..PATHS.len()).prop_map(Act::Remove),
        6 => Just(Act::Merge),
        3 => (any::<prop::sample::Index>(), any::<bool>()).prop_map(|(of, by_force)| Act::Undo { of, by_force }),
        4 => Just(Act::TurnMerge),
        2 => any::<prop::sample::Index>().prop_map(Act::Restore),
        1 => Just(Act::Checkpoint),
        1 => any::<prop::sample::Index>().prop_map(Act::RestoreCheckpoint),
    ];
    (any::<bool>(), act)
}

type Files = BTreeMap<&'static str, String>;

/// A run of a branch: what the branch was before and after it, and which of its merges counted.
struct Done {
    run: RunId,
    files: (Files, Files),
    counting: (BTreeSet<RunId>, BTreeSet<RunId>),
}

/// A branch as it should be.
#[derive(Default)]
struct Line {
    name: &'static str,
    files: Files,
    /// Its merges that are not taken back.
    counting: BTreeSet<RunId>,
    runs: Vec<Done>,
    /// Names with the files and merges of then.
    checkpoints: Vec<(String, Files, BTreeSet<RunId>)>,
}

impl Line {
    fn ended(&mut self, run: Option<RunId>, files: Files, counting: BTreeSet<RunId>) {
        let files = (std::mem::replace(&mut self.files, files.clone()), files);
        let counting = (
            std::mem::replace(&mut self.counting, counting.clone()),
            counting,
        );
        if let Some(run) = run {
            self.runs.push(Done {
                run,
                files,
                counting,
            });
        } else {
            assert!(files.0 == files.1 && counting.0 == counting.1);
        }
    }

    fn changed(done: &Done) -> Vec<&'static str> {
        let (before, after) = &done.files;
        let paths = PATHS.into_iter();
        paths
            .filter(|path| before.get(path) != after.get(path))
            .collect()
    }
}

/// Two branches as they should be, and what each had at each merge into the other.
struct World {
    lines: [Line; 2],
    first: Files,
    taken_over: BTreeMap<RunId, Files>,
}

impl World {
    fn base(&self) -> &Files {
        let [one, other] = &self.lines;
        let newest = one.counting.union(&other.counting).max();
        newest.map_or(&self.first, |run| &self.taken_over[run])
    }

    /// What a merge of one side into the other makes; `None` if there is a conflict.
    fn merged(&self, into: usize) -> Option<Files> {
        let (base, ours) = (self.base(), &self.lines[into].files);
        let theirs = &self.lines[1 - into].files;
        let mut merged = Files::new();
        for path in PATHS {
            let [base, our, their] = [base, ours, theirs].map(|side| side.get(path));
            let taken = match () {
                () if base == their || our == their => our,
                () if base == our => their,
                () => return None,
            };
            merged.extend(taken.map(|text| (path, text.clone())));
        }
        Some(merged)
    }

    fn act(&mut self, tree: &Tree, at: usize, act: &Act, number: usize) {
        match act {
            Act::Write(_) | Act::Remove(_) => self.edit(tree, at, act, number),
            Act::Merge => self.merge(tree, at),
            Act::Undo { of, by_force } => {
                if !self.lines[at].runs.is_empty() {
                    let index = of.index(self.lines[at].runs.len());
                    self.undo(tree, at, index, *by_force);
                }
            }
            Act::TurnMerge => {
                let runs = self.lines[at].runs.iter();
                let turned = runs
                    .clone()
                    .rposition(|done| done.counting.0 != done.counting.1);
                if let Some(index) = turned {
                    self.undo(tree, at, index, false);
                }
            }
            Act::Restore(index) => self.restore(tree, at, index),
            Act::Checkpoint => {
                let name = format!("at-{number}");
                tree.checkpoint(&name, &Default::default()).unwrap();
                let line = &mut self.lines[at];
                let (files, counting) = (line.files.clone(), line.counting.clone());
                line.checkpoints.push((name, files, counting));
            }
            Act::RestoreCheckpoint(index) => {
                let line = &mut self.lines[at];
                if line.checkpoints.is_empty() {
                    return;
                }
                let (name, files, counting) = index.get(&line.checkpoints).clone();
                let own = tree.begin(&RunOptions::new("restore")).unwrap();
                own.restore(&name).unwrap();
                let run = own.commit().unwrap().run;
                line.ended(run, files, counting);
            }
        }
    }

    fn edit(&mut self, tree: &Tree, at: usize, act: &Act, number: usize) {
        let line = &mut self.lines[at];
        let mut files = line.files.clone();
        let run = match act {
            Act::Write(index) => {
                let text = number.to_string();
                let run = write(tree, PATHS[*index], &text);
                files.insert(PATHS[*index], text);
                run
            }
            Act::Remove(index) if files.remove(PATHS[*index]).is_some() => {
                remove(tree, PATHS[*index])
            }
            _ => return,
        };
        let counting = line.counting.clone();
        line.ended(Some(run), files, counting);
    }

    fn merge(&mut self, tree: &Tree, at: usize) {
        let wanted = self.merged(at);
        let theirs = self.lines[1 - at].files.clone();
        let has_news = theirs != *self.base();
        let told = tree
            .merge_branch(self.lines[1 - at].name, &MergeOptions::new())
            .unwrap();
        assert_eq!(told.is_done, wanted.is_some());
        let Some(files) = wanted else {
            return;
        };
        assert_eq!(told.effects.run.is_some(), has_news);
        let line = &mut self.lines[at];
        let mut counting = line.counting.clone();
        if let Some(run) = told.effects.run {
            self.taken_over.insert(run, theirs);
            counting.insert(run);
        }
        line.ended(told.effects.run, files, counting);
    }

    fn undo(&mut self, tree: &Tree, at: usize, index: usize, by_force: bool) {
        let line = &mut self.lines[at];
        let done = &line.runs[index];
        let changed = Line::changed(done);
        let is_stale = |path: &&str| line.files.get(*path) != done.files.1.get(*path);
        let mut options = UndoOptions::new();
        if by_force {
            options = options.force();
        }
        let told = tree.undo_with(done.run, &options);
        if !by_force && changed.iter().any(is_stale) {
            told.unwrap_err();
            return;
        }
        let mut files = line.files.clone();
        for path in changed {
            match done.files.0.get(path) {
                Some(text) => files.insert(path, text.clone()),
                None => files.remove(path),
            };
        }
        let (before, after) = &done.counting;
        let mut counting: BTreeSet<RunId> = line.counting.difference(after).copied().collect();
        counting.extend(line.counting.intersection(before));
        counting.extend(before.difference(after));
        line.ended(told.unwrap().run, files, counting);
    }

    fn restore(&mut self, tree: &Tree, at: usize, index: &prop::sample::Index) {
        let line = &mut self.lines[at];
        if line.runs.is_empty() {
            return;
        }
        let then = index.get(&line.runs);
        let (files, counting) = (then.files.1.clone(), then.counting.1.clone());
        let told = tree.restore_at(Point::After(then.run), &[]).unwrap();
        line.ended(told.run, files, counting);
    }

    fn check(&self, tree: &Tree) {
        assert_sound(tree);
        for line in &self.lines {
            tree.switch_branch(line.name).unwrap();
            for path in PATHS {
                let there = tree.exists(&super::path(path)).unwrap();
                let text = there.then(|| read(tree, path));
                assert_eq!(
                    text.as_ref(),
                    line.files.get(path),
                    "{path} of {}",
                    line.name
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_slow() { 4_000 } else { 150 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every merge compares with what both had at the newest merge that is not taken back.
    #[test]
    fn a_merge_compares_with_the_newest_merge_that_counts(acts in prop::collection::vec(any_act(), 1..18)) {
        let tree = memory();
        run(&tree, |tree| {
            for at in &PATHS[..3] {
                tree.write(&path(at), b"first").unwrap();
            }
        });
        tree.create_branch("idea", &BranchOptions::new()).unwrap();
        let first: Files = PATHS[..3].iter().map(|at| (*at, "first".to_owned())).collect();
        let line = |name| Line { name, files: first.clone(), ..Line::default() };
        let mut world = World {
            lines: [line("main"), line("idea")],
            first: first.clone(),
            taken_over: BTreeMap::new(),
        };
        for (number, (is_idea, act)) in acts.iter().enumerate() {
            let at = usize::from(*is_idea);
            tree.switch_branch(world.lines[at].name).unwrap();
            world.act(&tree, at, act, number);
            world.check(&tree);
        }
    }
}
