//! How long a small program takes beside a workspace that does its worst: `cargo bench -p isolate-benches
//! --bench stalls`.
//!
//! Two threads compute. One workspace has endless loops, writers behind a lock that is held, or runs
//! that ask for a confirmation; another one runs a small program, again and again.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::sync::mpsc;
use std::time::Duration;

use isolate_benches::{Samples, report, time};
use isolate_host::{
    CancelToken, FunctionError, Functions, Limits, RunOptions, Sandbox, Value, Workspace,
};
use tokio::runtime::Runtime;

const HELLOS: usize = 1_000;

/// Programs of the workspace that does its worst, under way while `others` runs.
struct Worst {
    name: &'static str,
    count: usize,
    code: &'static str,
    /// Whether the first is atomic, so that it has the lock.
    is_locked: bool,
    asks: bool,
}

const WORSTS: [Worst; 6] = [
    Worst {
        name: "beside nothing",
        count: 0,
        code: "",
        is_locked: false,
        asks: false,
    },
    Worst {
        name: "beside 2 endless loops",
        count: 2,
        code: "tools.begun(); for (;;);",
        is_locked: false,
        asks: false,
    },
    Worst {
        name: "beside 50 endless loops",
        count: 50,
        code: "tools.begun(); for (;;);",
        is_locked: false,
        asks: false,
    },
    Worst {
        name: "beside 4 writers behind an atomic run that waits",
        count: 5,
        code: "async (n) => { if (n > 0) tools.begun(); await state.writeFile('/a', ''); if (n === 0) { tools.begun(); await tools.never(); } }",
        is_locked: true,
        asks: false,
    },
    Worst {
        name: "beside 20 loops that write",
        count: 20,
        code: "async (n) => { tools.begun(); for (;;) await state.writeFile(`/${n}`, 'x'.repeat(100_000)); }",
        is_locked: false,
        asks: false,
    },
    Worst {
        name: "beside 8 confirmations that take long",
        count: 8,
        code: "async () => { await state.writeFile('/a', ''); }",
        is_locked: false,
        asks: true,
    },
];

fn main() {
    for worst in &WORSTS {
        measure(worst);
    }
}

fn measure(worst: &Worst) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(80)
        .runs_of_workspace(60)
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let token = CancelToken::new();
    begin(&sandbox, &runtime, worst, &folder, &token);
    let other = Workspace::open(folder.path().join("other.sqlite")).unwrap();
    let mut hello = || {
        let run = sandbox.run(&other, "() => 'hello'").blocking().unwrap();
        assert_eq!(run.result::<String>().unwrap(), "hello");
    };
    (0..10).for_each(|_| hello());
    let samples = Samples::of((0..HELLOS).map(|_| time(&mut hello)).collect());
    token.cancel();
    report(
        &format!("hello {}, p50", worst.name),
        samples.median(),
        "ms",
        20.0,
    );
    report(
        &format!("hello {}, p99", worst.name),
        samples.percentile(99),
        "ms",
        20.0,
    );
}

/// Starts the programs, and returns when all are under way.
fn begin(
    sandbox: &Sandbox,
    runtime: &Runtime,
    worst: &Worst,
    folder: &tempfile::TempDir,
    token: &CancelToken,
) {
    let (sender, begun) = mpsc::channel();
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    let told = sender.clone();
    tools.add_dynamic("begun", move |_: Value, _| {
        told.send(()).unwrap();
        async { Ok::<_, FunctionError>(Value::Undefined) }
    });
    tools
        .add_dynamic("never", |_: Value, _| {
            std::future::pending::<Result<Value, FunctionError>>()
        })
        .timeout(Duration::from_secs(600));
    let limits = Limits::new()
        .fuel(u64::MAX)
        .timeout(Duration::from_secs(600));
    for number in 0..worst.count {
        // Confirmations do not wait for each other's lock.
        let file = if worst.asks { number } else { 0 };
        let workspace = Workspace::open(folder.path().join(format!("{file}.sqlite"))).unwrap();
        let mut options = RunOptions::new()
            .limits(limits)
            .functions(functions.clone())
            .cancel(token.clone())
            // What waits keeps its place and its memory.
            .suspend_after(None)
            .input(&number)
            .unwrap();
        if worst.is_locked && number == 0 {
            options = options.atomic();
        }
        if worst.asks {
            let told = sender.clone();
            options = options.confirm_with(move |_| {
                told.send(()).unwrap();
                std::future::pending()
            });
        }
        let request = sandbox.run(&workspace, worst.code).options(options);
        runtime.spawn(async move { request.await.map(drop) });
        begun.recv().unwrap();
    }
}
