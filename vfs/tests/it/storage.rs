//! Workspace files: recognition, several connections, durability.

use std::path::Path;
use std::time::{Duration, Instant};

use isolate_vfs::{
    ErrorKind, LogOptions, MemoryStore, OpenOptions, RunOptions, RunState, Tree, WalkOptions,
};

use super::{Folder, assert_sound, bytes, listing, path};

fn open(file: &Path) -> isolate_vfs::Result<Tree> {
    Tree::open(
        file,
        &OpenOptions::new().busy_timeout(Duration::from_millis(20)),
    )
}

fn read_only() -> OpenOptions {
    OpenOptions::new().read_only()
}

#[test]
fn a_workspace_survives_closing() {
    let folder = Folder::new();
    let tree = open(&folder.file()).unwrap();
    tree.write(&path("/d/a"), &bytes(100_000, 1)).unwrap();
    tree.symlink("a", &path("/d/l")).unwrap();
    let before = listing(&tree);
    drop(tree);
    let tree = open(&folder.file()).unwrap();
    assert_eq!(listing(&tree), before);
    assert_sound(&tree);
    drop(tree);
    let tree = Tree::open(&folder.file(), &read_only()).unwrap();
    assert_eq!(listing(&tree), before);
    assert_eq!(
        tree.write(&path("/x"), b"x").unwrap_err().kind(),
        ErrorKind::ReadOnly
    );
}

#[test]
fn an_empty_file_becomes_a_workspace() {
    let folder = Folder::new();
    std::fs::write(folder.file(), b"").unwrap();
    assert_eq!(
        Tree::open(&folder.file(), &read_only()).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    assert_sound(&open(&folder.file()).unwrap());
}

#[test]
fn files_of_other_programs_are_left_alone() {
    let folder = Folder::new();
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection
        .execute_batch("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1);")
        .unwrap();
    drop(connection);
    let database = std::fs::read(folder.file()).unwrap();
    for content in [
        b"some text".to_vec(),
        vec![0; 5000],
        database,
        b"SQLite format 3\0".to_vec(),
    ] {
        std::fs::write(folder.file(), &content).unwrap();
        let error = open(&folder.file()).unwrap_err();
        assert_eq!(error.to_string(), "not a workspace");
        assert_eq!(error.kind(), ErrorKind::Foreign);
        assert_eq!(std::fs::read(folder.file()).unwrap(), content);
        assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 1);
    }
}

/// Files of every version that development builds have written, and of others, with what is beside them.
#[test]
fn files_of_development_builds_are_left_alone() {
    let folder = Folder::new();
    drop(open(&folder.file()).unwrap());
    let made = std::fs::read(folder.file()).unwrap();
    let log = folder.0.path().join("workspace-wal");
    for (version, logged) in (0..=7).flat_map(|version| [(version, false), (version, true)]) {
        let mut bytes = made.clone();
        bytes[60..64].copy_from_slice(&u32::to_be_bytes(version));
        bytes[68..72].copy_from_slice(b"iVFS");
        std::fs::write(folder.file(), &bytes).unwrap();
        if logged {
            std::fs::write(&log, b"a log").unwrap();
        }
        let opened = [
            open(&folder.file()).map(drop),
            Tree::open(&folder.file(), &read_only()).map(drop),
            Tree::repair_file(&folder.file()).map(drop),
        ];
        for opened in opened {
            let error = opened.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Outdated);
            assert_eq!(
                error.to_string(),
                "workspace was made by a development build before 0.1.0, which this version does not read: \
                 export its files with that build, and import them into a new workspace"
            );
        }
        assert!(std::fs::read(folder.file()).unwrap() == bytes);
        let beside = std::fs::read_dir(folder.0.path()).unwrap().count() - 1;
        assert_eq!(beside, usize::from(logged));
        if logged {
            assert_eq!(std::fs::read(&log).unwrap(), b"a log");
            std::fs::remove_file(&log).unwrap();
        }
    }
}

/// Makes a workspace and changes it behind its back.
fn tampered(folder: &Folder, sql: &str) -> isolate_vfs::Result<Tree> {
    let tree = open(&folder.file()).unwrap();
    tree.write(&path("/d/a"), b"a").unwrap();
    tree.write(&path("/d/big"), &bytes(200_000, 1)).unwrap();
    drop(tree);
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection.execute_batch(sql).unwrap();
    drop(connection);
    open(&folder.file())
}

