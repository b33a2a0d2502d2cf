//! Dropping the future of a run cancels it, and so does a token, after which its effects are reported.

use isolate_host::{CancelToken, Commit, Limit, Outcome, Run, RunOptions, Workspace};
use tokio::sync::Notify;

use crate::{one_thread, result, run};

/// The program tells that it has begun, and then never ends.
#[tokio::test]
async fn a_dropped_run_frees_its_thread_and_keeps_its_committed_calls() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    let begun = std::sync::Arc::new(Notify::new());
    let mut functions = isolate_host::Functions::new();
    functions
        .namespace("tools")
        .add_dynamic::<isolate_host::Value, isolate_host::Value, _, _>("begun", {
            let begun = std::sync::Arc::clone(&begun);
            move |_, _| {
                begun.notify_one();
                async { Ok(isolate_host::Value::Undefined) }
            }
        });
    let options = RunOptions::new().functions(functions);
    let endless = tokio::spawn({
        let (sandbox, workspace) = (sandbox.clone(), workspace.clone());
        async move {
            let code = r#"await state.writeFile("/kept", "x"); tools.begun(); for (;;);"#;
            sandbox
                .run(&workspace, code)
                .options(&options)
                .await
                .map(|_| ())
        }
    });
    begun.notified().await;
    endless.abort();
    assert!(endless.await.unwrap_err().is_cancelled());

    let next = tokio::task::spawn_blocking(move || {
        run(&sandbox, &workspace, r#"state.readFile("/kept")"#)
    });
    assert_eq!(result(&next.await.unwrap()), r#""x""#);
}

/// A run of an endless program that its token ends once it has begun.
fn cancelled(code: &str, commit: Commit) -> (Workspace, Run) {
    let workspace = Workspace::memory().unwrap();
    let token = CancelToken::new();
    let mut functions = isolate_host::Functions::new();
    functions
        .namespace("tools")
        .add_dynamic::<isolate_host::Value, isolate_host::Value, _, _>("begun", {
            let token = token.clone();
            move |_, _| {
                token.cancel();
                std::future::pending()
            }
        });
    let options = RunOptions::new()
        .functions(functions)
        .commit(commit)
        .cancel(token);
    let run = one_thread()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    (workspace, run)
}

#[test]
fn a_cancelled_run_reports_its_effects() {
    for code in [
        r#"await state.writeFile("/kept", "x"); tools.begun(); for (;;);"#,
        r#"console.log("hi"); await state.writeFile("/kept", "x"); await tools.begun();"#,
    ] {
        for (commit, is_kept) in [(Commit::PerCall, true), (Commit::Atomic, false)] {
            let (workspace, run) = cancelled(code, commit);
            let Outcome::LimitExceeded(ended) = &run.outcome else {
                panic!("{:?}", run.outcome);
            };
            assert_eq!(ended.limit, Limit::Cancelled);
            assert_eq!(ended.message, "the run was cancelled");
            assert_eq!(run.effects.created[0].path, "/kept");
            assert_eq!((run.is_committed, run.run_id.is_some()), (is_kept, is_kept));
            let path = isolate_host::text::VPath::parse("/kept").unwrap();
            assert_eq!(workspace.tree().unwrap().exists(&path).unwrap(), is_kept);
        }
    }
}

#[test]
fn a_cancelled_token_prevents_the_run() {
    let workspace = Workspace::memory().unwrap();
    let token = CancelToken::new();
    token.cancel();
    let options = RunOptions::new().cancel(token.clone());
    let run = one_thread()
        .run(&workspace, "state.writeFile('/a', '')")
        .options(&options)
        .blocking()
        .unwrap();
    assert!(token.is_cancelled());
    assert!(
        matches!(&run.outcome, Outcome::LimitExceeded(ended) if ended.limit == Limit::Cancelled)
    );
    assert!(run.effects.created.is_empty() && run.usage.host_calls == 0);
}
