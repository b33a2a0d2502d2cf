//! Generated programs, in the sandbox, natively and in Node.
//!
//! The sandbox needs the guest, which this crate makes: so what compares answers is an example of
//! `isolate-tests`, started here. The engine without WebAssembly is an example of the guest, which
//! is built twice: as it is, and without its shortcuts.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{guest, node, root, workspace};

/// Compares programs. `arguments` are those of the example `programs`; `--sandbox` leaves out the
/// native engines, whose builds take minutes.
///
/// # Errors
///
/// A difference that is not accepted, or no Node.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let mut rest: Vec<String> = Vec::new();
    let mut is_native = !arguments.contains(&"--print");
    for argument in arguments {
        match *argument {
            "--sandbox" | "--record" => is_native = false,
            _ => {}
        }
        if *argument != "--sandbox" {
            rest.push((*argument).to_owned());
        }
    }
    if !arguments.contains(&"--node") && !arguments.contains(&"--print") {
        let node = node::find()?.to_string_lossy().into_owned();
        rest.extend(["--node".to_owned(), node]);
    }
    if is_native {
        for (option, path) in [("--native", native(&[])?), ("--general", general()?)] {
            rest.extend([option.to_owned(), path.to_string_lossy().into_owned()]);
        }
    }
    started(&rest)
}

/// Compares the sandbox with what is recorded of Node: one of so many hundreds of programs, whose
/// families are drawn at random.
pub(crate) fn check(every: usize) -> Result<()> {
    started(&[
        "--check".to_owned(),
        "--every".to_owned(),
        every.to_string(),
    ])
}

/// Runs the example.
fn started(arguments: &[String]) -> Result<()> {
    let mut command = Command::new(workspace::built("examples/programs")?);
    ensure!(
        command.args(arguments).status()?.success(),
        "programs answer otherwise than expected"
    );
    Ok(())
}

/// The engine without its shortcuts.
fn general() -> Result<PathBuf> {
    native(&["--features", "without-shortcuts"])
}

/// Builds the engine without WebAssembly. The build is moved away, since the next one has the same
/// name.
fn native(features: &[&str]) -> Result<PathBuf> {
    let build = ["--profile", "checked", "--example", "programs"];
    guest::native("build", &[&build[..], features].concat())?;
    let target = root().join("guest-runtime/target");
    let name = if features.is_empty() {
        "native"
    } else {
        "general"
    };
    let folder = target.join("programs");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::copy(target.join("checked/examples/programs"), &path)
        .with_context(|| path.display().to_string())?;
    Ok(path)
}
