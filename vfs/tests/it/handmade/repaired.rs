//! What a repair does to each of the damaged files, and to random ones.

use std::collections::BTreeMap;
use std::path::Path;

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{BranchOptions, ErrorKind, Finding, OpenOptions, Tree};

use super::battery::Expected;
use super::damages::DAMAGES;
use super::damages::Damage;
use super::{apply, folder, random, well_made, with_end};
use crate::path;

/// What is only counted, and rows that nothing refers to: sound after a repair.
const SOUND_AFTERWARDS: &[&str] = &[
    "references of too few",
    "references of too many",
    "references below nothing",
    "no streams",
    "no totals",
    "totals of nothing",
    "totals beyond all",
    "negative totals",
    "the next number is used",
    "the next number is none",
    "no runs",
    "a run with the first number",
    "runs that undo each other",
    "runs that undo themselves",
    "runs that undo what is no run",
];

fn by_rule(findings: &[Finding]) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        let more = finding.text.strip_suffix(" more findings");
        let count = more.and_then(|count| count.parse().ok()).unwrap_or(1);
        *counts.entry(finding.rule).or_default() += count;
    }
    counts
}

fn look(file: &Path, expected: &Expected) -> Option<(Expected, Option<Vec<Finding>>)> {
    let tree = Tree::open(file, &OpenOptions::new().read_only()).ok()?;
    Some((expected.readable(&tree), tree.findings().ok()))
}

/// Repairs a file twice; answers what was done first.
fn repair(file: &Path, expected: &Expected, name: &str) -> String {
    let before = look(file, expected);
    let bytes = std::fs::read(file).unwrap();
    let repaired = Tree::repair_file(file);
    let after = look(file, expected);
    if let (Some((before, _)), Some((after, _))) = (&before, &after) {
        let missing = before.first_missing(after);
        assert_eq!(missing, None, "{name}: {repaired:?}");
    }
    let repair = match repaired {
        Ok(repair) => repair,
        Err(error) => {
            assert_eq!(bytes, std::fs::read(file).unwrap(), "{name}: {error}");
            return format!("error: {error}");
        }
    };
    let found = before.unwrap().1.unwrap();
    let left = by_rule(&repair.findings);
    for (rule, count) in &left {
        let before = by_rule(&found).get(rule).copied().unwrap_or(0);
        assert!(*count <= before, "{name}: {rule} {before} to {count}");
    }
    assert_eq!(after.unwrap().1.unwrap(), repair.findings, "{name}");
    let second = Tree::repair_file(file).unwrap();
    assert_eq!(second.repaired, [], "{name}");
    assert_eq!(second.copy, None, "{name}");
    assert_eq!(second.findings, repair.findings, "{name}");
    if repair.repaired.is_empty() {
        assert_eq!(repair.copy, None, "{name}");
        assert_eq!(bytes, std::fs::read(file).unwrap(), "{name}");
    } else {
        let copy = repair.copy.as_ref().unwrap();
        let (_, copied) = look(copy, expected).unwrap();
        assert_eq!(copied.unwrap(), found, "{name}");
        std::fs::remove_file(copy).unwrap();
    }
    let lines = repair.repaired.iter().map(ToString::to_string);
    let lines: Vec<String> = lines.collect();
    format!("{}; left: {left:?}", lines.join(", "))
}

fn remove(file: &Path) {
    for end in ["", "-wal", "-shm", "-reserve"] {
        let _ = std::fs::remove_file(with_end(file, end));
    }
}

#[test]
fn a_repair_makes_nothing_worse() {
    let folder = folder();
    let sound = folder.path().join("sound");
    let expected = well_made(&sound);
    let file = folder.path().join("w");
    let mut unsound = Vec::new();
    for (name, damage) in DAMAGES {
        remove(&file);
        std::fs::copy(&sound, &file).unwrap();
        apply(damage, &file);
        let done = repair(&file, &expected, name);
        println!("{name}: {done}");
        if SOUND_AFTERWARDS.contains(name) && !done.ends_with("; left: {}") {
            unsound.push(format!("{name}: {done}"));
        }
    }
    assert_eq!(unsound, Vec::<String>::new());
    for name in SOUND_AFTERWARDS {
        assert!(DAMAGES.iter().any(|(known, _)| known == name), "{name}");
    }
}

#[test]
fn a_repair_of_random_damage_makes_nothing_worse() {
    let folder = folder();
    let sound = folder.path().join("sound");
    let expected = well_made(&sound);
    let sound = std::fs::read(sound).unwrap();
    for seed in 0..100 {
        let file = folder.path().join("w");
        remove(&file);
        let mut bytes = sound.clone();
        random::damage(&mut bytes, seed);
        std::fs::write(&file, bytes).unwrap();
        repair(&file, &expected, &format!("seed {seed}"));
    }
}

