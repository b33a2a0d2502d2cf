//! Tests through the public Rust interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod artefact;
mod bounds;
mod builtins;
mod collections;
mod conversations;
mod corpus;
mod determinism;
mod documents;
mod entries;
mod exact;
mod exits;
mod faults;
mod fences;
mod filled;
mod form;
mod fuel;
mod generated;
mod growth;
mod habits;
mod hints;
mod hostile;
mod leaks;
mod limits;
mod linear_text;
mod paths;
mod programs;
mod real;
mod rows;
mod test262;
mod tidy;
mod times;
mod unreachable;

use std::sync::OnceLock;

use isolate_host::{Outcome, Run, RunOptions, Sandbox, Workspace};

/// One sandbox for all tests: what one run does must not reach another.
fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new().expect("this machine runs the sandbox"))
}

/// Runs a program in a new workspace in memory.
fn run(program: &str, options: RunOptions) -> Run {
    let workspace = Workspace::memory().expect("there is memory");
    run_in(&workspace, program, options)
}

fn run_in(workspace: &Workspace, program: &str, options: RunOptions) -> Run {
    sandbox()
        .run(workspace, program)
        .options(&options)
        .blocking()
        .expect("whatever a program does is an outcome")
}

/// How a run ended, in a line.
fn ending(run: &Run) -> String {
    match &run.outcome {
        Outcome::Returned(value) => format!("returned {}", isolate_tests::rendered(value)),
        Outcome::Threw(thrown) => format!("threw {}: {}", thrown.name, thrown.message),
        Outcome::Unparsable(thrown) => {
            format!("does not parse: {}: {}", thrown.name, thrown.message)
        }
        Outcome::LimitExceeded(exceeded) => {
            format!("limit {}: {}", exceeded.limit.as_str(), exceeded.message)
        }
        other => format!("{other:?}"),
    }
}
