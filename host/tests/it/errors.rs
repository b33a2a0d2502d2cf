//! Faults that are not the program's say where and why.

use std::error::Error as _;

use isolate_host::bridge::failing_sandbox;
use isolate_host::{ErrorKind, Outcome, RunOptions, Workspace, message_of};

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
fn a_failure_of_the_engine_says_what_the_run_had_done() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("s.sqlite")).unwrap();
    let sandbox = failing_sandbox("begun", &[("/a", "1"), ("/b", "2")]).unwrap();
    let error = sandbox.run_blocking(&workspace, "1").unwrap_err();
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
    tree.undo(run.op_id.unwrap()).unwrap();
    assert!(!tree.exists(&"/a".parse().unwrap()).unwrap());
}

#[test]
fn a_failure_of_the_engine_in_an_atomic_run_keeps_nothing() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = failing_sandbox("begun", &[("/a", "1")]).unwrap();
    for options in [RunOptions::new().atomic(), RunOptions::new().dry_run()] {
        let error = sandbox
            .run_blocking_with(&workspace, "1", &options)
            .unwrap_err();
        let run = error.partial_run().unwrap();
        assert!(!run.is_committed);
        assert_eq!((run.effects.created.len(), run.op_id), (1, None));
        let json = serde_json::to_value(run).unwrap();
        assert_eq!(json["committed"], false);
        assert_eq!(json["effects"]["created"], serde_json::json!(["/a"]));
    }
    let tree = workspace.tree().unwrap();
    assert!(!tree.exists(&"/a".parse().unwrap()).unwrap());
}
