//! Writes everything again that CI compares with what the sources make.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::{files, node, programs, root};

/// Files that are compiled in and written by a test: they have to exist before they can be written.
const COMPILED_IN: [&str; 3] = [
    "prompt/compact.txt",
    "prompt/readonly.d.ts",
    "prompt/state.d.ts",
];

/// Tests that write what they find to be stale, and then fail.
const WRITERS: [&str; 2] = ["documented::", "generated::"];

/// A file that one writer makes may be compiled into the next.
const ROUNDS_MAX: usize = 3;

/// Runs the chore. With `--answers`, recorded answers are written again, too: review the
/// differences.
///
/// # Errors
///
/// Something that is stale after it was written, or does not compile.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    ensure!(
        matches!(arguments, [] | ["--answers"]),
        "cargo xtask gen [--answers]"
    );
    for name in COMPILED_IN {
        let path = root().join(name);
        if !path.exists() {
            fs::write(path, "")?;
        }
    }
    let is_current = || -> Result<bool> {
        let mut tests = Command::new("cargo");
        tests
            .current_dir(root())
            .args(["test", "--no-fail-fast", "--lib", "--test", "it", "--"])
            .args(WRITERS);
        println!("$ {tests:?}");
        Ok(tests.status()?.success())
    };
    let mut rounds = 0;
    while !is_current()? {
        rounds += 1;
        ensure!(
            rounds < ROUNDS_MAX,
            "a file is stale after it was written: see above"
        );
    }
    match arguments {
        [] => Ok(()),
        _ => answers(),
    }
}

/// Records what programs, tools and commands answer now.
fn answers() -> Result<()> {
    let node = node::find()?;
    let mut tests = Command::new("cargo");
    tests
        .args(["test", "--no-fail-fast", "--test", "cases", "--test", "it"])
        .env("UPDATE_CASES", "1")
        .env("UPDATE_EXPECT", "1")
        .env("UPDATE_FUEL", "1")
        .env("ISOLATE_NODE", node);
    crate::run(&mut tests)?;
    programs::run(&["--record"])?;
    files::run(&["--record"])
}
