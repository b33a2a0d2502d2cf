//! Functions that block their thread, and what a record says of calls that failed.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use isolate_host::{
    CallErrorKind, CallStatus, Decision, FunctionError, Functions, Outcome, RunOptions, Sandbox,
    Scope, Workspace,
};
use serde_json::json;

use super::{one_thread, result};

/// Waits for what another thread will do.
fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The functions wait for each other, so that they all have to be called at the same time, and not on the
/// only thread that computes.
#[test]
fn functions_that_block_hold_up_nobody() {
    const CALLS: usize = 8;
    let barrier = Arc::new(Barrier::new(CALLS));
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_blocking("meet", move |number: u32, scope: Scope| {
            barrier.wait();
            scope.note(format!("number {number}"));
            Ok(number * 2)
        });
    let code =
        "async () => (await Promise.all([...Array(8).keys()].map((n) => tools.meet(n)))).join()";
    let options = RunOptions::new().functions(functions);
    let workspace = Workspace::memory().unwrap();
    let run = one_thread().run(&workspace, code).options(options);
    let run = run.blocking().unwrap();
    assert_eq!(result(&run), "\"0,2,4,6,8,10,12,14\"");
    assert_eq!(run.calls.entries[3].note.as_deref(), Some("number 3"));
}

#[tokio::test]
async fn a_function_that_blocks_has_the_runtime_and_may_run_programs() {
    let (sandbox, workspace) = (Sandbox::new().unwrap(), Workspace::memory().unwrap());
    let mut functions = Functions::new();
    let inner = (sandbox.clone(), workspace.clone());
    functions
        .namespace("tools")
        .add_blocking("nested", move |(): (), scope: Scope| {
            let runtime = tokio::runtime::Handle::current();
            let spawned = runtime.spawn(async { 40 });
            let number = runtime.block_on(spawned)?;
            let options = RunOptions::new().cancel(scope.cancel_token());
            let run = inner
                .0
                .run(&inner.1, "() => 2")
                .options(options)
                .blocking()?;
            Ok(number + run.result::<u32>()?)
        });
    let options = RunOptions::new().functions(functions);
    let run = sandbox
        .run(&workspace, "tools.nested()")
        .options(options)
        .await
        .unwrap();
    assert_eq!(result(&run), "42");
}

/// Nobody waits for a function that takes too long; it learns that, and its answer is dropped.
#[test]
fn a_function_that_blocks_for_too_long_is_told() {
    let was_told = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&was_told);
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_blocking("slow", move |(): (), scope: Scope| {
            assert!(!scope.is_cancelled());
            until(|| scope.is_cancelled());
            told.store(true, Ordering::Release);
            Ok("too late")
        })
        .timeout(Duration::from_millis(20));
    let code = "tools.slow().catch((error) => error.code)";
    let options = RunOptions::new().functions(functions);
    let workspace = Workspace::memory().unwrap();
    let run = one_thread().run(&workspace, code).options(options);
    assert_eq!(result(&run.blocking().unwrap()), "\"ETIMEDOUT\"");
    until(|| was_told.load(Ordering::Acquire));
}

#[test]
fn the_end_of_a_run_is_told_to_what_it_has_called() {
    let (sender, receiver) = channel();
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add_blocking("block", move |(): (), scope: Scope| {
        sender.send(scope.clone()).unwrap();
        until(|| scope.is_cancelled());
        Ok(())
    });
    tools.add_with("answer", |(): (), scope: Scope| async move {
        Ok(scope.is_cancelled())
    });
    let code = "async () => { tools.block(); throw new Error(await tools.answer()); }";
    let options = RunOptions::new().functions(functions);
    let workspace = Workspace::memory().unwrap();
    let run = one_thread().run(&workspace, code).options(options);
    let run = run.blocking().unwrap();
    let Outcome::Threw(thrown) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(thrown.message, "false");
    assert_eq!(run.calls.entries[0].status, CallStatus::Unfinished);
    // It may not have begun, and is not called then.
    if let Ok(scope) = receiver.try_recv() {
        assert!(scope.is_cancelled());
    }
}

