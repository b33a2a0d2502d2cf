//! Runs that are put away and taken up again.

use std::path::Path;

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    BranchOptions, ErrorKind, ForkOptions, Held, Holder, LogOptions, OpenOptions, OpenRun, Point,
    Retention, RunId, RunOptions, RunState, SUSPENDED_BYTES_MAX, Suspension, TakenUp, Timestamp,
    Tree, UndoOptions,
};
use tempfile::tempdir;

use super::{assert_sound, bytes, memory, path};

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::new()).unwrap()
}

fn suspension(state: &[u8]) -> Suspension {
    Suspension {
        waits: b"an answer".to_vec(),
        state: state.to_vec(),
        memory: b"memory".to_vec(),
        until: Timestamp::from_millis(9_000_000_000_000),
        holder: Holder::NOBODY,
    }
}

/// Begins a run, writes a file in it, and puts it away.
fn put_away(tree: &Tree, name: &str, state: &[u8]) -> RunId {
    let run = tree.begin(&RunOptions::new(name).recorded()).unwrap();
    run.write(&path(&format!("/{name}")), b"first").unwrap();
    run.suspend(&suspension(state)).unwrap()
}

fn states(tree: &Tree) -> Vec<(i64, RunState, u64)> {
    let runs = tree.log(&LogOptions::new().limit(usize::MAX)).unwrap();
    let told = runs.into_iter().rev();
    told.map(|run| (run.id.into(), run.state, run.paths))
        .collect()
}

fn refused<T: std::fmt::Debug>(result: isolate_vfs::Result<T>) -> (ErrorKind, String) {
    let error = result.unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn a_run_goes_on_where_it_was_put_away() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    for is_file in [false, true] {
        let tree = if is_file { open(&file) } else { memory() };
        let state = bytes(600_000, 3);
        let run = put_away(&tree, "wait", &state);
        assert!(!tree.has_open_run());
        assert_sound(&tree);
        // Nobody waits for it.
        tree.write(&path("/other"), b"of another").unwrap();
        assert_eq!(
            states(&tree),
            [(1, RunState::Suspended, 1), (2, RunState::Finished, 1)]
        );
        let tree = if is_file {
            drop(tree);
            open(&file)
        } else {
            tree
        };
        let [waiting] = &tree.suspended_runs().unwrap()[..] else {
            panic!("one run waits");
        };
        assert_eq!((waiting.run, &waiting.waits[..]), (run, &b"an answer"[..]));
        assert_eq!(waiting.bytes, 600_015);
        assert!(waiting.answered.is_empty());
        assert_eq!(tree.suspended_run(run).unwrap(), *waiting);
        tree.answer_suspended(run, 7, b"yes").unwrap();
        tree.answer_suspended_for(run, b"an answer", 3, b"")
            .unwrap();
        assert_eq!(
            refused(tree.answer_suspended_for(run, b"another answer", 4, b"")).0,
            ErrorKind::Stale
        );
        assert_eq!(tree.suspended_run(run).unwrap().answered, [3, 7]);
        assert_eq!(
            refused(tree.answer_suspended(run, 7, b"no")),
            (
                ErrorKind::Exists,
                "call 7 of run 1 has an answer already".to_owned()
            )
        );
        let taken = OpenRun::take_up(&tree, run).unwrap();
        assert_eq!(taken.suspension, suspension(&state));
        assert_eq!(taken.answers, [(3, vec![]), (7, b"yes".to_vec())]);
        assert!(tree.suspended_runs().unwrap().is_empty());
        assert_eq!(states(&tree)[0], (1, RunState::Open, 1));
        taken.run.write(&path("/wait"), b"second").unwrap();
        taken.run.write(&path("/last"), b"third").unwrap();
        taken.run.set_status("ok");
        let effects = taken.run.commit().unwrap();
        assert_eq!(effects.run, Some(run));
        let made: Vec<_> = effects
            .created
            .iter()
            .map(|made| made.path.as_str())
            .collect();
        assert_eq!(made, ["/last", "/wait"]);
        assert_sound(&tree);
        tree.undo_with(run, &UndoOptions::new()).unwrap();
        assert!(!tree.exists(&path("/wait")).unwrap() && tree.exists(&path("/other")).unwrap());
        assert_sound(&tree);
    }
}

