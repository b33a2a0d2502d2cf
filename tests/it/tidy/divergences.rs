//! The divergences from the reference of `state`, in `tests/divergences.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use isolate_tests::folder;
use serde::Deserialize;

use super::root;

#[derive(Deserialize)]
struct Table {
    reference: Reference,
    #[serde(flatten)]
    areas: BTreeMap<String, Vec<Divergence>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    package: String,
    version: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Divergence {
    theirs: String,
    ours: String,
    why: String,
    cases: Vec<String>,
}

fn table() -> String {
    fs::read_to_string(root().join("tests/divergences.toml")).unwrap()
}

#[test]
fn every_divergence_names_cases_that_exist() {
    assert_eq!(faults(&table()), [""; 0]);
}

#[test]
fn the_overview_of_divergences_is_complete() {
    let overview = fs::read_to_string(root().join("docs/divergences.md")).unwrap();
    let Table { reference, areas } = toml::from_str(&table()).unwrap();
    let of = format!("`{}` {}", reference.package, reference.version);
    assert!(overview.contains(&of), "the overview is not of {of}");
    for area in areas.keys() {
        let row = format!("\n| {area} |");
        assert!(overview.contains(&row), "the overview has no row {area}");
    }
}

/// What is wrong with a table of divergences.
fn faults(table: &str) -> Vec<String> {
    let Table { areas, .. } = toml::from_str(table).unwrap();
    let mut faults = Vec::new();
    for (area, divergence) in areas
        .iter()
        .flat_map(|(area, all)| all.iter().map(move |one| (area, one)))
    {
        let Divergence {
            theirs,
            ours,
            why,
            cases,
        } = divergence;
        if [theirs, ours, why].iter().any(|text| text.is_empty()) || cases.is_empty() {
            faults.push(format!("{area}: \"{theirs}\" lacks a text or a case"));
        }
        let mut seen = BTreeSet::new();
        for case in cases {
            if !seen.insert(case) {
                faults.push(format!("{area}: {case} is listed twice"));
            }
            if !folder().join(format!("{case}.js")).exists() {
                faults.push(format!("{area}: no case is {case}"));
            }
        }
    }
    faults
}

#[test]
fn a_divergence_without_a_case_is_found() {
    let table = r#"
        [reference]
        package = "a package"
        version = "1.0.0"

        [[diffs]]
        theirs = "one"
        ours = "another"
        why = "a reason"
        cases = ["diff/diff-64-binary", "diff/no-case", "diff/diff-64-binary"]

        [[paths]]
        theirs = "nothing"
        ours = ""
        why = "a reason"
        cases = ["meta/stat-14-empty-path"]
    "#;
    assert_eq!(
        faults(table),
        [
            "diffs: no case is diff/no-case",
            "diffs: diff/diff-64-binary is listed twice",
            "paths: \"nothing\" lacks a text or a case",
        ]
    );
}
