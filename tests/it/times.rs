//! Limits of time: work that would never end is ended by the limit and not before it, and work that
//! ends well within the limit is not.
//!
//! No test depends on the speed of the machine. Work beyond a limit has no end of its own, and limits
//! that must not be reached are an hour. How exact a limit is depends on the clock of the machine, so
//! the bound itself is tested where the time is a parameter: in `host/src/watchdog.rs` for runs and
//! in `vfs/src/store/interrupt.rs` for calls. How late a limit may be is measured by
//! `cli/tests/it/deadlines.rs`.

use std::task::Poll;
use std::time::{Duration, Instant};

use isolate_host::Workspace;
use isolate_host::{Approval, CallStatus, Decision, Functions, Limit, Outcome, RunOptions, Value};

use crate::{ending, run, run_in};

/// A limit that is reached.
const SHORT: Duration = Duration::from_millis(50);

/// How long work takes that ends within its limit.
const WORK: Duration = Duration::from_millis(100);

/// A limit that is not reached.
const LONG: Duration = Duration::from_secs(3600);

/// A function that takes [`WORK`].
fn slow() -> Functions {
    let mut functions = Functions::new();
    functions
        .namespace("host")
        .add_dynamic("slow", |_: Value, _| async {
            let begun = Instant::now();
            std::future::poll_fn(|context| {
                if begun.elapsed() >= WORK {
                    return Poll::Ready(());
                }
                // One thread for each poll: every poll may have another waker.
                let waker = context.waker().clone();
                std::thread::spawn(move || {
                    std::thread::sleep(WORK);
                    waker.wake();
                });
                Poll::Pending
            })
            .await;
            Ok(Value::Number(1.0))
        })
        .timeout(LONG);
    functions
}

/// A function that never answers.
fn hanging(timeout: Duration) -> Functions {
    let mut functions = Functions::new();
    functions
        .namespace("host")
        .add_dynamic::<Value, Value, _, _>("hang", |_, _| std::future::pending())
        .timeout(timeout);
    functions
}

#[test]
fn a_run_ends_at_its_time_limit() {
    for (program, functions) in [
        ("() => { for (;;); }", Functions::new()),
        (
            "async () => { for (;;) await new Promise((done) => setTimeout(done, 1000)); }",
            Functions::new(),
        ),
        ("host.hang()", hanging(LONG)),
        (
            "async () => { for (;;) await state.writeFile('/a', 'x'); }",
            Functions::new(),
        ),
    ] {
        let options = RunOptions::new()
            .fuel(u64::MAX >> 1)
            .functions(functions)
            .timeout(SHORT);
        let run = run(program, options);
        let Outcome::LimitExceeded(exceeded) = &run.outcome else {
            panic!("{program}: {}", ending(&run));
        };
        assert_eq!(exceeded.limit, Limit::Timeout, "{program}");
        assert!(run.usage.wall >= SHORT, "{program}: {:?}", run.usage.wall);
    }
}

#[test]
fn a_run_within_its_time_limit_is_not_ended() {
    for limit in [LONG, Duration::MAX] {
        let options = RunOptions::new().functions(slow()).timeout(limit);
        let run = run("host.slow()", options);
        assert_eq!(ending(&run), "returned 1");
        assert!(run.usage.wall >= WORK, "{:?}", run.usage.wall);
    }
}

/// A timer fires when nothing else is left to do, so its time is not time of the run.
#[test]
fn the_time_of_timers_does_not_count() {
    let program = "() => new Promise((done) => setTimeout(() => done(1), 36_000_000))";
    let run = run(program, RunOptions::new().timeout(LONG));
    assert_eq!(ending(&run), "returned 1");
}

#[test]
fn a_call_of_a_function_ends_at_its_time_limit() {
    for limit in [Duration::ZERO, SHORT] {
        let options = RunOptions::new().functions(hanging(limit)).timeout(LONG);
        let run = run("host.hang().catch((error) => error.code)", options);
        assert_eq!(ending(&run), "returned \"ETIMEDOUT\"");
        let call = &run.calls.entries[0];
        assert!(matches!(&call.status, CallStatus::Failed { code } if code == "ETIMEDOUT"));
        assert!(call.duration >= limit, "{:?}", call.duration);
    }
}

