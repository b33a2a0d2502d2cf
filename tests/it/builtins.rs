//! Every built-in method and function does with large numbers, receivers of every kind and arguments
//! that tell when they are converted what it does in Node 24.
//!
//! `builtins/answers.txt` has a line for each: how often `builtins/calls.js` calls it, and a hash of
//! what came of that in Node. `builtins/answers.cjs` writes it, and also prints the single calls of
//! one name; a failure prints those of the sandbox.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use isolate_host::RunOptions;
use serde_json::json;

use crate::run;

const CALLS: &str = include_str!("builtins/calls.js");

/// The lines that `calls.js` returns, for all names or for one.
fn lines(wanted: Option<&str>) -> Vec<String> {
    let program = format!("({{ wanted }}) => ({CALLS})(wanted ?? undefined)");
    let options = RunOptions::new()
        .input(&json!({ "wanted": wanted }))
        .unwrap()
        .fuel(u64::MAX / 2)
        .timeout(Duration::from_mins(5));
    run(&program, options).result().unwrap()
}

/// A name, and what is said of it: two numbers. A name may have a space, as `Map.size get`.
fn name_and_answer(line: &str) -> Option<(&str, &str)> {
    let (at, _) = line.rmatch_indices(' ').nth(1)?;
    Some(line.split_at(at))
}

#[test]
fn built_ins_are_those_of_node_for_large_numbers_and_odd_arguments() {
    let ours = lines(None);
    let ours: HashMap<_, _> = ours
        .iter()
        .filter_map(|line| name_and_answer(line))
        .collect();
    let mut differing = String::new();
    for line in include_str!("builtins/answers.txt").lines() {
        let (name, answer) = name_and_answer(line).unwrap();
        if ours.get(name) != Some(&answer) {
            writeln!(differing, "{name}:\n{}\n", lines(Some(name)).join("\n")).unwrap();
        }
    }
    assert!(
        differing.is_empty(),
        "these differ from Node, and did in the sandbox:\n{differing}"
    );
}
