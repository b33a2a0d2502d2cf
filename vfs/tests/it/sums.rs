//! Checksums of stored bytes: damaged bytes are never returned.

use std::path::{Path, PathBuf};

use isolate_vfs::{ErrorKind, ForkOptions, OpenOptions, RunOptions, Tree};

use super::{assert_sound, bytes, path};

struct Damaged {
    _folder: tempfile::TempDir,
    file: PathBuf,
}

/// A workspace with a small and a large file, each changed by SQL behind its back.
fn damaged(sql: &str) -> (Damaged, Tree) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    tree.write(&path("/d/small"), b"small").unwrap();
    tree.write(&path("/d/other"), b"other").unwrap();
    tree.write(&path("/d/large"), &bytes(200_000, 1)).unwrap();
    tree.write(&path("/d/larger"), &bytes(300_000, 2)).unwrap();
    tree.append(&path("/d/large"), b"tail").unwrap();
    drop(tree);
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(sql).unwrap();
    drop(connection);
    let tree = open(&file);
    let damaged = Damaged {
        _folder: folder,
        file,
    };
    (damaged, tree)
}

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::default()).unwrap()
}

const SMALL: &str = "(SELECT content FROM node WHERE name = 'small')";
const LARGE: &str =
    "(SELECT stream FROM content WHERE id = (SELECT content FROM node WHERE name = 'large'))";

fn assert_damaged<T: std::fmt::Debug>(result: isolate_vfs::Result<T>, file: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert_eq!(error.path(), Some(&path(file)), "{error}");
}

#[test]
fn damaged_bytes_are_never_returned() {
    for sql in [
        format!("UPDATE inline SET data = x'736d616c6b' WHERE id = {SMALL}"),
        format!("UPDATE inline SET sum = sum + 1 WHERE id = {SMALL}"),
        // The bytes of another file, with their own sum.
        format!(
            "DELETE FROM inline WHERE id = {SMALL};
             UPDATE inline SET id = {SMALL} WHERE data = CAST('other' AS BLOB)"
        ),
    ] {
        let (_damaged, tree) = damaged(&sql);
        assert_damaged(tree.read(&path("/d/small")), "/d/small");
        assert_damaged(tree.read_range(&path("/d/small"), 0, 1), "/d/small");
        assert_damaged(tree.append(&path("/d/small"), b"x"), "/d/small");
        assert_eq!(tree.read(&path("/d/large")).unwrap().len(), 200_004);
    }
    for sql in [
        format!(
            "UPDATE piece SET data = CAST(substr(data, 1, length(data) - 1) || x'01' AS BLOB)
             WHERE id = (SELECT piece FROM extent WHERE stream = {LARGE} AND start = 65536)"
        ),
        format!("UPDATE extent SET sum = 0 WHERE stream = {LARGE} AND start = 65536"),
        // The piece of another file that lies at the same place, and another piece of this one.
        format!(
            "UPDATE extent SET piece = (SELECT piece FROM extent WHERE stream <> {LARGE} AND start = 65536)
             WHERE stream = {LARGE} AND start = 65536"
        ),
        format!(
            "UPDATE extent SET piece = (SELECT piece FROM extent WHERE stream = {LARGE} AND start = 0)
             WHERE stream = {LARGE} AND start = 65536"
        ),
    ] {
        let (_damaged, tree) = damaged(&sql);
        assert_damaged(tree.read(&path("/d/large")), "/d/large");
        assert_damaged(tree.read_range(&path("/d/large"), 70_000, 1), "/d/large");
        // What is read of other pieces is right.
        assert_eq!(
            tree.read_range(&path("/d/large"), 0, 10).unwrap(),
            bytes(10, 1)
        );
        assert_eq!(tree.read(&path("/d/small")).unwrap(), b"small");
    }
    // Another stream, and another size.
    for sql in [
        format!(
            "UPDATE content SET stream = (SELECT id FROM stream WHERE id <> {LARGE}) WHERE stream = {LARGE}"
        ),
        "UPDATE content SET size = 200000 WHERE size = 200004;
         UPDATE node SET size = 200000 WHERE name = 'large'"
            .to_owned(),
    ] {
        let (_damaged, tree) = damaged(&sql);
        assert_damaged(tree.read(&path("/d/large")), "/d/large");
    }
}

