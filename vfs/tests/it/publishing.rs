//! The changes of each transaction are shown before it is committed, and a copy that takes them in is
//! equal.

use std::sync::{Arc, Mutex};

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    ClaimedKey, Error, ErrorKind, Holder, KeyDigest, MemoryStore, OpenOptions, RowChanges,
    RunOptions, Suspension, Timestamp, Tree, UndoOptions,
};
use proptest::prelude::*;
use tempfile::tempdir;

use super::{assert_sound, memory, noise, path};

/// A workspace whose transactions are published, and a copy that takes them in.
pub(super) struct Copied {
    copy: Tree,
    log: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Copied {
    pub(super) fn of(tree: &Tree) -> Self {
        let copy = memory();
        copy.apply_rows(&tree.all_rows().unwrap()).unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let published = Arc::clone(&log);
        tree.set_publisher(Some(Box::new(move |changes: RowChanges| {
            published.lock().unwrap().push(changes.encode());
            Ok(())
        })))
        .unwrap();
        Self { copy, log }
    }

    /// How many transactions were published that the copy has not taken in.
    fn waiting(&self) -> usize {
        self.log.lock().unwrap().len()
    }

    /// The copy takes in what was published, and has what the workspace has.
    pub(super) fn check(&self, tree: &Tree) {
        for entry in self.log.lock().unwrap().drain(..) {
            let changes = RowChanges::decode(&entry).unwrap();
            assert!(!changes.is_empty());
            self.copy.apply_rows(&changes).unwrap();
        }
        let (ours, theirs) = (tree.all_rows().unwrap(), self.copy.all_rows().unwrap());
        assert!(ours == theirs, "{ours:?} is not {theirs:?}");
        assert_sound(&self.copy);
    }
}

fn refused() -> Error {
    // Any error will do: this one is what a tree gives itself.
    memory().read(&path("/missing")).unwrap_err()
}

#[test]
fn what_is_not_published_is_not_committed() {
    for atomic in [false, true] {
        let tree = memory();
        tree.write(&path("/a"), b"before").unwrap();
        let before = tree.all_rows().unwrap();
        tree.set_publisher(Some(Box::new(|_: RowChanges| Err(refused()))))
            .unwrap();
        let error = tree.write(&path("/a"), b"after").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(tree.all_rows().unwrap() == before);
        let options = match atomic {
            true => RunOptions::new("run").atomic(),
            false => RunOptions::new("run"),
        };
        let run = tree.begin(&options);
        if let Ok(run) = run {
            let done = run.write(&path("/b"), b"b").and_then(|()| run.commit());
            assert_eq!(done.unwrap_err().kind(), ErrorKind::NotFound);
        }
        assert!(tree.all_rows().unwrap() == before);
        // Nobody is asked any more.
        tree.set_publisher(None).unwrap();
        tree.write(&path("/a"), b"after").unwrap();
        assert_sound(&tree);
    }
}

#[test]
fn an_atomic_run_is_one_transaction_and_reading_is_none() {
    let tree = memory();
    let copied = Copied::of(&tree);
    let run = tree.begin(&RunOptions::new("run").atomic()).unwrap();
    run.write(&path("/a"), b"1").unwrap();
    run.write(&path("/b"), &noise(300_000, 1)).unwrap();
    run.read(&path("/missing")).unwrap_err();
    assert_eq!(copied.waiting(), 0);
    run.commit().unwrap();
    assert_eq!(copied.waiting(), 1);
    tree.read(&path("/a")).unwrap();
    tree.begin(&RunOptions::new("reads").atomic())
        .unwrap()
        .commit()
        .unwrap();
    assert_eq!(copied.waiting(), 1);
    copied.check(&tree);
}

/// What a call has changed before it failed is no part of the changes.
#[test]
fn failed_calls_leave_no_notes() {
    let tree = memory();
    tree.write(&path("/a"), b"a").unwrap();
    let copied = Copied::of(&tree);
    for statement in 1..60 {
        let run = tree.begin(&RunOptions::new("run").atomic()).unwrap();
        run.write(&path("/kept"), b"kept").unwrap();
        tree.fail_statement(statement, FailMode::Once);
        let failed = run.write(&path("/b"), &noise(100_000, 2)).is_err();
        tree.fail_statement(0, FailMode::Once);
        run.commit().unwrap();
        copied.check(&tree);
        if !failed {
            return;
        }
    }
    panic!("no statement was the last one");
}

#[test]
fn keys_runs_that_wait_and_undone_runs_are_copied() {
    let folder = tempdir().unwrap();
    let tree = Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap();
    let copied = Copied::of(&tree);
    let key: KeyDigest = [3; 32];
    let options = RunOptions::new("keyed").recorded();
    let claimed = match tree.claim_key(&key, &[0; 32], &options).unwrap() {
        ClaimedKey::New(run) => run,
        ClaimedKey::Taken(taken) => panic!("{taken:?}"),
    };
    copied.check(&tree);
    let run = tree.begin(&options.claimed(claimed)).unwrap();
    run.write(&path("/a"), b"a").unwrap();
    let done = run.commit().unwrap().run.unwrap();
    copied.check(&tree);
    assert_eq!(
        copied.copy.keyed_run(&key).unwrap(),
        tree.keyed_run(&key).unwrap()
    );

    let run = tree.begin(&RunOptions::new("waits").recorded()).unwrap();
    run.write(&path("/b"), b"b").unwrap();
    let suspension = Suspension {
        waits: b"an answer".to_vec(),
        state: noise(200_000, 5),
        memory: noise(500_000, 6),
        until: Timestamp::from_millis(9_000_000_000_000),
        holder: Holder::NOBODY,
    };
    let waiting = run.suspend(&suspension).unwrap();
    copied.check(&tree);
    assert_eq!(
        copied.copy.suspended_run(waiting).unwrap(),
        tree.suspended_run(waiting).unwrap()
    );

    tree.undo_with(done, &UndoOptions::new()).unwrap();
    copied.check(&tree);
}

/// A connection that is used again notes nothing for who had it before.
#[test]
fn a_connection_that_is_given_back_notes_nothing() {
    let store = MemoryStore::new().unwrap();
    let open = || Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    let tree = open();
    let copied = Copied::of(&tree);
    tree.write(&path("/a"), b"a").unwrap();
    copied.check(&tree);
    drop(tree);
    let tree = open();
    tree.write(&path("/b"), b"b").unwrap();
    assert_eq!(copied.waiting(), 0);
    let again = Copied::of(&tree);
    tree.write(&path("/c"), b"c").unwrap();
    again.check(&tree);

    let folder = tempdir().unwrap();
    let mut tree = Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap();
    let published = Copied::of(&tree);
    assert!(tree.rest().is_none(), "its connection is needed");
    tree.write(&path("/d"), b"d").unwrap();
    published.check(&tree);
    tree.set_publisher(None).unwrap();
    assert!(tree.rest().is_some());
}

#[test]
fn rows_that_do_not_fit_change_nothing() {
    let tree = memory();
    let copied = Copied::of(&tree);
    tree.write(&path("/a"), b"a").unwrap();
    let rows = copied.log.lock().unwrap()[0].clone();
    // The version is the first number.
    let mut newer = rows.clone();
    newer[0] += 1;
    let mut outdated = rows.clone();
    outdated[0] -= 1;
    for (bytes, kind) in [(newer, ErrorKind::Newer), (outdated, ErrorKind::Outdated)] {
        let error = memory()
            .apply_rows(&RowChanges::decode(&bytes).unwrap())
            .unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains("schema"), "{error}");
    }
    assert!(RowChanges::decode(b"").is_err());
    let before = copied.copy.all_rows().unwrap();
    let at = rows.windows(4).position(|four| four == b"node").unwrap();
    let mut foreign = rows;
    foreign[at] = b'N';
    let error = copied
        .copy
        .apply_rows(&RowChanges::decode(&foreign).unwrap())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert!(copied.copy.all_rows().unwrap() == before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes of anybody are an error, or changes that are written in the same way.
    #[test]
    fn damaged_changes_are_refused(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let tree = memory();
        let copied = Copied::of(&tree);
        tree.write(&path("/a"), b"some bytes").unwrap();
        let mut bytes = copied.log.lock().unwrap()[0].clone();
        let at = at.index(bytes.len());
        bytes[at] ^= byte;
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            if let Ok(changes) = RowChanges::decode(bytes) {
                prop_assert_eq!(RowChanges::decode(&changes.encode()).ok(), Some(changes.clone()));
                // It fits, or nothing is changed.
                let before = copied.copy.all_rows().unwrap();
                if copied.copy.apply_rows(&changes).is_err() {
                    prop_assert!(copied.copy.all_rows().unwrap() == before);
                }
            }
        }
    }
}

