//! `isolate-fuzz TARGET SECONDS [SEED]`: mutates good inputs for a while.
//!
//! `all` gives each target its seconds, as many at a time as the machine has processors.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command talks to its caller"
)]

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use isolate_fuzz::{TARGETS, Target};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let known = || {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        names.join(", ")
    };
    let (name, seconds, seed) = match arguments.as_slice() {
        [name, seconds] => (name, seconds, "1"),
        [name, seconds, seed] => (name, seconds, seed.as_str()),
        _ => {
            eprintln!(
                "usage: isolate-fuzz TARGET|all SECONDS [SEED]; targets: {}",
                known()
            );
            return ExitCode::from(2);
        }
    };
    let (Ok(seconds), Ok(seed)) = (seconds.parse::<u64>(), seed.parse::<u64>()) else {
        eprintln!("SECONDS and SEED are whole numbers");
        return ExitCode::from(2);
    };
    let targets: Vec<&Target> = match (name.as_str(), Target::find(name)) {
        ("all", _) => TARGETS.iter().collect(),
        (_, Some(target)) => vec![target],
        (_, None) => {
            eprintln!("no target {name}; targets: {}", known());
            return ExitCode::from(2);
        }
    };
    if run(&targets, Duration::from_secs(seconds), seed) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs every target for this long; tells whether all hold.
fn run(targets: &[&Target], duration: Duration, seed: u64) -> bool {
    let next = AtomicUsize::new(0);
    let holds = AtomicBool::new(true);
    let work = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !search(target, duration, seed) {
                holds.store(false, Ordering::Relaxed);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(targets.len()) {
            scope.spawn(work);
        }
    });
    holds.load(Ordering::Relaxed)
}

fn search(target: &Target, duration: Duration, seed: u64) -> bool {
    let end = Instant::now() + duration;
    match target.search(seed, |_| Instant::now() >= end) {
        Ok(done) => {
            println!("{}: {done} inputs", target.name);
            true
        }
        Err(finding) => {
            println!(
                "{}: {}\nseed {}\ninput \"{}\"",
                target.name,
                finding.message,
                finding.seed,
                finding.input.escape_ascii()
            );
            false
        }
    }
}
