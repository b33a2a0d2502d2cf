//! The programs of `tests/cases/corpus` that use the language alone give natively what they give in
//! the sandbox.
//!
//! In a build for tests, overflows, debug assertions and the preconditions of `unsafe` functions of
//! the standard library are looked at, in the engine's own code and in ours: what would go wrong
//! there silently ends this test.

use std::fs;
use std::path::{Path, PathBuf};

use isolate_protocol::wire::message::Step;

use crate::fake::run;

/// Begins each line of what a case has to answer.
const ANSWER: &str = "//= ";

/// Stack of the thread that programs run on: frames of a debug build are large, and expressions of
/// thousands of operands are walked by recursion.
const STACK_BYTES: usize = 1 << 30;

/// What a case has to answer, as the value that a program returns; none where it throws.
fn recorded(text: &str) -> Option<String> {
    let mut answer = text.lines().filter_map(|line| line.strip_prefix(ANSWER));
    let mut expression = answer.next()?.strip_prefix("result: ")?.to_owned();
    // A long value goes on until a bracket closes it at the start of a line.
    if expression.ends_with(['{', '[', '(']) {
        for line in answer {
            expression.push('\n');
            expression.push_str(line);
            if line.starts_with(['}', ']', ')']) {
                break;
            }
        }
    }
    Some(expression)
}

/// The value that a program ends with, in a form that also tells what is not equal to itself.
fn returned(program: &str) -> Option<String> {
    match run(program) {
        Step::Returned(value) => Some(format!("{value:?}")),
        _ => None,
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/corpus");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

#[test]
fn the_corpus_gives_the_same_natively() {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let compared = thread.spawn(compare_all).unwrap().join().unwrap();
    assert!(compared > 80, "{compared}");
}

/// How many programs have given what is recorded of them.
fn compare_all() -> usize {
    let mut compared = 0;
    for path in cases() {
        let text = fs::read_to_string(&path).unwrap();
        if text.contains("state.") {
            continue;
        }
        let expected = recorded(&text).map(|expression| {
            let value = returned(&format!("() => ({expression})"));
            value.unwrap_or_else(|| panic!("{}: no value: {expression}", path.display()))
        });
        assert_eq!(returned(&text), expected, "{}", path.display());
        compared += usize::from(expected.is_some());
    }
    compared
}
