//! No run stalls another: whatever one workspace does, a run of another one gets its turn, and waits hold
//! no thread.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use isolate_host::{
    CancelToken, Commit, FunctionError, Functions, Limit, Limits, Outcome, Run, RunHandle,
    RunOptions, Sandbox, Value, Workspace, bridge,
};
use proptest::prelude::*;
use tokio::sync::watch;

use crate::{one_thread, result};

/// How long a run of another workspace may take; 20 ms on an idle machine, and the rest is for loaded ones.
const HELLO_MAX: Duration = Duration::from_millis(1_000);

/// How late a limit or a cancellation may be; a tenth of a second, and the rest is for loaded machines.
const LATE_MAX: Duration = Duration::from_millis(1_000);

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

fn two_threads() -> Sandbox {
    Sandbox::builder()
        .threads(2)
        .runs(80)
        .runs_of_workspace(60)
        .build()
        .unwrap()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap()
}

/// Functions of which `tools.begun` tells that a program runs, and `tools.wait` waits for the sender.
fn tools() -> (Functions, mpsc::Receiver<()>, watch::Sender<bool>) {
    let (sender, begun) = mpsc::channel();
    let (release, released) = watch::channel(false);
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add_dynamic("begun", move |_: Value, _| {
        // Nobody listens to later ones.
        let _ = sender.send(());
        async { Ok::<_, FunctionError>(Value::Undefined) }
    });
    tools
        .add_dynamic("wait", move |_: Value, _| {
            let mut released = released.clone();
            async move {
                released.wait_for(|is_released| *is_released).await.unwrap();
                Ok::<_, FunctionError>(Value::Undefined)
            }
        })
        .timeout(LONG);
    // It answers at once, so that the program does not wait.
    let now = release.subscribe();
    tools.add_dynamic("released", move |_: Value, _| {
        let is_released = *now.borrow();
        async move { Ok::<_, FunctionError>(Value::from(is_released)) }
    });
    (functions, begun, release)
}

/// Options without any limit that a test would meet.
fn unlimited() -> RunOptions {
    RunOptions::new().limits(Limits::new().fuel(u64::MAX).timeout(LONG))
}

fn limit(run: &Run) -> Limit {
    match &run.outcome {
        Outcome::LimitExceeded(exceeded) => exceeded.limit,
        other => panic!("{other:?}"),
    }
}

/// Runs small programs of another workspace, each of which has to be quick.
fn check_others(sandbox: &Sandbox) {
    let other = Workspace::memory().unwrap();
    for _ in 0..10 {
        let asked = Instant::now();
        let run = sandbox
            .run(
                &other,
                "async () => { await state.writeFile('/a', ''); return 1; }",
            )
            .blocking()
            .unwrap();
        assert_eq!(result(&run), "1");
        assert!(asked.elapsed() < HELLO_MAX, "{:?}", asked.elapsed());
    }
}

/// Starts endless loops on a workspace, and waits until all have begun.
fn loops(
    sandbox: &Sandbox,
    count: usize,
) -> (
    tokio::runtime::Runtime,
    Vec<CancelToken>,
    Vec<tokio::task::JoinHandle<Run>>,
) {
    let runtime = runtime();
    let workspace = Workspace::memory().unwrap();
    let (functions, begun, _) = tools();
    let (tokens, runs) = (0..count)
        .map(|_| {
            let token = CancelToken::new();
            let options = unlimited()
                .functions(functions.clone())
                .cancel(token.clone());
            let request = sandbox
                .run(&workspace, "tools.begun(); for (;;);")
                .options(options);
            let run = runtime.spawn(async move { request.await.unwrap() });
            (token, run)
        })
        .unzip();
    for _ in 0..count {
        begun.recv().unwrap();
    }
    (runtime, tokens, runs)
}

#[test]
fn endless_loops_do_not_stall_another_workspace() {
    for count in [2, 50] {
        let sandbox = two_threads();
        let (runtime, tokens, runs) = loops(&sandbox, count);
        check_others(&sandbox);
        for token in tokens {
            token.cancel();
        }
        for run in runs {
            let run = runtime.block_on(run).unwrap();
            assert_eq!(limit(&run), Limit::Cancelled);
        }
    }
}

