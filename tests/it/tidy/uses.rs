//! What sources use: the dependencies of their crate, and the layers below their own.

use std::collections::BTreeSet;
use std::fs;

use super::{EDGES, dependencies, files_under, manifest_of, root};

/// Dependencies that no source names: the root manifest says which features they pin, and why.
const FEATURE_PINS: &[&str] = &[
    "cranelift-codegen",
    "crc32fast",
    "digest",
    "fnv",
    "getrandom-3",
    "hashbrown",
    "indexmap",
    "libc",
    "memchr",
    "reqwest",
    "rustc-hash",
    "semver",
    "serde",
    "serde_core",
    "smallvec",
    "syn",
    "syn3",
    "typenum",
    "wasm-encoder",
    "wasmtime",
    "wasmtime-internal-cranelift",
];

/// Crates that pin features: for their build of wasmtime, and `stores` for the encryption of a client
/// that it uses through another crate.
const PINNING: &[&str] = &["host", "stores", "xtask"];

#[test]
fn every_dependency_is_named_in_the_sources() {
    let root = root();
    let mut unused = Vec::new();
    for (member, _) in EDGES {
        let folder = root.join(member);
        let mut sources = String::new();
        for path in files_under(&folder, "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // A file of another crate that is compiled here, too.
            for rest in text.split("#[path = \"").skip(1) {
                let (name, _) = rest.split_once('"').unwrap();
                let other = path.parent().unwrap().join(name);
                sources.push_str(&fs::read_to_string(other).unwrap_or_default());
            }
            sources.push_str(&text);
        }
        // The examples of documents are tests of the crate that includes them.
        if sources.contains("include_str!") {
            let documents: BTreeSet<String> = sources
                .split('"')
                .filter(|text| text.ends_with(".md"))
                .map(|text| text.trim_start_matches("../").to_owned())
                .collect();
            for name in documents {
                sources.push_str(&fs::read_to_string(root.join(name)).unwrap_or_default());
            }
        }
        let words: BTreeSet<&str> = sources
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        for (name, _) in dependencies(&manifest_of(member)) {
            // `md-5` is imported as `md5`.
            let is_used = ["_", ""]
                .iter()
                .any(|dash| words.contains(name.replace('-', dash).as_str()));
            let is_pinned = PINNING.contains(member) && FEATURE_PINS.contains(&name.as_str());
            if !is_used && !is_pinned {
                unused.push(format!("{member}: {name}"));
            }
        }
    }
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}
