//! What a run costs before it does anything: `cargo bench -p isolate-benches --bench startup`.
//!
//! For the cold command, build it first: `cargo build --release`. It is compared with `node -e 0`
//! where Node is installed.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use isolate_benches::{Samples, note, report, time};
use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace};

/// What this program is called with to make a workspace, in a process of its own.
const MAKES: &str = "--make-a-workspace";

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == MAKES) {
        let path = arguments.next().unwrap();
        drop(Workspace::open(PathBuf::from(path)).unwrap());
        return;
    }
    // First, since only the first sandbox of a process runs its code where it lies in the binary.
    memory();
    opening();
    warm_runs();
    cold_command();
}

fn run(sandbox: &Sandbox, workspace: &Workspace, code: &str) {
    let run = sandbox.run(workspace, code).blocking().unwrap();
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{:?}",
        run.outcome
    );
}

fn warm_runs() {
    const HELLO: &str = "async () => 1 + 1";
    const TOUCH: &str =
        r#"async () => { await state.writeFile("/a", "x"); return state.readFile("/a"); }"#;
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let hello = Samples::take(500, 3_000, || run(&sandbox, &workspace, HELLO));
    report(
        "hello, fresh sandbox, warm engine, p50",
        hello.median() * 1e3,
        "µs",
        200.0,
    );
    report(
        "hello, fresh sandbox, warm engine, p99",
        hello.percentile(99) * 1e3,
        "µs",
        500.0,
    );

    let touch = Samples::take(50, 500, || {
        run(&sandbox, &Workspace::memory().unwrap(), TOUCH);
    });
    let added = touch.median() - hello.median();
    report(
        "  + fresh memory workspace, writeFile, readFile, p50",
        added,
        "ms",
        1.0,
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.sqlite");
    run(&sandbox, &Workspace::open(&path).unwrap(), TOUCH);
    let mut turn = 0;
    let touch = Samples::take(20, 200, || {
        turn += 1;
        let code = TOUCH.replace("\"x\"", &format!("\"{turn}\""));
        run(&sandbox, &Workspace::open(&path).unwrap(), &code);
    });
    // A commit that reaches the disk is part of it: the same bytes, written and synchronised.
    let commit = Samples::take(5, 50, || sync_write(folder.path()));
    note(
        "  + fresh file workspace, writeFile, readFile, p50",
        touch.median() - hello.median(),
        "ms",
    );
    note(
        "    of which one synchronised write of 8 KiB takes, p50",
        commit.median(),
        "ms",
    );
}

/// What it takes to open a file that is a workspace: the first time in a process, which also finds
/// out what the schema has to be, and later. SQLite alone reads the names of the tables.
fn opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("opened.sqlite");
    // Makes the file. Its connection is closed, so that the log is written back.
    Command::new(std::env::current_exe().unwrap())
        .arg(MAKES)
        .arg(&path)
        .status()
        .unwrap();
    let ours = || drop(Workspace::open(&path).unwrap());
    let first = time(&mut { ours });
    let (mut all, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..1_000 {
        all.push(time(&mut { ours }));
        alone.push(time(&mut || {
            let conn = rusqlite::Connection::open(&path).unwrap();
            let names = "SELECT count(*) FROM sqlite_schema";
            let count: i64 = conn.query_row(names, [], |row| row.get(0)).unwrap();
            assert!(count > 0);
        }));
    }
    let first = Samples::of(vec![first]).median() * 1e3;
    note("opening a file, first in a process", first, "µs");
    let all = Samples::of(all).median() * 1e3;
    note("opening a file, p50", all, "µs");
    let alone = Samples::of(alone).median() * 1e3;
    note("  SQLite alone, in turn, p50", alone, "µs");
}

fn sync_write(folder: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(folder.join("sync"))
        .unwrap();
    file.write_all(&[7; 8192]).unwrap();
    file.sync_data().unwrap();
}

/// Memory that this process alone has written, in KiB, from the kernel's own count. Pages of the
/// binary that are only read can be dropped and read again, and other processes share them.
fn private_kib() -> f64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/smaps_rollup") else {
        return f64::NAN;
    };
    text.lines()
        .filter(|line| line.starts_with("Private_Dirty"))
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok())
        .sum()
}

fn memory() {
    let process = private_kib();
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    (0..10).for_each(|_| run(&sandbox, &workspace, "async () => 1 + 1"));
    let warm = private_kib();
    note(
        "private memory of a process with a sandbox, once",
        (warm - process) / 1024.0,
        "MiB",
    );
    report(
        "private memory of an idle run",
        idle_runs(&sandbox, &workspace, warm) / 1024.0,
        "MiB",
        4.0,
    );
    let warm = private_kib();
    (0..1_000).for_each(|_| run(&sandbox, &workspace, "async () => 1 + 1"));
    report(
        "growth over 1,000 runs",
        (private_kib() - warm) / 1024.0,
        "MiB",
        0.5,
    );
}

/// What one of several runs adds that wait for a host function which never answers, in KiB.
fn idle_runs(sandbox: &Sandbox, workspace: &Workspace, before: f64) -> f64 {
    const RUNS: u32 = 20;
    let (sender, waiting) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..RUNS {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut functions = Functions::new();
                functions
                    .namespace("tools")
                    .add_dynamic::<isolate_host::Value, isolate_host::Value, _, _>(
                        "wait",
                        move |_, _| {
                            sender.send(()).unwrap();
                            std::future::pending()
                        },
                    );
                let options = RunOptions::new()
                    .functions(functions)
                    .suspend_after(None)
                    .timeout(Duration::from_secs(2));
                sandbox
                    .run(workspace, "async () => tools.wait()")
                    .options(&options)
                    .blocking()
                    .unwrap()
            });
        }
        (0..RUNS).for_each(|_| waiting.recv().unwrap());
        (private_kib() - before) / f64::from(RUNS)
    })
}

fn command() -> Option<PathBuf> {
    let bench = std::env::current_exe().ok()?;
    let path = bench.parent()?.parent()?.join("isolate-run");
    path.is_file().then_some(path)
}

fn cold_command() {
    let Some(command) = command() else {
        println!("cold command: not built; run `cargo build --release` first");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("hello.js");
    std::fs::write(&script, "async () => 1 + 1\n").unwrap();
    let database = folder.path().join("x.sqlite");
    let mut ours = || {
        let status = Command::new(&command)
            .arg(&script)
            .arg("--db")
            .arg(&database)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
    };
    let mut node = || {
        let _ = Command::new("node").args(["-e", "0"]).status();
    };
    let has_node = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    ours();
    let mut times = Vec::new();
    let mut ratios = Vec::new();
    for _ in 0..40 {
        let mine = time(&mut ours);
        times.push(mine);
        if has_node {
            ratios.push(mine.as_secs_f64() / time(&mut node).as_secs_f64());
        }
    }
    report(
        "cold command, hello.js --db, median",
        Samples::of(times).median(),
        "ms",
        15.0,
    );
    if has_node {
        ratios.sort_unstable_by(f64::total_cmp);
        report(
            "  against node -e 0, in turn, median ratio",
            ratios[ratios.len() / 2],
            "x",
            0.2,
        );
    }
}
