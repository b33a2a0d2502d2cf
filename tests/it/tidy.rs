//! Rules about the repository itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use isolate_host::{Outcome, RunOptions, Value};
use isolate_tests::{GROUPS, GROUPS_LATER, folder};

use crate::run;

/// Which of our crates a crate may use; `ARCHITECTURE.md` says why.
const EDGES: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("vfs", &[]),
    ("guest-runtime", &["isolate-protocol"]),
    ("host", &["isolate-protocol", "isolate-vfs"]),
    ("prompt", &["isolate-protocol"]),
    ("tools", &["isolate-host", "isolate-prompt", "isolate-vfs"]),
    ("cli", &["isolate-host", "isolate-prompt", "isolate-tools"]),
    ("tests", &["isolate-host", "isolate-tools"]),
    ("benches", &["isolate-host"]),
    ("fuzz", &["isolate-protocol", "isolate-vfs"]),
    ("tokens", &["isolate-prompt"]),
    ("xtask", &[]),
];

/// Lines that a source file may have; tables may have more.
const LINES_MAX: usize = 800;
const TABLES: &[&str] = &["protocol/src/methods.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie in the repository")
        .to_path_buf()
}

#[test]
fn crates_use_only_what_they_may() {
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
        let text = fs::read_to_string(root.join(member).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = toml::from_str(&text).unwrap();
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(dependencies) = manifest.get(section).and_then(toml::Value::as_table) else {
                continue;
            };
            for (name, value) in dependencies {
                let is_ours = name.starts_with("isolate-");
                assert!(
                    !is_ours || allowed.contains(&name.as_str()),
                    "{member} must not use {name}"
                );
                let is_inherited = value.get("workspace").and_then(toml::Value::as_bool);
                assert_eq!(
                    is_inherited,
                    Some(true),
                    "{member}: {name} must be `workspace = true`"
                );
            }
        }
    }
}

#[test]
fn files_are_short() {
    for (member, _) in EDGES {
        for path in files_under(&root().join(member), "rs") {
            let name = path
                .strip_prefix(root())
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(
                lines <= LINES_MAX || TABLES.contains(&name.as_str()),
                "{name} has {lines} lines: split it"
            );
        }
    }
}

#[test]
fn every_edit_of_the_engine_names_tests_that_exist() {
    let root = root();
    let mut edits = 0;
    for path in files_under(&root.join("guest-runtime/engine"), "toml") {
        let edit: toml::Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for test in edit["test"].as_str().unwrap().split(", ") {
            assert!(
                root.join(test).exists(),
                "{} names {test}, which is not there",
                path.display()
            );
        }
        edits += 1;
    }
    assert!(edits > 20, "{edits}");
}

#[test]
fn every_folder_of_cases_is_listed() {
    let mut found: Vec<String> = Vec::new();
    for entry in folder().read_dir().unwrap() {
        found.push(entry.unwrap().file_name().to_string_lossy().into_owned());
    }
    found.sort();
    let mut listed: Vec<&str> = GROUPS.iter().chain(GROUPS_LATER).copied().collect();
    listed.sort_unstable();
    assert_eq!(found, listed);
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
    assert!(methods.len() >= 29, "{methods:?}");
    for method in methods {
        let Value::String(name) = method else {
            panic!("{method:?}");
        };
        let call = format!("state.{}(", name.text);
        assert!(programs.contains(&call), "no case calls {call}");
    }
}

#[test]
fn every_divergence_names_a_case() {
    let text = fs::read_to_string(root().join("docs/divergences.md")).unwrap();
    let mut rows = 0;
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("| `") else {
            continue;
        };
        let (name, _) = rest
            .split_once('`')
            .expect("the name of a case stands in backticks");
        assert!(
            folder().join(format!("{name}.js")).exists(),
            "no case {name}"
        );
        rows += 1;
    }
    assert!(rows > 0);
}

fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if path.file_name().is_none_or(|name| name != "target") {
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
