//! Atomic runs that wait: their changes are kept apart until they end.

mod directories;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use isolate_text::VPath;
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    BranchOptions, CheckpointOptions, EndError, ErrorKind, FindOptions, ForkOptions, Guard, Holder,
    LogOptions, MemoryStore, MergeOptions, OpenOptions, OpenRun, Quota, Refusal, RunId, RunOptions,
    RunState, Suspension, Timestamp, Tree, Verb,
};
use proptest::prelude::*;
use tempfile::tempdir;

use super::model::{Twin, any_step, apply};
use super::{assert_sound, is_slow, listing, path};

fn connections() -> (Tree, Tree) {
    let store = MemoryStore::new().unwrap();
    let open = || Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    (open(), open())
}

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::new()).unwrap()
}

fn atomic(label: &str) -> RunOptions {
    RunOptions::new(label).atomic().recorded()
}

fn read(tree: &Tree, at: &str) -> String {
    String::from_utf8(tree.read(&path(at)).unwrap()).unwrap()
}

fn write(tree: &Tree, at: &str, text: &str) {
    tree.write(&path(at), text.as_bytes()).unwrap();
}

fn commit<T: std::ops::Deref<Target = Tree>>(run: OpenRun<T>) -> Result<Option<RunId>, EndError> {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    Ok(run.commit_by(until)?.run)
}

fn suspension() -> Suspension {
    Suspension {
        waits: b"an answer".to_vec(),
        state: b"state".to_vec(),
        memory: b"memory".to_vec(),
        until: Timestamp::from_millis(9_000_000_000_000),
        holder: Holder::NOBODY,
    }
}

/// What is at each path, with modes and times.
fn state(tree: &Tree) -> BTreeMap<String, String> {
    let lines = listing(tree);
    let named = lines.iter().map(|line| {
        let (name, rest) = line.split_once(' ').unwrap();
        let at = path(name);
        let stat = tree.lstat(&at).unwrap().unwrap();
        (
            name.to_owned(),
            format!("{rest} {:o} {:?}", stat.mode, stat.mtime),
        )
    });
    named.collect()
}

#[test]
fn nobody_waits_for_a_run_that_waits_and_nobody_sees_it() {
    let (tree, other) = connections();
    write(&tree, "/src/a", "before");
    let before = state(&tree);
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/src/a", "apart");
    write(&run, "/src/new/b", "apart");
    run.remove_tree(&path("/src/a")).unwrap();
    assert!(run.set_aside().unwrap() && run.is_aside());
    // Once is enough.
    assert!(run.set_aside().unwrap());
    assert_eq!(state(&other), before);
    assert!(other.branches().unwrap().is_empty());
    assert_sound(&other);
    write(&other, "/other", "of another");
    assert!(!run.exists(&path("/other")).unwrap());
    write(&run, "/src/new/b", "apart, later");
    assert_eq!(run.branch(), "main");
    let told = other.log(&LogOptions::new()).unwrap();
    let waiting = told.iter().find(|info| info.label == "work").unwrap();
    assert_eq!(
        (waiting.state, waiting.branch.as_deref()),
        (RunState::Open, None)
    );
    let early = other.undo(waiting.id).unwrap_err().to_string();
    assert!(early.contains("has not ended"), "{early}");
    let time = run.stat(&path("/src/new/b")).unwrap().unwrap().mtime;
    let old = waiting.id;
    let done = commit(run).unwrap().unwrap();
    assert_sound(&other);
    assert_eq!(
        listing(&other),
        [
            "/ dir",
            "/other file of another",
            "/src dir",
            "/src/new dir",
            "/src/new/b file apart, later"
        ]
    );
    assert_eq!(
        other.stat(&path("/src/new/b")).unwrap().unwrap().mtime,
        time
    );
    // Its changes come after those of the others, and so does its number.
    let told = other.log(&LogOptions::new()).unwrap();
    assert_eq!(
        (told[0].id, told[0].state, told[0].label.as_str()),
        (done, RunState::Finished, "work")
    );
    assert!(done > old);
    let moved = other.undo(old).unwrap_err().to_string();
    assert!(
        moved.contains(&format!(
            "has another number since it ended, because others have written while it waited: {done}"
        )),
        "{moved}"
    );
    other.undo(done).unwrap();
    assert_eq!(read(&other, "/src/a"), "before");
    assert_sound(&other);
}

