//! Runs that are recorded whole: with what they were made from, and however they ended.

use std::time::Duration;

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    ErrorKind, FixedClock, LogOptions, MemoryStore, OpenOptions, Part, Retention, RunId,
    RunOptions, RunState, Timestamp, Tree,
};

use super::{assert_sound, bytes, memory, noise, path};

fn program(text: &str) -> RunOptions {
    RunOptions::new("run")
        .recorded()
        .part(Part::new("program", text.as_bytes()).shared())
}

fn file(folder: &tempfile::TempDir) -> Tree {
    Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap()
}

fn log(tree: &Tree) -> Vec<(i64, RunState, Option<String>, u64)> {
    let runs = tree.log(&LogOptions::new().limit(usize::MAX)).unwrap();
    let told = |run: isolate_vfs::RunInfo| (run.id.into(), run.state, run.status, run.paths);
    runs.into_iter().map(told).collect()
}

fn kept(tree: &Tree, run: i64, name: &str) -> Option<Vec<u8>> {
    tree.part(RunId::from(run), name).unwrap()
}

#[test]
fn a_run_is_recorded_with_its_parts_even_if_it_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for tree in [memory(), file(&folder)] {
        let large = bytes(200_000, 3);
        let run = tree.begin(&program("return 1")).unwrap();
        run.keep_part(Part::new("result", &b"1"[..])).unwrap();
        run.keep_part(Part::new("logs", &large[..])).unwrap();
        run.keep_part(Part::new("empty", &b""[..])).unwrap();
        run.set_status("ok");
        assert_eq!(run.commit().unwrap().run, Some(RunId::from(1)));
        let run = tree.begin(&program("write")).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        run.set_status("error");
        let changing = run.commit().unwrap().run.unwrap();
        assert_eq!(
            log(&tree),
            [
                (2, RunState::Finished, Some("error".to_owned()), 1),
                (1, RunState::Finished, Some("ok".to_owned()), 0),
            ]
        );
        assert_eq!(i64::from(changing), 2);
        assert_eq!(kept(&tree, 1, "program").unwrap(), b"return 1");
        assert_eq!(kept(&tree, 1, "logs").unwrap(), large);
        assert_eq!(kept(&tree, 1, "empty").unwrap(), b"");
        assert_eq!(kept(&tree, 1, "none"), None);
        assert_eq!(kept(&tree, 2, "program").unwrap(), b"write");
        let names: Vec<_> = tree.parts(RunId::from(1)).unwrap();
        assert_eq!(
            names,
            [
                ("empty", 0),
                ("logs", 200_000),
                ("program", 8),
                ("result", 1)
            ]
            .map(|(name, size)| (name.to_owned(), size))
        );
        // What changed nothing is no operation that can be undone.
        assert_eq!(tree.history(10).unwrap().len(), 1);
        assert_eq!(tree.last_undoable(|_| true).unwrap(), Some(changing));
        assert_sound(&tree);
    }
}

#[test]
fn a_run_that_keeps_nothing_is_recorded_too_but_no_dry_run() {
    let folder = tempfile::tempdir().unwrap();
    for tree in [memory(), file(&folder)] {
        let run = tree.begin(&program("atomic").atomic()).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        run.keep_part(Part::new("result", &b"1"[..])).unwrap();
        run.set_status("error");
        run.abandon().unwrap();
        let run = tree.begin(&program("dry").dry_run()).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        run.commit().unwrap();
        let run = tree.begin(&program("only reads").atomic()).unwrap();
        run.commit().unwrap();
        let run = tree.begin(&program("dropped")).unwrap();
        drop(run);
        assert_eq!(
            log(&tree),
            [
                (3, RunState::Abandoned, None, 0),
                (2, RunState::Finished, None, 0),
                (1, RunState::Abandoned, Some("error".to_owned()), 0),
            ]
        );
        assert_eq!(kept(&tree, 1, "result").unwrap(), b"1");
        assert_eq!(kept(&tree, 2, "program").unwrap(), b"only reads");
        assert!(!tree.exists(&path("/a")).unwrap());
        assert_sound(&tree);
    }
}

