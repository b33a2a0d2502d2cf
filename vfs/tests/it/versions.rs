//! Workspaces of earlier versions: read as they are, and migrated to be written.

use std::path::{Path, PathBuf};

use isolate_vfs::{
    BranchOptions, ErrorKind, FixedClock, LogOptions, OpenOptions, Point, Retention, RunId,
    RunOptions, Timestamp, Tree,
};

use super::{assert_sound, bytes, listing, path};

/// Made by the last version that wrote version 1.
const VERSION_1: &[u8] = include_bytes!("../fixtures/version-1.sqlite");

/// Made by the last version that wrote version 2.
const VERSION_2: &[u8] = include_bytes!("../fixtures/version-2.sqlite");

/// Made by the last version that wrote version 3.
const VERSION_3: &[u8] = include_bytes!("../fixtures/version-3.sqlite");

/// Made by the last version that wrote version 4.
const VERSION_4: &[u8] = include_bytes!("../fixtures/version-4.sqlite");
/// A workspace of version 5: made by subcommands and programs, one of them seeded.
const VERSION_5: &[u8] = include_bytes!("../fixtures/version-5.sqlite");

/// The version that is written.
const NEWEST: i64 = 6;

fn old(folder: &tempfile::TempDir) -> PathBuf {
    file_of(folder, VERSION_1)
}

fn file_of(folder: &tempfile::TempDir, bytes: &[u8]) -> PathBuf {
    let file = folder.path().join("old.sqlite");
    std::fs::write(&file, bytes).unwrap();
    file
}

fn run(number: i64) -> RunId {
    RunId::from(number)
}

fn options() -> OpenOptions {
    OpenOptions::new().busy_timeout(std::time::Duration::from_millis(100))
}

fn open(file: &Path) -> isolate_vfs::Result<Tree> {
    Tree::open(file, &options())
}

fn open_to_read(file: &Path) -> isolate_vfs::Result<Tree> {
    Tree::open(file, &options().read_only())
}

fn version(file: &Path) -> i64 {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap()
}

/// What the fixture holds, and what its history remembers.
fn assert_content(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/link"), b"one, last");
    assert_eq!(read("/again/one.txt"), b"one, changed");
    assert_eq!(read("/notes/page"), bytes(5000, 1));
    assert_eq!(read("/again/page"), bytes(5000, 1));
    assert_eq!(read("/notes/empty"), b"");
    assert_eq!(
        read("/large"),
        [bytes(70_000, 2), b"tail".to_vec()].concat()
    );
    assert_eq!(
        read("/copy"),
        [bytes(70_000, 2), b"other tail".to_vec()].concat()
    );
    assert!(tree.read_dir(&path("/none")).unwrap().is_empty());
    assert_eq!(tree.history(10).unwrap().len(), 5);
    assert_eq!(
        tree.read_before(run(2), &path("/notes/one.txt")).unwrap(),
        b"one"
    );
    assert_eq!(
        tree.read_before(run(2), &path("/large")).unwrap(),
        bytes(70_000, 2)
    );
    assert_eq!(tree.read_before(run(4), &path("/gone")).unwrap(), b"gone");
    assert_eq!(tree.checkpoints().unwrap(), ["before"]);
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_workspace_of_version_1_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = old(&folder);
    let tree = open(&file).unwrap();
    assert_content(&tree);
    tree.append(&path("/large"), b" more").unwrap();
    tree.append(&path("/copy"), b" more").unwrap();
    tree.copy_tree(&path("/notes"), &path("/third")).unwrap();
    let restored = tree.restore("before").unwrap();
    assert_eq!(restored.runs, 5);
    assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"one, changed");
    assert_eq!(tree.read(&path("/gone")).unwrap(), b"gone");
    assert_sound(&tree);
    drop(tree);
    assert_eq!(version(&file), NEWEST);
    // The room of what was copied has been given back: little more than it was.
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert!(bytes < VERSION_1.len() as u64 + 40_000, "{bytes}");
    // Damage of what came from the earlier version is found.
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection
        .execute_batch("UPDATE piece SET data = zeroblob(length(data)); UPDATE inline SET data = zeroblob(length(data))")
        .unwrap();
    drop(connection);
    let tree = open(&file).unwrap();
    for damaged in ["/large", "/copy", "/notes/page", "/again/one.txt"] {
        let error = tree.read(&path(damaged)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{damaged}");
    }
}

