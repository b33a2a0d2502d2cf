//! Tests of HTTP for programs, through the sandbox.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bounds;
mod bypasses;
mod conformance;
mod credentials;
mod fetching;
mod openapi;
mod server;

use std::sync::OnceLock;

use isolate_host::{Functions, Outcome, Run, RunOptions, Sandbox, Workspace, to_json};
use isolate_net::{FetchPolicy, add_fetch};
use serde_json::Value as Json;

/// One sandbox for all tests: a second one would copy the engine.
fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().unwrap())
}

/// Runs a program with these functions.
fn run_with(functions: Functions, code: &str) -> Run {
    let options = RunOptions::new().functions(functions);
    run_by(options, code)
}

fn run_by(options: RunOptions, code: &str) -> Run {
    let workspace = Workspace::memory().unwrap();
    sandbox()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap()
}

/// Runs a program that may fetch.
fn fetching_run(policy: &FetchPolicy, code: &str) -> Run {
    let mut functions = Functions::new();
    add_fetch(&mut functions, policy);
    run_with(functions, code)
}

/// What a program that may fetch returned.
fn fetched(policy: &FetchPolicy, code: &str) -> Json {
    returned(&fetching_run(policy, code))
}

fn returned(run: &Run) -> Json {
    match &run.outcome {
        Outcome::Returned(value) => to_json(value).unwrap_or(Json::Null),
        other => panic!("{other:?}"),
    }
}

/// What the records of a run say of its calls.
fn notes(run: &Run) -> Vec<String> {
    let note = |note: &Option<String>| note.clone().unwrap_or_default();
    run.calls
        .entries
        .iter()
        .map(|call| note(&call.note))
        .collect()
}
