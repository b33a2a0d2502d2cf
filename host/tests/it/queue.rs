//! Runs that wait for a place or for a turn: how long, in which bounds, and what stops them there.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use isolate_host::{
    CancelToken, Commit, ErrorKind, FunctionError, Functions, Limit, Outcome, Run, RunOptions,
    Sandbox, Value, Workspace,
};

use crate::{one_thread, result};

/// A limit or a cancellation may be this late, wherever the run waits; the rest is for loaded machines.
const LATE_MAX: Duration = Duration::from_millis(1_000);

const BUSY: Duration = Duration::from_secs(4);

/// Functions of which `tools.begun` tells that a program runs, and `tools.never` does not answer.
fn tools() -> (Functions, mpsc::Receiver<()>) {
    let (sender, begun) = mpsc::channel();
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add_dynamic("begun", move |_: Value, _| {
        sender.send(()).unwrap();
        async { Ok::<_, FunctionError>(Value::Undefined) }
    });
    tools.add_dynamic("never", |_: Value, _| {
        std::future::pending::<Result<Value, FunctionError>>()
    });
    (functions, begun)
}

/// A run that computes until its time is over, on the only thread.
fn computes(sandbox: &Sandbox, time: Duration) -> std::thread::JoinHandle<Run> {
    let (functions, begun) = tools();
    let options = RunOptions::new()
        .functions(functions)
        .timeout(time)
        .fuel(u64::MAX);
    let request = sandbox
        .run(&Workspace::memory().unwrap(), "tools.begun(); for (;;);")
        .options(options);
    let run = std::thread::spawn(move || request.blocking().unwrap());
    begun.recv().unwrap();
    run
}

/// A run that holds the only thread for a while: by a function that blocks, as none should.
fn holds(sandbox: &Sandbox, time: Duration) -> std::thread::JoinHandle<Run> {
    let (sender, begun) = mpsc::channel();
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_dynamic("block", move |_: Value, _| {
            sender.send(()).unwrap();
            std::thread::sleep(time);
            async { Ok::<_, FunctionError>(Value::Undefined) }
        });
    let options = RunOptions::new().functions(functions);
    let request = sandbox
        .run(&Workspace::memory().unwrap(), "tools.block()")
        .options(options);
    let run = std::thread::spawn(move || request.blocking().unwrap());
    begun.recv().unwrap();
    run
}

