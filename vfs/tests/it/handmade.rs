//! Workspace files made by hand: each is sound but for one thing. Every operation on it ends soon,
//! with little memory, in an error or in a right answer.

mod battery;
mod damages;
mod random;
mod repaired;

use std::path::{Path, PathBuf};

use isolate_vfs::{BranchOptions, CheckpointOptions, MkdirOptions, OpenOptions, RunOptions, Tree};

use super::{bytes, path};
use battery::{Budget, Expected};
use damages::{DAMAGES, Damage};

/// Says to a child process of a test that it is one, and which files are wanted.
const CHILD: &str = "ISOLATE_VFS_HANDMADE";
/// As [`CHILD`], the random damages from one number up to another: `0..150`.
const RANDOM: &str = "ISOLATE_VFS_RANDOM";
/// Memory that a process which does everything to every file may map, in KiB: the binary, its
/// threads' stacks and SQLite's caches are a good part of it.
const MEMORY_KIB: u64 = 768 << 10;

/// A workspace with all kinds of entries and of history, and what its files hold.
pub(crate) fn well_made(file: &Path) -> Expected {
    let tree = Tree::open(file, &OpenOptions::default()).unwrap();
    let mut expected = Expected::default();
    let run = |label: &str, f: &dyn Fn(&Tree)| {
        let run = tree.begin(&RunOptions::new(label.to_owned())).unwrap();
        f(&tree);
        run.commit().unwrap();
    };
    run("first", &|tree| {
        for index in 0..12_usize {
            let name = path(&format!("/d/s{}/f{index}", index % 3));
            tree.write(&name, &bytes(20 + index * 301, index)).unwrap();
        }
        tree.write(&path("/d/large"), &bytes(150_000, 1)).unwrap();
        tree.write(&path("/d/.gitignore"), b"f1\n").unwrap();
        tree.write(&path("/d/empty"), b"").unwrap();
        tree.symlink("s0/f0", &path("/d/link")).unwrap();
        tree.mkdir(&path("/none"), &MkdirOptions::new()).unwrap();
    });
    run("second", &|tree| {
        tree.write(&path("/d/s0/f0"), b"changed").unwrap();
        tree.copy_tree(&path("/d/large"), &path("/fork")).unwrap();
        tree.append(&path("/d/large"), &bytes(9000, 3)).unwrap();
        tree.append(&path("/fork"), b"fork").unwrap();
        tree.copy_tree(&path("/d/s1"), &path("/copy")).unwrap();
        tree.write(&path("/gone/deep/file"), &bytes(700, 5))
            .unwrap();
    });
    tree.checkpoint("mark", &CheckpointOptions::new()).unwrap();
    run("third", &|tree| {
        tree.remove_tree(&path("/gone")).unwrap();
        tree.rename(&path("/d/s2"), &path("/moved")).unwrap();
        tree.write(&path("/d/large2"), &bytes(70_000, 9)).unwrap();
    });
    tree.create_branch("side", &BranchOptions::new()).unwrap();
    tree.switch_branch("side").unwrap();
    run("fourth", &|tree| {
        tree.write(&path("/d/s0/f3"), b"on the side").unwrap();
    });
    tree.switch_branch("main").unwrap();
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    expected.learn(&tree);
    expected
}

fn apply(damage: &Damage, file: &Path) {
    match damage {
        Damage::Sql(sql) => {
            let connection = rusqlite::Connection::open(file).unwrap();
            connection
                .execute_batch(&format!(
                    "PRAGMA writable_schema = ON; BEGIN; {sql}; COMMIT"
                ))
                .unwrap();
        }
        Damage::Bytes(change) => {
            let mut bytes = std::fs::read(file).unwrap();
            change(&mut bytes);
            std::fs::write(file, bytes).unwrap();
        }
    }
}

#[test]
fn handmade_files_are_many_and_have_unique_names() {
    let mut names: Vec<&str> = DAMAGES.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), DAMAGES.len());
    assert!(names.len() >= 56, "{}", names.len());
}

/// Does nothing by itself: [`every_file_ends_in_an_error_or_right_answers`] runs it in a process
/// with a bound on its memory.
#[test]
fn child_does_everything_to_every_file() {
    let Ok(wanted) = std::env::var(CHILD) else {
        return;
    };
    let folder = folder();
    let sound = folder.path().join("sound");
    let expected = well_made(&sound);
    for (name, damage) in DAMAGES.iter().filter(|(name, _)| name.contains(&wanted)) {
        println!("[next] {name}");
        let file = folder.path().join("w");
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(with_end(&file, end));
        }
        std::fs::copy(&sound, &file).unwrap();
        apply(damage, &file);
        let mut budget = Budget::new(name);
        let started = std::time::Instant::now();
        battery::run(&file, &expected, &mut budget);
        let took = started.elapsed();
        println!(
            "file {name}: {} answers, {} errors, {took:?}, longest {:?}",
            budget.answers, budget.errors, budget.worst
        );
    }
}

/// In memory where there is a place for that: nothing here needs a disk that is slow.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Does nothing by itself, as [`child_does_everything_to_every_file`].
#[test]
fn child_does_everything_to_random_damages() {
    let Ok(range) = std::env::var(RANDOM) else {
        return;
    };
    let (first, end) = range.split_once("..").unwrap();
    let folder = folder();
    let sound = folder.path().join("sound");
    let expected = well_made(&sound);
    let sound = std::fs::read(sound).unwrap();
    let mut worst = (std::time::Duration::ZERO, "");
    let (mut answers, mut errors) = (0, 0);
    let mut failed: Vec<u64> = Vec::new();
    for seed in first.parse::<u64>().unwrap()..end.parse().unwrap() {
        println!("[next] {seed}");
        let file = folder.path().join(seed.to_string());
        let mut bytes = sound.clone();
        random::damage(&mut bytes, seed);
        std::fs::write(&file, bytes).unwrap();
        let mut budget = Budget::new(&format!("seed {seed}"));
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            battery::run(&file, &expected, &mut budget);
        }));
        if done.is_err() {
            failed.push(seed);
        }
        worst = worst.max(budget.worst);
        answers += budget.answers;
        errors += budget.errors;
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(with_end(&file, end));
        }
    }
    println!("{answers} answers, {errors} errors, longest {worst:?}");
    assert!(failed.is_empty(), "{failed:?}");
}

/// Runs a test of this binary in a process with a bound on its memory; answers what it said.
fn in_a_child(name: &str, variable: &str, value: &str) -> String {
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -v {MEMORY_KIB}; exec \"$0\" --exact handmade::{name} --nocapture"
        ))
        .arg(program)
        .env(variable, value)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().rev().find(|line| line.contains("[next] "));
    assert!(output.status.success(), "{last:?}: {errors}");
    text.into_owned()
}

#[test]
fn every_file_ends_in_an_error_or_right_answers() {
    let said = in_a_child("child_does_everything_to_every_file", CHILD, "");
    assert_eq!(said.matches("[next] ").count(), DAMAGES.len());
}

#[test]
fn random_damage_ends_in_an_error_or_right_answers() {
    // Set RUN_SLOW_TESTS for thirty times as many.
    let count = match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 5000,
        None => 150,
    };
    let name = "child_does_everything_to_random_damages";
    let said = in_a_child(name, RANDOM, &format!("0..{count}"));
    assert_eq!(said.matches("[next] ").count(), count);
    println!(
        "{}",
        said.lines().rev().take(4).collect::<Vec<_>>().join("\n")
    );
}