#[test]
fn programs_are_stored_once_and_go_with_the_last_run() {
    let tree = memory();
    let text = "x".repeat(100_000);
    let before = tree.database_bytes().unwrap().1;
    for _ in 0..20 {
        tree.begin(&program(&text)).unwrap().commit().unwrap();
    }
    let added = tree.database_bytes().unwrap().1 - before;
    assert!(added < 200_000, "{added}");
    assert_sound(&tree);
    let collected = tree.collect(&Retention::new().runs_max(1)).unwrap();
    assert_eq!(collected.runs, 19);
    assert_eq!(kept(&tree, 20, "program").unwrap(), text.as_bytes());
    assert_sound(&tree);
    assert_eq!(tree.collect(&Retention::new().runs_max(0)).unwrap().runs, 1);
    let left = tree.database_bytes().unwrap().1 - before;
    assert!(left < 20_000, "{left}");
    assert_sound(&tree);
    // Numbers are not used again.
    tree.begin(&program("new")).unwrap().commit().unwrap();
    assert_eq!(log(&tree)[0].0, 21);
}

/// Numbers of runs are in the order of their first changes, also of runs that began earlier.
#[test]
fn a_run_that_changes_something_late_gets_a_later_number() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (file(&folder), file(&folder));
    let slow = first.begin(&program("slow")).unwrap();
    assert_eq!(log(&second), []);
    slow.record();
    slow.record();
    assert_eq!(log(&second), [(1, RunState::Open, None, 0)]);
    let fast = second.begin(&program("fast")).unwrap();
    fast.write(&path("/a"), b"fast").unwrap();
    fast.commit().unwrap();
    slow.write(&path("/a"), b"slow").unwrap();
    let slow = slow.commit().unwrap().run.unwrap();
    assert_eq!(
        log(&second),
        [
            (3, RunState::Finished, None, 1),
            (2, RunState::Finished, None, 1),
        ]
    );
    assert_eq!(kept(&second, 3, "program").unwrap(), b"slow");
    assert_eq!(second.read_before(slow, &path("/a")).unwrap(), b"fast");
    second.undo(slow).unwrap();
    assert_eq!(second.read(&path("/a")).unwrap(), b"fast");
    assert_sound(&second);
}

/// The first change may be rolled back, and so is what it did to the row of the run.
#[test]
fn a_first_change_that_fails_leaves_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let tree = file(&folder);
    let run = tree.begin(&program("late")).unwrap();
    for number in 1..60 {
        run.fail_statement(number, FailMode::Once);
        let written = run.write(&path("/a"), b"a");
        let is_fired = run.fault_fired();
        run.fail_statement(0, FailMode::Once);
        if !is_fired {
            written.unwrap();
            break;
        }
    }
    run.commit().unwrap();
    assert_eq!(log(&tree), [(1, RunState::Finished, None, 1)]);
    assert_eq!(kept(&tree, 1, "program").unwrap(), b"late");
    assert_sound(&tree);
}

/// Whatever statement of the record of a run fails, the run itself does not.
#[test]
fn a_record_that_fails_is_no_failure_of_the_run() {
    for number in 1..40 {
        let folder = tempfile::tempdir().unwrap();
        let tree = file(&folder);
        let run = tree.begin(&program("reads")).unwrap();
        run.keep_part(Part::new("result", &b"1"[..])).unwrap();
        tree.fail_statement(number, FailMode::Once);
        run.commit().unwrap();
        tree.fail_statement(0, FailMode::Once);
        tree.write(&path("/after"), b"works").unwrap();
        assert_sound(&tree);
        for is_atomic in [false, true] {
            let options = match is_atomic {
                true => program("reads").atomic(),
                false => program("reads"),
            };
            tree.fail_statement(number, FailMode::Once);
            let begun = tree.begin(&options);
            if let Ok(run) = &begun {
                run.record();
            }
            tree.fail_statement(0, FailMode::Once);
            match begun {
                Ok(run) => drop(run.commit().unwrap()),
                // An atomic run begins with a transaction, which must not fail.
                Err(_) => assert!(is_atomic),
            }
            assert_sound(&tree);
        }
    }
}

