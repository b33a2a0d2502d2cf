//! Migrations from earlier versions, and by steps that are made up: `NOW` is the present version, and
//! `NEXT` and `LATER` those behind it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use isolate_text::VPath;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::super::open::open_file_as;
use super::super::schema::{FORMAT, Format, Step};
use super::*;
use crate::branch::BranchOptions;
use crate::branch::HOOK;
use crate::check::repair_opened;
use crate::history::CheckpointOptions;
use crate::options::OpenOptions;
use crate::run::{RunId, RunOptions};
use crate::txn::Tree;

const NOW: u32 = 3;
const NEXT: u32 = NOW + 1;
const LATER: u32 = NOW + 2;

/// The next version has a column more, and a table that was written anew.
static UP_TO_NEXT: LazyLock<Format> = LazyLock::new(|| {
    let step = Step {
        tables: FORMAT.tables(),
        views: RUNS_WITH_NOTES,
        migrate: add_notes,
    };
    FORMAT.followed_by(tables_of_next(), vec![step])
});

/// The one behind it has a table more.
static UP_TO_LATER: LazyLock<Format> = LazyLock::new(|| {
    let views = format!("{RUNS_WITH_NOTES}{TALLY}");
    let steps = vec![
        Step {
            tables: FORMAT.tables(),
            views: views.leak(),
            migrate: add_notes,
        },
        Step {
            tables: tables_of_next(),
            views: TALLY,
            migrate: add_tally,
        },
    ];
    let tables = format!(
        "{};\nCREATE TABLE tally (run INTEGER PRIMARY KEY, paths INTEGER NOT NULL) STRICT;",
        tables_of_next()
    );
    FORMAT.followed_by(tables.leak(), steps)
});

/// Programs of the present version must not write to the next one.
static WITH_OTHER_TOTALS: LazyLock<Format> = LazyLock::new(|| {
    let step = Step {
        tables: FORMAT.tables(),
        views: "",
        migrate: renumber_totals,
    };
    FORMAT.followed_by(changed("CHECK (id = 1)", "CHECK (id = 2)"), vec![step])
});

/// The step does not make what the next version should be.
static WRONG: LazyLock<Format> = LazyLock::new(|| {
    let step = Step {
        tables: FORMAT.tables(),
        views: "",
        migrate: add_tally,
    };
    FORMAT.followed_by(tables_of_next(), vec![step])
});

const RUNS_WITH_NOTES: &str = "
    CREATE TEMP VIEW run AS SELECT id, branch, label, actor, mode, state, status, owner, started_ms, machine_ms,
        finished_ms, undoes, upper(label) AS note FROM main.run;";

const TALLY: &str =
    "CREATE TEMP VIEW tally AS SELECT run, count(*) AS paths FROM main.change GROUP BY run;";

fn tables_of_next() -> &'static str {
    changed("undoes INTEGER\n", "undoes INTEGER,\n    note TEXT\n")
}

/// The tables of the present version with a change.
fn changed(from: &str, to: &str) -> &'static str {
    assert!(FORMAT.tables().contains(from));
    FORMAT.tables().replacen(from, to, 1).leak()
}

fn add_notes(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(
        "ALTER TABLE run ADD COLUMN note TEXT;
         UPDATE run SET note = upper(label);
         ALTER TABLE piece RENAME TO piece_1;
         CREATE TABLE piece (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
         INSERT INTO piece SELECT id, data FROM piece_1;
         DROP TABLE piece_1",
    )
}

fn add_tally(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(
        "CREATE TABLE tally (run INTEGER PRIMARY KEY, paths INTEGER NOT NULL) STRICT;
         INSERT INTO tally SELECT run, count(*) FROM change GROUP BY run",
    )
}

fn renumber_totals(conn: &Connection) -> Sqlite<()> {
    conn.execute_batch(
        "ALTER TABLE state RENAME TO state_1;
         CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 2), bytes INTEGER NOT NULL, entries INTEGER NOT NULL,
            clock_us INTEGER NOT NULL, next_id INTEGER NOT NULL, history_bytes INTEGER NOT NULL,
            branches INTEGER NOT NULL
         ) STRICT;
         INSERT INTO state SELECT 2, bytes, entries, clock_us, next_id, history_bytes, branches FROM state_1;
         DROP TABLE state_1",
    )
}

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

fn options() -> OpenOptions {
    OpenOptions::new().busy_timeout(Duration::from_millis(100))
}

