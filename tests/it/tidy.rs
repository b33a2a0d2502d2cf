//! Rules about the repository itself.

mod builds;
mod calls;
mod cycles;
mod divergences;
mod packages;
mod setters;
mod threats;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use isolate_host::{Outcome, RunOptions, Value};
use isolate_tests::{GROUPS, folder, shared, shared_name};

use crate::run;

/// Which of our crates a crate may use; `ARCHITECTURE.md` says why.
const EDGES: &[(&str, &[&str])] = &[
    ("guest-runtime/protocol", &[]),
    ("intent", &["isolate-protocol"]),
    ("guest-runtime/formats", &[]),
    ("guest-runtime/lines", &[]),
    (
        "guest-runtime/commands",
        &["isolate-lines", "isolate-oracles"],
    ),
    ("text", &["isolate-lines", "isolate-oracles"]),
    ("vfs", &["isolate-oracles", "isolate-text"]),
    (
        "transfer",
        &["isolate-oracles", "isolate-text", "isolate-vfs"],
    ),
    ("ledger", &["isolate-ledger"]),
    ("stores", &["isolate-ledger", "isolate-oracles"]),
    (
        "replica",
        &[
            "isolate-host",
            "isolate-ledger",
            "isolate-stores",
            "isolate-text",
            "isolate-vfs",
        ],
    ),
    ("ops", &["isolate-oracles", "isolate-text", "isolate-vfs"]),
    (
        "host",
        &[
            "isolate-formats",
            "isolate-intent",
            "isolate-ops",
            "isolate-oracles",
            "isolate-prompt",
            "isolate-protocol",
            "isolate-text",
            "isolate-vfs",
        ],
    ),
    ("net", &["isolate-host"]),
    (
        "prompt",
        &["isolate-intent", "isolate-oracles", "isolate-protocol"],
    ),
    (
        "tools",
        &[
            "isolate-host",
            "isolate-intent",
            "isolate-ops",
            "isolate-prompt",
            "isolate-text",
            "isolate-transfer",
            "isolate-vfs",
        ],
    ),
    ("mcp", &["isolate-host", "isolate-prompt", "isolate-tools"]),
    (
        "service",
        &[
            "isolate-host",
            "isolate-mcp",
            "isolate-tools",
            "isolate-transfer",
        ],
    ),
    (
        "cli",
        &[
            "isolate-host",
            "isolate-mcp",
            "isolate-net",
            "isolate-oracles",
            "isolate-prompt",
            "isolate-replica",
            "isolate-service",
            "isolate-tools",
            "isolate-transfer",
        ],
    ),
    (
        "bindings/core",
        &[
            "isolate-host",
            "isolate-prompt",
            "isolate-replica",
            "isolate-tools",
            "isolate-transfer",
        ],
    ),
    (
        "bindings/python",
        &[
            "isolate-bindings",
            "isolate-host",
            "isolate-run",
            "isolate-tools",
        ],
    ),
    (
        "bindings/node",
        &[
            "isolate-bindings",
            "isolate-host",
            "isolate-protocol",
            "isolate-run",
            "isolate-tools",
        ],
    ),
    (
        "examples/agent",
        &[
            "isolate-host",
            "isolate-mcp",
            "isolate-prompt",
            "isolate-tools",
            "isolate-transfer",
        ],
    ),
    (
        "tests",
        &[
            "isolate-host",
            "isolate-intent",
            "isolate-mcp",
            "isolate-net",
            "isolate-oracles",
            "isolate-prompt",
            "isolate-protocol",
            "isolate-tools",
            "isolate-text",
            "isolate-transfer",
            "isolate-vfs",
        ],
    ),
    ("oracles", &[]),
    (
        "benches",
        &[
            "isolate-formats",
            "isolate-host",
            "isolate-mcp",
            "isolate-service",
            "isolate-transfer",
        ],
    ),
    (
        "benches/agent",
        &[
            "isolate-agent",
            "isolate-host",
            "isolate-prompt",
            "isolate-tools",
        ],
    ),
    (
        "fuzz",
        &[
            "isolate-formats",
            "isolate-host",
            "isolate-protocol",
            "isolate-text",
        ],
    ),
    ("tokens", &["isolate-prompt"]),
    ("xtask", &["isolate-oracles"]),
];

/// Lines that a source file may have.
const LINES_MAX: usize = 800;