#[test]
fn a_run_is_cancelled_while_it_waits_for_its_next_turn() {
    let sandbox = one_thread();
    let (runtime, tokens, mut runs) = loops(&sandbox, 4);
    for token in &tokens {
        let asked = Instant::now();
        token.cancel();
        let run = runtime.block_on(runs.remove(0)).unwrap();
        assert!(asked.elapsed() < LATE_MAX, "{:?}", asked.elapsed());
        assert_eq!(limit(&run), Limit::Cancelled);
    }
}

/// The time limit counts what a run computes, and not what others do meanwhile.
#[test]
fn the_clock_stands_still_while_others_have_the_thread() {
    let sandbox = one_thread();
    let (_runtime, _tokens, _runs) = loops(&sandbox, 3);
    let options = RunOptions::new()
        .fuel(u64::MAX)
        .timeout(Duration::from_millis(400));
    let other = Workspace::memory().unwrap();
    let asked = Instant::now();
    let run = sandbox
        .run(&other, "() => { for (;;); }")
        .options(options)
        .blocking()
        .unwrap();
    assert_eq!(limit(&run), Limit::Timeout);
    // Half of the turns are its own.
    assert!(
        asked.elapsed() >= Duration::from_millis(600),
        "{:?}",
        asked.elapsed()
    );
    let usage = &run.usage;
    assert!(usage.queued >= Duration::from_millis(200), "{usage:?}");
    assert!(
        usage.wall < Duration::from_millis(400) + LATE_MAX,
        "{usage:?}"
    );
}

/// An atomic run that has the lock and computes, with writers behind it.
struct Locked {
    runtime: tokio::runtime::Runtime,
    workspace: Workspace,
    release: watch::Sender<bool>,
    holder: tokio::task::JoinHandle<Run>,
    writers: Vec<tokio::task::JoinHandle<Run>>,
    tokens: Vec<CancelToken>,
    _folder: tempfile::TempDir,
}

fn locked(sandbox: &Sandbox, count: usize, timeout: Duration) -> Locked {
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let (functions, begun, release) = tools();
    let options = unlimited()
        .functions(functions.clone())
        .commit(Commit::Atomic);
    let code = "async () => { await state.writeFile('/held', ''); tools.begun(); while (!(await tools.released())) for (let i = 0; i < 1e5; i++); return 1; }";
    let request = sandbox.run(&workspace, code).options(options);
    let holder = runtime.spawn(async move { request.await.unwrap() });
    begun.recv().unwrap();
    let (tokens, writers) = (0..count)
        .map(|number| {
            let token = CancelToken::new();
            let mut options = unlimited()
                .timeout(timeout)
                .functions(functions.clone())
                .input(&number)
                .unwrap()
                .cancel(token.clone());
            // The first waits before it begins, the others in the middle of a call.
            if number == 0 {
                options = options.atomic();
            }
            let code =
                "async (n) => { tools.begun(); await state.writeFile(`/${n}`, ''); return n; }";
            let request = sandbox.run(&workspace, code).options(options);
            let run = runtime.spawn(async move { request.await.unwrap() });
            (token, run)
        })
        .unzip();
    for _ in 1..count {
        begun.recv().unwrap();
    }
    Locked {
        runtime,
        workspace,
        release,
        holder,
        writers,
        tokens,
        _folder: folder,
    }
}

#[test]
fn writers_that_wait_do_not_stall_another_workspace_and_lose_nothing() {
    let sandbox = two_threads();
    let locked = locked(&sandbox, 5, LONG);
    check_others(&sandbox);
    // Reading waits for nobody.
    let asked = Instant::now();
    let run = sandbox
        .run(&locked.workspace, "state.exists('/held')")
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "false");
    assert!(asked.elapsed() < HELLO_MAX, "{:?}", asked.elapsed());
    locked.release.send(true).unwrap();
    let runtime = locked.runtime;
    assert_eq!(result(&runtime.block_on(locked.holder).unwrap()), "1");
    for (number, run) in locked.writers.into_iter().enumerate() {
        let run = runtime.block_on(run).unwrap();
        assert_eq!(result(&run), number.to_string());
        assert!(run.is_committed);
    }
    let tree = locked.workspace.tree().unwrap();
    for path in ["/held", "/0", "/1", "/2", "/3", "/4"] {
        assert!(tree.exists(&path.parse().unwrap()).unwrap(), "{path}");
    }
}