#[test]
fn a_workspace_of_version_1_can_be_read_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = old(&folder);
    let tree = open_to_read(&file).unwrap();
    assert_content(&tree);
    assert_eq!(listing(&tree).len(), 15);
    let refused = tree.write(&path("/x"), b"x").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ReadOnly);
    // Another connection brings it up to date meanwhile; this one goes on.
    let writer = open(&file).unwrap();
    assert_content(&tree);
    writer.write(&path("/new"), b"new").unwrap();
    assert_eq!(tree.read(&path("/new")).unwrap(), b"new");
    drop(tree);
    let tree = open_to_read(&file).unwrap();
    assert_eq!(tree.read(&path("/new")).unwrap(), b"new");
    assert_sound(&tree);
}

#[test]
fn a_migration_happens_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // While another connection writes, it waits and then says so.
    let file = old(&folder);
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = open(&file).unwrap_err();
    assert_eq!(busy.kind(), ErrorKind::Busy);
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    assert_eq!(version(&file), 1);
    // The first page of large files cannot be read.
    let connection = rusqlite::Connection::open(&file).unwrap();
    let page: u32 = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'piece'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    drop(connection);
    let mut damaged = VERSION_1.to_vec();
    damaged[(page as usize - 1) * 4096..][..8].fill(0xff);
    std::fs::write(&file, &damaged).unwrap();
    let error = open(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert_eq!(
        error.to_string(),
        "workspace is damaged: its schema has version 1, and bytes that the update to version 6 needs cannot be read; \
         opened for reading only, it shows what is left"
    );
    assert_eq!(version(&file), 1);
    let tree = open_to_read(&file).unwrap();
    assert_eq!(tree.read(&path("/link")).unwrap(), b"one, last");
}

/// What the connections of the earlier version do that are open while it happens: they read, and
/// whatever would store bytes without a sum fails.
#[test]
fn statements_of_version_1_store_nothing_after_a_migration() {
    let folder = tempfile::tempdir().unwrap();
    let file = old(&folder);
    let before = rusqlite::Connection::open(&file).unwrap();
    let read =
        "SELECT data FROM inline WHERE id = (SELECT content FROM node WHERE name = 'page' LIMIT 1)";
    let data = |sql: &str| before.query_row(sql, [], |row| row.get::<_, Vec<u8>>(0));
    assert_eq!(data(read).unwrap(), bytes(5000, 1));
    let tree = open(&file).unwrap();
    assert_eq!(data(read).unwrap(), bytes(5000, 1));
    for stores in [
        "INSERT INTO inline (id, data) VALUES (900, x'00')",
        "INSERT INTO content (id, refs, size, stream) VALUES (901, 1, 70010, 1)",
        "INSERT INTO content (id, refs, size, stream) SELECT id, 2, length(data), NULL FROM inline",
        "INSERT INTO extent (stream, start, length, piece) VALUES (1, 70004, 1, 1)",
    ] {
        let error = before.execute_batch(stores).unwrap_err();
        assert!(
            error.to_string().contains("NOT NULL constraint failed"),
            "{error}"
        );
    }
    assert_content(&tree);
}

/// What the fixture of version 2 holds, and what its history says of undoing.
fn assert_content_of_2(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/link"), b"one, again");
    assert_eq!(read("/large"), bytes(70_000, 2));
    assert_eq!(read("/notes/page"), bytes(5000, 1));
    assert!(!tree.exists(&path("/again")).unwrap());
    assert_eq!(tree.checkpoints().unwrap(), ["before"]);
    let before = tree.read_before(run(6), &path("/gone")).unwrap();
    assert_eq!(before, b"gone");
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let runs = tree.history(usize::MAX).unwrap();
    assert_eq!(runs.len(), 11);
    // What their labels say, of "agent:undo 2" and of "program undo 6" too.
    let undoes = runs.iter().filter_map(|info| Some((info.id, info.undoes?)));
    assert_eq!(
        undoes.collect::<Vec<_>>(),
        [(10, 9), (8, 7), (7, 6), (5, 2), (4, 2)].map(|(one, other)| (run(one), run(other)))
    );
    // What was done: run 5 only says that it undid something, and run 7 was undone itself.
    let undone = tree.undone(&runs).unwrap().into_iter();
    assert_eq!(
        undone.collect::<Vec<_>>(),
        [(2, 4), (7, 8), (9, 10)].map(|(one, other)| (run(one), run(other)))
    );
    assert_eq!(tree.last_undoable(|_| true).unwrap(), Some(run(11)));
}

