//! Spans as the command with its feature `otlp` makes them, which are dropped instead of sent: sending is the
//! work of another thread.

use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_host::trace::{Propagator, TraceContext, set_propagator};
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

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

/// Spans that would have been sent.
#[must_use]
pub fn sent() -> usize {
    SENT.load(Ordering::Relaxed)
}

/// Makes spans from now on while they are wanted. The provider has to live as long.
///
/// # Panics
///
/// The second time in a process.
#[must_use]
pub fn switched_on(
    is_wanted: impl Fn(&Metadata<'_>) -> bool + Send + Sync + 'static,
) -> SdkTracerProvider {
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(Nowhere)
        .build();
    let is_wanted = FilterFn::new(move |metadata| {
        metadata.is_span() && metadata.target().starts_with("isolate_") && is_wanted(metadata)
    });
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("bench"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(is_wanted.with_max_level_hint(LevelFilter::INFO));
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))
        .expect("no subscriber is set yet");
    set_propagator(Ends).expect("no propagator is set yet");
    provider
}
