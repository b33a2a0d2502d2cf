//! Idempotency keys: a request is done once, also across processes, crashes and a small history.

use std::path::Path;

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    ClaimedKey, ErrorKind, FixedClock, ForkOptions, KEYS_MAX, KeyDigest, OpenOptions, Retention,
    RunId, RunOptions, RunState, Timestamp, Tree,
};
use tempfile::tempdir;

use super::{assert_sound, memory, path};

const HOUR_MS: i64 = 60 * 60 * 1000;

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::new()).unwrap()
}

fn digest(number: u16) -> KeyDigest {
    let mut digest = [7; 32];
    digest[..2].copy_from_slice(&number.to_be_bytes());
    digest
}

fn options() -> RunOptions {
    RunOptions::new("keyed").recorded()
}

/// Gives a key to a new run.
fn claim(tree: &Tree, key: u16) -> RunId {
    match tree
        .claim_key(&digest(key), &digest(0), &options())
        .unwrap()
    {
        ClaimedKey::New(run) => run,
        ClaimedKey::Taken(taken) => panic!("{taken:?}"),
    }
}

/// Does a run with a key that writes a file.
fn keyed(tree: &Tree, key: u16) -> RunId {
    let claimed = claim(tree, key);
    let run = tree.begin(&options().claimed(claimed)).unwrap();
    run.write(&path(&format!("/{key}")), b"done").unwrap();
    run.commit().unwrap().run.unwrap()
}

fn state(tree: &Tree, run: RunId) -> Option<RunState> {
    tree.run_info(run).unwrap().map(|info| info.state)
}

#[test]
fn a_key_belongs_to_one_run_whose_row_says_how_it_ended() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    for is_file in [true, false] {
        let tree = if is_file { open(&file) } else { memory() };
        let claimed = claim(&tree, 1);
        assert_eq!(state(&tree, claimed), Some(RunState::Open));
        assert_sound(&tree);
        let again = tree.claim_key(&digest(1), &digest(9), &options()).unwrap();
        let ClaimedKey::Taken(taken) = again else {
            panic!("{again:?}");
        };
        assert_eq!((taken.run, taken.request), (claimed, digest(0)));
        // Another run changes something first, so this one gets a later number, and its key with it.
        tree.write(&path("/other"), b"").unwrap();
        let run = tree.begin(&options().claimed(claimed)).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        let id = run.open_run().unwrap();
        assert!(id > claimed);
        assert_eq!(tree.keyed_run(&digest(1)).unwrap().unwrap().run, id);
        assert_eq!(run.commit().unwrap().run, Some(id));
        assert_eq!(state(&tree, id), Some(RunState::Finished));
        assert_eq!(tree.effects_of_run(id).unwrap().created.len(), 1);
        // One that changes nothing has its row too, and so has an atomic one.
        let claimed = claim(&tree, 2);
        tree.begin(&options().claimed(claimed))
            .unwrap()
            .commit()
            .unwrap();
        assert_eq!(state(&tree, claimed), Some(RunState::Finished));
        let atomic = options().atomic();
        let ClaimedKey::New(claimed) = tree.claim_key(&digest(3), &digest(0), &atomic).unwrap()
        else {
            panic!("the key is new");
        };
        let run = tree.begin(&atomic.claimed(claimed)).unwrap();
        run.write(&path("/b"), b"b").unwrap();
        drop(run);
        assert_eq!(state(&tree, claimed), Some(RunState::Abandoned));
        assert_eq!(tree.keyed_run(&digest(3)).unwrap().unwrap().run, claimed);
        assert_eq!(tree.keyed_run(&digest(4)).unwrap(), None);
        assert_sound(&tree);
    }
}

#[test]
fn a_run_that_could_not_be_begun_gives_its_key_back() {
    let tree = memory();
    let claimed = claim(&tree, 1);
    tree.release_key(&digest(1), claimed).unwrap();
    assert_eq!(state(&tree, claimed), None);
    assert_eq!(tree.keyed_run(&digest(1)).unwrap(), None);
    assert!(keyed(&tree, 1) > claimed);
    assert_sound(&tree);
}