/// Rows are those of all paths: a connection with a guard gives and takes none.
#[test]
fn a_guarded_connection_has_no_rows() {
    #[derive(Debug)]
    struct Nothing;
    impl isolate_vfs::Guard for Nothing {
        fn refusal(
            &self,
            _: isolate_vfs::Verb,
            _: &isolate_text::VPath,
            _: u64,
        ) -> Option<isolate_vfs::Refusal> {
            None
        }
    }
    let tree = memory();
    let rows = tree.all_rows().unwrap();
    tree.set_guard(Some(Arc::new(Nothing)));
    for error in [
        tree.all_rows().map(drop).unwrap_err(),
        tree.apply_rows(&rows).unwrap_err(),
        tree.apply_rows(&rows).unwrap_err(),
        tree.set_publisher(Some(Box::new(|_: RowChanges| Ok(()))))
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotPermitted);
        assert!(error.to_string().contains("guard"), "{error}");
    }
}

/// What one machine sees of another one's processes, and a clock, end no run where many hosts share the
/// workspace.
#[test]
fn runs_of_other_machines_are_left_where_many_hosts_share_the_workspace() {
    use isolate_vfs::{Retention, RunState};
    let folder = tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = Tree::open(&file, &OpenOptions::new()).unwrap();
    let run = tree.begin(&RunOptions::new("elsewhere")).unwrap();
    run.write(&path("/a"), b"a").unwrap();
    std::mem::forget(run);
    // Only a person can say that another host does not go on with it, and not of this one.
    let shared = Tree::open(&file, &OpenOptions::new().copy()).unwrap();
    let run = shared.history(1).unwrap()[0].id;
    let error = shared.end_left(run, "cancelled").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("is going on in a process of this machine"),
        "{error}"
    );
    let conn = rusqlite::Connection::open(&file).unwrap();
    // It began days ago, in a process of another machine.
    conn.execute_batch("UPDATE run SET owner = 'boot container 7 7', machine_ms = 1000, state = 0")
        .unwrap();
    let states = |options: &OpenOptions| {
        let tree = Tree::open(&file, options).unwrap();
        tree.collect(&Retention::new().runs_max(0)).unwrap();
        let runs = tree.history(9).unwrap();
        runs.iter().map(|run| run.state).collect::<Vec<_>>()
    };
    assert_eq!(states(&OpenOptions::new().copy()), [RunState::Open]);
    // Of a file of one machine they are over.
    let alone = folder.path().join("alone.sqlite");
    std::fs::copy(&file, &alone).unwrap();
    let alone = Tree::open(&alone, &OpenOptions::new()).unwrap();
    assert_eq!(alone.history(1).unwrap()[0].state, RunState::Interrupted);
    let keyed = RunOptions::new("keyed").recorded();
    let error = tree.end_left(run, "cancelled").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let claimed = match shared.claim_key(&[4; 32], &[0; 32], &keyed).unwrap() {
        ClaimedKey::New(run) => run,
        ClaimedKey::Taken(taken) => panic!("{taken:?}"),
    };
    conn.execute("UPDATE run SET owner = 'boot container 7 7'", [])
        .unwrap();
    shared.end_left(claimed, "cancelled").unwrap();
    // It goes on after all.
    let late = shared.begin(&keyed.atomic().claimed(claimed)).unwrap();
    late.write(&path("/late"), b"x").unwrap();
    let error = late.commit().unwrap_err();
    assert!(error.to_string().contains("was ended"), "{error}");
    assert!(!shared.exists(&path("/late")).unwrap());
    let state = |run| shared.run_info(run).unwrap().unwrap().state;
    assert_eq!(state(claimed), RunState::Abandoned);
    shared.end_left(run, "cancelled").unwrap();
    assert_eq!(shared.history(1).unwrap()[0].state, RunState::Abandoned);
    let error = shared.end_left(run, "cancelled").unwrap_err();
    assert!(error.to_string().contains("it was given up"), "{error}");
}
