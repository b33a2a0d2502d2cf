//! Faults that are not the program's say where and why.

use std::error::Error as _;

use isolate_host::{ErrorKind, Outcome, Workspace, message_of};

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