#[test]
fn a_run_is_taken_up_once_and_says_what_became_of_it() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let (one, two) = (open(&file), open(&file));
    let run = put_away(&one, "wait", b"state");
    let taken = OpenRun::take_up(&one, run).unwrap();
    let told = |tree: &Tree| refused(OpenRun::take_up(tree, run).map(drop));
    let invalid = |why: &str| {
        let text = format!("run 1 does not wait for an answer: {why}");
        (ErrorKind::Invalid, text)
    };
    assert_eq!(told(&two), invalid("it is going on"));
    assert_eq!(
        refused(two.answer_suspended(run, 1, b"")),
        invalid("it is going on")
    );
    // It may be put away again.
    assert_eq!(taken.run.suspend(&suspension(b"more")).unwrap(), run);
    let taken = OpenRun::take_up(&two, run).unwrap();
    assert_eq!(taken.suspension.state, b"more");
    taken.run.commit().unwrap();
    assert_eq!(told(&one), invalid("it has ended"));
    let given_up = put_away(&one, "other", b"state");
    one.end_suspended(given_up, "cancelled").unwrap();
    let info = one.run_info(given_up).unwrap().unwrap();
    assert_eq!(info.state, RunState::Abandoned);
    assert_eq!(info.status.as_deref(), Some("cancelled"));
    assert_eq!(
        refused(one.end_suspended(given_up, "again")).1,
        "run 2 does not wait for an answer: it was given up"
    );
    let none = refused(OpenRun::take_up(&one, RunId::from(9)).map(drop));
    assert_eq!(
        none,
        (ErrorKind::NotFound, "no run 9 in the history".to_owned())
    );
    assert_sound(&one);
}

/// Who works on the calls of a run is known until it gives them up, the run goes on, or the run ends.
#[test]
fn a_run_says_who_works_on_its_calls() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let held = |run: RunId| tree.suspended_run(run).unwrap().holder.held();
    let put_away = |name: &str, holder: Holder| {
        let run = tree.begin(&RunOptions::new(name).recorded()).unwrap();
        let suspension = Suspension {
            holder,
            ..suspension(b"state")
        };
        run.suspend(&suspension).unwrap()
    };
    let nobody = put_away("nobody", Holder::NOBODY);
    let here = put_away("here", Holder::this_process());
    assert_eq!(held(nobody), Held::Never);
    let is_known = cfg!(target_os = "linux");
    assert_eq!(held(here), if is_known { Held::Here } else { Held::Ended });
    // What has no answer may go on where its process has ended; another connection sees that too.
    assert_eq!(open(&file).answered_runs().unwrap(), [here]);
    let taken = OpenRun::take_up(&tree, here).unwrap();
    assert_eq!(taken.suspension.holder, Holder::this_process());
    assert_eq!(taken.run.suspend(&taken.suspension).unwrap(), here);
    drop(taken);
    assert!(!tree.give_up_suspended(nobody).unwrap());
    assert!(tree.give_up_suspended(here).unwrap());
    assert_eq!(tree.give_up_suspended(here).unwrap(), !is_known);
    assert_eq!((held(nobody), held(here)), (Held::Never, Held::Ended));
    assert_eq!(tree.suspended_runs().unwrap()[1].holder.held(), Held::Ended);
    // Nothing of it is left when the run is over.
    OpenRun::take_up(&tree, here).unwrap().run.commit().unwrap();
    tree.end_suspended(nobody, "cancelled").unwrap();
    tree.give_up_suspended(here).unwrap();
    assert!(tree.answered_runs().unwrap().is_empty());
    assert_sound(&tree);
    if !is_known {
        return;
    }
    let ended = put_away("ended", Holder::this_process());
    drop(tree);
    // As after the end of the process: another one had its number, and started at another time.
    let connection = rusqlite::Connection::open(&file).unwrap();
    let changed = connection.execute(
        "UPDATE run SET owner = owner || '0' WHERE id = ?1",
        [i64::from(ended)],
    );
    assert_eq!(changed.unwrap(), 1);
    drop(connection);
    let tree = open(&file);
    assert_eq!(
        tree.suspended_run(ended).unwrap().holder.held(),
        Held::Ended
    );
    // This process does not hold it.
    tree.give_up_suspended(ended).unwrap();
    let taken = OpenRun::take_up(&tree, ended).unwrap();
    assert_eq!(taken.suspension.holder.held(), Held::Ended);
    taken.run.commit().unwrap();
}