/// A process has 64 threads for such functions: the other calls wait, and those whose time is over leave the
/// queue without being made.
#[test]
fn the_threads_are_bounded_and_what_waits_too_long_is_not_called() {
    let calls = Arc::new(AtomicUsize::new(0));
    let is_open = Arc::new(AtomicBool::new(false));
    let mut functions = Functions::new();
    let (counted, opened) = (Arc::clone(&calls), Arc::clone(&is_open));
    functions
        .namespace("tools")
        .add_blocking("block", move |(): (), _: Scope| {
            counted.fetch_add(1, Ordering::AcqRel);
            until(|| opened.load(Ordering::Acquire));
            Ok(())
        })
        .timeout(Duration::from_millis(300));
    let code = "async () => {
        const calls = await Promise.allSettled(Array.from({ length: 100 }, () => tools.block()));
        return calls.filter((call) => call.reason?.code === 'ETIMEDOUT').length;
    }";
    let options = RunOptions::new().functions(functions);
    let workspace = Workspace::memory().unwrap();
    let run = one_thread().run(&workspace, code).options(options);
    assert_eq!(result(&run.blocking().unwrap()), "100");
    is_open.store(true, Ordering::Release);
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(calls.load(Ordering::Acquire), 64);
}

#[test]
fn the_record_says_why_a_call_failed() {
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add("number", |number: u32| async move { Ok(number) });
    tools.add_blocking("panics", |(): (), _: Scope| -> Result<(), FunctionError> {
        panic!("secret")
    });
    tools.add("fails", |(): ()| async {
        Err::<(), _>(FunctionError::new("x".repeat(501)).with_code("E_LONG"))
    });
    tools
        .add("slow", |(): ()| {
            std::future::pending::<Result<(), FunctionError>>()
        })
        .timeout(Duration::from_millis(5));
    tools
        .add_dynamic("wrong", |_: serde_json::Value, _| async { Ok(json!(1)) })
        .output(json!({ "type": "string" }));
    tools
        .add("asks", |(): ()| async { Ok(()) })
        .needs_approval();
    functions.on_approval(|_| async { Decision::refuse("not today") });
    let code = "async () => {
        for (const name of ['panics', 'fails', 'slow', 'wrong', 'asks']) await tools[name]().catch(() => {});
        await tools.number('one').catch(() => {});
        await tools.number(1);
    }";
    let options = RunOptions::new().functions(functions);
    let workspace = Workspace::memory().unwrap();
    let run = one_thread().run(&workspace, code).options(options);
    let run = run.blocking().unwrap();
    let long = "x".repeat(500);
    let found: Vec<_> = (run.calls.entries.iter())
        .map(|call| {
            let error = call.error.as_ref();
            error.map(|error| (error.kind, error.message.as_str()))
        })
        .collect();
    let expected = [
        Some((
            CallErrorKind::Defect,
            "tools.panics failed by a defect of its own",
        )),
        Some((CallErrorKind::Function, long.as_str())),
        Some((
            CallErrorKind::Limit,
            "tools.slow did not answer within 5 ms",
        )),
        Some((
            CallErrorKind::Defect,
            "tools.wrong answered what does not fit its own schema: 1 is not of type \"string\"",
        )),
        Some((
            CallErrorKind::Refused,
            "tools.asks was not approved: not today",
        )),
        Some((
            CallErrorKind::Argument,
            "tools.number: the argument does not fit: \"one\" is not of type \"integer\". It takes number",
        )),
        None,
    ];
    assert_eq!(found, expected);
    let json = serde_json::to_value(&run).unwrap();
    assert_eq!(
        json["calls"][4]["message"],
        "tools.asks was not approved: not today"
    );
    assert!(json["calls"][6].get("message").is_none());
}
