//! Finds the compiler of TypeScript, which judges the declarations that models read.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{node, root};

/// Where it comes from where this machine has none: a package of npm's registry.
const PACKAGE: &str = "typescript@5.9";

/// Names another compiler.
pub(crate) const VARIABLE: &str = "ISOLATE_TSC";

/// A compiler: the one that is named, that of `PATH`, or one from npm's registry, which is kept
/// below `target`.
///
/// # Errors
///
/// There is none, and none can be installed.
pub(crate) fn find(node: &Path) -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Ok(named.into());
    }
    let folder = root().join("target/tsc");
    let ours = folder.join("tsc");
    for known in [Path::new("tsc"), &ours] {
        if is_working(known) {
            return Ok(known.to_owned());
        }
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let status = node::npm(node)
        .args([
            "install",
            "--silent",
            "--no-save",
            "--no-audit",
            "--no-fund",
        ])
        .arg("--prefix")
        .arg(&folder)
        .arg(PACKAGE)
        .status();
    if status.is_ok_and(|status| status.success()) {
        write_starter(
            &ours,
            node,
            &folder.join("node_modules/typescript/lib/tsc.js"),
        )?;
    }
    ensure!(
        is_working(&ours),
        "there is no compiler of TypeScript: name one in {VARIABLE}, or let npm install {PACKAGE}"
    );
    Ok(ours)
}

/// Writes a command that starts the compiler with this Node, which may not be on `PATH`.
fn write_starter(path: &Path, node: &Path, script: &Path) -> Result<()> {
    let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"));
    let text = format!(
        "#!/bin/sh\nexec {} {} \"$@\"\n",
        quoted(node),
        quoted(script)
    );
    fs::write(path, text).with_context(|| path.display().to_string())?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .with_context(|| path.display().to_string())
}

fn is_working(compiler: &Path) -> bool {
    let output = Command::new(compiler).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}
