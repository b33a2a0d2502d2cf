//! What both chores of measurement need: quantiles, and counts of instructions.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// The value below which so many hundredths of the others lie.
pub(crate) fn percentile(values: &mut [f64], hundredths: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) * hundredths / 100]
}

/// Counts the instructions of a command, by valgrind.
pub(crate) fn instructions(command: &Command) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(command.get_program())
        .args(command.get_args());
    let output = valgrind
        .current_dir(root())
        .output()
        .with_context(|| format!("cannot start {valgrind:?}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    // What a program counts that ends early is no number of it.
    ensure!(output.status.success(), "{valgrind:?} failed: {text}");
    let (_, after) = text
        .split_once("Collected : ")
        .with_context(|| format!("{valgrind:?} counted nothing: {text}"))?;
    let number = after.lines().next().unwrap_or_default();
    Ok(number.trim().parse()?)
}
