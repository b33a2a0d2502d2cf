//! The packages for other languages have the version of the workspace.

use std::fs;

use super::{manifest_of, root};

#[test]
fn packages_have_the_version_of_the_workspace() {
    let manifest = manifest_of(".");
    let version = manifest["workspace"]["package"]["version"]
        .as_str()
        .unwrap();
    let node = fs::read_to_string(root().join("bindings/node/package.json")).unwrap();
    let node: serde_json::Value = serde_json::from_str(&node).unwrap();
    assert_eq!(node["version"].as_str(), Some(version), "package.json");
    let compat = root().join("bindings/node/compat-run/package.json");
    let compat: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(compat).unwrap()).unwrap();
    let needs = compat["dependencies"]["isolate-run"].as_str();
    assert_eq!(needs, Some(version), "compat-run/package.json");
    let sdist = fs::read_to_string(root().join("packaging/sdist/pyproject.toml")).unwrap();
    let sdist: toml::Table = toml::from_str(&sdist).unwrap();
    assert_eq!(sdist["project"]["version"].as_str(), Some(version), "sdist");
    // That of the wheel is the crate's.
    let python = fs::read_to_string(root().join("bindings/python/pyproject.toml")).unwrap();
    let python: toml::Table = toml::from_str(&python).unwrap();
    let dynamic = python["project"]["dynamic"].as_array().unwrap();
    assert!(dynamic.iter().any(|what| what.as_str() == Some("version")));
    for member in ["bindings/python", "bindings/node"] {
        let inherits = &manifest_of(member)["package"]["version"]["workspace"];
        assert_eq!(inherits.as_bool(), Some(true), "{member}");
    }
}
