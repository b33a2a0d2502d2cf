//! What the benches share: samples, and one line a number.
//!
//! The machine is noisy, so every line gives the median, and comparisons are made side by side:
//! the two sides in turn, the ratio of each pair, the median of the ratios.
#![expect(clippy::print_stdout, reason = "a bench prints its numbers")]

#[cfg(feature = "otlp")]
pub mod traces;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use isolate_host::RunOptions;

/// Times of one thing, in milliseconds.
#[derive(Debug)]
pub struct Samples {
    sorted: Vec<f64>,
}

impl Samples {
    /// Times `count` calls after `warm_up` calls that do not count.
    pub fn take(warm_up: usize, count: usize, mut call: impl FnMut()) -> Self {
        (0..warm_up).for_each(|_| call());
        Self::of((0..count).map(|_| time(&mut call)).collect())
    }

    /// Sorts times.
    #[must_use]
    pub fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            sorted: times.iter().map(|time| time.as_secs_f64() * 1e3).collect(),
        }
    }

    /// The time that a share of the calls stayed below.
    ///
    /// # Panics
    ///
    /// Without samples.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> f64 {
        let at = (self.sorted.len() * percent / 100).min(self.sorted.len() - 1);
        self.sorted[at]
    }

    /// The time in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.percentile(50)
    }
}

/// Options under which no bench meets a limit, and each run does the same.
#[must_use]
pub fn unhurried() -> RunOptions {
    RunOptions::new()
        .fuel(200_000_000_000)
        .timeout(Duration::from_secs(120))
        .seed(1)
}

/// Tells which names the command line asks for: all, or those that hold one of its arguments.
pub fn wanted() -> impl Fn(&str) -> bool {
    let parts: Vec<String> = std::env::args()
        .skip(1)
        .filter(|part| !part.starts_with('-'))
        .collect();
    move |name| parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))
}

/// Times one call.
pub fn time(call: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}

/// Prints one number with its bound.
pub fn report(name: &str, value: f64, unit: &str, bound: f64) {
    let verdict = if value <= bound { "ok" } else { "OVER" };
    println!("{name:<58} {value:>10.3} {unit:<4} at most {bound:<8} {verdict}");
}

/// Prints one number that has no bound of its own.
pub fn note(name: &str, value: f64, unit: &str) {
    println!("{name:<58} {value:>10.3} {unit}");
}

/// Lines that are drawn from so many different ones.
#[must_use]
pub fn lines(count: usize, different: u64, mut seed: u64) -> String {
    let mut text = String::new();
    for _ in 0..count {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let _infallible = writeln!(text, "line {}", (seed >> 33) % different);
    }
    text
}
