//! The spans of requests, over HTTP and over MCP, and what is below them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use isolate_host::trace::{Propagator, TraceContext, set_propagator};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Span, Subscriber};
use tracing_core::span::Current;

use crate::start;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

thread_local! {
    static INSIDE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Where a span is in the list.
fn index(id: u64) -> usize {
    usize::try_from(id).unwrap() - 1
}

#[derive(Clone, Debug)]
struct Known {
    metadata: &'static Metadata<'static>,
    parent: Option<u64>,
    remote: Option<String>,
    fields: BTreeMap<&'static str, String>,
    is_ended: bool,
}

impl Visit for Known {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

impl Known {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

/// All spans of the process.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Known>>>);

impl Recorder {
    fn change(&self, span: &Span, change: impl FnOnce(&mut Known)) {
        let id = span.id().unwrap().into_u64();
        change(&mut self.0.lock().unwrap()[index(id)]);
    }

    /// The only span of this name for OpenTelemetry, and the names from it up to its root.
    fn way(&self, name: &str) -> (Known, Vec<String>) {
        let spans = self.0.lock().unwrap();
        let mut found = spans.iter().filter(|span| span.field("otel.name") == name);
        let span = found.next().unwrap_or_else(|| panic!("{name}: {spans:#?}"));
        assert!(found.next().is_none(), "{name}");
        let (mut way, mut at) = (Vec::new(), Some(span));
        while let Some(span) = at {
            way.push(span.field("otel.name").to_owned());
            at = span.parent.map(|parent| &spans[index(parent)]);
        }
        (span.clone(), way)
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target().starts_with("isolate_")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent = match span.is_contextual() {
            true => INSIDE.with_borrow(|inside| inside.last().copied()),
            false => span.parent().map(Id::into_u64),
        };
        let mut known = Known {
            metadata: span.metadata(),
            parent,
            remote: None,
            fields: BTreeMap::new(),
            is_ended: false,
        };
        span.record(&mut known);
        let mut spans = self.0.lock().unwrap();
        spans.push(known);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        values.record(&mut self.0.lock().unwrap()[index(span.into_u64())]);
    }

    fn event(&self, _: &Event<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, span: &Id) {
        INSIDE.with_borrow_mut(|inside| inside.push(span.into_u64()));
    }

    fn exit(&self, span: &Id) {
        INSIDE.with_borrow_mut(|inside| {
            let last = inside.iter().rposition(|id| *id == span.into_u64());
            inside.remove(last.unwrap());
        });
    }

    fn current_span(&self) -> Current {
        let id = INSIDE.with_borrow(|inside| inside.last().copied());
        id.map_or_else(Current::none, |id| {
            let metadata = self.0.lock().unwrap()[index(id)].metadata;
            Current::new(Id::from_u64(id), metadata)
        })
    }
}

impl Propagator for Recorder {
    fn set_parent(&self, span: &Span, parent: &TraceContext) {
        self.change(span, |known| {
            known.remote = Some(parent.traceparent().to_owned())
        });
    }

    fn add_link(&self, _: &Span, _: &TraceContext) {}

    fn context(&self, _: &Span) -> Option<TraceContext> {
        None
    }

    fn end(&self, span: &Span) {
        self.change(span, |known| known.is_ended = true);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_have_spans_and_runs_are_below_them() {
    let recorder = Recorder::default();
    tracing::subscriber::set_global_default(recorder.clone()).unwrap();
    set_propagator(recorder.clone()).unwrap();
    let running = start().await;
    let runs = "/v1/workspaces/secret-name/runs";
    let code = "async () => { await state.writeFile('/secret-file', 'secret-text'); return 1; }";
    let body = json!({ "code": code, "label": "secret-label" });
    let request = running.request("POST", runs).header("traceparent", PARENT);
    assert_eq!(request.json(&body).send().await.status, 200);
    let (run, way) = recorder.way("execute_tool run");
    assert_eq!(run.field("isolate.outcome"), "returned");
    assert_eq!(run.remote, None);
    assert_eq!(way, ["execute_tool run", "POST /v1/workspaces/{name}/runs"]);
    let (request, _) = recorder.way(&way[1]);
    assert_eq!(request.remote.as_deref(), Some(PARENT));
    assert!(request.is_ended);
    for (field, value) in [
        ("otel.kind", "server"),
        ("http.request.method", "POST"),
        ("http.route", "/v1/workspaces/{name}/runs"),
        ("http.response.status_code", "200"),
        ("error.type", ""),
    ] {
        assert_eq!(request.field(field), value, "{field}");
    }

    // What is not well formed is as if it were not there.
    let request = running.request("GET", runs).header("traceparent", "00-no");
    assert_eq!(request.send().await.status, 200);
    assert_eq!(
        recorder.way("GET /v1/workspaces/{name}/runs").0.remote,
        None
    );

    // A call of a tool names its parent in the message.
    let call = json!({
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {
            "name": "write",
            "arguments": { "path": "/other-secret-file", "content": "secret-text" },
            "_meta": {
                "traceparent": PARENT,
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let request = running
        .request("POST", "/v1/workspaces/secret-name/mcp")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", "write");
    let answer = request.json(&call).send().await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let (call, _) = recorder.way("tools/call write");
    assert_eq!(call.remote.as_deref(), Some(PARENT));
    assert!(call.is_ended);
    for (field, value) in [
        ("otel.kind", "server"),
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2026-07-28"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "write"),
        ("jsonrpc.request.id", "7"),
        ("network.transport", "tcp"),
        ("error.type", ""),
    ] {
        assert_eq!(call.field(field), value, "{field}");
    }
    let all = format!("{:?}", recorder.0.lock().unwrap());
    assert!(!all.contains("secret"), "{all}");
    running.end().await;
}