fn open_with(format: &Format, file: &Path, options: &OpenOptions) -> Result<Tree> {
    let store = open_file_as(format, file, !options.read_only, options.busy_timeout)?;
    Ok(Tree::new(store, options, HOOK))
}

fn open(format: &Format, file: &Path) -> Result<Tree> {
    open_with(format, file, &options())
}

fn open_to_read(format: &Format, file: &Path) -> Result<Tree> {
    open_with(format, file, &options().read_only())
}

/// A file of the present version in a folder of its own.
fn file_of_now() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&FORMAT, &file).unwrap();
    let run = |label: &str, work: &dyn Fn() -> Result<()>| {
        let run = tree.begin(&RunOptions::new(label).atomic()).unwrap();
        work().unwrap();
        run.commit().unwrap();
    };
    run("make", &|| {
        tree.write(&path("/notes/one.txt"), b"one")?;
        tree.write(&path("/notes/page"), &[7; 5000])?;
        tree.write(&path("/large"), &[8; 70_000])?;
        tree.symlink("notes/one.txt", &path("/link"))
    });
    tree.checkpoint("before", &CheckpointOptions::new())
        .unwrap();
    run("change", &|| {
        tree.write(&path("/notes/one.txt"), b"one, changed")?;
        tree.append(&path("/large"), b"tail")?;
        tree.copy_tree(&path("/notes"), &path("/again")).map(drop)
    });
    run("mistake", &|| tree.remove_tree(&path("/again")));
    tree.undo(RunId(4)).unwrap();
    tree.create_branch("side", &BranchOptions::new()).unwrap();
    drop(tree);
    (folder, file)
}

/// Compares a tree with what [`file_of_now`] has made.
fn assert_content(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/link"), b"one, changed");
    assert_eq!(read("/again/page"), [7; 5000]);
    assert_eq!(read("/large"), [[8; 70_000].as_slice(), b"tail"].concat());
    let before = tree.read_before(RunId(3), &path("/notes/one.txt")).unwrap();
    assert_eq!(before, b"one");
    assert_eq!(tree.checkpoints().unwrap(), ["before"]);
    assert_eq!(tree.branches().unwrap().len(), 1);
    assert_eq!(tree.undone(&tree.history(9).unwrap()).unwrap().len(), 1);
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
}

fn version(file: &Path) -> u32 {
    version_of(&Connection::open(file).unwrap())
}

fn version_of(conn: &Connection) -> u32 {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap()
}

/// The note of a run: what the next version has.
fn note(tree: &Tree, run: i64) -> Option<String> {
    let sql = "SELECT note FROM run WHERE id = ?1";
    tree.store
        .row(sql, [run], |row| row.get(0))
        .unwrap()
        .unwrap()
}

/// How many paths a run changed: what the one behind it has.
fn tally(tree: &Tree, run: i64) -> Option<i64> {
    let sql = "SELECT paths FROM tally WHERE run = ?1";
    tree.store.row(sql, [run], |row| row.get(0)).unwrap()
}

/// The whole database as SQL reads it: every table, and every row.
fn dump(conn: &Connection) -> Vec<String> {
    let mut lines = Vec::new();
    let mut tables = conn
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap();
    let mut rows = tables.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let (name, sql): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
        lines.push(sql);
        let mut all = conn.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = all.column_count();
        let mut rows = all.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<Value> = (0..columns)
                .map(|column| row.get(column).unwrap())
                .collect();
            lines.push(format!("{name} {values:?}"));
        }
    }
    lines
}

#[test]
fn a_file_is_migrated_when_it_is_opened_for_writing() {
    let (_folder, file) = file_of_now();
    let tree = open(&UP_TO_NEXT, &file).unwrap();
    assert_eq!(version(&file), NEXT);
    assert_content(&tree);
    assert_eq!(note(&tree, 1).as_deref(), Some("MAKE"));
    tree.append(&path("/large"), b" more").unwrap();
    assert_eq!(tree.restore("before").unwrap().runs, 4);
    assert_eq!(tree.read(&path("/link")).unwrap(), b"one");
    drop(tree);
    for reopened in [open(&UP_TO_NEXT, &file), open_to_read(&UP_TO_NEXT, &file)] {
        let tree = reopened.unwrap();
        assert!(!tree.store.is_older());
        assert_eq!(tree.check().unwrap(), Vec::<String>::new());
        assert_eq!(note(&tree, 1).as_deref(), Some("MAKE"));
    }
    let newer = open(&FORMAT, &file).unwrap_err();
    assert_eq!(newer.kind(), ErrorKind::Newer);
    assert_eq!(
        newer.to_string(),
        "workspace was written by a newer version: schema 4, this version reads up to 3"
    );
}

