//! The spans of runs, of their segments, and of calls of functions.
//!
//! Names and attributes are those of OpenTelemetry's conventions for GenAI, where these have any;
//! `docs/observability.md` lists them. Spans have names and numbers. What a program, its arguments and its
//! results contain is in them only if it is asked for.

use isolate_protocol::wire::message::Thrown;
use isolate_protocol::{ErrorCode, Value};
use tracing::Span;
use tracing::field::Empty;

use crate::error::{Error, ErrorKind};
use crate::outcome::{Outcome, Run};
use crate::secrets::Secrets;
use crate::trace::{self, TraceContents, TraceContext};

/// Bytes of a content that was asked for.
const CONTENT_BYTES_MAX: usize = 16 << 10;

/// Bytes of the code of an error of a function.
const CODE_BYTES_MAX: usize = 40;

/// What the conventions have for an error that is of no known type.
const OTHER: &str = "_OTHER";

/// How a run is begun.
pub(crate) struct Begun<'a> {
    pub(crate) commit: &'static str,
    pub(crate) is_read_only: bool,
    pub(crate) is_resumed: bool,
    /// Its parent in another process.
    pub(crate) parent: Option<&'a TraceContext>,
}

/// The span of a run.
pub(crate) fn run(begun: &Begun<'_>) -> Span {
    let span = tracing::info_span!(
        target: "isolate_host",
        "run",
        "otel.name" = "execute_tool run",
        "otel.status_code" = Empty,
        "gen_ai.operation.name" = "execute_tool",
        "gen_ai.tool.name" = "run",
        "gen_ai.tool.call.arguments" = Empty,
        "gen_ai.tool.call.result" = Empty,
        "error.type" = Empty,
        "isolate.commit" = begun.commit,
        "isolate.read_only" = begun.is_read_only,
        "isolate.resumed" = begun.is_resumed,
        "isolate.program" = Empty,
        "isolate.run" = Empty,
        "isolate.outcome" = Empty,
        "isolate.fuel" = Empty,
        "isolate.calls" = Empty,
        "isolate.queued_ms" = Empty,
    );
    if let Some(parent) = begun.parent {
        trace::set_parent(&span, parent);
    }
    span
}

/// Which contents the span of a run has, and what is hidden in them.
pub(crate) struct Asked {
    contents: TraceContents,
    secrets: Secrets,
}

impl Asked {
    /// Nothing for a span that is not recorded.
    pub(crate) fn of(span: &Span, contents: TraceContents, secrets: &Secrets) -> Option<Self> {
        (!span.is_disabled()).then(|| Self {
            contents,
            secrets: secrets.clone(),
        })
    }

    /// What the run is begun with.
    pub(crate) fn record(&self, span: &Span, program: Option<&str>, input: Option<&Value>) {
        if let (true, Some(program)) = (self.contents.programs, program) {
            span.record("isolate.program", shown(program, &self.secrets));
        }
        if let (true, Some(input)) = (self.contents.arguments, input) {
            let shown = shown_value(input, &self.secrets);
            span.record("gen_ai.tool.call.arguments", shown);
        }
    }
}

/// How a run has ended.
pub(crate) fn run_ended(span: &Span, done: &Result<Run, Error>, asked: Option<Asked>) {
    let Some(Asked { contents, secrets }) = asked else {
        return;
    };
    let failed = |kind: &str| {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", kind);
    };
    let run = match done {
        Ok(run) => run,
        Err(error) => {
            span.record("isolate.outcome", "failed");
            failed(word_of(error.kind()));
            return trace::end(span);
        }
    };
    span.record("isolate.outcome", run.outcome.ending());
    span.record("isolate.fuel", run.usage.fuel);
    span.record("isolate.calls", run.usage.host_calls);
    span.record("isolate.queued_ms", run.usage.queued.as_secs_f64() * 1e3);
    if let Some(number) = run.effects.run {
        span.record("isolate.run", tracing::field::display(number));
    }
    match &run.outcome {
        Outcome::Returned(value) if contents.results => {
            span.record("gen_ai.tool.call.result", shown_value(value, &secrets));
        }
        Outcome::Returned(_) | Outcome::Suspended(_) => {}
        Outcome::Threw(thrown) => failed(type_of(thrown)),
        Outcome::Unparsable(_) => failed("SyntaxError"),
        Outcome::LimitExceeded(exceeded) => failed(exceeded.limit.code()),
        Outcome::Conflict(_) => failed("conflict"),
    }
    // What a function has spawned may still have it as its parent.
    trace::end(span);
}

