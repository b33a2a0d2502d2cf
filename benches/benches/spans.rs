//! What spans cost when they are switched on: `cargo bench -p isolate-benches --features otlp --bench spans`.
//!
//! The same runs with spans and without, in turn. The spans go through the layer and the batches of
//! OpenTelemetry, as those of the command with its feature `otlp`; what sends them drops them, since that
//! is the work of another thread.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use isolate_benches::{Samples, note, report, time, unhurried};
use isolate_host::trace::{Propagator, TraceContext, set_propagator};
use isolate_host::{Functions, Run, Sandbox, Value, Workspace};
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use tracing::Span;
use tracing::level_filters::LevelFilter;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

const ROUNDS: usize = 2_000;
const CALLS: usize = 100;

static IS_ON: AtomicBool = AtomicBool::new(false);
static SENT: AtomicUsize = AtomicUsize::new(0);

/// Counts spans, and drops them.
#[derive(Debug)]
struct Nowhere;

impl SpanExporter for Nowhere {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        SENT.fetch_add(batch.len(), Ordering::Relaxed);
        Ok(())
    }
}

struct Ends;

impl Propagator for Ends {
    fn set_parent(&self, _: &Span, _: &TraceContext) {}

    fn add_link(&self, _: &Span, _: &TraceContext) {}

    fn context(&self, _: &Span) -> Option<TraceContext> {
        None
    }

    fn end(&self, span: &Span) {
        span.context().span().end();
    }
}

fn main() {
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(Nowhere)
        .build();
    let is_wanted = FilterFn::new(|metadata| {
        IS_ON.load(Ordering::Relaxed)
            && metadata.is_span()
            && metadata.target().starts_with("isolate_")
    });
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("bench"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(is_wanted.with_max_level_hint(LevelFilter::INFO));
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer)).unwrap();
    set_propagator(Ends).unwrap();

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
        let sent_before = SENT.load(Ordering::Relaxed);
        measure(name, &run);
        provider.force_flush().unwrap();
        let sent = SENT.load(Ordering::Relaxed) - sent_before;
        // The queue of the exporter is bounded: what it drops was made as well.
        note(
            &format!("spans of {name} that were sent"),
            sent as f64 / ROUNDS as f64,
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
