//! What spans cost when they are switched on: `cargo bench -p isolate-benches --features otlp --bench spans`.
//!
//! The same runs with spans and without, in turn. The spans go through the layer and the batches of
//! OpenTelemetry, as those of the command with its feature `otlp`; what sends them drops them, since that
//! is the work of another thread.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::sync::atomic::{AtomicBool, Ordering};

use isolate_benches::traces::{sent, switched_on};
use isolate_benches::{Samples, note, report, time, unhurried};
use isolate_host::{Functions, Run, Sandbox, Value, Workspace};

const ROUNDS: usize = 2_000;
const CALLS: usize = 100;

static IS_ON: AtomicBool = AtomicBool::new(false);

fn main() {
    let provider = switched_on(|_| IS_ON.load(Ordering::Relaxed));
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let mut functions = Functions::new();
    functions
        .namespace("bench")
        .add_dynamic("echo", |value: Value, _| async { Ok(value) });
    let calls = format!(
        "async () => {{ for (let n = 0; n < {CALLS}; n++) await bench.echo(n); return 'hello'; }}"
    );
    let state =
        "async () => { for (let n = 0; n < 100; n++) await state.exists('/a'); return 'hello'; }";
    for (name, code, spans) in [
        ("hello", "() => 'hello'", 2),
        ("100 calls of functions", calls.as_str(), 2 + CALLS),
        ("100 calls of state", state, 2),
    ] {
        let run = || -> Run {
            let options = unhurried().functions(functions.clone());
            sandbox
                .run(&workspace, code)
                .options(options)
                .blocking()
                .unwrap()
        };
        let sent_before = sent();
        measure(name, &run);
        provider.force_flush().unwrap();
        let now = sent() - sent_before;
        // The queue of the exporter is bounded: what it drops was made as well.
        note(
            &format!("spans of {name} that were sent"),
            now as f64 / ROUNDS as f64,
            &format!("of {spans}"),
        );
    }
    provider.shutdown().unwrap();
}

/// The same run with spans and without, in turn.
fn measure(name: &str, run: &impl Fn() -> Run) {
    let timed = |is_on: bool| {
        IS_ON.store(is_on, Ordering::Relaxed);
        // Spans that nobody wants are switched off where they are made, as without a subscriber.
        tracing::callsite::rebuild_interest_cache();
        time(&mut || assert_eq!(run().result::<String>().unwrap(), "hello"))
    };
    for _ in 0..50 {
        timed(false);
        timed(true);
    }
    let (mut off, mut on, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        // Who comes first has cold caches.
        let (without, with) = match round % 2 {
            0 => (timed(false), timed(true)),
            _ => {
                let with = timed(true);
                (timed(false), with)
            }
        };
        off.push(without);
        on.push(with);
        ratios.push(with.as_secs_f64() / without.as_secs_f64());
    }
    ratios.sort_unstable_by(f64::total_cmp);
    let more = (ratios[ratios.len() / 2] - 1.0) * 100.0;
    note(
        &format!("{name}, without spans"),
        Samples::of(off).median(),
        "ms",
    );
    note(
        &format!("{name}, with spans"),
        Samples::of(on).median(),
        "ms",
    );
    report(&format!("{name}, spans add"), more, "%", 5.0);
}
