//! Single operations, and how they grow: `cargo bench -p isolate-benches --bench operations`.
//!
//! gzip is compared with the program of that name where it is installed.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use isolate_benches::{Samples, lines, note, report, time, unhurried};
use isolate_host::text::VPath;
use isolate_host::text::compress::gzip;
use isolate_host::text::diff::unified;
use isolate_host::vfs::{OpenOptions, Tree};
use isolate_host::{Outcome, Sandbox, Workspace};

/// Programs over the set of files, and whether they change it.
const GROWING: [&str; 5] = [
    "fs_2_glob",
    "fs_3_search",
    "fs_4_replace",
    "fs_5_readall",
    "fs_6_cleanup",
];

const ROUNDS: usize = 5;

fn main() {
    compress();
    compare();
    edit();
    let sandbox = Sandbox::new().unwrap();
    archive(&sandbox);
    grow(&sandbox);
}

/// 10 MB of text that is neither random nor all the same.
fn text() -> String {
    let mut text = String::new();
    let mut state = 7_u32;
    while text.len() < 10_000_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (one, two) = (state >> 24, state >> 12 & 0xfff);
        writeln!(text, "const value{two} = compute({one}, \"{state:x}\");").unwrap();
    }
    text
}

/// Writes a file of 50 MB, and then with small changes in it.
fn edit() {
    let mut data = text().repeat(5).into_bytes();
    for (index, line) in data.chunks_mut(50).enumerate() {
        line[0] = b'a' + u8::try_from(index % 23).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::open(&folder.path().join("edits.sqlite"), &OpenOptions::new()).unwrap();
    let file = VPath::parse("/large").unwrap();
    let first = Samples::take(0, 1, || tree.write(&file, &data).unwrap());
    note("writing 50 MB", first.median(), "ms");
    let edited = Samples::take(1, ROUNDS, || {
        let middle = data.len() / 2;
        data.splice(middle..middle, *b"inserted");
        tree.write(&file, &data).unwrap();
    });
    note("writing 50 MB with 8 bytes inserted", edited.median(), "ms");
}

fn compress() {
    let text = text();
    let ours = Samples::take(1, ROUNDS, || {
        assert!(gzip(text.as_bytes()).unwrap().len() < text.len());
    });
    note("gzip of 10 MB", ours.median(), "ms");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    std::fs::write(&path, &text).unwrap();
    let gzip_6 = || {
        Command::new("gzip")
            .args(["-6", "-c"])
            .arg(&path)
            .stdout(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    if !gzip_6() {
        println!("gzip is not installed");
        return;
    }
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let mine = time(&mut || drop(gzip(text.as_bytes()).unwrap()));
            let theirs = time(&mut || assert!(gzip_6()));
            mine.as_secs_f64() / theirs.as_secs_f64()
        })
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    report(
        "  against gzip -6, in turn, median ratio",
        ratios[ratios.len() / 2],
        "x",
        1.3,
    );
}

fn compare() {
    for (count, bound) in [(10_000, Some(200.0)), (100_000, None)] {
        for (name, different) in [
            ("no line in common", u64::MAX),
            ("lines drawn from 5,000", 5_000),
            ("lines drawn from 10", 10),
        ] {
            let (old, new) = (lines(count, different, 1), lines(count, different, 2));
            let times = Samples::take(0, ROUNDS, || {
                assert!(!unified(&old, &new, "a", "b").unwrap().is_empty());
            });
            let name = format!("diff of {count} lines, {name}");
            match bound {
                Some(bound) => report(&name, times.median(), "ms", bound),
                None => note(&name, times.median(), "ms"),
            }
        }
    }
}

fn workload(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads");
    std::fs::read_to_string(folder.join(name).with_extension("js")).unwrap()
}

fn run(sandbox: &Sandbox, workspace: &Workspace, code: &str) -> Duration {
    let run = sandbox
        .run(workspace, code)
        .options(unhurried())
        .blocking()
        .unwrap();
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{:?}",
        run.outcome
    );
    run.usage.wall
}

fn archive(sandbox: &Sandbox) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("bench.sqlite")).unwrap();
    run(sandbox, &workspace, &workload("fs_1_write"));
    let pack = "async () => (await state.createArchive('/t.tar', ['/proj'])).bytesWritten";
    let unpack = "async () => (await state.extractArchive('/t.tar', '/out')).entries.length";
    let clean = "async () => state.removeTree('/out')";
    let (mut packed, mut unpacked) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        packed.push(run(sandbox, &workspace, pack));
        unpacked.push(run(sandbox, &workspace, unpack));
        run(sandbox, &workspace, clean);
    }
    let packed = Samples::of(packed).median();
    report("tar of 1,000 files", packed, "ms", 100.0);
    note("untar of 1,000 files", Samples::of(unpacked).median(), "ms");
}

fn grow(sandbox: &Sandbox) {
    let few = workload("fs_1_write");
    let many = few.replace("i < 1000;", "i < 10000;");
    assert_ne!(few, many);
    let mut times = vec![(Vec::new(), Vec::new()); GROWING.len()];
    for _ in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str, code: &str| {
            let workspace = Workspace::open(folder.path().join(name)).unwrap();
            run(sandbox, &workspace, code);
            workspace
        };
        let (small, large) = (open("small", &few), open("large", &many));
        for (name, (small_times, large_times)) in GROWING.iter().zip(&mut times) {
            small_times.push(run(sandbox, &small, &workload(name)));
            large_times.push(run(sandbox, &large, &workload(name)));
        }
    }
    for (name, (small, large)) in GROWING.iter().zip(times) {
        let (small, large) = (Samples::of(small).median(), Samples::of(large).median());
        note(&format!("{name}, 10,000 files"), large, "ms");
        report("  against 1,000 files", large / small, "x", 12.0);
    }
}
