//! What a step looks at, as one hash: a step that has passed need not run again while it is the same.
//!
//! Packages stand for their folders and those of all packages of this repository that they are
//! built from, which are found in the manifests, so that a new dependency is never forgotten. Only
//! files that git does not ignore count: a clean clone has to give the same hash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::manifest::hash;
use crate::metadata::{self, Package};
use crate::toolchain::rustc;
use crate::{quiet, root};

/// What every step depends on.
const ALWAYS: [&str; 7] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "rust-toolchain.toml",
    // How steps are run, and what each of them is.
    "xtask/src/ci.rs",
    "xtask/src/ci/steps.rs",
    "xtask/src/workspace.rs",
];

/// What a step looks at.
pub(super) struct Covers {
    /// Packages of the workspace.
    pub(super) packages: &'static [&'static str],
    /// Files and folders by their places from the root, the step's own script among them.
    pub(super) paths: &'static [&'static str],
    /// A file beside the repository, which not everybody has.
    pub(super) beside: Option<&'static str>,
}

impl Covers {
    /// Hashes it as it is now.
    ///
    /// # Errors
    ///
    /// This is no clone of git, or a file cannot be read.
    pub(super) fn hash(&self) -> Result<String> {
        let root = root();
        let mut paths: BTreeSet<String> = ALWAYS.iter().map(|&path| path.to_owned()).collect();
        paths.extend(self.paths.iter().map(|&path| path.to_owned()));
        if !self.packages.is_empty() {
            paths.extend(folders(&root, self.packages)?);
        }
        let mut listing = rustc(&["--version", "--verbose"])?;
        for name in files(&root, &paths)? {
            let bytes = fs::read(root.join(&name)).with_context(|| name.clone())?;
            listing.push_str(&format!("\n{name} {}", hash(&bytes)));
        }
        if let Some(beside) = self.beside {
            let found = fs::read(root.join(beside)).map_or("none".to_owned(), |bytes| hash(&bytes));
            listing.push_str(&format!("\n{beside} {found}"));
        }
        Ok(hash(listing.as_bytes()))
    }
}

/// The files at these places that git knows or would add, in the order of their names.
fn files(root: &Path, paths: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others"])
        .args(["--exclude-standard", "--"])
        .args(paths);
    let text = quiet(root, &mut git)?;
    let found: BTreeSet<String> = text
        .split_terminator('\0')
        // One that was deleted and is still known.
        .filter(|name| root.join(name).is_file())
        .map(str::to_owned)
        .collect();
    for path in paths {
        let is_there = found
            .iter()
            .any(|file| file == path || file.starts_with(&format!("{path}/")));
        ensure!(is_there, "a step of CI covers {path}, where no file is");
    }
    Ok(found)
}

/// The folders of packages, and of all that they are built from.
fn folders(root: &Path, packages: &[&str]) -> Result<BTreeSet<String>> {
    let all = metadata::packages(root, &["--no-deps"])?;
    let known: BTreeMap<&str, &Package> = all
        .iter()
        .map(|package| (package.name.as_str(), package))
        .collect();
    let mut found = BTreeSet::new();
    let mut rest: Vec<&str> = packages.to_vec();
    while let Some(name) = rest.pop() {
        let package = known
            .get(name)
            .with_context(|| format!("a step of CI covers {name}, which is no package"))?;
        let folder = Path::new(&package.manifest_path)
            .parent()
            .and_then(|folder| folder.strip_prefix(root).ok())
            .with_context(|| format!("{name} lies outside of the repository"))?;
        if found.insert(folder.to_string_lossy().into_owned()) {
            rest.extend(built_from(package));
        }
    }
    Ok(found)
}

/// Packages of this repository that one is built from: what its tests need is not part of it.
fn built_from(package: &Package) -> impl Iterator<Item = &str> {
    package
        .dependencies
        .iter()
        .filter(|dependency| dependency.path.is_some())
        .filter(|dependency| dependency.kind.as_deref() != Some("dev"))
        .map(|dependency| dependency.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(packages: &'static [&'static str], paths: &'static [&'static str]) -> Covers {
        Covers {
            packages,
            paths,
            beside: None,
        }
    }

    #[test]
    fn a_package_stands_for_all_that_it_is_built_from() {
        let found = folders(&root(), &["isolate-fuzz"]).unwrap();
        for folder in ["fuzz", "host", "vfs", "prompt", "guest-runtime/protocol"] {
            assert!(found.contains(folder), "{found:?}");
        }
        assert!(!found.contains("cli"), "{found:?}");
    }

    #[test]
    fn what_is_covered_is_part_of_the_hash_and_nothing_else_is() {
        let tools = of(&[], &["tools"]).hash().unwrap();
        assert_eq!(tools, of(&[], &["tools"]).hash().unwrap());
        assert_ne!(tools, of(&[], &["vfs"]).hash().unwrap());
        assert_ne!(tools, of(&["isolate-tools"], &[]).hash().unwrap());
        let beside = Covers {
            beside: Some("Cargo.toml"),
            ..of(&[], &["tools"])
        };
        assert_ne!(tools, beside.hash().unwrap());
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let path = of(&[], &["tools/none"]).hash().unwrap_err();
        assert!(path.to_string().contains("tools/none"), "{path}");
        let package = of(&["isolate-none"], &[]).hash().unwrap_err();
        assert!(package.to_string().contains("isolate-none"), "{package}");
    }

    #[test]
    fn a_changed_an_added_and_a_removed_file_are_seen_and_an_ignored_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let git = |arguments: &[&str]| {
            let status = Command::new("git")
                .args(arguments)
                .current_dir(root)
                .status();
            assert!(status.unwrap().success());
        };
        let all = || files(root, &BTreeSet::from(["a".to_owned()])).unwrap();
        git(&["init", "--quiet"]);
        fs::create_dir(root.join("a")).unwrap();
        fs::write(root.join(".gitignore"), "*.log\n").unwrap();
        fs::write(root.join("a/one"), "1").unwrap();
        fs::write(root.join("a/two.log"), "2").unwrap();
        assert_eq!(all(), BTreeSet::from(["a/one".to_owned()]));
        git(&["add", "."]);
        fs::write(root.join("a/three"), "3").unwrap();
        fs::remove_file(root.join("a/one")).unwrap();
        assert_eq!(all(), BTreeSet::from(["a/three".to_owned()]));
    }
}