/// Its number stays the same, also where others have changed something before it does.
#[test]
fn a_run_that_has_changed_nothing_keeps_its_number() {
    let folder = tempdir().unwrap();
    let tree = open(&folder.path().join("w.sqlite"));
    for begun in [false, true] {
        let run = tree.begin(&RunOptions::new("wait").recorded()).unwrap();
        if begun {
            run.record();
        }
        let id = run.suspend(&suspension(b"")).unwrap();
        tree.write(&path("/other"), b"of another").unwrap();
        let taken = OpenRun::take_up(&tree, id).unwrap();
        taken.run.write(&path("/other"), b"of the run").unwrap();
        assert_eq!(taken.run.commit().unwrap().run, Some(id));
        assert_sound(&tree);
        let idle = tree.begin(&RunOptions::new("idle").recorded()).unwrap();
        let idle = idle.suspend(&suspension(b"")).unwrap();
        let taken = OpenRun::take_up(&tree, idle).unwrap();
        taken.run.commit().unwrap();
        assert_sound(&tree);
    }
}

#[test]
fn what_cannot_be_put_away_stays_open() {
    let tree = memory();
    let run = tree.begin(&RunOptions::new("whole").atomic()).unwrap();
    assert_eq!(refused(run.suspend(&suspension(b""))).0, ErrorKind::Invalid);
    run.write(&path("/a"), b"a").unwrap();
    run.commit().unwrap();
    let keep_none = OpenOptions::new().retention(Retention::new().runs_max(0));
    let tree = super::memory_with(&keep_none);
    let run = tree.begin(&RunOptions::new("not kept").recorded()).unwrap();
    assert_eq!(refused(run.suspend(&suspension(b""))).0, ErrorKind::Invalid);
    run.write(&path("/a"), b"a").unwrap();
    run.commit().unwrap();
    assert!(tree.exists(&path("/a")).unwrap());
}

#[test]
fn pruning_and_shallow_copies_leave_what_waits() {
    let folder = tempdir().unwrap();
    let tree = open(&folder.path().join("w.sqlite"));
    let run = put_away(&tree, "wait", b"state");
    for number in 0..40 {
        let options = RunOptions::new(format!("later {number}"));
        let later = tree.begin(&options).unwrap();
        later.write(&path("/a"), &[number; 100]).unwrap();
        later.commit().unwrap();
    }
    tree.collect(&Retention::new().runs_max(3)).unwrap();
    assert_sound(&tree);
    assert!(states(&tree).len() < 6);
    let taken = OpenRun::take_up(&tree, run).unwrap();
    taken.run.write(&path("/b"), b"b").unwrap();
    taken.run.commit().unwrap();
    assert_sound(&tree);
}

#[test]
fn a_copy_does_not_go_on_with_what_waits_in_the_original() {
    let folder = tempdir().unwrap();
    let tree = open(&folder.path().join("w.sqlite"));
    let secret = b"the state of the run that waits";
    let run = put_away(&tree, "wait", secret);
    tree.write(&path("/other"), b"of another").unwrap();
    let forks = [
        ForkOptions::new(),
        ForkOptions::new().at(Point::After(RunId::from(1))),
        ForkOptions::new().shallow(),
    ];
    for (number, options) in forks.iter().enumerate() {
        let file = folder.path().join(format!("fork-{number}"));
        tree.fork(&file, options).unwrap();
        let copied = std::fs::read(&file).unwrap();
        assert!(!copied.windows(secret.len()).any(|bytes| bytes == secret));
        let copy = open(&file);
        assert_sound(&copy);
        assert!(copy.suspended_runs().unwrap().is_empty());
        if number < 2 {
            assert_eq!(states(&copy)[0], (1, RunState::Interrupted, 1));
            let (_, text) = refused(OpenRun::take_up(&copy, run).map(drop));
            assert_eq!(
                text,
                "run 1 does not wait for an answer: it was interrupted"
            );
        }
    }
    assert_eq!(tree.suspended_runs().unwrap().len(), 1);
}

#[test]
fn a_run_goes_on_on_its_own_branch() {
    let tree = memory();
    tree.create_branch("idea", &BranchOptions::new()).unwrap();
    tree.switch_branch("idea").unwrap();
    let run = put_away(&tree, "wait", b"state");
    tree.switch_branch("main").unwrap();
    assert_eq!(
        refused(OpenRun::take_up(&tree, run).map(drop)),
        (
            ErrorKind::Invalid,
            "run 1 is one of another branch than this: switch to its branch".to_owned()
        )
    );
    tree.switch_branch("idea").unwrap();
    OpenRun::take_up(&tree, run).unwrap().run.commit().unwrap();
    assert_sound(&tree);
}

