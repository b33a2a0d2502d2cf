//! What runs cost that wait: `cargo bench -p isolate-benches --bench waiting`, or with a part of a name
//! behind `--` (`queued`, `function`, `suspended`) only one of the three. Linux tells memory, threads and
//! descriptors of a process. Those that are put away are 100,000, which takes minutes.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use isolate_benches::{note, report, time, unhurried, wanted};
use isolate_host::{
    FunctionError, Functions, Outcome, RunHandle, RunOptions, Sandbox, Value, Workspaces,
};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

const QUEUED: usize = 10_000;
const QUEUED_WORKSPACES: usize = 20;

const WAITING: usize = 1_000;
const WAITING_WORKSPACES: usize = 10;

const SUSPENDED: usize = 100_000;
const SUSPENDED_WORKSPACES: usize = 100;

fn main() {
    let wanted = wanted();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    if wanted("queued") {
        queued(&runtime);
    }
    if wanted("function") {
        in_functions(&runtime);
    }
    if wanted("suspended") {
        suspended();
    }
}

/// What this process holds.
#[derive(Clone, Copy)]
struct Held {
    /// Memory, where pages that it maps several times, such as those that all runs start from, count once.
    mebibytes: f64,
    threads: usize,
    descriptors: usize,
}

impl Held {
    fn now() -> Self {
        let memory = fs::read_to_string("/proc/self/smaps_rollup").unwrap();
        let line = memory
            .lines()
            .find(|line| line.starts_with("Pss:"))
            .unwrap();
        let kibibytes: u32 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        let count = |folder: &str| fs::read_dir(folder).unwrap().count();
        Self {
            mebibytes: f64::from(kibibytes) / 1024.0,
            threads: count("/proc/self/task"),
            descriptors: count("/proc/self/fd"),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn over(now: usize, before: usize) -> f64 {
    now as f64 - before as f64
}

fn unlimited() -> RunOptions {
    unhurried().timeout(Duration::from_secs(600))
}

/// Many more runs than places: what they hold while they queue, and whether turns are fair.
fn queued(runtime: &Runtime) {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(8)
        .queue(QUEUED, Duration::from_secs(600))
        .build()
        .unwrap();
    let opened: Vec<_> = (0..QUEUED_WORKSPACES)
        .map(|number| workspaces.open(&format!("w{number}")).unwrap())
        .collect();
    for workspace in &opened {
        sandbox.run(workspace, "() => 1").blocking().unwrap();
    }
    // The workspaces of runs in the order in which they ended.
    let ended = Arc::new(Mutex::new(Vec::with_capacity(QUEUED)));
    let before = Held::now();
    let tasks: Vec<_> = (0..QUEUED)
        .map(|number| {
            // One workspace asks for all of its runs, then the next one does.
            let lane = number / (QUEUED / QUEUED_WORKSPACES);
            let handle: RunHandle = sandbox
                .run(&opened[lane], "() => 'hello'")
                .options(unlimited())
                .start();
            let ended = Arc::clone(&ended);
            runtime.spawn(async move {
                let run = handle.await.unwrap();
                assert_eq!(run.result::<String>().unwrap(), "hello");
                ended.lock().unwrap().push(lane);
            })
        })
        .collect();
    let most = Held::now();
    runtime.block_on(async {
        for task in tasks {
            task.await.unwrap();
        }
    });
    let ended = ended.lock().unwrap();
    assert_eq!(ended.len(), QUEUED);
    // In the middle everybody still had runs that waited.
    let of = |lane| {
        let first = &ended[QUEUED / 10..QUEUED / 2];
        first.iter().filter(|ended| **ended == lane).count()
    };
    let counts: Vec<usize> = (0..QUEUED_WORKSPACES).map(of).collect();
    let fair = QUEUED * 4 / 10 / QUEUED_WORKSPACES;
    let farthest = counts
        .iter()
        .map(|count| count.abs_diff(fair))
        .max()
        .unwrap();
    report(
        "10,000 queued runs hold",
        most.mebibytes - before.mebibytes,
        "MiB",
        512.0,
    );
    report(
        "turns of a workspace, farthest from fair",
        over(farthest, 0) / over(fair, 0) * 100.0,
        "%",
        10.0,
    );
}

/// Runs that wait for a function, in memory.
fn in_functions(runtime: &Runtime) {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let places = u32::try_from(WAITING).unwrap();
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(places)
        .runs_of_workspace(places)
        .build()
        .unwrap();
    let opened: Vec<_> = (0..WAITING_WORKSPACES)
        .map(|number| workspaces.open(&format!("w{number}")).unwrap())
        .collect();
    let begun = Arc::new(AtomicUsize::new(0));
    let answers = Arc::new(Semaphore::new(0));
    let mut functions = Functions::new();
    let (count, gate) = (Arc::clone(&begun), Arc::clone(&answers));
    functions
        .namespace("bench")
        .add_dynamic("slow", move |_: Value, _| {
            count.fetch_add(1, Ordering::Relaxed);
            let gate = Arc::clone(&gate);
            async move {
                drop(gate.acquire().await);
                Ok::<_, FunctionError>(Value::Undefined)
            }
        })
        .timeout(Duration::from_secs(600));
    let code = "async () => { await bench.slow(); return 'hello'; }";
    let round = || {
        begun.store(0, Ordering::Relaxed);
        let tasks: Vec<_> = (0..WAITING)
            .map(|number| {
                let request = sandbox
                    .run(&opened[number % WAITING_WORKSPACES], code)
                    .options(unlimited().functions(functions.clone()).suspend_after(None));
                runtime.spawn(async move {
                    let run = request.await.unwrap();
                    assert_eq!(run.result::<String>().unwrap(), "hello");
                })
            })
            .collect();
        while begun.load(Ordering::Relaxed) < WAITING {
            std::thread::sleep(Duration::from_millis(5));
        }
        // What has waited for a moment has given back what it does not need.
        std::thread::sleep(Duration::from_millis(500));
        let most = Held::now();
        answers.add_permits(WAITING);
        runtime.block_on(async {
            for task in tasks {
                task.await.unwrap();
            }
        });
        answers.forget_permits(WAITING);
        most
    };
    let before = Held::now();
    let most = round();
    std::thread::sleep(Duration::from_secs(1));
    let after = Held::now();
    report(
        "a run that waits for a function",
        (most.mebibytes - before.mebibytes) / over(WAITING, 0),
        "MiB",
        0.5,
    );
    report(
        "threads of 1,000 of them",
        over(most.threads, before.threads),
        "",
        8.0,
    );
    report(
        "descriptors of 1,000 of them",
        over(most.descriptors, before.descriptors),
        "",
        64.0 * 3.0,
    );
    // Instances give their memory back; the allocator keeps a part of the rest for what comes next.
    note(
        "after them more is held than before",
        (after.mebibytes - before.mebibytes) / over(WAITING, 0),
        "MiB",
    );
    let (mut last, mut more) = (round(), 0.0);
    for _ in 0..3 {
        let next = round();
        more = next.mebibytes - last.mebibytes;
        last = next;
    }
    report(
        "the fifth 1,000 of them hold more than the fourth",
        more,
        "MiB",
        16.0,
    );
}

/// Runs that are put away.
fn suspended() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let sandbox = Sandbox::builder().threads(2).build().unwrap();
    let code = "async () => { await state.approve('?'); return 'hello'; }";
    let suspend = |number: usize| {
        let workspace = workspaces.open(&format!("w{number}")).unwrap();
        let run = sandbox
            .run(&workspace, code)
            .options(unlimited())
            .blocking()
            .unwrap();
        assert!(
            matches!(run.outcome, Outcome::Suspended(_)),
            "{:?}",
            run.outcome
        );
    };
    (0..SUSPENDED_WORKSPACES).for_each(suspend);
    let before = Held::now();
    let taken = time(&mut || {
        for number in SUSPENDED_WORKSPACES..SUSPENDED {
            suspend(number % SUSPENDED_WORKSPACES);
        }
    });
    let after = Held::now();
    note(
        "putting a run away, with the disk",
        taken.as_secs_f64() * 1e3 / over(SUSPENDED, SUSPENDED_WORKSPACES),
        "ms",
    );
    report(
        "100,000 runs that are put away hold",
        after.mebibytes - before.mebibytes,
        "MiB",
        16.0,
    );
    report(
        "descriptors of them",
        over(after.descriptors, before.descriptors),
        "",
        16.0,
    );
    let bytes: u64 = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "some gigabytes")]
    note(
        "one of them on the disk",
        bytes as f64 / 1024.0 / over(SUSPENDED, 0),
        "KiB",
    );
}
