//! What the committed guests were made from: `host/guest/guest.toml` and `host/guest/shell.toml`.
//!
//! Shared with a fast test, which fails when the sources have moved on. It hashes what a guest
//! is compiled from: its own crates, the changed ones, and the manifests and the lock file that name the
//! rest.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Folder of what the guest's engine differs in from the crates as they are published.
pub(crate) const ENGINE: &str = "guest-runtime/engine";

/// The crate of the shell; the others in that folder are the engine of programs.
const SHELL_CRATE: &str = "bashkit";

/// A guest, and what it alone is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest {
    /// The name of its files in `host/guest`.
    pub(crate) name: &'static str,
    /// Its package.
    pub(crate) package: &'static str,
    /// The profile that it is compiled with.
    pub(crate) profile: &'static str,
    /// Folders of its sources.
    folders: &'static [&'static str],
    /// Other files.
    files: &'static [&'static str],
    /// Whether it is made of this crate of the engine's folder.
    has_crate: fn(&str) -> bool,
    /// Whether its initialiser may ask its own system for time and randomness, which are the same each
    /// time; otherwise that ends the build.
    pub(crate) asks_system: bool,
}

/// Runs programs.
pub(crate) const PROGRAMS: Guest = Guest {
    name: "guest",
    package: "isolate-guest-runtime",
    profile: "guest",
    folders: &["guest-runtime/formats/src", "guest-runtime/src"],
    files: &["guest-runtime/build.rs", "guest-runtime/formats/Cargo.toml"],
    has_crate: |name| name != SHELL_CRATE,
    asks_system: false,
};

/// Runs commands of a shell.
pub(crate) const SHELL: Guest = Guest {
    name: "shell",
    package: "isolate-shell-runtime",
    profile: "shell",
    folders: &[
        "guest-runtime/commands/src",
        "guest-runtime/lines/src",
        "guest-runtime/shell/src",
    ],
    files: &[
        "guest-runtime/commands/Cargo.toml",
        "guest-runtime/lines/Cargo.toml",
        "guest-runtime/shell/Cargo.toml",
    ],
    has_crate: |name| name == SHELL_CRATE,
    asks_system: true,
};

/// All guests.
pub(crate) const GUESTS: [Guest; 2] = [PROGRAMS, SHELL];

/// Folders of sources of every guest.
const FOLDERS: [&str; 2] = ["guest-runtime/boundary/src", "guest-runtime/protocol/src"];

/// Files that every guest is made from; their workspace has a lock file of its own.
const FILES: [&str; 10] = [
    "guest-runtime/Cargo.lock",
    "guest-runtime/Cargo.toml",
    "guest-runtime/boundary/Cargo.toml",
    "guest-runtime/protocol/Cargo.toml",
    // What changes the compiled guest.
    "xtask/src/bind.rs",
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
    // By which the host tells a stack that is used up from another access out of bounds.
    "-Clink-arg=--export=__stack_pointer",
    "-Ctarget-feature=+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue",
];

/// The manifest.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Manifest {
    /// SHA-256 of the artefact.
    pub(crate) artefact: String,
    /// `rustc --version` of the compiler.
    pub(crate) compiler: String,
    /// SHA-256 of each input.
    pub(crate) inputs: BTreeMap<String, String>,
}

/// Hashes the inputs of a guest as they are now.
pub(crate) fn inputs(root: &Path, guest: &Guest) -> Result<BTreeMap<String, String>> {
    let mut inputs = BTreeMap::new();
    for folder in FOLDERS.iter().chain(guest.folders) {
        inputs.insert((*folder).to_owned(), hash_folder(&root.join(folder))?);
    }
    for file in FILES.iter().chain(guest.files) {
        let bytes = read(&root.join(file))?;
        inputs.insert((*file).to_owned(), hash(&bytes));
    }
    let engine = hash_engine(&root.join(ENGINE), guest.has_crate)?;
    inputs.insert(ENGINE.to_owned(), engine);
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

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Hashes names and contents of a folder, in the order of the names.
pub(crate) fn hash_folder(folder: &Path) -> Result<String> {
    hash_files(folder, |_, bytes| Some(bytes.to_vec()))
}

/// Hashes what the crates of a guest are compiled from: of a patch what it changes in them, and not
/// what it says.
fn hash_engine(folder: &Path, has_crate: fn(&str) -> bool) -> Result<String> {
    hash_files(folder, |name, bytes| match name.split_once('/') {
        Some(("overlay", file)) => {
            let package = file.split('/').next().unwrap_or_default();
            has_crate(package).then(|| bytes.to_vec())
        }
        Some(("patches", _)) => {
            let changes = changes(bytes, has_crate);
            (!changes.is_empty()).then_some(changes)
        }
        // Others say how patches are made, and why.
        _ => (name == "upstream.toml").then(|| bytes.to_vec()),
    })
}

/// What a patch changes in the files of these crates.
fn changes(patch: &[u8], has_crate: fn(&str) -> bool) -> Vec<u8> {
    const FILE: &[u8] = b"diff --git a/";
    let mut changes = Vec::new();
    let mut is_taken = false;
    for line in patch.split_inclusive(|&byte| byte == b'\n') {
        if let Some(path) = line.strip_prefix(FILE) {
            let package = path.split(|&byte| byte == b'/').next().unwrap_or_default();
            is_taken = std::str::from_utf8(package).is_ok_and(has_crate);
        }
        if is_taken {
            changes.extend_from_slice(line);
        }
    }
    changes
}

/// Hashes names and contents of the files below a folder that are a part of it.
fn hash_files(folder: &Path, part: impl Fn(&str, &[u8]) -> Option<Vec<u8>>) -> Result<String> {
    let mut listing = String::new();
    for name in files(folder)? {
        let bytes = read(&folder.join(&name))?;
        if let Some(part) = part(&name, &bytes) {
            listing.push_str(&format!("{name} {}\n", hash(&part)));
        }
    }
    Ok(hash(listing.as_bytes()))
}

/// The files below a folder, by their places in it.
pub(crate) fn files(folder: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut rest = vec![String::new()];
    while let Some(prefix) = rest.pop() {
        let listed = folder.join(&prefix);
        let entries =
            fs::read_dir(&listed).with_context(|| format!("cannot list {}", listed.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                rest.push(format!("{name}/"));
            } else {
                found.insert(name);
            }
        }
    }
    Ok(found)
}
