//! Generated programs over files, in the sandbox on a workspace and in Node on a folder.
//!
//! The sandbox needs the guest, which this crate makes: so what compares answers is an example of
//! `isolate-tests`, started here. `fs-extra` is installed below `target`, and never committed.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::{node, real, root, workspace};

/// Compares programs. `arguments` are those of the example `files`.
///
/// # Errors
///
/// A difference that is not accepted, or no Node.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let mut rest: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
    if !arguments.contains(&"--print") {
        let node = node::find()?;
        let packages = real::install(&node, &root().join("tests/files/packages"), "files")?;
        for (option, path) in [("--node", &node), ("--packages", &packages)] {
            rest.extend([option.to_owned(), path.to_string_lossy().into_owned()]);
        }
    }
    started(&rest)
}

/// Compares the sandbox with what is recorded of Node.
pub(crate) fn check() -> Result<()> {
    started(&["--check".to_owned()])
}

/// Runs the example.
fn started(arguments: &[String]) -> Result<()> {
    let mut command = Command::new(workspace::built("examples/files")?);
    ensure!(
        command.args(arguments).status()?.success(),
        "programs over files answer otherwise than expected"
    );
    Ok(())
}
