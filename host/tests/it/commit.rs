//! When what a program changes is kept.

use isolate_host::{Commit, Outcome, RunOptions, Workspace};

use crate::{one_thread, result, run};

const TWO_WRITES_AND_A_THROW: &str = r#"
    await state.writeFile("/a", "new");
    await state.writeFile("/b", "b");
    throw new Error("stop");
"#;

fn workspace() -> Workspace {
    let workspace = Workspace::memory().unwrap();
    run(&one_thread(), &workspace, r#"state.writeFile("/a", "old")"#);
    workspace
}

fn run_with(workspace: &Workspace, code: &str, commit: Commit) -> isolate_host::Run {
    let options = RunOptions::new().commit(commit);
    one_thread()
        .run(workspace, code)
        .options(&options)
        .blocking()
        .unwrap()
}

fn files(workspace: &Workspace) -> String {
    let code = r#"
        const files = {};
        for (const name of await state.readdir("/")) files[name] = await state.readFile(name);
        files
    "#;
    result(&run(&one_thread(), workspace, code))
}

#[test]
fn a_run_that_commits_each_call_keeps_the_changes_before_a_throw() {
    let workspace = workspace();
    let run = run_with(&workspace, TWO_WRITES_AND_A_THROW, Commit::PerCall);
    assert!(matches!(run.outcome, Outcome::Threw(_)));
    assert!(run.is_committed);
    assert_eq!(files(&workspace), r#"{"a":"new","b":"b"}"#);
}

#[test]
fn a_run_that_kept_changes_has_a_number_to_undo_it_by() {
    let workspace = workspace();
    let run = run_with(&workspace, TWO_WRITES_AND_A_THROW, Commit::PerCall);
    workspace.tree().unwrap().undo(run.run_id.unwrap()).unwrap();
    assert_eq!(files(&workspace), r#"{"a":"old"}"#);
    for (code, commit) in [
        (TWO_WRITES_AND_A_THROW, Commit::Atomic),
        (TWO_WRITES_AND_A_THROW, Commit::DryRun),
        (
            r#"await state.writeFile("/n", ""); await state.rm("/n")"#,
            Commit::PerCall,
        ),
        ("state.readdir('/')", Commit::Atomic),
    ] {
        assert_eq!(run_with(&workspace, code, commit).run_id, None, "{code}");
    }
}

#[test]
fn an_atomic_run_that_throws_keeps_nothing_and_lists_its_changes() {
    let workspace = workspace();
    let run = run_with(&workspace, TWO_WRITES_AND_A_THROW, Commit::Atomic);
    assert!(!run.is_committed);
    assert_eq!(run.effects.created[0].path, "/b");
    assert_eq!(run.effects.changed[0].path, "/a");
    assert_eq!(files(&workspace), r#"{"a":"old"}"#);
}

#[test]
fn an_atomic_run_that_returns_keeps_all_changes() {
    let workspace = workspace();
    let run = run_with(
        &workspace,
        r#"await state.writeFile("/b", "b")"#,
        Commit::Atomic,
    );
    assert!(run.is_committed);
    assert_eq!(files(&workspace), r#"{"a":"old","b":"b"}"#);
}

#[test]
fn a_dry_run_sees_its_own_changes_and_keeps_none() {
    let workspace = workspace();
    let code = r#"await state.rm("/a"); await state.writeFile("/c", "c"); state.readdir("/")"#;
    let run = run_with(&workspace, code, Commit::DryRun);
    assert_eq!(result(&run), r#"["c"]"#);
    assert_eq!(run.effects.deleted[0].path, "/a");
    assert_eq!(files(&workspace), r#"{"a":"old"}"#);
}

#[test]
fn a_read_only_run_refuses_to_write() {
    let workspace = workspace();
    let options = RunOptions::new().read_only();
    let code = r#"
        try { await state.writeFile("/a", "x") } catch (e) { [e.code, await state.readFile("/a")] }
    "#;
    let run = one_thread()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert!(!matches!(run.outcome, Outcome::LimitExceeded(_)));
    assert_eq!(files(&workspace), r#"{"a":"old"}"#);
}
