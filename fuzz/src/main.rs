//! `isolate-fuzz TARGET SECONDS [SEED]`: mutates good inputs for a while.
//!
//! `all` gives each target its seconds, as many at a time as the machine has processors.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command talks to its caller"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use isolate_fuzz::{Finding, TARGETS, Target, corpus};

const USAGE: &str = "\
isolate-fuzz TARGET|all SECONDS [SEED]        mutate the inputs of a target for so long
isolate-fuzz count TARGET INPUTS [SEED]       run so many mutations, on all processors
isolate-fuzz grow TARGET|all SECONDS [SEED]   mutate, and keep the inputs that do something new
isolate-fuzz minimize TARGET|all              drop kept inputs that do nothing new; shrink the others
isolate-fuzz replay TARGET FILE               run the input that a finding has written to a file
";

/// Inputs of `count` that one thread takes at a time.
const SHARE: u64 = 100_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(text) => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("{text}\n{USAGE}targets: {}", names.join(", "));
            ExitCode::from(2)
        }
    }
}

/// Does what the arguments say; tells whether all targets hold.
fn run(arguments: &[&str]) -> Result<bool, String> {
    match *arguments {
        ["count", name, inputs] => count(name, inputs, "1"),
        ["count", name, inputs, seed] => count(name, inputs, seed),
        ["grow", name, seconds] => each(name, seconds, "1", grow),
        ["grow", name, seconds, seed] => each(name, seconds, seed, grow),
        ["minimize", name] => each(name, "0", "0", |target, _, _| minimize(target)),
        ["replay", name, file] => replay(name, Path::new(file)),
        [name, seconds] => each(name, seconds, "1", search),
        [name, seconds, seed] => each(name, seconds, seed, search),
        _ => Err("what is to be done?".to_owned()),
    }
}

fn number(text: &str, what: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{what} is a whole number, which {text} is not"))
}

fn one(name: &str) -> Result<&'static Target, String> {
    Target::find(name).ok_or_else(|| format!("no target {name}"))
}

type Work = fn(&Target, Duration, u64) -> Result<bool, String>;

/// Does something with one target or with all of them; tells whether all hold.
fn each(name: &str, seconds: &str, seed: &str, work: Work) -> Result<bool, String> {
    let targets: Vec<&Target> = match name {
        "all" => TARGETS.iter().collect(),
        name => vec![one(name)?],
    };
    let duration = Duration::from_secs(number(seconds, "SECONDS")?);
    let seed = number(seed, "SEED")?;
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    in_threads(targets.len(), || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(target, duration, seed);
            results.lock().expect("no thread panics").push(result);
        }
    });
    let results = results.into_inner().expect("no thread panics");
    results
        .into_iter()
        .try_fold(true, |all, holds| Ok(all & holds?))
}

fn in_threads(count_max: usize, work: impl Fn() + Sync) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(count_max) {
            scope.spawn(&work);
        }
    });
}

fn search(target: &Target, duration: Duration, seed: u64) -> Result<bool, String> {
    let end = Instant::now() + duration;
    let inputs = target.inputs()?;
    match target.search(&inputs, seed, |_| Instant::now() >= end) {
        Ok(done) => {
            println!("{}: {done} inputs", target.name);
            Ok(true)
        }
        Err(finding) => tell(target, &finding),
    }
}

fn count(name: &str, inputs: &str, seed: &str) -> Result<bool, String> {
    let target = one(name)?;
    let total = number(inputs, "INPUTS")?;
    let seed = number(seed, "SEED")?;
    let inputs = target.inputs()?;
    let shares = usize::try_from(total.div_ceil(SHARE)).unwrap_or(usize::MAX);
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Vec::new());
    let started = Instant::now();
    in_threads(shares, || {
        loop {
            let share = next.fetch_add(1, Ordering::Relaxed) as u64;
            let first = share * SHARE;
            if first >= total || !findings.lock().expect("no thread panics").is_empty() {
                return;
            }
            let number = SHARE.min(total - first);
            let searched = target.search(&inputs, seed.wrapping_add(first), |done| done == number);
            if let Err(finding) = searched {
                findings.lock().expect("no thread panics").push(finding);
            }
        }
    });
    let mut findings = findings.into_inner().expect("no thread panics");
    match findings.pop() {
        Some(finding) => tell(target, &finding),
        None => {
            println!(
                "{name}: {total} inputs in {} s",
                started.elapsed().as_secs()
            );
            println!("NIGHTLY fuzz_{name} {total} inputs");
            Ok(true)
        }
    }
}

fn grow(target: &Target, duration: Duration, seed: u64) -> Result<bool, String> {
    let end = Instant::now() + duration;
    let mut kept = corpus::load(target)?;
    match corpus::grown(target, &kept, seed, |_| Instant::now() >= end) {
        Ok(new) => {
            println!("{}: {} inputs did something new", target.name, new.len());
            kept.extend(new);
            corpus::save(target, &corpus::minimized(target, kept))?;
            Ok(true)
        }
        Err(finding) => tell(target, &finding),
    }
}

fn minimize(target: &Target) -> Result<bool, String> {
    let kept = corpus::load(target)?;
    let count = kept.len();
    let small = corpus::minimized(target, kept);
    println!("{}: {} of {count} inputs stay", target.name, small.len());
    corpus::save(target, &small)?;
    Ok(true)
}

fn replay(name: &str, file: &Path) -> Result<bool, String> {
    let target = one(name)?;
    let input = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    match target.try_input(0, input) {
        Ok(behaviour) => {
            println!("{name}: holds; {} things were seen", behaviour.count());
            Ok(true)
        }
        Err(finding) => {
            println!("{name}: {}", finding.message);
            Ok(false)
        }
    }
}

/// Writes a finding to a file, and says how to run it again.
fn tell(target: &Target, finding: &Finding) -> Result<bool, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("found");
    let file = folder.join(format!("{}-{}", target.name, finding.seed));
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&file, &finding.input))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    println!(
        "{name}: {message}\nseed {seed}\ninput \"{input}\"\ncargo run -p isolate-fuzz -- replay {name} {file}",
        name = target.name,
        message = finding.message,
        seed = finding.seed,
        input = finding.input.escape_ascii(),
        file = file.display(),
    );
    Ok(false)
}
