//! Atomic runs that wait: others write meanwhile, and the changes are taken over as a whole or not at all.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use isolate_host::vfs::{LogOptions, RunState};
use isolate_host::{
    Answer, CancelToken, Decision, FunctionError, Functions, Limits, Outcome, Run, RunHandle,
    RunOptions, Sandbox, Value, Workspace, recorded_status,
};
use serde_json::json;
use tokio::sync::{oneshot, watch};

use super::{one_thread, result, run, suspended, with_functions};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

/// What another program has to take less than while a run waits.
const SOON: Duration = Duration::from_secs(2);

/// `tools.wait` tells that it was called, and waits for the sender.
fn tools() -> (Functions, mpsc::Receiver<()>, watch::Sender<bool>) {
    let (sender, begun) = mpsc::channel();
    let (release, released) = watch::channel(false);
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_dynamic("wait", move |_: Value, _| {
            let mut released = released.clone();
            let sender = sender.clone();
            async move {
                // It is polled once before the run waits.
                tokio::task::yield_now().await;
                sender.send(()).unwrap();
                released.wait_for(|is_released| *is_released).await.unwrap();
                Ok::<_, FunctionError>(Value::Undefined)
            }
        })
        .timeout(LONG)
        .reads();
    (functions, begun, release)
}

fn options(functions: &Functions) -> RunOptions {
    with_functions(functions).limits(Limits::new().timeout(LONG))
}

const PROGRAM: &str = r#"async () => {
  await state.writeFile("/mine", "first\n");
  await tools.wait();
  await state.appendFile("/mine", "second\n");
  return [await state.readFile("/mine"), await state.exists("/other")];
}"#;

/// A run that has begun to wait, and a program of another that has written meanwhile.
fn beside(
    workspace: &Workspace,
    options: RunOptions,
    other: &str,
) -> (Sandbox, Driven, watch::Sender<bool>) {
    let sandbox = one_thread();
    let (functions, begun, release) = tools();
    let handle = sandbox
        .run(workspace, PROGRAM)
        .options(options.functions(functions))
        .start();
    let handle = Driven::of(handle);
    begun.recv_timeout(LONG).unwrap();
    let asked = Instant::now();
    assert_eq!(result(&run(&sandbox, workspace, other)), "undefined");
    assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
    (sandbox, handle, release)
}

/// A run whose functions are polled on a thread of their own.
struct Driven {
    thread: std::thread::JoinHandle<Option<Run>>,
    drops: oneshot::Sender<()>,
}

impl Driven {
    fn of(handle: RunHandle) -> Self {
        let (drops, dropped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let either = futures_executor::block_on(select(handle, dropped));
            match either {
                Either::Left((run, _)) => Some(run.unwrap()),
                Either::Right(_) => None,
            }
        });
        Self { thread, drops }
    }
}

fn wait(driven: Driven) -> Run {
    driven.thread.join().unwrap().unwrap()
}

fn places() -> (tempfile::TempDir, Vec<Workspace>) {
    let folder = tempfile::tempdir().unwrap();
    let file = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    (folder, vec![file, Workspace::memory().unwrap()])
}

