//! The ECMAScript test suite, test262, in the sandbox.
//!
//! The sandbox needs the guest, which this crate makes: so what runs the tests is an example of
//! `isolate-tests`, started here.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::{root, skipped, workspace};

/// A sample of the suite, beside the repository where there is one.
pub(crate) const SAMPLE: &str = "../shared/test262/sample.tar.gz";

/// Runs the tests of a folder or an archive. `arguments` are those of the example `test262`.
///
/// # Errors
///
/// A test that does something else than the list of failures says.
pub(crate) fn run(suite: &str, arguments: &[&str]) -> Result<()> {
    // In the caller's folder, to which its paths are relative.
    let mut command = Command::new(workspace::built("examples/test262")?);
    let status = command.arg(suite).args(arguments).status()?;
    ensure!(status.success(), "tests went otherwise than expected");
    Ok(())
}

/// Runs the sample, where it is.
pub(crate) fn run_sample() -> Result<()> {
    let sample = root().join(SAMPLE);
    if !Path::new(&sample).is_file() {
        skipped::step("test262", &format!("there is no {SAMPLE}"));
        return Ok(());
    }
    run(&sample.to_string_lossy(), &[])
}
