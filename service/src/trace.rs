//! The span of a request: by OpenTelemetry's conventions for servers of HTTP.
//!
//! It has the route and no path, because paths name files and workspaces.

use http::{HeaderMap, Method, StatusCode};
use isolate_host::trace::{self, TraceContext};
use tracing::Span;
use tracing::field::Empty;

use crate::table::Route;

/// The span of a request. Its parent is the span in which the request is handled, if there is one, such as
/// that of a middleware; else what the headers name.
pub(crate) fn request(route: &Route, method: &Method, headers: &HeaderMap) -> Span {
    let is_outermost = Span::current().is_none();
    // That of the route, but for HEAD, which has those of GET.
    let method = match *method == Method::HEAD {
        true => "HEAD",
        false => route.method,
    };
    let span = tracing::info_span!(
        target: "isolate_service",
        "request",
        "otel.name" = format!("{method} {}", route.path),
        "otel.kind" = "server",
        "otel.status_code" = Empty,
        "http.request.method" = method,
        "http.route" = route.path,
        "http.response.status_code" = Empty,
        "error.type" = Empty,
    );
    if is_outermost
        && !span.is_disabled()
        && let Some(parent) = parent(headers)
    {
        trace::set_parent(&span, &parent);
    }
    span
}

/// The answer to a request. What it has begun may go on: a run that was accepted, a stream of events.
pub(crate) fn answered(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", status.as_str());
    }
    trace::end(span);
}

/// What the headers of W3C Trace Context name. One that is there twice is not well formed.
fn parent(headers: &HeaderMap) -> Option<TraceContext> {
    let mut parents = headers.get_all("traceparent").iter();
    let parent = parents.next()?.to_str().ok()?;
    if parents.next().is_some() {
        return None;
    }
    let states = headers.get_all("tracestate").iter();
    let states: Option<Vec<&str>> = states.map(|state| state.to_str().ok()).collect();
    let state = states.map(|states| states.join(","));
    TraceContext::parse(parent, state.as_deref())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_parent_is_one_header_and_a_state_may_be_several() {
        let one = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let mut headers = HeaderMap::new();
        assert_eq!(parent(&headers), None);
        headers.append("traceparent", HeaderValue::from_static(one));
        headers.append("tracestate", HeaderValue::from_static("a=1"));
        headers.append("tracestate", HeaderValue::from_static("b=2"));
        let found = parent(&headers).unwrap();
        assert_eq!(found.traceparent(), one);
        assert_eq!(found.tracestate(), Some("a=1,b=2"));
        headers.append("traceparent", HeaderValue::from_static(one));
        assert_eq!(parent(&headers), None);
    }
}