/// The runs that wait have a bound beside the quota, and do not take the room of the files.
#[test]
fn what_waits_is_bounded_and_takes_no_room_of_the_files() {
    let quota = isolate_vfs::Quota::new().bytes_max(1 << 20);
    let tree = super::memory_with(&OpenOptions::new().quota(quota));
    let state = super::noise(64 << 20, 5);
    for number in 0..3 {
        put_away(&tree, &format!("wait-{number}"), &state);
    }
    tree.write(&path("/large"), &super::noise(1 << 19, 6))
        .unwrap();
    let answer = vec![0; usize::try_from(SUSPENDED_BYTES_MAX).unwrap() - 3 * (64 << 20)];
    let (kind, text) = refused(tree.answer_suspended(RunId::from(1), 1, &answer));
    assert_eq!(kind, ErrorKind::TooLarge);
    assert!(
        text.contains("would take more than 1073741824 bytes"),
        "{text}"
    );
    assert_sound(&tree);
}

/// Whatever statement fails, the run is where it was or where it goes to.
#[test]
fn a_run_is_put_away_and_taken_up_whole_or_not_at_all() {
    let mut fired = [0; 5];
    let suspension = |state: &[u8]| Suspension {
        holder: Holder::this_process(),
        ..suspension(state)
    };
    for number in 1..80 {
        let folder = tempdir().unwrap();
        let tree = open(&folder.path().join("w.sqlite"));
        let run = tree.begin(&RunOptions::new("wait").recorded()).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        tree.fail_statement(number, FailMode::Once);
        let suspended = run.suspend(&suspension(b"state"));
        fired[0] += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        let id = match suspended {
            Ok(id) => id,
            Err(_) => {
                assert!(tree.has_open_run());
                run.write(&path("/b"), b"b").unwrap();
                run.suspend(&suspension(b"state")).unwrap()
            }
        };
        assert_sound(&tree);
        tree.fail_statement(number, FailMode::Once);
        let answered = tree.answer_suspended(id, 1, b"yes");
        fired[1] += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        if answered.is_err() {
            assert!(tree.suspended_run(id).unwrap().answered.is_empty());
            tree.answer_suspended(id, 1, b"yes").unwrap();
        }
        let holder = || tree.suspended_run(id).unwrap().holder;
        assert_eq!(holder(), Holder::this_process());
        tree.fail_statement(number, FailMode::Once);
        let given_up = tree.give_up_suspended(id);
        fired[3] += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        assert_eq!(given_up.is_ok(), holder().held() == Held::Ended);
        tree.give_up_suspended(id).unwrap();
        assert_sound(&tree);
        tree.fail_statement(number, FailMode::Once);
        let taken = OpenRun::take_up(&tree, id);
        fired[2] += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        let taken = taken.unwrap_or_else(|_| {
            assert_sound(&tree);
            assert!(!tree.has_open_run());
            OpenRun::take_up(&tree, id).unwrap()
        });
        assert_eq!(taken.answers, [(1, b"yes".to_vec())]);
        // It cannot go on, and waits as before, with its answer.
        let again =
            |taken: &TakenUp<&Tree>| taken.run.suspend_again(&taken.suspension, &taken.answers);
        tree.fail_statement(number, FailMode::Once);
        let put_back = again(&taken);
        fired[4] += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        if put_back.is_err() {
            assert!(tree.has_open_run());
            assert_eq!(again(&taken).unwrap(), id);
        }
        assert_sound(&tree);
        assert_eq!(tree.suspended_run(id).unwrap().answered, [1]);
        let taken = OpenRun::take_up(&tree, id).unwrap();
        assert_eq!(taken.answers, [(1, b"yes".to_vec())]);
        taken.run.commit().unwrap();
        assert_sound(&tree);
        assert_eq!(states(&tree).len(), 1);
    }
    assert!(fired.iter().all(|count| *count > 2), "{fired:?}");
}

