//! What a program sees reveals nothing about the machine or the implementation of the sandbox.

use isolate_host::{Outcome, RunOptions, Value, Workspace};
use isolate_tests::{cases, run};

use crate::{run_in, sandbox};

/// Words of SQL, of Rust and of the machine, none of which a program needs.
const WORDS: &[&str] = &[
    "SELECT ",
    "INSERT ",
    "DELETE FROM",
    "UPDATE ",
    "PRAGMA",
    "SQLITE",
    "sqlite",
    "rusqlite",
    "constraint failed",
    "no such table",
    "database disk image",
    "isolate_",
    "isolate-",
    "boa_",
    "wasmtime",
    "wasm",
    "panicked",
    "unwrap",
    "RUST_",
    ".rs:",
    "src/",
    "Some(",
    "None)",
    "Ok(",
    "Err(",
    "VPath",
    "StateError",
    "ErrorKind",
    "ErrorCode",
    "kind: ",
    "os error",
    "/proc/",
    "/target/",
    "cargo",
];

fn assert_clean(text: &str, place: &str) {
    for word in WORDS {
        assert!(!text.contains(word), "{place}: {word:?} in {text:?}");
    }
    for name in ["CARGO_MANIFEST_DIR", "HOME", "USER", "PATH", "PWD"] {
        let Ok(secret) = std::env::var(name) else {
            continue;
        };
        assert!(
            secret.len() < 5 || !text.contains(&secret),
            "{place}: ${name} in {text:?}"
        );
    }
}

#[test]
fn messages_of_every_case_are_clean() {
    let mut messages = 0;
    for case in cases().unwrap() {
        let place = format!("{}/{}", case.group, case.name);
        let workspace = case.workspace_options().memory().unwrap();
        let run =
            run(sandbox(), &workspace, &case).unwrap_or_else(|cause| panic!("{place}: {cause:#}"));
        match &run.outcome {
            Outcome::Returned(value) => visit_errors(value, &mut |text| assert_clean(text, &place)),
            Outcome::Threw(thrown) | Outcome::Unparsable(thrown) => {
                messages += 1;
                assert_clean(&without_own(&thrown.message, &case.text), &place);
                assert_clean(&thrown.stack, &place);
            }
            Outcome::LimitExceeded(exceeded) => assert_clean(&exceeded.message, &place),
            other => panic!("{place}: {other:?}"),
        }
        for entry in &run.logs {
            assert_clean(&without_own(&entry.text, &case.text), &place);
        }
    }
    assert!(
        messages > 50,
        "only {messages} cases fail: the test looks at too little"
    );
}

/// A text without the folder of sources that many cases have themselves.
fn without_own(text: &str, case: &str) -> String {
    match case.contains("/src/") || case.contains("\"src/") {
        true => text.replace("src/", "own/"),
        false => text.to_owned(),
    }
}

/// Error objects in results; other text there is the case's own.
fn visit_errors(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::Error { message, stack, .. } => {
            visit(message);
            visit(stack);
        }
        Value::Array(items) | Value::Set(items) => {
            for item in items {
                visit_errors(item, visit);
            }
        }
        Value::Object(members) => {
            for (_, member) in members {
                visit_errors(member, visit);
            }
        }
        _ => {}
    }
}

#[test]
fn objects_reachable_from_globals_are_clean() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planted-name.sqlite");
    let workspace = Workspace::open(&path).unwrap();
    let program = include_str!("leaks.js");
    let run = run_in(&workspace, program, RunOptions::default());
    let Outcome::Returned(Value::String(text)) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    let text = &text.text;
    assert!(text.len() > 10_000, "the program sees too little: {text}");
    assert_clean(text, "globals");
    assert!(!text.contains("planted-name"), "{text}");
}
