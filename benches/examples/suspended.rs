//! Times programs that wait once for an answer of later, and go on with it: those that arguments name, or
//! else those whose paths standard input names, a line each. Each is answered with a line,
//! `{"ms":…,"bytes":…,"answer":…}` or `{"error":…}`: the time of both halves together, and what is kept
//! between them.
//!
//! With `--disk` the workspace is a file, so that each half waits for the disk too; else it is in memory.
//! `cargo xtask versus quickjs suspension` puts the figures beside those of another engine.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::time::Instant;

use isolate_benches::unhurried;
use isolate_host::{Answer, FunctionError, Functions, Outcome, Sandbox, Value, Workspace};
use serde_json::{Value as Json, json};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_on_disk = arguments.iter().any(|argument| argument == "--disk");
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let workspace = match is_on_disk {
        true => Workspace::open(folder.path().join("suspended.sqlite")).unwrap(),
        false => Workspace::memory().unwrap(),
    };
    suspended(&sandbox, &workspace, "async () => await host.later(1)");
    let answer = |path: String| {
        let code = std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{path}: {cause}"));
        println!("{}", suspended(&sandbox, &workspace, &code));
    };
    let mut named = arguments
        .into_iter()
        .filter(|argument| !argument.starts_with("--"))
        .peekable();
    if named.peek().is_some() {
        named.for_each(answer);
    } else {
        std::io::stdin()
            .lines()
            .map(Result::unwrap)
            .for_each(answer);
    }
}

/// What a program takes until it waits, and after that, without the time between.
fn suspended(sandbox: &Sandbox, workspace: &Workspace, code: &str) -> Json {
    let mut functions = Functions::new();
    functions
        .namespace("host")
        .add_dynamic("later", |_: Value, _| async {
            Ok::<_, FunctionError>(Value::Null)
        })
        .answered_later();
    let options = unhurried().functions(functions);
    let begun = Instant::now();
    let run = sandbox
        .run(workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let until_it_waits = begun.elapsed();
    let Outcome::Suspended(waits) = run.outcome else {
        return json!({ "error": format!("{:?}", run.outcome) });
    };
    let bytes = workspace.pending_run(waits.run).unwrap().bytes;
    workspace
        .answer(waits.run, &waits.waiting_for[0], Answer::value(5))
        .unwrap();
    let begun = Instant::now();
    let run = sandbox
        .resume(workspace, waits.run)
        .options(&options)
        .blocking()
        .unwrap();
    let taken = until_it_waits + begun.elapsed();
    match &run.outcome {
        Outcome::Returned(value) => json!({
            "ms": taken.as_secs_f64() * 1e3,
            "bytes": bytes,
            "answer": isolate_host::to_json(value),
        }),
        other => json!({ "error": format!("{other:?}") }),
    }
}
