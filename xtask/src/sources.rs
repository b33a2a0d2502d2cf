//! Copies of the sources, for chores that change them.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Copies all files that git tracks, with their uncommitted changes, to a folder below the root.
pub(crate) fn copied_to(folder: &str) -> Result<PathBuf> {
    let root = crate::root();
    let copy = root.join(folder);
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(&root)
        .output()
        .context("git cannot be started")?;
    ensure!(output.status.success(), "git ls-files failed");
    let names = String::from_utf8(output.stdout).context("names of files are UTF-8")?;
    for name in names.split_terminator('\0') {
        let (from, to) = (root.join(name), copy.join(name));
        // One that was deleted without a commit is still listed.
        let Ok(bytes) = std::fs::read(&from) else {
            continue;
        };
        // A file that has not changed keeps its time, so that cargo does not build it again.
        if std::fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        let folder = to.parent().unwrap_or(&copy);
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        std::fs::write(&to, bytes).with_context(|| to.display().to_string())?;
    }
    Ok(copy)
}
