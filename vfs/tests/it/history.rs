//! Runs, effects, history and undo.

use std::time::{Duration, Instant};

use isolate_vfs::testing::TreeTesting as _;
use isolate_vfs::{
    CommitMode, Effects, ErrorKind, OpenOptions, OpenRun, Retention, RunId, RunOptions, RunState,
    Tree,
};

use super::{assert_sound, bytes, listing, memory, memory_with, path};

fn begin(tree: &Tree, mode: CommitMode) -> OpenRun<&Tree> {
    tree.begin(&RunOptions::new("test").mode(mode)).unwrap()
}

fn describe(effects: &Effects) -> String {
    let mut lines = Vec::new();
    for (sign, list) in [
        ("+", &effects.created),
        ("~", &effects.changed),
        ("-", &effects.deleted),
    ] {
        for entry in list {
            let size = |size: Option<u64>| size.map_or("_".to_owned(), |size| size.to_string());
            lines.push(format!(
                "{sign}{} {}>{}",
                entry.path,
                size(entry.size_before),
                size(entry.size_after)
            ));
        }
    }
    lines.join(", ")
}

fn sample(tree: &Tree) {
    tree.write(&path("/keep"), b"keep").unwrap();
    tree.write(&path("/change"), b"old").unwrap();
    tree.write(&path("/d/x"), b"x").unwrap();
    tree.write(&path("/d/y"), b"y").unwrap();
}

fn work(tree: &Tree) {
    tree.write(&path("/change"), b"newer").unwrap();
    tree.write(&path("/keep"), b"other").unwrap();
    tree.write(&path("/keep"), b"keep").unwrap();
    tree.write(&path("/temporary/a"), b"t").unwrap();
    tree.remove_tree(&path("/temporary")).unwrap();
    tree.write(&path("/fresh"), b"fresh").unwrap();
    tree.rename(&path("/d"), &path("/e")).unwrap();
    tree.remove_tree(&path("/e/y")).unwrap();
}

const EFFECTS: &str =
    "+/e _>0, +/e/x _>1, +/fresh _>5, ~/change 3>5, -/d 0>_, -/d/x 1>_, -/d/y 1>_";

#[test]
fn effects_are_the_same_in_every_mode() {
    for mode in [CommitMode::PerCall, CommitMode::Atomic, CommitMode::DryRun] {
        for keeps in [true, false] {
            let tree = memory();
            sample(&tree);
            let before = listing(&tree);
            let runs = tree.history(100).unwrap().len();
            let run = begin(&tree, mode);
            work(&tree);
            assert_eq!(describe(&tree.effects().unwrap()), EFFECTS);
            let after = listing(&tree);
            let effects = if keeps { run.commit() } else { run.abandon() }.unwrap();
            assert_eq!(describe(&effects), EFFECTS);
            let kept = mode == CommitMode::PerCall || mode == CommitMode::Atomic && keeps;
            assert_eq!(listing(&tree), if kept { after } else { before });
            assert_eq!(effects.run.is_some(), kept);
            assert_eq!(tree.history(100).unwrap().len(), runs + usize::from(kept));
            assert_eq!(tree.barriers(), u64::from(kept));
            assert_sound(&tree);
        }
    }
}

#[test]
fn a_run_that_changes_nothing_leaves_no_trace() {
    let tree = memory();
    sample(&tree);
    let runs = tree.history(100).unwrap();
    let run = begin(&tree, CommitMode::PerCall);
    tree.read(&path("/keep")).unwrap();
    tree.write(&path("/keep/no"), b"").unwrap_err();
    assert_eq!(run.commit().unwrap(), Effects::default());
    assert_eq!(tree.history(100).unwrap(), runs);
    assert_eq!(tree.barriers(), 0);
}