#[test]
fn a_workspace_of_version_2_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder, VERSION_2);
    let reader = open_to_read(&file).unwrap();
    assert!(reader.has_checksums());
    assert_content_of_2(&reader);
    assert_eq!(version(&file), 2);
    let tree = open(&file).unwrap();
    assert_content_of_2(&tree);
    assert_eq!(version(&file), NEWEST);
    // A connection that was open before goes on, without what is new.
    tree.undo(run(11)).unwrap();
    assert!(!reader.exists(&path("/outside")).unwrap());
    drop(reader);
    let runs = tree.history(usize::MAX).unwrap();
    assert_eq!(runs[0].undoes, Some(run(11)));
    assert_eq!(tree.undone(&runs).unwrap()[&run(11)], run(12));
    assert_eq!(tree.restore("before").unwrap().runs, 9);
    assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"one, changed");
    assert_sound(&tree);
    drop(tree);
    let tree = open_to_read(&file).unwrap();
    assert_eq!(tree.history(usize::MAX).unwrap().len(), 13);
    assert_sound(&tree);
}

/// What the fixture of version 3 holds, and what its history says of actors.
fn assert_content_of_3(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/notes/one.txt"), b"one, changed");
    assert_eq!(read("/large"), bytes(20_000, 2));
    assert_eq!(read("/link"), b"one, changed");
    assert!(!tree.exists(&path("/why")).unwrap());
    assert_eq!(tree.checkpoints().unwrap(), ["before"]);
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let runs = tree.history(usize::MAX).unwrap();
    let told: Vec<_> = runs
        .iter()
        .map(|run| {
            let (actor, label) = (run.actor.as_deref(), run.label.as_str());
            (run.id, actor, label, run.undoes)
        })
        .collect();
    assert_eq!(
        told,
        [
            (run(9), Some("agent"), "undo 4", Some(run(4))),
            (run(8), None, "", None),
            (run(7), None, ":odd", None),
            (run(6), None, "fix the bug: now", None),
            (run(5), None, "program", None),
            (run(4), Some("agent"), "why: because", None),
            (run(3), Some("agent"), "edit /notes/one.txt", None),
            (run(2), None, "", None),
            (run(1), Some("cli"), "write /notes/one.txt", None),
        ]
    );
    assert_eq!(runs[5].title(), "agent:why: because");
    let undone = tree.undone(&runs).unwrap().into_iter();
    assert_eq!(undone.collect::<Vec<_>>(), [(run(4), run(9))]);
}

#[test]
fn a_workspace_of_version_3_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder, VERSION_3);
    let reader = open_to_read(&file).unwrap();
    assert_content_of_3(&reader);
    assert_eq!(version(&file), 3);
    let tree = open(&file).unwrap();
    assert_content_of_3(&tree);
    assert_eq!(version(&file), NEWEST);
    // A connection that was open before goes on, and shows each label and actor once.
    assert_content_of_3(&reader);
    let own = RunOptions::new("write /new").actor("agent").atomic();
    let writing = tree.begin(&own).unwrap();
    writing.write(&path("/new"), b"new").unwrap();
    writing.commit().unwrap();
    assert_eq!(reader.history(1).unwrap()[0].label, "write /new");
    drop(reader);
    assert_eq!(tree.history(1).unwrap()[0].title(), "agent:write /new");
    assert_eq!(tree.restore("before").unwrap().runs, 8);
    assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"one");
    assert_sound(&tree);
}

