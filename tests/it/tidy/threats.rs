//! The threats of `tests/threats.toml`: a defence without a test is a hope.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use isolate_tests::folder;
use serde::Deserialize;

use super::root;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Threat {
    id: u32,
    attack: String,
    defence: String,
    tests: Vec<String>,
}

#[test]
fn every_threat_names_a_test_that_exists() {
    let table = fs::read_to_string(root().join("tests/threats.toml")).unwrap();
    assert_eq!(faults(&table), [""; 0]);
}

/// What is wrong with a table of threats.
fn faults(table: &str) -> Vec<String> {
    let areas: BTreeMap<String, Vec<Threat>> = toml::from_str(table).unwrap();
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for threat in areas.values().flatten() {
        let id = threat.id;
        if !ids.insert(id) {
            faults.push(format!("{id} is the id of two threats"));
        }
        if threat.attack.is_empty() || threat.defence.is_empty() || threat.tests.is_empty() {
            faults.push(format!("{id} lacks an attack, a defence or a test"));
        }
        let missing = threat.tests.iter().filter_map(|test| missing(test));
        faults.extend(missing.map(|why| format!("{id}: {why}")));
    }
    faults
}

/// Why a test does not exist, if it does not.
fn missing(test: &str) -> Option<String> {
    let Some((name, function)) = test.split_once("::") else {
        let file = root().join(test);
        let is_case = file.starts_with(folder()) && test.ends_with(".js") && file.exists();
        return (!is_case).then(|| format!("no case is {test}"));
    };
    let file = root().join(name);
    match fs::read_to_string(&file) {
        Err(error) => Some(format!("{name}: {}", error.kind())),
        Ok(_) if !is_compiled(&file) => Some(format!("no crate compiles {name}")),
        Ok(source) if !is_test(&source, function) => Some(format!("no test is {test}")),
        Ok(_) => None,
    }
}

/// Whether a file is a module of its crate.
fn is_compiled(file: &Path) -> bool {
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let folder = file.parent().unwrap();
    let declaration = format!("mod {stem};");
    matches!(stem, "lib" | "main")
        || [
            folder.join("lib.rs"),
            folder.join("main.rs"),
            folder.join("mod.rs"),
            folder.with_extension("rs"),
        ]
        .iter()
        .any(|parent| {
            fs::read_to_string(parent)
                .is_ok_and(|text| text.lines().any(|line| line.trim().ends_with(&declaration)))
        })
}

/// Whether a source file has a test of this name, which is not switched off.
fn is_test(source: &str, name: &str) -> bool {
    let declaration = format!("fn {name}(");
    let mut attributes = Vec::new();
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") {
            attributes.push(line);
        } else if line
            .trim_start_matches("async ")
            .trim_start_matches("pub(crate) ")
            .starts_with(&declaration)
        {
            return attributes
                .iter()
                .any(|line| *line == "#[test]" || line.starts_with("#[tokio::test"))
                && !attributes.contains(&"#[ignore]");
        } else if !line.starts_with("//") {
            attributes.clear();
        }
    }
    false
}

#[test]
fn a_threat_cannot_name_a_function_that_is_not_a_test() {
    let source = "#[test]\n// why\nfn one() {}\nfn two() {}\n#[test]\n#[ignore]\nfn three() {}\n";
    let found = ["one", "two", "three", "four"].map(|name| is_test(source, name));
    assert_eq!(found, [true, false, false, false]);
}

#[test]
fn a_threat_without_a_test_is_found() {
    let table = r#"
        [[sound]]
        id = 1
        attack = "one"
        defence = "tests of both kinds"
        tests = ["tests/it/limits.rs::memory", "tests/cases/globals/eval.js"]

        [[unsound]]
        id = 1
        attack = "another"
        defence = ""
        tests = []

        [[unsound]]
        id = 2
        attack = "a third"
        defence = "no test"
        tests = [
          "tests/it/limits.rs::no_test_has_this_name",
          "tests/it/no_file.rs::memory",
          "tests/cases/globals/no_case.js",
          "tests/it/limits.rs",
          "benches/benches/startup.rs::main",
        ]
    "#;
    assert_eq!(
        faults(table),
        [
            "1 is the id of two threats",
            "1 lacks an attack, a defence or a test",
            "2: no test is tests/it/limits.rs::no_test_has_this_name",
            "2: tests/it/no_file.rs: entity not found",
            "2: no case is tests/cases/globals/no_case.js",
            "2: no case is tests/it/limits.rs",
            "2: no crate compiles benches/benches/startup.rs",
        ]
    );
}