/// Files that may be longer, and how long. The bytecode loop is one function, which calls no other, so
/// that its state stays in registers.
const LONGER: &[(&str, usize)] = &[(
    "guest-runtime/engine/overlay/boa_engine/src/vm/run/interpret.rs",
    950,
)];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie in the repository")
        .to_path_buf()
}

#[test]
fn crates_use_only_their_allowed_dependencies() {
    let root = root();
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(root.join("Cargo.toml")).unwrap()).unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let members: BTreeSet<&str> = members
        .iter()
        .map(|member| member.as_str().unwrap())
        .collect();
    let listed: BTreeSet<&str> = EDGES.iter().map(|(member, _)| *member).collect();
    assert_eq!(members, listed, "a new crate needs a line in EDGES");

    for (member, allowed) in EDGES {
        let own = manifest_of(member);
        for (name, value) in dependencies(&own) {
            let is_ours = name.starts_with("isolate-");
            assert!(
                !is_ours || allowed.contains(&name.as_str()),
                "{member} must not use {name}"
            );
            // A package whose tests use it with more features names itself by its path: with a version it
            // could not be published before it is.
            let is_itself = own["package"]["name"].as_str() == Some(name.as_str());
            let is_inherited = value.get("workspace").and_then(toml::Value::as_bool);
            assert!(
                is_itself || is_inherited == Some(true),
                "{member}: {name} must be `workspace = true`"
            );
        }
    }
}

/// The packages of the guests' workspace, and which of our crates each may use.
const GUESTS: &[(&str, &[&str])] = &[
    (
        "guest-runtime",
        &["isolate-boundary", "isolate-formats", "isolate-protocol"],
    ),
    ("guest-runtime/boundary", &[]),
    (
        "guest-runtime/shell",
        &[
            "isolate-boundary",
            "isolate-protocol",
            "isolate-shell-commands",
        ],
    ),
];

/// The guests are a workspace of their own, which cannot inherit.
#[test]
fn both_workspaces_ask_for_the_same_dependencies() {
    let (guests, other) = (manifest_of("guest-runtime"), manifest_of("."));
    let shared = &guests["workspace"];
    assert_eq!(shared["lints"], other["workspace"]["lints"]);
    for key in ["edition", "license", "rust-version"] {
        let inherited = &other["workspace"]["package"][key];
        assert_eq!(&shared["package"][key], inherited, "{key}");
    }
    let versions = other["workspace"]["dependencies"].as_table().unwrap();
    for (folder, allowed) in GUESTS {
        let guest = manifest_of(folder);
        assert_eq!(guest["package"]["publish"].as_bool(), Some(false));
        for key in ["edition", "license", "rust-version"] {
            let is_inherited = guest["package"][key]["workspace"].as_bool();
            assert_eq!(is_inherited, Some(true), "{folder}: {key}");
        }
        assert_eq!(guest["lints"]["workspace"].as_bool(), Some(true));
        for (name, value) in dependencies(&guest) {
            // Cargo hashes the whole path of a crate outside its workspace's folder into that crate's
            // symbols, by which the linker sorts: the artefact would depend on where a clone lies.
            if let Some(path) = value.get("path").and_then(toml::Value::as_str) {
                let outside = "../".repeat(folder.split('/').count());
                assert!(
                    !path.starts_with(&outside),
                    "{name} is to lie in `guest-runtime`"
                );
            }
            if name.starts_with("isolate-") {
                assert!(
                    allowed.contains(&name.as_str()),
                    "{folder} must not use {name}"
                );
            } else if let Some(other) = versions.get(&name) {
                // The shell needs other features of tokio.
                let version = |value: &toml::Value| {
                    let own = value.get("version").unwrap_or(value);
                    own.as_str().map(str::to_owned)
                };
                match *folder {
                    "guest-runtime" => assert_eq!(value, *other, "{name}"),
                    _ => assert_eq!(version(&value), version(other), "{folder}: {name}"),
                }
            }
        }
    }
}

