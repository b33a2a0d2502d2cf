//! Faults that are not the program's say where and why.

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
    assert_eq!(
        error.to_string(),
        format!("{}: {}", path.display(), error.reason())
    );
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
