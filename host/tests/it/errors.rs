//! Faults that are not the program's have a place and a reason, and report the partial run.

use std::error::Error as _;

use isolate_host::bridge::failing_sandbox;
use isolate_host::vfs::Tree;
use isolate_host::vfs::testing::{FailMode, TreeTesting as _};
use isolate_host::{
    Error, ErrorKind, Outcome, PartialRun, RunOptions, Sandbox, Value, Workspace, message_of,
};

use crate::{one_thread, run};

#[test]
fn a_workspace_that_cannot_be_opened_is_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/s.sqlite");
    let error = Workspace::open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert_eq!(error.path(), Some(path.as_path()));
    assert_eq!(
        error.reason(),
        format!(
            "cannot open the workspace file: there is no directory {}; make it first",
            folder.path().join("no").display()
        )
    );
    // `Display` says what was being done, and leaves what its source says to that.
    assert_eq!(
        error.to_string(),
        format!(
            "{}: cannot open the workspace: there is no directory {}; make it first",
            path.display(),
            folder.path().join("no").display()
        )
    );
    let source = error.source().unwrap().to_string();
    assert!(!error.to_string().contains(&source), "{error} / {source}");
    std::fs::write(folder.path().join("no"), "").unwrap();
    let error = Workspace::open(&path).unwrap_err();
    assert!(
        error.path().is_some() && error.reason().len() > 10,
        "{error}"
    );
    let other = folder.path().join("other");
    std::fs::write(&other, "notes, and nothing else".repeat(100)).unwrap();
    let error = Workspace::open(&other).unwrap_err();
    assert_eq!(error.reason(), "not a workspace");
    assert_eq!(error.source().unwrap().to_string(), "not a workspace");
    let opening = format!("{}: cannot open the workspace", other.display());
    assert_eq!(error.to_string(), opening);
}

#[test]
fn an_error_without_a_message_says_that() {
    let workspace = Workspace::memory().unwrap();
    for program in ["throw new Error()", "throw ''"] {
        let outcome = run(&one_thread(), &workspace, program).outcome;
        let Outcome::Threw(thrown) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(message_of(&thrown), "(thrown without a message)");
    }
}

#[test]
fn what_a_program_throws_is_told_within_bounds() {
    let workspace = Workspace::memory().unwrap();
    for program in [
        "throw new Error(L)",
        "throw L",
        "throw { a: L, b: L }",
        "throw Object.assign(new Error('a'), { name: L, code: L, path: L })",
        "throw new Error('a', { cause: new Error(L, { cause: L }) })",
        "throw new AggregateError(Array.from({ length: 1e4 }, () => new Error(L)), L)",
        "throw new DOMException(L, L)",
        "Error.stackTraceLimit = 1; const o = { [L]() { throw new Error('a') } }; o[L]()",
        "state.readFile(L)",
    ] {
        let program = format!("const L = 'x'.repeat(1e6); {program}");
        let outcome = run(&one_thread(), &workspace, &program).outcome;
        let Outcome::Threw(thrown) = outcome else {
            panic!("{program}: {outcome:?}");
        };
        let texts = [
            Some(&thrown.name),
            Some(&thrown.message),
            Some(&thrown.stack),
        ]
        .into_iter()
        .chain([&thrown.code, &thrown.path, &thrown.cause].map(Option::as_ref));
        for text in texts.flatten() {
            assert!(text.len() <= 4096, "{program}: {}", text.len());
        }
    }
}

#[test]
fn a_failure_of_the_engine_reports_the_partial_run() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("s.sqlite")).unwrap();
    let sandbox = failing_sandbox("begun", &[("/a", "1"), ("/b", "2")]).unwrap();
    let error = sandbox.run(&workspace, "1").blocking().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    let run = error.partial_run().unwrap();
    let logs: Vec<&str> = run.logs.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(logs, ["begun"]);
    let created: Vec<&str> = run
        .effects
        .created
        .iter()
        .map(|entry| entry.path.as_str())
        .collect();
    assert_eq!(created, ["/a", "/b"]);
    assert!(run.is_committed);
    assert_eq!((run.usage.host_calls, run.usage.bytes_written), (2, 2));
    // It is in the history, and can be taken back.
    let tree = workspace.tree().unwrap();
    assert!(tree.exists(&"/a".parse().unwrap()).unwrap());
    tree.undo(run.run_id.unwrap()).unwrap();
    assert!(!tree.exists(&"/a".parse().unwrap()).unwrap());
}

#[test]
fn a_failure_of_the_engine_in_an_atomic_run_keeps_nothing() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = failing_sandbox("begun", &[("/a", "1")]).unwrap();
    for options in [RunOptions::new().atomic(), RunOptions::new().dry_run()] {
        let error = sandbox
            .run(&workspace, "1")
            .options(&options)
            .blocking()
            .unwrap_err();
        let run = error.partial_run().unwrap();
        assert!(!run.is_committed);
        assert_eq!((run.effects.created.len(), run.run_id), (1, None));
        let json = serde_json::to_value(run).unwrap();
        assert_eq!(json["committed"], false);
        assert_eq!(json["effects"]["created"], serde_json::json!(["/a"]));
    }
    let tree = workspace.tree().unwrap();
    assert!(!tree.exists(&"/a".parse().unwrap()).unwrap());
}

