//! Formats beside the npm packages that everybody knows, and their test suites.
//!
//! What compares is an example of `isolate-formats`, started here. The packages are installed below
//! `target`, and never committed.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::{node, real, root, skipped};

/// The suites: the option, and the variable that the tests read.
const SUITES: [(&str, &str); 2] = [
    ("--yaml", "ISOLATE_YAML_SUITE"),
    ("--toml", "ISOLATE_TOML_SUITE"),
];

/// Runs suites, if some are named, and compares documents otherwise.
///
/// # Errors
///
/// A case that fails, a difference that is not known, or no Node.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let mut rest = Vec::new();
    let mut suites = Vec::new();
    let mut given = arguments.iter();
    while let Some(option) = given.next() {
        let Some(value) = given.next() else {
            bail!("{option} has no value");
        };
        match SUITES.iter().find(|(name, _)| name == option) {
            Some((_, variable)) => suites.push((*variable, std::path::absolute(value)?)),
            None => rest.extend([*option, *value]),
        }
    }
    if suites.is_empty() {
        return compare(&rest);
    }
    ensure!(rest.is_empty(), "a suite takes no other option");
    let mut tests = Command::new("cargo");
    tests.args([
        "test",
        "--locked",
        "-p",
        "isolate-formats",
        "--test",
        "it",
        "suite",
    ]);
    crate::run(tests.envs(suites))
}

/// What CI runs: 2,000 documents of each comparison, where there is a Node.
pub(crate) fn check() -> Result<()> {
    match node::find() {
        Ok(_) => compare(&[]),
        Err(why) => {
            skipped::step("formats", &format!("no Node 24: {why}"));
            Ok(())
        }
    }
}

fn compare(arguments: &[&str]) -> Result<()> {
    let node = node::find()?;
    let packages = real::install(&node, &root().join("tests/formats/packages"), "formats")?;
    let build = [
        "build",
        "--quiet",
        "--locked",
        "-p",
        "isolate-formats",
        "--example",
        "differential",
    ];
    crate::run(Command::new("cargo").args(build))?;
    let mut command = Command::new(root().join("target/debug/examples/differential"));
    command.arg("--node").arg(node);
    command
        .arg("--script")
        .arg(root().join("tests/formats/oracle.cjs"));
    command.arg("--packages").arg(packages).args(arguments);
    ensure!(
        command.status()?.success(),
        "documents are something else for a package than for us"
    );
    Ok(())
}
