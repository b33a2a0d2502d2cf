//! Which steps have passed on what: `.ci/verified.toml`.
//!
//! A clean clone remembers nothing, so this is committed: a line for each step that may be skipped,
//! with the hash of what it covers, written when it passes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::root;

/// The file, from the root.
const FILE: &str = ".ci/verified.toml";

const HEAD: &str = "\
# Steps of `cargo xtask ci` that have passed, each with the hash of what it had looked at.
# Written by the steps, never by hand: CI skips a step whose hash is still the same.
";

/// By their names: the hash of what each step had looked at when it passed last.
pub(super) type Verified = BTreeMap<String, String>;

/// Reads them; none where there is no such file.
pub(super) fn read() -> Result<Verified> {
    read_from(&root().join(FILE))
}

fn read_from(path: &Path) -> Result<Verified> {
    match fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Verified::new()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Writes that a step has passed on what has this hash.
pub(super) fn write(step: &str, hash: &str) -> Result<()> {
    let folder = super::folder()?;
    // Steps run beside each other.
    let lock = File::create(folder.join("verified.lock"))?;
    lock.lock()?;
    write_to(&root().join(FILE), step, hash)
}

fn write_to(path: &Path, step: &str, hash: &str) -> Result<()> {
    let mut all = read_from(path)?;
    all.insert(step.to_owned(), hash.to_owned());
    let text = format!("{HEAD}{}", toml::to_string(&all)?);
    fs::write(path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_passes_replaces_its_line_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("verified.toml");
        assert!(read_from(&path).unwrap().is_empty());
        write_to(&path, "one", "a").unwrap();
        write_to(&path, "two words", "b").unwrap();
        write_to(&path, "one", "c").unwrap();
        let all = read_from(&path).unwrap();
        let expected = [("one", "c"), ("two words", "b")];
        assert!(
            all.iter()
                .map(|(step, hash)| (step.as_str(), hash.as_str()))
                .eq(expected)
        );
    }
}
