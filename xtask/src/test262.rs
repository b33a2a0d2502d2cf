//! The ECMAScript test suite, test262, in the sandbox.
//!
//! The sandbox needs the guest, which this crate makes: so what runs the tests is an example of
//! `isolate-tests`, built as `cargo test` builds it and started here.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Result, ensure};

use crate::root;

/// A sample of the suite, beside the repository where there is one.
const SAMPLE: &str = "../shared/test262/sample.tar.gz";

/// Runs the tests of a folder or an archive. `arguments` are those of the example `test262`.
///
/// # Errors
///
/// A test that does something else than the list of failures says.
pub(crate) fn run(suite: &str, arguments: &[&str]) -> Result<()> {
    // In the caller's folder, to which its paths are relative. No package is named: the features
    // of shared dependencies are those of `cargo test`, and nothing is built twice.
    let mut command = Command::new("cargo");
    command
        .args(["run", "--quiet", "--locked", "--example", "test262"])
        .arg("--manifest-path")
        .arg(root().join("Cargo.toml"))
        .args(["--", suite])
        .args(arguments);
    let status = command.status()?;
    ensure!(status.success(), "tests went otherwise than expected");
    Ok(())
}

/// Runs the sample, where it is.
pub(crate) fn run_sample() -> Result<()> {
    let sample = root().join(SAMPLE);
    if !Path::new(&sample).is_file() {
        println!("test262 is skipped: there is no {SAMPLE}");
        return Ok(());
    }
    let started = Instant::now();
    run(&sample.to_string_lossy(), &[])?;
    println!("[{:>4} s] test262", started.elapsed().as_secs());
    Ok(())
}
