//! Compares the public API of the published crates with that of the newest tag.

use std::process::Command;

use anyhow::Result;

use crate::{metadata, quiet, root, run, skipped};

/// Runs `cargo semver-checks`, where it is installed and there is a tag.
///
/// # Errors
///
/// A change that needs another version than the crate has.
pub(crate) fn check() -> Result<()> {
    let skip = |why| {
        skipped::step("the public API beside the newest tag", why);
        Ok(())
    };
    let version = Command::new("cargo")
        .args(["semver-checks", "--version"])
        .output();
    if !version.is_ok_and(|output| output.status.success()) {
        return skip("cargo-semver-checks is not installed (cargo install cargo-semver-checks)");
    }
    let mut newest = Command::new("git");
    newest.args(["describe", "--tags", "--abbrev=0"]);
    let Ok(tag) = quiet(&root(), &mut newest) else {
        return skip("there is no tag");
    };
    let tag = tag.trim();
    let mut names = Command::new("git");
    names.args(["grep", "-h", "^name = ", tag, "--", "*Cargo.toml"]);
    let known = quiet(&root(), &mut names)?;
    // By itself, it leaves out what is not published.
    let mut check = Command::new("cargo");
    check.args(["semver-checks", "--workspace", "--baseline-rev", tag]);
    for package in metadata::packages(&root(), &["--no-deps"])? {
        let line = format!("name = {:?}", package.name);
        if !known.lines().any(|known| known == line) {
            check.args(["--exclude", &package.name]);
        }
    }
    run(&mut check)
}
