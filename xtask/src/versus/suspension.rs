//! Times programs that wait once and go on, and weighs what is kept of them, in two engines, in turn.

use anyhow::{Context as _, Result};

use super::engines::{Pair, Ran};
use crate::measure::percentile;
use crate::root;

/// The programs of `benches/suspended`.
const PROGRAMS: [(&str, &str); 3] = [
    ("hello", "hello"),
    ("numbers", "100,000 integers and 100 KB of text"),
    ("objects", "100,000 small objects"),
];

/// What both halves of programs take in milliseconds, and what is kept between them in bytes.
#[derive(Default)]
pub(super) struct Kept {
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    ms: [f64; 2],
    bytes: [f64; 2],
}

/// The medians of several runs.
pub(super) fn measure(mut pair: Pair, only: &str, rounds: usize) -> Result<Kept> {
    let folder = root().join("benches/suspended");
    let mut kept = Kept::default();
    for (file, name) in PROGRAMS.iter().filter(|(file, _)| file.contains(only)) {
        let program = folder.join(format!("{file}.js"));
        let (mut ms, mut bytes) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
        for _ in 0..rounds {
            for (index, ran) in pair.run_both([&program; 2])?.iter().enumerate() {
                ms[index].push(ran.ms);
                bytes[index].push(weight(ran)?);
            }
        }
        kept.rows.push(Row {
            name,
            ms: ms.map(|mut all| percentile(&mut all, 50)),
            bytes: bytes.map(|mut all| percentile(&mut all, 50)),
        });
    }
    Ok(kept)
}

fn weight(ran: &Ran) -> Result<f64> {
    let bytes = ran.bytes.context("the program did not wait")?;
    #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
    Ok(bytes as f64)
}

impl Kept {
    /// Prints both engines and their ratios.
    pub(super) fn print(&self, other: &str) {
        println!("{:<52} {:>10} {other:>10} {:>7}", "", "sandbox", "ratio");
        for row in &self.rows {
            for (what, [ours, theirs]) in [("ms", row.ms), ("bytes", row.bytes)] {
                println!(
                    "{:<52} {ours:>10.2} {theirs:>10.2} {:>7.2}",
                    format!("{}, {what}", row.name),
                    ours / theirs
                );
            }
        }
    }
}