#[test]
fn a_call_of_a_function_within_its_time_limit_is_not_ended() {
    let run = run(
        "host.slow()",
        RunOptions::new().functions(slow()).timeout(LONG),
    );
    assert_eq!(ending(&run), "returned 1");
    assert!(run.calls.entries[0].duration >= WORK);
}

/// At the bound: an answer that is there when the time is over is in time.
#[test]
fn an_answer_without_a_wait_needs_no_time() {
    let mut functions = Functions::new();
    let mut host = functions.namespace("host");
    host.add_dynamic("at_once", |_: Value, _| async { Ok(Value::Number(1.0)) })
        .timeout(Duration::ZERO);
    let options = RunOptions::new().functions(functions).timeout(LONG);
    assert_eq!(ending(&run("host.at_once()", options)), "returned 1");
}

#[test]
fn the_time_of_an_approval_is_not_time_of_the_call() {
    let mut functions = Functions::new();
    functions
        .namespace("host")
        .add_dynamic("at_once", |_: Value, _| async { Ok(Value::Number(1.0)) })
        .timeout(Duration::ZERO)
        .approval(Approval::Always);
    functions.on_approval(|_| async {
        std::thread::sleep(WORK);
        Decision::Approve
    });
    let options = RunOptions::new().functions(functions).timeout(LONG);
    let run = run("host.at_once()", options);
    assert_eq!(ending(&run), "returned 1");
    assert!(run.usage.wall >= WORK);
}

/// A workspace on the disk, twice: with a run that writes, and for a program that has to wait for
/// it.
fn contended(busy_timeout: Duration) -> (tempfile::TempDir, Workspace, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let writer = Workspace::open(&path).unwrap();
    let options = Workspace::builder().busy_timeout(busy_timeout);
    let waiting = options.open(&path).unwrap();
    (folder, writer, waiting)
}

const WRITE: &str = "state.writeFile('/b', '').then(() => 1, (error) => error.code)";

#[test]
fn a_call_waits_for_another_writer_until_its_time_limit() {
    for limit in [Duration::ZERO, SHORT] {
        let (_folder, writer, waiting) = contended(limit);
        let tree = writer.tree().unwrap();
        let open = tree
            .begin(&isolate_host::vfs::RunOptions::new("").atomic())
            .unwrap();
        let begun = Instant::now();
        let run = run_in(&waiting, WRITE, RunOptions::new().timeout(LONG));
        assert_eq!(ending(&run), "returned \"EBUSY\"");
        assert!(begun.elapsed() >= limit);
        drop(open);
    }
}

#[test]
fn a_call_that_waits_for_another_writer_continues_within_its_time_limit() {
    let (_folder, writer, waiting) = contended(LONG);
    let (begun, begins) = std::sync::mpsc::channel();
    let writing = std::thread::spawn(move || {
        let tree = writer.tree().unwrap();
        let open = tree
            .begin(&isolate_host::vfs::RunOptions::new("").atomic())
            .unwrap();
        begun.send(()).unwrap();
        std::thread::sleep(WORK);
        drop(open);
    });
    begins.recv().unwrap();
    let run = run_in(&waiting, WRITE, RunOptions::new().timeout(LONG));
    assert_eq!(ending(&run), "returned 1");
    writing.join().unwrap();
}

#[test]
fn the_time_limit_of_a_run_includes_waits_for_another_writer() {
    let (_folder, writer, waiting) = contended(LONG);
    let tree = writer.tree().unwrap();
    let open = tree
        .begin(&isolate_host::vfs::RunOptions::new("").atomic())
        .unwrap();
    let run = run_in(&waiting, WRITE, RunOptions::new().timeout(SHORT));
    assert!(ending(&run).starts_with("limit wall: "), "{}", ending(&run));
    assert!(run.usage.wall >= SHORT);
    drop(open);
}