#[test]
fn nobody_who_reads_waits_for_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let (writer, reader) = (file(&folder), file(&folder));
    let atomic = writer.begin(&RunOptions::new("long").atomic()).unwrap();
    atomic.write(&path("/a"), b"a").unwrap();
    let started = std::time::Instant::now();
    let run = reader.begin(&program("reads")).unwrap();
    assert!(!run.exists(&path("/a")).unwrap());
    run.commit().unwrap();
    assert!(started.elapsed() < Duration::from_secs(3));
    atomic.commit().unwrap();
    assert_sound(&reader);
}

#[test]
fn names_of_parts_are_checked() {
    let tree = memory();
    let long = "x".repeat(65);
    for name in ["", long.as_str(), "program"] {
        let options = program("x").part(Part::new(name, &b"x"[..]));
        assert_eq!(tree.begin(&options).unwrap_err().kind(), ErrorKind::Invalid);
        let run = tree.begin(&program("x")).unwrap();
        let refused = run.keep_part(Part::new(name, &b"x"[..])).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
    }
}

#[test]
fn the_log_is_filtered() {
    let tree = memory();
    let day = |day: i64| Timestamp::from_millis(day * 24 * 60 * 60 * 1000);
    tree.set_clock(Box::new(FixedClock(day(7))));
    for number in 1..=6 {
        let run = tree
            .begin(&program("x").machine_started(day(number)))
            .unwrap();
        if number % 2 == 0 {
            let at = format!("/folder-{number}/file");
            run.write(&path(&at), b"x").unwrap();
        }
        run.commit().unwrap();
    }
    let ids = |options: LogOptions| -> Vec<i64> {
        let runs = tree.log(&options).unwrap();
        runs.into_iter().map(|run| run.id.into()).collect()
    };
    assert_eq!(ids(LogOptions::new()), [6, 5, 4, 3, 2, 1]);
    assert_eq!(ids(LogOptions::new().limit(2)), [6, 5]);
    assert_eq!(ids(LogOptions::new().limit(0)), [0; 0]);
    assert_eq!(ids(LogOptions::new().before(RunId::from(3))), [2, 1]);
    assert_eq!(ids(LogOptions::new().since(day(5))), [6, 5]);
    assert_eq!(ids(LogOptions::new().path(path("/folder-4"))), [4]);
    assert_eq!(ids(LogOptions::new().only_changing()), [6, 4, 2]);
    let info = tree.run_info(RunId::from(5)).unwrap().unwrap();
    assert_eq!((info.machine_started, info.paths), (day(5), 0));
    assert_eq!(info.started, day(7));
    assert_eq!(tree.run_info(RunId::from(7)).unwrap(), None);
    let span = tree.run_span().unwrap().unwrap();
    assert_eq!(span, (RunId::from(1), RunId::from(6)));
}

#[test]
fn retention_is_a_setting_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (file(&folder), file(&folder));
    let defaults = one.retention().unwrap();
    assert_eq!((defaults.runs(), defaults.bytes()), (10_000, 1 << 30));
    assert_eq!(defaults.age(), Duration::from_hours(30 * 24));
    let few = Retention::new()
        .runs_max(3)
        .age_max(Duration::from_hours(1));
    one.set_retention(&few).unwrap();
    assert_eq!(other.retention().unwrap(), few);
    for number in 0..10 {
        let run = other.begin(&RunOptions::new("")).unwrap();
        run.write(&path("/a"), number.to_string().as_bytes())
            .unwrap();
        run.commit().unwrap();
    }
    assert_eq!(log(&one).len(), 3);
    assert_sound(&one);
}

/// Neither a program nor that it ran is written anywhere.
#[test]
fn nothing_is_recorded_where_no_run_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let tree = file(&folder);
    tree.set_retention(&Retention::new().runs_max(0)).unwrap();
    for options in [program("a secret text"), program("a secret text").atomic()] {
        let run = tree.begin(&options).unwrap();
        run.record();
        run.keep_part(Part::new("result", &b"secret"[..])).unwrap();
        run.commit().unwrap();
        let run = tree.begin(&options).unwrap();
        run.write(&path("/a"), b"a").unwrap();
        run.commit().unwrap();
        tree.begin(&options).unwrap().abandon().unwrap();
    }
    assert_eq!(log(&tree), []);
    assert_sound(&tree);
    drop(tree);
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(6).any(|window| window == b"secret"));
    }
}

