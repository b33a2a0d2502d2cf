//! Spans to a collector of OpenTelemetry: OTLP over HTTP with protobuf, as the variables of OpenTelemetry
//! say.

use std::fmt::{self, Write as _};
use std::future::Future;
use std::io::{self, Write as _};
use std::pin::Pin;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use isolate_host::trace::{Propagator, TraceContext, set_propagator};
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState, TracerProvider as _,
};
use opentelemetry::{Context, Key, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Metadata, Span, level_filters::LevelFilter};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

/// How long the end of the command waits for a collector.
const END_TIME: Duration = Duration::from_secs(5);

/// How long one request may take, unless the environment says otherwise.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Bytes of an answer of the collector, which is a message about what it did not take.
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Spans that leave the process.
pub(crate) struct Export {
    provider: SdkTracerProvider,
}

/// Tells the user something about the export.
pub(crate) fn note(text: &str) {
    // What it says is only for people.
    let _ = writeln!(io::stderr(), "note: {text}");
}

impl Export {
    /// Begins to send spans, if the environment names a collector.
    pub(crate) fn begin() -> Result<Option<Self>, String> {
        if !is_wanted()? {
            return Ok(None);
        }
        check_protocol()?;
        let failed = |cause: &dyn fmt::Display| format!("spans are not exported: {cause}");
        let client = Client::new().map_err(|cause| failed(&cause))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .build()
            .map_err(|cause| failed(&cause))?;
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_batch_exporter(exporter)
            .build();
        let spans = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("isolate"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(own_spans(level()?));
        let subscriber = tracing_subscriber::registry().with(spans);
        tracing::subscriber::set_global_default(subscriber).map_err(|cause| failed(&cause))?;
        set_propagator(OpenTelemetry).map_err(|cause| failed(&cause))?;
        Ok(Some(Self { provider }))
    }

    /// Sends what is left.
    pub(crate) fn end(self) {
        // What fails in the client was told there.
        if let Err(cause) = self.provider.shutdown_with_timeout(END_TIME) {
            let is_told = matches!(
                cause,
                opentelemetry_sdk::error::OTelSdkError::InternalFailure(_)
            );
            if !is_told {
                note(&format!("spans may be missing: {cause}"));
            }
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The value for traces, or that for everything.
fn setting(name: &str) -> Option<String> {
    variable(&format!("OTEL_EXPORTER_OTLP_TRACES_{name}"))
        .or_else(|| variable(&format!("OTEL_EXPORTER_OTLP_{name}")))
}

/// Whether the environment asks for it: nothing is sent to the default address unless that is said.
fn is_wanted() -> Result<bool, String> {
    let is_off = variable("OTEL_SDK_DISABLED").is_some_and(|off| off.eq_ignore_ascii_case("true"));
    if is_off {
        return Ok(false);
    }
    match variable("OTEL_TRACES_EXPORTER").as_deref() {
        None => Ok(setting("ENDPOINT").is_some()),
        Some("otlp") => Ok(true),
        Some("none") => Ok(false),
        Some(other) => Err(format!(
            "spans are not exported: OTEL_TRACES_EXPORTER is {other:?}, and this command knows otlp and none"
        )),
    }
}

fn check_protocol() -> Result<(), String> {
    match setting("PROTOCOL").as_deref() {
        None | Some("http/protobuf") => Ok(()),
        Some(other) => Err(format!(
            "spans are not exported: OTEL_EXPORTER_OTLP_PROTOCOL is {other:?}, and this command sends \
             http/protobuf"
        )),
    }
}

/// How fine the spans are: with `trace` each call of `state` has one.
fn level() -> Result<LevelFilter, String> {
    match variable("ISOLATE_TRACE_LEVEL").as_deref() {
        None | Some("info") => Ok(LevelFilter::INFO),
        Some("trace") => Ok(LevelFilter::TRACE),
        Some(other) => Err(format!(
            "spans are not exported: ISOLATE_TRACE_LEVEL is {other:?}; it may be info or trace"
        )),
    }
}

/// The spans of this repository, and no events: those of libraries are of no use to others, and may have
/// contents.
fn own_spans(level: LevelFilter) -> FilterFn<impl Fn(&Metadata<'_>) -> bool> {
    let is_own = move |metadata: &Metadata<'_>| {
        metadata.is_span()
            && *metadata.level() <= level
            && metadata.target().starts_with("isolate_")
    };
    FilterFn::new(is_own).with_max_level_hint(level)
}

/// What sends the spans: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, or the name of the command.
fn resource() -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let builder = || Resource::builder().with_attribute(version.clone());
    let of_environment = builder().build();
    let name = of_environment.get(&Key::new("service.name"));
    match name.is_none_or(|name| name.as_str().starts_with("unknown_service")) {
        true => builder().with_service_name("isolate-run").build(),
        false => of_environment,
    }
}

/// Connects the spans of `tracing` with traces of other processes.
struct OpenTelemetry;

impl Propagator for OpenTelemetry {
    fn set_parent(&self, span: &Span, parent: &TraceContext) {
        if let Some(parent) = span_context(parent) {
            let parent = Context::new().with_remote_span_context(parent);
            // It fails for a span that is not recorded.
            let _ = span.set_parent(parent);
        }
    }

    fn add_link(&self, span: &Span, to: &TraceContext) {
        if let Some(to) = span_context(to) {
            span.add_link(to);
        }
    }

    fn context(&self, span: &Span) -> Option<TraceContext> {
        let context = span.context();
        let span = context.span();
        let of = span.span_context();
        let (trace, id, flags) = (of.trace_id(), of.span_id(), of.trace_flags().to_u8());
        let mut parent = String::new();
        write!(parent, "00-{trace}-{id}-{flags:02x}").ok()?;
        TraceContext::parse(&parent, Some(&of.trace_state().header()))
    }

    fn end(&self, span: &Span) {
        span.context().span().end();
    }
}

fn span_context(context: &TraceContext) -> Option<SpanContext> {
    let flags = TraceFlags::default().with_sampled(context.is_sampled());
    // A state that is not well formed is left out.
    let state = context.tracestate().map(TraceState::from_str);
    let state = state.and_then(Result::ok).unwrap_or_default();
    Some(SpanContext::new(
        TraceId::from_hex(context.trace_id()).ok()?,
        SpanId::from_hex(context.span_id()).ok()?,
        flags,
        true,
        state,
    ))
}

/// The client of the exporter. It has a thread of its own: the exporter waits without a runtime.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: tokio::runtime::Runtime,
    has_told: AtomicBool,
}

impl Client {
    fn new() -> io::Result<Self> {
        // A provider that the process has already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let time = setting("TIMEOUT").and_then(|time| time.parse().ok());
        let http = reqwest::Client::builder()
            .timeout(time.map_or(REQUEST_TIME, Duration::from_millis))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(io::Error::other)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("isolate-otlp")
            .enable_all()
            .build()?;
        Ok(Self {
            http,
            runtime,
            has_told: AtomicBool::new(false),
        })
    }

