//! Generated commands whose answers by bash are recorded, for machines that have another bash.
//!
//! `UPDATE_RECORDED=1` asks bash again and writes `generated.txt`, and the section `[recorded]` of
//! `differences.toml`: each case that differs with its cause, where that is a known one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use isolate_oracles::Oracle;

use crate::case::{Case, Outside, inside};
use crate::choices::Choices;
use crate::differences::{self, Causes, Differences};
use crate::generated::{cause, comparable, shown};
use crate::{case, grammar};

/// Cases that are recorded. Their seeds are not those of the comparison with bash.
const CASES: u64 = 500;
const FIRST: u64 = 1_000_000;

fn cases() -> impl Iterator<Item = (String, Case)> {
    (FIRST..FIRST + CASES).map(|seed| {
        let case = grammar::case(&mut Choices::seeded(seed));
        (seed.to_string(), case)
    })
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shell/generated.txt")
}

fn record() {
    assert!(
        Oracle::Bash.find().is_some() && Oracle::Coreutils.find().is_some(),
        "all programs are needed"
    );
    let outside = Outside::new();
    let causes = Causes::known();
    let mut text = String::new();
    let mut differ = BTreeMap::new();
    for (name, case) in cases() {
        let theirs = comparable(outside.run_harmless(&case));
        writeln!(text, "{}{}", case::title(&name, &case), theirs.shown()).unwrap();
        if comparable(inside(&case)) != theirs {
            let seed = name.parse().unwrap();
            if let Some(cause) = cause(&outside, &causes, seed) {
                differ.insert(name, cause);
            }
        }
    }
    fs::write(file(), text).unwrap();
    differences::write_recorded(&differ);
}

#[test]
fn recorded_generated_commands_answer_as_in_bash() {
    if std::env::var_os("UPDATE_RECORDED").is_some() {
        record();
    }
    let recorded = fs::read_to_string(file()).unwrap();
    let mut differences = Differences::recorded();
    for (name, case) in cases() {
        let theirs = case::recorded(&recorded, &name, &case);
        let ours = comparable(inside(&case)).shown();
        let text = || format!("{}ours:\n{ours}bash:\n{theirs}", shown(&case));
        differences.seen(&name, (ours != theirs).then(text));
    }
    differences.check();
}
