//! Threads that wait for a run and compute for it meanwhile.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::thread::{self, ThreadId};
use std::time::Duration;

use futures_executor::block_on;
use isolate_host::{
    Computes, FunctionError, Functions, Limit, Outcome, Run, RunOptions, RunRequest, Sandbox,
    Value, Workspace, bridge,
};

use crate::{one_thread, result};

/// A thread with a stack as large as that of a worker, or with a small one.
fn on_a_thread<T: Send + 'static>(
    stack_bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let thread = thread::Builder::new().stack_size(stack_bytes).spawn(work);
    thread.unwrap().join().unwrap()
}

const LARGE: usize = 16 << 20;

/// Options that note the thread of each entry of the log.
fn noting() -> (RunOptions, Arc<Mutex<Vec<ThreadId>>>) {
    let threads = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&threads);
    let options = RunOptions::new().on_log(move |_| {
        noted.lock().unwrap().push(thread::current().id());
    });
    (options, threads)
}

#[test]
fn a_thread_that_waits_computes_for_its_run_if_its_stack_is_large_enough() {
    for (stack_bytes, is_here) in [(LARGE, true), (1 << 20, false)] {
        let computed_here = on_a_thread(stack_bytes, || {
            let (options, threads) = noting();
            let run = one_thread()
                .run(&Workspace::memory().unwrap(), "console.log(1)")
                .options(options)
                .blocking()
                .unwrap();
            assert!(matches!(run.outcome, Outcome::Returned(_)));
            let threads = threads.lock().unwrap();
            threads.as_slice() == [thread::current().id()]
        });
        assert_eq!(computed_here, is_here, "{stack_bytes} bytes");
    }
}

#[test]
fn a_run_that_takes_long_goes_on_with_a_worker() {
    let code = "() => { console.log(0); let sum = 0; for (let i = 0; i < 1e7; i++) sum += i; console.log(sum); }";
    let (first, last) = on_a_thread(LARGE, move || {
        let (options, threads) = noting();
        one_thread()
            .run(&Workspace::memory().unwrap(), code)
            .options(options)
            .blocking()
            .unwrap();
        let threads = threads.lock().unwrap();
        let here = thread::current().id();
        (threads[0] == here, threads[1] == here)
    });
    assert!(first && !last);
}

#[test]
fn a_limit_ends_a_run_that_is_computed_here() {
    let outcome = on_a_thread(LARGE, || {
        let request = one_thread().run(&Workspace::memory().unwrap(), "for (;;);");
        let run = request.options(RunOptions::new().timeout(Duration::from_millis(100)));
        run.blocking().unwrap().outcome
    });
    assert!(
        matches!(outcome, Outcome::LimitExceeded(ref limit) if limit.limit == Limit::Timeout),
        "{outcome:?}"
    );
}

/// A function that runs a program on the sandbox that its own run has the only thread of.
fn nesting(sandbox: &Sandbox) -> Functions {
    let mut functions = Functions::new();
    let sandbox = sandbox.clone();
    functions
        .namespace("a")
        .add_dynamic("nested", move |number: Value, _| {
            let sandbox = sandbox.clone();
            async move {
                let workspace = Workspace::memory().unwrap();
                let options = RunOptions::new().input_value(number);
                let run = sandbox.run(&workspace, "x => x + 1").options(options);
                let run = run
                    .await
                    .map_err(|error| FunctionError::new(error.to_string()))?;
                match run.outcome {
                    Outcome::Returned(value) => Ok(value),
                    other => Err(FunctionError::new(format!("{other:?}"))),
                }
            }
        });
    functions
}

#[test]
fn a_function_runs_programs_on_the_thread_that_waits() {
    let value = on_a_thread(LARGE, || {
        let sandbox = one_thread();
        let options = RunOptions::new().functions(nesting(&sandbox));
        let code = "async () => { let n = 0; for (let i = 0; i < 50; i++) n = await a.nested(n); return n; }";
        let run = sandbox
            .run(&Workspace::memory().unwrap(), code)
            .options(options);
        result(&run.blocking().unwrap())
    });
    assert_eq!(value, "50");
}

