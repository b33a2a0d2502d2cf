//! Runs that wait are put away when their places are wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace};

use super::{Desk, NEVER, PATIENCE, resumed, suspended, text};
use crate::{result, with_functions};

fn two_places() -> Sandbox {
    Sandbox::builder()
        .threads(1)
        .runs(2)
        .runs_of_workspace(2)
        .build()
        .unwrap()
}

/// Ten runs of one workspace wait for a slow function on two places, and one more gets through.
#[tokio::test]
async fn waiting_runs_give_their_places_away() {
    let sandbox = two_places();
    let (workspace, other) = (Workspace::memory().unwrap(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let options = with_functions(&desk.functions).suspend_after(NEVER);
    let runs: Vec<_> = (0..10)
        .map(|number| {
            let code = format!("desk.writes({number})");
            let run = sandbox.run(&workspace, code).options(&options);
            tokio::spawn(run.into_future())
        })
        .collect();
    let mut calls = vec![desk.calls.recv().await.unwrap()];
    let begun = Instant::now();
    let hello = sandbox.run(&other, "'hello'").await.unwrap();
    assert_eq!(result(&hello), r#""hello""#);
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
    while calls.len() < 10 {
        let call = tokio::time::timeout(PATIENCE, desk.calls.recv()).await;
        calls.push(call.unwrap().unwrap());
    }
    for (argument, sender) in calls {
        sender.send(Ok(text(&format!("done {argument}")))).unwrap();
    }
    let mut put_away = 0;
    for (number, run) in runs.into_iter().enumerate() {
        let mut run = run.await.unwrap().unwrap();
        if let Outcome::Suspended(waiting) = &run.outcome {
            put_away += 1;
            run = resumed(&sandbox, &workspace, waiting.run, &desk).await;
        }
        assert_eq!(result(&run), format!(r#""done {number}""#));
    }
    assert!(put_away >= 8, "{put_away}");
    assert!(!desk.is_called(), "each is called once");
    assert!(workspace.pending().unwrap().is_empty());
}

/// The run that has waited longest is put away, and no more of them than are needed.
#[tokio::test]
async fn the_run_that_has_waited_longest_is_put_away() {
    let sandbox = two_places();
    let workspaces = [Workspace::memory().unwrap(), Workspace::memory().unwrap()];
    let mut desk = Desk::new();
    let options = with_functions(&desk.functions).suspend_after(NEVER);
    let mut runs = Vec::new();
    let mut senders = Vec::new();
    for workspace in &workspaces {
        let run = sandbox.run(workspace, "desk.reads(1)").options(&options);
        runs.push(tokio::spawn(run.into_future()));
        senders.push(desk.calls.recv().await.unwrap().1);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let third = Workspace::memory().unwrap();
    let begun = Instant::now();
    sandbox.run(&third, "1").await.unwrap();
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    let first = runs.remove(0).await.unwrap().unwrap();
    let id = suspended(&first).run;
    assert!(!runs[0].is_finished());
    senders.remove(1).send(Ok(text("second"))).unwrap();
    let second = runs.remove(0).await.unwrap().unwrap();
    assert_eq!(result(&second), r#""second""#);
    senders.remove(0).send(Ok(text("first"))).unwrap();
    let first = resumed(&sandbox, &workspaces[0], id, &desk).await;
    assert_eq!(result(&first), r#""first""#);
}

/// Calls that answer soon are not affected, and neither are runs that are not to be put away.
#[tokio::test]
async fn fast_calls_and_runs_that_stay_in_memory_keep_their_places() {
    let sandbox = two_places();
    let workspace = Workspace::memory().unwrap();
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let mut functions = Functions::new();
    functions.namespace("fast").add("work", move |(): ()| {
        counted.fetch_add(1, Ordering::SeqCst);
        async {
            tokio::time::sleep(Duration::from_millis(15)).await;
            Ok(1)
        }
    });
    let code = "async () => { let sum = 0; for (let i = 0; i < 4; i++) sum += await fast.work(); return sum; }";
    let options = with_functions(&functions);
    let runs = (0..12).map(|_| {
        let run = sandbox.run(&workspace, code).options(&options);
        tokio::spawn(run.into_future())
    });
    for run in runs.collect::<Vec<_>>() {
        assert_eq!(result(&run.await.unwrap().unwrap()), "4");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 48);

    let mut desk = Desk::new();
    let options: RunOptions = with_functions(&desk.functions).suspend_after(None);
    let waiting: Vec<_> = (0..2)
        .map(|_| {
            let run = sandbox.run(&workspace, "desk.reads(1)").options(&options);
            tokio::spawn(run.into_future())
        })
        .collect();
    let senders = [
        desk.calls.recv().await.unwrap().1,
        desk.calls.recv().await.unwrap().1,
    ];
    let hello = tokio::spawn(sandbox.run(&workspace, "1").into_future());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!hello.is_finished());
    for sender in senders {
        sender.send(Ok(text("done"))).unwrap();
    }
    for run in waiting {
        assert_eq!(result(&run.await.unwrap().unwrap()), r#""done""#);
    }
    assert_eq!(result(&hello.await.unwrap().unwrap()), "1");
}

/// A run whose function runs another program in the same sandbox does not wait for itself.
#[tokio::test]
async fn a_parent_gives_its_place_to_its_child() {
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let (parents, children) = (Workspace::memory().unwrap(), Workspace::memory().unwrap());
    let inner = sandbox.clone();
    let mut functions = Functions::new();
    functions
        .namespace("child")
        .add("run", move |code: String| {
            let (sandbox, children) = (inner.clone(), children.clone());
            async move {
                let run = sandbox.run(&children, code).await?;
                Ok(result(&run))
            }
        });
    let options = with_functions(&functions);
    let run = sandbox
        .run(&parents, "child.run('6 * 7')")
        .options(&options);
    let run = tokio::time::timeout(PATIENCE, run.into_future())
        .await
        .unwrap()
        .unwrap();
    let id = suspended(&run).run;
    parents.until_answered(id).await;
    let run = sandbox.resume(&parents, id).options(&options);
    assert_eq!(result(&run.await.unwrap()), r#""42""#);
}