/// Made by the last build of version 1, and written as SQL.
const VERSION_1: &str = include_str!("version_1.sql");

/// What was recorded with version 1 is there, and the new tables are.
#[test]
fn a_file_of_version_1_is_read_and_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let conn = Connection::open(&file).unwrap();
    conn.execute_batch(VERSION_1).unwrap();
    drop(conn);
    assert_eq!(version(&file), 1);
    let assert_old = |tree: &Tree| {
        assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"two\n");
        let before = tree.read_before(RunId(2), &path("/notes/one.txt")).unwrap();
        assert_eq!(before, b"one\n");
        assert_eq!(tree.history(9).unwrap().len(), 2);
        assert_eq!(tree.suspended_runs().unwrap(), []);
        assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    };
    let reader = open_to_read(&FORMAT, &file).unwrap();
    assert_old(&reader);
    assert_eq!(version(&file), 1);
    let tree = open(&FORMAT, &file).unwrap();
    assert_eq!(version(&file), NOW);
    assert_old(&tree);
    assert_old(&reader);
    let identity = |tree: &Tree| {
        let sql = "SELECT length(name) FROM identity";
        tree.store.row(sql, [], |row| row.get::<i64>(0)).unwrap()
    };
    assert_eq!(identity(&tree), Some(16));
    tree.undo(RunId(2)).unwrap();
    assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"one\n");
}

#[test]
fn a_file_takes_all_the_steps_that_it_needs_and_no_other() {
    let (_folder, file) = file_of_now();
    for from in [NOW, NEXT] {
        if from == NEXT {
            drop(open(&UP_TO_NEXT, &file).unwrap());
        }
        assert_eq!(version(&file), from);
        let reader = open_to_read(&UP_TO_LATER, &file).unwrap();
        assert_content(&reader);
        assert_eq!(note(&reader, 3).as_deref(), Some("CHANGE"));
        let paths = tally(&reader, 3);
        assert!(paths > Some(2), "{paths:?}");
        let copy = file.with_extension("copy");
        std::fs::copy(&file, &copy).unwrap();
        let tree = open(&UP_TO_LATER, &copy).unwrap();
        assert_eq!(version(&copy), LATER);
        assert_content(&tree);
        assert_eq!(note(&tree, 3).as_deref(), Some("CHANGE"));
        assert_eq!(tally(&tree, 3), paths);
    }
}

#[test]
fn a_new_file_has_the_newest_version() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new");
    let tree = open(&UP_TO_LATER, &file).unwrap();
    assert_eq!(version(&file), LATER);
    assert_eq!(tally(&tree, 1), None);
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
}

#[test]
fn an_older_file_is_read_as_it_is() {
    let (_folder, file) = file_of_now();
    let bytes = std::fs::read(&file).unwrap();
    let reader = open_to_read(&UP_TO_NEXT, &file).unwrap();
    assert_content(&reader);
    assert_eq!(note(&reader, 1).as_deref(), Some("MAKE"));
    let refused = reader.write(&path("/x"), b"x").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ReadOnly);
    assert!(std::fs::read(&file).unwrap() == bytes);
    // Another connection brings it up to date meanwhile; this one goes on, as do those of the version before.
    let before = open(&FORMAT, &file).unwrap();
    let writer = open(&UP_TO_NEXT, &file).unwrap();
    for tree in [&reader, &before] {
        assert_content(tree);
    }
    writer.write(&path("/new"), b"new").unwrap();
    before.append(&path("/new"), b"er").unwrap();
    assert_eq!(reader.read(&path("/new")).unwrap(), b"newer");
    assert_eq!(writer.check().unwrap(), Vec::<String>::new());
}

/// Otherwise damage would be moved before anybody has looked at it.
#[test]
fn an_older_file_is_not_repaired() {
    let (_folder, file) = file_of_now();
    let conn = Connection::open(&file).unwrap();
    conn.execute_batch("UPDATE state SET entries = 99").unwrap();
    drop(conn);
    let repair = |format: &Format| repair_opened(|options| open_with(format, &file, options));
    let refused = repair(&UP_TO_NEXT).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
    assert_eq!(
        refused.to_string(),
        "the file has an older version: the next command that writes to it brings it up to date; repair it then"
    );
    assert_eq!(version(&file), NOW);
    assert_eq!(repair(&FORMAT).unwrap().repaired.len(), 1);
    assert!(repair(&UP_TO_NEXT).unwrap().repaired.is_empty());
}