fn manifest_of(folder: &str) -> toml::Table {
    let path = root().join(folder).join("Cargo.toml");
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// All that a manifest depends on.
fn dependencies(manifest: &toml::Table) -> Vec<(String, toml::Value)> {
    ["dependencies", "dev-dependencies", "build-dependencies"]
        .iter()
        .filter_map(|section| manifest.get(*section)?.as_table().cloned())
        .flatten()
        .collect()
}

#[test]
fn files_are_short() {
    let members = EDGES.iter().map(|(member, _)| *member);
    for member in members.chain(["guest-runtime"]) {
        for path in files_under(&root().join(member), "rs") {
            let name = path
                .strip_prefix(root())
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            let longer = LONGER.iter().find(|(longer, _)| *longer == name);
            let most = longer.map_or(LINES_MAX, |(_, most)| *most);
            assert!(lines <= most, "{name} has {lines} lines: split it");
        }
    }
}

/// Files that may hold `unsafe`, as `ARCHITECTURE.md` says.
const UNSAFE: &[&str] = &[
    "guest-runtime/boundary/src/alloc",
    "guest-runtime/boundary/src/imports.rs",
    "guest-runtime/boundary/src/mailbox.rs",
    "guest-runtime/boundary/src/memcmp.rs",
    "guest-runtime/boundary/src/wasi.rs",
    "guest-runtime/shell/src/abi.rs",
    "guest-runtime/src/abi.rs",
    "host/build.rs",
    "host/src/abi/stack.rs",
    "host/src/guest.rs",
    "host/src/image/",
    "host/src/kept.rs",
    "host/src/large_pages.rs",
    "host/src/pages.rs",
    "host/src/sandbox/stack.rs",
    "vfs/tests/it/shim.rs",
];

#[test]
fn unsafe_code_is_in_the_listed_files_only() {
    // Not written in one piece, since this file is looked at, too.
    let signs = ["{", "fn ", "impl ", "extern "].map(|after| format!("{} {after}", "unsafe"));
    let members = EDGES.iter().map(|(member, _)| *member);
    let guests = [
        "guest-runtime/boundary",
        "guest-runtime/shell",
        "guest-runtime/src",
    ];
    for member in members.chain(guests) {
        for path in files_under(&root().join(member), "rs") {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy();
            let text = fs::read_to_string(&path).unwrap();
            let has_some = signs.iter().any(|sign| text.contains(sign.as_str()));
            let may = UNSAFE.iter().any(|start| name.starts_with(start));
            assert!(may || !has_some, "{name} has unsafe code");
        }
    }
}

#[test]
fn every_patch_of_the_engine_names_tests_that_exist() {
    let root = root();
    let patches = files_under(&root.join("guest-runtime/engine/patches"), "patch");
    assert!(patches.len() > 10, "{patches:?}");
    for path in patches {
        let text = fs::read_to_string(&path).unwrap();
        let (message, _) = text.split_once("\ndiff --git ").unwrap();
        let (_, tests) = message.split_once("\nTest: ").unwrap();
        let (tests, _) = tests.split_once("\nUpstream: ").unwrap();
        for test in tests.split(',').map(str::trim) {
            assert!(
                root.join(test).exists(),
                "{} names {test}, which is not there",
                path.display()
            );
        }
    }
}

#[test]
fn every_folder_of_cases_is_listed() {
    let mut found: Vec<String> = Vec::new();
    for entry in folder().read_dir().unwrap() {
        found.push(entry.unwrap().file_name().to_string_lossy().into_owned());
    }
    found.sort();
    assert_eq!(found, GROUPS);
}

#[test]
fn shared_lines_are_shared_by_cases() {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for path in files_under(&folder(), "js") {
        for name in fs::read_to_string(path)
            .unwrap()
            .lines()
            .filter_map(shared_name)
        {
            *uses.entry(name.to_owned()).or_default() += 1;
        }
    }
    for path in files_under(&shared(), "js") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            uses.get(name).is_some_and(|count| *count > 1),
            "{name}: {uses:?}"
        );
    }
}

#[test]
fn every_method_has_a_case() {
    let run = run("() => Object.keys(state)", RunOptions::default());
    let Outcome::Returned(Value::Array(methods)) = run.outcome else {
        panic!("{:?}", run.outcome);
    };
    let mut programs = String::new();
    for path in files_under(&folder(), "js") {
        programs.push_str(&fs::read_to_string(path).unwrap());
    }
    assert_eq!(methods.len(), isolate_protocol::METHODS.len());
    for method in methods {
        let Value::String(name) = method else {
            panic!("{method:?}");
        };
        let call = format!("state.{}(", name.text);
        assert!(programs.contains(&call), "no case calls {call}");
    }
}

pub(crate) fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What was built, and packages of npm, whose links may lead in circles.
                let is_ours = |name| name != "target" && name != "node_modules";
                if path.file_name().is_none_or(is_ours) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
