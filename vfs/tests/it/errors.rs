//! Messages of errors, and their sources.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use isolate_text::VPath;
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    CheckpointError, CheckpointOptions, ErrorKind, FindOptions, MkdirOptions, OpenOptions, Quota,
    RemoveOptions, RunId, RunOptions, Skip, Timestamp, Tree, UndoOptions,
};

use super::{bytes, memory, memory_with, path};

/// Each error with its text, and the texts of its sources.
fn chain(error: &dyn Error) -> Vec<String> {
    let mut texts = vec![error.to_string()];
    let mut source = error.source();
    while let Some(error) = source {
        texts.push(error.to_string());
        source = error.source();
    }
    texts
}

/// A text that repeats a source is told twice by whoever prints the whole chain.
fn assert_told_once(error: &dyn Error) -> usize {
    let texts = chain(error);
    for (at, text) in texts.iter().enumerate() {
        assert!(!text.is_empty());
        for source in &texts[at + 1..] {
            assert!(!text.contains(source.as_str()), "{texts:?}");
        }
    }
    texts.len() - 1
}

/// Errors of files that cannot be opened, or not be used.
fn of_files(folder: &Path) -> Vec<isolate_vfs::Error> {
    let new = OpenOptions::new().busy_timeout(std::time::Duration::ZERO);
    let open = |name: &str, options: &OpenOptions| Tree::open(&folder.join(name), options);
    let mut errors = Vec::new();
    std::fs::write(
        folder.join("text"),
        "text that is long enough to be a header ".repeat(9),
    )
    .unwrap();
    errors.push(open("text", &new).unwrap_err());
    errors.push(open("none", &new.clone().read_only()).unwrap_err());
    errors.push(open("no/folder", &new).unwrap_err());
    errors.push(Tree::open(folder, &new).unwrap_err());
    for sql in ["PRAGMA user_version = 99", "DROP TABLE run"] {
        drop(open("changed", &new).unwrap());
        let conn = rusqlite::Connection::open(folder.join("changed")).unwrap();
        conn.execute_batch(sql).unwrap();
        drop(conn);
        errors.push(open("changed", &new).unwrap_err());
        std::fs::remove_file(folder.join("changed")).unwrap();
    }
    let one = open("busy", &new).unwrap();
    one.write(&path("/a"), &bytes(100_000, 1)).unwrap();
    let other = open("busy", &new).unwrap();
    let run = one.begin(&RunOptions::new("").atomic()).unwrap();
    errors.push(other.write(&path("/b"), b"b").unwrap_err());
    drop(run);
    drop((one, other));
    let conn = rusqlite::Connection::open(folder.join("busy")).unwrap();
    conn.execute_batch("UPDATE piece SET data = zeroblob(9)")
        .unwrap();
    drop(conn);
    let damaged = open("busy", &new).unwrap();
    errors.push(damaged.read(&path("/a")).unwrap_err());
    let looks = open("busy", &new.read_only()).unwrap();
    errors.push(looks.write(&path("/b"), b"b").unwrap_err());
    errors
}

/// Errors of calls.
fn of_calls() -> Vec<isolate_vfs::Error> {
    let tree =
        memory_with(&OpenOptions::new().quota(Quota::new().bytes_max(1000).file_bytes_max(900)));
    tree.write(&path("/d/f"), b"f").unwrap();
    tree.symlink("loop", &path("/loop")).unwrap();
    let last = tree.history(1).unwrap()[0].id;
    let mut errors = vec![
        tree.read(&path("/none")).unwrap_err(),
        tree.read(&path("/d")).unwrap_err(),
        tree.read(&path("/loop")).unwrap_err(),
        tree.read_dir(&path("/d/f")).unwrap_err(),
        tree.read_link(&path("/d")).unwrap_err(),
        tree.write(&path("/d/f/x"), b"").unwrap_err(),
        tree.write(&path("/x"), &[0; 901]).unwrap_err(),
        tree.write(&path("/y"), &[0; 900])
            .and_then(|()| tree.write(&path("/z"), &[0; 900]))
            .unwrap_err(),
        tree.mkdir(&path("/d"), &MkdirOptions::new()).unwrap_err(),
        tree.remove(&path("/d"), &RemoveOptions::new()).unwrap_err(),
        tree.remove_tree(&path("/")).unwrap_err(),
        tree.symlink("", &path("/s")).unwrap_err(),
        tree.set_mtime(&path("/"), Timestamp::default())
            .unwrap_err(),
        tree.changes(RunId::from(99)).unwrap_err(),
        tree.undo_within(last, &UndoOptions::new()).unwrap_err(),
        tree.extend_label("x").unwrap_err(),
        tree.snapshot(|tree| tree.write(&path("/a"), b""))
            .unwrap_err(),
        VPath::parse("a\0b").unwrap_err().into(),
        VPath::parse(&"n".repeat(300)).unwrap_err().into(),
        Skip::new(&[""]).unwrap_err(),
    ];
    let first = tree.history(10).unwrap().last().unwrap().id;
    tree.write(&path("/d/f"), b"g").unwrap();
    errors.push(tree.undo(first).unwrap_err());
    tree.set_stop_signal(Some(Arc::new(|| true)));
    errors.push(tree.find(&path("/"), &FindOptions::new()).unwrap_err());
    tree.set_stop_signal(None);
    tree.fail_statement(3, FailMode::Once);
    errors.push(tree.write(&path("/a"), b"a").unwrap_err());
    let full = memory();
    full.fill_disk(Some(0)).unwrap();
    errors.extend((0..100).find_map(|number| {
        let file = path(&format!("/{number}"));
        full.write(&file, &bytes(9000, number)).err()
    }));
    errors
}

fn of_checkpoints() -> Vec<CheckpointError> {
    let tree = memory();
    tree.checkpoint("one", &CheckpointOptions::new()).unwrap();
    let mut errors = vec![
        tree.checkpoint("no name", &CheckpointOptions::new())
            .unwrap_err(),
        tree.checkpoint("one", &CheckpointOptions::new())
            .unwrap_err(),
        tree.restore("two").unwrap_err(),
    ];
    tree.write(&path("/.checkpoints/bad"), b"{").unwrap();
    errors.push(tree.restore("bad").unwrap_err());
    tree.write(&path("/.checkpoints/late"), b"{\"run\":99}")
        .unwrap();
    errors.push(tree.restore("late").unwrap_err());
    tree.fill_disk(Some(0)).unwrap();
    errors.extend((0..1000).find_map(|number| {
        tree.checkpoint(&format!("c{number}"), &CheckpointOptions::new())
            .err()
    }));
    errors
}

#[test]
fn no_error_repeats_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let mut with_source = 0;
    let mut kinds = std::collections::HashSet::new();
    for error in of_files(folder.path()).into_iter().chain(of_calls()) {
        with_source += usize::from(assert_told_once(&error) > 0);
        kinds.insert(error.kind());
    }
    for error in of_checkpoints() {
        assert_told_once(&error);
        if let CheckpointError::Tree(error) = &error {
            // Its source is that of the tree's error, whose text it has.
            assert_eq!(error.kind(), ErrorKind::NoSpace);
        }
    }
    assert!(with_source > 2, "{with_source}");
    assert!(kinds.len() > 15, "{kinds:?}");
}