#[test]
fn others_write_while_an_atomic_run_waits() {
    let (_folder, places) = places();
    for workspace in places {
        let limits = options(&Functions::new());
        for is_dry in [false, true] {
            let options = match is_dry {
                true => limits.clone().dry_run(),
                false => limits.clone().atomic(),
            };
            let (sandbox, handle, release) =
                beside(&workspace, options, "await state.writeFile('/other', '')");
            assert_eq!(
                result(&run(&sandbox, &workspace, "await state.exists('/mine')")),
                "false"
            );
            release.send(true).unwrap();
            let done = wait(handle);
            assert_eq!(result(&done), r#"["first\nsecond\n",false]"#);
            assert_eq!(done.is_committed, !is_dry);
            assert_eq!(done.effects.created.len(), 1);
            let told = run(
                &sandbox,
                &workspace,
                "await state.readFile('/mine').catch(() => 'none')",
            );
            let kept = if is_dry { "none" } else { "first\nsecond\n" };
            assert_eq!(result(&told), json!(kept).to_string());
            let tree = workspace.tree().unwrap();
            assert!(tree.check().unwrap().is_empty());
            assert!(tree.branches().unwrap().is_empty());
            drop(tree);
            run(
                &sandbox,
                &workspace,
                "await state.rm('/mine', { force: true }); await state.rm('/other')",
            );
        }
    }
}

#[test]
fn what_others_have_changed_too_is_a_conflict() {
    let (_folder, places) = places();
    for workspace in places {
        let options = options(&Functions::new()).atomic().label("work");
        let (sandbox, handle, release) = beside(
            &workspace,
            options,
            "await state.writeFile('/mine', 'theirs')",
        );
        release.send(true).unwrap();
        let done = wait(handle);
        let Outcome::Conflict(conflict) = &done.outcome else {
            panic!("{:?}", done.outcome);
        };
        assert!(!done.is_committed);
        assert_eq!(conflict.branch, format!("run-{}", conflict.run));
        assert_eq!(conflict.paths, ["/mine"]);
        let report = serde_json::to_value(&done).unwrap();
        assert_eq!(report["status"], "conflict");
        assert_eq!(
            report["conflict"],
            json!({ "branch": conflict.branch, "paths": ["/mine"] })
        );
        let said = report["error"]["message"].as_str().unwrap();
        assert!(
            said.contains("others have changed /mine too while it waited"),
            "{said}"
        );
        assert_eq!(done.result::<Vec<Value>>().unwrap_err().message(), said);
        assert_eq!(
            result(&run(&sandbox, &workspace, "await state.readFile('/mine')")),
            r#""theirs""#
        );
        let apart = workspace.on_branch(&conflict.branch).unwrap();
        assert_eq!(
            result(&run(&sandbox, &apart, "await state.readFile('/mine')")),
            r#""first\nsecond\n""#
        );
        let info = workspace
            .tree()
            .unwrap()
            .run_info(conflict.run)
            .unwrap()
            .unwrap();
        assert_eq!(recorded_status(&info), "conflict");
    }
}

#[test]
fn a_run_that_is_stopped_while_it_waits_leaves_nothing() {
    let (_folder, places) = places();
    for workspace in places {
        for is_dropped in [false, true] {
            let cancel = CancelToken::new();
            let options = options(&Functions::new())
                .atomic()
                .label("stopped")
                .cancel(cancel.clone());
            let (sandbox, handle, _release) =
                beside(&workspace, options, "await state.writeFile('/other', '')");
            if is_dropped {
                handle.drops.send(()).unwrap();
                assert!(handle.thread.join().unwrap().is_none());
            } else {
                cancel.cancel();
                assert!(matches!(wait(handle).outcome, Outcome::LimitExceeded(_)));
            }
            // A run whose handle is dropped ends by itself.
            let until = Instant::now() + LONG;
            loop {
                let log = workspace.history(&LogOptions::new().limit(9)).unwrap();
                if log.iter().all(|run| run.state != RunState::Open) {
                    break;
                }
                assert!(Instant::now() < until, "{log:?}");
                std::thread::sleep(Duration::from_millis(5));
            }
            let listed = run(&sandbox, &workspace, "await state.readdir('/')");
            assert_eq!(result(&listed), r#"["other"]"#);
            let tree = workspace.tree().unwrap();
            assert!(tree.check().unwrap().is_empty());
            assert!(tree.branches().unwrap().is_empty());
        }
    }
}

fn shop() -> Functions {
    let mut functions = Functions::new();
    functions
        .namespace("shop")
        .add("pay", |sum: u32| async move { Ok(format!("paid {sum}")) })
        .writes()
        .needs_approval();
    functions.on_approval(|_| async { Decision::Later });
    functions
}

#[test]
fn an_atomic_run_waits_for_an_approval_and_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let code = r#"async () => {
      await state.writeFile("/order", "2 apples\n");
      const said = await shop.pay(3);
      await state.appendFile("/order", said);
      return await state.readFile("/order");
    }"#;
    let options = options(&shop()).atomic().label("order").confirm(|preview| {
        assert_eq!(preview.effects.created.len(), 1);
        true
    });
    for other in [
        None,
        Some("await state.writeFile('/else', '')"),
        Some("await state.writeFile('/order', '')"),
    ] {
        let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
        run(
            &sandbox,
            &workspace,
            "await state.rm('/order', { force: true })",
        );
        let put = sandbox
            .run(&workspace, code)
            .options(&options)
            .blocking()
            .unwrap();
        let waiting = suspended(&put);
        assert!(!put.is_committed);
        assert_eq!(put.effects.created[0].path, "/order");
        assert_eq!(
            result(&run(&sandbox, &workspace, "await state.exists('/order')")),
            "false"
        );
        if let Some(other) = other {
            run(&sandbox, &workspace, other);
        }
        drop((sandbox, workspace));
        let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
        let id = waiting.run;
        workspace
            .answer(id, &waiting.waiting_for[0], Answer::Approve)
            .unwrap();
        // Its changes are to be confirmed.
        let unasked = RunOptions::new().functions(shop());
        let refused = sandbox
            .resume(&workspace, id)
            .options(unasked.clone())
            .blocking()
            .unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("resume it with a function that is asked"),
            "{refused}"
        );
        let asked = unasked.confirm(|_| true);
        let done = sandbox
            .resume(&workspace, id)
            .options(asked)
            .blocking()
            .unwrap();
        match (other, &done.outcome) {
            (Some(other), Outcome::Conflict(conflict)) if other.contains("order") => {
                assert_eq!(conflict.paths, ["/order"]);
            }
            _ => {
                assert_eq!(result(&done), r#""2 apples\npaid 3""#);
                assert!(done.is_committed);
                let now = run(&sandbox, &workspace, "await state.readFile('/order')");
                assert_eq!(result(&now), r#""2 apples\npaid 3""#);
            }
        }
        assert!(workspace.pending().unwrap().is_empty());
        assert!(workspace.tree().unwrap().check().unwrap().is_empty());
    }
}

#[test]
fn others_write_while_somebody_is_asked_about_the_changes() {
    let (_folder, places) = places();
    for workspace in places {
        for is_blocking in [false, true] {
            let sandbox = one_thread();
            let (sender, asked) = mpsc::channel();
            let (release, released) = watch::channel(false);
            let options = options(&Functions::new()).atomic();
            let options = match is_blocking {
                true => options.confirm(move |_| {
                    sender.send(()).unwrap();
                    while !*released.borrow() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    true
                }),
                false => options.confirm_with(move |_| {
                    sender.send(()).unwrap();
                    let mut released = released.clone();
                    async move { *released.wait_for(|is_released| *is_released).await.unwrap() }
                }),
            };
            let code = "await state.writeFile('/mine', '')";
            let handle = Driven::of(sandbox.run(&workspace, code).options(options).start());
            asked.recv_timeout(LONG).unwrap();
            let begun = Instant::now();
            run(&sandbox, &workspace, "await state.writeFile('/other', '')");
            assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
            release.send(true).unwrap();
            assert!(wait(handle).is_committed);
            let listed = run(&sandbox, &workspace, "await state.readdir('/')");
            assert_eq!(result(&listed), r#"["mine","other"]"#);
            run(
                &sandbox,
                &workspace,
                "await state.rm('/mine'); await state.rm('/other')",
            );
        }
    }
}

#[test]
fn a_run_that_waited_alone_is_replayed_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let sandbox = one_thread();
    run(
        &sandbox,
        &workspace,
        "await state.writeFile('/before', 'x')",
    );
    let (functions, begun, release) = tools();
    let options = options(&functions).atomic();
    let handle = Driven::of(sandbox.run(&workspace, PROGRAM).options(options).start());
    begun.recv_timeout(LONG).unwrap();
    release.send(true).unwrap();
    let done = wait(handle);
    assert!(done.is_committed);
    let replayed = sandbox
        .replay(
            &workspace,
            done.run_id.unwrap(),
            &isolate_host::ReplayOptions::new(),
        )
        .unwrap();
    assert!(
        matches!(replayed, isolate_host::Replay::Same),
        "{replayed:?}"
    );
}
