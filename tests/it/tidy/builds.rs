//! What cargo builds, and that it builds nothing twice.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::{manifest_of, root};

/// What packages are built from, a line each; of dependencies of all kinds but those of tests.
fn built_from(arguments: &[&str]) -> BTreeSet<String> {
    tree(&[&["--edges", "normal,build"], arguments].concat())
}

/// What packages depend on, a line each.
fn tree(arguments: &[&str]) -> BTreeSet<String> {
    listed(Command::new(env!("CARGO")).arg("tree").args(arguments))
}

/// What `cargo tree` lists, a line each.
fn listed(tree: &mut Command) -> BTreeSet<String> {
    let output = tree
        .current_dir(root())
        .args(["--locked", "--prefix", "none"])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// Whichever packages are selected, cargo chooses the same features of wasmtime and of what it is
/// made of: otherwise it is built once more, which takes minutes. The pins in the root manifest are
/// for that.
#[test]
fn wasmtime_is_built_once_whatever_is_selected() {
    let parts = built_from(&["--package", "wasmtime", "--format", "{p}"]);
    let is_part = |line: &String| {
        let mut words = line.split(' ');
        let name = format!(
            "{} {}",
            words.next().unwrap(),
            words.next().unwrap_or_default()
        );
        parts
            .iter()
            .any(|part| part == &name || part.starts_with(&format!("{name} ")))
    };
    let features = |arguments: &[&str]| -> BTreeSet<String> {
        built_from(&[arguments, &["--format", "{p} {f}"]].concat())
            .into_iter()
            .filter(is_part)
            .collect()
    };
    let all = features(&[]);
    assert!(
        all.iter().any(|line| line.starts_with("wasmtime ")),
        "{all:?}"
    );
    for package in [
        "isolate-host",
        "isolate-net",
        "isolate-tools",
        "isolate-mcp",
        "isolate-agent",
        "isolate-fuzz",
        "isolate-node",
        "isolate-python",
        "xtask",
    ] {
        let own = features(&["--package", package]);
        let differing: Vec<&String> = own.difference(&all).collect();
        assert!(
            differing.is_empty(),
            "--package {package} chooses other features: name those of the whole in the root manifest: {differing:?}"
        );
    }
}

/// The guest is compiled while the library is built, and what is published is downloaded by everybody.
#[test]
fn packages_have_no_compiler() {
    for package in ["isolate-node", "isolate-python"] {
        let compiler = |flags: &str| {
            let mut tree = Command::new(env!("CARGO"));
            tree.env_remove("CARGO_ENCODED_RUSTFLAGS")
                .env("RUSTFLAGS", flags)
                .args(["tree", "--edges", "normal", "--format", "{p}"])
                .args(["--package", package]);
            let mut parts = listed(&mut tree);
            parts.retain(|part| part.starts_with("cranelift-codegen "));
            parts.len()
        };
        assert_eq!(
            [compiler(""), compiler("--cfg isolate_no_compiler")],
            [1, 0],
            "{package}"
        );
    }
}

/// `cargo run` chooses features for all default members and builds the command alone: what these
/// need more would be built, too, by everybody's first command.
#[test]
fn the_first_command_builds_the_command_alone() {
    assert_eq!(
        manifest_of("cli")["package"]["default-run"].as_str(),
        Some("isolate-run")
    );
    let (command, all) = (
        built_from(&["--package", "isolate-run", "--format", "{p} {f}"]),
        built_from(&["--format", "{p} {f}"]),
    );
    assert!(command.len() > 100, "{command:?}");
    let other: Vec<&String> = command.difference(&all).collect();
    assert!(
        other.is_empty(),
        "default members ask for more features: {other:?}"
    );
}

/// A build for another architecture gives its back end to the build script, which compiles the guest, and
/// nothing to the library.
#[test]
fn other_architectures_are_known_to_the_build_script_alone() {
    let cranelift = |edges: &str, features: &[&str]| -> BTreeSet<String> {
        let target = ["--target", "aarch64-unknown-linux-gnu", "--edges", edges];
        let what = ["--package", "isolate-node", "--format", "{p} {f}"];
        tree(&[&target[..], &what, features].concat())
            .into_iter()
            .filter(|line| line.starts_with("cranelift-codegen "))
            .collect()
    };
    let asked = &["--features", "isolate-host/all-arch"];
    let library = cranelift("normal", asked);
    assert_eq!(library.len(), 1, "{library:?}");
    assert_eq!(library, cranelift("normal", &[]));
    let all = cranelift("normal,build", asked);
    let script: Vec<&String> = all.difference(&library).collect();
    assert!(
        script.len() == 1 && script[0].contains("arm64") && script[0].contains("x86"),
        "{all:?}"
    );
}

/// What cargo would build, by an option that is not stable; the toolchain is pinned.
fn graph(arguments: &[&str]) -> serde_json::Value {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["build", "--locked", "-Z", "unstable-options"])
        .arg("--unit-graph")
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A crate whose settings differ between build scripts and the rest is built for each.
#[test]
fn the_first_command_builds_no_crate_twice() {
    let graph = graph(&["--release", "--bin", "isolate-run"]);
    let mut built = BTreeSet::new();
    let mut twice = Vec::new();
    for unit in graph["units"].as_array().unwrap() {
        let part = |key: &str| unit[key].to_string();
        let target = unit["target"]["kind"].to_string();
        let what = (part("pkg_id"), target, part("mode"));
        if !built.insert(what.clone()) {
            twice.push(what);
        }
    }
    assert!(built.len() > 300, "{}", built.len());
    assert!(twice.is_empty(), "{twice:?}");
}

/// An example outside of the default members is found by its package alone.
#[test]
fn cargo_finds_what_documents_run() {
    let mut found = 0;
    for document in ["README.md", "examples/agent/README.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for line in text.lines() {
            let Some((_, rest)) = line.split_once("cargo run ") else {
                continue;
            };
            let arguments: Vec<&str> = rest
                .split_whitespace()
                .take_while(|argument| *argument != "--")
                .collect();
            graph(&arguments);
            found += 1;
        }
    }
    assert!(found > 2, "{found}");
}

/// Cargo only warns of a package that is not there, and then its settings are lost.
#[test]
fn profiles_name_packages_that_are_there() {
    let lock: toml::Table =
        toml::from_str(&fs::read_to_string(root().join("Cargo.lock")).unwrap()).unwrap();
    let known: BTreeSet<String> = lock["package"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|package| {
            let part = |key: &str| package[key].as_str().unwrap().to_owned();
            let (name, version) = (part("name"), part("version"));
            let mut parts = version.split('.');
            let (major, minor) = (parts.next().unwrap(), parts.next().unwrap());
            [
                format!("{name}@{major}"),
                format!("{name}@{major}.{minor}"),
                name,
            ]
        })
        .collect();
    let manifest = manifest_of(".");
    for (profile, settings) in manifest["profile"].as_table().unwrap() {
        let Some(packages) = settings.get("package") else {
            continue;
        };
        for name in packages.as_table().unwrap().keys() {
            let is_known = name == "*" || known.contains(name);
            assert!(
                is_known,
                "profile.{profile} names {name}, which is not there"
            );
        }
    }
}
