//! How the workspace is built and tested: always with the same selection of packages, so that cargo
//! chooses the same features and builds nothing twice.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{node, root, skipped, tsc};

/// All packages but one, whose tokenizer would change the features of shared dependencies, hence build
/// wasmtime once more: it goes by itself, in `cargo xtask nightly`.
pub(crate) const TOGETHER: [&str; 3] = ["--workspace", "--exclude", "isolate-tokens"];

/// Builds the commands and examples as the tests are built, and answers where one of them lies. An
/// example needs what only tests depend on, so that features are the same and nothing is built
/// twice.
pub(crate) fn built(name: &str) -> Result<PathBuf> {
    let build = ["build", "--quiet", "--locked", "--bins", "--examples"];
    crate::run(Command::new("cargo").args(build).args(TOGETHER))?;
    Ok(root().join("target/debug").join(name))
}

/// Builds the native libraries of the packages for other languages as the tests are built, and answers
/// where one of them lies.
pub(crate) fn library(name: &str) -> Result<PathBuf> {
    let build = ["build", "--quiet", "--locked", "--lib", "--examples"];
    crate::run(Command::new("cargo").args(build).args(TOGETHER))?;
    Ok(root().join("target/debug").join(file_of_library(name)))
}

/// The name of the file of a native library.
pub(crate) fn file_of_library(name: &str) -> String {
    format!("{DLL_PREFIX}{name}{DLL_SUFFIX}")
}

/// The command that runs the tests of everything but the guest. Examples in the documentation are a
/// step of their own.
pub(crate) fn tests() -> Command {
    let runner = if has_nextest() {
        &["nextest", "run"][..]
    } else {
        &["test"]
    };
    let targets = ["--locked", "--lib", "--bins", "--tests"];
    let mut command = Command::new("cargo");
    command.args(runner).args(targets).args(TOGETHER);
    with_oracles(&mut command);
    command
}

pub(crate) fn has_nextest() -> bool {
    let version = Command::new("cargo")
        .args(["nextest", "--version"])
        .output();
    version.is_ok_and(|output| output.status.success())
}

/// Tells tests where the programs are that they compare with, and where to list what they skip.
pub(crate) fn with_oracles(command: &mut Command) {
    if let Ok(node) = node::find() {
        if let Ok(tsc) = tsc::find(&node) {
            command.env(tsc::VARIABLE, tsc);
        }
        command.env(node::VARIABLE, node);
    }
    skipped::told_to(command);
}
