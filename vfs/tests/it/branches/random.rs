//! Random work on random branches, against a map for each of them.

use std::collections::{BTreeMap, BTreeSet};

use isolate_vfs::{
    BranchOptions, ErrorKind, FileKind, MergeOptions, OpenOptions, Point, Retention, RunId,
    RunOptions, Tree,
};
use proptest::prelude::*;

use super::merge;
use crate::model::{Step, Twin, any_step, apply};
use crate::publishing::Copied;
use crate::{assert_sound, digest, is_slow, listing, memory_with, path};

/// What a step of the property does.
#[derive(Debug, Clone)]
enum Act {
    Work(Vec<Step>),
    Create,
    CreateAt(proptest::sample::Index),
    Delete,
    Merge { into_parent: bool },
    MergeWithMarkers,
    UndoLast,
    UndoMerge,
    Redo,
    Restore(proptest::sample::Index),
    Collect,
}

fn any_act() -> impl Strategy<Value = (proptest::sample::Index, Act)> {
    let act = prop_oneof![
        8 => proptest::collection::vec(any_step(), 1..5).prop_map(Act::Work),
        2 => Just(Act::Create),
        1 => any::<proptest::sample::Index>().prop_map(Act::CreateAt),
        1 => Just(Act::Delete),
        3 => any::<bool>().prop_map(|into_parent| Act::Merge { into_parent }),
        1 => Just(Act::MergeWithMarkers),
        1 => Just(Act::UndoLast),
        1 => Just(Act::UndoMerge),
        1 => Just(Act::Redo),
        1 => any::<proptest::sample::Index>().prop_map(Act::Restore),
        1 => Just(Act::Collect),
    ];
    (any::<proptest::sample::Index>(), act)
}

/// A branch as it should be.
#[derive(Clone, Default)]
struct Expected {
    twin: Twin,
    parent: Option<String>,
    /// What it and its parent had in common, if that is known: a merge since may have been undone.
    common: Option<Vec<String>>,
}

type World = BTreeMap<String, Expected>;

fn by_path(lines: &[String]) -> BTreeMap<&str, &str> {
    lines
        .iter()
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
        .collect()
}