#[test]
fn damage_of_what_is_kept_is_told() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let run = put_away(&tree, "wait", &bytes(1000, 9));
    drop(tree);
    let conn = rusqlite::Connection::open(&file).unwrap();
    conn.execute_batch("UPDATE suspension SET data = zeroblob(1000) WHERE item = 1")
        .unwrap();
    let tree = open(&file);
    let (kind, text) = refused(OpenRun::take_up(&tree, run).map(drop));
    assert_eq!(kind, ErrorKind::Corrupt);
    assert!(text.contains("what was kept of run 1 is damaged"), "{text}");
    assert_eq!(states(&tree), [(1, RunState::Suspended, 1)]);
    tree.end_suspended(run, "damaged").unwrap();
    drop(tree);
    conn.execute_batch(
        "UPDATE run SET state = 4; INSERT INTO suspension VALUES (7, 0, 0, x'', 0); DELETE FROM identity",
    )
    .unwrap();
    let tree = open(&file);
    let mut rules: Vec<_> = tree.findings().unwrap();
    rules.sort_by_key(|finding| finding.rule);
    let rules: Vec<_> = rules.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["H12", "H12", "S4"]);
    drop(tree);
    Tree::repair_file(&file).unwrap();
    let tree = open(&file);
    assert_sound(&tree);
    assert_eq!(states(&tree), [(1, RunState::Interrupted, 1)]);
}

/// A run that waits goes on on its branch, which cannot go before.
#[test]
fn a_branch_stays_as_long_as_a_run_waits_on_it() {
    let folder = tempdir().unwrap();
    let tree = open(&folder.path().join("w.sqlite"));
    tree.create_branch("idea", &BranchOptions::new()).unwrap();
    tree.switch_branch("idea").unwrap();
    let [ended, resumed] = ["one", "two"].map(|name| put_away(&tree, name, b"state"));
    tree.switch_branch("main").unwrap();
    for (run, is_ended) in [(ended, true), (resumed, false)] {
        let (kind, text) = refused(tree.delete_branch("idea").map(drop));
        assert_eq!(kind, ErrorKind::NotEmpty);
        let waits = format!("run {run}, whose changes are for idea, is going on or waits");
        assert!(text.contains(&waits), "{text}");
        match is_ended {
            true => tree.end_suspended(run, "cancelled").unwrap(),
            false => {
                tree.switch_branch("idea").unwrap();
                let taken = OpenRun::take_up(&tree, run).unwrap();
                taken.run.commit().unwrap();
                tree.switch_branch("main").unwrap();
            }
        }
    }
    // In a copy nobody can go on with it.
    tree.switch_branch("idea").unwrap();
    put_away(&tree, "three", b"state");
    tree.switch_branch("main").unwrap();
    let copy = folder.path().join("copy.sqlite");
    tree.fork(&copy, &isolate_vfs::ForkOptions::new()).unwrap();
    open(&copy).delete_branch("idea").unwrap();
    refused(tree.delete_branch("idea").map(drop));
    assert_sound(&tree);
}

/// A run of which it cannot be read what it waits for does not hide the others.
#[test]
fn damage_of_one_run_leaves_the_others_in_the_list() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let runs = ["one", "two", "three"].map(|name| put_away(&tree, name, b"state"));
    let conn = rusqlite::Connection::open(&file).unwrap();
    conn.execute_batch(
        "UPDATE suspension SET data = zeroblob(3) WHERE run = 1 AND item = 0;
         INSERT INTO suspension SELECT run, 7000000000, number, data, sum FROM suspension WHERE run = 3 AND item = 0",
    )
    .unwrap();
    let listed = tree.suspended_runs().unwrap();
    let shown: Vec<_> = listed.iter().map(|run| (run.run, &run.waits[..])).collect();
    assert_eq!(
        shown,
        [(runs[0], &b""[..]), (runs[1], b"an answer"), (runs[2], b"")]
    );
    let damage = |at: usize| listed[at].damage.as_deref();
    let texts = [
        "workspace is damaged: what was kept of run 1 is damaged",
        "workspace is damaged: a call without a number",
    ];
    assert_eq!([damage(0), damage(2)], texts.map(Some));
    assert_eq!(damage(1), None);
    let page = tree.suspended_page(Some(runs[0]), 1, u64::MAX).unwrap();
    assert_eq!(page, listed[1..2]);
    assert_eq!(refused(tree.suspended_run(runs[0])).0, ErrorKind::Corrupt);
    for run in [runs[0], runs[2]] {
        tree.end_suspended(run, "cancelled").unwrap();
    }
    assert_eq!(tree.suspended_runs().unwrap(), listed[1..2]);
}

