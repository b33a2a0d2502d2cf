//! The history of a workspace and its branches: `cargo bench -p isolate-benches --bench history`.
//! A word after `--` chooses among `branch`, `undo`, `log`, `recording`, `edit` and `retention`; the
//! last one takes minutes.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use isolate_benches::{Samples, report, time, unhurried, wanted};
use isolate_host::text::VPath;
use isolate_host::vfs::{
    BranchOptions, Clock, LogOptions, OpenOptions, Quota, Retention, RunOptions, Timestamp, Tree,
};
use isolate_host::{Sandbox, Workspace};

const ROUNDS: usize = 11;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

fn open(file: &Path) -> Tree {
    Tree::open(file, &OpenOptions::new()).unwrap()
}

/// Bytes in which nothing repeats.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn write_files(tree: &Tree, count: usize) {
    let run = tree.begin(&RunOptions::new("files").atomic()).unwrap();
    for index in 0..count {
        let at = path(&format!("/d{}/f{index}", index / 100));
        run.write(&at, format!("{index} ").repeat(300).as_bytes())
            .unwrap();
    }
    run.commit().unwrap();
}

fn main() {
    let is_wanted = wanted();
    for (name, bench) in [
        ("branch", branches as fn(&Path)),
        ("undo", undo),
        ("log", log),
        ("recording", recording),
        ("edit", edit),
        ("retention", retention),
    ] {
        if is_wanted(name) {
            let folder = tempfile::tempdir().unwrap();
            bench(&folder.path().join("w.sqlite"));
        }
    }
}

fn branches(file: &Path) {
    let tree = open(file);
    write_files(&tree, 10_000);
    let next = Cell::new(0);
    let name = || format!("b{}", next.replace(next.get() + 1));
    let made = Samples::take(1, ROUNDS, || {
        tree.create_branch(&name(), &BranchOptions::new()).unwrap();
    });
    report("branch of 10,000 files", made.median(), "ms", 20.0);
    let first = Samples::take(1, ROUNDS, || {
        next.set(next.get() - 1);
        tree.switch_branch(&format!("b{}", next.get())).unwrap();
        tree.write(&path("/d50/f5000"), b"other").unwrap();
    });
    report("first change on a branch", first.median(), "ms", 20.0);
}

fn undo(file: &Path) {
    let tree = open(file);
    write_files(&tree, 1_000);
    let undone = Samples::take(0, ROUNDS, || {
        let last = tree.history(1).unwrap()[0].id;
        tree.undo(last).unwrap();
    });
    report("undo of 1,000 files", undone.median(), "ms", 300.0);
}

fn log(file: &Path) {
    let keep = Retention::new().runs_max(1_000_000);
    let tree = Tree::open(file, &OpenOptions::new().retention(keep)).unwrap();
    let run = tree.begin(&RunOptions::new("cli:run x.js")).unwrap();
    run.write(&path("/empty"), b"").unwrap();
    run.commit().unwrap();
    drop(tree);
    // The others are copies of it, each of another path: a hundred thousand commits take a minute.
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .execute_batch(
            "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (
                SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n;
             INSERT INTO run (id, label, actor, mode, state, status, started_ms, machine_ms, finished_ms)
             SELECT i, label, actor, mode, state, 'ok', started_ms, machine_ms, finished_ms FROM temp.n, run WHERE run.id = 1;
             INSERT INTO change (run, path, after_kind, after_mode, after_size, after_mtime_us)
             SELECT i, '/d' || (i % 500) || '/f', 0, 420, 0, 0 FROM temp.n",
        )
        .unwrap();
    drop(connection);
    let tree = open(file);
    let listed = Samples::take(1, ROUNDS, || {
        assert_eq!(tree.log(&LogOptions::new()).unwrap().len(), 100);
    });
    report("log of 100,000 runs", listed.median(), "ms", 50.0);
    let newest = tree.log(&LogOptions::new().limit(1)).unwrap()[0].id;
    let shown = Samples::take(1, ROUNDS, || {
        tree.run_info(newest).unwrap().unwrap();
        tree.change_counts(newest).unwrap();
        tree.differences_of(&[newest]).unwrap();
        tree.undone(&tree.log(&LogOptions::new().limit(1)).unwrap())
            .unwrap();
    });
    report("show of one of 100,000 runs", shown.median(), "ms", 50.0);
    let opened = Samples::take(1, ROUNDS, || drop(open(file)));
    report("opening with 100,000 runs", opened.median(), "ms", 5.0);
}