#[test]
fn what_others_have_changed_too_is_a_conflict_and_a_branch() {
    let (tree, other) = connections();
    write(&tree, "/a", "one\n2\n3\ntwo\n");
    write(&tree, "/b", "b");
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/a", "ONE\n2\n3\ntwo\n");
    write(&run, "/c", "new");
    assert!(run.set_aside().unwrap());
    // Other lines of the same file: they could be merged, and are not.
    write(&other, "/a", "one\n2\n3\nTWO\n");
    let there = state(&other);
    let conflict = commit(run).unwrap_err();
    assert_eq!(conflict.cause.kind(), ErrorKind::Stale);
    assert_eq!(conflict.cause.paths(), [path("/a")]);
    let branch = conflict.branch.unwrap();
    let run = conflict.effects.unwrap().run.unwrap();
    assert_eq!(branch, format!("run-{run}"));
    assert_eq!(state(&other), there);
    assert_sound(&other);
    assert_eq!(other.branches().unwrap()[0].name, branch);
    let info = other.run_info(run).unwrap().unwrap();
    assert_eq!(
        (info.state, info.status.as_deref(), info.branch.as_deref()),
        (RunState::Finished, Some("conflict"), Some(branch.as_str()))
    );
    let merged = other.merge_branch(&branch, &MergeOptions::new()).unwrap();
    assert!(merged.is_done, "{merged:?}");
    assert_eq!(
        (read(&other, "/a"), read(&other, "/c")),
        ("ONE\n2\n3\nTWO\n".into(), "new".into())
    );
    assert_sound(&other);
    // The name of the branch is free, or gets a number.
    other.create_branch("run-6", &BranchOptions::new()).unwrap();
    let run = tree.begin(&atomic("again")).unwrap();
    write(&run, "/a", "again");
    assert!(run.set_aside().unwrap());
    assert_eq!(run.open_run(), Some(RunId::from(6)));
    write(&other, "/a", "other");
    assert_eq!(commit(run).unwrap_err().branch.as_deref(), Some("run-6-2"));
    assert_sound(&other);
}

#[test]
fn what_is_given_up_leaves_nothing() {
    for is_dry in [false, true] {
        for is_dropped in [false, true] {
            let (tree, other) = connections();
            write(&tree, "/a", "before");
            let options = if is_dry {
                RunOptions::new("work").dry_run()
            } else {
                atomic("work")
            };
            let run = tree.begin(&options).unwrap();
            write(&run, "/a", "apart");
            assert!(run.set_aside().unwrap());
            write(&run, "/b", "apart");
            write(&other, "/c", "other");
            let there = state(&other);
            if is_dropped {
                drop(run);
            } else if is_dry {
                // Nothing of a dry run is kept.
                assert_eq!(run.commit().unwrap().counts(), [1, 1, 0]);
            } else {
                run.set_status("error");
                assert_eq!(run.abandon().unwrap().counts(), [1, 1, 0]);
            }
            assert_eq!(tree.branch(), "main");
            assert_eq!(state(&tree), there);
            assert_sound(&other);
            let told = other.log(&LogOptions::new()).unwrap();
            let own = told.iter().find(|info| info.label == "work");
            assert_eq!(
                own.map(|info| (info.state, info.paths)),
                (!is_dry).then_some((RunState::Abandoned, 0))
            );
        }
    }
}