/// A name that changed on the disk, so that names stand in another order than they should: SQLite's
/// search then ends at an entry that it did not look for.
#[test]
fn a_search_that_ends_elsewhere_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let names: Vec<String> = (0..40).map(|name| format!("/d/name{name:02}")).collect();
    for (index, name) in names.iter().enumerate() {
        tree.write(&path(name), &bytes(100 + index, index)).unwrap();
    }
    drop(tree);
    let sound = std::fs::read(&file).unwrap();
    let places: Vec<usize> = (0..sound.len() - 6)
        .filter(|at| sound[*at..].starts_with(b"name"))
        .collect();
    for at in places {
        for damage in [1, 2, 4] {
            let mut damaged = sound.clone();
            damaged[at + 4] ^= damage;
            std::fs::write(&file, damaged).unwrap();
            let Ok(tree) = Tree::open(&file, &OpenOptions::default()) else {
                continue;
            };
            for (index, name) in names.iter().enumerate() {
                if let Ok(read) = tree.read(&path(name))
                    && name.as_bytes()[7] != sound[at + 4] ^ damage
                {
                    assert_eq!(read, bytes(100 + index, index), "{name}");
                }
            }
        }
    }
}

#[test]
fn damage_at_the_end_of_a_file_is_not_made_good_by_appending() {
    let (_damaged, tree) = damaged(&format!(
        "UPDATE piece SET data = zeroblob(length(data))
         WHERE id = (SELECT piece FROM extent WHERE stream = {LARGE} ORDER BY start DESC LIMIT 1)"
    ));
    assert_damaged(tree.append(&path("/d/large"), b"more"), "/d/large");
    assert_damaged(tree.read(&path("/d/large")), "/d/large");
}

/// What is damaged is stored anew with an edit, and what is not is shared.
#[test]
fn an_edit_does_not_share_damage() {
    for (damage, start) in [
        (
            "piece SET data = CAST(x'01' || substr(data, 2) AS BLOB) WHERE id =",
            65536,
        ),
        // Bytes of the piece that no file has.
        (
            "piece SET data = CAST(data || x'ff' AS BLOB) WHERE id =",
            196_608,
        ),
        ("extent SET sum = sum + 1 WHERE piece =", 65536),
    ] {
        let sql = format!(
            "DELETE FROM change; DELETE FROM run; UPDATE retention SET runs_max = 0;
             UPDATE {damage} (SELECT piece FROM extent WHERE stream = {LARGE} AND start = {start});"
        );
        for insertion in [&b""[..], b"inserted"] {
            let (_damaged, tree) = damaged(&sql);
            let mut data = bytes(200_000, 1);
            data.extend_from_slice(b"tail");
            data[10] ^= 1;
            data.splice(5..5, insertion.iter().copied());
            tree.write(&path("/d/large"), &data).unwrap();
            assert_eq!(tree.read(&path("/d/large")).unwrap(), data, "{sql}");
            let findings = tree.check().unwrap();
            assert!(
                findings
                    .iter()
                    .all(|finding| !finding.contains("/d/large ")),
                "{findings:?}"
            );
        }
    }
}

/// A piece that lies at two places has a sum for each.
#[test]
fn check_names_every_file_with_a_damaged_piece() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = open(&file);
    let mut data = super::noise(300_000, 1);
    tree.write(&path("/a"), &data).unwrap();
    tree.copy_tree(&path("/a"), &path("/b")).unwrap();
    data.splice(5..5, *b"inserted");
    tree.write(&path("/b"), &data).unwrap();
    assert_sound(&tree);
    drop(tree);
    let connection = rusqlite::Connection::open(&file).unwrap();
    let last = "SELECT piece FROM extent ORDER BY start DESC LIMIT 1";
    let places: u32 = connection
        .query_row(
            &format!("SELECT count(DISTINCT start) FROM extent WHERE piece = ({last})"),
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(places, 2);
    connection
        .execute_batch(&format!(
            "UPDATE piece SET data = zeroblob(length(data)) WHERE id = ({last})"
        ))
        .unwrap();
    drop(connection);
    let tree = open(&file);
    for name in ["/a", "/b"] {
        assert_damaged(tree.read(&path(name)), name);
    }
    let findings = tree.check().unwrap();
    let named = |name: &str| findings.iter().any(|finding| finding.contains(name));
    assert!(
        findings.len() == 2 && named("/a") && named("/b"),
        "{findings:?}"
    );
}