#[test]
fn what_can_have_no_key_is_refused() {
    let tree = memory();
    let refused = |tree: &Tree, options: &RunOptions| {
        let error = tree.claim_key(&digest(1), &digest(0), options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        error.to_string()
    };
    let dry = refused(&tree, &options().dry_run());
    assert_eq!(
        dry,
        "a dry run keeps nothing, and can have no idempotency key"
    );
    tree.set_retention(&Retention::new().runs_max(0)).unwrap();
    let none = refused(&tree, &options());
    assert!(
        none.contains("set its retention to one run or more"),
        "{none}"
    );
    assert_eq!(tree.keyed_run(&digest(1)).unwrap(), None);
}

#[test]
fn a_crash_at_any_statement_leaves_a_key_with_its_run_or_neither() {
    for nth in 1.. {
        let tree = memory();
        tree.fail_statement(nth, FailMode::Once);
        let claimed = tree.claim_key(&digest(1), &digest(0), &options());
        let has_failed = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        let kept = tree.keyed_run(&digest(1)).unwrap();
        match claimed {
            Ok(ClaimedKey::New(run)) => {
                assert_eq!(kept.map(|kept| kept.run), Some(run));
                assert_eq!(state(&tree, run), Some(RunState::Open));
                if !has_failed {
                    break;
                }
            }
            Ok(ClaimedKey::Taken(taken)) => panic!("{taken:?}"),
            Err(_) => assert_eq!(kept, None),
        }
        assert_sound(&tree);
    }
}

/// The history has few runs, but none whose key is of the last day is removed.
#[test]
fn the_history_keeps_runs_with_keys_for_a_day() {
    let tree = memory();
    tree.set_retention(&Retention::new().runs_max(3)).unwrap();
    let at = |hours: i64| {
        let time = Timestamp::from_millis(1_700_000_000_000 + hours * HOUR_MS);
        tree.set_clock(Box::new(FixedClock(time)));
    };
    let others = |count: u32| {
        for number in 0..count {
            let run = tree.begin(&RunOptions::new("other")).unwrap();
            run.write(&path("/other"), &number.to_be_bytes()).unwrap();
            run.commit().unwrap();
        }
    };
    at(0);
    let first = keyed(&tree, 1);
    others(80);
    at(23);
    let second = keyed(&tree, 2);
    others(80);
    tree.collect(&Retention::new().runs_max(3)).unwrap();
    assert_eq!(state(&tree, first), Some(RunState::Finished));
    assert_sound(&tree);
    at(25);
    others(2);
    tree.collect(&Retention::new().runs_max(3)).unwrap();
    assert_eq!(
        (state(&tree, first), tree.keyed_run(&digest(1)).unwrap()),
        (None, None)
    );
    assert_eq!(state(&tree, second), Some(RunState::Finished));
    assert_sound(&tree);
}

#[test]
fn a_copy_knows_the_keys() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let run = keyed(&tree, 1);
    let open_run = claim(&tree, 2);
    let copy = folder.path().join("copy.sqlite");
    tree.fork(&copy, &ForkOptions::new()).unwrap();
    let copy = open(&copy);
    assert_eq!(copy.keyed_run(&digest(1)).unwrap().unwrap().run, run);
    assert_eq!(copy.keyed_run(&digest(2)).unwrap().unwrap().run, open_run);
    assert_sound(&copy);
}

#[test]
fn damaged_keys_are_found_and_removed() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let run = keyed(&tree, 1);
    drop(tree);
    let conn = rusqlite::Connection::open(&file).unwrap();
    conn.execute_batch(
        "INSERT INTO idempotency VALUES (x'01', zeroblob(32), 500, 0), (zeroblob(32), zeroblob(32), 900, 0)",
    )
    .unwrap();
    drop(conn);
    let tree = open(&file);
    let rules: Vec<_> = tree
        .findings()
        .unwrap()
        .iter()
        .map(|finding| finding.rule)
        .collect();
    assert_eq!(rules, ["H13", "H13", "H13"]);
    drop(tree);
    Tree::repair_file(&file).unwrap();
    let tree = open(&file);
    assert_sound(&tree);
    assert_eq!(tree.keyed_run(&digest(1)).unwrap().unwrap().run, run);
}

#[test]
fn a_workspace_has_a_bounded_number_of_keys_and_forgets_the_oldest() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    drop(open(&file));
    let conn = rusqlite::Connection::open(&file).unwrap();
    let fill = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {KEYS_MAX})
         INSERT INTO idempotency SELECT CAST(printf('%032d', i) AS BLOB), zeroblob(32), i,
            unixepoch() * 1000 FROM n;
         UPDATE retention SET forgotten = {KEYS_MAX};"
    );
    conn.execute_batch(&fill).unwrap();
    let tree = open(&file);
    let refused = tree
        .claim_key(&digest(1), &digest(0), &options())
        .unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooLarge);
    assert!(
        refused
            .to_string()
            .contains("has 100000 idempotency keys of the last 24 hours"),
        "{refused}"
    );
    conn.execute_batch("UPDATE idempotency SET created_ms = 0 WHERE run <= 10")
        .unwrap();
    let run = keyed(&tree, 1);
    assert_eq!(tree.keyed_run(&digest(1)).unwrap().unwrap().run, run);
    let kept = "SELECT count(*), min(run) FROM idempotency";
    let kept: (i64, i64) = conn
        .query_row(kept, [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    assert_eq!(kept, (i64::try_from(KEYS_MAX).unwrap() - 9, 11));
    assert_sound(&tree);
}