#[test]
fn a_run_that_is_aside_can_be_put_away() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let (tree, other) = (open(&file), open(&file));
    write(&tree, "/a", "before");
    other.create_branch("idea", &BranchOptions::new()).unwrap();
    for branch in ["main", "idea"] {
        tree.switch_branch(branch).unwrap();
        other.switch_branch(branch).unwrap();
        let run = tree.begin(&atomic("work")).unwrap();
        write(&run, "/a", "apart");
        assert!(run.set_aside().unwrap());
        let id = run.suspend(&suspension()).unwrap();
        drop(run);
        assert_eq!(
            (tree.branch().as_str(), read(&tree, "/a").as_str()),
            (branch, "before")
        );
        assert_eq!(tree.suspended_runs().unwrap()[0].run, id);
        assert_sound(&other);
        // Its branch cannot go.
        if branch == "idea" {
            other.switch_branch("main").unwrap();
            let refused = other.delete_branch("idea").unwrap_err().to_string();
            assert!(
                refused.contains(&format!("run {id}, whose changes are for idea")),
                "{refused}"
            );
            other.switch_branch("idea").unwrap();
        }
        write(&other, "/b", "other");
        // Another process, after a restart.
        let later = open(&file);
        later.switch_branch(branch).unwrap();
        let taken = OpenRun::take_up(&later, id).unwrap();
        assert!(taken.run.is_aside());
        assert_eq!(read(&taken.run, "/a"), "apart");
        write(&taken.run, "/c", "apart");
        assert!(!other.exists(&path("/c")).unwrap());
        let done = commit(taken.run).unwrap().unwrap();
        assert_eq!(
            (read(&other, "/a"), read(&other, "/c")),
            ("apart".into(), "apart".into())
        );
        assert_eq!(other.run_info(done).unwrap().unwrap().paths, 2);
        assert_sound(&other);
        // One that is ended leaves nothing.
        let run = tree.begin(&atomic("ended")).unwrap();
        write(&run, "/d", "apart");
        assert!(run.set_aside().unwrap());
        let id = run.suspend(&suspension()).unwrap();
        drop(run);
        other.end_suspended(id, "cancelled").unwrap();
        assert!(!other.exists(&path("/d")).unwrap());
        let info = other.run_info(id).unwrap().unwrap();
        assert_eq!((info.state, info.paths), (RunState::Abandoned, 0));
        assert_sound(&other);
    }
    // A copy has none of it.
    tree.switch_branch("main").unwrap();
    other.switch_branch("main").unwrap();
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/secret", "not yours");
    assert!(run.set_aside().unwrap());
    let id = run.suspend(&suspension()).unwrap();
    drop(run);
    let copy = folder.path().join("copy.sqlite");
    other.fork(&copy, &ForkOptions::new()).unwrap();
    let copied = open(&copy);
    assert_sound(&copied);
    assert_eq!(
        copied.run_info(id).unwrap().unwrap().state,
        RunState::Interrupted
    );
    assert_eq!(copied.run_info(id).unwrap().unwrap().paths, 0);
    let bytes = std::fs::read(&copy).unwrap();
    assert!(!bytes.windows(9).any(|window| window == b"not yours"));
    assert_eq!(copied.branches().unwrap().len(), 1);
}

/// Another process that was killed while its run waited.
#[test]
fn what_a_killed_process_left_is_removed() {
    const FILE: &str = "ISOLATE_VFS_TEST_ASIDE";
    if let Ok(file) = std::env::var(FILE) {
        let tree = open(Path::new(&file));
        let run = tree.begin(&atomic("killed")).unwrap();
        write(&run, "/a", "apart");
        assert!(run.set_aside().unwrap());
        write(&run, "/b", "apart");
        std::process::abort();
    }
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    write(&tree, "/a", "before");
    let ended = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "asides::what_a_killed_process_left_is_removed"])
        .env(FILE, &file)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(!ended.success());
    assert_eq!(listing(&tree), ["/ dir", "/a file before"]);
    let told = tree.log(&LogOptions::new()).unwrap();
    assert_eq!(
        (told[0].label.as_str(), told[0].state),
        ("killed", RunState::Interrupted)
    );
    assert_sound(&tree);
    let _opened = open(&file);
    let told = tree.log(&LogOptions::new()).unwrap();
    assert_eq!((told[0].state, told[0].paths), (RunState::Interrupted, 0));
    assert_eq!(listing(&tree), ["/ dir", "/a file before"]);
    assert_sound(&tree);
}

#[test]
fn a_checkpoint_of_a_run_that_waited_can_be_restored() {
    let (tree, other) = connections();
    write(&tree, "/a", "before");
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/a", "at the checkpoint");
    run.checkpoint("here", &CheckpointOptions::new()).unwrap();
    assert!(run.set_aside().unwrap());
    write(&run, "/a", "later");
    write(&other, "/other", "of another");
    commit(run).unwrap();
    assert_eq!(other.checkpoints().unwrap(), ["here"]);
    other.restore("here").unwrap();
    assert_eq!(read(&other, "/a"), "at the checkpoint");
    assert!(!other.exists(&path("/other")).unwrap());
    assert_sound(&other);
}