/// What a merge has to make of each path that only one side has changed, and of those that both have.
fn check_merge(base: &[String], ours: &[String], theirs: &[String], merged: &[String]) {
    let (base, ours, theirs, merged) = (
        by_path(base),
        by_path(ours),
        by_path(theirs),
        by_path(merged),
    );
    let all: BTreeSet<&str> = base
        .keys()
        .chain(ours.keys())
        .chain(theirs.keys())
        .chain(merged.keys())
        .copied()
        .collect();
    for at in all {
        let [base, mine, other, result] =
            [&base, &ours, &theirs, &merged].map(|side| side.get(at).copied());
        let wanted = match () {
            () if base == other || mine == other => mine,
            () if base == mine => other,
            // Both changed it, and it was no conflict: only directories can be.
            () => {
                assert!(
                    mine == Some("dir") || other == Some("dir") || result.is_some(),
                    "{at}"
                );
                continue;
            }
        };
        // A directory stays where something is in it.
        let is_needed = result == Some("dir")
            && merged
                .keys()
                .any(|below| below.starts_with(&format!("{}/", at.trim_end_matches('/'))));
        assert!(
            result == wanted || wanted.is_none() && is_needed,
            "{at}: {result:?} is not {wanted:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_slow() { 4_000 } else { 60 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random work on random branches: each branch is what a map says, whatever happens on the others.
    #[test]
    fn every_branch_is_what_was_done_on_it(acts in proptest::collection::vec(any_act(), 1..24)) {
        let tree = memory_with(&OpenOptions::default());
        let mut world = World::from([("main".to_owned(), Expected::default())]);
        for (number, (chosen, act)) in acts.iter().enumerate() {
            let names: Vec<String> = world.keys().cloned().collect();
            let name = chosen.get(&names).clone();
            do_act(&tree, &mut world, &name, number, act);
            assert_sound(&tree);
            for (name, expected) in &world {
                tree.switch_branch(name).unwrap();
                expected.twin.check(&tree);
            }
            tree.switch_branch("main").unwrap();
        }
    }

    /// The same work, published: a copy that takes in each transaction has the same rows.
    #[test]
    fn a_copy_that_takes_in_every_transaction_is_equal(acts in proptest::collection::vec(any_act(), 1..24)) {
        let tree = memory_with(&OpenOptions::default());
        let copied = Copied::of(&tree);
        let mut world = World::from([("main".to_owned(), Expected::default())]);
        for (number, (chosen, act)) in acts.iter().enumerate() {
            let names: Vec<String> = world.keys().cloned().collect();
            let name = chosen.get(&names).clone();
            do_act(&tree, &mut world, &name, number, act);
            copied.check(&tree);
        }
    }
}

/// A branch was taken back or forth by its history: what it and others had in common is not known.
fn changed_behind(tree: &Tree, world: &mut World, name: &str) {
    world.get_mut(name).unwrap().twin = Twin::of(tree);
    for (one, expected) in world {
        if one == name || expected.parent.as_deref() == Some(name) {
            expected.common = None;
        }
    }
}

/// What a branch held after a run, if that is known.
fn listing_at(tree: &Tree, run: RunId) -> Option<Vec<String>> {
    tree.at(Point::After(run), |view| {
        let mut lines = Vec::new();
        view.walk::<isolate_vfs::Error>(&path("/"), |entry| {
            lines.push(match (entry.stat.kind, &entry.target) {
                (FileKind::Directory, _) => format!("{} dir", entry.path),
                (_, Some(target)) => format!("{} link {target}", entry.path),
                _ => {
                    let mut bytes = Vec::new();
                    view.read(entry, |piece| bytes.extend_from_slice(piece))?;
                    format!("{} file {}", entry.path, digest(&bytes))
                }
            });
            Ok(())
        })?;
        lines.sort();
        Ok::<_, isolate_vfs::Error>(lines)
    })
    .ok()
}

fn do_act(tree: &Tree, world: &mut World, name: &str, number: usize, act: &Act) {
    tree.switch_branch(name).unwrap();
    match act {
        Act::Work(steps) => {
            let run = tree.begin(&RunOptions::new("")).unwrap();
            let twin = &mut world.get_mut(name).unwrap().twin;
            for step in steps {
                apply(&run, twin, step);
            }
            run.commit().unwrap();
        }
        Act::Create | Act::CreateAt(_) => {
            let mut options = BranchOptions::new();
            if let Act::CreateAt(index) = act {
                let runs = tree.history(1_000).unwrap();
                let Some(run) = (!runs.is_empty()).then(|| index.get(&runs).id) else {
                    return;
                };
                options = options.at(Point::After(run));
            }
            let new = format!("b{number}");
            match tree.create_branch(&new, &options) {
                // The history may not reach back.
                Err(error) if error.kind() == ErrorKind::NotFound => return,
                done => done.unwrap(),
            }
            tree.switch_branch(&new).unwrap();
            let expected = Expected {
                twin: Twin::of(tree),
                parent: Some(name.to_owned()),
                common: Some(listing(tree)),
            };
            if matches!(act, Act::Create) {
                world[name].twin.check(tree);
            }
            world.insert(new, expected);
        }
        Act::Delete => {
            let has_children = world
                .values()
                .any(|one| one.parent.as_deref() == Some(name));
            tree.switch_branch("main").unwrap();
            if name == "main" || has_children {
                tree.delete_branch(name).unwrap_err();
            } else {
                tree.delete_branch(name).unwrap();
                world.remove(name);
            }
        }
        Act::Merge { .. } | Act::MergeWithMarkers => {
            let Some(parent) = world[name].parent.clone() else {
                return;
            };
            let (into, from) = match act {
                Act::Merge { into_parent: false } => (name.to_owned(), parent),
                _ => (parent, name.to_owned()),
            };
            let listing_of = |branch: &str| {
                tree.switch_branch(branch).unwrap();
                listing(tree)
            };
            let (theirs, ours) = (listing_of(&from), listing_of(&into));
            if matches!(act, Act::MergeWithMarkers) {
                let merged = tree
                    .merge_branch(&from, &MergeOptions::new().markers())
                    .unwrap();
                assert!(merged.is_done);
            } else {
                let merged = merge(tree, &from);
                assert_eq!(merged.is_done, merged.conflicts.is_empty());
                if !merged.is_done {
                    assert_eq!(listing(tree), ours);
                    return;
                }
                if let Some(common) = &world[name].common {
                    check_merge(common, &ours, &theirs, &listing(tree));
                }
                if let Some(run) = merged.effects.run {
                    // Undone and merged again, it gives the same.
                    let after = listing(tree);
                    tree.undo(run).unwrap();
                    assert_eq!(listing(tree), ours);
                    assert!(merge(tree, &from).is_done);
                    assert_eq!(listing(tree), after);
                }
            }
            assert!(merge(tree, &from).effects.is_empty());
            world.get_mut(&into).unwrap().twin = Twin::of(tree);
            world.get_mut(name).unwrap().common = Some(theirs);
        }
        Act::UndoLast => {
            let Some(run) = tree
                .last_undoable(|info| !info.label.starts_with("merge"))
                .unwrap()
            else {
                return;
            };
            // It may have been made on the parent, and other runs may have come since.
            if tree.undo(run).is_ok() {
                world.get_mut(name).unwrap().twin = Twin::of(tree);
            }
        }
        Act::UndoMerge => {
            let is_merge = |info: &isolate_vfs::RunInfo| info.label.starts_with("merge");
            let Some(run) = tree.last_undoable(is_merge).unwrap() else {
                return;
            };
            if tree.undo(run).is_ok() {
                changed_behind(tree, world, name);
            }
        }
        Act::Redo => {
            let Some(undo) = tree.last_redoable(|_| true).unwrap() else {
                return;
            };
            if tree.undo(undo).is_ok() {
                changed_behind(tree, world, name);
            }
        }
        Act::Restore(index) => {
            let runs = tree.history(1_000).unwrap();
            let Some(run) = (!runs.is_empty()).then(|| index.get(&runs).id) else {
                return;
            };
            let then = listing_at(tree, run);
            match tree.restore_at(Point::After(run), &[]) {
                Ok(_) => {
                    assert_eq!(Some(listing(tree)), then);
                    changed_behind(tree, world, name);
                }
                // The history may not reach back.
                Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound, "{error}"),
            }
        }
        Act::Collect => {
            tree.collect(&Retention::new().runs_max(3)).unwrap();
        }
    }
}
