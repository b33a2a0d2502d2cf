//! `isolate-fuzz TARGET SECONDS [SEED]`: mutates good inputs for a while.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command talks to its caller"
)]

use std::process::ExitCode;
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
    for target in targets {
        let end = Instant::now() + Duration::from_secs(seconds);
        match target.search(seed, |_| Instant::now() >= end) {
            Ok(done) => println!("{}: {done} inputs", target.name),
            Err(finding) => {
                println!("{}: {}", target.name, finding.message);
                println!("seed {}", finding.seed);
                println!("input \"{}\"", finding.input.escape_ascii());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
