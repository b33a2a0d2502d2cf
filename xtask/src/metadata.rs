//! The packages of a workspace, as cargo tells them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::quiet;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    /// None for what lies in this repository.
    pub(crate) source: Option<String>,
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// None for an ordinary one, or `dev` or `build`.
    pub(crate) kind: Option<String>,
    /// None for what comes from the registry.
    pub(crate) path: Option<String>,
}

/// The packages of the workspace of a folder, and all that they depend on; `--no-deps` leaves those out.
pub(crate) fn packages(folder: &Path, options: &[&str]) -> Result<Vec<Package>> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--locked", "--format-version", "1"]);
    let told = quiet(folder, cargo.args(options))?;
    let metadata: Metadata = serde_json::from_str(&told).context("cargo metadata")?;
    Ok(metadata.packages)
}