#[test]
fn history_has_both_sides_of_a_change() {
    let tree = memory();
    sample(&tree);
    let run = begin(&tree, CommitMode::PerCall);
    work(&tree);
    let run = run.commit().unwrap().run.unwrap();
    tree.write(&path("/change"), b"newest").unwrap();
    let info = tree.history(2).unwrap().remove(1);
    assert_eq!(
        (info.id, info.label.as_str(), info.state),
        (run, "test", RunState::Finished)
    );
    assert_eq!(tree.read_before(run, &path("/change")).unwrap(), b"old");
    assert_eq!(tree.read_after(run, &path("/change")).unwrap(), b"newer");
    assert_eq!(tree.read_before(run, &path("/d/y")).unwrap(), b"y");
    assert_eq!(
        tree.read_before(run, &path("/fresh")).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    let changes = tree.changes(run).unwrap();
    assert_eq!(changes.len(), 8);
    assert_eq!(changes[0].before.as_ref().unwrap().stat.size, 3);
    assert_eq!(
        tree.changes(RunId::from(999)).unwrap_err().to_string(),
        "no run 999 in the history"
    );
}

#[test]
fn undo_restores_or_names_the_conflicts() {
    let tree = memory();
    sample(&tree);
    let before = listing(&tree);
    let run = begin(&tree, CommitMode::Atomic);
    work(&tree);
    let run = run.commit().unwrap().run.unwrap();
    let after = listing(&tree);
    tree.write(&path("/change"), b"again").unwrap();
    tree.write(&path("/e/other"), b"other").unwrap();
    let changed = listing(&tree);
    let error = tree.undo(run).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(
        error.to_string(),
        format!("cannot undo run {run}: changed since: /change, /e/other")
    );
    assert_eq!(listing(&tree), changed);
    tree.remove_tree(&path("/e/other")).unwrap();
    let again = tree.history(3).unwrap()[2].id;
    tree.undo(again).unwrap();
    assert_eq!(listing(&tree), after);
    assert_eq!(
        describe(&tree.undo(run).unwrap()),
        "+/d _>0, +/d/x _>1, +/d/y _>1, ~/change 5>3, -/e 0>_, -/e/x 1>_, -/fresh 5>_"
    );
    assert_eq!(listing(&tree), before);
    assert_sound(&tree);
}

#[test]
fn retention_bounds_runs_and_bytes() {
    let retention = Retention::new().runs_max(5).bytes_max(100_000);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    for round in 0..40 {
        let run = begin(&tree, CommitMode::PerCall);
        tree.write(&path("/a"), &bytes(100, round)).unwrap();
        run.commit().unwrap();
    }
    assert_eq!(tree.history(100).unwrap().len(), 5);
    for round in 0..10 {
        let run = begin(&tree, CommitMode::PerCall);
        tree.write(&path("/b"), &bytes(40_000, round)).unwrap();
        tree.append(&path("/b"), b"tail").unwrap();
        run.commit().unwrap();
        assert_sound(&tree);
    }
    // Two versions of 40,004 bytes fit, and pruning goes down to three quarters of the bound.
    let kept = tree.history(100).unwrap().len();
    assert!((1..=2).contains(&kept), "{kept}");
    assert_sound(&tree);
}

/// A run that ended at its limit of time leaves pruning to a later one.
#[test]
fn history_is_pruned_while_there_is_time() {
    let retention = Retention::new().runs_max(2).bytes_max(100_000);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    let run = |until: Duration| {
        let run = begin(&tree, CommitMode::PerCall);
        tree.append(&path("/a"), b"x").unwrap();
        let until = Instant::now() + until;
        run.commit_by(until).unwrap()
    };
    for _ in 0..5 {
        assert!(run(Duration::ZERO).run.is_some());
    }
    assert_eq!(tree.history(100).unwrap().len(), 5);
    run(Duration::from_secs(60));
    assert_eq!(tree.history(100).unwrap().len(), 2);
    assert_sound(&tree);
}

/// What history has no room for cannot be undone, and no number says that it can.
#[test]
fn a_run_that_is_larger_than_history_has_no_number() {
    let retention = Retention::new().runs_max(5).bytes_max(10_000);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    tree.write(&path("/a"), &bytes(50_000, 1)).unwrap();
    let run = begin(&tree, CommitMode::PerCall);
    tree.write(&path("/a"), &bytes(50_000, 2)).unwrap();
    let effects = run.commit().unwrap();
    assert_eq!((effects.changed.len(), effects.run), (1, None));
    assert!(tree.history(10).unwrap().is_empty());
    assert_sound(&tree);
}

#[test]
fn no_retention_keeps_no_run() {
    let retention = Retention::new().runs_max(0).bytes_max(0);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    sample(&tree);
    let run = begin(&tree, CommitMode::PerCall);
    work(&tree);
    assert_eq!(describe(&run.commit().unwrap()), EFFECTS);
    assert!(tree.history(10).unwrap().is_empty());
    assert_sound(&tree);
}

#[test]
fn a_version_that_was_replaced_is_found_by_its_token() {
    let tree = memory();
    let file = path("/a");
    let mut known = Vec::new();
    for content in ["one", "", "three"] {
        tree.write(&file, content.as_bytes()).unwrap();
        known.push((tree.version(&file).unwrap().unwrap(), content));
    }
    let (current, _) = known.pop().unwrap();
    assert_eq!(tree.replaced_by(&file, &current).unwrap(), None);
    for (version, content) in &known {
        let run = tree.replaced_by(&file, version).unwrap().unwrap();
        assert_eq!(tree.read_before(run, &file).unwrap(), content.as_bytes());
        let side = tree.changes(run).unwrap().remove(0).before.unwrap();
        assert_eq!(side.version.as_ref(), Some(version));
        assert_eq!(tree.replaced_by(&path("/b"), version).unwrap(), None);
    }
    for wrong in ["", "-", "1-1", "x-y", "1"] {
        assert_eq!(tree.replaced_by(&file, wrong).unwrap(), None, "{wrong}");
    }
}

#[test]
fn the_actor_of_a_run_is_not_part_of_its_label() {
    let tree = memory();
    let own = RunOptions::new("edit /a").actor("agent").atomic();
    let run = tree.begin(&own).unwrap();
    run.write(&path("/a"), b"").unwrap();
    run.commit().unwrap();
    let run = tree.begin(&RunOptions::new("agent:edit /b")).unwrap();
    run.write(&path("/b"), b"").unwrap();
    run.commit().unwrap();
    tree.write(&path("/c"), b"").unwrap();
    let runs = tree.history(3).unwrap();
    let told = |at: usize| {
        let run = &runs[at];
        (run.actor.as_deref(), run.label.as_str(), run.title())
    };
    assert_eq!(told(2), (Some("agent"), "edit /a", "agent:edit /a".into()));
    assert_eq!(told(1), (None, "agent:edit /b", "agent:edit /b".into()));
    assert_eq!(told(0), (None, "", "".into()));
    // It counts in the totals of the history.
    assert_sound(&tree);
    let longest = RunOptions::new("").actor("x".repeat(4096)).atomic();
    let run = tree.begin(&longest).unwrap();
    run.write(&path("/d"), b"").unwrap();
    run.commit().unwrap();
    assert_sound(&tree);
    let refused = tree.begin(&RunOptions::new("").actor("x".repeat(4097)));
    let error = refused.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(
        error.to_string(),
        "the actor of a run has 4097 bytes, at most 4096 are allowed"
    );
    assert!(!tree.has_open_run());
}

#[test]
fn the_label_of_a_run_grows_until_it_changes_something() {
    let tree = memory();
    assert_eq!(
        tree.extend_label(" x").unwrap_err().kind(),
        ErrorKind::Invalid
    );
    let run = begin(&tree, CommitMode::Atomic);
    tree.extend_label(" of 7").unwrap();
    tree.write(&path("/a"), b"").unwrap();
    assert!(tree.extend_label(" x").is_err());
    run.commit().unwrap();
    assert_eq!(tree.history(1).unwrap()[0].label, "test of 7");
}

#[test]
fn changes_come_in_parts() {
    let tree = super::memory();
    let run = tree.begin(&RunOptions::new("")).unwrap();
    for name in ["/a", "/a.b", "/a/b", "/a0", "/b/c/d"] {
        let name = path(name);
        let _ = tree
            .write(&name, b"x")
            .or_else(|_| tree.write(&path("/a1"), b"x"));
    }
    let run = run.commit().unwrap().run.unwrap();
    let all = tree.changes(run).unwrap();
    for limit in 1..=all.len() + 1 {
        let mut parts = Vec::new();
        loop {
            let after = parts
                .last()
                .map(|change: &isolate_vfs::Change| change.path.clone());
            let page = tree.changes_page(run, after.as_ref(), limit).unwrap();
            let is_last = page.len() < limit;
            parts.extend(page);
            if is_last {
                break;
            }
        }
        assert_eq!(parts, all);
    }
    for (below, is_changed) in [
        ("/", true),
        ("/a", true),
        ("/b", true),
        ("/b/c", true),
        ("/b/c/d/e", false),
        ("/a.", false),
        ("/c", false),
    ] {
        assert_eq!(
            tree.has_changed(run, &path(below)).unwrap(),
            is_changed,
            "{below}"
        );
    }
    assert_eq!(
        tree.change(run, &path("/a0")).unwrap().as_ref(),
        all.iter().find(|change| change.path == path("/a0"))
    );
    assert_eq!(tree.change(run, &path("/none")).unwrap(), None);
    assert!(tree.changes_page(RunId::from(999), None, 1).is_err());
}

#[test]
fn a_dropped_run_is_rolled_back_where_possible() {
    for mode in [CommitMode::PerCall, CommitMode::Atomic, CommitMode::DryRun] {
        let tree = memory();
        sample(&tree);
        let (before, runs) = (listing(&tree), tree.history(100).unwrap().len());
        let run = begin(&tree, mode);
        work(&run);
        let after = listing(&tree);
        // Its time is over, and it ends all the same.
        tree.set_deadline(Some(Instant::now()));
        tree.set_stop_signal(Some(std::sync::Arc::new(|| true)));
        drop(run);
        tree.set_deadline(None);
        tree.set_stop_signal(None);
        assert!(!tree.has_open_run());
        let is_kept = mode == CommitMode::PerCall;
        assert_eq!(listing(&tree), if is_kept { after } else { before });
        let history = tree.history(100).unwrap();
        assert_eq!(history.len(), runs + usize::from(is_kept));
        if is_kept {
            assert_eq!(history[0].state, RunState::Abandoned);
            assert!(history[0].finished.is_some());
        }
        assert_sound(&tree);
        // The tree is as free as before.
        let run = begin(&tree, CommitMode::Atomic);
        run.write(&path("/next"), b"next").unwrap();
        assert_eq!(run.commit().unwrap().created.len(), 1);
    }
}

#[test]
fn a_tree_has_one_run_at_a_time() {
    let tree = memory();
    let run = begin(&tree, CommitMode::PerCall);
    let second = tree.begin(&RunOptions::new("second")).map(drop);
    assert_eq!(second.unwrap_err().kind(), ErrorKind::Invalid);
    // The one that was refused ended nothing.
    assert!(tree.has_open_run());
    run.write(&path("/a"), b"a").unwrap();
    let run = run.commit().unwrap().run.unwrap();
    assert_eq!(tree.history(1).unwrap()[0].id, run);
    // A run may hold what leads to its tree.
    let tree = std::rc::Rc::new(tree);
    let held = OpenRun::holding(std::rc::Rc::clone(&tree), &RunOptions::new("held").atomic());
    let held = held.unwrap();
    held.write(&path("/b"), b"b").unwrap();
    assert_eq!(held.effects().unwrap().created[0].path, "/b");
    drop(held);
    assert!(!tree.exists(&path("/b")).unwrap());
}

#[test]
fn undoing_gives_a_directory_its_permissions_back() {
    let tree = memory();
    tree.write(&path("/d/a"), b"a").unwrap();
    let run = begin(&tree, CommitMode::Atomic);
    run.set_mode(&path("/d"), 0o700).unwrap();
    let run = run.commit().unwrap().run.unwrap();
    tree.undo(run).unwrap();
    assert_eq!(tree.stat(&path("/d")).unwrap().unwrap().mode, 0o755);
    assert_sound(&tree);
}

#[test]
fn a_run_does_not_end_inside_of_a_call() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| Tree::open(&folder.path().join(name), &OpenOptions::new()).unwrap();
    for (tree, mode) in [
        (memory(), CommitMode::PerCall),
        (memory(), CommitMode::Atomic),
        (file("1"), CommitMode::PerCall),
        (file("2"), CommitMode::Atomic),
    ] {
        tree.write(&path("/kept"), b"1").unwrap();
        for committed in [true, false] {
            let run = begin(&tree, mode);
            run.write(&path("/in-run"), b"2").unwrap();
            let ended = tree.atomically(|txn| {
                txn.write(&path("/in-call"), b"3")?;
                match committed {
                    true => run.commit().map(drop),
                    false => {
                        drop(run);
                        Ok(())
                    }
                }
            });
            assert!(mode == CommitMode::PerCall || ended.is_err(), "{mode:?}");
            assert!(!committed || ended.is_err(), "{mode:?}");
            assert!(!tree.has_open_run());
            // The connection goes on, and what was undone is gone.
            tree.write(&path("/after"), b"4").unwrap();
            let is_kept = mode == CommitMode::PerCall;
            assert_eq!(tree.exists(&path("/in-run")).unwrap(), is_kept);
            assert_eq!(tree.exists(&path("/in-call")).unwrap(), ended.is_ok());
            assert_sound(&tree);
        }
        // The next run closes what is left of the one before.
        drop(begin(&tree, mode));
        let states = tree.history(9).unwrap();
        assert!(states.iter().all(|run| run.state != RunState::Open));
    }
}
