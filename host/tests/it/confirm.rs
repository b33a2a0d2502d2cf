//! Runs that ask before their changes are kept.

use std::sync::mpsc;
use std::time::Duration;

use expect_test::expect;
use isolate_host::{Commit, ErrorKind, RunOptions, Sandbox, Workspace};

const PROGRAM: &str = "async () => { await state.writeFile('/a', '1'); return 'done'; }";

fn has_file(workspace: &Workspace) -> bool {
    let path = "/a".parse().unwrap();
    workspace.tree().unwrap().exists(&path).unwrap()
}

#[test]
fn the_answer_decides() {
    let sandbox = Sandbox::new().unwrap();
    for answer in [false, true] {
        let workspace = Workspace::memory().unwrap();
        let (sender, seen) = mpsc::channel();
        let options = RunOptions::new().diff_bytes(1_000).confirm(move |preview| {
            let paths: Vec<String> = preview
                .effects
                .created
                .iter()
                .map(|entry| entry.path.to_string())
                .collect();
            sender
                .send((paths, preview.diff.map(str::to_owned)))
                .unwrap();
            answer
        });
        let run = sandbox
            .run(&workspace, PROGRAM)
            .options(&options)
            .blocking()
            .unwrap();
        assert_eq!((run.is_committed, has_file(&workspace)), (answer, answer));
        assert_eq!(run.run_id.is_some(), answer);
        let (paths, diff) = seen.try_recv().unwrap();
        assert_eq!(paths, ["/a"]);
        assert!(diff.unwrap().starts_with("diff --git a/a b/a\n"));
    }
}

#[test]
fn a_run_without_changes_asks_nothing() {
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let options = RunOptions::new().confirm(|_| panic!("asked"));
    for program in [
        "() => 1",
        "async () => { await state.writeFile('/a', '1'); throw new Error('no'); }",
    ] {
        let run = sandbox
            .run(&workspace, program)
            .options(&options)
            .blocking();
        assert!(run.is_ok());
        assert!(!has_file(&workspace));
    }
}

#[test]
fn the_answer_may_take_longer_than_the_program() {
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let timeout = Duration::from_secs(2);
    let options = RunOptions::new().timeout(timeout).confirm(move |_| {
        let (_open, never) = mpsc::channel::<()>();
        never
            .recv_timeout(timeout + Duration::from_millis(200))
            .is_err()
    });
    let run = sandbox
        .run(&workspace, PROGRAM)
        .options(&options)
        .blocking()
        .unwrap();
    assert!(run.is_committed && has_file(&workspace));
    assert!(run.usage.wall < timeout, "{:?}", run.usage.wall);
}

#[test]
fn only_atomic_runs_can_ask() {
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    for commit in [Commit::PerCall, Commit::DryRun] {
        let options = RunOptions::new().confirm(|_| true).commit(commit);
        let refused = sandbox
            .run(&workspace, PROGRAM)
            .options(&options)
            .blocking()
            .unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Refused);
        expect!["`confirm` needs an atomic run: set `commit` to `Commit::Atomic`, or do not set it after `confirm`"]
            .assert_eq(&refused.to_string());
        assert!(!has_file(&workspace));
    }
}
