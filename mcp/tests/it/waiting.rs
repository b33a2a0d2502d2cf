//! Calls whose programs wait for functions or approvals: they keep nobody else waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::{Decision, Functions, Sandbox, Workspace};
use isolate_mcp::{Server, ServerLimits};
use isolate_tools::{Settings, Toolbox};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{PATIENCE, Raw, text};

/// `desk.works`, and `desk.pays`, which needs an approval: both wait for a permit.
fn desk(waiting: &Arc<AtomicUsize>, permits: &Arc<Semaphore>) -> Functions {
    let mut functions = Functions::new();
    let wait = {
        let (waiting, permits) = (Arc::clone(waiting), Arc::clone(permits));
        move || {
            waiting.fetch_add(1, Ordering::SeqCst);
            let permits = Arc::clone(&permits);
            async move { permits.acquire_owned().await.unwrap().forget() }
        }
    };
    let waits = wait.clone();
    functions.namespace("desk").add("works", move |(): ()| {
        let waits = waits();
        async move {
            waits.await;
            Ok("done")
        }
    });
    functions
        .namespace("desk")
        .add("pays", |(): ()| async { Ok("done") })
        .needs_approval();
    functions.on_approval(move |_| {
        let waits = wait();
        async move {
            waits.await;
            Decision::Approve
        }
    });
    functions
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// With two slots and four threads that may block.
#[test]
fn programs_that_wait_hold_no_slot_and_no_thread() {
    let calls_max = match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 1_000,
        None => 200,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(4)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (waiting, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let places = u32::try_from(calls_max).unwrap() + 10;
        let sandbox = Sandbox::builder().threads(2).runs(places);
        let sandbox = sandbox.runs_of_workspace(places).build().unwrap();
        let workspace = Workspace::memory().unwrap();
        let tools = Toolbox::new(&workspace, &Settings::default())
            .unwrap()
            .with_sandbox(sandbox)
            .with_functions(desk(&waiting, &permits));
        let limits = ServerLimits::new().calls(2).waiting(2 * calls_max);
        let server = Server::new(tools).with_limits(limits);
        let mut other = Raw::greeted(&server).await;
        other.call("run", json!({ "code": "1" })).await;
        let before = threads();

        let mut raw = Raw::greeted(&server).await;
        let mut ids = Vec::new();
        for number in 0..calls_max {
            let function = ["works", "pays"][number % 2];
            let arguments = json!({ "code": format!("desk.{function}()") });
            let params = json!({ "name": "run", "arguments": arguments });
            ids.push(raw.request("tools/call", params).await);
        }
        let begun = Instant::now();
        while waiting.load(Ordering::SeqCst) < calls_max {
            assert!(
                begun.elapsed() < PATIENCE,
                "{waiting:?} of {calls_max} wait"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Some of the runtime and of the sandbox have begun since.
        let now = threads();
        assert!(now < before + 16, "{now} threads, {before} before");

        for (tool, arguments) in [
            ("run", json!({ "code": "() => 'hello'" })),
            ("write", json!({ "path": "/a", "content": "x" })),
            ("ls", json!({ "path": "/" })),
        ] {
            let mut least = Duration::MAX;
            for _ in 0..10 {
                let begun = Instant::now();
                let answer = other.call(tool, arguments.clone()).await;
                assert_ne!(answer["isError"], true, "{answer}");
                least = least.min(begun.elapsed());
            }
            assert!(least < Duration::from_millis(50), "{tool}: {least:?}");
        }
        permits.add_permits(calls_max);
        for id in ids {
            let answer = raw.answer(id).await;
            let answer = &answer["result"];
            assert!(text(answer).contains("done"), "{answer}");
        }
    });
}

/// One that is cancelled while it waits ends, and gives nothing back twice.
#[tokio::test]
async fn a_program_that_waits_can_be_cancelled() {
    let (waiting, permits) = (Arc::<AtomicUsize>::default(), Arc::new(Semaphore::new(0)));
    let tools = crate::toolbox(&crate::workspace(&[]), Settings::default());
    let tools = tools.with_functions(desk(&waiting, &permits));
    let server = Server::new(tools).with_limits(ServerLimits::new().calls(1));
    let mut raw = Raw::greeted(&server).await;
    for number in 1..=3 {
        let params = json!({ "name": "run", "arguments": { "code": "desk.works()" } });
        let id = raw.request("tools/call", params).await;
        let begun = Instant::now();
        while waiting.load(Ordering::SeqCst) < number {
            assert!(begun.elapsed() < PATIENCE);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let cancelled = json!({ "requestId": id, "reason": "no more" });
        raw.tell("notifications/cancelled", cancelled).await;
        let done = raw.call("run", json!({ "code": "() => 'next'" })).await;
        assert!(text(&done).contains("next"), "{done}");
    }
    raw.end().await;
}