/// A connection with a small quota keeps less, and does not change the setting.
#[test]
fn a_setting_beyond_the_quota_stays_as_it_was_set() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions::new().quota(isolate_vfs::Quota::new().bytes_max(1 << 20));
    let small = Tree::open(&folder.path().join("w.sqlite"), &options).unwrap();
    small
        .set_retention(&Retention::new().bytes_max(4 << 30))
        .unwrap();
    assert_eq!(small.retention().unwrap().bytes(), 4 << 30);
}

#[test]
fn old_runs_are_removed_by_their_age() {
    let tree = memory();
    let day = |day: i64| Timestamp::from_millis(day * 24 * 60 * 60 * 1000);
    for number in 0..40 {
        tree.set_clock(Box::new(FixedClock(day(number))));
        tree.write(&path("/a"), number.to_string().as_bytes())
            .unwrap();
    }
    let run = tree.begin(&RunOptions::new("last")).unwrap();
    run.write(&path("/a"), b"last").unwrap();
    run.commit().unwrap();
    let runs = tree.log(&LogOptions::new()).unwrap();
    assert_eq!(runs.last().unwrap().started, day(9));
    // A clock that was set back removes nothing.
    tree.set_clock(Box::new(FixedClock(day(1))));
    let run = tree.begin(&RunOptions::new("back")).unwrap();
    run.write(&path("/a"), b"back").unwrap();
    run.commit().unwrap();
    assert_eq!(tree.log(&LogOptions::new()).unwrap().len(), runs.len() + 1);
    assert_sound(&tree);
}

#[test]
fn collecting_makes_the_file_smaller() {
    let folder = tempfile::tempdir().unwrap();
    let tree = file(&folder);
    for number in 0..40 {
        let run = tree.begin(&program("rewrites")).unwrap();
        run.write(&path("/a"), &noise(1 << 20, number)).unwrap();
        run.commit().unwrap();
    }
    let size = || {
        std::fs::metadata(folder.path().join("w.sqlite"))
            .unwrap()
            .len()
    };
    let collected = tree.collect(&Retention::new().runs_max(2)).unwrap();
    assert_eq!(collected.runs, 38);
    assert!(collected.bytes_before > 40 << 20, "{collected:?}");
    assert_eq!(size(), collected.bytes_after);
    assert!(size() < 4 << 20, "{collected:?}");
    assert_eq!(tree.read(&path("/a")).unwrap(), noise(1 << 20, 39));
    assert_sound(&tree);
    assert_eq!(tree.collect(&tree.retention().unwrap()).unwrap().runs, 0);
    let run = tree.begin(&program("open")).unwrap();
    let refused = run.collect(&Retention::new()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
}

/// Asking for the last of many runs reads a few of them.
#[test]
fn a_long_history_is_read_in_parts() {
    let tree = Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::new()).unwrap();
    for number in 0..3_000 {
        let run = tree.begin(&program("x")).unwrap();
        if number % 3 == 0 {
            run.write(&path("/a"), number.to_string().as_bytes())
                .unwrap();
        }
        run.commit().unwrap();
    }
    let fails_in = |read: &dyn Fn() -> isolate_vfs::Result<()>| {
        tree.fail_statement(100, FailMode::Once);
        read().unwrap();
        assert!(!tree.fault_fired());
        tree.fail_statement(0, FailMode::Once);
    };
    fails_in(&|| tree.last_undoable(|_| true).map(drop));
    fails_in(&|| tree.history(10).map(drop));
    fails_in(&|| tree.log(&LogOptions::new().limit(10)).map(drop));
    fails_in(&|| {
        tree.begin(&program("x"))
            .and_then(|run| run.commit())
            .map(drop)
    });
}