/// What the fixture of version 4 holds.
fn assert_content_of_4(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/link"), b"one, changed");
    assert_eq!(read("/large"), b"x".repeat(20_000));
    assert!(!tree.exists(&path("/why")).unwrap());
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let runs = tree.log(&LogOptions::new()).unwrap();
    let told = runs.iter().map(|info| (info.id, info.title(), info.state));
    let told: Vec<_> = told
        .map(|(id, title, state)| format!("{id} {title} {state:?}"))
        .collect();
    assert_eq!(
        told,
        [
            "7 cli:undo 6 Finished",
            "6 cli:write /why Finished",
            "5 cli:run --eval Finished",
            "4 cli:run --eval Finished",
            "3 cli:checkpoint Finished",
            "2 cli:write /notes/page Finished",
            "1 cli:write /notes/one.txt Finished",
        ]
    );
    assert_eq!(tree.parts(run(4)).unwrap(), []);
    assert_eq!(tree.read_before(run(5), &path("/gone")).unwrap(), b"gone");
    assert_eq!(tree.undone(&runs).unwrap()[&run(6)], run(7));
    assert!(
        !tree
            .differences(Point::Before(run(1)), Point::Now)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_workspace_of_version_4_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder, VERSION_4);
    let reader = open_to_read(&file).unwrap();
    assert_content_of_4(&reader);
    assert_eq!(reader.retention().unwrap(), Retention::new());
    let tree = open(&file).unwrap();
    assert_content_of_4(&tree);
    assert_content_of_4(&reader);
    assert_eq!(version(&file), NEWEST);
    // The fourth was seeded, and its clock stood in 2025.
    let runs = tree.log(&LogOptions::new()).unwrap();
    assert!(
        runs.is_sorted_by_key(|info| std::cmp::Reverse(info.machine_started)),
        "{runs:?}"
    );
    // No run that an earlier version has kept goes for its age.
    let late = Timestamp::from_millis(i64::MAX / 1_000_000);
    tree.set_clock(Box::new(FixedClock(late)));
    let own = tree.begin(&RunOptions::new("late").recorded()).unwrap();
    own.write(&path("/new"), b"new").unwrap();
    own.commit().unwrap();
    assert_eq!(tree.log(&LogOptions::new()).unwrap().len(), 8);
    assert_sound(&tree);
}

/// What the fixture of version 5 holds.
fn assert_content_of_5(tree: &Tree) {
    let read = |text: &str| tree.read(&path(text)).unwrap();
    assert_eq!(read("/src/a.txt"), b"two\n");
    assert_eq!(read("/big.txt").len(), 23_890);
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    let runs = tree.log(&LogOptions::new()).unwrap();
    let told = runs.iter().map(|info| (info.id, info.title(), info.paths));
    let told: Vec<_> = told
        .map(|(id, title, paths)| format!("{id} {title} {paths}"))
        .collect();
    assert_eq!(
        told,
        [
            "8 cli:undo 7 1",
            "7 cli:undo 6 1",
            "6 cli:write /big.txt 1",
            "5 cli:run --eval 0",
            "4 cli:run --eval 2",
            "3 cli:checkpoint 2",
            "2 cli:write /src/a.txt 1",
            "1 cli:write /src/a.txt 2",
        ]
    );
    assert!(runs.iter().all(|info| info.branch.is_none()));
    assert!(!tree.parts(run(5)).unwrap().is_empty());
    assert_eq!(tree.branch(), "main");
    assert!(tree.branches().unwrap().is_empty());
}

#[test]
fn a_workspace_of_version_5_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder, VERSION_5);
    let reader = open_to_read(&file).unwrap();
    assert_content_of_5(&reader);
    let before = rusqlite::Connection::open(&file).unwrap();
    let totals = |number: i64| {
        let sql = format!("SELECT count(*) FROM state WHERE id = {number}");
        before
            .query_row(&sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(totals(1), 1);
    let tree = open(&file).unwrap();
    assert_content_of_5(&tree);
    assert_content_of_5(&reader);
    assert_eq!(version(&file), NEWEST);
    // Earlier versions read their totals before they write anything. They know nothing of directories
    // that branches share, so they must not write.
    assert_eq!(totals(1), 0);
    tree.create_branch("new", &BranchOptions::new()).unwrap();
    assert_sound(&tree);
}

/// Earlier versions counted less of what only history holds.
#[test]
fn a_migration_counts_the_history_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder, VERSION_4);
    let before = rusqlite::Connection::open(&file).unwrap();
    before
        .execute_batch("UPDATE state SET history_bytes = 0")
        .unwrap();
    drop(before);
    assert_sound(&open(&file).unwrap());
}

#[test]
fn an_equivalent_schema_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file).unwrap();
    tree.write(&path("/a"), b"a").unwrap();
    drop(tree);
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection
        .execute_batch(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(replace(sql, char(10), '  '), 'INTEGER', 'integer');
             UPDATE sqlite_schema SET sql = replace(sql, 'TABLE inline', 'TABLE \"inline\"');
             PRAGMA writable_schema = OFF;",
        )
        .unwrap();
    drop(connection);
    let tree = open(&file).unwrap();
    tree.write(&path("/b"), b"b").unwrap();
    assert_eq!(listing(&tree), ["/ dir", "/a file a", "/b file b"]);
    assert_sound(&tree);
}