#[test]
fn a_migration_waits_for_others_that_write() {
    let (_folder, file) = file_of_now();
    let other = Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = open(&UP_TO_NEXT, &file).unwrap_err();
    assert_eq!(busy.kind(), ErrorKind::Busy);
    assert_eq!(version(&file), NOW);
    other.execute_batch("ROLLBACK").unwrap();
    assert_content(&open(&UP_TO_NEXT, &file).unwrap());
}

#[test]
fn a_migration_that_needs_damaged_bytes_changes_nothing() {
    let (_folder, file) = file_of_now();
    let conn = Connection::open(&file).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'piece'";
    let page: u32 = conn.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(conn);
    let mut damaged = std::fs::read(&file).unwrap();
    damaged[(page as usize - 1) * 4096..][..8].fill(0xff);
    std::fs::write(&file, &damaged).unwrap();
    let error = open(&UP_TO_NEXT, &file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert_eq!(
        error.to_string(),
        "workspace is damaged: its schema has version 3, and bytes that the update to version 4 needs cannot be read; \
         opened for reading only, it shows what is left"
    );
    assert_eq!(version(&file), NOW);
    let tree = open_to_read(&UP_TO_NEXT, &file).unwrap();
    assert_eq!(tree.read(&path("/link")).unwrap(), b"one, changed");
}

#[test]
fn a_step_that_makes_something_else_is_not_kept() {
    let (_folder, file) = file_of_now();
    let before = dump(&Connection::open(&file).unwrap());
    let error = open(&WRONG, &file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert_eq!(dump(&Connection::open(&file).unwrap()), before);
    assert_eq!(version(&file), NOW);
}

/// Stops the migration after one instruction of SQLite, after two, and so on.
#[test]
fn a_migration_that_fails_leaves_the_file_as_it_was() {
    let (_folder, file) = file_of_now();
    let before = dump(&Connection::open(&file).unwrap());
    let mut failed = 0;
    // Every statement has a few instructions, and long ones many that are alike.
    for stop in (1..400).chain((400..).step_by(97)) {
        let mut conn = Connection::open(&file).unwrap();
        let left = Arc::new(AtomicI64::new(stop));
        let counter = Arc::clone(&left);
        conn.progress_handler(1, Some(move || counter.fetch_sub(1, Relaxed) == 1))
            .unwrap();
        let migrated = migrate(&conn, &UP_TO_LATER, Duration::ZERO);
        conn.progress_handler(0, None::<fn() -> bool>).unwrap();
        if left.load(Relaxed) > 0 {
            migrated.unwrap();
            assert_eq!(version_of(&conn), LATER);
            break;
        }
        assert_eq!(migrated.unwrap_err().kind(), ErrorKind::Deadline, "{stop}");
        // SQLite also stops a commit behind its last page: it is made then.
        if version_of(&conn) == LATER {
            break;
        }
        assert_eq!(version_of(&conn), NOW);
        assert_eq!(dump(&conn), before, "{stop}");
        failed += 1;
    }
    assert!(failed > 400, "{failed}");
    assert_content(&open(&UP_TO_LATER, &file).unwrap());
}

/// They read their totals before they write anything.
#[test]
fn programs_of_an_earlier_version_that_do_not_find_the_totals_cannot_write() {
    let (_folder, file) = file_of_now();
    let tree = open(&FORMAT, &file).unwrap();
    tree.write(&path("/new"), b"new").unwrap();
    let side = open(&FORMAT, &file).unwrap();
    side.switch_branch("side").unwrap();
    let conn = Connection::open(&file).unwrap();
    migrate(&conn, &WITH_OTHER_TOTALS, Duration::ZERO).unwrap();
    let before = dump(&conn);
    for (tree, kind) in [(&tree, ErrorKind::Corrupt), (&side, ErrorKind::NoBranch)] {
        let refused = tree.write(&path("/new"), b"newer").unwrap_err();
        assert_eq!(refused.kind(), kind);
        let refused = tree.remove_tree(&path("/notes")).unwrap_err();
        assert_eq!(refused.kind(), kind);
    }
    assert_eq!(dump(&conn), before);
    assert_eq!(tree.read(&path("/new")).unwrap(), b"new");
}