#[test]
fn a_run_that_waits_to_write_is_cancelled_at_once() {
    let sandbox = two_threads();
    let locked = locked(&sandbox, 3, LONG);
    for (token, run) in locked.tokens.iter().zip(locked.writers) {
        let asked = Instant::now();
        token.cancel();
        let run = locked.runtime.block_on(run).unwrap();
        assert!(asked.elapsed() < LATE_MAX, "{:?}", asked.elapsed());
        assert_eq!(limit(&run), Limit::Cancelled);
        assert!(run.effects.is_empty());
    }
    locked.release.send(true).unwrap();
    let holder = locked.runtime.block_on(locked.holder).unwrap();
    assert_eq!(result(&holder), "1");
}

#[test]
fn a_run_that_waits_to_write_ends_at_its_limit() {
    let sandbox = two_threads();
    let asked = Instant::now();
    let timeout = Duration::from_millis(500);
    let locked = locked(&sandbox, 3, timeout);
    for run in locked.writers {
        let run = locked.runtime.block_on(run).unwrap();
        assert_eq!(limit(&run), Limit::Timeout);
    }
    assert!(
        asked.elapsed() < timeout + 2 * LATE_MAX,
        "{:?}",
        asked.elapsed()
    );
    locked.release.send(true).unwrap();
    let holder = locked.runtime.block_on(locked.holder).unwrap();
    assert_eq!(result(&holder), "1");
}

/// A connection for direct use does not ask for a turn, and neither does another process.
#[test]
fn writers_wait_without_a_thread_for_a_lock_that_no_run_has() {
    let sandbox = two_threads();
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let tree = workspace.tree().unwrap();
    let held = tree
        .begin(&isolate_host::vfs::RunOptions::new("held").atomic())
        .unwrap();
    let (functions, begun, _) = tools();
    let runs: Vec<_> = (0..6)
        .map(|number| {
            let mut options = unlimited()
                .functions(functions.clone())
                .input(&number)
                .unwrap();
            if number % 3 == 0 {
                options = options.atomic();
            }
            let code =
                "async (n) => { tools.begun(); await state.writeFile(`/${n}`, ''); return n; }";
            let request = sandbox.run(&workspace, code).options(options);
            runtime.spawn(async move { request.await.unwrap() })
        })
        .collect();
    // The first one of those that wait for the lock; the others wait for their turn.
    begun.recv_timeout(LATE_MAX).ok();
    check_others(&sandbox);
    held.commit().unwrap();
    for (number, run) in runs.into_iter().enumerate() {
        let run = runtime.block_on(run).unwrap();
        assert_eq!(result(&run), number.to_string());
        assert_eq!(run.usage.host_calls, 2);
    }
}

#[test]
fn a_lock_that_no_run_has_is_waited_for_as_long_as_the_workspace_says() {
    let sandbox = two_threads();
    let folder = tempfile::tempdir().unwrap();
    let wait = Duration::from_millis(300);
    let builder = Workspace::builder().busy_timeout(wait);
    let workspace = builder.open(folder.path().join("w.sqlite")).unwrap();
    let tree = workspace.tree().unwrap();
    let _held = tree
        .begin(&isolate_host::vfs::RunOptions::new("held").atomic())
        .unwrap();
    let asked = Instant::now();
    let code = "async () => { try { await state.writeFile('/a', ''); } catch (error) { return error.code; } }";
    let run = sandbox
        .run(&workspace, code)
        .options(unlimited())
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "\"EBUSY\"");
    assert!(asked.elapsed() >= wait, "{:?}", asked.elapsed());

    let asked = Instant::now();
    let error = sandbox
        .run(&workspace, code)
        .options(unlimited().atomic())
        .blocking();
    assert_eq!(error.unwrap_err().kind(), isolate_host::ErrorKind::Storage);
    assert!(asked.elapsed() >= wait, "{:?}", asked.elapsed());

    // The time of the run is over before.
    let short = unlimited().timeout(Duration::from_millis(100));
    for options in [short.clone(), short.atomic()] {
        let asked = Instant::now();
        let run = sandbox
            .run(&workspace, code)
            .options(options)
            .blocking()
            .unwrap();
        assert_eq!(limit(&run), Limit::Timeout);
        assert!(asked.elapsed() < LATE_MAX, "{:?}", asked.elapsed());
    }
}

