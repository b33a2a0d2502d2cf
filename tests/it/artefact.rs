//! The committed guest is the one that its sources make.
//!
//! Fast: it compares hashes of the inputs with the manifest beside the artefact. CI also
//! rebuilds the artefact and compares bytes.

#[path = "../../xtask/src/manifest.rs"]
mod manifest;

use std::fs;
use std::path::Path;

use manifest::{Manifest, hash, inputs};

#[test]
fn the_guest_is_made_from_the_sources_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("host/guest/guest.toml")).unwrap();
    let committed: Manifest = toml::from_str(&text).unwrap();
    assert_eq!(
        committed.inputs,
        inputs(root).unwrap(),
        "the guest's sources have changed: run `cargo xtask guest` and commit what it writes"
    );
    let wasm = fs::read(root.join("host/guest/guest.wasm")).unwrap();
    assert_eq!(
        committed.artefact,
        hash(&wasm),
        "host/guest/guest.wasm is not the file that its manifest describes"
    );
}