fn limit(run: &Run) -> Limit {
    match &run.outcome {
        Outcome::LimitExceeded(exceeded) => exceeded.limit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn time_in_the_queue_is_no_time_of_the_run() {
    let sandbox = one_thread();
    let busy = holds(&sandbox, Duration::from_secs(1));
    let options = RunOptions::new().timeout(Duration::from_millis(500));
    let asked = Instant::now();
    let run = sandbox
        .run(&Workspace::memory().unwrap(), "1 + 1")
        .options(options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "2");
    assert!(
        run.usage.queued >= Duration::from_millis(500),
        "{:?}",
        run.usage
    );
    assert!(run.usage.wall + run.usage.queued <= asked.elapsed());
    busy.join().unwrap();
}

/// A run that is called back after a wait waits for its turn, and its clock stands still.
#[test]
fn the_clock_stands_still_while_a_run_waits_for_its_next_turn() {
    let sandbox = one_thread();
    let (ask, answers) = mpsc::channel();
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_dynamic("ask", move |_: Value, _| {
            let (answer, answered) = tokio::sync::oneshot::channel::<()>();
            ask.send(answer).unwrap();
            async move {
                answered.await.unwrap();
                Ok::<_, FunctionError>(Value::Undefined)
            }
        });
    let options = RunOptions::new()
        .functions(functions)
        .timeout(Duration::from_millis(700));
    let code = "async () => { await tools.ask(); return 1; }";
    let request = sandbox
        .run(&Workspace::memory().unwrap(), code)
        .options(options);
    let waiting = std::thread::spawn(move || request.blocking().unwrap());
    let answer = answers.recv().unwrap();
    let busy = holds(&sandbox, Duration::from_millis(1_500));
    answer.send(()).unwrap();
    let run = waiting.join().unwrap();
    assert_eq!(result(&run), "1");
    assert!(
        run.usage.queued >= Duration::from_millis(500),
        "{:?}",
        run.usage
    );
    assert!(
        run.usage.wall < Duration::from_millis(700),
        "{:?}",
        run.usage
    );
    busy.join().unwrap();
}

#[test]
fn a_run_is_cancelled_while_it_waits_for_its_first_turn() {
    let sandbox = one_thread();
    let busy = holds(&sandbox, BUSY);
    let (token, workspace) = (CancelToken::new(), Workspace::memory().unwrap());
    let options = RunOptions::new().cancel(token.clone());
    let request = sandbox
        .run(&workspace, "state.writeFile('/a', '')")
        .options(options);
    let waiting = std::thread::spawn(move || request.blocking().unwrap());
    std::thread::sleep(Duration::from_millis(50));
    let cancelled = Instant::now();
    token.cancel();
    let run = waiting.join().unwrap();
    assert!(cancelled.elapsed() < LATE_MAX);
    assert_eq!(limit(&run), Limit::Cancelled);
    assert!(run.effects.is_empty() && run.usage.fuel == 0);
    drop(busy);
}

#[test]
fn a_run_that_waits_for_a_function_ends_at_its_limit_while_the_threads_compute() {
    let sandbox = one_thread();
    let (functions, begun) = tools();
    let workspace = Workspace::memory().unwrap();
    let options = RunOptions::new()
        .functions(functions)
        .timeout(Duration::from_millis(500));
    let code =
        "async () => { await state.writeFile('/a', ''); tools.begun(); await tools.never(); }";
    let request = sandbox.run(&workspace, code).options(options);
    let asked = Instant::now();
    let waiting = std::thread::spawn(move || request.blocking().unwrap());
    begun.recv().unwrap();
    let busy = holds(&sandbox, BUSY);
    let run = waiting.join().unwrap();
    assert!(asked.elapsed() < Duration::from_millis(500) + LATE_MAX);
    assert_eq!(limit(&run), Limit::Timeout);
    assert_eq!(run.effects.created.len(), 1);
    drop(busy);
}

#[test]
fn the_queue_has_bounds() {
    let sandbox = Sandbox::builder()
        .threads(1)
        .runs(1)
        .queue(1, Duration::from_millis(300))
        .build()
        .unwrap();
    let busy = computes(&sandbox, BUSY);
    let workspace = Workspace::memory().unwrap();
    let request = sandbox.run(&workspace, "state.writeFile('/a', '')");
    let waiting = std::thread::spawn({
        let request = request.clone();
        move || request.blocking().unwrap_err()
    });
    while sandbox.stats().queued == 0 {
        std::thread::yield_now();
    }
    let full = request.blocking().unwrap_err();
    assert_eq!(full.kind(), ErrorKind::Busy);
    assert_eq!(
        full.to_string(),
        "the sandbox is busy: 1 of its places (1) are taken, 0 of them by this workspace, and as many runs \
         wait for one as may (1, `SandboxOptions::queue`); try again later"
    );
    let late = waiting.join().unwrap();
    assert_eq!(late.kind(), ErrorKind::Busy);
    assert_eq!(
        late.to_string(),
        "the sandbox is busy: the run did not get a turn within 300 ms (`SandboxOptions::queue`), and \
         nothing of it was done; try again later"
    );
    assert!(
        workspace
            .tree()
            .unwrap()
            .read(&isolate_host::text::VPath::parse("/a").unwrap())
            .is_err()
    );
    drop(busy);
}

/// The places are fewer than the runs, and each run waits longer than its share of a common limit would be.
#[test]
fn waiting_for_a_place_takes_nothing_of_the_time_limit() {
    let sandbox = Sandbox::builder().threads(1).runs(2).build().unwrap();
    let mut functions = Functions::new();
    functions.namespace("tools").add("wait", |(): ()| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Ok(())
    });
    let options = RunOptions::new()
        .functions(functions)
        .suspend_after(None)
        .timeout(Duration::from_secs(1));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .unwrap();
    let workspace = Workspace::memory().unwrap();
    let runs: Vec<_> = (0..40)
        .map(|_| {
            let request = sandbox.run(&workspace, "async () => { await tools.wait(); return 1; }");
            {
                let request = request.options(&options);
                runtime.spawn(async move { request.await })
            }
        })
        .collect();
    for run in runs {
        assert_eq!(result(&runtime.block_on(run).unwrap().unwrap()), "1");
    }
}

/// Places are shared between workspaces: one whose runs all wait leaves some to others.
#[test]
fn no_workspace_holds_all_places() {
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(8)
        .queue(100, Duration::from_secs(600))
        .build()
        .unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let waits = "async () => { tools.begun(); await tools.never(); }";
    let greedy: Vec<Workspace> = (0..2).map(|_| Workspace::memory().unwrap()).collect();
    let mut waiting = Vec::new();
    for (workspace, held) in greedy.iter().zip([4, 6]) {
        let (functions, begun) = tools();
        let options = RunOptions::new().functions(functions);
        for _ in 0..20 {
            let request = sandbox.run(workspace, waits).options(&options);
            waiting.push(runtime.spawn(async move { request.await }));
        }
        begun.recv().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while sandbox.stats().queued + sandbox.stats().runs < waiting.len() {
            assert!(Instant::now() < until);
            std::thread::yield_now();
        }
        assert_eq!(sandbox.stats().runs, held);
    }
    let hello = sandbox.run(&Workspace::memory().unwrap(), "() => 1");
    let run = hello.blocking().unwrap();
    assert_eq!(result(&run), "1");
    assert!(run.usage.queued < LATE_MAX, "{:?}", run.usage);
    // A workspace that has a place waits for no other, and gets no more than its share.
    assert_eq!((sandbox.stats().runs, sandbox.stats().queued), (6, 34));
    for run in &waiting {
        run.abort();
    }
    let until = Instant::now() + Duration::from_secs(20);
    while sandbox.stats().runs + sandbox.stats().queued > 0 {
        assert!(Instant::now() < until);
        std::thread::yield_now();
    }
}

/// A run that is dropped while it waits is ended elsewhere: ending it waits for the lock.
#[test]
fn dropping_a_run_that_waits_does_not_block_the_caller() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let (functions, begun) = tools();
    let options = RunOptions::new().functions(functions);
    let code = "async () => { tools.begun(); await tools.never(); }";
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .unwrap();
    let waiting = runtime.spawn(
        one_thread()
            .run(&workspace, code)
            .options(options)
            .into_future(),
    );
    begun.recv().unwrap();

    let locks = RunOptions::new()
        .commit(Commit::Atomic)
        .timeout(BUSY)
        .fuel(u64::MAX);
    let (functions, begun) = tools();
    let code = "async () => { await state.writeFile('/a', ''); tools.begun(); for (;;); }";
    let locked = one_thread()
        .run(&workspace, code)
        .options(locks.functions(functions));
    let locked = std::thread::spawn(move || locked.blocking().unwrap());
    begun.recv().unwrap();

    let aborted = Instant::now();
    waiting.abort();
    assert!(runtime.block_on(waiting).unwrap_err().is_cancelled());
    assert!(aborted.elapsed() < LATE_MAX, "{:?}", aborted.elapsed());
    drop(locked);
}