/// Waits until nothing has a place.
fn check_empty(sandbox: &Sandbox) {
    let until = Instant::now() + LATE_MAX;
    while sandbox.stats().runs > 0 {
        assert!(Instant::now() < until, "{:?}", sandbox.stats());
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn runs_that_are_dropped_while_they_wait_leave_nothing() {
    let sandbox = two_threads();
    let (runtime, _tokens, runs) = loops(&sandbox, 20);
    runs.iter().for_each(tokio::task::JoinHandle::abort);
    check_empty(&sandbox);
    drop(runtime);

    let locked = locked(&sandbox, 6, LONG);
    locked
        .writers
        .iter()
        .for_each(tokio::task::JoinHandle::abort);
    locked.holder.abort();
    check_empty(&sandbox);
    // Nobody has the lock any more.
    let run = sandbox
        .run(
            &locked.workspace,
            "async () => { await state.writeFile('/a', ''); return 1; }",
        )
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "1");
}

#[test]
fn confirmations_that_take_long_do_not_stall_another_workspace() {
    let sandbox = two_threads();
    let code = "async () => { await state.writeFile('/a', ''); return 1; }";
    let (answer, answered) = watch::channel(false);
    let (asked, questions) = mpsc::channel();
    let handles: Vec<std::thread::JoinHandle<Run>> = (0..6)
        .map(|number| {
            let (asked, mut answered) = (asked.clone(), answered.clone());
            let options = match number % 2 {
                0 => unlimited().confirm(move |_| {
                    asked.send(()).unwrap();
                    let mut answered = answered.clone();
                    futures_executor::block_on(answered.wait_for(|is| *is)).is_ok()
                }),
                _ => {
                    answered.mark_unchanged();
                    unlimited().confirm_with(move |_| {
                        asked.send(()).unwrap();
                        let mut answered = answered.clone();
                        async move { answered.wait_for(|is| *is).await.is_ok() }
                    })
                }
            };
            let request = sandbox
                .run(&Workspace::memory().unwrap(), code)
                .options(options.timeout(LATE_MAX));
            std::thread::spawn(move || request.blocking().unwrap())
        })
        .collect();
    for _ in 0..6 {
        questions.recv().unwrap();
    }
    check_others(&sandbox);
    // Longer than their time limit, which stands still meanwhile.
    std::thread::sleep(LATE_MAX + Duration::from_millis(200));
    answer.send(true).unwrap();
    for handle in handles {
        let run = handle.join().unwrap();
        assert_eq!(result(&run), "1");
        assert!(
            run.is_committed && run.usage.wall < LATE_MAX,
            "{:?}",
            run.usage
        );
    }
}

#[test]
fn a_run_that_is_cancelled_while_it_asks_keeps_nothing() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    let (asked, questions) = mpsc::channel();
    let token = CancelToken::new();
    let options = unlimited().cancel(token.clone()).confirm_with(move |_| {
        asked.send(()).unwrap();
        std::future::pending()
    });
    let request = sandbox
        .run(
            &workspace,
            "async () => { await state.writeFile('/a', ''); }",
        )
        .options(options);
    let run = std::thread::spawn(move || request.blocking().unwrap());
    questions.recv().unwrap();
    let cancelled = Instant::now();
    token.cancel();
    let run = run.join().unwrap();
    assert!(cancelled.elapsed() < LATE_MAX, "{:?}", cancelled.elapsed());
    assert!(!run.is_committed);
    let path = "/a".parse().unwrap();
    assert!(!workspace.tree().unwrap().exists(&path).unwrap());
}