#[test]
fn merges_are_not_taken_over() {
    let (tree, other) = connections();
    write(&tree, "/a", "before");
    tree.create_branch("idea", &BranchOptions::new()).unwrap();
    tree.switch_branch("idea").unwrap();
    write(&tree, "/b", "idea");
    tree.switch_branch("main").unwrap();
    // What has merged already holds the transaction.
    let run = tree.begin(&atomic("work")).unwrap();
    run.merge_branch("idea", &MergeOptions::new()).unwrap();
    assert!(!run.set_aside().unwrap());
    assert!(!run.is_aside());
    write(&run, "/c", "still");
    let merged = commit(run).unwrap().unwrap();
    assert_eq!(read(&other, "/c"), "still");
    assert_sound(&other);
    // What is apart cannot take a merge back.
    let run = tree.begin(&atomic("work")).unwrap();
    assert!(run.set_aside().unwrap());
    let refused = run.undo(merged).unwrap_err().to_string();
    assert!(refused.contains("has merged branches"), "{refused}");
    run.commit().unwrap();
    assert_sound(&other);
}

#[test]
fn a_quota_that_others_have_used_up_keeps_it_out() {
    let store = MemoryStore::new().unwrap();
    let options = OpenOptions::new().quota(Quota::new().bytes_max(1 << 20));
    let open = || Tree::open_memory(&store, &options).unwrap();
    let (tree, other) = (open(), open());
    let run = tree.begin(&atomic("work")).unwrap();
    run.write(&path("/a"), &vec![1; 600_000]).unwrap();
    assert!(run.set_aside().unwrap());
    other.write(&path("/b"), &vec![2; 600_000]).unwrap();
    let failed = commit(run).unwrap_err();
    assert_eq!(failed.cause.kind(), ErrorKind::NoSpace);
    assert!(failed.branch.is_none());
    assert!(!other.exists(&path("/a")).unwrap() && tree.branch() == "main");
    assert_sound(&other);
}