#[test]
fn a_damaged_file_can_be_replaced_copied_and_removed() {
    let sql = "UPDATE piece SET data = zeroblob(length(data)); UPDATE inline SET data = zeroblob(length(data))";
    let (_damaged, tree) = damaged(sql);
    let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
    // The same bytes as before the damage are a change.
    tree.write(&path("/d/small"), b"small").unwrap();
    tree.write(&path("/d/large"), &bytes(200_004, 1)).unwrap();
    tree.copy_tree(&path("/d/larger"), &path("/copy")).unwrap();
    tree.remove_tree(&path("/d/larger")).unwrap();
    let effects = run.commit().unwrap();
    assert_eq!(
        (
            effects.created.len(),
            effects.changed.len(),
            effects.deleted.len()
        ),
        (1, 2, 1)
    );
    assert_eq!(tree.read(&path("/d/small")).unwrap(), b"small");
    assert_eq!(tree.read(&path("/d/large")).unwrap(), bytes(200_004, 1));
    // A copy shares the damage.
    assert_damaged(tree.read(&path("/copy")), "/copy");
    let run = effects.run.unwrap();
    assert_damaged(tree.read_before(run, &path("/d/small")), "/d/small");
    tree.undo(run).unwrap();
    assert_damaged(tree.read(&path("/d/small")), "/d/small");
}

#[test]
fn check_names_the_files_whose_bytes_are_damaged() {
    let (damaged, tree) = damaged(
        "UPDATE piece SET data = zeroblob(length(data)) WHERE id = (SELECT min(id) FROM piece);
         UPDATE inline SET data = x'736d616c6b' WHERE data = CAST('small' AS BLOB)",
    );
    let findings = tree.findings().unwrap();
    let texts: Vec<&str> = findings
        .iter()
        .map(|finding| finding.text.as_str())
        .collect();
    assert!(
        findings.iter().all(|finding| finding.rule == "C8"),
        "{findings:?}"
    );
    assert!(
        texts[0].ends_with(" of /d/small does not match its checksum"),
        "{texts:?}"
    );
    assert!(
        texts[1].ends_with(" of /d/large does not match its checksum"),
        "{texts:?}"
    );
    assert!(findings[0].advice().contains("write such a file anew"));
    tree.write(&path("/d/small"), b"small").unwrap();
    tree.remove_tree(&path("/d/large")).unwrap();
    drop(tree);
    // Only history holds what is damaged now.
    let tree = Tree::open(
        &damaged.file,
        &OpenOptions::new().retention(isolate_vfs::Retention::new().runs_max(1)),
    )
    .unwrap();
    assert_eq!(tree.findings().unwrap().len(), 2);
    for index in 0..40 {
        tree.write(&path("/x"), &bytes(10, index)).unwrap();
    }
    assert_sound(&tree);
}

#[test]
fn sums_follow_every_way_of_storing() {
    let folder = tempfile::tempdir().unwrap();
    let tree = open(&folder.path().join("w.sqlite"));
    let mut expected = Vec::new();
    for index in 0..60 {
        // Small, then large with a tail that is rewritten, then several pieces.
        let more = bytes(1 + index * 311 % 9000, index);
        tree.append(&path("/a"), &more).unwrap();
        expected.extend_from_slice(&more);
        if index % 7 == 0 {
            tree.copy_tree(&path("/a"), &path(&format!("/c/{index}")))
                .unwrap();
            tree.append(&path(&format!("/c/{index}")), b"fork").unwrap();
        }
        assert_eq!(tree.read(&path("/a")).unwrap(), expected);
    }
    assert_sound(&tree);
    let fork = tree.read(&path("/c/56")).unwrap();
    assert_eq!(fork[..fork.len() - 4], expected[..fork.len() - 4]);
    assert_eq!(fork[fork.len() - 4..], *b"fork");
}

#[test]
fn damaged_bytes_are_not_copied_to_another_workspace() {
    for (sql, name) in [
        (
            format!("UPDATE inline SET sum = sum + 1 WHERE id = {SMALL}"),
            "/d/small",
        ),
        (
            format!("UPDATE extent SET sum = sum + 1 WHERE stream = {LARGE} AND start = 0"),
            "/d/large",
        ),
    ] {
        let (damaged, tree) = damaged(&sql);
        let to = damaged.file.with_file_name("copy.sqlite");
        for options in [ForkOptions::new(), ForkOptions::new().shallow()] {
            let error = tree.fork(&to, &options).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corrupt);
            assert!(error.to_string().contains(name), "{error}");
            assert!(
                error.to_string().contains("write such a file anew"),
                "{error}"
            );
            assert!(!to.exists());
        }
        // The history still has the damaged bytes.
        tree.write(&path(name), b"new").unwrap();
        tree.fork(&to, &ForkOptions::new()).unwrap_err();
        tree.fork(&to, &ForkOptions::new().shallow()).unwrap();
        assert_sound(&open(&to));
    }
}
