//! What the committed guest was made from: `host/guest/guest.toml`.
//!
//! Shared with a fast test, which fails when the sources have moved on. It hashes exactly what
//! the guest depends on: its own crates, and the versions and checksums of what they pull in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Package that is the guest.
pub(crate) const PACKAGE: &str = "isolate-guest-runtime";

/// Folder of the edits that the guest's build makes to the engine.
pub(crate) const ENGINE: &str = "guest-runtime/engine";

/// What changes the compiled guest.
const CHANGES: [&str; 5] = [
    "xtask/src/meter.rs",
    "xtask/src/meter/flow.rs",
    "xtask/src/meter/prices.rs",
    "xtask/src/meter/source.rs",
    "xtask/src/widen.rs",
];

/// Flags of the guest's compiler besides its profile, part of what the manifest pins.
pub(crate) const FLAGS: &[&str] = &[
    // 16 MiB: the engine's parser and its native functions keep large frames there too.
    "-Clink-arg=-zstack-size=16777216",
    "-Ctarget-feature=+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue",
];

/// The manifest.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Manifest {
    /// SHA-256 of `guest.wasm`.
    pub(crate) artefact: String,
    /// `rustc --version` of the compiler.
    pub(crate) compiler: String,
    /// SHA-256 of each input.
    pub(crate) inputs: BTreeMap<String, String>,
}

/// Hashes the inputs as they are now.
pub(crate) fn inputs(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut inputs = BTreeMap::new();
    for folder in ["guest-runtime", "protocol"] {
        inputs.insert(
            format!("{folder}/src"),
            hash_folder(&root.join(folder).join("src"))?,
        );
        let manifest = read(&root.join(folder).join("Cargo.toml"))?;
        inputs.insert(format!("{folder}/Cargo.toml"), hash(manifest.as_bytes()));
    }
    for file in CHANGES {
        inputs.insert(file.to_owned(), hash(read(&root.join(file))?.as_bytes()));
    }
    inputs.insert(ENGINE.to_owned(), hash_folder(&root.join(ENGINE))?);
    inputs.insert(
        "dependencies".to_owned(),
        hash_dependencies(&read(&root.join("Cargo.lock"))?)?,
    );
    inputs.insert(
        "profile".to_owned(),
        hash_profile(&read(&root.join("Cargo.toml"))?)?,
    );
    inputs.insert("flags".to_owned(), hash(FLAGS.join(" ").as_bytes()));
    Ok(inputs)
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Hashes names and contents of a folder, in the order of the names.
pub(crate) fn hash_folder(folder: &Path) -> Result<String> {
    let mut listing = String::new();
    list(folder, "", &mut listing)?;
    Ok(hash(listing.as_bytes()))
}

fn list(folder: &Path, prefix: &str, listing: &mut String) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = BTreeSet::new();
    for entry in entries {
        names.insert(entry?.file_name().to_string_lossy().into_owned());
    }
    for name in names {
        let path = folder.join(&name);
        let shown = format!("{prefix}{name}");
        if path.is_dir() {
            list(&path, &format!("{shown}/"), listing)?;
        } else {
            let bytes =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            listing.push_str(&format!("{shown} {}\n", hash(&bytes)));
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    checksum: Option<String>,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// Hashes the lock file's entries that the guest reaches, so that a new version of something
/// that only the host uses leaves the guest alone.
fn hash_dependencies(lock: &str) -> Result<String> {
    let lock: Lock = toml::from_str(lock).context("Cargo.lock is not a lock file")?;
    // A dependency is written as `name`, or as `name version` where several versions exist.
    let find = |wanted: &str| {
        let (name, version) = match wanted.split_once(' ') {
            Some((name, version)) => (name, Some(version)),
            None => (wanted, None),
        };
        lock.package
            .iter()
            .find(|package| {
                package.name == name && version.is_none_or(|version| package.version == version)
            })
            .with_context(|| format!("Cargo.lock has no {wanted}"))
    };
    let mut reached = BTreeSet::new();
    let mut rest = vec![find(PACKAGE)?];
    while let Some(package) = rest.pop() {
        let checksum = package.checksum.as_deref().unwrap_or("here");
        if reached.insert(format!("{} {} {checksum}", package.name, package.version)) {
            // Development dependencies stand in the lock file too; following them costs at most
            // a rebuild that was not needed.
            for dependency in &package.dependencies {
                rest.push(find(dependency)?);
            }
        }
    }
    let listing: Vec<String> = reached.into_iter().collect();
    Ok(hash(listing.join("\n").as_bytes()))
}

#[derive(Deserialize)]
struct Root {
    profile: toml::Table,
}

fn hash_profile(manifest: &str) -> Result<String> {
    let root: Root = toml::from_str(manifest).context("Cargo.toml is not a manifest")?;
    let mut listing = String::new();
    for name in ["release", "guest"] {
        let Some(profile) = root.profile.get(name) else {
            bail!("Cargo.toml has no profile {name}");
        };
        listing.push_str(&format!("{name} {profile}\n"));
    }
    Ok(hash(listing.as_bytes()))
}