#[test]
fn newer_and_unexpected_schemas_are_refused() {
    let newer = tampered(&Folder::new(), "PRAGMA user_version = 4").unwrap_err();
    assert_eq!(newer.kind(), ErrorKind::Newer);
    assert_eq!(
        newer.to_string(),
        "workspace was written by a newer version: schema 4, this version reads up to 3"
    );
    for sql in [
        "CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM node; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE run",
        "ALTER TABLE run ADD COLUMN extra TEXT",
    ] {
        assert_eq!(
            tampered(&Folder::new(), sql).unwrap_err().kind(),
            ErrorKind::Corrupt,
            "{sql}"
        );
    }
}

#[test]
fn an_equivalent_schema_is_accepted() {
    let folder = Folder::new();
    let file = folder.file();
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

#[test]
fn check_finds_each_damage() {
    for (sql, rule) in [
        ("UPDATE state SET bytes = 1", "T1"),
        ("UPDATE state SET entries = 1", "T2"),
        ("UPDATE state SET next_id = 3", "T3"),
        (
            "UPDATE state SET history_bytes = 0;
             UPDATE change SET before_kind = 0, before_size = 9, before_content = 999 WHERE path = '/d/a'",
            "T5",
        ),
        ("DELETE FROM node WHERE parent = 0", "N1"),
        ("DELETE FROM node WHERE name = 'd'", "N2"),
        ("UPDATE node SET id = 1 WHERE name = 'd'", "N3"),
        ("UPDATE node SET name = '..' WHERE name = 'a'", "N4"),
        ("UPDATE node SET target = 'x' WHERE name = 'a'", "N5"),
        ("UPDATE node SET size = 7 WHERE name = 'a'", "N6"),
        (
            "UPDATE node SET name = hex(zeroblob(128)) WHERE name = 'a'",
            "N7",
        ),
        ("UPDATE content SET refs = 2", "C1"),
        ("INSERT INTO part VALUES (99, 'x', 0, NULL)", "H6"),
        ("INSERT INTO part VALUES (1, 'x', 5, NULL)", "H6"),
        ("INSERT INTO part SELECT 1, 'x', size + 1, id FROM content", "H6"),
        ("INSERT INTO shared SELECT id, zeroblob(32) FROM content", "H7"),
        ("DELETE FROM retention", "H8"),
        ("UPDATE retention SET age_max_ms = -1", "H8"),
        ("UPDATE run SET mode = mode | 8", "H9"),
        ("INSERT INTO inline VALUES (900, x'00', 0)", "C1"),
        ("DELETE FROM inline", "N6"),
        ("UPDATE content SET size = size + 1", "C2"),
        ("INSERT INTO inline VALUES (900, x'', 0)", "C3"),
        ("UPDATE stream SET contents = 5", "C4"),
        (
            "DELETE FROM extent WHERE start > 0 AND start < 100000",
            "C5",
        ),
        ("UPDATE piece SET data = x'00'", "C6"),
        ("INSERT INTO piece VALUES (901, x'00')", "C7"),
        ("UPDATE inline SET sum = sum + 1", "C8"),
        ("UPDATE extent SET sum = sum + 1", "C8"),
        ("UPDATE content SET sum = sum + 1", "C8"),
        ("DELETE FROM run", "H1"),
        ("UPDATE change SET after_kind = NULL", "H2"),
        (
            "UPDATE change SET after_size = 9, after_content = 999 WHERE path = '/d/a'",
            "H3",
        ),
    ] {
        let tree = tampered(&Folder::new(), sql).unwrap();
        let findings = tree.check().unwrap();
        assert!(
            findings.iter().any(|finding| finding.starts_with(rule)),
            "{sql}: {findings:?}"
        );
    }
}

#[test]
fn rows_with_a_number_that_they_must_not_have_are_found_however_the_file_is_opened() {
    for table in ["state", "retention"] {
        let folder = Folder::new();
        let sql = format!("PRAGMA ignore_check_constraints = ON; UPDATE {table} SET id = 7");
        let tree = tampered(&folder, &sql).unwrap();
        let reader = Tree::open(&folder.file(), &read_only()).unwrap();
        let expected = format!("S1: CHECK constraint failed in {table}");
        for tree in [tree, reader] {
            assert_eq!(tree.check().unwrap(), [expected.as_str()]);
        }
    }
}

#[test]
fn a_prepared_file_does_no_harm() {
    let folder = Folder::new();
    let tree = tampered(
        &folder,
        "UPDATE node SET id = 1 WHERE name = 'd';
         INSERT INTO node VALUES (1, 'e', 1, 1, 493, 0, 0, NULL, NULL);
         DELETE FROM piece;",
    )
    .unwrap();
    let options = isolate_vfs::FindOptions::new().entries_max(10_000);
    assert!(tree.find(&path("/"), &options).is_err());
    assert!(
        tree.walk(&path("/"), &WalkOptions::new().entries_max(10_000))
            .is_err()
    );
    assert_eq!(
        tree.remove_tree(&path("/d")).unwrap_err().kind(),
        ErrorKind::Corrupt
    );
    assert_eq!(
        tree.copy_tree(&path("/e"), &path("/x")).unwrap_err().kind(),
        ErrorKind::Corrupt
    );
}

fn two_connections(one: &Tree, other: &Tree) {
    one.write(&path("/a"), b"one").unwrap();
    assert_eq!(other.read(&path("/a")).unwrap(), b"one");
    other.append(&path("/a"), b" other").unwrap();
    assert_eq!(one.read(&path("/a")).unwrap(), b"one other");
    let run = one.begin(&RunOptions::new("").atomic()).unwrap();
    one.write(&path("/b"), b"b").unwrap();
    assert_eq!(
        other.write(&path("/c"), b"c").unwrap_err().kind(),
        ErrorKind::Busy
    );
    run.commit().unwrap();
    other.write(&path("/c"), b"c").unwrap();
    assert_eq!(listing(one), listing(other));
    assert_sound(one);
}

#[test]
fn two_connections_share_a_file_or_a_memory() {
    let folder = Folder::new();
    two_connections(
        &open(&folder.file()).unwrap(),
        &open(&folder.file()).unwrap(),
    );
    let store = MemoryStore::new().unwrap();
    let options = OpenOptions::new().busy_timeout(Duration::from_millis(20));
    two_connections(
        &Tree::open_memory(&store, &options).unwrap(),
        &Tree::open_memory(&store, &options).unwrap(),
    );
    let one = Tree::open_memory(&store, &options).unwrap();
    drop(store);
    assert_eq!(one.read(&path("/c")).unwrap(), b"c");
}

/// Where the time to wait and the deadline are the same, it is the deadline that is told.
#[test]
fn a_deadline_that_cuts_a_wait_for_a_lock_is_told() {
    let folder = Folder::new();
    let wait = Duration::from_millis(120);
    let options = OpenOptions::new().busy_timeout(wait);
    let open = || Tree::open(&folder.file(), &options).unwrap();
    let (tree, other) = (open(), open());
    let writer = other.begin(&RunOptions::new("writer").atomic()).unwrap();
    for early in 0..8 {
        let deadline = Instant::now() + wait - Duration::from_millis(early);
        tree.set_deadline(Some(deadline));
        let begun = tree.begin(&RunOptions::new("late").atomic());
        assert_eq!(begun.err().unwrap().kind(), ErrorKind::Deadline);
        assert!(Instant::now() >= deadline);
    }
    drop(writer);
}

/// A run whose changes are permanent ends in time although another connection writes; its row is
/// closed when this connection can, or ends.
#[test]
fn a_run_ends_in_time_while_another_connection_writes() {
    let folder = Folder::new();
    let open = || Tree::open(&folder.file(), &OpenOptions::new()).unwrap();
    let (tree, other) = (open(), open());
    let state = || other.log(&LogOptions::new()).unwrap().remove(0).state;
    let ends = |name: &str| {
        let run = tree.begin(&RunOptions::new(name)).unwrap();
        tree.write(&path(name), b"text").unwrap();
        let writer = other.begin(&RunOptions::new("writer").atomic()).unwrap();
        let started = Instant::now();
        let effects = run.commit_by(started + Duration::from_millis(60)).unwrap();
        assert!(started.elapsed() < Duration::from_secs(2));
        assert_eq!(effects.created.len(), 1);
        drop(writer);
        assert_eq!(state(), RunState::Open);
    };
    ends("/a");
    drop(tree.begin(&RunOptions::new("next")).unwrap());
    assert_eq!(state(), RunState::Finished);
    ends("/b");
    drop(tree);
    assert_eq!(state(), RunState::Finished);
    assert_sound(&other);
}

#[test]
fn threads_lose_no_append() {
    let folder = Folder::new();
    drop(open(&folder.file()).unwrap());
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let file = folder.file();
            std::thread::spawn(move || {
                let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
                for _ in 0..50 {
                    tree.append(&path("/log"), b"0123456789").unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let tree = open(&folder.file()).unwrap();
    assert_eq!(tree.read(&path("/log")).unwrap().len(), 2000);
    assert_sound(&tree);
}

#[test]
fn processes_may_create_at_once() {
    // Often enough that some meet in each step of making the file.
    for _ in 0..20 {
        let folder = Folder::new();
        let start = std::sync::Barrier::new(8);
        std::thread::scope(|scope| {
            for index in 0..8 {
                let (file, start) = (folder.file(), &start);
                scope.spawn(move || {
                    start.wait();
                    let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
                    for _ in 0..5 {
                        tree.append(&path(&format!("/{index}")), b"x").unwrap();
                    }
                });
            }
        });
        let tree = open(&folder.file()).unwrap();
        assert_eq!(tree.read_dir(&path("/")).unwrap().len(), 8);
        assert_sound(&tree);
    }
}

#[test]
fn a_snapshot_sees_one_state() {
    let folder = Folder::new();
    let (one, other) = (open(&folder.file()).unwrap(), open(&folder.file()).unwrap());
    one.write(&path("/a"), b"1").unwrap();
    one.snapshot(|one| {
        assert_eq!(one.read(&path("/a"))?, b"1");
        other.write(&path("/a"), b"2")?;
        assert_eq!(one.read(&path("/a"))?, b"1");
        assert_eq!(
            one.write(&path("/a"), b"3").unwrap_err().kind(),
            ErrorKind::Invalid
        );
        Ok::<(), isolate_vfs::Error>(())
    })
    .unwrap();
    assert_eq!(one.read(&path("/a")).unwrap(), b"2");
}

#[test]
fn bytes_are_shared_by_copies_versions_and_appends() {
    let folder = Folder::new();
    let tree = open(&folder.file()).unwrap();
    tree.write(&path("/a"), &bytes(4_000_000, 1)).unwrap();
    for index in 0..20 {
        tree.copy_tree(&path("/a"), &path(&format!("/copies/{index}")))
            .unwrap();
        tree.append(&path(&format!("/copies/{index}")), &bytes(1000, index))
            .unwrap();
        tree.append(&path("/a"), b"more").unwrap();
    }
    tree.copy_tree(&path("/copies"), &path("/again")).unwrap();
    assert_eq!(
        tree.stored().unwrap().bytes,
        4_000_080 + 2 * 20 * 4_001_000 + 2 * 4 * 190
    );
    assert_sound(&tree);
    drop(tree);
    // A closed connection has folded its log into the file.
    assert!(std::fs::metadata(folder.file()).unwrap().len() < 5_000_000);
}

/// The file that a child process of a test works on.
const CHILD_FILE: &str = "ISOLATE_VFS_TEST_FILE";

/// Does nothing by itself: [`a_killed_process_loses_no_call`] runs it in another process.
#[test]
fn child_writes_until_it_is_killed() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let tree = Tree::open(Path::new(&file), &OpenOptions::default()).unwrap();
    for index in 0.. {
        tree.append(&path("/log"), format!("{index}\n").as_bytes())
            .unwrap();
        tree.write(&path(&format!("/files/{index}")), &bytes(20_000, index))
            .unwrap();
        println!("done {index}");
    }
}

#[test]
fn a_killed_process_loses_no_call() {
    use std::io::BufRead as _;
    let folder = Folder::new();
    let here = open(&folder.file()).unwrap();
    for round in 0..3_usize {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "storage::child_writes_until_it_is_killed",
                "--nocapture",
            ])
            .env(CHILD_FILE, folder.file())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let mut done = 0;
        for line in lines
            .map_while(Result::ok)
            .filter(|line| line.contains("done"))
        {
            done = line.rsplit(' ').next().unwrap().parse::<usize>().unwrap();
            // Both processes work on the file.
            let _ = here.write(&path("/mine"), line.as_bytes());
            if done > 10 + round * 7 {
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for index in 0..=done {
            assert_eq!(
                here.read(&path(&format!("/files/{index}"))).unwrap(),
                bytes(20_000, index)
            );
        }
        assert_sound(&here);
    }
}