    /// Tells once that spans were lost.
    fn tell(&self, why: &str) {
        if !self.has_told.swap(true, Ordering::Relaxed) {
            note(&format!("spans were not exported: {why}"));
        }
    }
}

impl HttpClient for Client {
    fn send_bytes<'client, 'sent>(
        &'client self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'sent>>
    where
        'client: 'sent,
        Self: 'sent,
    {
        let http = self.http.clone();
        let sent = self.runtime.spawn(send(http, request));
        async move {
            let answer = match sent.await {
                Ok(answer) => answer,
                Err(cause) => Err(cause.into()),
            };
            match &answer {
                Err(cause) => self.tell(&innermost(&**cause)),
                Ok(answer) if !answer.status().is_success() => {
                    self.tell(&format!("the collector answers {}", answer.status()));
                }
                Ok(_) => {}
            }
            answer
        }
        .boxed()
    }
}

async fn send(
    http: reqwest::Client,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    // An error would name the address, which may have credentials.
    let hidden = |cause: reqwest::Error| cause.without_url();
    let request = reqwest::Request::try_from(request).map_err(hidden)?;
    let mut answer = http.execute(request).await.map_err(hidden)?;
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(hidden)? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err("the answer of the collector is too large".into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = answer.status();
    *response.headers_mut() = std::mem::take(answer.headers_mut());
    Ok(response)
}

/// Why it failed in the end.
fn innermost(mut cause: &(dyn std::error::Error + 'static)) -> String {
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