#[test]
fn a_confirmation_that_panics_keeps_nothing() {
    let sandbox = one_thread();
    let code = "async () => { await state.writeFile('/a', ''); }";
    for options in [
        RunOptions::new().confirm(|_| panic!("no answer")),
        RunOptions::new().confirm_with(|_| async { panic!("no answer") }),
    ] {
        let workspace = Workspace::memory().unwrap();
        let error = sandbox.run(&workspace, code).options(options).blocking();
        let cause = std::error::Error::source(&error.unwrap_err())
            .unwrap()
            .to_string();
        assert_eq!(cause, "the function of `RunOptions::confirm` panicked");
        let path = "/a".parse().unwrap();
        assert!(!workspace.tree().unwrap().exists(&path).unwrap());
    }
}

/// Parts of programs, each of which adds to what is logged.
const PARTS: [&str; 8] = [
    "for (let n = 0; n < 300000; n++) sum = (sum * 31 + n) | 0;",
    "log(Array.from({ length: 20000 }, (_, n) => (n * 7919) % 10007).sort((a, b) => a - b)[9999]);",
    "log(JSON.stringify(JSON.parse(JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ n }))))).length);",
    "await state.writeFile('/big', 'x'.repeat(3000000)); log((await state.readFile('/big')).length);",
    "for (let n = 0; n < 40; n++) { await state.writeFile(`/f${n % 7}`, String(sum)); } log(await state.glob('/f*'));",
    "log(((depth) => { const f = (n) => (n ? f(n - 1) + 1 : 0); return f(depth); })(2000));",
    "log(await Promise.all([1, 2, 3].map((n) => tools.double(n))));",
    "log('aaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.repeat(2000).replace(/a+?b/g, (found) => found.length).length, Math.random());",
];

/// All that the same run gives each time, without its times.
fn trace(sandbox: &Sandbox, code: &str, fuel: u64) -> String {
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add("double", |n: u32| async move { Ok(2 * n) });
    let workspace = Workspace::memory().unwrap();
    let options = RunOptions::new().seed(7).functions(functions).fuel(fuel);
    let run = sandbox
        .run(&workspace, code)
        .options(options)
        .blocking()
        .unwrap();
    format!(
        "{:?}\n{:?}\n{:?}\n{} {} {} {}",
        run.outcome,
        run.logs,
        run.effects,
        run.usage.fuel,
        run.usage.host_calls,
        run.usage.peak_memory_bytes,
        run.usage.peak_host_memory_bytes,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// A run that gives its thread away with each portion of fuel is the same as an undisturbed one, byte
    /// for byte, also where a limit ends it.
    #[test]
    fn a_run_in_slices_is_the_same(
        parts in prop::collection::vec(0..PARTS.len(), 1..5),
        share in 1_u64..12,
    ) {
        let undisturbed = one_thread();
        let sliced = bridge::yielding(Sandbox::builder().threads(3).runs(4)).build().unwrap();
        let body: Vec<&str> = parts.iter().map(|part| PARTS[*part]).collect();
        let code = format!(
            "async () => {{ let sum = 1; const log = (...values) => console.log(...values, sum);\n{}\nreturn sum; }}",
            body.join("\n"),
        );
        let expected = trace(&undisturbed, &code, 1_000_000_000_000);
        prop_assert_eq!(&trace(&sliced, &code, 1_000_000_000_000), &expected);
        let used: u64 = expected.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
        let fuel = used * share / 10;
        prop_assert_eq!(trace(&sliced, &code, fuel), trace(&undisturbed, &code, fuel));
    }
}

/// Threads and descriptors of this process.
#[cfg(target_os = "linux")]
fn held() -> (usize, usize) {
    let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
    (count("/proc/self/task"), count("/proc/self/fd"))
}

/// Whether this is the process that does a test alone; otherwise that has been started, and has passed.
#[cfg(target_os = "linux")]
fn is_alone(test: &str) -> bool {
    const CHILD: &str = "ISOLATE_TEST_ALONE";
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(CHILD, "1")
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    false
}

/// Memory of this process, in MiB.
#[cfg(target_os = "linux")]
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: u64 = line
        .unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap();
    kib >> 10
}

