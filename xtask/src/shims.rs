//! What answers for packages of formats in the sandbox, beside the packages themselves in Node.
//!
//! The packages are installed below `target`, and never committed.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::{node, real, root, skipped, workspace};

/// Compares answers to generated documents. `arguments` are those of the script.
///
/// # Errors
///
/// A difference that is not known, or no Node.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let node = node::find()?;
    let packages = real::install(&node, &root().join("tests/formats/packages"), "formats")?;
    let mut command = Command::new(node);
    command
        .arg(root().join("tests/formats/shims/compare.cjs"))
        .arg(packages)
        .arg(workspace::built("isolate-run")?)
        .args(arguments);
    ensure!(
        command.status()?.success(),
        "packages of formats answer otherwise than those that answer for them"
    );
    Ok(())
}

/// What CI runs, where there is a Node.
pub(crate) fn check() -> Result<()> {
    match node::find() {
        Ok(_) => run(&[]),
        Err(why) => {
            skipped::step("shims", &format!("no Node 24: {why}"));
            Ok(())
        }
    }
}
