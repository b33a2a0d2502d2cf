//! Tests of the Rust API.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answered;
mod apart;
mod blocking;
mod branches;
mod calls;
mod cancel;
mod commit;
mod confirm;
mod damaged;
mod errors;
mod events;
mod functions;
mod here;
mod history;
mod idempotency;
mod integers;
mod internal;
mod large;
mod modules;
mod nested;
mod nested_output;
mod not_text;
mod platforms;
mod preludes;
mod queue;
mod replay;
mod results;
mod resuming;
mod review;
mod rules;
mod sealed;
mod shell;
mod shell_files;
mod shell_git;
mod shell_hostile;
mod shell_language;
mod shell_search;
mod slow;
mod stalls;
mod suspended;
mod tracing;
mod unreadable;
mod waits;
mod workspaces;

use isolate_host::{Functions, Outcome, Run, RunOptions, Sandbox, Suspended, Workspace, to_json};

/// A sandbox with one thread: a run that held it would block the next.
fn one_thread() -> Sandbox {
    Sandbox::builder()
        .threads(1)
        .runs(4)
        .runs_of_workspace(4)
        .build()
        .unwrap()
}

/// Options with functions alone.
fn with_functions(functions: &Functions) -> RunOptions {
    RunOptions::new().functions(functions.clone())
}

/// What a run waits for.
fn suspended(run: &Run) -> &Suspended {
    match &run.outcome {
        Outcome::Suspended(suspended) => suspended,
        other => panic!("{other:?}"),
    }
}

fn run(sandbox: &Sandbox, workspace: &Workspace, code: &str) -> Run {
    sandbox.run(workspace, code).blocking().unwrap()
}

/// The run of a program on a workspace of its own.
fn run_with(code: &str, options: &RunOptions) -> Run {
    let workspace = Workspace::memory().unwrap();
    one_thread()
        .run(&workspace, code)
        .options(options)
        .blocking()
        .unwrap()
}

/// The result as JSON text, or how the program ended otherwise.
fn result(run: &Run) -> String {
    match &run.outcome {
        Outcome::Returned(value) => {
            to_json(value).map_or_else(|| "undefined".to_owned(), |json| json.to_string())
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn several_sandboxes_work_side_by_side() {
    let sandboxes = [one_thread(), one_thread(), one_thread()];
    let workspace = Workspace::memory().unwrap();
    for sandbox in &sandboxes {
        assert_eq!(result(&run(sandbox, &workspace, "1 + 1")), "2");
    }
}
