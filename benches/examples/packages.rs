//! What the packages for other languages are measured against: the same work from Rust. Prints one line of
//! JSON: medians in microseconds, and runs a second. `benches/packages/measure.py` puts them side by side.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::time::{Duration, Instant};

use isolate_benches::unhurried;
use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Value, Workspace};

const RUNS: u32 = 500;
const CALLS: u32 = 2_000;
const ROUNDS: usize = 9;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let run = |code: &str, options: RunOptions| {
        let begun = Instant::now();
        let run = sandbox
            .run(&workspace, code)
            .options(options)
            .blocking()
            .unwrap();
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{:?}",
            run.outcome
        );
        micros(begun.elapsed())
    };
    for _ in 0..50 {
        run("() => 'hello'", RunOptions::new());
    }
    let hello = median(
        (0..RUNS)
            .map(|_| run("() => 'hello'", RunOptions::new()))
            .collect(),
    );

    let mut functions = Functions::new();
    let mut bench = functions.namespace("bench");
    bench.add_dynamic("echo", |value: Value, _| async { Ok(value) });
    let code = |calls: u32| {
        format!(
            "async () => {{ for (let n = 0; n < {calls}; n++) await bench.echo({{ n }}); return 1; }}"
        )
    };
    let options = || unhurried().functions(functions.clone());
    let call = median(
        (0..ROUNDS)
            .map(|_| {
                let nothing = run(&code(0), options());
                (run(&code(CALLS), options()) - nothing) / f64::from(CALLS)
            })
            .collect(),
    );
    println!("{}", serde_json::json!({ "hello": hello, "call": call }));
}
