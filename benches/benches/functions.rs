//! What functions of the embedder cost: `cargo bench -p isolate-benches --bench functions`.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::time::{Duration, Instant};

use isolate_benches::{Samples, note, report, unhurried};
use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace};
use serde_json::json;

const CALLS: u32 = 2_000;
const ROUNDS: usize = 11;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .unwrap();
    let sandbox = Sandbox::new().unwrap();
    runtime.block_on(calls(&sandbox));
    runtime.block_on(beside_each_other(&sandbox));
    runtime.block_on(a_thousand(&sandbox));
    many(&sandbox);
}

fn functions() -> Functions {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" } },
        "required": ["n"],
        "additionalProperties": false,
    });
    let mut functions = Functions::new();
    let mut bench = functions.namespace("bench");
    bench
        .add_dynamic("echo", |value: serde_json::Value, _| async { Ok(value) })
        .input(schema.clone())
        .output(schema);
    bench.add_dynamic("wait", |value: isolate_host::Value, _| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Ok(value)
    });
    bench.add_dynamic("spread", |value: isolate_host::Value, _| async {
        let isolate_host::Value::Number(number) = value else {
            return Ok(value);
        };
        let more = Duration::from_secs_f64(number / 1e4);
        tokio::time::sleep(Duration::from_millis(100) + more).await;
        Ok(value)
    });
    functions
}

async fn run(sandbox: &Sandbox, code: &str) -> Duration {
    run_with(sandbox, code, unhurried().calls_on_workers()).await
}

async fn run_with(sandbox: &Sandbox, code: &str, options: RunOptions) -> Duration {
    let options = options.functions(functions());
    let workspace = Workspace::memory().unwrap();
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .await
        .unwrap();
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{:?}",
        run.outcome
    );
    run.usage.wall
}

/// A call, with its schema looked at on both sides, against one that stays in the program.
async fn calls(sandbox: &Sandbox) {
    let loop_of = |call: &str| {
        format!(
            "async () => {{ const empty = async (v) => v; for (let n = 0; n < {CALLS}; n++) await {call}({{ n }}) }}"
        )
    };
    let (empty, called) = (loop_of("empty"), loop_of("bench.echo"));
    let (mut each, mut in_task) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let without = run(sandbox, &empty).await;
        let with = run(sandbox, &called).await;
        each.push(with.saturating_sub(without) / CALLS);
        let with = run_with(sandbox, &called, unhurried()).await;
        in_task.push(with.saturating_sub(without) / CALLS);
    }
    let in_task = Samples::of(in_task).median() * 1e3;
    note("the same, polled by the caller's task", in_task, "us");
    let microseconds = Samples::of(each).median() * 1e3;
    report(
        "a call of a function, over one of an empty one",
        microseconds,
        "us",
        20.0,
    );
}

async fn beside_each_other(sandbox: &Sandbox) {
    let code = "async () => Promise.all(Array.from({ length: 10 }, (_, i) => bench.wait(i)))";
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(run(sandbox, code).await);
    }
    let median = Samples::of(times).median();
    report(
        "ten functions of 100 ms under Promise.all",
        median,
        "ms",
        130.0,
    );
}

/// As many calls under way as there may be, each of which is answered at another time.
async fn a_thousand(sandbox: &Sandbox) {
    let code = "async () => Promise.all(Array.from({ length: 1000 }, (_, i) => bench.spread(i)))";
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(run(sandbox, code).await);
    }
    let median = Samples::of(times).median();
    note(
        "1,000 functions of 100 to 200 ms under Promise.all",
        median,
        "ms",
    );
}

/// A run that is given 1,000 functions and calls none.
fn many(sandbox: &Sandbox) {
    let mut functions = Functions::new();
    for number in 0..1_000 {
        functions
            .namespace("many")
            .add_dynamic(
                format!("operation{number}"),
                |value: serde_json::Value, _| async { Ok(value) },
            )
            .input(json!({ "type": "object" }));
    }
    let workspace = Workspace::memory().unwrap();
    let time = |functions: Functions| {
        let options = unhurried().functions(functions);
        let started = Instant::now();
        sandbox
            .run(&workspace, "1")
            .options(&options)
            .blocking()
            .unwrap();
        started.elapsed()
    };
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        without.push(time(Functions::new()));
        with.push(time(functions.clone()));
    }
    let more = Samples::of(with).median() - Samples::of(without).median();
    note("a run with 1,000 functions, over one with none", more, "ms");
}
