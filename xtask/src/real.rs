//! Real programs: popular packages and public benchmarks, in the sandbox and in Node.
//!
//! What is not ours is neither committed nor shipped: packages are installed below `target`, and the
//! benchmarks lie in a folder that the caller names. The sandbox needs the guest, which this crate
//! makes: so what compares the answers is an example of `isolate-tests`, started here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{node, root, run};

/// Where packages are installed, and where programs and their answers lie.
const TARGET: &str = "target/real";

/// What npm reads.
const MANIFESTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Bundles packages with small uses of each and compares their answers.
///
/// # Errors
///
/// A package that cannot be had, a use that fails in Node, and an answer that is neither Node's
/// nor listed.
pub(crate) fn packages(arguments: &[&str]) -> Result<()> {
    let only = only(arguments)?;
    let node = node::find()?;
    let ours = root().join("tests/real/packages");
    let installed = install(&node, &ours)?;
    let programs = empty("packages")?;
    run(Command::new(&node)
        .arg(ours.join("bundle.cjs"))
        .arg(ours.join("uses"))
        .args([&installed, &programs]))?;
    compare(&node, &programs, &ours.join("expected.toml"), only)
}

/// Runs the benchmarks of a folder and compares what their own checks say, and their results.
///
/// # Errors
///
/// A folder without any benchmark that is known, and an answer that is neither Node's nor listed.
pub(crate) fn suites(folder: &str, arguments: &[&str]) -> Result<()> {
    let only = only(arguments)?;
    let node = node::find()?;
    let ours = root().join("tests/real/suites");
    let programs = empty("suites")?;
    run(Command::new(&node)
        .arg(ours.join("programs.cjs"))
        .arg(std::path::absolute(folder)?)
        .arg(&programs))?;
    compare(&node, &programs, &ours.join("expected.toml"), only)
}

/// The text that names of programs must hold.
fn only<'a>(arguments: &[&'a str]) -> Result<Option<&'a str>> {
    match arguments {
        [] => Ok(None),
        ["--only", text] => Ok(Some(text)),
        _ => bail!("unknown arguments: {}", arguments.join(" ")),
    }
}

/// Installs the packages, unless they are there.
fn install(node: &Path, ours: &Path) -> Result<PathBuf> {
    let folder = root().join(TARGET).join("installed");
    fs::create_dir_all(&folder)?;
    // Written at the end, so that an installation that broke off is begun again.
    let done = folder.join("done");
    let mut wanted = String::new();
    for name in MANIFESTS {
        let path = ours.join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        fs::write(folder.join(name), &text)?;
        wanted.push_str(&text);
    }
    if fs::read_to_string(&done).is_ok_and(|done| done == wanted) {
        return Ok(folder);
    }
    // Nothing of a package runs here but esbuild.
    let mut npm = node::npm(node);
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    crate::run_in(&folder, &mut npm)?;
    fs::write(done, wanted)?;
    Ok(folder)
}

/// An empty folder below the target.
fn empty(name: &str) -> Result<PathBuf> {
    let folder = root().join(TARGET).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs the programs of a folder in Node and in the sandbox.
fn compare(node: &Path, programs: &Path, expected: &Path, only: Option<&str>) -> Result<()> {
    if let Some(only) = only {
        for entry in fs::read_dir(programs)? {
            let entry = entry?;
            if !entry.file_name().to_string_lossy().contains(only) {
                fs::remove_file(entry.path())?;
            }
        }
    }
    let mut answers = Command::new(node);
    answers
        .arg(root().join("tests/real/node.cjs"))
        .arg(programs);
    run(&mut answers)?;
    // No package is named: the features of shared dependencies are those of `cargo test`, and
    // nothing is built twice.
    let mut sandbox = Command::new("cargo");
    sandbox
        .args(["run", "--quiet", "--locked", "--example", "real", "--"])
        .args([programs, expected])
        .args(only.map(|_| "--part"));
    let status = sandbox.current_dir(root()).status()?;
    ensure!(status.success(), "programs answer otherwise than expected");
    Ok(())
}