/// Runs a program again and again while the N-th statement of the storage fails, for every N, until
/// the fault is not reached. Gives each error to `check`, with the workspace afterwards.
/// Returns how many runs failed after their program had started.
fn with_every_fault(
    sandbox: &Sandbox,
    options: &RunOptions,
    mode: FailMode,
    check: impl Fn(&Error, &PartialRun, &Tree),
) -> usize {
    const PROGRAM: &str =
        "async () => { console.log('begun'); await state.writeFile('/a', '1'); return 7 }";
    let mut failed = 0;
    for number in 1..500 {
        let workspace = Workspace::memory().unwrap();
        workspace.tree().unwrap().fail_statement(number, mode);
        let ended = sandbox.run(&workspace, PROGRAM).options(options).blocking();
        let tree = workspace.tree().unwrap();
        let has_fired = tree.fault_fired();
        tree.fail_statement(0, mode);
        if !has_fired {
            return failed;
        }
        let Err(error) = ended else { continue };
        match error.partial_run() {
            // It failed before the program began.
            None => assert!(!exists(&tree), "statement {number}: {error}"),
            Some(run) => {
                let logs: Vec<&str> = run.logs.iter().map(|entry| entry.text.as_str()).collect();
                assert_eq!(logs, ["begun"], "statement {number}");
                check(&error, run, &tree);
                failed += 1;
            }
        }
    }
    panic!("the run never ends");
}

fn exists(tree: &Tree) -> bool {
    tree.exists(&"/a".parse().unwrap()).unwrap()
}

/// Whether the effects name the file, or say that they are not known.
fn has_effects(run: &PartialRun) -> bool {
    match run.effects.created.as_slice() {
        [] => run.effects.omitted.is_partial,
        [entry] => entry.path.as_str() == "/a",
        _ => false,
    }
}

#[test]
fn a_failure_of_the_last_commit_reports_the_partial_run() {
    for mode in [FailMode::Once, FailMode::Forever] {
        let options = RunOptions::new();
        let failed = with_every_fault(&one_thread(), &options, mode, |error, run, tree| {
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert_eq!(error.to_string(), "cannot end the run in the workspace");
            assert!(error.source().is_some());
            assert!(run.is_committed && has_effects(run), "{run:?}");
            // A write that failed with the storage was an error that ended the program.
            match &run.outcome {
                Some(Outcome::Returned(Value::Number(7.0))) => {
                    assert!(exists(tree));
                    // What is known to be in the history can be undone.
                    if let Some(run_id) = run.run_id {
                        tree.undo(run_id).unwrap();
                        assert!(!exists(tree));
                    }
                }
                Some(Outcome::Threw(thrown)) => {
                    assert_eq!(thrown.code.as_deref(), Some("EIO"));
                    assert!(!exists(tree));
                }
                other => panic!("{other:?}"),
            }
            assert!(run.usage.host_calls == 1 && run.usage.fuel > 0);
        });
        assert!(failed > 0, "{mode:?}");
    }
}

#[test]
fn a_failure_of_the_commit_of_an_atomic_run_keeps_nothing() {
    let options = RunOptions::new().atomic();
    let failed = with_every_fault(
        &one_thread(),
        &options,
        FailMode::Once,
        |error, run, tree| {
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert!(!run.is_committed && !exists(tree) && run.run_id.is_none());
            assert!(has_effects(run), "{run:?}");
            let outcome = run.outcome.as_ref().unwrap();
            if matches!(outcome, Outcome::Returned(_)) {
                assert_eq!(error.to_string(), "cannot keep what the run has changed");
            }
        },
    );
    assert!(failed > 0);
}

#[test]
fn changes_that_cannot_be_shown_for_confirmation_are_not_kept() {
    let options = RunOptions::new().atomic().confirm(|_| true);
    let failed = with_every_fault(
        &one_thread(),
        &options,
        FailMode::Once,
        |error, run, tree| {
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert!(!run.is_committed && !exists(tree), "{error}");
        },
    );
    assert!(failed > 0);
}

#[test]
fn a_failure_of_the_storage_does_not_hide_an_earlier_failure_of_the_engine() {
    let sandbox = failing_sandbox("begun", &[("/a", "1")]).unwrap();
    for (options, is_atomic) in [
        (RunOptions::new(), false),
        (RunOptions::new().atomic(), true),
    ] {
        let failed = with_every_fault(&sandbox, &options, FailMode::Forever, |error, run, _| {
            assert_eq!(error.kind(), ErrorKind::Internal, "{error}");
            assert!(error.source().unwrap().to_string().contains("unreachable"));
            assert!(run.outcome.is_none());
            assert_eq!(run.is_committed, !is_atomic);
        });
        assert!(failed > 0);
    }
}