/// The N-th statement fails, for every N: the file is what it was, and there is no copy.
#[test]
fn a_repair_that_fails_has_changed_nothing() {
    let folder = folder();
    let sound = folder.path().join("sound");
    well_made(&sound);
    let file = folder.path().join("w");
    let copy = folder.path().join("w.before-repair-1");
    let (mut number, mut commits) = (1, 0);
    loop {
        remove(&file);
        std::fs::copy(&sound, &file).unwrap();
        let connection = rusqlite::Connection::open(&file).unwrap();
        let damage = "UPDATE content SET refs = 1; UPDATE state SET bytes = 0, next_id = 2;
            INSERT INTO piece VALUES (900, x'00'); INSERT INTO directory VALUES (901, 3);
            INSERT INTO change SELECT 77, path, before_kind, before_mode, before_size, before_mtime_us,
                before_content, before_target, after_kind, after_mode, after_size, after_mtime_us,
                after_content, after_target FROM change WHERE run = 4";
        connection.execute_batch(damage).unwrap();
        drop(connection);
        let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
        let before = tree.check().unwrap();
        assert_ne!(before, Vec::<String>::new());
        tree.fail_statement(number, FailMode::Once);
        let repaired = tree.repair();
        tree.fail_statement(0, FailMode::Once);
        if let Ok(repair) = repaired
            && !tree.fault_fired()
        {
            assert_eq!(repair.findings, []);
            assert_eq!(repair.copy.as_deref(), Some(&*copy.canonicalize().unwrap()));
            break;
        }
        if tree.check().unwrap() == before {
            // The end of the transaction might have happened nevertheless.
            commits += u32::from(std::fs::remove_file(&copy).is_ok());
        } else {
            // What failed is what follows the commit.
            assert_eq!(tree.check().unwrap(), Vec::<String>::new(), "{number}");
            std::fs::remove_file(&copy).unwrap();
        }
        number += 1;
    }
    assert!(number > 100, "{number}");
    assert_eq!(commits, 1);
}

#[test]
fn a_full_disk_in_the_middle_of_a_repair_leaves_the_file_as_it_was() {
    let folder = folder();
    let file = folder.path().join("w");
    well_made(&file);
    let connection = rusqlite::Connection::open(&file).unwrap();
    // Many references to contents without a row, which need more pages.
    let damage = "DELETE FROM content WHERE stream IS NULL;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO inline SELECT 10000 + i, x'61', 0 FROM n;
        INSERT INTO node SELECT 1, 'a' || id, 0, 0, 420, 1, 0, id, NULL FROM inline WHERE id > 10000;
        INSERT INTO node SELECT 1, 'b' || id, 0, 0, 420, 1, 0, id, NULL FROM inline WHERE id > 10000";
    connection.execute_batch(damage).unwrap();
    drop(connection);
    let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
    let before = tree.check().unwrap();
    tree.fill_disk(Some(0)).unwrap();
    assert_eq!(tree.repair().unwrap_err().kind(), ErrorKind::NoSpace);
    assert_eq!(tree.check().unwrap(), before);
    assert!(!folder.path().join("w.before-repair-1").exists());
    tree.fill_disk(None).unwrap();
    let repair = tree.repair().unwrap();
    assert_eq!(
        by_rule(&repair.findings).keys().collect::<Vec<_>>(),
        [&"C8"]
    );
}

#[test]
fn copies_are_never_overwritten() {
    let folder = folder();
    let file = folder.path().join("w");
    well_made(&file);
    for number in 1..4 {
        let sql = "UPDATE state SET entries = 1";
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection.execute_batch(sql).unwrap();
        drop(connection);
        let copy = Tree::repair_file(&file).unwrap().copy.unwrap();
        assert!(copy.ends_with(format!("w.before-repair-{number}")));
        let copy = Tree::open(&copy, &OpenOptions::new().read_only()).unwrap();
        assert_eq!(by_rule(&copy.findings().unwrap()), [("T2", 1)].into());
    }
}

/// With a branch, so that directories are shared.
#[test]
fn counts_and_rows_that_nothing_refers_to_are_repaired() {
    let folder = folder();
    let sound = folder.path().join("sound");
    let expected = well_made(&sound);
    let tree = Tree::open(&sound, &OpenOptions::default()).unwrap();
    tree.create_branch("repairs", &BranchOptions::new())
        .unwrap();
    tree.switch_branch("repairs").unwrap();
    tree.write(&path("/d/s0/f0"), b"on the side").unwrap();
    drop(tree);
    let file = folder.path().join("w");
    for (sql, rule) in [
        ("UPDATE branch SET bytes = 0, entries = -1", "T1"),
        ("UPDATE state SET branches = 7", "B4"),
        ("DELETE FROM directory", "N3"),
        ("UPDATE directory SET refs = refs + 7", "N3"),
        ("INSERT INTO directory VALUES (900, 2)", "N3"),
        ("DELETE FROM change", "C1"),
        (
            "INSERT INTO extent SELECT 900, start, length, piece, sum FROM extent WHERE start = 0 LIMIT 1",
            "C6",
        ),
        ("INSERT INTO piece VALUES (900, x'00')", "C7"),
        ("INSERT INTO part VALUES (99, 'x', 0, NULL)", "H6"),
        (
            "INSERT INTO shared SELECT max(id), zeroblob(32) FROM content",
            "H7",
        ),
        ("DELETE FROM retention", "H8"),
        ("UPDATE retention SET age_max_ms = -1, forgotten = -2", "H8"),
        ("UPDATE run SET mode = mode | 8", "H9"),
    ] {
        remove(&file);
        std::fs::copy(&sound, &file).unwrap();
        apply(&Damage::Sql(sql), &file);
        let found = look(&file, &expected).unwrap().1.unwrap();
        assert!(by_rule(&found).contains_key(rule), "{sql}: {found:?}");
        let done = repair(&file, &expected, sql);
        println!("{sql}: {done}");
        assert!(done.ends_with("; left: {}"), "{sql}: {done}");
        let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
        tree.write(&path("/d/s1/new"), b"new").unwrap();
        tree.switch_branch("repairs").unwrap();
        assert_eq!(tree.read(&path("/d/s0/f0")).unwrap(), b"on the side");
        assert!(tree.read(&path("/d/s1/new")).is_err(), "{sql}");
        tree.remove_tree(&path("/d")).unwrap();
        assert_eq!(tree.check().unwrap(), Vec::<String>::new(), "{sql}");
    }
}
