//! Tests the filesystem with the oldest and the newest rusqlite that its requirement allows.
//!
//! Only one crate of a program may link SQLite. The requirement is a range, so that an embedder can
//! have sqlx, diesel or a rusqlite of its own beside ours; the lock file has one version of it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::sources;

/// `isolate-vfs` with both ends of the range, in a copy of the sources.
pub(crate) fn both_ends() -> Result<()> {
    let copy = sources::copied_to("target/sqlite")?;
    let manifest = copy.join("Cargo.toml");
    let manifest = std::fs::read_to_string(&manifest).context("the root manifest")?;
    let oldest = lowest(&manifest)?;
    with(&copy, &["--precise", &oldest])?;
    with(&copy, &[])
}

/// Chooses a version as the arguments of `cargo update` say (without any, the newest) and tests it.
fn with(copy: &Path, version: &[&str]) -> Result<()> {
    let mut update = Command::new("cargo");
    update
        .args(["update", "--package", "rusqlite"])
        .args(version);
    crate::run_in(copy, &mut update)?;
    let mut test = Command::new("cargo");
    test.args(["test", "--locked", "--package", "isolate-vfs"])
        .args(["--lib", "--tests"])
        // Its own: cargo would take what it builds here for builds of the sources themselves.
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env_remove("RUN_SLOW_TESTS");
    crate::run_in(copy, &mut test)
}

/// The lowest version that the requirement of the workspace allows.
fn lowest(manifest: &str) -> Result<String> {
    let manifest: toml::Table = toml::from_str(manifest).context("the root manifest")?;
    let requirement = manifest["workspace"]["dependencies"]["rusqlite"]["version"]
        .as_str()
        .context("rusqlite has a version")?;
    let lowest = requirement
        .split_once(',')
        .and_then(|(lowest, _)| lowest.strip_prefix(">="))
        .with_context(|| format!("{requirement} is a range: >=A.B, <C.D"))?;
    Ok(format!("{}.0", lowest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_requirement_is_a_range() {
        let manifest = std::fs::read_to_string(crate::root().join("Cargo.toml")).unwrap();
        assert_eq!(lowest(&manifest).unwrap(), "0.39.0");
        let exact = "[workspace.dependencies]\nrusqlite = { version = \"0.41\" }";
        assert!(lowest(exact).is_err());
    }
}
