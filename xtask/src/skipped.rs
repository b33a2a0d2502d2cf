//! What was skipped because a program is missing, listed while CI runs and told at its end.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};

use crate::root;

/// Whether this process has skipped a step.
static ANY: AtomicBool = AtomicBool::new(false);

/// The list, which tests add to as well.
fn list() -> PathBuf {
    root().join("target/skipped.txt")
}

/// Starts an empty list.
pub(crate) fn begin() -> Result<()> {
    let list = list();
    if let Some(folder) = list.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&list, "").with_context(|| list.display().to_string())
}

/// Tells the tests of a command where to list what they skip.
pub(crate) fn told_to(command: &mut Command) -> &mut Command {
    command.env(isolate_oracles::LIST, list())
}

/// Lists a step of a chore that is skipped.
pub(crate) fn step(what: &str, why: &str) {
    ANY.store(true, Ordering::Relaxed);
    println!("skipped: {what}: {why}");
    isolate_oracles::list_skipped(&list(), &format!("{what}: {why}"));
}

/// Whether this process has skipped a step, or a part of one.
pub(crate) fn any() -> bool {
    ANY.load(Ordering::Relaxed)
}

/// Prints what was skipped, each once.
pub(crate) fn end() -> Result<()> {
    let text = fs::read_to_string(list())?;
    let lines: BTreeSet<&str> = text.lines().collect();
    if lines.is_empty() {
        println!("nothing was skipped");
        return Ok(());
    }
    println!("skipped, because something is missing here:");
    for line in lines {
        println!("  {line}");
    }
    Ok(())
}