/// The part of a run from its start or from a wait to the next wait or its end.
pub(crate) fn segment(run: &Span, begins: &'static str) -> Span {
    tracing::info_span!(
        target: "isolate_host",
        parent: run,
        "segment",
        "otel.name" = "isolate.segment",
        "isolate.begins" = begins,
        "isolate.ends" = Empty,
    )
}

/// The end of a segment.
pub(crate) fn segment_ended(segment: &Span, ends: &'static str) {
    segment.record("isolate.ends", ends);
    // The functions that it has called go on, and the process may end before the last handle is dropped.
    trace::end(segment);
}

/// The span of a call of a function. `id` numbers the calls of a run.
pub(crate) fn call(function: &str, id: u32) -> Span {
    tracing::info_span!(
        target: "isolate_host",
        "call",
        "otel.name" = format!("execute_tool {function}"),
        "otel.status_code" = Empty,
        "gen_ai.operation.name" = "execute_tool",
        "gen_ai.tool.name" = function,
        "gen_ai.tool.type" = "function",
        "gen_ai.tool.call.id" = id.to_string(),
        "gen_ai.tool.call.arguments" = Empty,
        "gen_ai.tool.call.result" = Empty,
        "error.type" = Empty,
        "isolate.unfinished" = Empty,
    )
}

/// A call that failed with an error of this code.
pub(crate) fn call_failed(span: &Span, code: &str) {
    if !span.is_disabled() {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", code_of(code));
    }
}

/// The code of an error of a function, if it has the form of one: what is no code may be a content.
pub(crate) fn code_of(code: &str) -> &str {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match (1..=CODE_BYTES_MAX).contains(&code.len()) && code.bytes().all(is_part) {
        true => code,
        false => OTHER,
    }
}

/// A content, without secrets and within its bound.
pub(crate) fn shown(text: &str, secrets: &Secrets) -> String {
    let mut text = secrets.hide_text(text);
    if text.len() > CONTENT_BYTES_MAX {
        let end = text.floor_char_boundary(CONTENT_BYTES_MAX);
        let left_out = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("… ({left_out} bytes left out)"));
    }
    text
}

/// A value in its JSON form.
pub(crate) fn shown_value(value: &Value, secrets: &Secrets) -> String {
    shown(&serde_json::to_string(value).unwrap_or_default(), secrets)
}

/// The type of what a program has thrown: its own words would be contents, and any number of them.
fn type_of(thrown: &Thrown) -> &'static str {
    let code = thrown.code.as_deref();
    let known = ErrorCode::ALL.iter().map(|code| code.as_str());
    let names = [
        "Error",
        "EvalError",
        "RangeError",
        "ReferenceError",
        "SyntaxError",
        "TypeError",
        "URIError",
        "AggregateError",
    ];
    known
        .filter(|known| code == Some(known))
        .chain(names.into_iter().filter(|name| thrown.name == *name))
        .next()
        .unwrap_or(OTHER)
}

const fn word_of(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Busy => "busy",
        ErrorKind::Repeated => "repeated",
        ErrorKind::Refused => "refused",
        ErrorKind::Storage => "storage",
        ErrorKind::Engine => "engine",
        ErrorKind::Internal => "internal",
    }
}
