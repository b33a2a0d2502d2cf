//! Whatever a program fills its memory with, it is told so, and soon: close to the end of memory,
//! collections find little, and what they need themselves is not there.
//!
//! `RUN_SLOW_TESTS` also fills 32 and 128 MiB.

use std::time::Duration;

use isolate_host::{Limit, Limits, Outcome, RunOptions};

use crate::run;

/// Fuel that filling one MiB may take. Classes take 160 million.
const FUEL_OF_MIB_MAX: u64 = 250_000_000;

fn check(mib: u64) {
    let options = RunOptions::new().seed(1).limits(
        Limits::new()
            .memory_bytes(mib << 20)
            .fuel(mib * FUEL_OF_MIB_MAX)
            .timeout(Duration::from_secs(600)),
    );
    let programs = include_str!("filled.txt").lines();
    let failures: Vec<String> = programs
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (name, statements) = line.split_once(": ").unwrap();
            let run = run(&format!("async () => {{ {statements} }}"), options.clone());
            let is_told = matches!(
                &run.outcome,
                Outcome::LimitExceeded(exceeded) if exceeded.limit == Limit::Memory
            );
            (!is_told).then(|| format!("{name}: {:?} of {mib} MiB", run.outcome))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_program_that_fills_its_memory_is_told_so() {
    check(16);
    if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        check(32);
        check(128);
    }
}