/// Of a run whose memory is damaged, the rest can be read, and the memory replaced.
#[test]
fn what_is_kept_is_replaced_whole_or_not_at_all() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let run = put_away(&tree, "wait", b"state");
    tree.answer_suspended(run, 2, b"yes").unwrap();
    assert_eq!(tree.identity().unwrap().len(), 16);
    let conn = rusqlite::Connection::open(&file).unwrap();
    conn.execute_batch("UPDATE suspension SET data = zeroblob(6) WHERE item = -1")
        .unwrap();
    assert_eq!(
        refused(OpenRun::take_up(&tree, run).map(drop)).0,
        ErrorKind::Corrupt
    );
    let known = tree.suspended_state(run).unwrap();
    assert_eq!(
        (&known.waits[..], &known.state[..]),
        (&b"an answer"[..], &b"state"[..])
    );
    assert!(known.clock_before.is_some());
    let other = Suspension {
        waits: b"the same".to_vec(),
        state: bytes(600_000, 4),
        memory: bytes(300_000, 5),
        until: known.until,
        holder: Holder::NOBODY,
    };
    let before = suspension(b"state");
    let mut fired = 0;
    for number in 1..40 {
        let state = tree.suspended_state(run).unwrap();
        let is_replaced = state != known;
        let next = if is_replaced { &before } else { &other };
        tree.fail_statement(number, FailMode::Once);
        let replaced = tree.replace_suspended(run, &state, next);
        fired += usize::from(tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
        assert_sound(&tree);
        let now = tree.suspended_state(run).unwrap();
        match replaced {
            Ok(()) => assert_eq!(now.state, next.state),
            Err(_) => assert_eq!(now, state),
        }
    }
    assert!(fired > 5, "{fired}");
    if tree.suspended_state(run).unwrap() == known {
        tree.replace_suspended(run, &known, &other).unwrap();
    }
    // Only what is known is replaced.
    let (kind, text) = refused(tree.replace_suspended(run, &known, &other));
    assert_eq!(
        (kind, text.as_str()),
        (ErrorKind::Stale, "run 1 has gone on meanwhile")
    );
    let waiting = tree.suspended_run(run).unwrap();
    assert_eq!((waiting.bytes, &waiting.answered[..]), (900_011, &[2][..]));
    let taken = OpenRun::take_up(&tree, run).unwrap();
    assert_eq!(taken.suspension, other);
    assert_eq!(taken.answers, [(2, b"yes".to_vec())]);
    let (kind, _) = refused(tree.replace_suspended(run, &known, &other));
    assert_eq!(kind, ErrorKind::Invalid);
    taken.run.commit().unwrap();
    assert_sound(&tree);
}

/// What a run is put away with may be made for its number and its workspace.
#[test]
fn what_is_kept_may_be_made_for_the_run() {
    let tree = memory();
    let run = tree.begin(&RunOptions::new("wait").recorded()).unwrap();
    let failed = run.suspend_with(|_, _| Err(isolate_vfs::Error::new(ErrorKind::Storage)));
    assert_eq!(refused(failed).0, ErrorKind::Storage);
    run.write(&path("/a"), b"a").unwrap();
    let identity = tree.identity().unwrap();
    let id = run
        .suspend_with(|id, workspace| {
            assert_eq!(workspace, identity);
            Ok(suspension(id.to_string().as_bytes()))
        })
        .unwrap();
    let taken = OpenRun::take_up(&tree, id).unwrap();
    assert_eq!(taken.suspension.state, id.to_string().into_bytes());
    taken.run.commit().unwrap();
    assert_sound(&tree);
}

/// A run that begins with an undo after it has waited is one that was made to undo.
#[test]
fn an_undo_after_a_wait_is_one() {
    for is_atomic in [false, true] {
        let tree = memory();
        tree.write(&path("/a"), b"a").unwrap();
        let options = RunOptions::new("wait").recorded();
        let options = if is_atomic { options.atomic() } else { options };
        let run = tree.begin(&options).unwrap();
        if is_atomic {
            assert!(run.set_aside().unwrap());
        }
        let id = run.suspend(&suspension(b"state")).unwrap();
        drop(run);
        let taken = OpenRun::take_up(&tree, id).unwrap();
        tree.undo(RunId::from(1)).unwrap();
        tree.write(&path("/b"), b"b").unwrap();
        taken.run.commit().unwrap();
        let runs = tree.log(&LogOptions::new()).unwrap();
        assert_eq!((runs[0].id, runs[0].undoes), (id, Some(RunId::from(1))));
        assert_sound(&tree);
    }
}
