//! The committed guests are those that their sources make.
//!
//! Fast: it compares hashes of the inputs with the manifest beside each artefact. CI also
//! rebuilds the artefacts and compares bytes.

#[expect(dead_code, reason = "how a guest is compiled concerns its builder")]
#[path = "../../xtask/src/manifest.rs"]
mod manifest;

use std::fs;
use std::path::Path;

use manifest::{GUESTS, Manifest, hash, inputs};

#[test]
fn the_guests_are_made_from_the_sources_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for guest in &GUESTS {
        let name = guest.name;
        let text = fs::read_to_string(root.join(format!("host/guest/{name}.toml"))).unwrap();
        let committed: Manifest = toml::from_str(&text).unwrap();
        assert_eq!(
            committed.inputs,
            inputs(root, guest).unwrap(),
            "the sources of the guest {name} have changed: run `cargo xtask guest {name}` and commit what it \
             writes"
        );
        let wasm = fs::read(root.join(format!("host/guest/{name}.wasm"))).unwrap();
        assert_eq!(
            committed.artefact,
            hash(&wasm),
            "host/guest/{name}.wasm is not the file that its manifest describes"
        );
    }
}