/// What the history costs: programs on two workspaces in turn, one of which keeps none.
fn recording(file: &Path) {
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let programs = ["fs_1_write", "fs_4_replace"].map(|name| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads");
        std::fs::read_to_string(folder.join(format!("{name}.js"))).unwrap()
    });
    let mut ratios = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let mut times = [[0.0; 2]; 2];
        for (kept, runs_max) in [(0, 0), (1, Retention::new().runs())] {
            let own = file.with_file_name(format!("{round}-{kept}.sqlite"));
            let workspace = Workspace::open(own).unwrap();
            let tree = workspace.tree().unwrap();
            tree.set_retention(&Retention::new().runs_max(runs_max))
                .unwrap();
            drop(tree);
            for (index, program) in programs.iter().enumerate() {
                let took = time(&mut || {
                    let run = sandbox
                        .run(&workspace, program)
                        .options(unhurried())
                        .blocking();
                    assert!(run.unwrap().outcome.into_result().is_ok());
                });
                times[index][kept] = took.as_secs_f64();
            }
        }
        for (ratios, [without, with]) in ratios.iter_mut().zip(times) {
            ratios.push(Duration::from_secs_f64(with / without));
        }
    }
    for (name, ratios) in ["fs_1_write", "fs_4_replace"].into_iter().zip(ratios) {
        let ratio = Samples::of(ratios).median() / 1e3;
        report(&format!("{name}, with history to without"), ratio, "", 1.3);
    }
}

fn edit(file: &Path) {
    const BYTES: usize = 50 << 20;
    let tree = Tree::open(
        file,
        &OpenOptions::new().quota(Quota::new().file_bytes_max(64 << 20)),
    )
    .unwrap();
    let at = path("/large");
    let mut bytes = noise(BYTES, 1);
    let whole = Samples::take(0, 1, || tree.write(&at, &bytes).unwrap());
    let mut position = BYTES / 3;
    let edited = Samples::take(1, ROUNDS, || {
        position = (position + 7_000_003) % (BYTES - 10);
        bytes.splice(position..position + 3, *b"edited");
        tree.write(&at, &bytes).unwrap();
    });
    report("writing 50 MB", whole.median(), "ms", 2_000.0);
    report("a small edit of 50 MB", edited.median(), "ms", 200.0);
}

/// A clock that the bench sets, in milliseconds.
#[derive(Debug)]
struct Days(Arc<AtomicI64>);

impl Clock for Days {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn megabytes_of(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn retention(file: &Path) {
    const RUNS: i64 = 10_000;
    const FILE_BYTES: usize = 1 << 20;
    let now = Arc::new(AtomicI64::new(DAY_MS));
    let tree = open(file);
    tree.set_clock(Box::new(Days(Arc::clone(&now))));
    for index in 0..RUNS {
        // 80 runs a day.
        now.store(DAY_MS + index * DAY_MS / 80, Ordering::Relaxed);
        let run = tree.begin(&RunOptions::new("rewrite")).unwrap();
        run.write(&path("/file"), &noise(FILE_BYTES, index.unsigned_abs()))
            .unwrap();
        run.commit().unwrap();
    }
    let megabytes = || {
        let bytes: u64 = tree
            .files_on_disk()
            .iter()
            .filter_map(|file| std::fs::metadata(file).ok())
            .map(|metadata| metadata.len())
            .sum();
        megabytes_of(bytes)
    };
    report(
        "10,000 runs that rewrite 1 MB: the file",
        megabytes(),
        "MiB",
        1_228.8,
    );
    tree.collect(&Retention::new().age_max(Duration::from_secs(86_400)))
        .unwrap();
    report("after gc with one day kept", megabytes(), "MiB", 100.0);
}
