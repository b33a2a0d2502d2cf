//! Workspaces of an earlier version: read as they are, and brought up to date to be written.

use std::path::{Path, PathBuf};

use isolate_vfs::{ErrorKind, OpenOptions, RunId, Tree};

use super::{assert_sound, bytes, listing, path};

/// Made by the last version that wrote version 1.
const VERSION_1: &[u8] = include_bytes!("../fixtures/version-1.sqlite");

fn old(folder: &tempfile::TempDir) -> PathBuf {
    let file = folder.path().join("old.sqlite");
    std::fs::write(&file, VERSION_1).unwrap();
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
    assert_eq!(restored.operations, 5);
    assert_eq!(tree.read(&path("/notes/one.txt")).unwrap(), b"one, changed");
    assert_eq!(tree.read(&path("/gone")).unwrap(), b"gone");
    assert_sound(&tree);
    drop(tree);
    assert_eq!(version(&file), 2);
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
        "workspace is damaged: it is of version 1, and the way to version 2 meets bytes that cannot be read; \
         opened for reading only, it shows what is left"
    );
    assert_eq!(version(&file), 1);
    let tree = open_to_read(&file).unwrap();
    assert_eq!(tree.read(&path("/link")).unwrap(), b"one, last");
}

/// What the connections of the earlier version do that are open while it happens: they read, and
/// whatever would store bytes without a sum fails.
#[test]
fn statements_of_version_1_store_nothing_in_version_2() {
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

#[test]
fn a_schema_that_is_written_otherwise_is_ours() {
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
