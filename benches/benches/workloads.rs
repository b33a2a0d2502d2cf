//! Programs of ordinary size: `cargo bench -p isolate-benches --bench workloads [NAME…]`.
//!
//! `fs_1` to `fs_6` run in this order on one file database, a fresh sandbox instance each. What
//! SQLite alone takes to store as many files, each in a transaction of its own, is measured in
//! turn with `fs_1`: a machine that is slower today is so for both.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use isolate_benches::{Samples, note, report, time, unhurried, wanted};
use isolate_host::{Outcome, Run, Sandbox, Workspace, to_json};

/// Bounds in milliseconds; the others are printed without one.
const BOUNDS: &[(&str, f64)] = &[
    ("bridge_10k", 60.0),
    ("fs_1_write", 120.0),
    ("fs_2_glob", 15.0),
    ("fs_3_search", 30.0),
    ("fs_4_replace", 100.0),
    ("fs_5_readall", 25.0),
    ("fs_6_cleanup", 15.0),
    ("read_10mb_text", 60.0),
    ("read_10mb_bytes", 40.0),
];

const ROUNDS: usize = 7;

fn main() {
    let is_wanted = wanted();
    let sandbox = Sandbox::new().unwrap();
    let programs = programs();

    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let mut ratios = Vec::new();
    let mut fuel: BTreeMap<&str, u64> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("bench.sqlite")).unwrap();
        let large = Workspace::open(folder.path().join("large.sqlite")).unwrap();
        if programs
            .iter()
            .any(|(name, _)| is_large(name) && is_wanted(name))
        {
            seed_large_file(&sandbox, &large);
        }
        let alone = sqlite_alone(&folder.path().join("alone.sqlite"));
        for (name, code) in programs
            .iter()
            .filter(|(name, _)| is_wanted(name) || name.starts_with("fs_1"))
        {
            let workspace = if is_large(name) { &large } else { &workspace };
            let run = run(&sandbox, workspace, code);
            if !matches!(run.outcome, Outcome::Returned(_)) {
                println!("{name}: {:?}", run.outcome);
                continue;
            }
            if name == "fs_1_write" {
                ratios.push(run.usage.wall.as_secs_f64() / alone.as_secs_f64());
            }
            times.entry(name).or_default().push(run.usage.wall);
            fuel.insert(name, run.usage.fuel);
        }
    }
    let mut total = 0.0;
    for (name, times) in times {
        let median = Samples::of(times).median();
        if name.starts_with("fs_") {
            total += median;
        }
        match BOUNDS.iter().find(|(bounded, _)| *bounded == name) {
            Some((_, bound)) => report(name, median, "ms", *bound),
            None => note(name, median, "ms"),
        }
        println!("{:<58} {:>10} fuel", "", fuel[name]);
        if name == "fs_1_write" {
            ratios.sort_by(f64::total_cmp);
            let ratio = ratios[ratios.len() / 2];
            note("  against SQLite alone, in turn, median ratio", ratio, "x");
        }
    }
    report("fs_1 to fs_6 together", total, "ms", 250.0);
}

fn run(sandbox: &Sandbox, workspace: &Workspace, code: &str) -> Run {
    sandbox
        .run(workspace, code)
        .options(unhurried())
        .blocking()
        .unwrap()
}

/// Stores 1,000 files of 2 KB as `fs_1_write` does, without a sandbox and a filesystem.
fn sqlite_alone(path: &Path) -> Duration {
    let db = rusqlite::Connection::open(path).unwrap();
    db.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = NORMAL;
         CREATE TABLE files (path TEXT PRIMARY KEY, content TEXT);",
    )
    .unwrap();
    let content = "x".repeat(2048);
    let mut insert = db.prepare("INSERT INTO files VALUES (?1, ?2)").unwrap();
    time(&mut || {
        for number in 0..1000 {
            let path = format!("/proj/src/d{}/file{number}.ts", number % 10);
            insert.execute((&path, &content)).unwrap();
        }
    })
}

/// Whether a program reads the large file.
fn is_large(name: &str) -> bool {
    name.starts_with("read_10mb")
}

fn seed_large_file(sandbox: &Sandbox, workspace: &Workspace) {
    let code = r#"async () => {
        await state.writeFile("/large.txt", "0123456789abcde\n".repeat(655360));
        return (await state.stat("/large.txt")).size;
    }"#;
    let run = run(sandbox, workspace, code);
    let Outcome::Returned(size) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(to_json(size), Some(10_485_760.into()));
}

/// The programs of the folder `workloads`, and two of our own, sorted by name.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads");
    let mut programs: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    for (name, method) in [
        ("read_10mb_text", "readFile"),
        ("read_10mb_bytes", "readFileBytes"),
    ] {
        let code = format!("async () => (await state.{method}('/large.txt')).length");
        programs.push((name.to_owned(), code));
    }
    programs.sort();
    programs
}