/// A program that nests touches up to 64 MiB of its stack, and does not keep them while it waits, nor after
/// its end.
#[cfg(target_os = "linux")]
#[test]
fn a_deep_stack_is_given_back_before_a_wait_and_at_the_end() {
    const RUNS: usize = 8;
    if !is_alone("stalls::a_deep_stack_is_given_back_before_a_wait_and_at_the_end") {
        return;
    }
    let sandbox = two_threads();
    let runtime = runtime();
    let (functions, begun, release) = tools();
    let start = |is_deep: bool, waits: bool| {
        let workspace = Workspace::memory().unwrap();
        let options = unlimited().functions(functions.clone());
        // Sorting calls back from native code, so that each level takes much of the stack.
        let code = "async ([isDeep, waits]) => {
            const deep = () => [1, 2].sort(() => (deep(), 0));
            try { if (isDeep) deep(); } catch (error) { if (!(error instanceof RangeError)) throw error; }
            tools.begun();
            if (waits) await tools.wait();
        }";
        let options = options.input(&(is_deep, waits)).unwrap();
        let request = sandbox.run(&workspace, code).options(options);
        runtime.spawn(async move { request.await.unwrap() })
    };
    let round = |is_deep: bool, waits: bool| {
        let runs: Vec<_> = (0..RUNS).map(|_| start(is_deep, waits)).collect();
        for _ in 0..RUNS {
            begun.recv().unwrap();
        }
        runs
    };
    let end = |runs: Vec<tokio::task::JoinHandle<Run>>| {
        for run in runs {
            assert_eq!(result(&runtime.block_on(run).unwrap()), "undefined");
        }
    };
    end(round(false, false));
    let before = resident_mib();
    end(round(true, false));
    let after = resident_mib();
    assert!(after < before + 20, "{before} {after} MiB");
    let runs = round(true, true);
    // All have told that they wait a moment before they do.
    let until = Instant::now() + LATE_MAX;
    while resident_mib() > before + 9 * RUNS as u64 {
        assert!(Instant::now() < until, "{before} {} MiB", resident_mib());
        std::thread::sleep(Duration::from_millis(10));
    }
    release.send(true).unwrap();
    end(runs);
}

#[cfg(target_os = "linux")]
#[test]
fn many_runs_in_turn_leave_no_threads_and_no_descriptors() {
    if !is_alone("stalls::many_runs_in_turn_leave_no_threads_and_no_descriptors") {
        return;
    }
    let sandbox = two_threads();
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let round = |count: usize| {
        let handles: Vec<RunHandle> = (0..count)
            .map(|number| {
                let code = "async (n) => { for (let i = 0; i < 1e5; i++); await state.writeFile(`/${n % 5}`, ''); return n; }";
                let options = RunOptions::new().input(&number).unwrap();
                sandbox.run(&workspace, code).options(options).start()
            })
            .collect();
        for (number, handle) in handles.into_iter().enumerate() {
            let run = futures_executor::block_on(handle).unwrap();
            assert_eq!(result(&run), number.to_string());
        }
    };
    round(20);
    // As many connections at once as are kept idle: how many a round needs depends on the machine.
    let (functions, begun, release) = tools();
    let waiting: Vec<RunHandle> = (0..20)
        .map(|_| {
            let code = "tools.begun(); await tools.wait()";
            let options = RunOptions::new().functions(functions.clone());
            sandbox.run(&workspace, code).options(options).start()
        })
        .collect();
    for _ in 0..waiting.len() {
        begun.recv_timeout(LONG).unwrap();
    }
    release.send(true).unwrap();
    for handle in waiting {
        assert_eq!(
            result(&futures_executor::block_on(handle).unwrap()),
            "undefined"
        );
    }
    let before = held();
    for _ in 0..10 {
        round(20);
    }
    let after = held();
    // SQLite keeps the descriptor of a closed connection while another one has a lock, for the next that is
    // opened: how many of them there are depends on the machine, and is no more with each round.
    assert!(
        after.0 <= before.0 && after.1 <= before.1 + 4,
        "{before:?} {after:?}"
    );
}