#[test]
fn what_a_sandbox_does_is_told() {
    let sandbox = Arc::new(one_thread());
    let (functions, begun) = tools();
    let options = RunOptions::new().functions(functions);
    let code = "async () => { tools.begun(); await tools.never(); }";
    let handle = sandbox
        .run(&Workspace::memory().unwrap(), code)
        .options(options)
        .start();
    begun.recv().unwrap();
    let stats = sandbox.stats();
    assert_eq!((stats.runs, stats.runs_max, stats.queued), (1, 4, 0));
    drop(handle);
    let until = Instant::now() + LATE_MAX;
    while sandbox.stats().runs != 0 {
        assert!(Instant::now() < until);
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_that_is_drained_ends_its_runs_and_takes_no_more() {
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let (functions, begun) = tools();
    let workspace = Workspace::memory().unwrap();
    // Otherwise it is put away, with nothing to cancel.
    let options = RunOptions::new().functions(functions).suspend_after(None);
    let code =
        "async () => { await state.writeFile('/a', ''); tools.begun(); await tools.never(); }";
    let waiting = tokio::spawn(sandbox.run(&workspace, code).options(options).start());
    begun.recv().unwrap();
    let queued = tokio::spawn(sandbox.run(&workspace, "1").start());
    while sandbox.stats().queued == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(sandbox.drain(Duration::from_millis(100)).await.unwrap(), 2);
    let waiting = waiting.await.unwrap().unwrap();
    assert_eq!(limit(&waiting), Limit::Cancelled);
    assert_eq!(waiting.effects.created.len(), 1);
    assert_eq!(limit(&queued.await.unwrap().unwrap()), Limit::Cancelled);
    let late = sandbox.run(&workspace, "1").await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Busy);
    assert_eq!(
        late.to_string(),
        "the sandbox takes no more runs: it is shutting down"
    );
}