/// Never more runs compute at the same time than the sandbox has threads, whoever computes them.
#[test]
fn threads_that_wait_are_no_more_than_those_of_the_sandbox() {
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(64)
        .runs_of_workspace(64)
        .build()
        .unwrap();
    let now = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let callers: Vec<_> = (0..12)
        .map(|caller| {
            let sandbox = sandbox.clone();
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            let work = move || {
                let workspace = Workspace::memory().unwrap();
                for round in 0..40 {
                    let (now, most) = (Arc::clone(&now), Arc::clone(&most));
                    // The listener is called where the program computes, which it holds up.
                    let options = RunOptions::new().on_log(move |_| {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::sleep(Duration::from_micros(200));
                        now.fetch_sub(1, Ordering::SeqCst);
                    });
                    let options = options.functions(nesting(&sandbox)).input_value(Value::Number(f64::from(round)));
                    let code = "async (n) => { console.log(n); const m = await a.nested(n); console.log(m); return m; }";
                    let run = sandbox.run(&workspace, code).options(options).blocking().unwrap();
                    assert_eq!(result(&run), (round + 1).to_string());
                }
            };
            let stack_bytes = if caller % 3 == 0 { 1 << 20 } else { LARGE };
            thread::Builder::new().stack_size(stack_bytes).spawn(work).unwrap()
        })
        .collect();
    for caller in callers {
        caller.join().unwrap();
    }
    assert!((1..=2).contains(&most.load(Ordering::SeqCst)), "{most:?}");
    assert_eq!(sandbox.stats().runs, 0);
}

/// Polls a run on this thread, which has other work as well.
fn polled_in_passing(request: RunRequest) -> Run {
    let mut handle = {
        let _computes = Computes::in_passing();
        request.start()
    };
    block_on(poll_fn(move |context| {
        let _computes = Computes::in_passing();
        Pin::new(&mut handle).poll(context)
    }))
    .unwrap()
}

/// Where the entries of the log of a program were written, which calls `a.answered` and a file: whether on
/// the thread that polls it in passing.
fn places_in_passing(workspace: Workspace, slice: Duration, code: &'static str) -> Vec<bool> {
    on_a_thread(LARGE, move || {
        let (options, threads) = noting();
        let mut functions = Functions::new();
        functions
            .namespace("a")
            .add_dynamic("answered", |value: Value, _| async move {
                yield_now().await;
                Ok(value)
            });
        let options = options.functions(functions).calls_on_workers();
        // Two: a worker may still be busy with its end of the turn before.
        let sandbox = bridge::sliced(Sandbox::builder().threads(2), slice);
        let sandbox = sandbox.build().unwrap();
        let request = sandbox.run(&workspace, code).options(options);
        let run = polled_in_passing(request);
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{:?}",
            run.outcome
        );
        let here = thread::current().id();
        let threads = threads.lock().unwrap();
        threads.iter().map(|thread| *thread == here).collect()
    })
}

/// Slices that no program of these tests computes for, and one that a loop takes longer than.
const LONG: Duration = Duration::from_secs(500);
const SHORT: Duration = Duration::from_millis(5);

/// Is ready when it is polled again.
fn yield_now() -> impl Future<Output = ()> {
    let mut is_asked = false;
    poll_fn(move |context| {
        if is_asked {
            return Poll::Ready(());
        }
        is_asked = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
}

#[test]
fn a_thread_with_other_work_computes_what_is_short() {
    let memory = || Workspace::memory().unwrap();
    let hello = "() => console.log(1)";
    assert_eq!(places_in_passing(memory(), LONG, hello), [true]);
    let calls = "async () => { for (let i = 0; i < 3; i++) { console.log(i); await a.answered(i); } console.log(3) }";
    assert_eq!(places_in_passing(memory(), LONG, calls), [true; 4]);
}

#[test]
fn a_thread_with_other_work_leaves_the_rest_to_a_worker() {
    let memory = || Workspace::memory().unwrap();
    let long = "() => { let sum = 0; for (let i = 0; i < 3e6; i++) sum += i; console.log(sum); }";
    assert_eq!(places_in_passing(memory(), SHORT, long), [false]);
    let file = "async () => { console.log(0); await state.writeFile('/a', 'b'); console.log(1); \
                await a.answered(0); console.log(2); console.log(await state.readFile('/a')); }";
    assert_eq!(
        places_in_passing(memory(), LONG, file),
        [true, false, true, false]
    );
    let node = "() => { console.log(0); require('fs').writeFileSync('/a', 'b'); console.log(1); }";
    assert_eq!(places_in_passing(memory(), LONG, node), [true, false]);
}

#[test]
fn a_thread_with_other_work_opens_no_file_of_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("state.sqlite")).unwrap();
    let code = "async () => { console.log(0); await a.answered(0); console.log(1); }";
    assert_eq!(places_in_passing(workspace, LONG, code), [false, true]);
}
