//! Compares programs of a folder in the sandbox with what they answer in Node: `cargo xtask
//! packages` and `cargo xtask suites` start it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use isolate_host::{RunOptions, Sandbox, Workspace};
use isolate_tests::real::{Answer, Difference, Expected, difference};
use isolate_transfer::{Checkout, CheckoutOptions};

/// Real programs are large: how much they cost is not what this is about.
const FUEL_MAX: u64 = 4_000_000_000_000;

/// The largest need half of it.
const MEMORY_BYTES_MAX: u64 = 1 << 30;

/// The slowest take minutes.
const WALL_MAX: Duration = Duration::from_secs(900);

/// Everything that is random is the same in each run.
const SEED: u64 = 1;

/// What a program did.
struct Done {
    name: String,
    found: Option<Difference>,
}

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [programs, list, rest @ ..] = &arguments[..] else {
        bail!("name the folder of the programs, and the list of those that differ");
    };
    // Some of the programs only: others may be listed.
    let (is_part, rest) = match rest {
        [first, rest @ ..] if first == "--part" => (true, rest),
        rest => (false, rest),
    };
    let files = match rest {
        [] => None,
        [first, folder] if first == "--files" => Some(Path::new(folder)),
        _ => bail!("unknown arguments: {}", rest.join(" ")),
    };
    let text = fs::read_to_string(list).with_context(|| list.clone())?;
    let expected = Expected::parse(&text).with_context(|| list.clone())?;
    let names = names(Path::new(programs))?;
    ensure!(!names.is_empty(), "{programs} holds no program");
    let started = Instant::now();
    let done = run_all(&names, files)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut objections: Vec<String> = Vec::new();
    let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Done { name, found, .. } in &done {
        match expected.objection(name, found.as_ref()) {
            Some(objection) => objections.push(format!("{name}: {objection}")),
            None => {
                if let Some(reason) = expected.reason(name) {
                    let known = by_reason.entry(reason.whose.name()).or_default();
                    known.push(format!("{name}: {}", reason.about));
                }
            }
        }
    }
    let unknown = |name: &&str| !is_part && !done.iter().any(|done| done.name == **name);
    for name in expected.names().filter(unknown) {
        objections.push(format!("{name}: is listed, but there is no such program"));
    }
    report(&done, &by_reason, &objections, seconds);
    Ok(ExitCode::from(u8::from(!objections.is_empty())))
}

fn report(done: &[Done], by_reason: &BTreeMap<&str, Vec<String>>, objections: &[String], all: f64) {
    for (whose, known) in by_reason {
        println!("differ as expected ({whose}):");
        for text in known {
            println!("  {text}");
        }
    }
    if !objections.is_empty() {
        println!("not as expected:");
    }
    for text in objections {
        println!("{text}");
    }
    println!(
        "{} programs in {all:.0} s: {} as in Node, {} differ as expected, {} not as expected",
        done.len(),
        done.iter().filter(|done| done.found.is_none()).count(),
        by_reason.values().map(Vec::len).sum::<usize>(),
        objections.len(),
    );
}

/// The programs of a folder.
fn names(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Runs the programs on all processors.
fn run_all(paths: &[PathBuf], files: Option<&Path>) -> Result<Vec<Done>> {
    let sandbox = Sandbox::new()?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<Done>> {
        let mut done = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(run(&sandbox, path, files).with_context(|| path.display().to_string())?);
        }
        Ok(done)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = std::thread::scope(|scope| -> Result<Vec<Done>> {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().expect("a worker does not panic")?);
        }
        Ok(all)
    })?;
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(all)
}

/// A workspace with the files of a folder, which are read when they are needed.
fn workspace(files: Option<&Path>) -> Result<(Workspace, Option<Checkout>)> {
    let Some(folder) = files else {
        return Ok((Workspace::memory()?, None));
    };
    let journals = folder.with_extension("journals");
    let checkout = Checkout::open(folder, &journals, &CheckoutOptions::new())?;
    let workspace = Workspace::builder()
        .more_quota_bytes(checkout.bytes())
        .over(checkout.store())?;
    Ok((workspace, Some(checkout)))
}

fn run(sandbox: &Sandbox, path: &Path, files: Option<&Path>) -> Result<Done> {
    let program = fs::read_to_string(path)?;
    let answer = fs::read_to_string(path.with_extension("json"))?;
    let node = match serde_json::from_str(&answer).context("no answer of Node")? {
        Answer::Returned(json) => json,
        Answer::Threw(error) => bail!("the program fails in Node: {error}"),
    };
    let options = RunOptions::new()
        .fuel(FUEL_MAX)
        .memory_bytes(MEMORY_BYTES_MAX)
        .timeout(WALL_MAX)
        .seed(SEED);
    let (workspace, _checkout) = workspace(files)?;
    let started = Instant::now();
    let ran = sandbox
        .run(&workspace, &program)
        .options(&options)
        .blocking();
    let seconds = started.elapsed().as_secs_f64();
    let name = path.file_stem().context("a program has a name")?;
    let name = name.to_string_lossy().into_owned();
    let found = difference(&node, &ran);
    let place = found.as_ref().map_or("as in Node", |found| &found.place);
    println!("{seconds:>7.1} s  {name}: {place}");
    Ok(Done { name, found })
}