/// Every statement fails once, in each way: nothing is half done.
#[test]
fn failures_leave_all_or_nothing() {
    for mode in [FailMode::Once, FailMode::Forever] {
        for number in 1.. {
            let (tree, other) = connections();
            write(&tree, "/d/a", "before");
            write(&tree, "/d/b", "before");
            let before = listing(&tree);
            let run = tree.begin(&atomic("work")).unwrap();
            write(&run, "/d/a", "apart");
            run.remove_tree(&path("/d/b")).unwrap();
            write(&run, "/new/c", "apart");
            let left = listing(&run);
            tree.fail_statement(number, mode);
            let moved = run.set_aside();
            let is_aside = matches!(moved, Ok(true));
            let done = commit(run);
            let was_reached = tree.fault_fired();
            tree.fail_statement(0, mode);
            let now = listing(&other);
            match done {
                Ok(_) => assert_eq!(now, left, "{number} {moved:?}"),
                Err(error) => {
                    assert!(error.branch.is_none(), "{error:?}");
                    assert_eq!(now, before, "{number} {is_aside} {error:?}");
                }
            }
            assert_sound(&other);
            assert_eq!(tree.branch(), "main");
            if !was_reached {
                assert!(is_aside && now == left);
                break;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_slow() { 5000 } else { 96 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a run leaves is what it would have left by itself, beside what others have changed.
    #[test]
    fn a_run_is_taken_over_as_a_whole_or_not_at_all(
        base in proptest::collection::vec(any_step(), 0..8),
        first in proptest::collection::vec(any_step(), 0..8),
        later in proptest::collection::vec(any_step(), 0..5),
        others in proptest::collection::vec(any_step(), 0..4),
        is_kept in proptest::bool::weighted(0.8),
    ) {
        let (tree, other) = connections();
        let mut twin = Twin::default();
        for step in &base {
            apply(&tree, &mut twin, step);
        }
        let before = state(&tree);
        let mut theirs = twin.clone();
        let run = tree.begin(&atomic("work")).unwrap();
        for step in &first {
            apply(&run, &mut twin, step);
        }
        prop_assert!(run.set_aside().unwrap());
        assert_sound(&other);
        prop_assert_eq!(&state(&other), &before);
        twin.check(&run);
        for (number, step) in others.iter().enumerate() {
            apply(&other, &mut theirs, step);
            if let Some(step) = later.get(number) {
                apply(&run, &mut twin, step);
            }
        }
        let left = state(&run);
        let there = state(&other);
        let own: Vec<VPath> = run.open_run().map_or_else(Vec::new, |run| {
            tree.changes(run).unwrap().into_iter().map(|change| change.path).collect()
        });
        if !is_kept {
            run.abandon().unwrap();
            prop_assert_eq!(&state(&other), &there);
            assert_sound(&other);
            return Ok(());
        }
        match commit(run) {
            Ok(done) => {
                let mut expected = there.clone();
                for path in &own {
                    let name = path.as_str();
                    match left.get(name) {
                        Some(line) => expected.insert(name.to_owned(), line.clone()),
                        None => expected.remove(name),
                    };
                }
                let is_of_file = |line: &&String| !line.starts_with("dir");
                let now = state(&other);
                let files = |state: &BTreeMap<String, String>| -> Vec<(String, String)> {
                    let all = state.iter().filter(|(_, line)| is_of_file(line));
                    all.map(|(name, line)| (name.clone(), line.clone())).collect()
                };
                prop_assert_eq!(now.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
                prop_assert_eq!(files(&now), files(&expected));
                assert_sound(&other);
                if let Some(done) = done
                    && !own.is_empty()
                {
                    other.undo(done).unwrap();
                    prop_assert_eq!(listing(&other).len(), there.len());
                    theirs.check(&other);
                    assert_sound(&other);
                }
            }
            Err(error) => {
                let branch = error.branch.clone().expect("a conflict");
                prop_assert!(!error.cause.paths().is_empty());
                // Others have changed something there.
                for path in error.cause.paths() {
                    let at = path.as_str();
                    let is_near = |name: &String| name == at || at.starts_with(&format!("{name}/"));
                    let differs = before.keys().chain(there.keys()).filter(|name| is_near(name))
                        .any(|name| before.get(name) != there.get(name));
                    prop_assert!(differs, "{path} {error:?}");
                }
                prop_assert_eq!(&state(&other), &there);
                assert_sound(&other);
                other.switch_branch(&branch).unwrap();
                prop_assert_eq!(&state(&other), &left);
            }
        }
    }
}

#[test]
fn asides_are_no_branches_that_count() {
    let (tree, other) = connections();
    write(&tree, "/a", "before");
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/a", "apart");
    assert!(run.set_aside().unwrap());
    for number in 0..isolate_vfs::BRANCHES_MAX {
        other
            .create_branch(&format!("b{number}"), &BranchOptions::new())
            .unwrap();
    }
    assert_eq!(
        other
            .create_branch("more", &BranchOptions::new())
            .unwrap_err()
            .kind(),
        ErrorKind::TooLarge
    );
    let hidden = other.switch_branch("main of run 2").unwrap_err();
    assert_eq!(hidden.kind(), ErrorKind::NoBranch);
    let told = hidden.to_string();
    assert_eq!(told.matches(" of run").count(), 1, "{told}");
    assert_eq!(
        other
            .find(&VPath::root(), &FindOptions::default())
            .unwrap()
            .len(),
        2
    );
    commit(run).unwrap();
    assert_eq!(read(&other, "/a"), "apart");
}

/// Refuses to list `/d/secret` and what is below it.
#[derive(Debug)]
struct Hiding;

impl Guard for Hiding {
    fn refusal(&self, verb: Verb, at: &VPath, _: u64) -> Option<Refusal> {
        let is_refused = verb == Verb::List && at.starts_with(&path("/d/secret"));
        is_refused.then(|| Refusal::Denied("a rule".to_owned()))
    }

    fn hides(&self, at: &VPath) -> bool {
        at.starts_with(&path("/d/secret"))
    }
}

#[test]
fn a_conflict_names_nothing_that_rules_hide() {
    let (tree, other) = connections();
    write(&tree, "/d/open", "1");
    tree.set_guard(Some(Arc::new(Hiding)));
    let run = tree.begin(&atomic("work")).unwrap();
    run.remove_tree(&path("/d")).unwrap();
    assert!(run.set_aside().unwrap());
    write(&run, "/after", "1");
    write(&other, "/d/secret/key", "1");
    let conflict = commit(run).unwrap_err();
    assert_eq!(conflict.cause.paths(), [path("/d")]);
    assert_eq!(read(&other, "/d/secret/key"), "1");
    assert_sound(&other);
}

/// A run that waits to be taken over, in a file, and its number.
fn to_be_taken_over(tree: &Tree) -> RunId {
    write(tree, "/d/a", "before");
    write(tree, "/d/b", "before");
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/d/a", "apart");
    run.remove_tree(&path("/d/b")).unwrap();
    assert!(run.set_aside().unwrap());
    let id = run.suspend(&suspension()).unwrap();
    tree.answer_suspended(id, 1, b"yes").unwrap();
    id
}

/// A run that only ends waits until the transaction that ends it.
#[test]
fn a_run_that_is_taken_up_to_its_end_waits_until_then() {
    for is_kept in [true, false] {
        let (tree, other) = connections();
        let id = to_be_taken_over(&tree);
        let waits = || {
            assert_eq!(read(&other, "/d/a"), "before");
            assert_eq!(other.suspended_run(id).unwrap().answered, [1]);
            assert_sound(&other);
        };
        let taken = OpenRun::take_up_to_end(&tree, id).unwrap();
        assert_eq!(taken.suspension, suspension());
        assert_eq!(taken.answers, [(1, b"yes".to_vec())]);
        assert_eq!(read(&taken.run, "/d/a"), "apart");
        assert_eq!(taken.run.effects().unwrap().counts(), [0, 1, 1]);
        waits();
        // Nobody has decided.
        drop(taken);
        assert_eq!(
            (tree.branch().as_str(), read(&tree, "/d/a").as_str()),
            ("main", "before")
        );
        waits();
        // Of two that end it one does.
        let one = OpenRun::take_up_to_end(&tree, id).unwrap();
        let two = OpenRun::take_up_to_end(&other, id).unwrap();
        one.run.set_status("ok");
        if is_kept {
            assert_eq!(commit(one.run).unwrap(), Some(id));
        } else {
            one.run.abandon().unwrap();
        }
        let late = commit(two.run).unwrap_err();
        assert!(
            late.to_string().contains("does not wait for an answer"),
            "{late}"
        );
        let expected = if is_kept {
            ("apart", false)
        } else {
            ("before", true)
        };
        let now = (read(&other, "/d/a"), other.exists(&path("/d/b")).unwrap());
        assert_eq!((now.0.as_str(), now.1), expected);
        let info = other.run_info(id).unwrap().unwrap();
        let state = if is_kept {
            RunState::Finished
        } else {
            RunState::Abandoned
        };
        assert_eq!((info.state, info.status.as_deref()), (state, Some("ok")));
        assert!(other.suspended_runs().unwrap().is_empty());
        assert_sound(&other);
    }
    // What others see cannot wait for its end.
    let (tree, _) = connections();
    let run = tree.begin(&RunOptions::new("seen").recorded()).unwrap();
    write(&run, "/a", "seen");
    let id = run.suspend(&suspension()).unwrap();
    drop(run);
    let refused = OpenRun::take_up_to_end(&tree, id).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
}

#[test]
fn whatever_fails_it_ends_or_waits_as_before() {
    for (mode, is_kept) in [
        (FailMode::Once, true),
        (FailMode::Once, false),
        (FailMode::Forever, true),
        (FailMode::Forever, false),
    ] {
        let mut failed = 0;
        for number in 1.. {
            let (tree, other) = connections();
            let id = to_be_taken_over(&tree);
            tree.fail_statement(number, mode);
            let ended = OpenRun::take_up_to_end(&tree, id).and_then(|taken| match is_kept {
                true => commit(taken.run).map(drop).map_err(|error| error.cause),
                false => taken.run.abandon().map(drop),
            });
            let was_reached = tree.fault_fired();
            tree.fail_statement(0, mode);
            assert_sound(&other);
            assert_eq!(tree.branch(), "main");
            let is_taken_over = read(&other, "/d/a") == "apart";
            assert_ne!(other.exists(&path("/d/b")).unwrap(), is_taken_over);
            let waits = other.suspended_runs().unwrap().len();
            match ended {
                Ok(()) => assert_eq!((is_taken_over, waits), (is_kept, 0), "{number}"),
                Err(_) => {
                    failed += 1;
                    assert_eq!((is_taken_over, waits), (false, 1), "{number}");
                    let taken = OpenRun::take_up_to_end(&tree, id).unwrap();
                    commit(taken.run).unwrap();
                    assert_eq!(read(&other, "/d/a"), "apart");
                }
            }
            if !was_reached {
                break;
            }
        }
        assert!(failed > 10, "{failed}");
    }
}
